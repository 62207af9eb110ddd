(* The checker of periods of heap games with octal codes. *)

Require Import List ZArith Lia Bool Uint63 ZifyUint63.
Import ListNotations.
From Grundy Require Import Digraph Play Value NimSum Loops Rows Heaps.
Local Open Scope uint63_scope.

(* A code, the values of its first heaps, and their period. *)
Record heap_claim := HeapClaim {
  digits : column;      (* last + 1 entries *)
  last_digit : int;
  preperiod : int;
  period : int;
  heaps : int;
  heap_table : column   (* the values of the first [heaps] heaps *)
}.

Definition of_nat (n : nat) : int := of_Z (Z.of_nat n).

(* The bits 1, 2 and 4 of a digit: nothing, one heap or two heaps are left. *)
Definition bit_of (heaps : nat) : int :=
  match heaps with 0%nat => 1 | 1%nat => 2 | 2%nat => 4 | _ => 0 end.

Definition digit_allows (digit : int) (heaps : nat) : bool := negb (digit land bit_of heaps =? 0).

Definition code_of_digits (digits : column) : code :=
  fun t heaps => digit_allows (at_index digits (of_nat t)) heaps.

Definition code_of (h : heap_claim) : code := code_of_digits (digits h).

(* Some move from a heap of n beans leaves nothing, and [none] holds; one heap a,
   and [one a] holds; or two heaps a and b, and [two a b] holds. *)
Definition some_move (digits : column) (last : int) (none : bool) (one : int -> bool)
    (two : int -> int -> bool) (n : int) : bool :=
  some_in (fun t =>
    let d := at_index digits t in
    if n =? t then if 0 <? t then if digit_allows d 0 then none else false else false
    else if t <? n
    then if (if 0 <? t then if digit_allows d 1 then one (n - t) else false else false) then true
         else if digit_allows d 2 then some_in (fun a => two a (n - t - a)) 1 (n - t)
         else false
    else false) 0 (last + 1).

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

Lemma some_in_intro (f : int -> bool) (lo hi i : int) :
  within lo hi i -> f i = true -> some_in f lo hi = true.
Proof.
  intros W F; unfold some_in; destruct (all_in (fun i => negb (f i)) lo hi) eqn:A; [|reflexivity].
  pose proof (all_in_true _ _ _ A i W) as X; simpl in X; rewrite F in X; discriminate X.
Qed.

(* What [some_move] asks of the heaps that a move leaves. *)
Definition left_by (none : bool) (one : int -> bool) (two : int -> int -> bool) (p : list nat) : Prop :=
  match p with
  | [] => none = true
  | [a] => one (of_nat a) = true
  | [a; b] => two (of_nat a) (of_nat b) = true
  | _ => False
  end.

Lemma some_move_spec (digits : column) (last : int) (none : bool) (one : int -> bool)
    (two : int -> int -> bool) (n : int) :
  small last = true ->
  some_move digits last none one two n = true <->
  exists p, In p (parts (code_of_digits digits) (to_nat last) (to_nat n)) /\ left_by none one two p.
Proof.
  intros small_last; unfold small in small_last; split.
  - intros H; apply some_in_true in H; destruct H as [t [W H]]; unfold within in W; cbv zeta in H.
    assert (C : forall k, code_of_digits digits (to_nat t) k = digit_allows (at_index digits t) k)
      by (intros k; unfold code_of_digits; now rewrite of_to_nat).
    assert (T : (to_nat t <= to_nat last)%nat) by (unfold to_nat; lia).
    destruct (n =? t) eqn:E.
    + apply eqb_correct in E; subst t; destruct (0 <? n) eqn:P; [|discriminate].
      destruct (digit_allows _ 0) eqn:A; [|discriminate].
      exists []; split; [|exact H]; apply in_parts; exists (to_nat n); split; [exact T|]; left.
      rewrite C, A; repeat split; unfold to_nat; lia.
    + destruct (t <? n) eqn:L; [|discriminate].
      destruct (if 0 <? t then _ else false) eqn:One.
      * destruct (0 <? t) eqn:P; [|discriminate]; destruct (digit_allows _ 1) eqn:A; [|discriminate].
        exists [to_nat (n - t)]; split; [|simpl; now rewrite of_to_nat].
        apply in_parts; exists (to_nat t); split; [exact T|]; right; left.
        rewrite C, A; repeat split; try (unfold to_nat; lia); f_equal; unfold to_nat; lia.
      * destruct (digit_allows _ 2) eqn:A; [|discriminate].
        apply some_in_true in H; destruct H as [a [Wa H]]; unfold within in Wa.
        exists [to_nat a; to_nat (n - t - a)]; split; [|simpl; now rewrite !of_to_nat].
        apply in_parts; exists (to_nat t); split; [exact T|]; right; right.
        rewrite C; split; [exact A|]; exists (to_nat a), (to_nat (n - t - a)).
        repeat split; unfold to_nat; lia.
  - intros [p [I E]]; apply in_parts in I; destruct I as [t [T H]].
    assert (B : to_nat (of_nat t) = t) by (apply to_of_nat; unfold to_nat in T; lia).
    apply (some_in_intro _ _ _ (of_nat t)).
    { unfold within; unfold to_nat in T, B; pose proof (to_Z_bounded (of_nat t)); lia. }
    assert (C : forall k, code_of_digits digits t k = digit_allows (at_index digits (of_nat t)) k) by reflexivity.
    simpl; rewrite <- !C; destruct H as [[A [X [P ->]]]|[[A [X [P ->]]]|[A [a [b [Ha [Hb [X ->]]]]]]]]; simpl in E.
    + assert (of_nat t = n) as -> by (rewrite <- X; apply of_to_nat).
      rewrite eqb_refl, A; assert (0 <? n = true) as -> by (unfold to_nat in *; lia); exact E.
    + assert (n =? of_nat t = false) as -> by (apply Uint63.eqb_false_spec; intros Y; subst n; lia).
      assert (of_nat t <? n = true) as -> by (unfold to_nat in *; lia).
      assert (0 <? of_nat t = true) as -> by (unfold to_nat in *; lia).
      rewrite A; assert (n - of_nat t = of_nat (to_nat n - t)) as ->; [|now rewrite E].
      apply to_nat_inj; rewrite to_of_nat by (pose proof (to_Z_bounded n); unfold to_nat in *; lia).
      unfold to_nat in *; lia.
    + assert (n =? of_nat t = false) as -> by (apply Uint63.eqb_false_spec; intros Y; subst n; lia).
      assert (of_nat t <? n = true) as -> by (unfold to_nat in *; lia).
      destruct (if 0 <? of_nat t then _ else false); [reflexivity|]; rewrite A.
      assert (Ba : to_nat (of_nat a) = a)
        by (apply to_of_nat; pose proof (to_Z_bounded n); unfold to_nat in *; lia).
      assert (Bb : to_nat (n - of_nat t - of_nat a) = b)
        by (unfold to_nat in *; pose proof (to_Z_bounded n); lia).
      apply (some_in_intro _ _ _ (of_nat a)).
      { unfold within; unfold to_nat in *; pose proof (to_Z_bounded n); lia. }
      rewrite <- Bb, of_to_nat in E; exact E.
Qed.

Section CheckHeaps.
Context (h : heap_claim).

Notation V i := (at_index (heap_table h) i).

(* A move from a heap of n leads to the value x. *)
Definition some_part (n x : int) : bool :=
  some_move (digits h) (last_digit h) (x =? 0) (fun a => V a =? x) (fun a b => (V a) lxor (V b) =? x) n.

Definition check_heap (n : int) : bool :=
  if some_part n (V n) then false else all_in (fun x => some_part n x) 0 (V n).

(* The theorem about periods begins with heap 1. *)
Definition from : int := if preperiod h =? 0 then 1 else preperiod h.
Definition seen : int := 2 * from + period h + last_digit h.

Definition check_heaps : bool :=
  if small (preperiod h) then if small (period h) then if small (last_digit h) then
  if small (heaps h) then if 0 <? period h then if seen + period h <=? heaps h then
  if all_in check_heap 0 (heaps h) then
  all_in (fun n => V (n + period h) =? V n) (preperiod h) seen
  else false else false else false else false else false else false else false.

Definition table_value (n : nat) : nat := to_nat (V (of_nat n)).

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

Hypothesis small_last : small (last_digit h) = true.

Lemma some_part_spec (n x : int) :
  some_part n x = true <->
  exists p, In p (parts (code_of h) (to_nat (last_digit h)) (to_nat n)) /\ total table_value p = to_nat x.
Proof.
  unfold some_part; rewrite some_move_spec by exact small_last.
  split; intros [p [I E]]; exists p; (split; [exact I|]); apply in_parts in I;
    destruct I as [t [_ [[_ [_ [_ ->]]]|[[_ [_ [_ ->]]]|[_ [a [b [_ [_ [_ ->]]]]]]]]]]; simpl in *.
  - apply eqb_correct in E; now subst x.
  - apply eqb_correct in E; subst x; unfold total; simpl; now rewrite Nat.lxor_0_r.
  - apply eqb_correct in E; subst x; unfold total; simpl; now rewrite Nat.lxor_0_r, to_nat_lxor.
  - apply Uint63.eqb_spec, to_nat_inj; now rewrite <- E.
  - apply Uint63.eqb_spec, to_nat_inj; rewrite <- E; unfold total; simpl; now rewrite Nat.lxor_0_r.
  - apply Uint63.eqb_spec, to_nat_inj; rewrite <- E; unfold total; simpl; now rewrite Nat.lxor_0_r, to_nat_lxor.
Qed.

Lemma check_heap_at (n : int) :
  check_heap n = true -> heap_values_at (code_of h) (to_nat (last_digit h)) table_value (to_nat n).
Proof.
  unfold check_heap, heap_values_at; destruct (some_part n (V n)) eqn:S; [discriminate|]; intros A.
  assert (E : table_value (to_nat n) = to_nat (V n)) by (unfold table_value; now rewrite of_to_nat).
  rewrite E; split.
  - intros H; apply some_part_spec in H; rewrite H in S; discriminate S.
  - intros j J.
    assert (B : to_nat (of_nat j) = j)
      by (apply to_of_nat; pose proof (to_Z_bounded (V n)); unfold to_nat in J; lia).
    assert (W : within 0 (V n) (of_nat j))
      by (unfold within; pose proof (to_Z_bounded (of_nat j)); unfold to_nat in *; lia).
    pose proof (all_in_true _ _ _ A (of_nat j) W) as H; simpl in H.
    apply some_part_spec in H; rewrite B in H; exact H.
Qed.

End CheckHeaps.

(* If the checker says yes, the table has the values of heaps, and their period
   goes on forever. *)
Theorem check_heaps_correct (h : heap_claim) :
  check_heaps h = true ->
  exists G : nat -> nat,
    is_grundy (fun u : heap_game (code_of h) (to_nat (last_digit h)) => Some (total G u)) weight /\
    (forall n, (n < to_nat (heaps h))%nat -> G n = table_value h n) /\
    (forall n, (to_nat (preperiod h) <= n)%nat -> G (n + to_nat (period h))%nat = G n).
Proof.
  unfold check_heaps.
  destruct (small (preperiod h)) eqn:S0; [|discriminate].
  destruct (small (period h)) eqn:S1; [|discriminate].
  destruct (small (last_digit h)) eqn:S2; [|discriminate].
  destruct (small (heaps h)) eqn:S3; [|discriminate].
  destruct (0 <? period h) eqn:P; [|discriminate].
  destruct (seen h + period h <=? heaps h) eqn:Q; [|discriminate].
  destruct (all_in (check_heap h) 0 (heaps h)) eqn:A; [|discriminate]; intros R.
  set (G := heap_value (code_of h) (to_nat (last_digit h))).
  pose proof (heap_values_exist (code_of h) (to_nat (last_digit h))) as V.
  assert (F : (1 <= to_Z (from h) <= 1099511627776)%Z /\ (to_Z (preperiod h) <= to_Z (from h))%Z /\
              (to_Z (from h) = to_Z (preperiod h) \/ to_Z (from h) = 1 /\ to_Z (preperiod h) = 0)%Z).
  { unfold from, small in *; destruct (preperiod h =? 0) eqn:Z; lia. }
  assert (E : to_nat (seen h) = (2 * to_nat (from h) + to_nat (period h) + to_nat (last_digit h))%nat)
    by (unfold seen, small, to_nat in *; lia).
  assert (E' : (to_nat (seen h) + to_nat (period h) <= to_nat (heaps h))%nat)
    by (unfold seen, small, to_nat in *; lia).
  assert (less : (Z.of_nat (to_nat (heaps h)) < 9223372036854775808)%Z)
    by (pose proof (to_Z_bounded (heaps h)); unfold to_nat; lia).
  assert (K : forall n, (n < to_nat (heaps h))%nat -> G n = table_value h n).
  { apply (heap_values_agree (code_of h) (to_nat (last_digit h))); [intros n _; apply V|].
    intros n L; assert (B : to_nat (of_nat n) = n) by (apply to_of_nat; lia).
    rewrite <- B; apply check_heap_at; [exact S2|]; apply (all_in_true _ _ _ A).
    unfold within; pose proof (to_Z_bounded (of_nat n)); unfold to_nat in *; lia. }
  assert (X : forall n, (to_nat (preperiod h) <= n < to_nat (seen h))%nat ->
              G (n + to_nat (period h))%nat = G n).
  { intros n [L U]; assert (B : to_nat (of_nat n) = n) by (apply to_of_nat; lia).
    assert (W : within (preperiod h) (seen h) (of_nat n))
      by (unfold within; pose proof (to_Z_bounded (of_nat n)); unfold to_nat in *; lia).
    pose proof (all_in_true _ _ _ R (of_nat n) W) as X; simpl in X; apply eqb_correct in X.
    rewrite !K by lia; unfold table_value.
    replace (of_nat (n + to_nat (period h))) with (of_nat n + period h); [now rewrite X|].
    apply to_Z_inj; clear X W; unfold small, to_nat in *; unfold of_nat in *.
    rewrite of_Z_spec, Z.mod_small; [lia|]; change wB with 9223372036854775808%Z; lia. }
  exists G; split; [now apply heaps_are_nim_sums|]; split; [exact K|]; intros n L.
  destruct (le_lt_dec (to_nat (from h)) n) as [M|M].
  - apply (heaps_periodic (code_of h) (to_nat (last_digit h)) G (to_nat (from h)) _ V);
      [unfold to_nat; lia| |exact M].
    intros m [Lm Um]; apply X; rewrite E; split; [|exact Um]; unfold to_nat in *; lia.
  - apply X; split; [exact L|]; unfold to_nat in *; lia.
Qed.
