(* Plays, strategies and who can force what [FY86, §2]; [Smi66, §§4, 5, 8].

   The next player moves at times 0, 2, 4 …, the previous player at times
   1, 3, 5 …. A play is a function from times to positions, of which only the
   part up to the first terminal position counts. If it never reaches one, the
   play is infinite, and nobody wins it. *)

Require Import List Arith Lia Bool.
Import ListNotations.
From Grundy Require Import Digraph.

(* The two players: [true] is the next player, who moves at even times. *)
Definition player := bool.
Definition next_player : player := true.
Definition previous_player : player := false.
Definition opponent (b : player) : player := negb b.

(* Who moves at time n. *)
Definition turn (n : nat) : player := Nat.even n.

(* Who wins at a terminal position. [sp u = true] means that u is in Smith's
   set S_P: the player who has just moved wins there. If [sp u = false], the
   player who has to move there wins [Smi66, §5]. *)
Definition convention (g : digraph) := g -> bool.
Definition normal {g : digraph} : convention g := fun _ => true.
Definition misere {g : digraph} : convention g := fun _ => false.

(* A strategy sees the current position and all earlier ones, the latest
   first. *)
Definition strategy (g : digraph) := g -> list g -> g.

Section Play.
Context {g : digraph}.

Definition play (p : nat -> g) : Prop :=
  forall n, ~ terminal (p n) -> follower (p n) (p (S n)).

(* The play ends at time n, that is after n moves. *)
Definition ends_at (p : nat -> g) (n : nat) : Prop :=
  terminal (p n) /\ forall m, m < n -> ~ terminal (p m).

(* The winner of a play that ends at time n. *)
Definition winner (sp : convention g) (p : nat -> g) (n : nat) : player :=
  if sp (p n) then opponent (turn n) else turn n.

(* The number of moves of a play that ends at time n, plus 1 if it ends where
   the player who has to move wins. Smith counts this way: he adds a move from
   such a position to a new terminal one [Smi66, §5]. *)
Definition play_length (sp : convention g) (p : nat -> g) (n : nat) : nat :=
  if sp (p n) then n else S n.

(* The positions before time n, the latest first. *)
Fixpoint history (p : nat -> g) (n : nat) : list g :=
  match n with
  | 0 => []
  | S m => p m :: history p m
  end.

(* The strategy chooses a move wherever there is one. *)
Definition legal (s : strategy g) : Prop :=
  forall u h, ~ terminal u -> follower u (s u h).

(* p is a play from u in which player b plays by the strategy s. *)
Definition consistent (s : strategy g) (b : player) (u : g) (p : nat -> g) : Prop :=
  play p /\ p 0 = u /\
  forall n, turn n = b -> ~ terminal (p n) -> p (S n) = s (p n) (history p n).

(* A strategy that only looks at the current position. *)
Definition positional (f : g -> g) : strategy g := fun u _ => f u.

(* The strategy s wins for player b from u: every play ends after finitely
   many moves, and b is the winner. *)
Definition winning (sp : convention g) (s : strategy g) (b : player) (u : g) : Prop :=
  legal s /\
  forall p, consistent s b u p -> exists n, ends_at p n /\ winner sp p n = b.

(* The strategy s does not lose for player b from u. *)
Definition not_losing (sp : convention g) (s : strategy g) (b : player) (u : g) : Prop :=
  legal s /\
  forall p, consistent s b u p -> forall n, ends_at p n -> winner sp p n = b.

(* Player b wins, and the length is at most r. *)
Definition winning_within (sp : convention g) (s : strategy g) (b : player) (u : g)
    (r : nat) : Prop :=
  legal s /\
  forall p, consistent s b u p ->
  exists n, ends_at p n /\ winner sp p n = b /\ play_length sp p n <= r.

(* If player b loses, the length is at least r. *)
Definition delaying (sp : convention g) (s : strategy g) (b : player) (u : g)
    (r : nat) : Prop :=
  legal s /\
  forall p, consistent s b u p ->
  forall n, ends_at p n -> winner sp p n = opponent b -> r <= play_length sp p n.

(* Player b can force a win. *)
Definition can_win (sp : convention g) (b : player) (u : g) : Prop :=
  exists s, winning sp s b u.

End Play.

(* The three outcomes. P-positions: the previous player can force a win;
   N-positions: the next player can; D-positions: neither can, which is a
   draw. *)
Inductive outcome := P_position | N_position | D_position.

Definition has_outcome {g : digraph} (sp : convention g) (u : g) (o : outcome) : Prop :=
  match o with
  | P_position => can_win sp previous_player u
  | N_position => can_win sp next_player u
  | D_position => ~ can_win sp previous_player u /\ ~ can_win sp next_player u
  end.

(* Who wins with remoteness r: the next player if r is odd, the previous player
   if r is even. *)
Definition winner_by (r : nat) : player := Nat.odd r.

(* Remoteness by strategies: the winner can make sure that the length is at
   most r, and the loser can make sure that it is at least r. Remoteness is
   infinite at draws. [Smi66, §4] *)
Definition has_remoteness {g : digraph} (sp : convention g) (u : g) (r : number) : Prop :=
  match r with
  | Some r =>
      (exists s, winning_within sp s (winner_by r) u r) /\
      (exists s, delaying sp s (opponent (winner_by r)) u r)
  | None => has_outcome sp u D_position
  end.

(* Terminal distance: the number of moves of the longest play, or infinity if
   an infinite play exists. [Smi66, §3] *)
Definition has_distance {g : digraph} (u : g) (d : number) : Prop :=
  match d with
  | Some d =>
      (forall p, play p -> p 0 = u -> exists n, ends_at p n /\ n <= d) /\
      (exists p : nat -> g, play p /\ p 0 = u /\ ends_at p d)
  | None => exists p : nat -> g, play p /\ p 0 = u /\ forall n, ~ terminal (p n)
  end.

(* Facts about plays. *)

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
