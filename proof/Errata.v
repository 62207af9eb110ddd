(* The places in the papers where a reader should take care, as theorems; the
   quotations are in docs/errata.md. *)

Require Import List Arith Lia Bool.
Import ListNotations.
From Grundy Require Import Digraph Play Grundy Remoteness Outcome Value NimSum
  Definition2 Definition3 Acyclic Sum Maps Decide.

Ltac check := intros []; apply grundy_check_sound; reflexivity.

(* ------------------------------------------------------------------------ *)
(* The component with the smallest counter [FY86, §5].

   The paper's theorem is that moving to the least TOTAL counter among all
   winning moves wins ([total_counters_win] in [Sum.v]). Its remark says that
   the inequality c(w) < c(u) "is realized by moving in a component game with
   minimal c_i-value from among all components having the specified G-value".
   This is false: a player who plays so may never win. *)

Module LeastCounter.

(* Smith's example V1 ⇄ V2 → V3. *)
Inductive smith := V1 | V2 | V3.
Definition smith_game : digraph :=
  Digraph smith (fun u => match u with V1 => [V2] | V2 => [V1; V3] | V3 => [] end).
Definition smith_value (u : smith_game) : number :=
  match u with V1 => Some 0 | V2 => Some 1 | V3 => Some 0 end.
Definition smith_counter (u : smith_game) : nat :=
  match u with V1 => 1 | V2 => 2 | V3 => 0 end.

(* x → y with three isolated positions, which Algorithm G may label first. *)
Inductive idle := i1 | i2 | i3 | y | x.
Definition idle_game : digraph :=
  Digraph idle (fun u => match u with x => [y] | _ => [] end).
Definition idle_value (u : idle_game) : number :=
  match u with x => Some 1 | _ => Some 0 end.
Definition idle_counter (u : idle_game) : nat :=
  match u with i1 => 0 | i2 => 1 | i3 => 2 | y => 3 | x => 4 end.

Theorem smith_grundy : is_grundy smith_value smith_counter.
Proof. check. Qed.

Theorem idle_grundy : is_grundy idle_value idle_counter.
Proof. check. Qed.

Theorem smith_monotonic : monotonic smith_value smith_counter.
Proof. intros [] [] k l E E' L; simpl in *; injection E as <-; injection E' as <-; lia. Qed.

Theorem idle_monotonic : monotonic idle_value idle_counter.
Proof. intros [] [] k l E E' L; simpl in *; injection E as <-; injection E' as <-; lia. Qed.

Definition game := sum smith_game idle_game.
Definition value : game -> number := sum_value smith_value idle_value.
Definition total : game -> nat := sum_counter smith_counter idle_counter.

(* The component that a move from v to w changes, and its counter after and
   before the move: two readings of the remark. *)
Definition moves_first (v w : game) : bool :=
  match fst v, fst w with V1, V1 | V2, V2 | V3, V3 => false | _, _ => true end.
Definition counter_after (v w : game) : nat :=
  if moves_first v w then smith_counter (fst w) else idle_counter (snd w).
Definition counter_before (v w : game) : nat :=
  if moves_first v w then smith_counter (fst v) else idle_counter (snd v).

(* A strategy that obeys the remark: among the moves to value 0, it chooses one
   in a component with the least counter. *)
Definition obeys (counter : game -> game -> nat) (s : strategy game) : Prop :=
  legal s /\
  forall v h, values value v 0 ->
    value (s v h) = Some 0 /\
    forall w, follower v w -> value w = Some 0 -> counter v (s v h) <= counter v w.

(* There are such strategies. *)
Theorem obeys_exists (counter : game -> game -> nat) :
  exists f, obeys counter (positional f).
Proof.
  exists (fun u =>
    match follower_least u (fun v => value v = Some 0) (counter u) (fun v => number_eq_dec _ _) with
    | inleft v => proj1_sig v
    | inright _ => hd u (moves u)
    end); split.
  - intros u h T; unfold positional; destruct (follower_least u) as [[v [F ?]]|?]; [exact F|].
    unfold follower, terminal in *; destruct (moves u); [congruence|now left].
  - intros v h [w [F E]]; unfold positional.
    destruct (follower_least v) as [[z [Fz [Ez B]]]|none]; [split; auto|destruct (none w F E)].
Qed.

(* The play that goes round for ever. *)
Definition round_trip (n : nat) : game := if turn n then (V2, x) else (V1, x).

Lemma round_trip_play : play round_trip.
Proof.
  intros n _; unfold round_trip; rewrite turn_step; destruct (turn n); now left.
Qed.

Theorem remark_does_not_win (counter : game -> game -> nat) (s : strategy game) :
  counter = counter_after \/ counter = counter_before ->
  obeys counter s ->
  value (V2, x) = Some 0 /\
  consistent s previous_player (V2, x) round_trip /\ (forall n, ~ terminal (round_trip n)) /\
  ~ winning normal s previous_player (V2, x).
Proof.
  intros C [L S].
  assert (reply : forall h, s (V1, x) h = (V2, x)).
  { intros h.
    assert (T : ~ terminal (g := game) (V1, x)) by discriminate.
    pose proof (L (V1, x) h T) as F; apply sum_follower in F.
    destruct (S (V1, x) h) as [_ least].
    { exists (V2, x); split; [now left|reflexivity]. }
    specialize (least (V2, x) (or_introl eq_refl) eq_refl).
    destruct F as [[u [F E]]|[v [F E]]]; rewrite E in *.
    - destruct F as [<-|[]]; reflexivity.
    - destruct F as [<-|[]]; exfalso; destruct C as [-> | ->]; vm_compute in least; lia. }
  assert (con : consistent s previous_player (V2, x) round_trip).
  { split; [exact round_trip_play|split; [reflexivity|]].
    intros n t _; unfold round_trip; rewrite turn_step, t; simpl; now rewrite reply. }
  assert (endless : forall n, ~ terminal (round_trip n)).
  { intros n; unfold round_trip; destruct (turn n); discriminate. }
  split; [reflexivity|split; [exact con|split; [exact endless|]]].
  intros [_ W]; destruct (W _ con) as [n [[T _] _]]; exact (endless n T).
Qed.

(* The least total counter does win here: the reply is x → y. *)
Theorem least_total_wins :
  exists f,
    winning_within (g := game) normal (positional f) previous_player (V2, x) (2 * total (V2, x)).
Proof.
  assert (H : is_grundy value total).
  { apply definition_2_implies_1, sum_is_grundy_2; apply definition_1_implies_2;
      [exact smith_grundy|exact smith_monotonic|exact idle_grundy|exact idle_monotonic]. }
  eexists; apply (counter_strategy_previous value total H); [|reflexivity].
  now apply best_reply_by_counter.
Qed.

(* A narrower reading, in which only moves that lower the value of their
   component count. Then c(w) < c(u) can still fail. *)
Definition smith_counter' (u : smith_game) : nat :=
  match u with V1 => 2 | V2 => 3 | V3 => 1 end.

Inductive step := top | bottom.
Definition step_game : digraph :=
  Digraph step (fun u => match u with top => [bottom] | bottom => [] end).
Definition step_value (u : step_game) : number :=
  match u with top => Some 1 | bottom => Some 0 end.
Definition step_counter (u : step_game) : nat :=
  match u with top => 1 | bottom => 0 end.

Theorem narrow_components :
  is_grundy smith_value smith_counter' /\ monotonic smith_value smith_counter' /\
  is_grundy step_value step_counter /\ monotonic step_value step_counter.
Proof.
  split; [check|split; [|split; [check|]]];
    intros [] [] k l E E' L; simpl in *; injection E as <-; injection E' as <-; lia.
Qed.

Definition game3 := sum smith_game (sum step_game step_game).
Definition value3 : game3 -> number := sum_value smith_value (sum_value step_value step_value).
Definition total3 : game3 -> nat :=
  sum_counter smith_counter' (sum_counter step_counter step_counter).

(* The counter after the move of the component whose value a move lowers. *)
Definition lowers (a b : number) : bool :=
  match a, b with Some k, Some l => l <? k | _, _ => false end.
Definition lowered_counter (v w : game3) : option nat :=
  if lowers (smith_value (fst v)) (smith_value (fst w)) then Some (smith_counter' (fst w))
  else if lowers (step_value (fst (snd v))) (step_value (fst (snd w)))
       then Some (step_counter (fst (snd w)))
  else if lowers (step_value (snd (snd v))) (step_value (snd (snd w)))
       then Some (step_counter (snd (snd w)))
  else None.

Theorem narrow_reading_fails :
  let u : game3 := (V1, (top, top)) in
  let v : game3 := (V2, (top, top)) in
  value3 u = Some 0 /\ follower u v /\
  (exists w k, follower v w /\ value3 w = Some 0 /\ lowered_counter v w = Some k) /\
  forall w k, follower v w -> value3 w = Some 0 -> lowered_counter v w = Some k ->
    (forall w' k', follower v w' -> value3 w' = Some 0 -> lowered_counter v w' = Some k' ->
        k <= k') ->
    total3 w = total3 u.
Proof.
  split; [reflexivity|split; [now left|split]].
  - exists (V2, (bottom, top)), 0; repeat split; right; right; now left.
  - intros w k F _ K least.
    specialize (least (V2, (bottom, top)) 0
      (or_intror (or_intror (or_introl eq_refl))) eq_refl eq_refl).
    unfold follower in F; simpl in F.
    destruct F as [<-|[<-|[<-|[<-|[]]]]]; simpl in K; injection K as <-; simpl in *; try lia;
      reflexivity.
Qed.

End LeastCounter.

(* ------------------------------------------------------------------------ *)
(* The equations for outcomes [FY86, Lemma 2].

   The lemma is correct: [outcome_equations] in [Outcome.v]. But other
   labellings satisfy it, too, so it does not determine the outcomes. *)

Module TwoCycle.

(* Two positions that move to each other. *)
Definition game : digraph := Digraph bool (fun u => [negb u]).

Lemma only_follower (u v : game) : follower u v -> v = negb u.
Proof. intros [<-|[]]; reflexivity. Qed.

Definition satisfies_lemma_2 {g : digraph} (label : g -> outcome) : Prop :=
  forall u,
    (label u = P_position <-> forall v, follower u v -> label v = N_position) /\
    (label u = N_position <-> exists v, follower u v /\ label v = P_position) /\
    (label u = D_position <-> (forall v, follower u v -> label v <> P_position) /\
                              exists v, follower u v /\ label v = D_position).

Definition wrong_label (u : game) : outcome := if u then N_position else P_position.

Theorem equations_have_other_solutions : satisfies_lemma_2 wrong_label.
Proof.
  intros u; split; [|split]; split.
  - intros E v F; rewrite (only_follower u v F); destruct u; [discriminate E|reflexivity].
  - intros H; specialize (H (negb u) (or_introl eq_refl)); destruct u; [discriminate H|reflexivity].
  - intros E; exists (negb u); split; [now left|destruct u; [reflexivity|discriminate E]].
  - intros [v [F E]]; rewrite (only_follower u v F) in E; destruct u; [reflexivity|discriminate E].
  - destruct u; discriminate.
  - intros [_ [v [_ E]]]; destruct v; discriminate E.
Qed.

(* The values 0 and 1 satisfy conditions A and C, but no counterfunction makes
   them satisfy B, whatever well-ordered set its values are in. *)
Definition wrong_value (u : game) : number := Some (if u then 1 else 0).

Theorem A_and_C_have_other_solutions : satisfies_A_and_C wrong_value.
Proof.
  intros u; split; [|discriminate].
  intros k E; injection E as <-; split.
  - intros [v [F E]]; rewrite (only_follower u v F) in E; destruct u; discriminate E.
  - intros j L; exists (negb u); split; [now left|]; destruct u; [|lia].
    simpl; unfold wrong_value; f_equal; lia.
Qed.

Theorem no_counterfunction {J : Type} (lt : J -> J -> Prop) (c : game -> J) :
  well_founded lt -> ~ is_grundy_with lt wrong_value c.
Proof.
  intros wf H; destruct (H false) as [_ [B _]].
  destruct (B 0 true eq_refl (or_introl eq_refl)) as [w [F [_ L]]]; [simpl; lia|].
  rewrite (only_follower true w F) in L; simpl in L.
  induction (wf (c false)) as [z _ IH]; exact (IH z L L).
Qed.

(* Both positions are draws. *)
Theorem values_are_infinite : is_grundy (g := game) (fun _ => infinity) (fun _ => 0).
Proof. check. Qed.

Theorem both_are_draws (u : game) : has_outcome normal u D_position.
Proof.
  apply (grundy_outcome _ _ values_are_infinite), value_D; [reflexivity|].
  intros [v [_ E]]; discriminate E.
Qed.

End TwoCycle.

(* ------------------------------------------------------------------------ *)
(* Monotonic counterfunctions [FY86, Theorem 5].

   The theorem is correct: [sum_theorem] in [Sum.v]. Its condition is needed,
   and the total counter need not be monotonic again. *)

Module MonotonicCounters.
Import LeastCounter.

(* A counterfunction of top → bottom that is not monotonic. *)
Definition other_counter (u : step_game) : nat :=
  match u with top => 0 | bottom => 1 end.

Theorem other_is_grundy : is_grundy step_value other_counter.
Proof. check. Qed.

Theorem other_is_not_monotonic : ~ monotonic step_value other_counter.
Proof. intros M; specialize (M bottom top 0 1 eq_refl eq_refl ltac:(lia)); simpl in M; lia. Qed.

Theorem condition_is_needed :
  ~ is_grundy (sum_value step_value step_value) (sum_counter other_counter other_counter).
Proof.
  intros H; destruct (H (top, top)) as [_ [B _]].
  destruct (B 0 (bottom, top) eq_refl (or_introl eq_refl)) as [w [F [_ L]]]; [vm_compute; lia|].
  destruct F as [<-|[]]; unfold sum_counter in L; simpl in L; lia.
Qed.

Theorem total_is_not_monotonic :
  monotonic step_value step_counter /\
  ~ monotonic (sum_value step_value step_value) (sum_counter step_counter step_counter).
Proof.
  split; [apply narrow_components|].
  intros M; specialize (M (top, top) (top, bottom) 0 1 eq_refl eq_refl ltac:(lia)).
  unfold sum_counter in M; simpl in M; lia.
Qed.

End MonotonicCounters.

(* ------------------------------------------------------------------------ *)
(* The classical function with cycles [FY86, §4]: "g may exist uniquely with
   g = G; it may exist uniquely but g ≠ G; it may exist non-uniquely; or it may
   exist not at all". All four cases occur. *)

Module ClassicalWithCycles.
Import LeastCounter.

Lemma one_follower {g : digraph} (f : g -> nat) (u v : g) :
  is_classical f -> moves u = [v] -> f u <> f v /\ (f u = 0 \/ f u = 1 /\ f v = 0).
Proof.
  intros H M; destruct (H u) as [no below].
  assert (E : forall k, k < f u -> f v = k).
  { intros k L; destruct (below k L) as [w [F E]]; unfold follower in F; rewrite M in F.
    destruct F as [->|[]]; exact E. }
  split.
  - intros X; apply no; exists v; split; [unfold follower; rewrite M; now left|now symmetry].
  - destruct (f u) as [|[|m]]; [now left|right; auto|exfalso].
    pose proof (E 0 ltac:(lia)); pose proof (E 1 ltac:(lia)); lia.
Qed.

Lemma two_followers {g : digraph} (f : g -> nat) (u v w : g) :
  is_classical f -> moves u = [v; w] ->
  f u <> f v /\ f u <> f w /\ forall j, j < f u -> j = f v \/ j = f w.
Proof.
  intros H M; destruct (H u) as [no below]; split; [|split].
  - intros X; apply no; exists v; split; [unfold follower; rewrite M; now left|now symmetry].
  - intros X; apply no; exists w; split; [unfold follower; rewrite M; right; now left|now symmetry].
  - intros j L; destruct (below j L) as [z [F E]]; unfold follower in F; rewrite M in F.
    destruct F as [->|[->|[]]]; auto.
Qed.

(* Unique and equal to G: Smith's three positions. *)
Definition smith_classical (u : smith_game) : nat := match u with V2 => 1 | _ => 0 end.

Theorem unique_and_G :
  is_classical smith_classical /\
  (forall f : smith_game -> nat, is_classical f -> forall u, f u = smith_classical u) /\
  forall u, smith_value u = Some (smith_classical u).
Proof.
  split; [|split].
  - intros [].
    + split; [intros [v [[<-|[]] E]]; discriminate E|simpl; lia].
    + split.
      * intros [v [[<-|[<-|[]]] E]]; discriminate E.
      * intros j L; simpl in L; exists V3; split; [right; now left|simpl; lia].
    + split; [intros [v [[] _]]|simpl; lia].
  - intros f H.
    assert (E3 : f V3 = 0).
    { destruct (H V3) as [_ below]; destruct (f V3) as [|k]; [reflexivity|].
      destruct (below 0 ltac:(lia)) as [v [[] _]]. }
    destruct (one_follower f V1 V2 H eq_refl) as [N1 M1].
    destruct (two_followers f V2 V1 V3 H eq_refl) as [N2 [N3 M2]].
    intros []; simpl; try lia.
    destruct (f V2) as [|[|k]]; [lia|reflexivity|].
    destruct (M2 1 ltac:(lia)); lia.
  - intros []; reflexivity.
Qed.

(* Unique, but not G: 0 → 1 → 2 → 0 with 0 → 2. *)
Inductive three := p0 | p1 | p2.
Definition three_game : digraph :=
  Digraph three (fun u => match u with p0 => [p1; p2] | p1 => [p2] | p2 => [p0] end).
Definition three_classical (u : three_game) : nat := match u with p0 => 2 | p1 => 1 | p2 => 0 end.

Theorem unique_but_not_G :
  is_classical three_classical /\
  (forall f : three_game -> nat, is_classical f -> forall u, f u = three_classical u) /\
  is_grundy (g := three_game) (fun _ => infinity) (fun _ => 0).
Proof.
  split; [|split; [|check]].
  - intros [].
    + split.
      * intros [v [[<-|[<-|[]]] E]]; discriminate E.
      * intros [|[|j]] L; simpl in L; [exists p2|exists p1|lia]; split; try reflexivity;
        unfold follower; simpl; auto.
    + split; [intros [v [[<-|[]] E]]; discriminate E|].
      intros j L; simpl in L; exists p2; split; [now left|simpl; lia].
    + split; [intros [v [[<-|[]] E]]; discriminate E|simpl; lia].
  - intros f H.
    destruct (two_followers f p0 p1 p2 H eq_refl) as [N1 [N2 M]].
    destruct (one_follower f p1 p2 H eq_refl) as [N3 M1].
    destruct (one_follower f p2 p0 H eq_refl) as [N4 M2].
    assert (E2 : f p2 = 0) by lia.
    assert (E1 : f p1 = 1) by lia.
    assert (E0 : f p0 = 2).
    { destruct (f p0) as [|[|[|k]]]; try lia. destruct (M 2 ltac:(lia)); lia. }
    intros []; assumption.
Qed.

(* Several: two positions that move to each other. *)
Theorem several :
  exists f f' : TwoCycle.game -> nat, is_classical f /\ is_classical f' /\ f true <> f' true.
Proof.
  assert (H : forall a : bool,
    is_classical (g := TwoCycle.game) (fun u => if eqb u a then 1 else 0)).
  { intros a u; split.
    - intros [v [F E]]; rewrite (TwoCycle.only_follower u v F) in E; destruct u, a; discriminate E.
    - intros j L; exists (negb u); split; [now left|]; destruct u, a; simpl in *; lia. }
  exists (fun u => if eqb u true then 1 else 0), (fun u => if eqb u false then 1 else 0).
  split; [apply H|split; [apply H|discriminate]].
Qed.

(* None: a loop. *)
Definition loop_game : digraph := Digraph unit (fun u => [u]).

Theorem none : ~ exists f : loop_game -> nat, is_classical f.
Proof. intros [f H]; destruct (H tt) as [no _]; apply no; exists tt; split;
  [now left|reflexivity]. Qed.

End ClassicalWithCycles.

(* ------------------------------------------------------------------------ *)
(* Empty levels [Smi66, §4]: "If the set U_k of all positions of remoteness
   k ≥ 0 is empty, so also is U_{k+1}". *)

Module EmptyLevels.

(* True for the remoteness R of normal play … *)
Theorem empty_levels_normal {g : digraph} (R : g -> number) (k : nat) :
  is_remoteness normal R -> (forall u, R u <> Some k) -> forall u, R u <> Some (S k).
Proof.
  intros H empty u E.
  destruct (H u) as [T Eu|v r F Ev _ _ Eu|v r F Ev _ Eu|v F Ev _ Eu].
  - rewrite Eu in E; discriminate E.
  - rewrite Eu in E; injection E as <-; exact (empty v Ev).
  - rewrite Eu in E; injection E as <-; exact (empty v Ev).
  - congruence.
Qed.

(* … but not for Q: in misère play no position has remoteness 0, and terminal
   positions have remoteness 1. *)
Theorem empty_level_misere {g : digraph} (R : g -> number) :
  is_remoteness misere R ->
  (forall u, R u <> Some 0) /\ forall u, terminal u -> R u = Some 1.
Proof.
  intros H; split.
  - intros u E; destruct (H u) as [T Eu|v r F Ev _ _ Eu|v r F Ev _ Eu|v F Ev _ Eu];
      try (simpl in Eu; congruence).
  - intros u T; now apply (terminal_remoteness misere R H).
Qed.

End EmptyLevels.

(* ------------------------------------------------------------------------ *)
(* D-morphisms preserve finite values [FY86, Theorem 6]: [D_morphism_preserves]
   in [Maps.v]. Infinite values are not preserved in general, as the paper
   says after the theorem; with loops or without. *)

Module InfiniteValues.
Import LeastCounter.

Definition point_game : digraph := Digraph unit (fun _ => []).

(* A loop is mapped to a position without moves: ∞ becomes 0. *)
Theorem loop_to_point :
  is_D_morphism (r := ClassicalWithCycles.loop_game) (s := point_game) (fun u => u) /\
  is_grundy (g := ClassicalWithCycles.loop_game) (fun _ => infinity) (fun _ => 0) /\
  is_grundy (g := point_game) (fun _ => Some 0) (fun _ => 0).
Proof.
  split; [split|split; check].
  - intros u v [].
  - intros [] [] F D; destruct D; reflexivity.
Qed.

(* Without loops among a and b: a ⇄ b is mapped to u → v, so that ∞ becomes 1
   and 0. The third position of both games has a loop and a move to the first
   one; its value is infinite in both games, but with different sets K. *)
Inductive source := a | b | p.
Definition source_game : digraph :=
  Digraph source (fun x => match x with a => [b] | b => [a] | p => [p; a] end).

Inductive target := u | v | q.
Definition target_game : digraph :=
  Digraph target (fun x => match x with u => [v] | v => [] | q => [q; u] end).
Definition target_value (x : target_game) : number :=
  match x with u => Some 1 | v => Some 0 | q => infinity end.
Definition target_counter (x : target_game) : nat := match x with u => 1 | _ => 0 end.

Definition map (x : source_game) : target_game := match x with a => u | b => v | p => q end.

Theorem two_cycle_to_one_move :
  is_D_morphism map /\
  is_grundy (g := source_game) (fun _ => infinity) (fun _ => 0) /\
  is_grundy target_value target_counter /\
  values target_value q 1 /\ ~ values (g := source_game) (fun _ => infinity) p 1.
Proof.
  split; [split|split; [check|split; [check|split]]].
  - intros [] w F; simpl in F.
    + exists b; split; [now left|]; destruct F as [<-|[]]; reflexivity.
    + destruct F.
    + destruct F as [<-|[<-|[]]]; [exists p|exists a]; split; try reflexivity;
        [now left|right; now left].
  - intros [] [] F D; unfold follower in *; simpl in *; intuition congruence.
  - exists u; split; [right; now left|reflexivity].
  - intros [w [_ E]]; discriminate E.
Qed.

End InfiniteValues.
