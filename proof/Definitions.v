(* All definitions of the theory. What the theorems of [Statements.v] say is to
   be read here, and nothing else has to be read.

   Games are digraphs [FY86, §2]; [Smi66, §2]: a type of positions and a list of
   moves for every position. The order of the list and repetitions in it do not
   matter: every definition below only asks which positions are in the list. A
   position without moves is terminal. A loop is a move like any other.

   Every position has finitely many moves, because they are a list. The number
   of positions may be infinite unless a theorem says [finite]. *)

Require Import List Arith Bool.
Import ListNotations.

Record digraph := Digraph {
  position :> Type;
  moves : position -> list position
}.

Arguments moves {d} _.

(* v is in F(u): a move leads from u to v. *)
Definition follower {g : digraph} (u v : g) : Prop := In v (moves u).

Definition terminal {g : digraph} (u : g) : Prop := moves u = [].

(* The digraph has finitely many positions. Positions outside the list are
   allowed if they are terminal, so that a game on the positions 0 … n - 1 can
   be written down as a game on all numbers. *)
Definition finite (g : digraph) : Prop :=
  exists l : list g, forall u, In u l \/ terminal u.

(* Numbers with infinity: [None] is infinity. *)
Definition number := option nat.
Notation infinity := (@None nat).

(* The least number that is not in S. *)
Definition is_mex (S : nat -> Prop) (m : nat) : Prop :=
  ~ S m /\ forall j, j < m -> S j.

(* ---- plays and strategies [FY86, §2]; [Smi66, §§4, 5, 8] ------------------ *)

(* The next player moves at times 0, 2, 4 …, the previous player at times
   1, 3, 5 …. A play is a function from times to positions, of which only the
   part up to the first terminal position counts. If it never reaches one, the
   play is infinite, and nobody wins it. *)

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

(* Smith's definition of other conventions by additional moves [Smi66, §5]: a
   position at which the player to move wins gets a move to a new terminal one. *)
Definition modified {g : digraph} (sp : convention g) : digraph :=
  Digraph (option g)
    (fun x =>
       match x with
       | None => []
       | Some u =>
           match moves u with
           | [] => if sp u then [] else [None]
           | l => map Some l
           end
       end).

(* ---- conditions on columns ------------------------------------------------- *)

(* The conditions that a column of a solution must satisfy at every position.
   They only speak about a position and its followers (for G also about the
   followers of followers), so a program can check them. The theorems say that
   functions which satisfy them everywhere are what the definitions by
   strategies say, and that there is only one such function. *)

(* Two sets of positions that obey the rules of backward induction. *)
Definition closed {g : digraph} (sp : convention g) (X Y : g -> Prop) : Prop :=
  (forall u, terminal u -> if sp u then X u else Y u) /\
  (forall u, ~ terminal u -> (forall v, follower u v -> Y v) -> X u) /\
  (forall u v, follower u v -> X v -> Y u).

Section Conditions.
Context {g : digraph}.

(* Remoteness R at u [Smi66, §4], and Q(u; S_P) [Smi66, §5]. *)
Inductive remoteness_at (sp : convention g) (R : g -> number) (u : g) : Prop :=
  | remoteness_end :
      terminal u -> R u = Some (if sp u then 0 else 1) -> remoteness_at sp R u
  | remoteness_odd v r :            (* 1 + the least even R among followers *)
      follower u v -> R v = Some r -> Nat.even r = true ->
      (forall w k, follower u w -> R w = Some k -> Nat.even k = true -> r <= k) ->
      R u = Some (S r) -> remoteness_at sp R u
  | remoteness_even v r :           (* all are odd: 1 + the largest *)
      follower u v -> R v = Some r ->
      (forall w, follower u w -> exists k, R w = Some k /\ Nat.odd k = true /\ k <= r) ->
      R u = Some (S r) -> remoteness_at sp R u
  | remoteness_infinite v :         (* none is even, one is infinite *)
      follower u v -> R v = infinity ->
      (forall w k, follower u w -> R w = Some k -> Nat.odd k = true) ->
      R u = infinity -> remoteness_at sp R u.

Definition is_remoteness (sp : convention g) (R : g -> number) : Prop :=
  forall u, remoteness_at sp R u.

(* The outcome that belongs to a remoteness. *)
Definition outcome_by (r : number) : outcome :=
  match r with
  | Some r => if Nat.odd r then N_position else P_position
  | None => D_position
  end.

(* Terminal distance D at u [Smi66, §3]. *)
Inductive distance_at (D : g -> number) (u : g) : Prop :=
  | distance_end : terminal u -> D u = Some 0 -> distance_at D u
  | distance_step v d :             (* 1 + the largest D among followers *)
      follower u v -> D v = Some d ->
      (forall w, follower u w -> exists k, D w = Some k /\ k <= d) ->
      D u = Some (S d) -> distance_at D u
  | distance_infinite v :
      follower u v -> D v = infinity -> D u = infinity -> distance_at D u.

Definition is_distance (D : g -> number) : Prop := forall u, distance_at D u.

(* The finite values of followers of u: G(F(u)), and K(u) if G(u) = ∞. *)
Definition values (G : g -> number) (u : g) : nat -> Prop :=
  fun k => exists v, follower u v /\ G v = Some k.

(* x > k, where infinity is larger than every number. *)
Definition greater (x : number) (k : nat) : Prop :=
  match x with Some l => k < l | None => True end.

(* The three conditions of [FY86, Definition 1] at u. *)
Definition condition_A (G : g -> number) (u : g) : Prop :=
  forall k, G u = Some k -> is_mex (values G u) k.

Definition condition_B (G : g -> number) {J : Type} (lt : J -> J -> Prop) (c : g -> J)
    (u : g) : Prop :=
  forall k v, G u = Some k -> follower u v -> greater (G v) k ->
  exists w, follower v w /\ G w = Some k /\ lt (c w) (c u).

Definition condition_C (G : g -> number) (u : g) : Prop :=
  G u = infinity ->
  exists v m, follower u v /\ G v = infinity /\ is_mex (values G u) m /\ ~ values G v m.

(* [FY86, Definition 1]: G is a G-function with counterfunction c. What c is
   where G is infinite does not matter. The paper allows the values of c to be
   in any well-ordered set; we do, too, and use numbers unless we say
   otherwise. *)
Definition is_grundy_with {J : Type} (lt : J -> J -> Prop) (G : g -> number) (c : g -> J) : Prop :=
  forall u, condition_A G u /\ condition_B G lt c u /\ condition_C G u.

Definition is_grundy (G : g -> number) (c : g -> nat) : Prop := is_grundy_with lt G c.

(* [FY86, Definition 4]. *)
Definition monotonic (G : g -> number) (c : g -> nat) : Prop :=
  forall u v k l, G u = Some k -> G v = Some l -> k < l -> c u < c v.

(* The outcome that belongs to a value [FY86, Theorem 4]. *)
Inductive outcome_by_value (G : g -> number) (u : g) : outcome -> Prop :=
  | value_P : G u = Some 0 -> outcome_by_value G u P_position
  | value_N k : G u = Some (S k) -> outcome_by_value G u N_position
  | value_N_infinite : G u = infinity -> values G u 0 -> outcome_by_value G u N_position
  | value_D : G u = infinity -> ~ values G u 0 -> outcome_by_value G u D_position.

(* A strategy by counters: where a move to a position of value 0 exists, it
   chooses one with the least counter. *)
Definition by_counter (G : g -> number) (c : g -> nat) (s : strategy g) : Prop :=
  legal s /\
  forall v h, values G v 0 ->
    G (s v h) = Some 0 /\
    forall w, follower v w -> G w = Some 0 -> c (s v h) <= c w.

End Conditions.

(* ---- levels of draws -------------------------------------------------------- *)

Section Draws.
Context {g : digraph}.

(* x < k. *)
Definition below (x : number) (k : nat) : bool :=
  match x with Some l => l <? k | None => false end.

(* The game of level k, where L has the levels below k: their positions are
   removed, which is to say that they have no moves, and play ends at the
   fringe, the positions with a move to one of them. The game of level 0 is the
   game itself. *)
Definition level_game (L : g -> number) (k : nat) : digraph :=
  Digraph g (fun u =>
    if below (L u) k || existsb (fun v => below (L v) k) (moves u) then [] else moves u).

(* L(u) is the first level in whose game u is won or lost, and R(u) is its
   remoteness there; both are infinite if u is a draw at all levels. *)
Definition draw_levels (L R : g -> number) : Prop :=
  forall u : g,
  match L u with
  | Some k => R u <> infinity /\ has_remoteness (g := level_game L k) normal u (R u)
  | None => R u = infinity
  end /\
  forall k, greater (L u) k -> has_outcome (g := level_game L k) normal u D_position.

End Draws.

(* ---- Smith's pairs [Smi66, §9] ----------------------------------------------- *)

(* x < y and x <= y, where infinity is the largest. *)
Definition less (x y : number) : Prop :=
  match x with Some k => greater y k | None => False end.

Definition at_most (x y : number) : Prop := ~ less y x.

Definition successor (x : number) : number := option_map S x.

Section Pairs.
Context {g : digraph}.

(* Conditions (23a) to (23e) where the values are numbers, and (26), which is
   condition C, where they are infinite. *)
Record is_pair (G H : g -> number) : Prop := {
  pair_a u : G u = infinity <-> H u = infinity;
  pair_b u : terminal u -> G u = Some 0 /\ H u = Some 0;
  pair_c u k y : G u = Some k -> y < k ->
    exists v, follower u v /\ G v = Some y /\ less (H v) (H u);
  pair_d u k v : G u = Some k -> follower u v -> less (H v) (H u) -> G v <> G u;
  pair_e u k v : G u = Some k -> follower u v -> ~ less (H v) (H u) ->
    exists w, follower v w /\ G w = Some k /\ less (successor (H w)) (H u);
  pair_infinite u : condition_C G u
}.

(* The pair with the least H, H_min. *)
Definition is_least_pair (G H : g -> number) : Prop :=
  is_pair G H /\ forall G' H', is_pair G' H' -> forall u, at_most (H u) (H' u).

End Pairs.

(* ---- other definitions of G ------------------------------------------------ *)

Section OtherDefinitions.
Context {g : digraph}.

(* Smith's definition [FY86, Definition 2]; [Smi66, §9]: conditions A′, A″, B′
   and C. *)
Definition condition_A1 (G : g -> number) (c : g -> nat) (u : g) : Prop :=
  forall k i, G u = Some k -> i < k -> exists v, follower u v /\ G v = Some i /\ c v < c u.

Definition condition_A2 (G : g -> number) (c : g -> nat) (u : g) : Prop :=
  forall k v, G u = Some k -> follower u v -> c v < c u -> G v <> G u.

Definition condition_B1 (G : g -> number) (c : g -> nat) (u : g) : Prop :=
  forall k v, G u = Some k -> follower u v -> G v = infinity \/ c u <= c v ->
  exists w, follower v w /\ G w = Some k /\ c w < c u.

Definition grundy_2_at (G : g -> number) (c : g -> nat) (u : g) : Prop :=
  condition_A1 G c u /\ condition_A2 G c u /\ condition_B1 G c u /\ condition_C G u.

Definition is_grundy_2 (G : g -> number) (c : g -> nat) : Prop := forall u, grundy_2_at G c u.

(* [FY86, Definition 3]: the function with the most infinite values. *)
Definition satisfies_A_and_C (G : g -> number) : Prop :=
  forall u, condition_A G u /\ condition_C G u.

Definition is_infinite (x : number) : bool := match x with None => true | Some _ => false end.

(* How many positions of a list have infinite values. *)
Definition infinite_values (l : list g) (G : g -> number) : nat :=
  length (filter (fun u => is_infinite (G u)) l).

(* l lists all positions that have moves; terminal positions have the value 0
   by conditions A and C. *)
Definition is_grundy_3 (l : list g) (G : g -> number) : Prop :=
  satisfies_A_and_C G /\
  forall G', satisfies_A_and_C G' -> infinite_values l G' <= infinite_values l G.

End OtherDefinitions.

(* The classical Sprague–Grundy function. *)
Definition is_classical {g : digraph} (f : g -> nat) : Prop :=
  forall u, is_mex (fun k => exists v, follower u v /\ f v = k) (f u).

(* Every play ends: moves are a well-founded relation. *)
Definition every_play_ends (g : digraph) : Prop := well_founded (fun v u : g => follower u v).

(* Cycles. [path u n v]: n moves lead from u to v. *)
Inductive path {g : digraph} : g -> nat -> g -> Prop :=
  | path_none u : path u 0 u
  | path_move u v n w : follower u v -> path v n w -> path u (S n) w.

Definition has_cycle (g : digraph) : Prop := exists (u : g) n, path u (S n) u.

(* ---- sums [FY86, §5] ------------------------------------------------------- *)

(* The generalized nim-sum: infinite if one term is. *)
Definition nim_sum (x y : number) : number :=
  match x, y with
  | Some a, Some b => Some (Nat.lxor a b)
  | _, _ => infinity
  end.

(* The sum of two games. *)
Definition sum (g h : digraph) : digraph :=
  Digraph (g * h)
    (fun x => map (fun u => (u, snd x)) (moves (fst x)) ++
              map (fun v => (fst x, v)) (moves (snd x))).

Section Sums.
Context {g h : digraph} (G : g -> number) (H : h -> number) (c : g -> nat) (d : h -> nat).

Definition sum_value (x : sum g h) : number := nim_sum (G (fst x)) (H (snd x)).

Definition sum_counter (x : sum g h) : nat := c (fst x) + d (snd x).

End Sums.

(* A game with values and counters. *)
Record solved_game := Solved {
  base_game :> digraph;
  game_value : base_game -> number;
  game_counter : base_game -> nat
}.

Arguments game_value {s} _.
Arguments game_counter {s} _.

(* The sum of any number of games, with the nim-sum of the values and the total
   of the counters. A position is a tuple. *)
Fixpoint sum_of (l : list solved_game) : solved_game :=
  match l with
  | [] => Solved (Digraph unit (fun _ => [])) (fun _ => Some 0) (fun _ => 0)
  | s :: l =>
      Solved (sum s (sum_of l))
        (sum_value (@game_value s) (@game_value (sum_of l)))
        (sum_counter (@game_counter s) (@game_counter (sum_of l)))
  end.

Definition has_grundy (s : solved_game) : Prop := is_grundy (@game_value s) game_counter.
Definition has_monotonic_counter (s : solved_game) : Prop := monotonic (@game_value s) game_counter.
Definition has_grundy_2 (s : solved_game) : Prop := is_grundy_2 (@game_value s) game_counter.

(* ---- games that come apart ---------------------------------------------------- *)

(* A table of parts: every move of a part leads to a list of parts, which may be
   empty, and in which a part may occur more than once. A position is such a
   list, the sum of its parts; a move replaces one part by the parts that one of
   its moves leads to. There may be infinitely many positions. *)
Section Parts.
Context {part : Type} (t : part -> list (list part)).

Fixpoint sum_moves (l : list part) : list (list part) :=
  match l with
  | [] => []
  | p :: rest => map (fun m => m ++ rest) (t p) ++ map (cons p) (sum_moves rest)
  end.

Definition game_of_parts : digraph := Digraph (list part) sum_moves.

(* The value of a sum of parts, by the values of parts. *)
Definition total_value (G : part -> number) (l : list part) : number :=
  fold_right (fun p x => nim_sum (G p) x) (Some 0) l.

Definition total_counter (c : part -> nat) (l : list part) : nat :=
  fold_right (fun p x => c p + x) 0 l.

(* The finite values of the moves of a part. *)
Definition part_values (G : part -> number) (p : part) : nat -> Prop :=
  fun k => exists m, In m (t p) /\ total_value G m = Some k.

(* All parts of l are before p. *)
Definition all_before (rank : part -> nat) (p : part) (l : list part) : Prop :=
  forall q, In q l -> rank q < rank p.

(* The conditions on the values and ranks of parts that a program can check.
   [sum_moves m] are the replies to a move that leads to m. *)
Record right_part (G : part -> number) (rank : part -> nat) (p : part) : Prop := {
  part_smaller k i :          (* moves to all smaller values, to parts before p *)
    G p = Some k -> i < k ->
    exists m, In m (t p) /\ total_value G m = Some i /\ all_before rank p m;
  part_differs k m :          (* a move to parts before p changes the value *)
    G p = Some k -> In m (t p) -> all_before rank p m -> total_value G m <> Some k;
  part_reply k m :            (* others have a reply that restores it with parts before p *)
    G p = Some k -> In m (t p) -> total_value G m = infinity \/ ~ all_before rank p m ->
    exists w, In w (sum_moves m) /\ total_value G w = Some k /\ all_before rank p w;
  part_infinite :             (* condition C *)
    G p = infinity ->
    exists m x, In m (t p) /\ total_value G m = infinity /\ is_mex (part_values G p) x /\
      ~ values (g := game_of_parts) (total_value G) m x
}.

End Parts.

(* ---- maps [FY86, §6] ------------------------------------------------------- *)

(* The lexicographic order. *)
Definition pair_lt (a b : nat * nat) : Prop :=
  fst a < fst b \/ fst a = fst b /\ snd a < snd b.

Section MapsOfGames.
Context {r s : digraph} (f : r -> s).

(* F(f(u)) is a subset of f(F(u)): the paper's condition (1). *)
Definition lifts_moves : Prop :=
  forall u v', follower (f u) v' -> exists v, follower u v /\ f v = v'.

(* A move between different positions becomes a move in one of the two
   directions: the paper's condition (2). *)
Definition keeps_moves : Prop :=
  forall u v, follower u v -> u <> v -> follower (f u) (f v) \/ follower (f v) (f u).

(* [FY86, Definition 5]. *)
Definition is_D_morphism : Prop := lifts_moves /\ keeps_moves.

End MapsOfGames.

(* ---- windows of larger games ------------------------------------------------ *)

Section Windows.
Context {g h : digraph} (frontier : g -> bool) (place : h -> option g).

(* g is a window of the game h, which may be infinite. [place x = Some u] says
   that the position x of h is in the window, as u. All moves of g are moves of
   h. Where u is not on the frontier, x has no others; where it is, x has some
   move, which may lead out of the window. Nothing is said about h outside. *)
Record is_window : Prop := {
  window_moves x u v : place x = Some u -> follower u v ->
    exists y, follower x y /\ place y = Some v;
  window_inside x u y : place x = Some u -> frontier u = false -> follower x y ->
    exists v, place y = Some v /\ follower u v;
  window_leaves x u : place x = Some u -> frontier u = true -> ~ terminal x
}.

End Windows.

(* The window with a loop at each position of the frontier. *)
Definition looped (g : digraph) (frontier : g -> bool) : digraph :=
  Digraph g (fun u => if frontier u then u :: moves u else moves u).

(* ---- heap games [GS56] ------------------------------------------------------ *)

(* A position is a list of heaps. A move takes t beans from a heap and leaves b
   heaps in its place, as the digit at place t of the code allows. Taking nothing
   is only allowed if the heap is divided: all moves end. *)

(* [allowed t b]: a move may take t beans and leave b heaps. *)
Definition code := nat -> nat -> bool.

(* The largest number of heaps that a move may leave: the largest digit is
   Z = 35, and its bit 32 is for five heaps. *)
Definition most_left : nat := 5.

(* All lists of b heaps with n beans in total. *)
Fixpoint divisions (b n : nat) : list (list nat) :=
  match b with
  | 0 => if n =? 0 then [[]] else []
  | S b => flat_map (fun a => map (cons a) (divisions b (n - a))) (seq 1 n)
  end.

Section HeapGames.
Context (allowed : code).

(* What may replace a heap of n beans if t are taken. *)
Definition parts_after (n t : nat) : list (list nat) :=
  flat_map (fun b => if allowed t b && ((1 <=? t) || (2 <=? b)) then divisions b (n - t) else [])
    (seq 0 (S most_left)).

Definition parts (n : nat) : list (list nat) := flat_map (parts_after n) (seq 0 (S n)).

(* One heap is replaced by its parts. *)
Fixpoint heap_moves (l : list nat) : list (list nat) :=
  match l with
  | [] => []
  | n :: rest => map (fun p => p ++ rest) (parts n) ++ map (cons n) (heap_moves rest)
  end.

Definition heap_game : digraph := Digraph (list nat) heap_moves.

(* The nim-sum of the values of all heaps. *)
Definition total (G : nat -> nat) (l : list nat) : nat :=
  fold_right (fun n x => Nat.lxor (G n) x) 0 l.

(* G is the value of heaps: the mex of what the moves lead to. *)
Definition heap_values_at (G : nat -> nat) (n : nat) : Prop :=
  is_mex (fun x => exists p, In p (parts n) /\ total G p = x) (G n).

Definition heap_values (G : nat -> nat) : Prop := forall n, heap_values_at G n.

End HeapGames.

(* ---- games on vectors ---------------------------------------------------------- *)

(* A position is a vector of natural numbers, or [None]: out, a terminal
   position. A move subtracts a vector of a list, which is marked if it is a ray;
   then it may be subtracted any positive number of times. *)

(* u - v, if no coordinate becomes negative; both have the same dimension. *)
Fixpoint subtract (u v : list nat) : option (list nat) :=
  match u, v with
  | a :: u, b :: v => if b <=? a then option_map (cons (a - b)) (subtract u v) else None
  | [], [] => Some []
  | _, _ => None
  end.

Definition times (k : nat) (v : list nat) : list nat := map (Nat.mul k) v.

Section VectorGames.
Context (vectors : list (list nat * bool)) (overshoot : bool).

(* If a difference would have a negative coordinate, the move is impossible, or
   leads out if the game has overshoot. *)
Definition difference (u v : list nat) : list (option (list nat)) :=
  match subtract u v with
  | Some w => [Some w]
  | None => if overshoot then [None] else []
  end.

(* How often a vector may be subtracted. More than 1 + the sum of the coordinates
   of u is never possible, and leads out like this number if v is not 0. *)
Definition multiples (u : list nat) (is_ray : bool) : list nat :=
  seq 1 (if is_ray then 1 + list_sum u else 1).

Definition vector_moves (u : option (list nat)) : list (option (list nat)) :=
  match u with
  | Some u =>
      flat_map (fun '(v, is_ray) => flat_map (fun k => difference u (times k v)) (multiples u is_ray)) vectors
  | None => []
  end.

Definition vector_game : digraph := Digraph (option (list nat)) vector_moves.

(* No vector is 0. *)
Definition vectors_positive : Prop := forall v is_ray, In (v, is_ray) vectors -> 1 <= list_sum v.

(* A row: the coordinates before and after the coordinate x are fixed. *)
Definition in_row (before after : list nat) (x : nat) : vector_game := Some (before ++ x :: after).

(* The k-fold vector (v, d, w) leads from the row to itself or to one with smaller
   coordinates, k * d back, if x is at least k * d. *)
Definition leads_back (before after v w : list nat) (d k : nat) : Prop :=
  1 <= k /\ (In (v ++ d :: w, true) vectors \/ In (v ++ d :: w, false) vectors /\ k = 1) /\
  Forall2 le (times k v) before /\ Forall2 le (times k w) after.

(* What f says holds for the row and for all rows with smaller coordinates. *)
Definition in_all_rows (before after : list nat) (f : list nat -> list nat -> Prop) : Prop :=
  forall b a, Forall2 le b before -> Forall2 le a after -> f b a.

(* The value y does not occur in the row before column n. *)
Definition is_free (G : vector_game -> nat) (before after : list nat) (n y : nat) : Prop :=
  forall x, x < n -> G (in_row before after x) <> y.

End VectorGames.

(* ---- certificates of one position ------------------------------------------- *)

(* Heaps of Nim. *)
Definition nim : digraph := Digraph nat (fun n => seq 0 n).

(* The value by strategies, also where no G-function is known: u plus a heap of
   n is a P-position. *)
Definition has_nim_value {g : digraph} (u : g) (n : nat) : Prop :=
  has_outcome (g := sum g nim) normal (u, n) P_position.

(* Claims about a part: its value is b; it has followers of the values
   0 … b - 1. *)
Inductive claim (A : Type) := value_is (p : A) (b : nat) | at_least (p : A) (b : nat).
Arguments value_is {A}. Arguments at_least {A}.

Section Claims.
Context {A : Type} (rules : A -> list (list A)).

(* All parts of l have claimed values, and n is their nim-sum. *)
Inductive claimed_sum (C : list (claim A)) : list A -> nat -> Prop :=
  | claimed_none : claimed_sum C [] 0
  | claimed_part p b l n :
      In (value_is p b) C -> claimed_sum C l n -> claimed_sum C (p :: l) (Nat.lxor b n).

(* The claims exclude that l has the value b. *)
Definition excluded (C : list (claim A)) (l : list A) (b : nat) : Prop :=
  (exists n, claimed_sum C l n /\ n <> b) \/
  (exists l1 u l2 x c, l = l1 ++ u :: l2 /\ claimed_sum C (l1 ++ l2) x /\
                       In (at_least u c) C /\ Nat.lxor b x < c).

(* A claim follows from the claims C. *)
Definition follows (C : list (claim A)) (c : claim A) : Prop :=
  let reached p b := forall k, k < b -> exists l, In l (rules p) /\ claimed_sum C l k in
  match c with
  | value_is p b => reached p b /\ forall l, In l (rules p) -> excluded C l b
  | at_least p b => reached p b
  end.

(* Each claim follows from those before it; the latest comes first. *)
Inductive proved : list (claim A) -> Prop :=
  | proved_none : proved []
  | proved_claim c C : proved C -> follows C c -> proved (c :: C).

End Claims.
