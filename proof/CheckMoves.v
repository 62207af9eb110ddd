(* The moves of heap games, as a program finds them. *)

Require Import List ZArith Lia Bool Uint63 ZifyUint63.
Import ListNotations.
From Grundy Require Import Digraph Play Loops Rows Heaps.
Local Open Scope uint63_scope.

Definition of_nat (n : nat) : int := of_Z (Z.of_nat n).

(* The bits of a digit: nothing, one heap, … or five heaps are left. *)
Definition bit_of (heaps : nat) : int :=
  match heaps with
  | 0%nat => 1 | 1%nat => 2 | 2%nat => 4 | 3%nat => 8 | 4%nat => 16 | 5%nat => 32 | _ => 0
  end.

Definition digit_allows (digit : int) (heaps : nat) : bool := negb (digit land bit_of heaps =? 0).

(* The digits 0 … last; after them all digits are 3 if the code is [free], and 0 if not. *)
Definition code_of_digits (digits : column) (last : int) (free : bool) : code :=
  fun t heaps =>
    if Nat.leb t (to_nat last) then digit_allows (at_index digits (of_nat t)) heaps
    else free && Nat.leb heaps 1.

Definition small (x : int) : bool := x <? 1099511627776.   (* 2^40 *)

Lemma of_to_nat (i : int) : of_nat (to_nat i) = i.
Proof.
  unfold of_nat, to_nat; pose proof (to_Z_bounded i); rewrite Z2Nat.id by lia; apply of_to_Z.
Qed.

Lemma to_of_nat (n : nat) : (Z.of_nat n < 9223372036854775808)%Z -> to_nat (of_nat n) = n.
Proof.
  intros L; unfold of_nat, to_nat; rewrite of_Z_spec, Z.mod_small; [apply Nat2Z.id|].
  change wB with 9223372036854775808%Z; lia.
Qed.

(* Numbers up to an integer are integers. *)
Lemma to_of_nat_below (n : nat) (i : int) : (n <= to_nat i)%nat -> to_nat (of_nat n) = n.
Proof. intros L; apply to_of_nat; pose proof (to_Z_bounded i); unfold to_nat in L; lia. Qed.

Lemma within_nat (lo hi i : int) : within lo hi i <-> (to_nat lo <= to_nat i < to_nat hi)%nat.
Proof.
  unfold within, to_nat; pose proof (to_Z_bounded lo); pose proof (to_Z_bounded hi);
    pose proof (to_Z_bounded i); lia.
Qed.

Lemma to_nat_sub (x y : int) : (to_nat y <= to_nat x)%nat -> to_nat (x - y) = (to_nat x - to_nat y)%nat.
Proof.
  pose proof (to_Z_bounded x); pose proof (to_Z_bounded y); unfold to_nat; intros L; lia.
Qed.

Lemma some_in_intro (f : int -> bool) (lo hi i : int) :
  within lo hi i -> f i = true -> some_in f lo hi = true.
Proof.
  intros W F; unfold some_in; destruct (all_in (fun i => negb (f i)) lo hi) eqn:A; [|reflexivity].
  pose proof (all_in_true _ _ _ A i W) as X; simpl in X; rewrite F in X; discriminate X.
Qed.

Lemma testbit_of_nat (a n : nat) : Z.testbit (Z.of_nat a) (Z.of_nat n) = Nat.testbit a n.
Proof.
  revert a; induction n as [|n IH]; intros a.
  - rewrite Z.bit0_odd; simpl; destruct (Nat.Even_or_Odd a) as [[k ->]|[k ->]].
    + rewrite Nat2Z.inj_mul, Nat.odd_mul; change (Z.of_nat 2) with 2%Z; now rewrite Z.odd_mul.
    + rewrite Nat2Z.inj_add, Nat2Z.inj_mul, Nat.odd_add, Nat.odd_mul.
      change (Z.of_nat 2) with 2%Z; change (Z.of_nat 1) with 1%Z; now rewrite Z.odd_add, Z.odd_mul.
  - rewrite Nat2Z.inj_succ, <- Z.div2_bits by lia; simpl.
    rewrite <- IH, Nat.div2_div, Nat2Z.inj_div; reflexivity.
Qed.

Lemma to_nat_lxor (x y : int) : to_nat (x lxor y) = Nat.lxor (to_nat x) (to_nat y).
Proof.
  apply Nat.bits_inj; intros n; rewrite Nat.lxor_spec, <- !testbit_of_nat.
  unfold to_nat; rewrite !Z2Nat.id by apply to_Z_bounded.
  now rewrite lxor_spec', Z.lxor_spec.
Qed.

Section Codes.
Context (digits : column) (last : int) (free : bool).

Notation code := (code_of_digits digits last free).

Lemma code_at (t : int) (heaps : nat) : (to_nat t <= to_nat last)%nat ->
  code (to_nat t) heaps = digit_allows (at_index digits t) heaps.
Proof.
  intros L; unfold code_of_digits; destruct (Nat.leb_spec (to_nat t) (to_nat last)); [|lia].
  now rewrite of_to_nat.
Qed.

Lemma code_after (t heaps : nat) : (to_nat last < t)%nat -> code t heaps = free && Nat.leb heaps 1.
Proof. intros L; unfold code_of_digits; destruct (Nat.leb_spec t (to_nat last)); [lia|reflexivity]. Qed.

(* No move leaves more than m heaps. *)
Definition leaves_at_most (m : nat) : bool :=
  all_in (fun t => forallb (fun b => negb (digit_allows (at_index digits t) b)) (seq (S m) (most_left - m)))
    0 (last + 1).

Lemma digit_allows_few (d : int) (b : nat) : (most_left < b)%nat -> digit_allows d b = false.
Proof.
  intros M; unfold digit_allows, bit_of, most_left in *; do 6 (destruct b as [|b]; [lia|]).
  assert (d land 0 = 0) as ->; [|reflexivity].
  apply to_Z_inj; rewrite land_spec'; apply Z.land_0_r.
Qed.

Lemma digit_within (t : nat) : small last = true -> (t <= to_nat last)%nat -> within 0 (last + 1) (of_nat t).
Proof.
  intros small_last T; apply within_nat; rewrite (to_of_nat_below t last T); change (to_nat 0) with 0%nat.
  unfold small in small_last; unfold to_nat in *; lia.
Qed.

Lemma leaves_at_most_spec (m t b : nat) : small last = true -> leaves_at_most m = true ->
  (m < b)%nat -> (t <= to_nat last)%nat -> code t b = false.
Proof.
  intros small_last F L T; pose proof (to_of_nat_below t last T) as B; rewrite <- B, code_at by lia.
  destruct (le_lt_dec b most_left) as [M|M]; [|now apply digit_allows_few].
  pose proof (all_in_true _ _ _ F _ (digit_within t small_last T)) as A; cbv beta in A; rewrite forallb_forall in A.
  apply negb_true_iff, A, in_seq; lia.
Qed.

End Codes.

Section Moves.
Context (digits : column) (last : int) (free : bool).

(* The heaps that a move leaves change z by [step], one after the other; then [final]
   must hold. *)
Context (step : int -> int -> int) (final : int -> bool).

Fixpoint some_division (heaps : nat) (n z : int) : bool :=
  match heaps with
  | O => if n =? 0 then final z else false
  | S O => if 0 <? n then final (step n z) else false
  | S heaps => some_in (fun a => some_division heaps (n - a) (step a z)) 1 n
  end.

(* Some move from a heap of n beans that takes t. *)
Definition some_move_taking (n z t : int) : bool :=
  let digit := at_index digits t in
  existsb (fun heaps =>
    if digit_allows digit heaps
    then if (0 <? t) || Nat.leb 2 heaps then some_division heaps (n - t) z else false
    else false) (seq 0 (S most_left)).

Definition some_move (n z : int) : bool :=
  if some_in (some_move_taking n z) 0 ((if last <? n then last else n) + 1) then true
  else if free then
    if last <? n then if final z then true else some_in (fun a => final (step a z)) 1 (n - last)
    else false
  else false.

Definition combine (p : list nat) (z : int) : int := fold_right (fun a z => step (of_nat a) z) z p.

Lemma some_division_spec (heaps : nat) : forall n z,
  some_division heaps n z = true <->
  exists p, length p = heaps /\ Forall (le 1) p /\ list_sum p = to_nat n /\ final (combine p z) = true.
Proof.
  induction heaps as [|heaps IH]; intros n z; [|destruct heaps as [|heaps]].
  - simpl; destruct (n =? 0) eqn:E; split.
    + intros F; exists []; apply eqb_correct in E; subst n; repeat split; auto.
    + intros [p [L [_ [_ F]]]]; apply length_zero_iff_nil in L; now subst p.
    + discriminate.
    + intros [p [L [_ [S _]]]]; apply length_zero_iff_nil in L; subst p; simpl in S.
      unfold to_nat in S; lia.
  - simpl; destruct (0 <? n) eqn:E; split.
    + intros F; exists [to_nat n]; simpl; rewrite of_to_nat; split; [reflexivity|].
      split; [constructor; [unfold to_nat; lia|constructor]|]; split; [lia|exact F].
    + intros [p [L [_ [S F]]]]; destruct p as [|a [|]]; try discriminate L; simpl in *.
      rewrite Nat.add_0_r in S; subst a; now rewrite of_to_nat in F.
    + discriminate.
    + intros [p [L [A [S F]]]]; destruct p as [|a [|]]; try discriminate L; simpl in *.
      inversion_clear A; unfold to_nat in S; lia.
  - change (some_division (S (S heaps)) n z)
      with (some_in (fun a => some_division (S heaps) (n - a) (step a z)) 1 n); split.
    + intros H; apply some_in_true in H; destruct H as [a [W H]]; apply within_nat in W.
      apply IH in H; destruct H as [p [L [A [E F]]]]; exists (p ++ [to_nat a]).
      rewrite app_length, list_sum_app; simpl.
      rewrite to_nat_sub in E by lia; change (to_nat 1) with 1%nat in W.
      split; [lia|]; split; [|split; [lia|]].
      * apply Forall_app; split; [exact A|constructor; [lia|constructor]].
      * unfold combine in *; rewrite fold_right_app; simpl; now rewrite of_to_nat.
    + intros [p [L [A [E F]]]]; destruct (exists_last (l := p)) as [q [a ->]]; [intros ->; discriminate L|].
      rewrite app_length, list_sum_app in *; simpl in *; apply Forall_app in A; destruct A as [Aq Aa].
      inversion_clear Aa as [|? ? Pa _].
      assert (Q : (1 <= list_sum q)%nat).
      { destruct q as [|b q]; simpl in *; [lia|]; inversion_clear Aq; lia. }
      pose proof (to_of_nat_below a n ltac:(lia)) as B.
      apply (some_in_intro _ _ _ (of_nat a)); [apply within_nat; change (to_nat 1) with 1%nat; lia|].
      apply IH; exists q; split; [lia|]; split; [exact Aq|]; split; [rewrite to_nat_sub; lia|].
      unfold combine in *; rewrite fold_right_app in F; exact F.
Qed.

Notation code := (code_of_digits digits last free).

Hypothesis small_last : small last = true.

Lemma taking_spec (n z t : int) : (to_nat t <= to_nat n)%nat -> (to_nat t <= to_nat last)%nat ->
  some_move_taking n z t = true <->
  exists p, (to_nat t + list_sum p = to_nat n)%nat /\ code (to_nat t) (length p) = true /\
    (length p <= most_left)%nat /\ Forall (le 1) p /\ (1 <= to_nat t \/ 2 <= length p)%nat /\
    final (combine p z) = true.
Proof.
  intros Ln Ll; unfold some_move_taking; cbv zeta; rewrite existsb_exists; split.
  - intros [heaps [I H]]; apply in_seq in I; destruct (digit_allows _ heaps) eqn:A; [|discriminate H].
    destruct ((0 <? t) || Nat.leb 2 heaps) eqn:B; [|discriminate H].
    apply some_division_spec in H; destruct H as [p [<- [F [S X]]]]; exists p.
    rewrite to_nat_sub in S by exact Ln; rewrite code_at by exact Ll.
    split; [lia|]; split; [exact A|]; split; [lia|]; split; [exact F|]; split; [|exact X].
    apply orb_true_iff in B; destruct B as [B|B]; [left; unfold to_nat; lia|right; now apply Nat.leb_le].
  - intros [p [S [A [L [F [T X]]]]]]; rewrite code_at in A by exact Ll; exists (length p).
    split; [apply in_seq; lia|]; rewrite A.
    assert ((0 <? t) || Nat.leb 2 (length p) = true) as ->.
    { apply orb_true_iff; destruct T as [T|T]; [left; unfold to_nat in T; lia|right; now apply Nat.leb_le]. }
    apply some_division_spec; exists p; rewrite to_nat_sub by exact Ln; repeat split; auto; lia.
Qed.

Lemma some_move_spec (n z : int) :
  some_move n z = true <-> exists p, In p (parts code (to_nat n)) /\ final (combine p z) = true.
Proof.
  assert (Top : to_nat ((if last <? n then last else n) + 1) = S (Nat.min (to_nat last) (to_nat n))).
  { unfold small in small_last; unfold to_nat; destruct (last <? n) eqn:E; lia. }
  split.
  - unfold some_move; destruct (some_in _ _ _) eqn:H.
    + intros _; apply some_in_true in H; destruct H as [t [W H]]; apply within_nat in W.
      rewrite Top in W; apply taking_spec in H; [|lia|lia].
      destruct H as [p [S [A [L [F [T X]]]]]]; exists p; split; [|exact X].
      apply in_parts; exists (to_nat t); auto.
    + intros Y; assert (Fr : free = true) by (destruct free; [reflexivity|discriminate Y]).
      rewrite Fr in Y; destruct (last <? n) eqn:Ln; [|discriminate Y].
      destruct (final z) eqn:Fz.
      * exists []; split; [|exact Fz]; apply in_parts; exists (to_nat n); simpl.
        rewrite code_after by (unfold to_nat; lia); rewrite Fr.
        split; [lia|]; split; [reflexivity|]; split; [lia|]; split; [constructor|left; unfold to_nat; lia].
      * apply some_in_true in Y; destruct Y as [a [W Y]]; apply within_nat in W.
        rewrite to_nat_sub in W by (unfold to_nat; lia); change (to_nat 1) with 1%nat in W.
        exists [to_nat a]; simpl; rewrite of_to_nat; split; [|exact Y].
        apply in_parts; exists (to_nat n - to_nat a)%nat; simpl; rewrite code_after, Fr by lia.
        split; [lia|]; split; [reflexivity|]; split; [unfold most_left; lia|].
        split; [constructor; [lia|constructor]|lia].
  - intros [p [I X]]; apply in_parts in I; destruct I as [t [S [A [L [F T]]]]]; unfold some_move.
    destruct (le_lt_dec t (to_nat last)) as [Le|Gt].
    + pose proof (to_of_nat_below t n ltac:(lia)) as B.
      enough (some_in (some_move_taking n z) 0 ((if last <? n then last else n) + 1) = true) as -> by reflexivity.
      apply (some_in_intro _ _ _ (of_nat t)); [apply within_nat; rewrite Top, B; change (to_nat 0) with 0%nat; lia|].
      apply taking_spec; rewrite ?B; try lia; exists p; auto 7.
    + destruct (some_in _ _ _); [reflexivity|]; rewrite code_after in A by exact Gt.
      apply andb_true_iff in A; destruct A as [Fr One]; apply Nat.leb_le in One; rewrite Fr.
      assert (last <? n = true) as -> by (unfold to_nat in *; lia).
      destruct (final z) eqn:Fz; [reflexivity|].
      destruct p as [|a [|]]; simpl in *; [rewrite X in Fz; discriminate Fz| |lia].
      inversion_clear F as [|? ? Pa _].
      pose proof (to_of_nat_below a n ltac:(lia)) as B.
      apply (some_in_intro _ _ _ (of_nat a)); [|exact X].
      apply within_nat; rewrite B, to_nat_sub by lia; change (to_nat 1) with 1%nat; lia.
Qed.

End Moves.
