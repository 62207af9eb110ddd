(* The main theorems in one place.

   All definitions that the first part uses are in [Definitions.v], except those of
   the moves and sums in [heaps_grow], which are in [Saltus.v]; the second part, on the
   checker, uses in addition those of [Rows.v] (what arrays mean), [ReadEdges.v] and [ReadTable.v] (what files mean), and the records and codes
   of [CheckRemoteness.v], [CheckDraws.v], [CheckGrundy.v], [CheckSets.v],
   [CheckFollowers.v], [CheckPairs.v], [CheckMoves.v], [CheckHeaps.v], [CheckQuotients.v],
   [CheckRow.v], [CheckParts.v], [CheckSum.v], [CompleteValues.v], [CheckPosition.v] and [CheckWindows.v] that it names. How the checker works need
   not be read: the theorems begin with "if it says yes".

   What [Errata.v] says about the papers is stated there. *)

Require Import List Arith Bool Uint63 String.
Import ListNotations.
From Grundy Require Import Definitions.
From Grundy Require Grundy Play Distance Remoteness Outcome Draws Misere Existence Value Definition2
  Pairs Definition3 Acyclic NimSum Sum Parts Maps Heaps Saltus Vectors OnePosition Windows.

Local Open Scope list_scope.
Local Open Scope nat_scope.

(* ---- outcomes, remoteness and distance -------------------------------------- *)

(* A position has at most one outcome, remoteness and terminal distance … *)
Theorem has_outcome_unique (g : digraph) (sp : convention g) (u : g) (o o' : outcome) :
  has_outcome sp u o -> has_outcome sp u o' -> o = o'.
Proof. apply Play.has_outcome_unique. Qed.

Theorem has_remoteness_unique (g : digraph) (sp : convention g) (u : g) (r r' : number) :
  has_remoteness sp u r -> has_remoteness sp u r' -> r = r'.
Proof. apply Play.has_remoteness_unique. Qed.

Theorem has_distance_unique (g : digraph) (u : g) (d d' : number) :
  has_distance u d -> has_distance u d' -> d = d'.
Proof. apply Distance.has_distance_unique. Qed.

(* … and in a finite game it has an outcome [FY86, Thm. 3]. *)
Theorem outcome_exists (g : digraph) (sp : convention g) :
  finite g -> forall u : g, exists o, has_outcome sp u o.
Proof. apply Outcome.outcome_exists. Qed.

(* P- and N-positions are the least sets that obey the rules of backward
   induction [FY86, §5]. *)
Theorem outcomes_are_least (g : digraph) (sp : convention g) :
  finite g ->
  closed sp (fun u => has_outcome sp u P_position) (fun u => has_outcome sp u N_position) /\
  forall X Y, closed sp X Y -> forall u,
    (has_outcome sp u P_position -> X u) /\ (has_outcome sp u N_position -> Y u).
Proof.
  intros fin; pose proof (Outcome.outcomes_are_labels sp fin) as L.
  destruct (Outcome.labelling_closed sp) as [E [A B]]; split; [split; [|split]|].
  - intros u T; specialize (E u T); destruct (sp u); now apply L.
  - intros u T H; apply L, A; [exact T|]; intros v F; now apply L, H.
  - intros u v F H; apply L, (B u v F); now apply L.
  - intros X Y C u; destruct (Outcome.labelling_least sp X Y C) as [P N].
    split; intros H; [apply P|apply N]; now apply L.
Qed.

(* [FY86, Lemma 2]. *)
Theorem outcome_equations (g : digraph) :
  finite g -> forall u : g,
  (has_outcome normal u P_position <-> forall v, follower u v -> has_outcome normal v N_position) /\
  (has_outcome normal u N_position <-> exists v, follower u v /\ has_outcome normal v P_position) /\
  (has_outcome normal u D_position <->
   (forall v, follower u v -> ~ has_outcome normal v P_position) /\
   (exists v, follower u v /\ has_outcome normal v D_position)).
Proof. apply Outcome.outcome_equations. Qed.

(* One strategy that looks only at the current position is best everywhere. *)
Theorem positional_strategies_suffice (g : digraph) (sp : convention g) :
  finite g ->
  exists f : g -> g, forall (u : g) (b : player),
    (can_win sp b u -> winning sp (positional f) b u) /\
    (~ can_win sp (opponent b) u -> not_losing sp (positional f) b u).
Proof. apply Outcome.positional_strategies_suffice. Qed.

(* [Smi66, §4]: the conditions determine the remoteness that strategies define. *)
Theorem remoteness_exists (g : digraph) (sp : convention g) :
  finite g -> exists R, is_remoteness sp R.
Proof. apply Outcome.remoteness_exists. Qed.

Theorem remoteness_correct (g : digraph) (sp : convention g) (R : g -> number) :
  is_remoteness sp R -> forall u, has_remoteness sp u (R u).
Proof. apply Remoteness.remoteness_correct. Qed.

Theorem remoteness_outcome (g : digraph) (sp : convention g) (R : g -> number) :
  is_remoteness sp R -> forall u, has_outcome sp u (outcome_by (R u)).
Proof. apply Remoteness.remoteness_outcome. Qed.

Theorem remoteness_unique (g : digraph) (sp : convention g) (R R' : g -> number) :
  is_remoteness sp R -> is_remoteness sp R' -> forall u, R u = R' u.
Proof. apply Remoteness.remoteness_unique. Qed.

(* [Smi66, §3]. *)
Theorem distance_exists (g : digraph) : finite g -> exists D : g -> number, is_distance D.
Proof. apply Distance.distance_exists. Qed.

Theorem distance_correct (g : digraph) (D : g -> number) :
  is_distance D -> forall u, has_distance u (D u).
Proof. apply Distance.distance_correct. Qed.

(* Levels of draws exist, and are unique. *)
Theorem draw_levels_exist (g : digraph) : finite g -> exists L R : g -> number, draw_levels L R.
Proof. apply Draws.draw_levels_exist. Qed.

Theorem draw_levels_unique (g : digraph) (L R L' R' : g -> number) :
  finite g -> draw_levels L R -> draw_levels L' R' -> forall u, L u = L' u /\ R u = R' u.
Proof. apply Draws.draw_levels_unique. Qed.

(* [Smi66, §§5, 8]: misère play, and Smith's modified game. *)
Theorem misere_outcomes (g : digraph) :
  finite g -> forall u : g,
  (has_outcome misere u P_position <->
   ~ terminal u /\ forall v, follower u v -> has_outcome misere v N_position) /\
  (has_outcome misere u N_position <->
   terminal u \/ exists v, follower u v /\ has_outcome misere v P_position) /\
  (has_outcome misere u D_position <->
   ~ terminal u /\ (forall v, follower u v -> ~ has_outcome misere v P_position) /\
   (exists v, follower u v /\ has_outcome misere v D_position)).
Proof. apply Misere.misere_outcomes. Qed.

Theorem modified_game (g : digraph) (sp : convention g) :
  finite g -> forall u : g,
  (forall r, has_remoteness sp u r <-> has_remoteness (g := modified sp) normal (Some u) r) /\
  (forall o, has_outcome sp u o <-> has_outcome (g := modified sp) normal (Some u) o).
Proof. apply Misere.modified_game. Qed.

(* ---- the generalized Sprague–Grundy function --------------------------------- *)

(* [FY86, Thm. 1]. *)
Theorem grundy_exists (g : digraph) :
  finite g -> exists (G : g -> number) (c : g -> nat), is_grundy G c /\ monotonic G c.
Proof. apply Existence.grundy_exists. Qed.

(* [FY86, Thm. 2]: it is unique, for counters in any well-founded order. *)
Theorem grundy_unique (g : digraph) (J J' : Type) (lt : J -> J -> Prop) (lt' : J' -> J' -> Prop)
    (G G' : g -> number) (c : g -> J) (c' : g -> J') :
  well_founded lt -> well_founded lt' ->
  is_grundy_with lt G c -> is_grundy_with lt' G' c' -> forall u, G u = G' u.
Proof. apply Grundy.grundy_unique_with. Qed.

(* [FY86, Lemma 1, Thm. 2]: the definitions agree. *)
Theorem definition_2_implies_1 (g : digraph) (G : g -> number) (c : g -> nat) :
  is_grundy_2 G c -> is_grundy G c.
Proof. apply Definition2.definition_2_implies_1. Qed.

Theorem definition_1_implies_2 (g : digraph) (G : g -> number) (c : g -> nat) :
  is_grundy G c -> monotonic G c -> is_grundy_2 G c.
Proof. apply Definition2.definition_1_implies_2. Qed.

Theorem definitions_agree (g : digraph) (G G' : g -> number) (c c' : g -> nat) :
  is_grundy G c -> is_grundy_2 G' c' -> forall u, G u = G' u.
Proof. apply Definition2.definitions_agree. Qed.

Theorem definition_3_is_1 (g : digraph) (l : list g) (G G' : g -> number) (c : g -> nat) :
  (forall u, In u l \/ terminal u) -> is_grundy G c ->
  is_grundy_3 l G' <-> forall u, G' u = G u.
Proof. apply Definition3.definition_3_is_1. Qed.

(* [FY86, §4]. *)
Theorem acyclic_grundy_is_classical (g : digraph) :
  finite g -> ~ has_cycle g ->
  exists f : g -> nat, is_classical f /\
    (forall f', is_classical f' -> forall u, f' u = f u) /\
    (forall (G : g -> number) (c : g -> nat), is_grundy G c -> forall u, G u = Some (f u)).
Proof. apply Acyclic.acyclic_grundy_is_classical. Qed.

(* [FY86, Thm. 4]. *)
Theorem outcome_grundy (g : digraph) (G : g -> number) (c : g -> nat) :
  is_grundy G c -> forall u o, has_outcome normal u o <-> outcome_by_value G u o.
Proof. intros H u o; now apply (Value.outcome_grundy G c). Qed.

(* [FY86, §5]: the least counter wins. *)
Theorem counter_strategy (g : digraph) (G : g -> number) (c : g -> nat) (s : strategy g) (u : g) :
  is_grundy G c -> by_counter G c s ->
  (G u = Some 0 -> winning_within normal s previous_player u (2 * c u)) /\
  (values G u 0 -> winning_within normal s next_player u (1 + 2 * c (s u []))).
Proof.
  intros H B; split; intros E.
  - now apply Value.counter_strategy_previous with (G := G).
  - now apply Value.counter_strategy_next with (G := G).
Qed.

(* [Smi66, §9]: Smith's pairs have the same G, and the pair with the least H
   exists and is unique. *)
Theorem pair_is_grundy (g : digraph) (G H : g -> number) : is_pair G H -> exists c, is_grundy G c.
Proof. apply Pairs.pair_is_grundy. Qed.

Theorem least_pair_exists (g : digraph) : finite g -> exists G H : g -> number, is_least_pair G H.
Proof. apply Pairs.least_pair_exists. Qed.

Theorem least_pair_unique (g : digraph) (G H G' H' : g -> number) :
  is_least_pair G H -> is_least_pair G' H' -> forall u, G u = G' u /\ H u = H' u.
Proof. apply Pairs.least_pair_unique. Qed.

(* ---- sums [FY86, §5] ----------------------------------------------------------- *)

Definition solved (s : solved_game) : Prop := has_grundy s /\ has_monotonic_counter s.

(* [FY86, Thm. 5], for any number of games. *)
Theorem sum_theorem (l : list solved_game) : Forall solved l -> has_grundy (sum_of l).
Proof. apply Sum.sum_theorem. Qed.

Theorem sum_theorem_unique (l : list solved_game) (G : sum_of l -> number) (c : sum_of l -> nat) :
  Forall solved l -> is_grundy G c -> forall x : sum_of l, G x = game_value x.
Proof. apply Sum.sum_theorem_unique. Qed.

(* a ⊕ ∞(K) = ∞({a ⊕ x : x in K}) and ∞ ⊕ ∞ = ∞(∅). *)
Theorem sum_infinite (s : solved_game) (l : list solved_game) (u : s) (v : sum_of l) :
  let w : sum_of (s :: l) := (u, v) in
  (forall a, game_value u = Some a -> game_value v = infinity ->
     game_value w = infinity /\
     forall k, values game_value w k <-> exists x, values game_value v x /\ k = Nat.lxor a x) /\
  (forall b, game_value u = infinity -> game_value v = Some b ->
     game_value w = infinity /\
     forall k, values game_value w k <-> exists x, values game_value u x /\ k = Nat.lxor x b) /\
  (game_value u = infinity -> game_value v = infinity ->
     game_value w = infinity /\ forall k, ~ values game_value w k).
Proof. apply Sum.sum_infinite. Qed.

(* [FY86, Cor. 2]. *)
Theorem sum_outcome (l : list solved_game) (x : sum_of l) (o : outcome) :
  Forall solved l -> has_outcome normal x o <-> outcome_by_value game_value x o.
Proof. apply Sum.sum_outcome. Qed.

(* The strategy by total counters exists, and wins. *)
Theorem total_counters (l : list solved_game) :
  Forall solved l ->
  (exists f, by_counter game_value game_counter (positional (g := sum_of l) f)) /\
  forall (x : sum_of l) s, by_counter game_value game_counter s ->
  (game_value x = Some 0 -> winning_within normal s previous_player x (2 * game_counter x)) /\
  (values game_value x 0 -> winning_within normal s next_player x (1 + 2 * game_counter (s x []))).
Proof.
  intros H; split; [now apply Sum.total_counters_exist|].
  intros x s; now apply Sum.total_counters_win.
Qed.

(* ---- maps [FY86, §6] ----------------------------------------------------------- *)

(* [FY86, Thm. 6], for finite values. *)
Theorem D_morphism_preserves (r s : digraph) (f : r -> s) (G : s -> number) (c : s -> nat)
    (H : r -> number) (d : r -> nat) :
  is_grundy G c -> is_D_morphism f -> is_grundy H d ->
  forall u k, H u = Some k -> G (f u) = Some k.
Proof. intros HG; apply (Maps.D_morphism_preserves f G c HG). Qed.

(* [FY86, Thm. 7], for numbers d(u). *)
Theorem theorem_7 (r s : digraph) (f : r -> s) (G : s -> number) (c : s -> nat) (d : r -> nat) :
  is_grundy G c -> lifts_moves f ->
  (forall u v, follower u v ->
     follower (f u) (f v) \/ exists w, follower v w /\ f w = f u /\ d w < d u) ->
  is_grundy_with pair_lt (fun u => G (f u)) (fun u => (c (f u), d u)) /\
  forall (H : r -> number) (e : r -> nat), is_grundy H e -> forall u,
    H u = G (f u) /\ (H u = infinity -> forall k, values H u k <-> values G (f u) k).
Proof.
  intros HG L M; split.
  - exact (Maps.theorem_7 f G c HG d L M).
  - intros H e HH; exact (Maps.theorem_7_preserves f G c HG d L M H e HH).
Qed.

Theorem theorem_7_monotonic (r s : digraph) (f : r -> s) (G : s -> number) (c : s -> nat) (d : r -> nat) :
  monotonic G c ->
  forall u v k l, G (f u) = Some k -> G (f v) = Some l -> k < l ->
  pair_lt (c (f u), d u) (c (f v), d v).
Proof. exact (Maps.theorem_7_monotonic f G c d). Qed.

(* ---- games that come apart ------------------------------------------------------- *)

(* Values and ranks that satisfy the conditions at every part are right: nim-sums of
   these values are the values of all sums of parts. The moves of a part lead to at
   most n parts each. *)
Theorem parts_are_nim_sums (part : Type) (t : part -> list (list part)) (G : part -> number)
    (rank : part -> nat) (n : nat) :
  (forall p m, In m (t p) -> List.length m <= n) ->
  (forall p, right_part t G rank p) ->
  exists c, is_grundy (g := game_of_parts t) (total_value G) c.
Proof.
  intros bound H; eexists; apply Definition2.definition_2_implies_1.
  exact (Parts.right_parts_grundy_2 t G rank n bound H).
Qed.

(* ---- heap games ------------------------------------------------------------------ *)

(* Values of heaps exist, and nim-sums of them decide all positions. *)
Theorem heap_values_exist (allowed : code) : exists G, heap_values allowed G.
Proof. eexists; apply Heaps.heap_values_exist. Qed.

Theorem heaps_are_nim_sums (allowed : code) (G : nat -> nat) :
  heap_values allowed G ->
  exists c, is_grundy (g := heap_game allowed) (fun u => Some (total G u)) c.
Proof. intros H; eexists; now apply Heaps.heaps_are_nim_sums. Qed.

(* [GS56], for any number of heaps: a period that is seen long enough goes on forever.
   Moves take at most [last] beans and leave at most [heaps] heaps. *)
Theorem heaps_periodic (allowed : code) (G : nat -> nat) (last heaps n0 p : nat) :
  heap_values allowed G -> (forall t b, last < t \/ heaps < b -> allowed t b = false) ->
  1 <= heaps -> 1 <= n0 ->
  (forall n, n0 <= n < heaps * n0 + (heaps - 1) * p + last -> G (n + p) = G n) ->
  forall n, n0 <= n -> G (n + p) = G n.
Proof. apply Heaps.heaps_periodic. Qed.

(* [Aus76]: periods with a saltus, for codes that end, or that repeat the digit 3 forever
   if [free]. This is Theorem 3 of docs/heaps-proofs.md: p = 2 * half is even, the saltus
   is s = sigma * 2 ^ c with sigma odd, and n goes through the window n1 <= n < n1 + p. *)
Theorem heaps_grow (allowed : code) (last : nat) (free : bool) (G : nat -> nat)
    (n0 half sigma c n1 : nat) :
  let p := 2 * half in
  let s := sigma * 2 ^ c in
  let in_window n := n1 <= n < n1 + p in
  heap_values allowed G ->
  (forall t b, last < t -> allowed t b = free && (b <=? 1)) ->
  1 <= half -> 1 <= n0 -> Nat.odd sigma = true -> n0 + last < n1 ->
  (forall n, n0 <= n < n1 + p -> G (n + p) = G n + s) ->
  (free = true -> forall n a j, in_window n -> a < n0 + p -> G a <> G n + j * s) ->
  (forall n q t j y,
     in_window n -> Forall (fun a => 1 <= a < n0 + p) q -> 2 <= List.length q <= most_left ->
     allowed t (List.length q) = true -> list_sum q + t + y * p = n + j * p ->
     Saltus.low_sum c G q = Saltus.low c (G n) ->
     Nat.Even (Saltus.high_sum c G q + Saltus.high c (G n) + y + j) ->
     Saltus.high_sum c G q + y * sigma < Saltus.high c (G n) + j * sigma) ->
  (forall n, in_window n -> s <= G n) ->
  (forall n v, in_window n -> v + s < G n -> Saltus.lasting allowed last free G (n + p) v) ->
  (forall n v, in_window n -> v < G n <= v + s ->
     Saltus.lasting_and_growing allowed last free G n0 c (n + p) v) ->
  (forall n v, in_window n -> v < G n <= v + s -> Saltus.growing allowed G n0 c n v) ->
  forall n, n0 <= n -> G (n + p) = G n + s.
Proof. intros p s in_window; apply Saltus.heaps_grow. Qed.

(* ---- games on vectors ------------------------------------------------------------ *)

(* The moves of the definition are those that the rules name, and every play ends. *)
Theorem vector_followers (vectors : list (list nat * bool)) (overshoot : bool) (u : list nat) :
  vectors_positive vectors ->
  let may_subtract v k := 1 <= k /\ (In (v, true) vectors \/ In (v, false) vectors /\ k = 1) in
  (forall w, @follower (vector_game vectors overshoot) (Some u) (Some w) <->
     exists v k, may_subtract v k /\ subtract u (times k v) = Some w) /\
  (@follower (vector_game vectors overshoot) (Some u) None <->
     overshoot = true /\ exists v k, may_subtract v k /\ subtract u (times k v) = None).
Proof.
  intros P; split; [intros w; exact (Vectors.follower_some _ _ P u w)|exact (Vectors.follower_out _ _ P u)].
Qed.

Theorem vector_games_end (vectors : list (list nat * bool)) (overshoot : bool) :
  vectors_positive vectors -> every_play_ends (vector_game vectors overshoot).
Proof. intros P; exact (Vectors.weights_end _ (Vectors.vector_smaller _ _ P)). Qed.

(* They have values, which are the G-function. *)
Theorem vector_values_exist (vectors : list (list nat * bool)) (overshoot : bool) :
  vectors_positive vectors ->
  exists G : vector_game vectors overshoot -> nat, is_classical G /\ exists c, is_grundy (fun u => Some (G u)) c.
Proof.
  intros P; pose proof (Vectors.vector_smaller _ overshoot P) as S.
  pose proof (Vectors.value_by_weight_classical _ S) as C; eexists; split; [exact C|].
  eexists; exact (Vectors.classical_is_grundy _ S _ C).
Qed.

(* Two theorems about a row, if no move subtracts more than m from x. Columns that
   equal those p later do so forever … *)
Theorem rows_periodic (vectors : list (list nat * bool)) (overshoot : bool)
    (G : vector_game vectors overshoot -> nat) (before after : list nat) (m s p : nat) :
  vectors_positive vectors -> is_classical G ->
  let at_x b a x := G (in_row vectors overshoot b a x) in
  (forall v w d k, leads_back vectors before after v w d k -> k * d <= m) ->
  (forall x, s <= x < s + m -> in_all_rows before after (fun b a => at_x b a (x + p) = at_x b a x)) ->
  forall x, s <= x -> in_all_rows before after (fun b a => at_x b a (x + p) = at_x b a x).
Proof.
  intros P C at_x depth seen x L b a B A.
  apply (Vectors.rows_periodic _ _ P G C before after m s p); auto; intros y Y b' a' [B' A']; now apply seen.
Qed.

(* … and if all multiples of 1 along the row are moves, and nothing leads out, values
   that grow by p over m columns, and free values that do, grow by p forever. *)
Theorem rows_grow (vectors : list (list nat * bool)) (G : vector_game vectors false -> nat)
    (before after : list nat) (m n p : nat) :
  vectors_positive vectors -> is_classical G ->
  let at_x b a x := G (in_row vectors false b a x) in
  In (repeat 0 (List.length before) ++ 1 :: repeat 0 (List.length after), true) vectors ->
  (forall v w d k, leads_back vectors before after v w d k -> 1 <= list_sum v + list_sum w -> k * d <= m) ->
  m <= n ->
  (forall x, n <= x + m -> x < n -> in_all_rows before after (fun b a => at_x b a (x + p) = at_x b a x + p)) ->
  in_all_rows before after (fun b a => forall y,
    is_free vectors false G b a (n + p) y <-> exists z, y = z + p /\ is_free vectors false G b a n z) ->
  forall x, n <= x + m -> in_all_rows before after (fun b a => at_x b a (x + p) = at_x b a x + p).
Proof.
  intros P C at_x ray depth M same free x X b a B A.
  apply (Vectors.rows_grow _ _ P G C before after m ray eq_refl depth p n); auto.
  apply Vectors.free_alike_at; [intros j J L b' a' [B' A']; now apply same|intros b' a' [B' A']; now apply free].
Qed.

(* ---- claims about one position ---------------------------------------------------- *)

(* If each claim follows from those before it, claimed values are right: in play
   with heaps of Nim, and for every function that satisfies A and C of [FY86,
   Definition 1], and so for every G-function. The game may have cycles and
   infinitely many positions. *)
Theorem claims_are_true (A : Type) (rules : A -> list (list A)) (C : list (claim A)) :
  proved rules C -> forall (u : game_of_parts rules) (n : nat), claimed_sum C u n ->
  has_nim_value u n /\
  forall G : game_of_parts rules -> number, satisfies_A_and_C G -> G u = Some n.
Proof. intros H u n; now apply OnePosition.claims_are_true. Qed.

Theorem claims_decide (A : Type) (rules : A -> list (list A)) (C : list (claim A)) :
  proved rules C -> forall u : game_of_parts rules,
  (claimed_sum C u 0 -> has_outcome normal u P_position) /\
  (excluded C u 0 -> has_outcome normal u N_position).
Proof.
  intros H u; split; [now apply OnePosition.claimed_P|now apply OnePosition.claimed_N].
Qed.

(* ---- windows of larger games --------------------------------------------------------- *)

(* There are games of which g is a window. *)
Theorem window_exists (g : digraph) (frontier : g -> bool) :
  exists (h : digraph) (place : h -> option g),
    is_window frontier place /\ forall u, exists x, place x = Some u.
Proof. apply Windows.window_exists. Qed.

(* Who wins in the game with loops wins in all larger games, at least as fast. *)
Theorem window_bound (g h : digraph) (frontier : g -> bool) (place : h -> option g)
    (normal_play : bool) (x : h) (u : g) (r : nat) :
  finite (looped g frontier) -> is_window frontier place -> place x = Some u ->
  has_remoteness (g := looped g frontier) (fun _ => normal_play) u (Some r) ->
  exists k, k <= r /\ Nat.odd k = Nat.odd r /\ has_remoteness (fun _ => normal_play) x (Some k).
Proof. apply Windows.window_bound. Qed.

(* A finite value of the game with loops is the value in all larger games. *)
Theorem window_value (g h : digraph) (frontier : g -> bool) (place : h -> option g)
    (G : g -> number) (c : g -> nat) (x : h) (u : g) (k : nat) :
  is_window frontier place -> is_grundy (g := looped g frontier) G c ->
  place x = Some u -> G u = Some k ->
  has_nim_value x k /\
  forall (J : Type) (lt : J -> J -> Prop) (G' : h -> number) (c' : h -> J),
    is_grundy_with lt G' c' -> G' x = Some k.
Proof.
  intros W HG E Eu; split.
  - exact (Windows.window_value_wins frontier place W G c HG k x u E Eu).
  - intros J lt G' c' H.
    exact (Windows.window_value frontier place W G c HG G' (fun y => proj1 (H y))
             (fun y => proj2 (proj2 (H y))) k x u E Eu).
Qed.

(* ==== the checker =================================================================== *)

From Grundy Require Import Rows Text ReadEdges ReadTable CheckRemoteness CheckGrundy CheckWindows.
From Grundy Require CheckDistance CheckDraws CheckSets CheckFollowers CheckPairs CheckOutcome CheckMoves CheckHeaps
  CheckSaltus CheckRow
  CheckQuotients CheckSum CheckParts CheckText Complete CompleteValues CompletePairs CheckPosition.

(* ---- arrays ------------------------------------------------------------------------ *)

Section Arrays.
Context (r : rows).

Theorem check_remoteness_correct (normal_play : bool) (c : column) :
  check_remoteness normal_play r c = true ->
  forall u : game r, is_position r u ->
  has_remoteness (fun _ => normal_play) u (decode (at_index c u)).
Proof. apply CheckRemoteness.check_remoteness_correct. Qed.

Theorem check_distance_correct (c : column) :
  CheckDistance.check_distance r c = true ->
  forall u : game r, is_position r u -> has_distance u (decode (at_index c u)).
Proof. apply CheckDistance.check_distance_correct. Qed.

Theorem check_outcome_correct (normal_play : bool) (outcomes c : column) :
  check_remoteness normal_play r c = true -> check_outcome r outcomes c = true ->
  forall u : game r, is_position r u ->
  exists o, at_index outcomes u = letter o /\ has_outcome (fun _ => normal_play) u o.
Proof. apply CheckRemoteness.check_outcome_correct. Qed.

Theorem check_draws_correct (level remoteness : column) :
  CheckDraws.check_draws r level remoteness = true ->
  draw_levels (CheckDraws.level_of r level) (CheckDraws.remoteness_of r remoteness).
Proof. apply CheckDraws.check_draws_correct. Qed.

(* The checker accepts right columns, too. *)
Theorem check_remoteness_complete (normal_play : bool) (c : column) :
  check_rows r = true ->
  (forall u : game r, is_position r u ->
     has_remoteness (fun _ => normal_play) u (decode (at_index c u))) ->
  check_remoteness normal_play r c = true.
Proof. intros W; exact (Complete.check_remoteness_complete r c W normal_play). Qed.

Theorem check_distance_complete (c : column) :
  check_rows r = true ->
  (forall u : game r, is_position r u -> has_distance u (decode (at_index c u))) ->
  CheckDistance.check_distance r c = true.
Proof. exact (Complete.check_distance_complete r c). Qed.

Theorem check_outcome_complete (normal_play : bool) (outcomes c : column) :
  check_remoteness normal_play r c = true ->
  (forall u : game r, is_position r u ->
     exists o, at_index outcomes u = letter o /\ has_outcome (fun _ => normal_play) u o) ->
  check_outcome r outcomes c = true.
Proof. exact (Complete.check_outcome_complete r c normal_play outcomes). Qed.

Theorem check_draws_complete (level remoteness : column) :
  check_rows r = true ->
  draw_levels (CheckDraws.level_of r level) (CheckDraws.remoteness_of r remoteness) ->
  CheckDraws.check_draws r level remoteness = true.
Proof. apply Complete.check_draws_complete. Qed.

Section Values.
Context (grundy counter : column) (h : hints).
Hypothesis yes : check_grundy r grundy counter h = true.

Theorem check_grundy_correct : is_grundy (value_of r grundy) (counter_of r counter).
Proof. exact (CheckGrundy.check_grundy_correct _ _ _ _ yes). Qed.

Theorem check_grundy_unique (G : game r -> number) (c : game r -> nat) :
  is_grundy G c -> forall u : game r, is_position r u -> decode (at_index grundy u) = G u.
Proof. exact (CheckGrundy.check_grundy_unique _ _ _ _ _ _ yes). Qed.

Theorem check_grundy_counters :
  forall u, is_position r u ->
  (decode (at_index counter u) = infinity <-> decode (at_index grundy u) = infinity).
Proof. exact (CheckGrundy.check_grundy_counters _ _ _ _ yes). Qed.

Theorem check_outcome_by_value_correct (outcomes : column) :
  CheckOutcome.check_outcome_by_value r outcomes grundy = true ->
  forall u : game r, is_position r u ->
  exists o, at_index outcomes u = letter o /\ has_outcome normal u o.
Proof. exact (CheckOutcome.check_outcome_by_value_correct _ _ _ _ _ yes). Qed.

Theorem check_outcome_by_value_complete (outcomes : column) :
  (forall u : game r, is_position r u ->
     exists o, at_index outcomes u = letter o /\ has_outcome normal u o) ->
  CheckOutcome.check_outcome_by_value r outcomes grundy = true.
Proof. exact (Complete.check_outcome_by_value_complete _ _ _ _ _ yes). Qed.

(* [Smi66, §9]: the pair with the least H. *)
Theorem check_pairs_correct (hmin : column) (o : CheckPairs.offers) :
  CheckPairs.check_pairs r grundy hmin o = true ->
  is_least_pair (value_of r grundy) (CheckPairs.hmin_of r hmin).
Proof. exact (CheckPairs.check_pairs_correct _ _ _ _ _ _ yes). Qed.

(* It is accepted with suitable offers, in games with fewer than 2^31 positions. *)
Theorem check_pairs_complete (hmin : column) :
  (order r <? 2147483648)%uint63 = true ->
  is_least_pair (value_of r grundy) (CheckPairs.hmin_of r hmin) ->
  exists o, CheckPairs.check_pairs r grundy hmin o = true.
Proof.
  intros few; exact (CompletePairs.check_pairs_complete _ _ _ _ _ (proj1 (ltb_spec _ _) few) yes).
Qed.

End Values.

Theorem check_sets_correct (grundy k_start k_entry : column) :
  CheckSets.check_sets r grundy k_start k_entry = true ->
  forall u, is_position r u -> CheckSets.set_right_at r grundy k_start k_entry u.
Proof. apply CheckSets.check_sets_correct. Qed.

(* The sets J [Smi66, (32)]. *)
Theorem check_followers_correct (grundy j_start j_entry : column) :
  CheckFollowers.check_followers r grundy j_start j_entry = true ->
  forall u, is_position r u -> CheckFollowers.followers_right_at r grundy j_start j_entry u.
Proof. apply CheckFollowers.check_followers_correct. Qed.

(* The checker accepts right values and counters for suitable hints, and right
   sets. [small_values]: its marks have room for values below 2097151. *)
Theorem check_grundy_complete (grundy counter : column) :
  check_rows r = true -> CompleteValues.small_values r grundy ->
  is_grundy (value_of r grundy) (counter_of r counter) ->
  (forall u, is_position r u ->
     (decode (at_index counter u) = infinity <-> decode (at_index grundy u) = infinity)) ->
  exists h, check_grundy r grundy counter h = true.
Proof. apply CompleteValues.check_grundy_complete. Qed.

Theorem check_sets_complete (grundy counter : column) (h : hints) (k_start k_entry : column) :
  check_grundy r grundy counter h = true -> CompleteValues.small_values r grundy ->
  (forall u, is_position r u ->
     CompleteValues.in_order k_start u /\ CompleteValues.has_numbers k_start k_entry u /\
     CheckSets.set_right_at r grundy k_start k_entry u) ->
  CheckSets.check_sets r grundy k_start k_entry = true.
Proof.
  intros H S; apply (CompleteValues.check_sets_complete r grundy (counter_of r counter) (check_grundy_rows _ _ _ _ H) S).
  exact (CheckGrundy.check_grundy_correct _ _ _ _ H).
Qed.

Theorem check_followers_complete (grundy counter : column) (h : hints) (j_start j_entry : column) :
  check_grundy r grundy counter h = true -> CompleteValues.small_values r grundy ->
  (forall u, is_position r u ->
     CompleteValues.in_order j_start u /\ CheckFollowers.followers_right_at r grundy j_start j_entry u) ->
  CheckFollowers.check_followers r grundy j_start j_entry = true.
Proof.
  intros H S; apply (CompleteValues.check_followers_complete r grundy (counter_of r counter) (check_grundy_rows _ _ _ _ H) S).
  exact (CheckGrundy.check_grundy_correct _ _ _ _ H).
Qed.

End Arrays.

(* ---- windows of larger games ---------------------------------------------------------- *)

(* The entries of a window hold in every game of which it is a window. [marks] is
   the column that marks the frontier; [entry_of] says what the code of an entry
   means, and [CheckWindows.v] what the entry says about a position. *)
Section WindowColumns.
Context (r : rows) (marks : column).

Definition in_all_larger_games (says : forall h : digraph, h -> game r -> Prop) : Prop :=
  forall (h : digraph) (place : h -> option (game r)), is_window (frontier r marks) place ->
  forall (x : h) (u : game r), place x = Some u -> is_position r u -> says h x u.

Theorem check_window_remoteness_correct (normal_play : bool) (b : bounds) (c : column) :
  check_window_remoteness normal_play r marks b c = true ->
  in_all_larger_games (fun h x u =>
    remoteness_claim (h := h) (fun _ => normal_play) x (entry_of (at_index c u))).
Proof.
  intros H h place W; exact (CheckWindows.check_window_remoteness_correct normal_play r marks b place W c H).
Qed.

Theorem check_window_outcome_correct (normal_play : bool) (b : bounds) (c : column) :
  check_window_outcome normal_play r marks b c = true ->
  in_all_larger_games (fun h x u => outcome_claim (h := h) (fun _ => normal_play) x (at_index c u)).
Proof.
  intros H h place W; exact (CheckWindows.check_window_outcome_correct normal_play r marks b place W c H).
Qed.

Theorem check_window_distance_correct (c : column) :
  check_window_distance r marks c = true ->
  in_all_larger_games (fun h x u => distance_claim (h := h) x (entry_of (at_index c u))).
Proof. intros H h place; exact (CheckWindows.check_window_distance_correct r marks c place H). Qed.

Theorem check_window_values_correct (b : bounds) (v : value_hints) (grundy : column) :
  check_window_values r marks b v grundy = true ->
  in_all_larger_games (fun h x u => value_claim (h := h) x (entry_of (at_index grundy u))).
Proof. intros H h place; exact (CheckWindows.check_window_values_correct r marks b v grundy H place). Qed.

Theorem check_window_k_correct (b : bounds) (v : value_hints) (grundy k_start k_entry : column) :
  check_window_values r marks b v grundy = true ->
  check_window_sets r marks grundy k_start k_entry false = true ->
  in_all_larger_games (fun h x u => k_claim (h := h) k_start k_entry x u).
Proof.
  intros V S h place; exact (CheckWindows.check_window_k_correct r marks grundy k_start k_entry b v place V S).
Qed.

Theorem check_window_j_correct (b : bounds) (v : value_hints) (grundy j_start j_entry : column) :
  check_window_values r marks b v grundy = true ->
  check_window_sets r marks grundy j_start j_entry true = true ->
  in_all_larger_games (fun h x u => j_claim (h := h) j_start j_entry x u).
Proof.
  intros V S h place; exact (CheckWindows.check_window_j_correct r marks grundy j_start j_entry b v place V S).
Qed.

End WindowColumns.

(* ---- heap games, rows and sums --------------------------------------------------------------- *)

Theorem check_heaps_correct (h : CheckHeaps.heap_claim) :
  CheckHeaps.check_heaps h = true ->
  exists G : nat -> nat,
    (exists c, is_grundy (g := heap_game (CheckHeaps.code_of h)) (fun u => Some (total G u)) c) /\
    (forall n, n < to_nat (CheckHeaps.heaps h) -> G n = CheckHeaps.table_value h n) /\
    (forall n, to_nat (CheckHeaps.preperiod h) <= n ->
       G (n + to_nat (CheckHeaps.period h)) = G n + to_nat (CheckHeaps.saltus h)).
Proof.
  intros H; destruct (CheckSaltus.check_heaps_correct h H) as [G [HG X]].
  exists G; split; [eexists; exact HG|exact X].
Qed.

(* [row_position c n] is the position of the row at x = n, and [row_value c n] the
   value that the file lists for it. *)
Theorem check_row_correct (c : CheckRow.row_claim) :
  CheckRow.check_row c = true ->
  exists G : vector_game (CheckRow.vectors_of c) (CheckRow.row_overshoot c) -> nat,
    is_classical G /\
    (exists counter, is_grundy (fun u => Some (G u)) counter) /\
    every_play_ends (vector_game (CheckRow.vectors_of c) (CheckRow.row_overshoot c)) /\
    (forall n, n < to_nat (CheckRow.row_preperiod c) + to_nat (CheckRow.row_period c) ->
       G (CheckRow.row_position c n) = CheckRow.row_value c n) /\
    (forall n, to_nat (CheckRow.row_preperiod c) <= n ->
       G (CheckRow.row_position c (n + to_nat (CheckRow.row_period c))) =
       G (CheckRow.row_position c n) + to_nat (CheckRow.row_saltus c)).
Proof.
  intros H; destruct (CheckRow.check_row_correct c H) as [G [C [HG X]]].
  exists G; split; [exact C|]; split; [eexists; exact HG|exact X].
Qed.

(* P and the values tell the outcome of every sum in misère play; and the elements are
   the classes of sums that have the same outcomes next to all other sums. *)
Theorem check_quotient_correct (q : CheckQuotients.quotient_claim) :
  CheckQuotients.check_quotient q = true ->
  let game := heap_game (CheckMoves.code_of_digits (CheckQuotients.q_digits q) (CheckQuotients.q_last q) false) in
  let known u := Forall (CheckQuotients.is_known q) u in
  let value u := CheckQuotients.sum_value q u in
  (forall u : game, known u ->
     has_outcome misere u (if CheckQuotients.in_P q (value u) then P_position else N_position)) /\
  (forall u v : game, known u -> known v ->
     (value u = value v <->
      forall (z : list nat) (o : outcome), known z ->
        (has_outcome misere (u ++ z : game) o <-> has_outcome misere (v ++ z : game) o))) /\
  (forall x, CheckQuotients.is_element q x <-> exists u, known u /\ value u = x).
Proof. apply CheckQuotients.check_quotient_correct. Qed.

Theorem outcome_of_sum_correct (l : list CheckSum.component) :
  Forall CheckSum.certified l ->
  has_outcome normal (CheckSum.sum_position l) (CheckSum.outcome_of_sum l).
Proof. apply CheckSum.outcome_of_sum_correct. Qed.

(* ---- certificates of one position --------------------------------------------------- *)

(* [CheckPosition.listing_of] says which parts and moves the bytes of a list of
   moves mean. The answer is true for all rules with the listed moves. *)
Theorem check_position_correct (moves_file certificate : Text.text)
    (L : CheckPosition.listing) (a : CheckPosition.position_answer) :
  CheckPosition.read_listing moves_file = Some L ->
  CheckPosition.check_position L certificate = Some a ->
  exists start l, CheckPosition.listing_of (Text.bytes_of moves_file) = Some (start, l) /\
  forall rules, CheckPosition.agrees rules l ->
  CheckPosition.holds (g := game_of_parts rules) start a.
Proof. apply CheckPosition.check_position_correct. Qed.

(* ---- parts --------------------------------------------------------------------------------- *)

(* A part p stands for the position [p] of the game of sums. *)
Section PartTables.
Context (t : CheckParts.part_table) (grundy counter : column) (h : CheckParts.part_hints).
Hypothesis yes : CheckParts.check_parts t grundy counter h = true.

Notation sums := (game_of_parts (CheckParts.moves_of t)).
Notation value := (CheckParts.part_value t grundy).

Theorem check_parts_correct : exists c, is_grundy (g := sums) (total_value value) c.
Proof. exact (CheckParts.check_parts_correct _ _ _ _ yes). Qed.

Theorem check_parts_unique (G : sums -> number) (c : sums -> nat) :
  is_grundy G c -> forall p, CheckParts.is_part t p -> decode (at_index grundy p) = G [p].
Proof. exact (CheckParts.check_parts_unique _ _ _ _ G c yes). Qed.

(* Parts have levels that no move raises; among parts of the same level and
   value the counter says which ones come first. *)
Theorem check_parts_counters :
  (forall p, CheckParts.is_part t p ->
     (decode (at_index counter p) = infinity <-> decode (at_index grundy p) = infinity)) /\
  exists level rank : int -> nat,
    (forall p m q, In m (CheckParts.moves_of t p) -> In q m -> level q <= level p) /\
    (forall p q, level p = level q -> at_index grundy p = at_index grundy q ->
       (rank p < rank q <-> to_nat (at_index counter p) < to_nat (at_index counter q))) /\
    forall p, right_part (CheckParts.moves_of t) value rank p.
Proof. exact (CheckParts.check_parts_counters _ _ _ _ yes). Qed.

Theorem check_part_outcomes_correct (outcomes : column) :
  CheckParts.check_part_outcomes t grundy outcomes = true ->
  forall p, CheckParts.is_part t p ->
  exists o, at_index outcomes p = letter o /\ has_outcome (g := sums) normal [p] o.
Proof. exact (CheckParts.check_part_outcomes_correct _ _ _ _ _ yes). Qed.

End PartTables.

Theorem check_part_sets_correct (t : CheckParts.part_table) (grundy k_start k_entry : column)
    (h : CheckParts.part_hints) :
  CheckParts.check_part_sets t grundy k_start k_entry h = true ->
  forall p, CheckParts.is_part t p -> CheckParts.part_set_right_at t grundy k_start k_entry p.
Proof. apply CheckParts.check_part_sets_correct. Qed.

(* ---- text files -------------------------------------------------------------------------- *)

(* The words of the formats, which the definitions write as bytes. *)
Theorem text_words :
  arrow = CheckText.word_of "->" /\ at_sign = CheckText.word_of "@" /\
  vertex = CheckText.word_of "vertex" /\ infinity_word = CheckText.word_of "inf" /\
  none_word = CheckText.word_of "-" /\ braces = CheckText.word_of "{}".
Proof. exact CheckText.words_of_the_formats. Qed.

(* Printing what was read gives an equal file, up to comments, blanks, arrows
   and empty lines. *)
Theorem print_edge_list (file : list int) (l : list item) :
  edge_list file = Some l -> tokens (print l) = map without_arrow (tokens file).
Proof. apply ReadEdges.print_edge_list. Qed.

Theorem print_read_table (file : list int) :
  map (join tab) (table_lines file) =
  filter (fun line => negb (is_empty line)) (map without_return (lines file)).
Proof. apply ReadTable.print_read_table. Qed.

(* From here on, both files are read, and the rows are those of the game. *)
Section Files.
Context (game_file solution_file : text) (r : rows) (e : edges) (t : table) (l : list item).
Hypothesis (read : CheckText.reading game_file solution_file r e t)
  (meaning : edge_list (bytes_of game_file) = Some l).

Notation says u name entry := (says (bytes_of solution_file) u (CheckText.word_of name) entry).
Notation check_entries parse name c := (CheckText.check_entries parse (CheckText.word_of name) t c).

Theorem text_complete (parse : word -> option int) (name : string) (c row_number row_index : column) :
  CheckText.check_coverage r t row_number row_index = true -> check_entries parse name c = true ->
  forall u, occurs u l -> exists entry, says u name entry.
Proof. exact (CheckText.text_complete _ _ _ _ _ _ read meaning parse name c row_number row_index). Qed.

Theorem text_remoteness (normal_play : bool) (c : column) :
  let name := if normal_play then "remoteness"%string else "misere_remoteness"%string in
  check_entries read_extended name c = true -> check_remoteness normal_play r c = true ->
  forall (u : game_of l) entry, says u name entry ->
  exists x, denotes entry x /\ has_remoteness (fun _ => normal_play) u x.
Proof. exact (CheckText.text_remoteness _ _ _ _ _ _ read meaning normal_play c). Qed.

Theorem text_distance (c : column) :
  check_entries read_extended "distance" c = true -> CheckDistance.check_distance r c = true ->
  forall (u : game_of l) entry, says u "distance" entry ->
  exists x, denotes entry x /\ has_distance u x.
Proof. exact (CheckText.text_distance _ _ _ _ _ _ read meaning c). Qed.

Theorem text_draws (level remoteness : column) :
  check_entries read_extended "draw_level" level = true ->
  check_entries read_extended "draw_remoteness" remoteness = true ->
  CheckDraws.check_draws r level remoteness = true ->
  exists L R : game_of l -> number, draw_levels L R /\ forall u entry,
  (says u "draw_level" entry -> denotes entry (L u)) /\
  (says u "draw_remoteness" entry -> denotes entry (R u)).
Proof. exact (CheckText.text_draws _ _ _ _ _ _ read meaning level remoteness). Qed.

Theorem text_outcome (normal_play : bool) (outcomes c : column) :
  let name := if normal_play then "outcome"%string else "misere"%string in
  check_entries read_letter name outcomes = true ->
  check_remoteness normal_play r c = true -> check_outcome r outcomes c = true ->
  forall (u : game_of l) entry, says u name entry ->
  exists o, entry = [letter o] /\ has_outcome (fun _ => normal_play) u o.
Proof. exact (CheckText.text_outcome _ _ _ _ _ _ read meaning normal_play outcomes c). Qed.

Theorem text_outcome_by_value (outcomes grundy counter : column) (h : hints) :
  check_entries read_letter "outcome" outcomes = true ->
  check_grundy r grundy counter h = true ->
  CheckOutcome.check_outcome_by_value r outcomes grundy = true ->
  forall (u : game_of l) entry, says u "outcome" entry ->
  exists o, entry = [letter o] /\ has_outcome normal u o.
Proof. exact (CheckText.text_outcome_by_value _ _ _ _ _ _ read meaning outcomes grundy counter h). Qed.

Theorem text_values (grundy counter : column) (h : hints) :
  check_grundy r grundy counter h = true ->
  exists (G : game_of l -> number) (c : game_of l -> nat), is_grundy G c /\
  (check_entries read_extended "grundy" grundy = true ->
   forall u entry, says u "grundy" entry -> denotes entry (G u)) /\
  (check_entries read_counter "counter" counter = true ->
   forall u entry, says u "counter" entry ->
   entry = CheckText.word_of "-" /\ G u = infinity \/
   denotes entry (Some (c u)) /\ G u <> infinity) /\
  (CheckText.check_set_entries r grundy (CheckText.word_of "k") t = true ->
   forall u entry, says u "k" entry ->
   entry = CheckText.word_of "-" /\ G u <> infinity \/
   entry <> CheckText.word_of "-" /\ G u = infinity /\
   forall k, contains entry k <-> values G u k) /\
  (CheckText.check_follower_entries r grundy (CheckText.word_of "j") t = true ->
   forall (u : game_of l) entry, says u "j" entry ->
   forall x, contains_value entry x <-> exists v, follower u v /\ G v = x).
Proof. exact (CheckText.text_values _ _ _ _ _ _ read meaning grundy counter h). Qed.

Theorem text_pairs (grundy counter hmin : column) (h : hints) (o : CheckPairs.offers) :
  check_grundy r grundy counter h = true ->
  check_entries read_extended "hmin" hmin = true -> CheckPairs.check_pairs r grundy hmin o = true ->
  exists G H : game_of l -> number, is_least_pair G H /\
  forall u entry, says u "hmin" entry -> denotes entry (H u).
Proof. exact (CheckText.text_pairs _ _ _ _ _ _ read meaning grundy counter hmin h o). Qed.

End Files.
