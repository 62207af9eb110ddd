(* A function that checks Definition 1 at one position, for small examples. *)

Require Import List Arith Lia Bool.
Import ListNotations.
From Grundy Require Import Digraph Play Grundy.

Section Decide.
Context {g : digraph} (G : g -> number) (c : g -> nat).

Definition number_eqb (x y : number) : bool := if number_eq_dec x y then true else false.

Lemma number_eqb_true (x y : number) : number_eqb x y = true <-> x = y.
Proof. unfold number_eqb; destruct (number_eq_dec x y); split; congruence. Qed.

Definition has_value (u : g) (k : nat) : bool :=
  existsb (fun v => number_eqb (G v) (Some k)) (moves u).

Lemma has_value_true (u : g) (k : nat) : has_value u k = true <-> values G u k.
Proof.
  unfold has_value; rewrite existsb_exists; split; intros [v [F E]]; exists v; split; auto;
    now apply number_eqb_true.
Qed.

Lemma has_value_false (u : g) (k : nat) : has_value u k = false <-> ~ values G u k.
Proof. rewrite <- has_value_true; destruct (has_value u k); split; congruence. Qed.

Definition mex_check (u : g) (k : nat) : bool :=
  negb (has_value u k) && forallb (has_value u) (seq 0 k).

Lemma mex_check_sound (u : g) (k : nat) : mex_check u k = true -> is_mex (values G u) k.
Proof.
  unfold mex_check; rewrite andb_true_iff, negb_true_iff, has_value_false, forallb_forall.
  intros [no below]; split; [exact no|].
  intros j L; apply has_value_true, below, in_seq; lia.
Qed.

Definition greater_check (x : number) (k : nat) : bool :=
  match x with Some l => k <? l | None => true end.

Definition grundy_check (u : g) : bool :=
  match G u with
  | Some k =>
      mex_check u k &&
      forallb (fun v => negb (greater_check (G v) k) ||
                        existsb (fun w => number_eqb (G w) (Some k) && (c w <? c u)) (moves v))
        (moves u)
  | None =>
      existsb (fun m => mex_check u m &&
                 existsb (fun v => number_eqb (G v) None && negb (has_value v m)) (moves u))
        (seq 0 (S (length (moves u))))
  end.

Lemma grundy_check_sound (u : g) :
  grundy_check u = true -> condition_A G u /\ condition_B G lt c u /\ condition_C G u.
Proof.
  unfold grundy_check, condition_A, condition_B, condition_C; destruct (G u) as [k|].
  - rewrite andb_true_iff, forallb_forall; intros [M B]; split; [|split; [|discriminate]].
    + intros j E; injection E as <-; now apply mex_check_sound.
    + intros j v E F gr; injection E as <-; specialize (B v F).
      apply orb_true_iff in B; destruct B as [B|B].
      * exfalso; unfold greater_check, greater in *; destruct (G v) as [l|]; [|discriminate B].
        apply negb_true_iff, Nat.ltb_ge in B; lia.
      * apply existsb_exists in B; destruct B as [w [Fw X]].
        apply andb_true_iff in X; destruct X as [X Y].
        exists w; split; [exact Fw|split; [now apply number_eqb_true|now apply Nat.ltb_lt]].
  - rewrite existsb_exists; intros [m [_ X]]; apply andb_true_iff in X; destruct X as [M X].
    apply existsb_exists in X; destruct X as [v [F X]]; apply andb_true_iff in X.
    destruct X as [X Y]; split; [discriminate|split; [discriminate|intros _]].
    exists v, m; split; [exact F|split; [now apply number_eqb_true|split;
      [now apply mex_check_sound|]]].
    now apply has_value_false, negb_true_iff.
Qed.

End Decide.
