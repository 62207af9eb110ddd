(* Addition without carry [FY86, §5].

   Coq's [Nat.lxor] is the nim-sum of numbers. The one fact about it that games
   need is [nim_choice]: it says why a player can reach every smaller value by
   lowering one of two heaps. *)

Require Import List Arith Lia Bool.
From Grundy Require Import Digraph.

(* The highest bit in which two numbers differ decides which is smaller. *)
Lemma bit_lt (n x y : nat) :
  Nat.testbit x n = false -> Nat.testbit y n = true ->
  (forall m, n < m -> Nat.testbit x m = Nat.testbit y m) -> x < y.
Proof.
  intros Ex Ey E.
  assert (Q : x / 2 ^ S n = y / 2 ^ S n).
  { rewrite <- !Nat.shiftr_div_pow2; apply Nat.bits_inj; intros m.
    rewrite !Nat.shiftr_spec by lia; apply E; lia. }
  pose proof (Nat.testbit_spec' x n) as Sx; pose proof (Nat.testbit_spec' y n) as Sy.
  rewrite Ex in Sx; rewrite Ey in Sy; simpl Nat.b2n in *.
  assert (P : 2 ^ n <> 0) by (apply Nat.pow_nonzero; lia).
  rewrite Nat.pow_succ_r', (Nat.mul_comm 2), <- !Nat.div_div in Q by lia.
  pose proof (Nat.div_mod (x / 2 ^ n) 2 ltac:(lia)).
  pose proof (Nat.div_mod (y / 2 ^ n) 2 ltac:(lia)).
  assert (L : x / 2 ^ n < y / 2 ^ n) by lia.
  pose proof (Nat.div_mod x (2 ^ n) P); pose proof (Nat.div_mod y (2 ^ n) P).
  pose proof (Nat.mod_upper_bound x (2 ^ n) P).
  assert (2 ^ n * S (x / 2 ^ n) <= 2 ^ n * (y / 2 ^ n)) by (apply Nat.mul_le_mono_l; lia).
  rewrite Nat.mul_succ_r in *; lia.
Qed.

Lemma lt_bit (x y : nat) :
  x < y -> exists n, Nat.testbit x n = false /\ Nat.testbit y n = true /\
                     forall m, n < m -> Nat.testbit x m = Nat.testbit y m.
Proof.
  intros L; set (d := Nat.lxor x y); exists (Nat.log2 d).
  assert (D : d <> 0) by (intros E; apply Nat.lxor_eq in E; lia).
  pose proof (Nat.bit_log2 d D) as T; unfold d in T at 1; rewrite Nat.lxor_spec in T.
  assert (E : forall m, Nat.log2 d < m -> Nat.testbit x m = Nat.testbit y m).
  { intros m H; pose proof (Nat.bits_above_log2 d m H) as Z; unfold d in Z.
    rewrite Nat.lxor_spec in Z; now apply xorb_eq. }
  destruct (Nat.testbit x (Nat.log2 d)) eqn:X, (Nat.testbit y (Nat.log2 d)) eqn:Y;
    try discriminate T; auto.
  assert (y < x) by (apply (bit_lt (Nat.log2 d)); auto; intros; symmetry; auto); lia.
Qed.

Theorem nim_choice (a b c : nat) :
  c < Nat.lxor a b -> Nat.lxor b c < a \/ Nat.lxor a c < b.
Proof.
  intros L; destruct (lt_bit _ _ L) as [n [C [T E]]]; rewrite Nat.lxor_spec in T.
  destruct (Nat.testbit a n) eqn:A, (Nat.testbit b n) eqn:B; try discriminate T; [left|right];
    apply (bit_lt n); auto; try (rewrite Nat.lxor_spec, C; now rewrite ?A, ?B);
    intros m H; rewrite Nat.lxor_spec, (E m H), Nat.lxor_spec;
    destruct (Nat.testbit a m), (Nat.testbit b m); reflexivity.
Qed.

Lemma lxor_cancel (a b : nat) : Nat.lxor a (Nat.lxor a b) = b.
Proof. now rewrite <- Nat.lxor_assoc, Nat.lxor_nilpotent, Nat.lxor_0_l. Qed.

Lemma lxor_cancel_r (a b : nat) : Nat.lxor (Nat.lxor b a) a = b.
Proof. now rewrite Nat.lxor_assoc, Nat.lxor_nilpotent, Nat.lxor_0_r. Qed.

Lemma lxor_inj (a b c : nat) : Nat.lxor a b = Nat.lxor a c -> b = c.
Proof. intros H; rewrite <- (lxor_cancel a b), H; apply lxor_cancel. Qed.

Lemma lxor_inj_r (a b c : nat) : Nat.lxor b a = Nat.lxor c a -> b = c.
Proof. rewrite !(Nat.lxor_comm _ a); apply lxor_inj. Qed.
