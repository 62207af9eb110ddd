(* Why the checks of periods of heap games suffice: without saltus by [Heaps.v], and
   with a saltus by [Saltus.v]. *)

Require Import List ZArith Lia Bool Uint63.
Import ListNotations.
From Grundy Require Import Digraph Play Grundy Value NimSum Loops Rows Heaps Saltus CheckMoves CheckHeaps.
Local Open Scope uint63_scope.

(* Divisions are opaque to lia in this file: it need not reason about them. *)
Ltac Zify.zify_post_hook ::= idtac.

(* ---- integers as natural numbers ------------------------------------------------------- *)

(* Literals are integers of type Z: large numbers of type nat take too much memory. *)
Notation less n bound := (Z.of_nat n < bound)%Z (only parsing).
Notation limit := 9223372036854775808%Z.

Lemma Z_to_nat (x : int) : Z.of_nat (to_nat x) = to_Z x.
Proof. apply Z2Nat.id; apply to_Z_bounded. Qed.

Lemma to_nat_mul (x y : int) : less (to_nat x * to_nat y)%nat limit -> to_nat (x * y) = (to_nat x * to_nat y)%nat.
Proof.
  intros L; apply Nat2Z.inj; rewrite Z_to_nat, Nat2Z.inj_mul, !Z_to_nat in *.
  rewrite mul_spec; apply Z.mod_small; split; [|exact L].
  apply Z.mul_nonneg_nonneg; apply to_Z_bounded.
Qed.

Lemma to_nat_add (x y : int) : less (to_nat x + to_nat y)%nat limit -> to_nat (x + y) = (to_nat x + to_nat y)%nat.
Proof.
  intros L; apply Nat2Z.inj; rewrite Z_to_nat, Nat2Z.inj_add, !Z_to_nat in *.
  rewrite add_spec; apply Z.mod_small; split; [|exact L].
  apply Z.add_nonneg_nonneg; apply to_Z_bounded.
Qed.

Lemma to_nat_div (x y : int) : to_nat (x / y) = (to_nat x / to_nat y)%nat.
Proof.
  apply Nat2Z.inj; rewrite Nat2Z.inj_div, !Z_to_nat; apply div_spec.
Qed.

Lemma to_nat_mod (x y : int) : to_nat (x mod y) = (to_nat x mod to_nat y)%nat.
Proof.
  apply Nat2Z.inj; rewrite Nat2Z.inj_mod, !Z_to_nat; apply mod_spec.
Qed.

Lemma ltb_nat (x y : int) : (x <? y) = true <-> (to_nat x < to_nat y)%nat.
Proof. rewrite ltb_spec, <- !Z_to_nat; split; intros H; lia. Qed.

Lemma leb_nat (x y : int) : (x <=? y) = true <-> (to_nat x <= to_nat y)%nat.
Proof. rewrite leb_spec, <- !Z_to_nat; split; intros H; lia. Qed.

Lemma eqb_nat (x y : int) : (x =? y) = true <-> to_nat x = to_nat y.
Proof. rewrite Uint63.eqb_spec; split; [now intros ->|apply to_nat_inj]. Qed.

Lemma tiny_nat (x : int) : tiny x = true <-> less (to_nat x) 1048576%Z.
Proof. unfold tiny; rewrite ltb_spec, Z_to_nat; reflexivity. Qed.

Lemma is_odd_nat (x : int) : is_odd x = Nat.odd (to_nat x).
Proof.
  apply eq_true_iff_eq; unfold is_odd; rewrite eqb_nat, to_nat_mod; change (to_nat 2) with 2%nat.
  change (to_nat 1) with 1%nat; rewrite <- Nat.bit0_odd, Nat.bit0_eqb; now rewrite Nat.eqb_eq.
Qed.

Lemma one_shifted (x : int) : (x <? 20) = true ->
  to_nat (1 << x) = (2 ^ to_nat x)%nat /\ less (2 ^ to_nat x)%nat 1048576%Z.
Proof.
  intros L; apply ltb_nat in L; change (to_nat 20) with 20%nat in L.
  assert (B : less (2 ^ to_nat x)%nat 1048576%Z).
  { rewrite Nat2Z.inj_pow; change 1048576%Z with (2 ^ 20)%Z; apply Z.pow_lt_mono_r; lia. }
  split; [|exact B]; apply Nat2Z.inj; rewrite Z_to_nat, lsl_spec; change (to_Z 1) with 1%Z.
  rewrite Z.mul_1_l, <- Z_to_nat; change 2%Z with (Z.of_nat 2) at 1; rewrite <- Nat2Z.inj_pow.
  apply Z.mod_small; change wB with limit; lia.
Qed.

(* ---- arithmetic ------------------------------------------------------------------------- *)

Lemma multiple_le (a p : nat) : p <> 0%nat -> (a <= a * p)%nat.
Proof. intros N; destruct p as [|p]; [contradiction|]; rewrite Nat.mul_succ_r; lia. Qed.

Lemma residue (sum y n j w p : nat) : (w <= n < w + p)%nat -> (sum + y * p = n + j * p)%nat ->
  ((sum + w * (p - 1)) mod p = n - w)%nat.
Proof.
  intros W E; assert (Pp : p <> 0%nat) by lia.
  rewrite <- (Nat.mod_small (n - w) p) by lia.
  rewrite <- (Nat.mod_add (sum + w * (p - 1)) y p) by exact Pp.
  rewrite <- (Nat.mod_add (n - w) (j + w) p) by exact Pp.
  apply (f_equal (fun x => x mod p)%nat).
  rewrite Nat.mul_sub_distr_l, Nat.mul_1_r, Nat.mul_add_distr_r.
  assert (w <= w * p)%nat by (now apply multiple_le); lia.
Qed.

Lemma quotient (sum y n j p : nat) : (0 < p)%nat -> (n <= sum)%nat -> (sum + y * p = n + j * p)%nat ->
  exists d, (j = y + d)%nat /\ (sum - n = d * p)%nat /\ (d <= sum)%nat.
Proof.
  intros Pp L E; destruct (le_lt_dec y j) as [B|B].
  - exists (j - y)%nat; rewrite Nat.mul_sub_distr_r.
    assert ((j - y) <= (j - y) * p)%nat by (apply multiple_le; lia); rewrite Nat.mul_sub_distr_r in *.
    assert (y * p <= j * p)%nat by now apply Nat.mul_le_mono_r.
    lia.
  - assert (j * p < y * p)%nat by (apply Nat.mul_lt_mono_pos_r; lia); lia.
Qed.

Lemma product_less (a b : nat) (A B : Z) : less a A -> less b B -> less (a * b)%nat (A * B)%Z.
Proof. intros LA LB; rewrite Nat2Z.inj_mul; apply Z.mul_lt_mono_nonneg; lia. Qed.

(* A period holds if it does for one period of a multiple that holds. *)
Lemma one_period (f : nat -> nat) (low first p P s S : nat) :
  (forall n, first <= n -> f (n + P) = f n + S)%nat ->
  (forall n, low <= n < first + P -> f (n + p) = f n + s)%nat -> (low <= first)%nat -> (1 <= P)%nat ->
  forall n, (low <= n)%nat -> (f (n + p) = f n + s)%nat.
Proof.
  intros multiple seen L PP n; induction n as [n IH] using lt_wf_ind; intros B.
  destruct (lt_dec n (first + P)) as [C|C]; [now apply seen|].
  pose proof (IH (n - P)%nat ltac:(lia) ltac:(lia)) as I; pose proof (multiple (n - P)%nat ltac:(lia)) as J1.
  pose proof (multiple (n - P + p)%nat ltac:(lia)) as J2.
  replace (n - P + P)%nat with n in J1 by lia; replace (n - P + p + P)%nat with (n + p)%nat in J2 by lia; lia.
Qed.

Lemma even_odd (k : nat) : Nat.odd (2 * k) = false.
Proof. now rewrite Nat.odd_mul. Qed.

Section CheckSaltus.
Context (h : heap_claim).

Notation V i := (at_index (heap_table h) i).
Notation last := (last_digit h).
Notation digit t := (at_index (digits h) t).
Notation game_code := (code_of h).
Notation G := (heap_value (code_of h)).
Notation n0 := (from h).
Notation n1 := (window h).
Notation P := (P h).
Notation S := (S h).
Notation half := (half h).
Notation power := (power h).
Notation sigma := (sigma h).
Notation c := (to_nat (shift h)).

Lemma from_cases : (1 <= to_nat n0)%nat /\ (to_nat (preperiod h) <= to_nat n0)%nat /\
  (to_nat n0 = to_nat (preperiod h) \/ to_nat n0 = 1%nat /\ to_nat (preperiod h) = 0%nat).
Proof.
  unfold from; destruct (preperiod h =? 0) eqn:E.
  - apply eqb_nat in E; rewrite E; change (to_nat 1) with 1%nat; change (to_nat 0) with 0%nat; lia.
  - assert (to_nat (preperiod h) <> 0%nat); [|lia].
    intros Z; change 0%nat with (to_nat 0) in Z; apply eqb_nat in Z; rewrite Z in E; discriminate E.
Qed.

Record in_nat : Prop := InNat {
  P_even : to_nat P = (2 * to_nat half)%nat;
  S_odd : to_nat S = (to_nat sigma * 2 ^ c)%nat;
  power_is : to_nat power = (2 ^ c)%nat;
  sigma_odd : Nat.odd (to_nat sigma) = true;
  sigma_small : (to_nat sigma <= to_nat S)%nat;
  half_positive : (1 <= to_nat half)%nat;
  window_late : (to_nat n0 + to_nat last < to_nat n1)%nat;
  window_known : (to_nat n1 + 2 * to_nat P <= to_nat (heaps h))%nat;
  heaps_few : less (to_nat (heaps h)) 1048576%Z;
  S_small : less (to_nat S) 1048576%Z;
  saltus_small : less (to_nat (saltus h)) 1048576%Z;
  P_is : to_nat P = (to_nat (multiple h) * to_nat (period h))%nat;
  S_is : to_nat S = (to_nat (multiple h) * to_nat (saltus h))%nat;
  values_small : forall n, (n < to_nat (heaps h))%nat -> less (to_nat (V (of_nat n))) 1048576%Z
}.

Lemma product_small (a b : nat) : less a 1048576%Z -> less b 1048576%Z -> less (a * b)%nat 1099511627776%Z.
Proof. intros A B; rewrite Nat2Z.inj_mul; nia. Qed.

Lemma numbers_in_nat : check_numbers h = true -> in_nat.
Proof.
  unfold check_numbers; rewrite !andb_true_iff, !tiny_nat, !eqb_nat.
  intros [[[[[[[[[[[[[[[[T1 T2] T3] T4] T5] T6] T7] T8] T9] C] Hp] He] Sg] Od] La] Kn] Va].
  destruct (one_shifted _ C) as [Pw Pb]; fold power in Pw.
  pose proof from_cases as F.
  assert (Sd : to_nat sigma = (to_nat S / 2 ^ c)%nat).
  { unfold sigma; now rewrite to_nat_div, Pw. }
  assert (Pz : (2 ^ c <> 0)%nat) by now apply Nat.pow_nonzero.
  assert (Sl : (to_nat sigma <= to_nat S)%nat).
  { rewrite Sd; apply Nat.div_le_upper_bound; [exact Pz|].
    rewrite <- (Nat.mul_1_l (to_nat S)) at 1; apply Nat.mul_le_mono_r; lia. }
  rewrite is_odd_nat in Od; apply ltb_nat in Hp, La; apply leb_nat in Kn; change (to_nat 0) with 0%nat in *.
  rewrite to_nat_mul in Sg by (rewrite Pw; pose proof (product_small (to_nat sigma) (2 ^ c) ltac:(lia) Pb); lia).
  assert (Hd : to_nat half = (to_nat P / 2)%nat) by (unfold half; now rewrite to_nat_div).
  assert (Hl : (to_nat half <= to_nat P)%nat) by (rewrite Hd; apply Nat.div_le_upper_bound; lia).
  rewrite to_nat_mul in He by (change (to_nat 2) with 2%nat; lia); change (to_nat 2) with 2%nat in He.
  rewrite to_nat_add in La by lia.
  assert (E2 : to_nat (2 * P) = (2 * to_nat P)%nat).
  { rewrite to_nat_mul; change (to_nat 2) with 2%nat; [reflexivity|lia]. }
  rewrite to_nat_add in Kn by (rewrite E2; lia); rewrite E2 in Kn.
  rewrite Pw in Sg; constructor.
  - clear - He; lia.
  - symmetry; exact Sg.
  - exact Pw.
  - exact Od.
  - exact Sl.
  - exact Hp.
  - exact La.
  - exact Kn.
  - exact T5.
  - exact T8.
  - exact T3.
  - apply to_nat_mul; clear - T6 T2; pose proof (product_small _ _ T6 T2); lia.
  - apply to_nat_mul; clear - T6 T3; pose proof (product_small _ _ T6 T3); lia.
  - intros n L; apply tiny_nat, (all_in_true _ _ _ Va), within_nat.
    rewrite (to_of_nat_below n (heaps h)) by (clear - L; lia); change (to_nat 0) with 0%nat; clear - L; lia.
Qed.

Section Growth.
Hypothesis facts : in_nat.
Hypothesis known : forall n, (n < to_nat (heaps h))%nat -> G n = table_value h n.
Hypothesis tiny_last : less (to_nat last) 1048576%Z.

Lemma of_nat_known (n : nat) : (n < to_nat (heaps h))%nat -> to_nat (of_nat n) = n.
Proof. intros L; apply (to_of_nat_below n (heaps h)); lia. Qed.

Lemma value_at (n : nat) : (n < to_nat (heaps h))%nat -> to_nat (V (of_nat n)) = G n.
Proof. intros L; now rewrite known by exact L. Qed.

Lemma value_small (n : nat) : (n < to_nat (heaps h))%nat -> less (G n) 1048576%Z.
Proof. intros L; rewrite <- value_at by exact L; now apply (values_small facts). Qed.

Lemma total_known (q : list nat) (m : nat) : (list_sum q <= m)%nat -> (m < to_nat (heaps h))%nat ->
  total (table_value h) q = total G q.
Proof.
  intros L M; apply total_ext; intros a I; symmetry; apply known; pose proof (sum_member q a I); lia.
Qed.

Lemma low_nat (x : int) : to_nat (low_of h x) = low c (to_nat x).
Proof. unfold low_of; rewrite to_nat_mod, (power_is facts); reflexivity. Qed.

Lemma high_nat (x : int) : to_nat (high_of h x) = high c (to_nat x).
Proof. unfold high_of; rewrite to_nat_div, (power_is facts); reflexivity. Qed.

Lemma high_le (x : nat) : (high c x <= x)%nat.
Proof. rewrite (low_high c x) at 2; pose proof (power_positive c); nia. Qed.

Lemma end_nat : to_nat (n0 + P) = (to_nat n0 + to_nat P)%nat.
Proof.
  destruct facts; apply to_nat_add; lia.
Qed.

Lemma all_lists_spec (f : int -> int -> int -> bool) (b : nat) : forall sum low high,
  all_lists h f b sum low high = true ->
  (Z.of_nat (to_nat sum) + Z.of_nat b * 1048576 < limit)%Z ->
  (Z.of_nat (to_nat high) + Z.of_nat b * 1048576 < limit)%Z ->
  forall q, length q = b -> Forall (fun a => 1 <= a < to_nat n0 + to_nat P)%nat q ->
  exists sum' low' high',
    to_nat sum' = (to_nat sum + list_sum q)%nat /\
    to_nat low' = Nat.lxor (to_nat low) (low_sum c G q) /\
    to_nat high' = (to_nat high + high_sum c G q)%nat /\ f sum' low' high' = true.
Proof.
  induction b as [|b IH]; intros sum low high A Bs Bh q L F.
  - apply length_zero_iff_nil in L; subst q; exists sum, low, high.
    unfold low_sum, high_sum, total; simpl; rewrite Nat.lxor_0_r; repeat split; [lia|lia|exact A].
  - destruct q as [|a q]; [discriminate L|]; inversion_clear F as [|? ? Ba Bq]; injection L as L.
    assert (K : (a < to_nat (heaps h))%nat) by (destruct facts; lia).
    pose proof (of_nat_known a K) as E; pose proof (value_at a K) as Va; pose proof (value_small a K) as Vs.
    assert (Ks : less a 1048576%Z) by (destruct facts; lia).
    assert (W : within 1 (n0 + P) (of_nat a)).
    { apply within_nat; rewrite E, end_nat; change (to_nat 1) with 1%nat; lia. }
    cbn [all_lists] in A; pose proof (all_in_true _ _ _ A _ W) as N; cbv beta in N.
    pose proof (high_le (G a)) as Hl.
    assert (E1 : to_nat (sum + of_nat a) = (to_nat sum + a)%nat).
    { rewrite to_nat_add; rewrite E; [reflexivity|lia]. }
    assert (E2 : to_nat (high + high_of h (V (of_nat a))) = (to_nat high + Saltus.high c (G a))%nat).
    { rewrite to_nat_add; rewrite high_nat, Va; [reflexivity|lia]. }
    destruct (IH _ _ _ N ltac:(rewrite E1; lia) ltac:(rewrite E2; lia) q L Bq) as [s' [l' [h' [X1 [X2 [X3 X4]]]]]].
    exists s', l', h'; rewrite X1, X2, X3, E1, E2, to_nat_lxor, low_nat, Va.
    unfold low_sum, high_sum, total; simpl; rewrite Nat.lxor_assoc.
    split; [lia|]; split; [reflexivity|]; split; [lia|exact X4].
Qed.

Lemma check_sum_spec (sum low high : int) (n j y : nat) :
  (to_nat n1 <= n < to_nat n1 + to_nat P)%nat ->
  less (to_nat sum) 8388608%Z -> less (to_nat high) 8388608%Z ->
  (to_nat sum + y * to_nat P = n + j * to_nat P)%nat -> to_nat low = Saltus.low c (G n) ->
  Nat.Even (to_nat high + Saltus.high c (G n) + y + j) -> check_sum h sum low high = true ->
  (to_nat high + y * to_nat sigma < Saltus.high c (G n) + j * to_nat sigma)%nat.
Proof.
  intros W Bs Bh E Lo Ev; unfold check_sum; cbv zeta.
  set (m := n1 + (sum + n1 * (P - 1)) mod P).
  assert (Wk := window_known facts); assert (Few := heaps_few facts).
  assert (Ss := S_small facts); assert (Sg := sigma_small facts).
  assert (K : (n < to_nat (heaps h))%nat) by lia.
  assert (P1 : to_nat (P - 1) = (to_nat P - 1)%nat).
  { rewrite to_nat_sub; change (to_nat 1) with 1%nat; [reflexivity|lia]. }
  pose proof (product_small (to_nat n1) (to_nat P - 1) ltac:(lia) ltac:(lia)) as Pr.
  assert (M1 : to_nat (n1 * (P - 1)) = (to_nat n1 * (to_nat P - 1))%nat).
  { rewrite to_nat_mul; rewrite P1; [reflexivity|lia]. }
  assert (M2 : to_nat (sum + n1 * (P - 1)) = (to_nat sum + to_nat n1 * (to_nat P - 1))%nat).
  { rewrite to_nat_add; rewrite M1; [reflexivity|lia]. }
  pose proof (residue _ _ _ _ _ _ W E) as M3.
  assert (Em : to_nat m = n).
  { unfold m; rewrite to_nat_add; rewrite to_nat_mod, M2, M3; lia. }
  assert (Om : m = of_nat n) by (rewrite <- Em; symmetry; apply of_to_nat).
  assert (Vm : to_nat (V m) = G n) by (rewrite Om; now apply value_at).
  clearbody m; pose proof (high_le (G n)) as Hl; pose proof (value_small n K) as Vs.
  assert (low =? low_of h (V m) = true) as -> by (apply eqb_nat; now rewrite low_nat, Vm).
  assert (Ht : to_nat (high_of h (V m)) = Saltus.high c (G n)) by now rewrite high_nat, Vm.
  destruct Ev as [e Ev].
  destruct (m <=? sum) eqn:C.
  - apply leb_nat in C; rewrite Em in C.
    destruct (quotient (to_nat sum) y n j (to_nat P)) as [d [-> [D' Dl]]]; [lia|exact C|exact E|].
    assert (D : to_nat ((sum - m) / P) = d).
    { rewrite to_nat_div, to_nat_sub by (rewrite Em; exact C); rewrite Em, D'; apply Nat.div_mul; lia. }
    pose proof (product_less d (to_nat sigma) 8388608 1048576 ltac:(lia) ltac:(lia)) as Pd.
    clear E D' M1 M2 M3 Pr; generalize dependent ((sum - m) / P); intros x D.
    assert (Q : to_nat (high + high_of h (V m) + x) = (2 * (e - y))%nat).
    { rewrite to_nat_add; rewrite to_nat_add; rewrite ?D, Ht; lia. }
    rewrite is_odd_nat, Q, even_odd; intros X; apply ltb_nat in X.
    rewrite to_nat_add in X; rewrite to_nat_mul in *; rewrite ?D, ?Ht in *; lia.
  - assert (C' : (to_nat sum < n)%nat).
    { destruct (le_lt_dec n (to_nat sum)) as [Y|Y]; [|exact Y]; rewrite <- Em in Y.
      apply leb_nat in Y; rewrite Y in C; discriminate C. }
    destruct (quotient n j (to_nat sum) y (to_nat P)) as [d [-> [D' Dl]]]; [lia|lia|symmetry; exact E|].
    assert (D : to_nat ((m - sum) / P) = d).
    { rewrite to_nat_div, to_nat_sub by (rewrite Em; lia); rewrite Em, D'; apply Nat.div_mul; lia. }
    pose proof (product_less d (to_nat sigma) 8388608 1048576 ltac:(lia) ltac:(lia)) as Pd.
    clear E D' M1 M2 M3 Pr; generalize dependent ((m - sum) / P); intros x D.
    assert (Q : to_nat (high + high_of h (V m) + x) = (2 * (e - j))%nat).
    { rewrite to_nat_add; rewrite to_nat_add; rewrite ?D, Ht; lia. }
    rewrite is_odd_nat, Q, even_odd; intros X; apply ltb_nat in X.
    rewrite to_nat_add in X; rewrite to_nat_mul in *; rewrite ?D, ?Ht in *; lia.
Qed.

(* ---- moves ------------------------------------------------------------------------------- *)

Lemma last_nat : to_nat (last + 1) = Datatypes.S (to_nat last).
Proof. rewrite to_nat_add; change (to_nat 1) with 1%nat; lia. Qed.

Lemma some_taken_spec (bs : list nat) (left : nat -> int -> bool) (n : int) : some_taken h bs left n = true ->
  (to_nat last <= to_nat n)%nat ->
  exists t b m, (t <= to_nat last)%nat /\ In b bs /\ code_of h t b = true /\
    (t + to_nat m = to_nat n)%nat /\ left b m = true.
Proof.
  intros H L; apply some_in_true in H; destruct H as [t [W H]]; apply within_nat in W; rewrite last_nat in W.
  apply existsb_exists in H; destruct H as [b [B H]].
  destruct (digit_allows (digit t) b) eqn:A; [|discriminate H].
  exists (to_nat t), b, (n - t); rewrite code_of_at, of_to_nat by lia.
  rewrite to_nat_sub by lia; repeat split; auto; lia.
Qed.

Lemma some_equal_spec (left : int -> bool) (m : int) : some_equal left m = true -> less (to_nat m) 1048576%Z ->
  exists e m', (1 <= e)%nat /\ (e + e + to_nat m' = to_nat m)%nat /\ left m' = true.
Proof.
  intros H L; apply some_in_true in H; destruct H as [e [W H]]; apply within_nat in W.
  change (to_nat 1) with 1%nat in W.
  pose proof (Nat.div_mod (to_nat m) 2 ltac:(lia)) as D; pose proof (Nat.mod_upper_bound (to_nat m) 2 ltac:(lia)) as U.
  rewrite to_nat_add in W by (rewrite to_nat_div; change (to_nat 2) with 2%nat; change (to_nat 1) with 1%nat; lia).
  rewrite to_nat_div in W; change (to_nat 2) with 2%nat in W; change (to_nat 1) with 1%nat in W.
  assert (E : to_nat (2 * e) = (2 * to_nat e)%nat).
  { rewrite to_nat_mul; change (to_nat 2) with 2%nat; lia. }
  exists (to_nat e), (m - 2 * e); rewrite to_nat_sub by (rewrite E; lia); rewrite E.
  repeat split; [lia|lia|exact H].
Qed.

Lemma some_growing_spec (b : nat) (v m : int) : some_growing h b v m = true ->
  (to_nat m < to_nat (heaps h))%nat ->
  exists a q, (to_nat n0 <= a)%nat /\ (a + list_sum q = to_nat m)%nat /\ length q = b /\ Forall (le 1) q /\
    (total G q < 2 ^ c)%nat /\ total G (a :: q) = to_nat v.
Proof.
  intros H K; apply some_in_true in H; destruct H as [a [W H]]; apply within_nat in W.
  assert (Few := heaps_few facts).
  rewrite to_nat_add in W by (change (to_nat 1) with 1%nat; lia); change (to_nat 1) with 1%nat in W.
  cbv zeta in H; destruct (V a lxor v <? power) eqn:B; [|discriminate H].
  apply ltb_nat in B; rewrite (power_is facts) in B.
  apply some_heaps_spec in H; destruct H as [q [Lq [Fq [Sq Tq]]]]; rewrite to_nat_sub in Sq by lia.
  assert (T : total (table_value h) q = total G q) by (apply (total_known q (to_nat m)); lia).
  exists (to_nat a), q; rewrite <- T, Tq; split; [lia|]; split; [lia|]; split; [exact Lq|]; split; [exact Fq|].
  split; [exact B|]; unfold total in *; simpl; rewrite <- T, Tq, to_nat_lxor.
  rewrite <- (value_at (to_nat a)), of_to_nat by lia; apply lxor_cancel.
Qed.

Lemma some_free_spec (least n v : int) : some_free h least n v = true ->
  (to_nat last <= to_nat n < to_nat (heaps h))%nat ->
  free_end h = true /\ exists a, (to_nat least <= a)%nat /\ (a + to_nat last < to_nat n)%nat /\ G a = to_nat v.
Proof.
  unfold some_free; destruct (free_end h); [|discriminate]; intros H L; split; [reflexivity|].
  apply some_in_true in H; destruct H as [a [W H]]; apply within_nat in W; rewrite to_nat_sub in W by lia.
  apply eqb_nat in H; exists (to_nat a); rewrite <- (value_at (to_nat a)), of_to_nat by lia.
  repeat split; [lia|lia|exact H].
Qed.

Lemma equal_part (n t e b : nat) (q : list nat) : (t <= to_nat last < n)%nat ->
  code_of h t b = true -> (2 + length q = b)%nat -> (b <= most_left)%nat -> (1 <= e)%nat -> Forall (le 1) q ->
  (t + (e + e + list_sum q) = n)%nat -> In (e :: e :: q) (parts game_code n).
Proof.
  intros T A L B E F S; apply in_parts; exists t; simpl; subst b.
  split; [lia|]; split; [exact A|]; split; [exact B|]; split; [|lia].
  constructor; [exact E|constructor; [exact E|exact F]].
Qed.

Lemma check_lasting_spec (n v : int) : check_lasting h n v = true ->
  (to_nat last < to_nat n < to_nat (heaps h))%nat ->
  lasting game_code (to_nat last) (free_end h) G (to_nat n) (to_nat v).
Proof.
  intros H L; assert (Few := heaps_few facts); unfold check_lasting in H.
  destruct (some_taken h _ _ n) eqn:T; [clear H; left|right].
  - apply some_taken_spec in T; [|lia]; destruct T as [t [b [m [Lt [Ib [A [Em H]]]]]]].
    apply some_equal_spec in H; [|lia]; destruct H as [e [m' [Pe [Ee H]]]].
    apply some_heaps_spec in H; destruct H as [q [Lq [Fq [Sq Tq]]]].
    exists e, q; split.
    + simpl in Ib; apply (equal_part _ t e b); first [exact A|exact Fq|unfold most_left; lia].
    + rewrite <- Tq; symmetry; apply (total_known q (to_nat n)); lia.
  - apply some_free_spec in H; [|lia]; destruct H as [F [a [_ [A E]]]]; split; [exact F|now exists a].
Qed.

Lemma check_lasting_and_growing_spec (n v : int) : check_lasting_and_growing h n v = true ->
  (to_nat last < to_nat n < to_nat (heaps h))%nat ->
  lasting_and_growing game_code (to_nat last) (free_end h) G (to_nat n0) c (to_nat n) (to_nat v).
Proof.
  intros H L; assert (Few := heaps_few facts); unfold check_lasting_and_growing in H.
  destruct (some_taken h _ _ n) eqn:T; [clear H; left|right].
  - apply some_taken_spec in T; [|lia]; destruct T as [t [b [m [Lt [Ib [A [Em H]]]]]]].
    apply some_equal_spec in H; [|lia]; destruct H as [e [m' [Pe [Ee H]]]].
    apply some_growing_spec in H; [|lia]; destruct H as [a [q [La [Sq [Lq [Fq [Tq X]]]]]]].
    exists e, a, q; split; [|split; [exact La|split; [exact Tq|exact X]]].
    destruct from_cases as [From _].
    simpl in Ib; apply (equal_part _ t e b);
      first [exact A|constructor; [lia|exact Fq]|simpl; unfold most_left; lia].
  - apply some_free_spec in H; [|lia]; destruct H as [F [a [Na [A E]]]]; split; [exact F|now exists a].
Qed.

Lemma check_growing_spec (n v : int) : check_growing h n v = true ->
  (to_nat n0 + to_nat last < to_nat n < to_nat (heaps h))%nat ->
  growing game_code G (to_nat n0) c (to_nat n) (to_nat v).
Proof.
  intros H L; assert (Few := heaps_few facts); unfold check_growing in H.
  destruct from_cases as [From _]; pose proof (power_positive c) as Pc.
  destruct (some_taken h _ _ n) eqn:T; [clear H|].
  - apply some_taken_spec in T; [|lia]; destruct T as [t [b [m [Lt [Ib [A [Em H]]]]]]].
    apply some_growing_spec in H; [|lia]; destruct H as [a [q [La [Sq [Lq [Fq [Tq X]]]]]]].
    exists a, q; split; [|split; [exact La|split; [exact Tq|exact X]]].
    simpl in Ib; apply in_parts; exists t; simpl; rewrite Lq.
    assert (Datatypes.S (b - 1) = b) as -> by lia.
    split; [lia|]; split; [exact A|]; split; [unfold most_left; lia|]; split; [constructor; [lia|exact Fq]|lia].
  - destruct (some_in _ 1 (last + 1)) eqn:U; [clear H|].
    + apply some_in_true in U; destruct U as [t [W U]]; apply within_nat in W; rewrite last_nat in W.
      change (to_nat 1) with 1%nat in W; destruct (digit_allows (digit t) 1) eqn:A; [|discriminate U].
      apply eqb_nat in U; exists (to_nat (n - t)), []; rewrite to_nat_sub by lia; split; [|split; [lia|split]].
      * apply in_parts; exists (to_nat t); simpl; rewrite code_of_at, of_to_nat by lia.
        split; [lia|]; split; [exact A|]; split; [unfold most_left; lia|]; split; [constructor; [lia|constructor]|lia].
      * unfold total; simpl; lia.
      * unfold total; simpl; rewrite Nat.lxor_0_r, <- U, <- (to_nat_sub n t) by lia.
        rewrite <- value_at, of_to_nat; [reflexivity|rewrite to_nat_sub; lia].
    + apply some_free_spec in H; [|lia]; destruct H as [F [a [Na [A E]]]]; exists a, [].
      split; [|split; [exact Na|split; [unfold total; simpl; lia|]]].
      * apply in_parts; exists (to_nat n - a)%nat; simpl; unfold code_of; rewrite code_after, F by lia.
        split; [lia|]; split; [reflexivity|]; split; [unfold most_left; lia|].
        split; [constructor; [lia|constructor]|lia].
      * unfold total; simpl; rewrite Nat.lxor_0_r; exact E.
Qed.

(* ---- the theorem --------------------------------------------------------------------------- *)

Hypothesis small_heaps : small (heaps h) = true.
Hypothesis right_values : all_in (check_heap h) 0 (heaps h) = true.
Hypothesis small_last : small last = true.

Lemma window_within (n : nat) : (to_nat n1 <= n < to_nat n1 + to_nat P)%nat ->
  (n < to_nat (heaps h))%nat /\ to_nat (of_nat n) = n /\ within n1 (n1 + P) (of_nat n).
Proof.
  intros W; assert (Wk := window_known facts); assert (Few := heaps_few facts).
  assert (K : (n < to_nat (heaps h))%nat) by lia; split; [exact K|]; split; [now apply of_nat_known|].
  apply within_nat; rewrite of_nat_known by exact K; rewrite to_nat_add by lia; lia.
Qed.

Lemma S_nat : to_nat S <> 0%nat.
Proof.
  rewrite (S_odd facts); pose proof (power_positive c); pose proof (sigma_odd facts) as O.
  destruct (to_nat sigma); [discriminate O|]; simpl; lia.
Qed.

Lemma check_singles_spec (n a j : nat) : all_in (check_singles h) n1 (n1 + P) = true -> free_end h = true ->
  (to_nat n1 <= n < to_nat n1 + to_nat P)%nat -> (a < to_nat n0 + to_nat P)%nat ->
  G a <> (G n + j * to_nat S)%nat.
Proof.
  intros A F W La E; destruct (window_within n W) as [K [On Wn]].
  assert (Wk := window_known facts); assert (Few := heaps_few facts); assert (Wl := window_late facts).
  assert (Ka : (a < to_nat (heaps h))%nat) by lia.
  pose proof (all_in_true _ _ _ A _ Wn) as X; unfold check_singles in X; rewrite F in X.
  assert (Wa : within 0 (n0 + P) (of_nat a)).
  { apply within_nat; rewrite of_nat_known, end_nat by exact Ka; change (to_nat 0) with 0%nat; lia. }
  pose proof (all_in_true _ _ _ X _ Wa) as Y; cbv beta in Y.
  assert (V (of_nat n) <=? V (of_nat a) = true) as Z.
  { apply leb_nat; rewrite !value_at by assumption; lia. }
  rewrite Z in Y; apply negb_true_iff in Y.
  assert ((V (of_nat a) - V (of_nat n)) mod S =? 0 = true) as Q; [|rewrite Q in Y; discriminate Y].
  apply eqb_nat; rewrite to_nat_mod, to_nat_sub by now apply leb_nat.
  rewrite !value_at, E by assumption; replace (G n + j * to_nat S - G n)%nat with (j * to_nat S)%nat by lia.
  apply Nat.mod_mul, S_nat.
Qed.

Lemma check_lists_spec : check_lists h = true -> forall n q t j y,
  (to_nat n1 <= n < to_nat n1 + to_nat P)%nat -> Forall (fun a => 1 <= a < to_nat n0 + to_nat P)%nat q ->
  (2 <= length q <= most_left)%nat -> code_of h t (length q) = true -> (t <= to_nat last)%nat ->
  (list_sum q + t + y * to_nat P = n + j * to_nat P)%nat -> low_sum c G q = Saltus.low c (G n) ->
  Nat.Even (high_sum c G q + Saltus.high c (G n) + y + j) ->
  (high_sum c G q + y * to_nat sigma < Saltus.high c (G n) + j * to_nat sigma)%nat.
Proof.
  intros H n q t j y W F B A T E Lo Ev; unfold check_lists in H; rewrite forallb_forall in H.
  assert (I : In (length q) [2; 3; 4; 5]%nat) by (unfold most_left in B; simpl; lia).
  specialize (H _ I); rewrite code_of_at in A by exact T.
  assert (Wt := (digit_within (last_digit h) t small_last T)).
  assert (some_digit_allows h (length q) = true) as Z by (exact (some_in_intro _ _ _ _ Wt A)).
  rewrite Z in H; unfold most_left in B.
  destruct (all_lists_spec _ _ _ _ _ H ltac:(change (to_nat 0) with 0%nat; lia)
              ltac:(change (to_nat 0) with 0%nat; lia) q eq_refl F) as [s' [l' [h' [X1 [X2 [X3 X4]]]]]].
  change (to_nat 0) with 0%nat in *; rewrite Nat.lxor_0_l in X2; simpl in X1, X3.
  pose proof (all_in_true _ _ _ X4 _ Wt) as X; cbv beta in X; rewrite A in X.
  pose proof (to_of_nat_below t last T) as Ot.
  assert (Wk := window_known facts); assert (Few := heaps_few facts); assert (Wl := window_late facts).
  assert (bounds : (Z.of_nat (list_sum q) <= Z.of_nat (length q) * 1048576)%Z /\
                   (Z.of_nat (high_sum c G q) <= Z.of_nat (length q) * 1048576)%Z).
  { clear - F Wk Few Wl facts known tiny_last; induction F as [|a q Ba F [I1 I2]]; [split; apply Z.le_refl|].
    pose proof (value_small a ltac:(lia)); pose proof (high_le (G a)).
    change (list_sum (a :: q)) with (a + list_sum q)%nat.
    change (high_sum c G (a :: q)) with (Saltus.high c (G a) + high_sum c G q)%nat.
    change (length (a :: q)) with (1 + length q)%nat; split; lia. }
  assert (Ss : to_nat (s' + of_nat t) = (list_sum q + t)%nat) by (rewrite to_nat_add; rewrite X1, Ot; lia).
  rewrite <- X3 in *; apply (check_sum_spec (s' + of_nat t) l' h' n j y); auto.
  - rewrite Ss; lia.
  - lia.
  - rewrite Ss; lia.
  - now rewrite X2.
Qed.

Lemma growth : check_seen h = true -> check_lists h = true ->
  all_in (check_singles h) n1 (n1 + P) = true -> all_in (check_moves h) n1 (n1 + P) = true ->
  forall n, (to_nat n0 <= n)%nat -> G (n + to_nat P)%nat = (G n + to_nat S)%nat.
Proof.
  intros Seen Lists Singles Moves.
  unfold check_seen in Seen; apply andb_true_iff in Seen; destruct Seen as [Seen _].
  assert (Wk := window_known facts); assert (Few := heaps_few facts); assert (Wl := window_late facts).
  assert (Ss := S_small facts).
  assert (moves : forall n v, (to_nat n1 <= n < to_nat n1 + to_nat P)%nat ->
            (to_nat S <= G n)%nat /\ ((v < G n)%nat ->
              (v + to_nat S < G n)%nat /\ check_lasting h (of_nat n + P) (of_nat v) = true \/
              (G n <= v + to_nat S)%nat /\ check_lasting_and_growing h (of_nat n + P) (of_nat v) = true /\
                check_growing h (of_nat n) (of_nat v) = true)).
  { intros n v W; destruct (window_within n W) as [K [On Wn]]; pose proof (value_small n K) as Vs.
    pose proof (all_in_true _ _ _ Moves _ Wn) as M; unfold check_moves in M; apply andb_true_iff in M.
    destruct M as [Le M]; apply leb_nat in Le; rewrite value_at in Le by exact K; split; [exact Le|]; intros Lv.
    assert (Ov : to_nat (of_nat v) = v) by (apply to_of_nat; lia).
    assert (Wv : within 0 (V (of_nat n)) (of_nat v)).
    { apply within_nat; rewrite Ov, value_at by exact K; change (to_nat 0) with 0%nat; lia. }
    pose proof (all_in_true _ _ _ M _ Wv) as X; cbv beta in X.
    assert (Sum : to_nat (of_nat v + S) = (v + to_nat S)%nat) by (rewrite to_nat_add; rewrite Ov; lia).
    destruct (of_nat v + S <? V (of_nat n)) eqn:C; [left|right].
    - apply ltb_nat in C; rewrite Sum, value_at in C by exact K; auto.
    - split.
      + destruct (le_lt_dec (G n) (v + to_nat S)) as [Y|Y]; [exact Y|exfalso].
        rewrite <- Sum, <- value_at in Y by exact K; apply ltb_nat in Y; rewrite Y in C; discriminate C.
      + destruct (check_lasting_and_growing h _ _); [split; [reflexivity|exact X]|discriminate X]. }
  assert (later : forall n, (to_nat n1 <= n < to_nat n1 + to_nat P)%nat ->
            to_nat (of_nat n + P) = (n + to_nat P)%nat).
  { intros n W; destruct (window_within n W) as [_ [On _]]; rewrite to_nat_add; rewrite On; lia. }
  assert (small_v : forall n v, (to_nat n1 <= n < to_nat n1 + to_nat P)%nat -> (v < G n)%nat ->
            to_nat (of_nat v) = v).
  { intros n v W Lv; pose proof (value_small n ltac:(lia)); apply to_of_nat; lia. }
  assert (repeated : forall n, (to_nat n0 <= n < to_nat n1 + to_nat P)%nat ->
            G (n + to_nat P)%nat = (G n + to_nat S)%nat).
  { intros n B; apply (repeats h small_last small_heaps right_values P n0 (n1 + P) S Seen).
    - rewrite to_nat_add by lia; lia.
    - intros m K; pose proof (values_small facts m K); apply to_nat_add; lia.
    - rewrite to_nat_add by lia; exact B. }
  pose proof from_cases as [From _].
  rewrite (P_even facts) in *; rewrite (S_odd facts) in *.
  apply (heaps_grow game_code (to_nat last) (free_end h) G (to_nat n0) (to_nat half) (to_nat sigma) c (to_nat n1)).
  - apply heap_values_exist.
  - intros t b L; unfold code_of; now apply code_after.
  - exact (half_positive facts).
  - exact From.
  - exact (sigma_odd facts).
  - exact Wl.
  - exact repeated.
  - intros F n a j W La; rewrite <- (S_odd facts); apply check_singles_spec; auto; now rewrite (P_even facts).
  - intros n q t j y W F B A E Lo Ev; rewrite <- (P_even facts) in *.
    destruct (le_lt_dec t (to_nat last)) as [T|T].
    + now apply (check_lists_spec Lists n q t j y).
    + unfold code_of in A; rewrite code_after in A by exact T; apply andb_true_iff in A; destruct A as [_ A].
      apply Nat.leb_le in A; lia.
  - intros n W; now apply (moves n 0%nat).
  - intros n v W L; destruct (moves n v W) as [_ M]; destruct (M ltac:(lia)) as [[_ X]|[X _]]; [|lia].
    apply check_lasting_spec in X; rewrite later in * by exact W; [|lia].
    now rewrite (small_v n v W ltac:(lia)) in X.
  - intros n v W [L1 L2]; destruct (moves n v W) as [_ M]; destruct (M ltac:(lia)) as [[X _]|[_ [X _]]]; [lia|].
    apply check_lasting_and_growing_spec in X; rewrite later in * by exact W; [|lia].
    now rewrite (small_v n v W ltac:(lia)) in X.
  - intros n v W [L1 L2]; destruct (moves n v W) as [_ M]; destruct (M ltac:(lia)) as [[X _]|[_ [_ X]]]; [lia|].
    assert (On : to_nat (of_nat n) = n) by (apply of_nat_known; lia).
    apply check_growing_spec in X; rewrite On in *; [|lia].
    now rewrite (small_v n v W ltac:(lia)) in X.
Qed.

End Growth.

(* ---- periods without saltus ------------------------------------------------------------------ *)

Lemma small_nat (x : int) : small x = true <-> less (to_nat x) 1099511627776%Z.
Proof. unfold small; rewrite ltb_spec, Z_to_nat; reflexivity. Qed.

Lemma ordinary : small (preperiod h) = true -> small (period h) = true -> small last = true ->
  small (heaps h) = true -> all_in (check_heap h) 0 (heaps h) = true -> saltus h = 0 ->
  check_ordinary h = true ->
  forall n, (to_nat (preperiod h) <= n)%nat -> G (n + to_nat (period h))%nat = G n.
Proof.
  intros S0 S1 S2 S3 A Z H; unfold check_ordinary in H.
  destruct (free_end h) eqn:F; [discriminate H|].
  destruct (seen h + period h <=? heaps h) eqn:B; [|discriminate H]; apply leb_nat in B.
  destruct (most_heaps_spec h S2) as [M code_few], from_cases as [F1 [F2 F3]].
  pose proof (proj1 (small_nat _) S0); pose proof (proj1 (small_nat _) S1).
  pose proof (proj1 (small_nat _) S2); pose proof (proj1 (small_nat _) S3).
  set (m := most_heaps h) in *; unfold most_left in M.
  assert (Om : to_nat (few m) = m) by (do 6 (destruct m as [|m]; [try lia; reflexivity|]); lia).
  assert (E1 : to_nat (n0 + period h) = (to_nat n0 + to_nat (period h))%nat) by (apply to_nat_add; lia).
  assert (E2 : to_nat (few m * (n0 + period h)) = (m * (to_nat n0 + to_nat (period h)))%nat).
  { rewrite to_nat_mul; rewrite Om, E1; [reflexivity|]; rewrite Nat2Z.inj_mul; nia. }
  assert (Split : (m * (to_nat n0 + to_nat (period h)) =
                   m * to_nat n0 + (m - 1) * to_nat (period h) + to_nat (period h))%nat)
    by (destruct m; [lia|]; simpl; rewrite Nat.sub_0_r; lia).
  assert (Top : less (m * (to_nat n0 + to_nat (period h)))%nat 21990232555520%Z) by (rewrite Nat2Z.inj_mul; nia).
  remember ((m - 1) * to_nat (period h))%nat as most eqn:Em; rewrite Split in E2, Top.
  assert (E3 : to_nat (seen h) = (m * to_nat n0 + most + to_nat last)%nat).
  { unfold seen; fold m; rewrite to_nat_add; rewrite to_nat_sub; rewrite E2; lia. }
  rewrite to_nat_add in B by lia.
  assert (X : forall n, (to_nat (preperiod h) <= n < to_nat (seen h))%nat -> G (n + to_nat (period h))%nat = G n).
  { intros n L; rewrite (repeats h S2 S3 A (period h) (preperiod h) (seen h) (saltus h) H) by
      (try exact L; try lia; intros k _; rewrite Z; rewrite to_nat_add; change (to_nat 0) with 0%nat;
       pose proof (to_Z_bounded (V (of_nat k))); rewrite <- Z_to_nat in *; change wB with limit in *; lia).
    rewrite Z; change (to_nat 0) with 0%nat; lia. }
  intros n L; destruct (le_lt_dec (to_nat n0) n) as [Ge|Lt].
  - apply (heaps_periodic game_code G (to_nat last) m (to_nat n0)); [apply heap_values_exist| |lia|lia| |exact Ge].
    + intros t b [T|T]; unfold code_of.
      * destruct (le_lt_dec t (to_nat last)) as [Y|Y]; [lia|]; now rewrite code_after, F by exact Y.
      * destruct (le_lt_dec t (to_nat last)) as [Y|Y]; [now apply code_few|].
        now rewrite code_after, F by exact Y.
    + intros k Lk; rewrite <- Em in Lk; apply X; rewrite E3; lia.
  - apply X; rewrite E3; split; [exact L|]; assert (1 * to_nat n0 <= m * to_nat n0)%nat by (apply Nat.mul_le_mono_r; lia); lia.
Qed.

End CheckSaltus.

(* If the checker says yes, the table has the values of heaps, and their period
   goes on forever. *)
Theorem check_heaps_correct (h : heap_claim) :
  check_heaps h = true ->
  exists G : nat -> nat,
    is_grundy (fun u : heap_game (code_of h) => Some (total G u)) weight /\
    (forall n, (n < to_nat (heaps h))%nat -> G n = table_value h n) /\
    (forall n, (to_nat (preperiod h) <= n)%nat ->
       G (n + to_nat (period h))%nat = (G n + to_nat (saltus h))%nat).
Proof.
  unfold check_heaps; rewrite !andb_true_iff; intros [[[[[[S0 S1] S2] S3] Pp] A] C].
  pose proof (known h S2 A) as K.
  exists (heap_value (code_of h)); split; [apply heaps_are_nim_sums, heap_values_exist|].
  split; [exact K|]; destruct (saltus h =? 0) eqn:Z.
  - apply eqb_correct in Z; intros n L; rewrite (ordinary h S0 S1 S2 S3 A Z C n L), Z.
    change (to_nat 0) with 0%nat; lia.
  - unfold check_growth in C; rewrite !andb_true_iff in C; destruct C as [[[[N Seen] Lists] Singles] Moves].
    pose proof (numbers_in_nat h N) as facts.
    assert (T : less (to_nat (last_digit h)) 1048576%Z).
    { apply tiny_nat; unfold check_numbers in N; rewrite !andb_true_iff in N; tauto. }
    pose proof (growth h facts K T S3 A S2 Seen Lists Singles Moves) as grow.
    assert (Wk := window_known h facts); assert (Few := heaps_few h facts); assert (Wl := window_late h facts).
    assert (Ss := saltus_small h facts); destruct (from_cases h) as [F1 [F2 F3]].
    apply ltb_nat in Pp; change (to_nat 0) with 0%nat in Pp.
    assert (period_le : (to_nat (period h) <= to_nat (P h))%nat).
    { assert (Hp := half_positive h facts); assert (Pe := P_even h facts); assert (Pi := P_is h facts).
      destruct (to_nat (multiple h)); [lia|]; simpl in Pi; lia. }
    apply (one_period _ (to_nat (preperiod h)) (to_nat (from h)) (to_nat (period h)) (to_nat (P h)) _ _ grow).
    + intros n B; unfold check_seen in Seen; apply andb_true_iff in Seen; destruct Seen as [_ Seen].
      apply (repeats h S2 S3 A (period h) (preperiod h) (from h + P h) (saltus h) Seen).
      * rewrite to_nat_add by lia; lia.
      * intros k Lk; pose proof (values_small h facts k Lk); apply to_nat_add; lia.
      * rewrite to_nat_add by lia; exact B.
    + exact F2.
    + lia.
Qed.
