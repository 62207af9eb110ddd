(* Terminal distance [Smi66, §3]. *)

Require Import List Arith Lia Bool.
Import ListNotations.
From Grundy Require Import Digraph Play Equations Grundy.

Section Distance.
Context {g : digraph} (D : g -> number) (HD : is_distance D).

Lemma shift_play (p : nat -> g) : play p -> play (fun n => p (S n)).
Proof. intros H n; apply H. Qed.

Lemma shift_ends_at (p : nat -> g) (n : nat) :
  ~ terminal (p 0) -> ends_at (fun n => p (S n)) n -> ends_at p (S n).
Proof.
  intros T [E B]; split; [exact E|].
  intros [|m] L; [exact T|apply B; lia].
Qed.

(* A follower with the largest D; a terminal position stays where it is. *)
Definition longest (u : g) : g :=
  match follower_search u (fun v => D v = option_map pred (D u))
          (fun v => number_eq_dec _ _) with
  | inleft v => proj1_sig v
  | inright _ => hd u (moves u)
  end.

Lemma longest_follower (u : g) :
  ~ terminal u -> follower u (longest u) /\ D (longest u) = option_map pred (D u).
Proof.
  intros T; unfold longest.
  destruct (follower_search u) as [[v H]|none]; [exact H|exfalso].
  destruct (HD u) as [E _|v d F E _ Eu|v F E Eu]; [exact (T E)| |];
    apply (none v F); now rewrite Eu.
Qed.

Lemma longest_play (u : g) : play (fun n => Nat.iter n longest u).
Proof. intros n T; exact (proj1 (longest_follower _ T)). Qed.

Lemma no_play_is_longer (d : nat) (p : nat -> g) :
  D (p 0) = Some d -> play p -> exists n, ends_at p n /\ n <= d.
Proof.
  revert p; induction d as [d IH] using lt_wf_ind; intros p E H.
  destruct (terminal_dec (p 0)) as [T|T].
  { exists 0; split; [|lia]; split; [exact T|lia]. }
  destruct (HD (p 0)) as [T' _|v d' F Ev all Eu|v F Ev Eu]; [destruct (T T')| |congruence].
  destruct (all _ (H 0 T)) as [k [Ek Lk]].
  rewrite E in Eu; injection Eu as ->.
  destruct (IH k ltac:(lia) (fun n => p (S n)) Ek (shift_play p H)) as [n [En Ln]].
  exists (S n); split; [now apply shift_ends_at|lia].
Qed.

Lemma iterate_shift (n : nat) (u : g) : Nat.iter (S n) longest u = Nat.iter n longest (longest u).
Proof. induction n as [|n IH]; [reflexivity|]. simpl in *; now rewrite IH. Qed.

Lemma longest_ends (d : nat) (u : g) :
  D u = Some d -> ends_at (fun n => Nat.iter n longest u) d.
Proof.
  revert u; induction d as [|d IH]; intros u E.
  - split; [simpl|lia].
    destruct (HD u) as [T _|v d' F Ev all Eu|v F Ev Eu]; [exact T|congruence|congruence].
  - assert (T : ~ terminal u).
    { destruct (HD u) as [T Eu|v d' F Ev all Eu|v F Ev Eu]; [congruence| |];
        exact (follower_not_terminal u v F). }
    destruct (longest_follower u T) as [F El]; rewrite E in El; simpl in El.
    destruct (IH _ El) as [T' B]. split.
    + rewrite iterate_shift; exact T'.
    + intros [|m] L; [exact T|]. rewrite iterate_shift; apply B; lia.
Qed.

Lemma longest_never_ends (u : g) : D u = infinity -> forall n, ~ terminal (Nat.iter n longest u).
Proof.
  intros E n; revert u E; induction n as [|n IH]; intros u E.
  - intros T; destruct (HD u) as [_ Eu|v d' F Ev all Eu|v F Ev Eu]; [congruence|congruence|].
    exact (follower_not_terminal u v F T).
  - rewrite iterate_shift; apply IH.
    destruct (HD u) as [_ Eu|v d' F Ev all Eu|v F Ev Eu]; [congruence|congruence|].
    destruct (longest_follower u (follower_not_terminal u v F)) as [_ El].
    now rewrite El, E.
Qed.

(* A function that satisfies the conditions of [Equations.v] is the length of
   the longest play. *)
Theorem distance_correct (u : g) : has_distance u (D u).
Proof.
  destruct (D u) as [d|] eqn:E; simpl.
  - split.
    + intros p H E0; apply no_play_is_longer; [now rewrite E0|exact H].
    + exists (fun n => Nat.iter n longest u); repeat split;
        [apply longest_play|apply longest_ends, E|apply longest_ends, E].
  - exists (fun n => Nat.iter n longest u); repeat split;
      [apply longest_play|apply longest_never_ends, E].
Qed.

End Distance.

(* There is only one terminal distance. *)
Theorem has_distance_unique {g : digraph} (u : g) (d d' : number) :
  has_distance u d -> has_distance u d' -> d = d'.
Proof.
  assert (finite_infinite : forall d, has_distance u (Some d) -> ~ has_distance u infinity).
  { intros x [H _] [p [Hp [E B]]]; destruct (H p Hp E) as [n [[T _] _]]; exact (B n T). }
  assert (at_most : forall d d', has_distance u (Some d) -> has_distance u (Some d') -> d <= d').
  { intros x y [_ [p [Hp [E Ep]]]] [H _]; destruct (H p Hp E) as [n [En L]].
    now rewrite (ends_at_unique p x n Ep En). }
  destruct d as [d|], d' as [d'|]; intros H H'; auto.
  - f_equal; apply Nat.le_antisymm; auto.
  - destruct (finite_infinite d H H').
  - destruct (finite_infinite d' H' H).
Qed.
