(* Misère play: the player who cannot move wins [Smi66, §§5, 8].

   [Play.v] defines outcomes and remoteness for any convention at the terminal
   positions, and [Outcome.v] and [Remoteness.v] prove everything for all of
   them. This file says what the convention [misere] gives, and proves that
   Smith's definition is the same: a new move from every terminal position that
   is won by the player who has to move there leads to a new terminal position,
   and the game is then played by the normal rule. *)

Require Import List Arith Lia Bool.
Import ListNotations.
From Grundy Require Import Digraph Play Grundy Remoteness Outcome.

(* The outcomes of misère play. *)
Theorem misere_outcomes {g : digraph} :
  finite g -> forall u : g,
    (has_outcome misere u P_position <->
       ~ terminal u /\ forall v, follower u v -> has_outcome misere v N_position) /\
    (has_outcome misere u N_position <->
       terminal u \/ exists v, follower u v /\ has_outcome misere v P_position) /\
    (has_outcome misere u D_position <->
       ~ terminal u /\ (forall v, follower u v -> ~ has_outcome misere v P_position) /\
       exists v, follower u v /\ has_outcome misere v D_position).
Proof.
  intros fin.
  assert (P : forall u : g, has_outcome misere u P_position <->
              ~ terminal u /\ forall v, follower u v -> has_outcome misere v N_position).
  { intros u; rewrite (proj1 (outcomes_are_labels misere fin u)); split.
    - intros H; inversion H as [x T S|x T X]; subst; [discriminate S|split; [exact T|]].
      intros v F; apply (outcomes_are_labels misere fin v); now apply X.
    - intros [T H]; apply lost_step; [exact T|]; intros v F.
      now apply (outcomes_are_labels misere fin v), H. }
  assert (N : forall u : g, has_outcome misere u N_position <->
              terminal u \/ exists v, follower u v /\ has_outcome misere v P_position).
  { intros u; rewrite (proj1 (proj2 (outcomes_are_labels misere fin u))); split.
    - intros H; inversion H as [x T S|x v F X]; subst; [now left|right].
      exists v; split; [exact F|]; now apply (outcomes_are_labels misere fin v).
    - intros [T|[v [F X]]]; [now apply won_end|apply (won_step _ u v F)].
      now apply (outcomes_are_labels misere fin v). }
  intros u; split; [apply P|split; [apply N|]]; split.
  - intros H.
    assert (T : ~ terminal u).
    { intros T; discriminate (has_outcome_unique misere u _ _ H (proj2 (N u) (or_introl T))). }
    split; [exact T|split].
    + intros v F X; assert (Y : has_outcome misere u N_position) by (apply N; right; now exists v).
      discriminate (has_outcome_unique misere u _ _ H Y).
    + destruct (remoteness_exists misere fin) as [R HR].
      pose proof (has_outcome_unique misere u _ _ H (remoteness_outcome misere R HR u)) as Y.
      destruct (HR u) as [T' _|v k F Ev ev _ Eu|v k F Ev all Eu|v F Ev _ Eu];
        [destruct (T T')| | |];
        rewrite Eu in Y; simpl outcome_by in Y; try (destruct (Nat.odd (S k)); discriminate Y).
      exists v; split; [exact F|].
      pose proof (remoteness_outcome misere R HR v) as Z; now rewrite Ev in Z.
  - intros [T [H [v [F X]]]]; destruct (outcome_exists misere fin u) as [[| |] Y]; [| |exact Y].
    + pose proof (proj2 (proj1 (P u) Y) v F) as Z;
      discriminate (has_outcome_unique misere v _ _ X Z).
    + destruct (proj1 (N u) Y) as [T'|[w [Fw Z]]]; [destruct (T T')|destruct (H w Fw Z)].
Qed.

(* Smith's modified game; [None] is the new terminal position. *)


Lemma modified_follower {g : digraph} (sp : convention g) (u v : g) :
  follower (g := modified sp) (Some u) (Some v) <-> follower u v.
Proof.
  unfold follower; simpl; destruct (moves u) as [|w l]; simpl.
  - destruct (sp u); simpl; [tauto|]; split; [intros [X|[]]; discriminate X|contradiction].
  - rewrite in_map_iff; split.
    + intros [X|[y [X I]]]; [injection X as ->; now left|injection X as ->; now right].
    + intros [->|I]; [now left|right; now exists v].
Qed.

Lemma modified_not_terminal {g : digraph} (sp : convention g) (u : g) (x : modified sp) :
  ~ terminal u -> follower (g := modified sp) (Some u) x -> exists v, x = Some v /\ follower u v.
Proof.
  unfold follower, terminal; simpl; destruct (moves u) as [|w l]; [congruence|intros _].
  intros I; change (In x (map Some (w :: l))) in I; apply in_map_iff in I.
  destruct I as [v [<- I]]; now exists v.
Qed.

Definition modified_remoteness {g : digraph} (R : g -> number) (x : option g) : number :=
  match x with Some u => R u | None => Some 0 end.

Theorem modified_is_remoteness {g : digraph} (sp : convention g) (R : g -> number) :
  is_remoteness sp R ->
  is_remoteness (g := modified sp) normal (modified_remoteness R).
Proof.
  intros HR [u|]; [|now apply remoteness_end].
  destruct (HR u) as [T Eu|v k F Ev ev least Eu|v k F Ev all Eu|v F Ev none Eu].
  - destruct (sp u) eqn:S.
    + apply remoteness_end; [|exact Eu]; unfold terminal in *; simpl; now rewrite T, S.
    + apply (remoteness_odd (g := modified sp) normal (modified_remoteness R) (Some u) None 0);
        auto; [|lia]; unfold follower; simpl; rewrite T, S; now left.
  - apply (remoteness_odd (g := modified sp) normal (modified_remoteness R) (Some u) (Some v) k);
      auto; [now apply modified_follower|].
    intros x j Fx Ex ej.
    destruct (modified_not_terminal sp u x (follower_not_terminal u v F) Fx) as [w [-> Fw]].
    exact (least w j Fw Ex ej).
  - apply (remoteness_even (g := modified sp) normal (modified_remoteness R) (Some u) (Some v) k);
      auto; [now apply modified_follower|].
    intros x Fx.
    destruct (modified_not_terminal sp u x (follower_not_terminal u v F) Fx) as [w [-> Fw]].
    exact (all w Fw).
  - apply (remoteness_infinite (g := modified sp) normal (modified_remoteness R) (Some u) (Some v));
      auto; [now apply modified_follower|].
    intros x j Fx Ex.
    destruct (modified_not_terminal sp u x (follower_not_terminal u v F) Fx) as [w [-> Fw]].
    exact (none w j Fw Ex).
Qed.

(* Hence both definitions give the same remoteness and outcome. *)
Theorem modified_game {g : digraph} (sp : convention g) :
  finite g -> forall u : g,
    (forall r, has_remoteness sp u r <-> has_remoteness (g := modified sp) normal (Some u) r) /\
    (forall o, has_outcome sp u o <-> has_outcome (g := modified sp) normal (Some u) o).
Proof.
  intros fin u; destruct (remoteness_exists sp fin) as [R HR].
  pose proof (modified_is_remoteness sp R HR) as HR'.
  split.
  - intros r; pose proof (remoteness_correct sp R HR u) as H.
    pose proof (remoteness_correct normal _ HR' (Some u)) as H'; simpl in H'.
    split; intros X.
    + now rewrite (has_remoteness_unique sp u r _ X H).
    + now rewrite (has_remoteness_unique (g := modified sp) normal (Some u) r _ X H').
  - intros o; pose proof (remoteness_outcome sp R HR u) as H.
    pose proof (remoteness_outcome normal _ HR' (Some u)) as H'; simpl in H'.
    split; intros X.
    + now rewrite (has_outcome_unique sp u o _ X H).
    + now rewrite (has_outcome_unique (g := modified sp) normal (Some u) o _ X H').
Qed.
