(* Facts about plays and strategies. *)

Require Import List Arith Lia Bool.
Import ListNotations.
From Grundy Require Import Digraph.

Lemma ends_at_unique {g : digraph} (p : nat -> g) (n m : nat) : ends_at p n -> ends_at p m -> n = m.
Proof.
  intros [T B] [T' B']; destruct (lt_eq_lt_dec n m) as [[H|H]|H]; auto.
  - destruct (B' n H T).
  - destruct (B m H T').
Qed.

(* The play in which the next player plays by s and the previous player by t:
   the position at time n, and the positions before. *)
Fixpoint duel_state {g : digraph} (s t : strategy g) (u : g) (n : nat) : g * list g :=
  match n with
  | 0 => (u, [])
  | S m =>
      let (x, h) := duel_state s t u m in
      ((if turn m then s x h else t x h), x :: h)
  end.

Definition duel {g : digraph} (s t : strategy g) (u : g) (n : nat) : g :=
  fst (duel_state s t u n).

Lemma duel_history {g : digraph} (s t : strategy g) (u : g) (n : nat) :
  duel_state s t u n = (duel s t u n, history (duel s t u) n).
Proof.
  induction n as [|n IH]; [reflexivity|].
  unfold duel at 1; simpl; rewrite IH; reflexivity.
Qed.

Lemma duel_step {g : digraph} (s t : strategy g) (u : g) (n : nat) :
  duel s t u (S n) =
  (if turn n then s else t) (duel s t u n) (history (duel s t u) n).
Proof. unfold duel at 1; simpl; rewrite duel_history; simpl; now destruct (turn n). Qed.

Lemma duel_consistent {g : digraph} (s t : strategy g) (u : g) :
  legal s -> legal t ->
  consistent s next_player u (duel s t u) /\ consistent t previous_player u (duel s t u).
Proof.
  intros Ls Lt.
  assert (H : play (duel s t u)).
  { intros n T; rewrite duel_step; destruct (turn n); [now apply Ls|now apply Lt]. }
  split; repeat split; auto; intros n E _; rewrite duel_step, E; reflexivity.
Qed.

(* A player and the opponent both play by strategies: there is such a play. *)
Lemma duel_exists {g : digraph} (s t : strategy g) (b : player) (u : g) :
  legal s -> legal t ->
  exists p, consistent s b u p /\ consistent t (opponent b) u p.
Proof.
  intros Ls Lt; destruct b.
  - exists (duel s t u); now apply duel_consistent.
  - exists (duel t s u); destruct (duel_consistent t s u Lt Ls); split; assumption.
Qed.

Lemma opponent_differs (b : player) : opponent b <> b.
Proof. destruct b; discriminate. Qed.

(* If one player can win, a strategy of the other one loses at least once. *)
Lemma not_losing_prevents_win {g : digraph} (sp : convention g) (s : strategy g)
    (b : player) (u : g) :
  not_losing sp s (opponent b) u -> ~ can_win sp b u.
Proof.
  intros [Lt Ht] [t [Ls Hs]].
  destruct (duel_exists t s b u Ls Lt) as [p [C C']].
  destruct (Hs p C) as [n [E W]].
  apply (opponent_differs b); rewrite <- W at 2; symmetry; now apply Ht.
Qed.

Lemma winning_not_losing {g : digraph} (sp : convention g) (s : strategy g) (b : player) (u : g) :
  winning sp s b u -> not_losing sp s b u.
Proof.
  intros [L H]; split; [exact L|]; intros p C n E.
  destruct (H p C) as [m [E' W]]; now rewrite (ends_at_unique p n m E E').
Qed.

Lemma only_one_can_win {g : digraph} (sp : convention g) (b : player) (u : g) :
  can_win sp b u -> ~ can_win sp (opponent b) u.
Proof.
  intros [s H]; apply (not_losing_prevents_win sp s).
  unfold opponent; rewrite negb_involutive; now apply winning_not_losing.
Qed.

(* A position has at most one outcome and at most one remoteness. *)
Theorem has_outcome_unique {g : digraph} (sp : convention g) (u : g) (o o' : outcome) :
  has_outcome sp u o -> has_outcome sp u o' -> o = o'.
Proof.
  destruct o, o'; simpl; intros H H'; try reflexivity; exfalso;
    try (destruct H; contradiction); try (destruct H'; contradiction).
  - exact (only_one_can_win sp _ u H H').
  - exact (only_one_can_win sp _ u H H').
Qed.

Lemma winning_within_wins {g : digraph} (sp : convention g) (s : strategy g)
    (b : player) (u : g) (r : nat) :
  winning_within sp s b u r -> winning sp s b u.
Proof.
  intros [L H]; split; [exact L|]; intros p C; destruct (H p C) as [n [E [W _]]]; now exists n.
Qed.

Theorem has_remoteness_unique {g : digraph} (sp : convention g) (u : g) (r r' : number) :
  has_remoteness sp u r -> has_remoteness sp u r' -> r = r'.
Proof.
  assert (finite_infinite : forall r, has_remoteness sp u (Some r) ->
    ~ has_remoteness sp u infinity).
  { intros x [[s H] _] [nP nN]; apply winning_within_wins in H.
    destruct (winner_by x); [apply nN|apply nP]; now exists s. }
  assert (same : forall r r', has_remoteness sp u (Some r) -> has_remoteness sp u (Some r') ->
                              winner_by r = winner_by r').
  { intros x y [[s H] _] [[s' H'] _]; apply winning_within_wins in H, H'.
    destruct (winner_by x) eqn:X, (winner_by y) eqn:Y; try reflexivity; exfalso;
      refine (only_one_can_win sp _ u (ex_intro _ s H) (ex_intro _ s' H')). }
  assert (at_most : forall r r', has_remoteness sp u (Some r) -> has_remoteness sp u (Some r') ->
    r <= r').
  { intros x y X Y; pose proof (same x y X Y) as E.
    destruct X as [_ [s [Ls Hs]]], Y as [[t [Lt Ht]] _]; rewrite E in Hs.
    destruct (duel_exists t s (winner_by y) u Lt Ls) as [p [C C']].
    destruct (Ht p C) as [n [En [W L]]].
    apply Nat.le_trans with (2 := L); apply (Hs p C' n En).
    unfold opponent; now rewrite negb_involutive. }
  destruct r as [r|], r' as [r'|]; intros H H'; auto.
  - f_equal; apply Nat.le_antisymm; auto.
  - destruct (finite_infinite r H H').
  - destruct (finite_infinite r' H' H).
Qed.
