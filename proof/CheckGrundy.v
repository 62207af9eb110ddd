(* The checker of the generalized Sprague–Grundy function and its
   counterfunction.

   Conditions B and C speak about followers of followers. To check them in
   linear time, the checker needs hints: which reply and which follower to look
   at. It does not trust the hints. Wrong ones can only make it say no.

   If all values are below 62, the set of values of the followers of a position
   is one machine integer. The hints contain it for all positions, so that
   condition C looks at one follower. Otherwise the checker marks the values of
   the followers of one position after the other, and the hints say at which
   position v condition C of u is to be checked: u is a client of v. *)

Require Import List ZArith Lia Bool Uint63 ZifyUint63 PArray.
Import ListNotations.
From Grundy Require Import Digraph Play Grundy Value Loops Rows Marks Masks.
Local Open Scope uint63_scope.

Record hints := Hints {
  reply : column;         (* for a move to a larger value: the reply, as the number of a move *)
  mex : column;           (* where G is infinite: the mex of the values of followers *)
  witness : column;       (* there: the move to the follower v of condition C *)
  by_masks : bool;        (* whether these sets are given *)
  masks : column;         (* the values of the followers, as the bits of an integer *)
  rank : column;          (* if not: where u is in the list of clients *)
  client_start : column;  (* the clients of v, for which v is that follower *)
  client : column
}.

Section CheckGrundy.
Context (r : rows) (grundy counter : column) (h : hints).

Notation G u := (at_index grundy u).
Notation c u := (at_index counter u).

(* e is one of the moves from u. *)
Definition in_row (u e : int) : bool := if first_move r u <=? e then e <? end_of_row r u else false.

Definition has_witness (u : int) : bool :=
  let e := at_index (witness h) u in
  let v := head r e in
  let i := at_index (rank h) u in
  if in_row u e then if infinite (G v) then
    if at_index (client_start h) v <=? i then if i <? at_index (client_start h) (v + 1) then
      at_index (client h) i =? u
    else false else false else false else false.

(* Conditions A and C at u, and condition C for the clients of u. The values
   of the followers of u are marked. *)
Definition check_values_at (u : int) (marks : array int) : bool :=
  let stamp := u + 1 in
  if all_in (fun i => unmarked marks stamp (at_index (mex h) (at_index (client h) i)))
       (at_index (client_start h) u) (at_index (client_start h) (u + 1))
  then if infinite (G u)
       then if has_witness u then mex_marked marks stamp (at_index (mex h) u) else false
       else mex_marked marks stamp (G u)
  else false.

Definition check_values_step (u : int) (marks : array int) : option (array int) :=
  match mark_all (fun e => G (head r e)) (first_move r u) (end_of_row r u) (u + 1) marks with
  | Some marks => if check_values_at u marks then Some marks else None
  | None => None
  end.

Definition check_by_marks : bool :=
  match fold check_values_step 0 (order r) (new_marks r) with Some _ => true | None => false end.

(* The same with masks. *)
Definition row_mask (u : int) : int :=
  mask_all (fun e => G (head r e)) (first_move r u) (end_of_row r u).

Definition check_mask_at (u : int) : bool :=
  let mask := row_mask u in
  if at_index (masks h) u =? mask then
    if infinite (G u) then
      let e := at_index (witness h) u in
      let k := at_index (mex h) u in
      if mex_of_mask mask k then if in_row u e then if infinite (G (head r e)) then
        negb (has_bit (at_index (masks h) (head r e)) k)
      else false else false else false
    else mex_of_mask mask (G u)
  else false.

Definition check_values : bool :=
  if by_masks h then all_in check_mask_at 0 (order r) else check_by_marks.

(* Condition B at u. *)
Definition has_reply (u e : int) : bool :=
  let v := head r e in
  if G u <? G v then
    let e' := at_index (reply h) e in
    if in_row v e' then if G (head r e') =? G u then c (head r e') <? c u else false else false
  else true.

Definition check_counter_at (u : int) : bool :=
  if infinite (G u) then infinite (c u)
  else if infinite (c u) then false
  else all_in (has_reply u) (first_move r u) (end_of_row r u).

Definition check_grundy : bool :=
  if check_rows r then
    if check_values then all_in check_counter_at 0 (order r) else false
  else false.

(* What the columns stand for. *)
Definition value_of : game r -> number := numbers r 0 grundy.
Definition counter_of : game r -> nat := fun u => if u <? order r then to_nat (c u) else 0%nat.

Hypothesis rows_are_right : check_rows r = true.

Lemma value_of_follower (u v : game r) : follower u v -> value_of v = decode (G v).
Proof. intros F; apply numbers_at; exact (follower_is_position r u v rows_are_right F). Qed.

Lemma values_row (u : game r) (k : nat) :
  is_position r u ->
  values value_of u k <->
  exists e, within (first_move r u) (end_of_row r u) e /\ decode (G (head r e)) = Some k.
Proof.
  intros P; split.
  - intros [v [F E]]; rewrite (value_of_follower u v F) in E.
    apply follower_row in F; destruct F as [_ [e [W <-]]]; now exists e.
  - intros [e [W E]]; pose proof (move_follower r u e P W) as F.
    exists (head r e); split; [exact F|]; now rewrite (value_of_follower u _ F).
Qed.

Lemma in_row_true (u e : int) : in_row u e = true -> within (first_move r u) (end_of_row r u) e.
Proof. unfold in_row, within; destruct (first_move r u <=? e) eqn:E; [lia|discriminate]. Qed.

Lemma row_ordered (u : int) :
  is_position r u -> (to_Z (first_move r u) <= to_Z (end_of_row r u))%Z.
Proof.
  intros P; pose proof (all_in_true _ _ _ rows_are_right u (position_within r u P)) as R.
  simpl in R; destruct (first_move r u <=? end_of_row r u) eqn:E; [lia|discriminate R].
Qed.

Section OnePosition.
Context (u : int) (marks marks' : array int).
Hypothesis (P : is_position r u) (old : stamped u marks)
  (M : mark_all (fun e => G (head r e)) (first_move r u) (end_of_row r u) (u + 1) marks
       = Some marks').

Lemma room : (to_Z u < to_Z max_int)%Z.
Proof. unfold is_position in P; lia. Qed.

Lemma unmarked_no_value (k : int) :
  unmarked marks' (u + 1) k = true -> ~ values value_of (u : game r) (to_nat k).
Proof.
  intros N V; apply values_row in V; [|exact P]; destruct V as [e [W E]].
  apply decode_some in E; destruct E as [_ E]; apply to_nat_inj in E.
  exact (unmarked_not_in _ _ _ _ _ _ (row_ordered u P) old room M k N e W E).
Qed.

Lemma mex_marked_is_mex (k : int) :
  mex_marked marks' (u + 1) k = true -> is_mex (values value_of (u : game r)) (to_nat k).
Proof.
  unfold mex_marked; destruct (unmarked marks' (u + 1) k) eqn:N; [|discriminate]; intros A.
  split; [now apply unmarked_no_value|].
  intros j L; apply values_row; [exact P|].
  pose proof (to_Z_bounded k) as B; unfold to_nat in L.
  assert (J : to_Z (of_Z (Z.of_nat j)) = Z.of_nat j) by (rewrite of_Z_spec; apply Z.mod_small; lia).
  destruct (marked_in _ _ _ _ _ _ (row_ordered u P) old room M (of_Z (Z.of_nat j))) as [e [W E]].
  - apply (all_in_true _ _ _ A); unfold within; rewrite J; lia.
  - exists e; split; [exact W|]; rewrite E, decode_finite.
    + f_equal; unfold to_nat; rewrite J; lia.
    + apply infinite_false; rewrite J; lia.
Qed.

End OnePosition.

(* What one step of the loop makes sure. *)
Definition values_right_at (u : int) : Prop :=
  (forall i, within (at_index (client_start h) u) (at_index (client_start h) (u + 1)) i ->
     ~ values value_of (u : game r) (to_nat (at_index (mex h) (at_index (client h) i)))) /\
  (if infinite (G u)
   then has_witness u = true /\ is_mex (values value_of (u : game r)) (to_nat (at_index (mex h) u))
   else is_mex (values value_of (u : game r)) (to_nat (G u))).

Lemma check_values_step_true (u : int) (marks marks' : array int) :
  is_position r u -> stamped u marks -> check_values_step u marks = Some marks' ->
  values_right_at u /\ stamped (u + 1) marks'.
Proof.
  intros P old; unfold check_values_step.
  destruct (mark_all _ _ _ _ marks) as [m|] eqn:M; [|discriminate].
  destruct (check_values_at u m) eqn:C; [|discriminate]; intros [= <-].
  pose proof (room u P) as R.
  split; [|exact (proj2 (proj2 (proj2 (mark_all_spec _ _ _ _ _ _ (row_ordered u P) old R M))))].
  revert C; unfold check_values_at.
  destruct (all_in _ _ _) eqn:A; [|discriminate]; intros C; split.
  - intros i W; apply (unmarked_no_value u marks m P old M).
    exact (all_in_true _ _ _ A i W).
  - destruct (infinite (G u)).
    + destruct (has_witness u); [|discriminate]; split; [reflexivity|].
      exact (mex_marked_is_mex u marks m P old M _ C).
    + exact (mex_marked_is_mex u marks m P old M _ C).
Qed.

Lemma check_by_marks_true :
  check_by_marks = true -> forall u, is_position r u -> values_right_at u.
Proof.
  unfold check_by_marks.
  destruct (fold check_values_step 0 (order r) (new_marks r)) as [m|] eqn:F; [|discriminate]; intros _.
  exact (fold_positions r _ stamped _ _ _ check_values_step_true (new_marks_stamped r) F).
Qed.

(* What both ways make sure. *)
Definition conditions_at (u : game r) : Prop := condition_A value_of u /\ condition_C value_of u.

Lemma in_row_follower (u e : int) :
  is_position r u -> in_row u e = true -> infinite (G (head r e)) = true ->
  @follower (game r) u (head r e) /\ is_position r (head r e) /\ value_of (head r e) = infinity.
Proof.
  intros P R I; pose proof (move_follower r u e P (in_row_true u e R)) as F.
  split; [exact F|split; [exact (follower_is_position r _ _ rows_are_right F)|]].
  rewrite (value_of_follower u _ F); now apply decode_infinite.
Qed.

Lemma conditions_by_marks : check_by_marks = true -> forall u, is_position r u -> conditions_at u.
Proof.
  intros C u P; destruct (check_by_marks_true C u P) as [_ V].
  assert (E : value_of u = decode (G u)) by (now apply numbers_at).
  split; [intros k Ek|intros Ei]; rewrite E in *.
  - apply decode_some in Ek; destruct Ek as [Ek <-]; now rewrite Ek in V.
  - rewrite (decode_none _ Ei) in V; destruct V as [W M].
    unfold has_witness in W; set (e := at_index (witness h) u) in *.
    destruct (in_row u e) eqn:R; [|discriminate W].
    destruct (infinite (G (head r e))) eqn:I; [|discriminate W].
    destruct (_ <=? at_index (rank h) u) eqn:L; [|discriminate W].
    destruct (at_index (rank h) u <? _) eqn:L'; [|discriminate W].
    apply eqb_correct in W; destruct (in_row_follower u e P R I) as [F [Pv Iv]].
    exists (head r e), (to_nat (at_index (mex h) u)); split; [exact F|split; [exact Iv|split; [exact M|]]].
    destruct (check_by_marks_true C _ Pv) as [N _].
    specialize (N (at_index (rank h) u)); rewrite W in N; apply N; unfold within; lia.
Qed.

Lemma mex_of_row_mask (u k : int) :
  is_position r u -> mex_of_mask (row_mask u) k = true ->
  (k <? 62) = true /\ is_mex (values value_of (u : game r)) (to_nat k).
Proof.
  intros P M; assert (B : (k <? 62) = true) by (revert M; unfold mex_of_mask; now destruct (k <? 62)).
  destruct (mex_of_mask_true _ _ _ k M) as [N A]; split; [exact B|split].
  - intros V; apply values_row in V; [|exact P]; destruct V as [e [W E]].
    apply decode_some in E; destruct E as [_ E]; apply to_nat_inj in E; exact (N e W E).
  - intros j L; apply values_row; [exact P|]; unfold to_nat in L.
    assert (J : to_Z (of_Z (Z.of_nat j)) = Z.of_nat j) by (rewrite of_Z_spec; apply Z.mod_small; lia).
    destruct (A (of_Z (Z.of_nat j))) as [e [W E]]; [unfold within; rewrite J; lia|].
    exists e; split; [exact W|]; rewrite E, decode_finite; [f_equal; unfold to_nat; rewrite J; lia|].
    apply infinite_false; rewrite J; change (to_Z max_int) with 9223372036854775807%Z; lia.
Qed.

Lemma conditions_by_masks :
  all_in check_mask_at 0 (order r) = true -> forall u, is_position r u -> conditions_at u.
Proof.
  intros C u P; pose proof (all_in_true _ _ _ C u (position_within r u P)) as V.
  assert (E : value_of u = decode (G u)) by (now apply numbers_at).
  unfold check_mask_at in V; destruct (_ =? row_mask u); [|discriminate V].
  split; [intros k Ek|intros Ei]; rewrite E in *.
  - apply decode_some in Ek; destruct Ek as [Ek <-]; rewrite Ek in V; now apply mex_of_row_mask.
  - rewrite (decode_none _ Ei) in V; set (e := at_index (witness h) u) in *; set (k := at_index (mex h) u) in *.
    destruct (mex_of_mask _ k) eqn:M; [|discriminate V]; destruct (mex_of_row_mask u k P M) as [B X].
    destruct (in_row u e) eqn:R; [|discriminate V].
    destruct (infinite (G (head r e))) eqn:I; [|discriminate V]; apply negb_true_iff in V.
    destruct (in_row_follower u e P R I) as [F [Pv Iv]].
    exists (head r e), (to_nat k); split; [exact F|split; [exact Iv|split; [exact X|]]].
    intros Y; apply values_row in Y; [|exact Pv]; destruct Y as [e' [W' E']].
    apply decode_some in E'; destruct E' as [_ E']; apply to_nat_inj in E'.
    pose proof (all_in_true _ _ _ C _ (position_within r _ Pv)) as V'; unfold check_mask_at in V'.
    destruct (at_index (masks h) (head r e) =? row_mask (head r e)) eqn:Q; [|discriminate V'].
    apply eqb_correct in Q; rewrite Q in V; exact (not_in_mask_all _ _ _ k B V e' W' E').
Qed.

Hypothesis (values_are_right : check_values = true)
  (counters_are_right : all_in check_counter_at 0 (order r) = true).

Lemma conditions_true (u : game r) : is_position r u -> conditions_at u.
Proof.
  revert values_are_right; unfold check_values; destruct (by_masks h); intros C P;
    [now apply conditions_by_masks|now apply conditions_by_marks].
Qed.

Lemma counter_of_position (u : int) : is_position r u -> counter_of u = to_nat (c u).
Proof.
  intros P; unfold counter_of; destruct (position_cases r u) as [[-> _]|[_ N]];
    [reflexivity|contradiction].
Qed.

Lemma condition_B_true (u : game r) :
  is_position r u -> condition_B value_of lt counter_of u.
Proof.
  intros P k v E F gr.
  pose proof (all_in_true _ _ _ counters_are_right u (position_within r u P)) as C.
  unfold check_counter_at in C.
  unfold value_of in E; rewrite numbers_at in E by exact P.
  apply decode_some in E; destruct E as [E <-]; rewrite E in C.
  destruct (infinite (c u)); [discriminate C|].
  pose proof (follower_is_position r u v rows_are_right F) as Pv.
  rewrite (value_of_follower u v F) in gr; apply follower_row in F; destruct F as [_ [e [W <-]]].
  pose proof (all_in_true _ _ _ C e W) as R; unfold has_reply in R.
  assert (L : (G u <? G (head r e)) = true).
  { apply infinite_false in E; unfold decode in gr; destruct (infinite (G (head r e))) eqn:I.
    - unfold infinite in I; lia.
    - simpl in gr; unfold to_nat in gr; lia. }
  rewrite L in R; set (e' := at_index (reply h) e) in *.
  destruct (in_row (head r e) e') eqn:Q; [|discriminate R].
  destruct (G (head r e') =? G u) eqn:X; [|discriminate R]; apply eqb_correct in X.
  pose proof (move_follower r _ e' Pv (in_row_true _ _ Q)) as F'.
  exists (head r e'); split; [exact F'|split].
  - now rewrite (value_of_follower _ _ F'), X, decode_finite.
  - rewrite !counter_of_position; [unfold to_nat; lia|exact P|].
    exact (follower_is_position r _ _ rows_are_right F').
Qed.

End CheckGrundy.

Lemma check_grundy_rows (r : rows) (grundy counter : column) (h : hints) :
  check_grundy r grundy counter h = true -> check_rows r = true.
Proof. unfold check_grundy; destruct (check_rows r); [reflexivity|discriminate]. Qed.

(* If the checker says yes, the columns satisfy Definition 1 of [FY86] … *)
Theorem check_grundy_correct (r : rows) (grundy counter : column) (h : hints) :
  check_grundy r grundy counter h = true ->
  is_grundy (value_of r grundy) (counter_of r counter).
Proof.
  unfold check_grundy; destruct (check_rows r) eqn:W; [|discriminate].
  destruct (check_values r grundy h) eqn:V; [|discriminate]; intros C u.
  destruct (position_cases r u) as [[_ P]|[_ P]].
  - split; [|split].
    + now apply (conditions_true r grundy h W V).
    + eapply condition_B_true; eassumption.
    + now apply (conditions_true r grundy h W V).
  - pose proof (other_terminal r u P) as T; pose proof (numbers_other r 0 grundy u P) as E.
    split; [|split].
    + intros k Ek; unfold value_of in Ek; rewrite E in Ek; injection Ek as <-; split; [|lia].
      intros [v [F _]]; exact (follower_not_terminal _ v F T).
    + intros k v _ F; destruct (follower_not_terminal _ v F T).
    + intros Ei; unfold value_of in Ei; congruence.
Qed.

(* … so the values are those of G, whatever counterfunction G is defined with. *)
Theorem check_grundy_unique (r : rows) (grundy counter : column) (h : hints)
    (G : game r -> number) (c : game r -> nat) :
  check_grundy r grundy counter h = true -> is_grundy G c ->
  forall u : game r, is_position r u -> decode (at_index grundy u) = G u.
Proof.
  intros H HG u P; rewrite <- (numbers_at r 0 grundy u P).
  exact (grundy_unique _ _ _ _ (check_grundy_correct r grundy counter h H) HG u).
Qed.

(* The counter is given where the value is finite, and only there. *)
Theorem check_grundy_counters (r : rows) (grundy counter : column) (h : hints) :
  check_grundy r grundy counter h = true ->
  forall u, is_position r u ->
  (decode (at_index counter u) = infinity <-> decode (at_index grundy u) = infinity).
Proof.
  unfold check_grundy; destruct (check_rows r); [|discriminate].
  destruct (check_values r grundy h); [|discriminate]; intros C u P.
  pose proof (all_in_true _ _ _ C u (position_within r u P)) as X; unfold check_counter_at in X.
  unfold decode; destruct (infinite (at_index grundy u)), (infinite (at_index counter u));
    try discriminate X; split; auto; discriminate.
Qed.
