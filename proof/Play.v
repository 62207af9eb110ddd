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
