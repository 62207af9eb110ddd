(* The checker of windows of larger games, by the theorems of [Windows.v].

   A window is a game in compressed rows and a column that marks the frontier.
   The checker needs hints: bounds of the remoteness, counters, and which
   positions cannot reach the frontier. It does not trust them. Wrong ones can
   only make it say no. *)

Require Import List ZArith Lia Bool Uint63 ZifyUint63 PArray.
Import ListNotations.
From Grundy Require Import Digraph Play Grundy Remoteness Windows Cover Loops Rows Marks CheckRemoteness CheckGrundy.
Local Open Scope uint63_scope.

(* ---- what the entries mean -------------------------------------------------------- *)

(* An entry of a column of numbers. *)
Inductive window_entry := Exactly (x : number) | At_most (n : nat) | Unknown.

(* Their codes: the largest integer is infinity, the next one unknown, and the
   large integers below are upper bounds. As 64-bit integers with a sign, these
   are -1, -2 and -3 - n. *)
Definition unknown : int := max_int - 1.
Definition first_bound : int := 4611686018427387904.   (* 2^62 *)
Definition bound_of (x : int) : int := max_int - 2 - x.

Definition entry_of (x : int) : window_entry :=
  if x <? first_bound then Exactly (Some (to_nat x))
  else if infinite x then Exactly infinity
  else if x =? unknown then Unknown
  else At_most (to_nat (bound_of x)).

(* The frontier: the positions marked with the letter F. *)
Definition frontier (r : rows) (marks : column) : game r -> bool :=
  fun u => if u <? order r then at_index marks u =? 70 else false.

(* What an entry says about the remoteness of x. *)
Definition remoteness_claim {h : digraph} (sp : convention h) (x : h) (a : window_entry) : Prop :=
  match a with
  | Exactly r => has_remoteness sp x r
  | At_most n => exists k, (k <= n)%nat /\ Nat.odd k = Nat.odd n /\ has_remoteness sp x (Some k)
  | Unknown => True
  end.

(* … and about its terminal distance; there are no bounds in this column. *)
Definition distance_claim {h : digraph} (x : h) (a : window_entry) : Prop :=
  match a with
  | Exactly d => has_distance x d
  | At_most _ => False
  | Unknown => True
  end.

(* … and about its value: it is that of all G-functions of h, and a position of
   finite value k is lost next to a heap of k. *)
Definition value_claim {h : digraph} (x : h) (a : window_entry) : Prop :=
  match a with
  | Exactly v =>
      (forall (J : Type) (lt : J -> J -> Prop) (G : h -> number) (c : h -> J),
         well_founded lt -> is_grundy_with lt G c -> G x = v) /\
      (forall k, v = Some k -> has_nim_value x k)
  | At_most _ => False
  | Unknown => True
  end.

(* The entry is a letter of an outcome, or a question mark. *)
Definition outcome_claim {h : digraph} (sp : convention h) (x : h) (a : int) : Prop :=
  a = 63 \/ exists o, a = letter o /\ has_outcome sp x o.

(* ---- remoteness and outcomes --------------------------------------------------------- *)

(* Hints: an upper bound of the remoteness, and lower bounds for a player who
   can win at u, on move or not. *)
Record bounds := Bounds { upper : column; win : column; loss : column }.

Section Bounds.
Context (normal_play : bool) (r : rows) (marks : column) (b : bounds).

Notation U u := (at_index (upper b) u).
Notation A u := (at_index (win b) u).
Notation B u := (at_index (loss b) u).
Notation is_frontier u := (at_index marks u =? 70).

(* y is even and less than x, or odd and less than x. *)
Definition even_below (x y : int) : bool := if y <? x then is_even y else false.
Definition odd_below (x y : int) : bool := if y <? x then negb (is_even y) else false.

Definition check_upper_at (u : int) : bool :=
  let x := U u in
  let lo := first_move r u in
  let hi := end_of_row r u in
  if infinite x then true
  else if (if is_frontier u then false else lo =? hi) then x =? at_end normal_play
  else if is_even x then
    if is_frontier u then false else all_in (fun e => odd_below x (U (head r e))) lo hi
  else some_in (fun e => even_below x (U (head r e))) lo hi.

(* x <= y + 1 *)
Definition next_bound (x y : int) : bool :=
  if infinite y then true else if infinite x then false else x <=? y + 1.

Definition check_lower_at (u : int) : bool :=
  let lo := first_move r u in
  let hi := end_of_row r u in
  if all_in (fun e => next_bound (A u) (B (head r e))) lo hi then
    if is_frontier u then
      if A u <=? (if normal_play then 1 else 3) then
        if B u <=? 2 then true else some_in (fun e => next_bound (B u) (A (head r e))) lo hi
      else false
    else if lo =? hi then if normal_play then B u =? 0 else A u <=? 1
    else some_in (fun e => next_bound (B u) (A (head r e))) lo hi
  else false.

Definition check_bounds : bool :=
  if check_rows r then
    if all_in check_upper_at 0 (order r) then all_in check_lower_at 0 (order r) else false
  else false.

(* Entries by these bounds. *)
Definition check_remoteness_claim (c : column) (u : int) : bool :=
  let x := at_index c u in
  if x <? first_bound then
    if U u =? x then x <=? (if is_even x then B u else A u) else false
  else if infinite x then if infinite (A u) then infinite (B u) else false
  else if x =? unknown then true
  else if U u <=? bound_of x then Bool.eqb (is_even (U u)) (is_even (bound_of x)) else false.

Definition check_outcome_claim (c : column) (u : int) : bool :=
  let x := at_index c u in
  if x =? 63 then true
  else if x =? letter D_position then if infinite (A u) then infinite (B u) else false
  else if infinite (U u) then false
  else if is_even (U u) then x =? letter P_position else x =? letter N_position.

Definition check_window_remoteness (c : column) : bool :=
  if check_bounds then all_in (check_remoteness_claim c) 0 (order r) else false.

Definition check_window_outcome (c : column) : bool :=
  if check_bounds then all_in (check_outcome_claim c) 0 (order r) else false.

Definition upper_of : game r -> number := numbers r (to_nat (at_end normal_play)) (upper b).
Definition win_of : game r -> number := numbers r 1 (win b).
Definition loss_of : game r -> number := numbers r 0 (loss b).

Lemma frontier_at (u : int) : is_position r u -> frontier r marks u = is_frontier u.
Proof.
  intros P; unfold frontier; destruct (position_cases r u) as [[-> _]|[_ N]]; [reflexivity|contradiction].
Qed.

Lemma frontier_other (u : int) : ~ is_position r u -> frontier r marks u = false.
Proof.
  intros P; unfold frontier; destruct (position_cases r u) as [[_ N]|[-> _]]; [contradiction|reflexivity].
Qed.

Hypothesis rows_are_right : check_rows r = true.

Lemma all_row (u : int) (f : int -> bool) :
  all_in (fun e => f (head r e)) (first_move r u) (end_of_row r u) = true ->
  forall v : game r, @follower (game r) u v -> f v = true /\ is_position r v.
Proof.
  intros H v F; pose proof (follower_is_position r u v rows_are_right F) as P.
  apply follower_row in F; destruct F as [_ [e [W <-]]].
  split; [exact (all_in_true _ _ _ H e W)|exact P].
Qed.

Lemma some_row (u : int) (f : int -> bool) :
  is_position r u ->
  some_in (fun e => f (head r e)) (first_move r u) (end_of_row r u) = true ->
  exists v : game r, @follower (game r) u v /\ f v = true /\ is_position r v.
Proof.
  intros P H; apply some_in_true in H; destruct H as [e [W H]].
  pose proof (move_follower r u e P W) as F; exists (head r e); split; [exact F|split; [exact H|]].
  exact (follower_is_position r _ _ rows_are_right F).
Qed.

Lemma row_not_terminal (u : int) :
  is_position r u -> (first_move r u =? end_of_row r u) = false -> ~ terminal (u : game r).
Proof.
  intros P N; pose proof (row_ordered r rows_are_right u P) as O.
  apply (follower_not_terminal (g := game r) u (head r (first_move r u))).
  apply move_follower; [exact P|unfold within; lia].
Qed.

Lemma below_finite (x y : int) : (y <? x) = true -> decode y = Some (to_nat y) /\ (to_nat y < to_nat x)%nat.
Proof.
  intros L; split; [apply decode_finite, infinite_false; pose proof (to_Z_bounded x); lia|unfold to_nat; lia].
Qed.

Lemma upper_true (u : int) (k : nat) :
  is_position r u -> check_upper_at u = true -> upper_of u = Some k ->
  @upper_at (game r) (frontier r marks) normal_play upper_of u k.
Proof.
  intros P H E; unfold upper_of in E; rewrite numbers_at in E by exact P.
  apply decode_some in E; destruct E as [I <-].
  unfold check_upper_at in H; rewrite I in H.
  assert (at_v : forall v, is_position r v -> upper_of v = decode (U v)).
  { intros v Pv; unfold upper_of; now apply numbers_at. }
  destruct (if is_frontier u then false else first_move r u =? end_of_row r u) eqn:T.
  { destruct (is_frontier u) eqn:Fr; [discriminate T|].
    apply eqb_correct in T, H; apply upper_end.
    - now apply empty_terminal.
    - rewrite frontier_at; assumption.
    - rewrite H; unfold at_end; destruct normal_play; reflexivity. }
  destruct (is_even (U u)) eqn:Ev.
  - destruct (is_frontier u) eqn:Fr; [discriminate H|].
    apply upper_even.
    + now apply row_not_terminal.
    + rewrite frontier_at; assumption.
    + rewrite odd_to_nat, Ev; reflexivity.
    + intros v F; destruct (all_row u (fun v => odd_below (U u) (U v)) H v F) as [O Pv].
      unfold odd_below in O; destruct (U v <? U u) eqn:L; [|discriminate O].
      destruct (below_finite _ _ L) as [D Lt]; exists (to_nat (U v)); rewrite at_v by exact Pv.
      split; [exact D|split; [now rewrite odd_to_nat|exact Lt]].
  - destruct (some_row u (fun v => even_below (U u) (U v)) P H) as [v [F [O Pv]]].
    unfold even_below in O; destruct (U v <? U u) eqn:L; [|discriminate O].
    destruct (below_finite _ _ L) as [D Lt].
    apply (upper_odd _ _ _ _ _ v (to_nat (U v)) F).
    + rewrite at_v by exact Pv; exact D.
    + rewrite odd_to_nat, O; reflexivity.
    + exact Lt.
    + rewrite odd_to_nat, Ev; reflexivity.
Qed.

Lemma next_bound_true (x y : int) : next_bound x y = true -> at_most_next (decode x) (decode y).
Proof.
  unfold next_bound, at_most_next; intros H t; unfold decode.
  destruct (infinite y) eqn:Iy; [intros []|].
  destruct (infinite x) eqn:Ix; [discriminate H|].
  apply infinite_false in Iy; unfold bounded, to_nat; lia.
Qed.

Lemma bounded_true (x : int) (n : int) :
  (to_Z n < to_Z max_int)%Z -> (x <=? n) = true -> bounded (decode x) (to_nat n).
Proof.
  intros N L; rewrite decode_finite by (apply infinite_false; lia); unfold bounded, to_nat; lia.
Qed.

Lemma lower_true (u : int) :
  is_position r u -> check_lower_at u = true ->
  @lower_at (game r) (frontier r marks) normal_play win_of loss_of u.
Proof.
  intros P H; unfold check_lower_at in H.
  destruct (all_in _ _ _) eqn:all; [|discriminate H].
  assert (win_at : forall v, is_position r v -> win_of v = decode (A v)).
  { intros v Pv; unfold win_of; now apply numbers_at. }
  assert (loss_at : forall v, is_position r v -> loss_of v = decode (B v)).
  { intros v Pv; unfold loss_of; now apply numbers_at. }
  assert (wins : forall v : game r, @follower (game r) u v -> at_most_next (win_of u) (loss_of v)).
  { intros v F; destruct (all_row u (fun v => next_bound (A u) (B v)) all v F) as [N Pv].
    rewrite win_at, loss_at by assumption; now apply next_bound_true. }
  assert (loses : some_in (fun e => next_bound (B u) (A (head r e))) (first_move r u) (end_of_row r u) = true ->
                  exists v : game r, @follower (game r) u v /\ at_most_next (loss_of u) (win_of v)).
  { intros S; destruct (some_row u (fun v => next_bound (B u) (A v)) P S) as [v [F [N Pv]]].
    exists v; split; [exact F|]; rewrite win_at, loss_at by assumption; now apply next_bound_true. }
  pose proof (frontier_at u P) as E; destruct (is_frontier u) eqn:Fr.
  - destruct (A u <=? (if normal_play then 1 else 3)) eqn:A1; [|discriminate H].
    assert (W : bounded (win_of u) (if normal_play then 1 else 3)).
    { rewrite win_at by exact P; destruct normal_play.
      - exact (bounded_true (A u) 1 ltac:(reflexivity) A1).
      - exact (bounded_true (A u) 3 ltac:(reflexivity) A1). }
    split; [intros _ X; congruence|intros _; exact W|exact wins|].
    right; destruct (B u <=? 2) eqn:B2; [right|left; exact (loses H)].
    split; [exact E|]; rewrite loss_at by exact P; exact (bounded_true (B u) 2 ltac:(reflexivity) B2).
  - destruct (first_move r u =? end_of_row r u) eqn:T.
    + split.
      * intros _ _; rewrite win_at, loss_at by exact P; destruct normal_play.
        -- apply eqb_correct in H; rewrite H; exact (le_n 0).
        -- exact (bounded_true (A u) 1 ltac:(reflexivity) H).
      * intros X; congruence.
      * exact wins.
      * left; split; [apply empty_terminal; now apply eqb_correct|exact E].
    + split.
      * intros X _; destruct (row_not_terminal u P T X).
      * intros X; congruence.
      * exact wins.
      * right; left; exact (loses H).
Qed.

End Bounds.

Lemma check_bounds_true (normal_play : bool) (r : rows) (marks : column) (b : bounds) :
  check_bounds normal_play r marks b = true ->
  is_upper (frontier r marks) normal_play (upper_of normal_play r b) /\
  is_lower (frontier r marks) normal_play (win_of r b) (loss_of r b).
Proof.
  unfold check_bounds; destruct (check_rows r) eqn:W; [|discriminate].
  destruct (all_in (check_upper_at normal_play r marks b) 0 (order r)) eqn:Up; [|discriminate].
  intros Lo; split.
  - intros u k E; destruct (position_cases r u) as [[_ P]|[_ P]].
    + apply upper_true; [exact W|exact P| |exact E].
      exact (all_in_true _ _ _ Up u (position_within r u P)).
    + unfold upper_of in E; rewrite numbers_other in E by exact P; injection E as <-.
      apply upper_end; [now apply other_terminal|now apply frontier_other|].
      unfold at_end; destruct normal_play; reflexivity.
  - intros u; destruct (position_cases r u) as [[_ P]|[_ P]].
    + apply lower_true; [exact W|exact P|].
      exact (all_in_true _ _ _ Lo u (position_within r u P)).
    + pose proof (other_terminal r u P) as T; pose proof (frontier_other r marks u P) as Fr.
      split; unfold win_of, loss_of; rewrite ?numbers_other by exact P.
      * intros _ _; destruct normal_play; simpl; lia.
      * intros X; congruence.
      * intros v F; destruct (follower_not_terminal _ v F T).
      * left; now split.
Qed.

Section Claims.
Context (normal_play : bool) (r : rows) (marks : column) (b : bounds).
Context {h : digraph} (place : h -> option (game r)).
Hypothesis window : is_window (frontier r marks) place.

Lemma infinite_numbers (x : nat) (c : column) (u : int) :
  is_position r u -> infinite (at_index c u) = true -> numbers r x c u = infinity.
Proof. intros P I; rewrite numbers_at by exact P; now apply decode_infinite. Qed.

Theorem check_window_remoteness_correct (c : column) :
  check_window_remoteness normal_play r marks b c = true ->
  forall (x : h) (u : game r), place x = Some u -> is_position r u ->
  remoteness_claim (fun _ => normal_play) x (entry_of (at_index c u)).
Proof.
  unfold check_window_remoteness; destruct (check_bounds normal_play r marks b) eqn:Bd; [|discriminate].
  intros all x u E P; pose proof (all_in_true _ _ _ all u (position_within r u P)) as H.
  destruct (check_bounds_true _ _ _ _ Bd) as [up low].
  unfold check_remoteness_claim in H; unfold entry_of; set (a := at_index c u) in *.
  set (U := at_index (upper b) u) in *.
  assert (Eu : infinite U = false -> upper_of normal_play r b u = Some (to_nat U)).
  { intros I; unfold upper_of; rewrite numbers_at by exact P; now apply decode_finite. }
  destruct (a <? first_bound) eqn:Small.
  - destruct (U =? a) eqn:X; [|discriminate H]; apply eqb_correct in X; rewrite X in Eu.
    assert (I : infinite a = false).
    { apply infinite_false; unfold first_bound in Small; pose proof (to_Z_bounded a); lia. }
    simpl; apply (window_remoteness _ _ window normal_play _ _ _ x u _ up low E (Eu I)).
    intros t L Bt; unfold win_of, loss_of in Bt; rewrite !numbers_at in Bt by exact P.
    rewrite odd_to_nat in Bt; clearbody a; unfold decode in Bt; destruct (is_even a); cbv beta iota delta [negb] in Bt.
    + destruct (infinite (at_index (loss b) u)); [exact Bt|]; unfold bounded, to_nat in *; lia.
    + destruct (infinite (at_index (win b) u)); [exact Bt|]; unfold bounded, to_nat in *; lia.
  - destruct (infinite a) eqn:I.
    + destruct (infinite (at_index (win b) u)) eqn:IA; [|discriminate H].
      exact (window_draw _ _ window normal_play _ _ low x u E
               (infinite_numbers 1 _ u P IA) (infinite_numbers 0 _ u P H)).
    + destruct (a =? unknown) eqn:X; [exact Logic.I|].
      destruct (U <=? bound_of a) eqn:L; [|discriminate H].
      assert (IU : infinite U = false).
      { apply infinite_false; clear - L I X Small; unfold bound_of, first_bound, unknown, infinite in *.
        change max_int with 9223372036854775807 in *; clearbody a U; lia. }
      apply Bool.eqb_prop in H; simpl.
      destruct (window_remoteness_bound _ _ window normal_play _ x u _ up E (Eu IU)) as [k [Lk [Ok R]]].
      exists k; split; [|split; [|exact R]].
      * unfold to_nat in *; lia.
      * rewrite Ok, !odd_to_nat, H; reflexivity.
Qed.

Theorem check_window_outcome_correct (c : column) :
  check_window_outcome normal_play r marks b c = true ->
  forall (x : h) (u : game r), place x = Some u -> is_position r u ->
  outcome_claim (fun _ => normal_play) x (at_index c u).
Proof.
  unfold check_window_outcome; destruct (check_bounds normal_play r marks b) eqn:Bd; [|discriminate].
  intros all x u E P; pose proof (all_in_true _ _ _ all u (position_within r u P)) as H.
  destruct (check_bounds_true _ _ _ _ Bd) as [up low].
  unfold check_outcome_claim in H; set (a := at_index c u) in *.
  destruct (a =? 63) eqn:Q; [left; now apply eqb_correct|right].
  destruct (a =? letter D_position) eqn:D.
  - destruct (infinite (at_index (win b) u)) eqn:IA; [|discriminate H].
    exists D_position; split; [now apply eqb_correct|].
    exact (window_draw _ _ window normal_play _ _ low x u E
             (infinite_numbers 1 _ u P IA) (infinite_numbers 0 _ u P H)).
  - destruct (infinite (at_index (upper b) u)) eqn:I; [discriminate H|].
    assert (Eu : upper_of normal_play r b u = Some (to_nat (at_index (upper b) u))).
    { unfold upper_of; rewrite numbers_at by exact P; now apply decode_finite. }
    destruct (window_remoteness_bound _ _ window normal_play _ x u _ up E Eu) as [k [_ [O R]]].
    pose proof (remoteness_gives_outcome _ _ _ R) as X; simpl in X; rewrite O, odd_to_nat in X.
    destruct (is_even (at_index (upper b) u)); eexists; (split; [apply eqb_correct; exact H|exact X]).
Qed.

End Claims.

(* ---- terminal distance ------------------------------------------------------------------ *)

Section WindowDistance.
Context (r : rows) (marks c : column).

Notation D u := (at_index c u).

Definition check_distance_claim (u : int) : bool :=
  let x := D u in
  let lo := first_move r u in
  let hi := end_of_row r u in
  if x <? first_bound then
    if at_index marks u =? 70 then false
    else if lo =? hi then x =? 0
    else if x =? 0 then false
    else if some_in (fun e => D (head r e) =? x - 1) lo hi
         then all_in (fun e => D (head r e) <? x) lo hi
         else false
  else if infinite x then some_in (fun e => infinite (D (head r e))) lo hi
  else x =? unknown.

Definition check_window_distance : bool :=
  if check_rows r then all_in check_distance_claim 0 (order r) else false.

(* What the column says. *)
Definition known_distance (u : game r) : option number :=
  if u <? order r then match entry_of (D u) with Exactly d => Some d | _ => None end else Some (Some 0%nat).

Lemma known_distance_position (u : int) :
  is_position r u ->
  known_distance u = match entry_of (D u) with Exactly d => Some d | _ => None end.
Proof.
  intros P; unfold known_distance; destruct (position_cases r u) as [[-> _]|[_ N]];
    [reflexivity|contradiction].
Qed.

Lemma claim_small (x : int) : (x <? first_bound) = true -> entry_of x = Exactly (Some (to_nat x)).
Proof. unfold entry_of; now intros ->. Qed.

Lemma claim_infinite (x : int) : infinite x = true -> entry_of x = Exactly infinity.
Proof.
  intros I; unfold entry_of; rewrite I.
  replace (x <? first_bound) with false; [reflexivity|symmetry].
  unfold infinite in I; apply eqb_correct in I; rewrite I; reflexivity.
Qed.

Lemma known_distance_true (u : int) :
  check_rows r = true -> is_position r u -> check_distance_claim u = true ->
  @known_distance_at (game r) (frontier r marks) known_distance u.
Proof.
  intros W P; unfold check_distance_claim.
  assert (at_v : forall v : game r, @follower (game r) u v -> known_distance v =
            match entry_of (D v) with Exactly d => Some d | _ => None end).
  { intros v F; apply known_distance_position; exact (follower_is_position r u v W F). }
  pose proof (known_distance_position u P) as Eu; pose proof (frontier_at r marks u P) as Fr.
  destruct (D u <? first_bound) eqn:Small.
  - rewrite (claim_small _ Small) in Eu; destruct (at_index marks u =? 70); [discriminate|].
    destruct (first_move r u =? end_of_row r u) eqn:T.
    { intros Z; apply eqb_correct in T, Z; apply known_end; [now apply empty_terminal|exact Fr|].
      rewrite Eu, Z; reflexivity. }
    destruct (D u =? 0) eqn:Z; [discriminate|].
    destruct (some_in (fun e => D (head r e) =? D u - 1) _ _) eqn:S; [|discriminate]; intros all.
    destruct (some_row r W u (fun v => D v =? D u - 1) P S) as [v [F [Ev Pv]]]; apply eqb_correct in Ev.
    assert (Lv : (D v <? first_bound) = true) by (unfold first_bound in *; lia).
    apply (known_step _ _ _ v (to_nat (D u - 1)) Fr F).
    + rewrite (at_v v F), (claim_small _ Lv), Ev; reflexivity.
    + intros w Fw; destruct (all_row r W u (fun v => D v <? D u) all w Fw) as [L _].
      assert (Lw : (D w <? first_bound) = true) by (unfold first_bound in *; lia).
      exists (to_nat (D w)); rewrite (at_v w Fw), (claim_small _ Lw); split; [reflexivity|].
      unfold to_nat; lia.
    + rewrite Eu; do 2 f_equal; unfold to_nat; lia.
  - destruct (infinite (D u)) eqn:I.
    + intros S; destruct (some_row r W u (fun v => infinite (D v)) P S) as [v [F [Iv _]]].
      apply (known_infinite _ _ _ v F).
      * now rewrite (at_v v F), claim_infinite.
      * now rewrite Eu, claim_infinite.
    + intros X; apply distance_not_known; rewrite Eu; unfold entry_of; now rewrite Small, I, X.
Qed.

Theorem check_window_distance_correct {h : digraph} (place : h -> option (game r)) :
  check_window_distance = true -> is_window (frontier r marks) place ->
  forall (x : h) (u : game r), place x = Some u -> is_position r u ->
  distance_claim x (entry_of (D u)).
Proof.
  unfold check_window_distance; destruct (check_rows r) eqn:W; [|discriminate].
  intros all window x u E P.
  assert (known : forall v : game r, known_distance_at (frontier r marks) known_distance v).
  { intros v; destruct (position_cases r v) as [[_ V]|[L V]].
    - apply known_distance_true; [exact W|exact V|exact (all_in_true _ _ _ all v (position_within r v V))].
    - apply known_end; [now apply other_terminal|now apply frontier_other|].
      unfold known_distance; now rewrite L. }
  pose proof (window_distance _ _ window _ known x u) as H.
  rewrite known_distance_position in H by exact P.
  pose proof (all_in_true _ _ _ all u (position_within r u P)) as X; unfold check_distance_claim in X.
  unfold entry_of in *; destruct (D u <? first_bound); [exact (H _ E eq_refl)|].
  destruct (infinite (D u)); [exact (H _ E eq_refl)|]; now rewrite X.
Qed.

End WindowDistance.

(* ---- values ------------------------------------------------------------------------------- *)

(* Hints: the window with a loop at each position of the frontier, in rows of
   its own, counters and hints for its values, and marks of positions from which
   the frontier cannot be reached. *)
Record value_hints := Value_hints {
  loops : rows;
  loop_counter : column;
  loop_hints : hints;
  enclosed : column
}.

Section WindowValues.
Context (r : rows) (marks : column) (b : bounds) (h : value_hints) (grundy : column).

Notation V u := (at_index grundy u).
Notation is_frontier u := (at_index marks u =? 70).
Notation is_enclosed u := (at_index (enclosed h) u =? 1).

(* In the game with loops, what is not a finite value is infinite. *)
Definition loop_values : column := fun u => let x := V u in if x <? first_bound then x else max_int.

(* The row of u in the game with loops: the same moves, and then the loop. *)
Definition check_loop_at (u : int) : bool :=
  let lo := first_move r u in
  let hi := end_of_row r u in
  let lo' := first_move (loops h) u in
  let hi' := end_of_row (loops h) u in
  if (if is_frontier u then
        if lo' <? hi' then if hi' - lo' - 1 =? hi - lo then head (loops h) (hi' - 1) =? u else false else false
      else hi' - lo' =? hi - lo)
  then all_in (fun e => head (loops h) (lo' + (e - lo)) =? head r e) lo hi
  else false.

Definition check_enclosed_at (u : int) : bool :=
  if is_enclosed u then
    if is_frontier u then false
    else all_in (fun e => is_enclosed (head r e)) (first_move r u) (end_of_row r u)
  else true.

(* An infinite value is certain where the frontier cannot be reached, and at
   certain draws. *)
Definition check_value_claim (u : int) : bool :=
  let x := V u in
  if x <? first_bound then true
  else if infinite x then
    if is_enclosed u then true
    else if infinite (at_index (win b) u) then infinite (at_index (loss b) u) else false
  else x =? unknown.

Definition check_window_values : bool :=
  if check_bounds true r marks b then
    if order (loops h) =? order r then
      if all_in check_loop_at 0 (order r) then
        if all_in check_enclosed_at 0 (order r) then
          if all_in check_value_claim 0 (order r)
          then check_grundy (loops h) loop_values (loop_counter h) (loop_hints h)
          else false
        else false
      else false
    else false
  else false.

Lemma loop_row (u : int) :
  check_rows r = true -> check_rows (loops h) = true -> order (loops h) = order r ->
  is_position r u -> check_loop_at u = true ->
  forall v : int, @follower (game (loops h)) u v <-> @follower (looped (game r) (frontier r marks)) u v.
Proof.
  intros W W' O P H v.
  assert (P' : is_position (loops h) u) by (unfold is_position; rewrite O; exact P).
  pose proof (row_ordered r W u P) as Or; pose proof (row_ordered _ W' u P') as Or'.
  pose proof (frontier_at r marks u P) as Fr.
  unfold check_loop_at in H.
  set (lo := first_move r u) in *; set (hi := end_of_row r u) in *.
  set (lo' := first_move (loops h) u) in *; set (hi' := end_of_row (loops h) u) in *.
  destruct (if is_frontier u then _ else _) eqn:S; [|discriminate H].
  assert (same : forall e, within lo hi e -> head (loops h) (lo' + (e - lo)) = head r e).
  { intros e We; apply eqb_correct; exact (all_in_true _ _ _ H e We). }
  assert (sizes : (to_Z hi' - to_Z lo' = to_Z hi - to_Z lo + (if is_frontier u then 1 else 0))%Z /\
                  (is_frontier u = true -> head (loops h) (hi' - 1) = u)).
  { destruct (is_frontier u).
    - destruct (lo' <? hi') eqn:L; [|discriminate S].
      destruct (hi' - lo' - 1 =? hi - lo) eqn:X; [|discriminate S].
      split; [clear - L X Or Or'; clearbody lo hi lo' hi'; lia|intros _; now apply eqb_correct].
    - split; [clear - S Or Or'; clearbody lo hi lo' hi'; lia|discriminate]. }
  destruct sizes as [size last]; split.
  - intros F; apply follower_row in F; destruct F as [_ [e' [We' <-]]].
    fold lo' hi' in We'; unfold within in We'.
    assert (D : (to_Z e' - to_Z lo' < to_Z hi - to_Z lo)%Z \/
                is_frontier u = true /\ to_Z e' = (to_Z hi' - 1)%Z).
    { destruct (is_frontier u); [|left; lia].
      destruct (Z.eq_dec (to_Z e') (to_Z hi' - 1)) as [X|X]; [right; now split|left; lia]. }
    destruct D as [D|[Fu X]].
    + set (e := lo + (e' - lo')).
      assert (Ez : to_Z e = (to_Z lo + (to_Z e' - to_Z lo'))%Z).
      { unfold e; clear - D We' Or Or'; clearbody lo hi lo' hi'.
        pose proof (to_Z_bounded hi); lia. }
      assert (We : within lo hi e) by (unfold within; clear - D We' Ez; clearbody e lo hi lo' hi'; lia).
      replace (head (loops h) e') with (head r e).
      * apply looped_follower, move_follower; [exact P|exact We].
      * rewrite <- (same e We); f_equal; apply to_Z_inj; clear - Ez We' D; clearbody e lo hi lo' hi'; lia.
    + assert (Ez : e' = hi' - 1) by (apply to_Z_inj; clear - X We'; clearbody lo' hi'; lia).
      rewrite Ez, (last Fu); unfold follower; simpl; rewrite Fr, Fu; now left.
  - intros F; apply looped_follower_inv in F; destruct F as [F|[-> Fu]].
    + apply follower_row in F; destruct F as [_ [e [We <-]]]; fold lo hi in We.
      rewrite <- (same e We); apply move_follower; [exact P'|fold lo' hi'].
      unfold within in *; destruct (is_frontier u); clear - We size Or'; clearbody lo hi lo' hi'.
      * pose proof (to_Z_bounded hi'); lia.
      * pose proof (to_Z_bounded hi'); lia.
    + rewrite Fr in Fu; rewrite Fu in size.
      enough (X : @follower (game (loops h)) u (head (loops h) (hi' - 1))) by (rewrite (last Fu) in X; exact X).
      apply move_follower; [exact P'|fold lo' hi'].
      unfold within; clear - size Or; clearbody lo hi lo' hi'.
      pose proof (to_Z_bounded lo'); pose proof (to_Z_bounded hi'); lia.
Qed.

Hypothesis yes : check_window_values = true.

Lemma check_window_values_true :
  check_rows r = true /\ check_bounds true r marks b = true /\ order (loops h) = order r /\
  (forall u, is_position r u -> check_loop_at u = true) /\
  (forall u, is_position r u -> check_enclosed_at u = true) /\
  (forall u, is_position r u -> check_value_claim u = true) /\
  check_grundy (loops h) loop_values (loop_counter h) (loop_hints h) = true.
Proof.
  unfold check_window_values in yes; destruct (check_bounds true r marks b) eqn:Bd; [|discriminate yes].
  destruct (order (loops h) =? order r) eqn:O; [|discriminate yes].
  destruct (all_in check_loop_at 0 (order r)) eqn:L; [|discriminate yes].
  destruct (all_in check_enclosed_at 0 (order r)) eqn:C; [|discriminate yes].
  destruct (all_in check_value_claim 0 (order r)) eqn:K; [|discriminate yes].
  split; [|split; [reflexivity|split; [now apply eqb_correct|split; [|split; [|split; [|exact yes]]]]]].
  - unfold check_bounds in Bd; destruct (check_rows r); [reflexivity|discriminate Bd].
  - intros u P; exact (all_in_true _ _ _ L u (position_within r u P)).
  - intros u P; exact (all_in_true _ _ _ C u (position_within r u P)).
  - intros u P; exact (all_in_true _ _ _ K u (position_within r u P)).
Qed.

(* The values in the game with loops. *)
Definition loop_value : game r -> number := value_of (loops h) loop_values.
Definition loop_count : game r -> nat := counter_of (loops h) (loop_counter h).

Lemma loop_grundy : is_grundy (g := looped (game r) (frontier r marks)) loop_value loop_count.
Proof.
  destruct check_window_values_true as [W [_ [O [L [_ [_ G]]]]]].
  pose proof (check_grundy_rows _ _ _ _ G) as W'.
  apply (@cover_grundy (looped (game r) (frontier r marks)) (game (loops h)) (fun u => u)).
  - intros u v.
    assert (same : @follower (game (loops h)) u v <-> @follower (looped (game r) (frontier r marks)) u v).
    { destruct (position_cases r u) as [[_ P]|[_ P]].
      - exact (loop_row u W W' O P (L u P) v).
      - assert (P' : ~ is_position (loops h) u) by (unfold is_position; rewrite O; exact P).
        split; intros F.
        + destruct (follower_not_terminal _ _ F (other_terminal (loops h) u P')).
        + apply looped_follower_inv in F; destruct F as [F|[_ F]].
          * destruct (follower_not_terminal _ _ F (other_terminal r u P)).
          * rewrite (frontier_other r marks u P) in F; discriminate F. }
    split; [intros F; exists v; split; [now apply same|reflexivity]|].
    intros [w [F <-]]; now apply same.
  - exact (check_grundy_correct _ _ _ _ G).
Qed.

Lemma loop_value_at (u : int) : is_position r u -> loop_value u = decode (loop_values u).
Proof.
  intros P; destruct check_window_values_true as [_ [_ [O _]]].
  unfold loop_value, value_of; rewrite numbers_at; [reflexivity|].
  unfold is_position; rewrite O; exact P.
Qed.

Theorem check_window_values_correct {k : digraph} (place : k -> option (game r)) :
  is_window (frontier r marks) place ->
  forall (x : k) (u : game r), place x = Some u -> is_position r u ->
  value_claim x (entry_of (V u)).
Proof.
  intros window x u E P.
  destruct check_window_values_true as [W [Bd [_ [_ [C [K _]]]]]].
  pose proof (loop_value_at u P) as Eu; unfold loop_values in Eu.
  specialize (K u P); unfold check_value_claim in K; unfold entry_of.
  destruct (V u <? first_bound) eqn:Small.
  - assert (I : infinite (V u) = false).
    { apply infinite_false; clear - Small; unfold first_bound in Small.
      change max_int with 9223372036854775807; lia. }
    rewrite decode_finite in Eu by exact I; split.
    + intros J lt G c wf HG.
      apply (window_value _ _ window _ _ loop_grundy G (fun y => proj1 (HG y))
               (fun y => proj2 (proj2 (HG y))) _ x u E Eu).
    + intros n [= <-]; exact (window_value_wins _ _ window _ _ loop_grundy _ x u E Eu).
  - destruct (infinite (V u)) eqn:I; [|rewrite K; exact Logic.I].
    split; [|discriminate]; intros J lt G c wf HG.
    destruct (is_enclosed u) eqn:En.
    + set (closed := fun v : game r => if v <? order r then is_enclosed v else true).
      assert (inside : forall v : game r, closed v = true ->
                frontier r marks v = false /\ forall w, follower v w -> closed w = true).
      { intros v Cv; destruct (position_cases r v) as [[L Pv]|[L Pv]].
        - unfold closed in Cv; rewrite L in Cv; specialize (C v Pv); unfold check_enclosed_at in C.
          rewrite Cv in C; rewrite frontier_at by exact Pv.
          destruct (is_frontier v); [discriminate C|]; split; [reflexivity|]; intros w F.
          destruct (all_row r W v (fun w => is_enclosed w) C w F) as [X Pw].
          unfold closed; destruct (w <? order r); [exact X|reflexivity].
        - split; [now apply frontier_other|]; intros w F.
          destruct (follower_not_terminal _ _ F (other_terminal r v Pv)). }
      rewrite (window_closed_value _ _ window _ _ loop_grundy closed inside lt G c wf HG x u E).
      * rewrite Eu; now apply decode_infinite.
      * unfold closed; destruct (u <? order r); [exact En|reflexivity].
    + destruct (infinite (at_index (win b) u)) eqn:IA; [|discriminate K].
      destruct (check_bounds_true _ _ _ _ Bd) as [_ low].
      exact (window_draw_value _ _ window _ _ low lt wf G c HG x u E
               (infinite_numbers r 1 _ u P IA) (infinite_numbers r 0 _ u P K)).
Qed.

End WindowValues.

(* ---- the sets K and J -------------------------------------------------------------------- *)

Section WindowSets.
Context (r : rows) (marks grundy set_start set_entry : column).

Notation V u := (at_index grundy u).
Notation lo u := (at_index set_start u).
Notation hi u := (at_index set_start (u + 1)).
Notation entry i := (at_index set_entry i).

(* a is in the set that is stored for u. *)
Definition is_member (u : int) (a : number) : Prop :=
  exists i, within (lo u) (hi u) i /\ entry_of (entry i) = Exactly a.

(* The set has a question mark: there may be other members. *)
Definition is_incomplete (u : int) : Prop :=
  exists i, within (lo u) (hi u) i /\ entry_of (entry i) = Unknown.

(* What the set says about a position x of a larger game, for all G-functions G
   of it: its members are values of followers, and if it is complete, all. *)
Definition k_claim {h : digraph} (x : h) (u : int) : Prop :=
  forall (J : Type) (lt : J -> J -> Prop) (G : h -> number) (c : h -> J),
  well_founded lt -> is_grundy_with lt G c ->
  (forall k, is_member u (Some k) -> values G x k) /\
  (~ is_incomplete u -> G x = infinity -> forall k, values G x k -> is_member u (Some k)).

Definition j_claim {h : digraph} (x : h) (u : int) : Prop :=
  forall (J : Type) (lt : J -> J -> Prop) (G : h -> number) (c : h -> J),
  well_founded lt -> is_grundy_with lt G c ->
  (forall a, is_member u a -> exists y, follower x y /\ G y = a) /\
  (~ is_incomplete u -> forall y, follower x y -> is_member u (G y)).

(* [infinity_counts] is true for J. *)
Context (infinity_counts : bool).

Definition check_listed (u : int) (followers : array int) : bool :=
  all_in (fun i =>
    let x := entry i in
    if x =? unknown then true
    else if infinite x then
      if infinity_counts
      then some_in (fun e => infinite (V (head r e))) (first_move r u) (end_of_row r u)
      else false
    else marked followers (u + 1) x) (lo u) (hi u).

Definition check_all_listed (u : int) (entries : array int) : bool :=
  if some_in (fun i => entry i =? unknown) (lo u) (hi u) then true
  else if at_index marks u =? 70 then false
  else
    let infinite_entry := if infinity_counts then some_in (fun i => infinite (entry i)) (lo u) (hi u) else true in
    all_in (fun e =>
      let x := V (head r e) in
      if infinite x then infinite_entry else marked entries (u + 1) x) (first_move r u) (end_of_row r u).

(* Where the value is finite, there is no set K. *)
Definition no_set (u : int) : bool := if infinity_counts then false else V u <? first_bound.

Definition check_window_sets_step (u : int) (m : array int * array int) : option (array int * array int) :=
  let (a, b) := m in
  if no_set u then if lo u =? hi u then Some (a, b) else None
  else if lo u <=? hi u then
    match mark_all (fun i => entry i) (lo u) (hi u) (u + 1) a,
          mark_all (fun e => V (head r e)) (first_move r u) (end_of_row r u) (u + 1) b
    with
    | Some a, Some b =>
        if check_listed u b then if check_all_listed u a then Some (a, b) else None else None
    | _, _ => None
    end
  else None.

Definition check_window_sets : bool :=
  if check_rows r then
    match fold check_window_sets_step 0 (order r) (new_marks r, new_marks r) with
    | Some _ => true
    | None => false
    end
  else false.

(* The entries of u are values of followers; without a question mark, all are there. *)
Definition sets_right_at (u : int) : Prop :=
  if no_set u then lo u = hi u else
  (forall i, within (lo u) (hi u) i -> entry i <> unknown ->
     (infinity_counts = false -> infinite (entry i) = false) /\
     exists v : game r, @follower (game r) u v /\ V v = entry i) /\
  (~ is_incomplete u -> frontier r marks u = false /\
     forall v : game r, @follower (game r) u v ->
     infinite (V v) = true /\ infinity_counts = false \/
     exists i, within (lo u) (hi u) i /\ entry i = V v).

Lemma unknown_claim : entry_of unknown = Unknown.
Proof. reflexivity. Qed.

Lemma both_infinite (x y : int) : infinite x = true -> infinite y = true -> x = y.
Proof. unfold infinite; intros X Y; apply eqb_correct in X, Y; congruence. Qed.

Lemma check_window_sets_step_true (u : int) (a b a' b' : array int) :
  check_rows r = true ->
  is_position r u -> stamped u a -> stamped u b -> check_window_sets_step u (a, b) = Some (a', b') ->
  sets_right_at u /\ stamped (u + 1) a' /\ stamped (u + 1) b'.
Proof.
  intros W P sa sb; unfold check_window_sets_step, sets_right_at.
  assert (R : (to_Z u < to_Z max_int)%Z) by (unfold is_position in P; lia).
  pose proof (row_ordered r W u P) as O.
  destruct (no_set u).
  { destruct (lo u =? hi u) eqn:L; [|discriminate]; intros [= <- <-]; split; [now apply eqb_correct|split].
    - intros j; specialize (sa j); lia.
    - intros j; specialize (sb j); lia. }
  destruct (lo u <=? hi u) eqn:L; [|discriminate].
  assert (OL : (to_Z (lo u) <= to_Z (hi u))%Z) by lia.
  destruct (mark_all _ _ _ _ a) as [y|] eqn:MA; [|discriminate].
  destruct (mark_all _ _ _ _ b) as [z|] eqn:MB; [|discriminate].
  destruct (check_listed u z) eqn:C; [|discriminate].
  destruct (check_all_listed u y) eqn:D; [|discriminate]; intros [= <- <-].
  split; [split|split].
  - intros i Wi N; pose proof (all_in_true _ _ _ C i Wi) as X; cbv beta zeta in X.
    destruct (entry i =? unknown) eqn:Q; [apply eqb_correct in Q; contradiction|].
    destruct (infinite (entry i)) eqn:I.
    + destruct infinity_counts; [|discriminate X]; split; [discriminate|].
      destruct (some_row r W u (fun v => infinite (V v)) P X) as [v [F [Iv _]]].
      exists v; split; [exact F|exact (both_infinite _ _ Iv I)].
    + split; [reflexivity|].
      destruct (marked_in _ _ _ _ _ _ O sb R MB _ X) as [e [We Ee]].
      exists (head r e); split; [exact (move_follower r u e P We)|exact Ee].
  - intros N; unfold check_all_listed in D.
    destruct (some_in (fun i => entry i =? unknown) (lo u) (hi u)) eqn:Q.
    { exfalso; apply N; apply some_in_true in Q; destruct Q as [i [Wi E]]; exists i; split; [exact Wi|].
      apply eqb_correct in E; rewrite E; exact unknown_claim. }
    rewrite frontier_at by exact P.
    destruct (at_index marks u =? 70); [discriminate D|]; split; [reflexivity|]; intros v F.
    apply follower_row in F; destruct F as [_ [e [We <-]]].
    pose proof (all_in_true _ _ _ D e We) as X; cbv beta zeta in X.
    destruct (infinite (V (head r e))) eqn:I.
    + destruct infinity_counts; [right|left; split; reflexivity].
      apply some_in_true in X; destruct X as [i [Wi Ii]]; exists i; split; [exact Wi|].
      exact (both_infinite _ _ Ii I).
    + right; destruct (marked_in _ _ _ _ _ _ OL sa R MA _ X) as [i [Wi Ei]].
      exists i; split; [exact Wi|exact Ei].
  - exact (proj2 (proj2 (proj2 (mark_all_spec _ _ _ _ _ _ OL sa R MA)))).
  - exact (proj2 (proj2 (proj2 (mark_all_spec _ _ _ _ _ _ O sb R MB)))).
Qed.

Lemma check_window_sets_true :
  check_window_sets = true -> check_rows r = true /\ forall u, is_position r u -> sets_right_at u.
Proof.
  unfold check_window_sets; destruct (check_rows r) eqn:W; [|discriminate].
  destruct (fold _ 0 (order r) _) as [m|] eqn:F; [|discriminate]; intros _; split; [reflexivity|].
  revert F; apply (fold_positions r _ (fun u m => stamped u (fst m) /\ stamped u (snd m))).
  - intros u [a b] [a' b'] P [sa sb]; exact (check_window_sets_step_true u a b a' b' W P sa sb).
  - split; exact (new_marks_stamped r).
Qed.

Section Larger.
Context {k : digraph} (place : k -> option (game r)).
Hypothesis window : is_window (frontier r marks) place.
Hypothesis yes : check_window_sets = true.
Hypothesis values_right : forall (x : k) (u : game r),
  place x = Some u -> is_position r u -> value_claim x (entry_of (V u)).

Lemma member_follower (x : k) (u : game r) (a : number) :
  place x = Some u -> is_position r u -> is_member u a ->
  exists y, follower x y /\ value_claim y (Exactly a).
Proof.
  intros E P [i [Wi Ei]]; destruct (check_window_sets_true yes) as [W right].
  specialize (right u P); unfold sets_right_at in right; destruct (no_set u).
  { rewrite right in Wi; unfold within in Wi; lia. }
  destruct right as [listed _]; destruct (listed i Wi) as [_ [v [F Ev]]].
  { intros X; rewrite X, unknown_claim in Ei; discriminate Ei. }
  destruct (window_moves _ _ window x u v E F) as [y [Fy Ey]]; exists y; split; [exact Fy|].
  rewrite <- Ei, <- Ev; apply values_right; [exact Ey|exact (follower_is_position r u v W F)].
Qed.

Lemma follower_member (x y : k) (u : game r) :
  place x = Some u -> is_position r u -> no_set u = false -> ~ is_incomplete u -> follower x y ->
  exists a, value_claim y (Exactly a) /\ (is_member u a \/ a = infinity /\ infinity_counts = false).
Proof.
  intros E P S N Fy; destruct (check_window_sets_true yes) as [W right].
  specialize (right u P); unfold sets_right_at in right; rewrite S in right.
  destruct right as [_ all]; destruct (all N) as [Fr listed].
  destruct (window_inside _ _ window x u y E Fr Fy) as [v [Ey Fv]].
  pose proof (values_right y v Ey (follower_is_position r u v W Fv)) as C.
  destruct (listed v Fv) as [[I J]|[i [Wi Ei]]].
  - exists infinity; rewrite claim_infinite in C by exact I; split; [exact C|right; now split].
  - rewrite <- Ei in C; destruct (entry_of (entry i)) as [a|n|] eqn:X; [|destruct C|].
    + exists a; split; [exact C|left; now exists i].
    + exfalso; apply N; now exists i.
Qed.

End Larger.
End WindowSets.

Theorem check_window_k_correct (r : rows) (marks grundy k_start k_entry : column) (b : bounds) (v : value_hints)
    {h : digraph} (place : h -> option (game r)) :
  check_window_values r marks b v grundy = true ->
  check_window_sets r marks grundy k_start k_entry false = true ->
  is_window (frontier r marks) place ->
  forall (x : h) (u : game r), place x = Some u -> is_position r u -> k_claim k_start k_entry x u.
Proof.
  intros HV HS window x u E P J lt G c wf HG.
  pose proof (check_window_values_correct r marks b v grundy HV place window) as right; split.
  - intros n M; destruct (member_follower r marks grundy k_start k_entry false place window HS right x u _ E P M)
      as [y [F [C _]]]; exists y; split; [exact F|exact (C J lt G c wf HG)].
  - intros N Ex n [y [F Ey]].
    destruct (at_index grundy u <? first_bound) eqn:S.
    { pose proof (right x u E P) as X; rewrite (claim_small _ S) in X; destruct X as [X _].
      rewrite (X J lt G c wf HG) in Ex; discriminate Ex. }
    destruct (follower_member r marks grundy k_start k_entry false place window HS right x y u E P S N F)
      as [a [[C _] M]].
    rewrite (C J lt G c wf HG) in Ey; subst a; destruct M as [M|[X _]]; [exact M|discriminate X].
Qed.

Theorem check_window_j_correct (r : rows) (marks grundy j_start j_entry : column) (b : bounds) (v : value_hints)
    {h : digraph} (place : h -> option (game r)) :
  check_window_values r marks b v grundy = true ->
  check_window_sets r marks grundy j_start j_entry true = true ->
  is_window (frontier r marks) place ->
  forall (x : h) (u : game r), place x = Some u -> is_position r u -> j_claim j_start j_entry x u.
Proof.
  intros HV HS window x u E P J lt G c wf HG.
  pose proof (check_window_values_correct r marks b v grundy HV place window) as right; split.
  - intros a M; destruct (member_follower r marks grundy j_start j_entry true place window HS right x u _ E P M)
      as [y [F [C _]]]; exists y; split; [exact F|exact (C J lt G c wf HG)].
  - intros N y F.
    destruct (follower_member r marks grundy j_start j_entry true place window HS right x y u E P eq_refl N F)
      as [a [[C _] M]].
    rewrite (C J lt G c wf HG); destruct M as [M|[_ X]]; [exact M|discriminate X].
Qed.
