(* The checker of the levels of draws and of remoteness within them. *)

Require Import List ZArith Lia Bool Uint63 ZifyUint63.
Import ListNotations.
From Grundy Require Import Digraph Play Remoteness Draws Loops Rows CheckRemoteness.
Local Open Scope uint63_scope.

Section CheckDraws.
Context (r : rows) (level remoteness : column).

Notation L u := (at_index level u).
Notation R u := (at_index remoteness u).

(* The remoteness in the game of level k. *)
Definition level_column (k : int) : column := fun u =>
  if L u <? k then 0 else if L u =? k then R u else max_int.

Definition check_draws_at (u : int) : bool :=
  let k := L u in
  let lo := first_move r u in
  let hi := end_of_row r u in
  if lo =? hi then if k =? 0 then R u =? 0 else false
  else if infinite k then
    if infinite (R u) then all_in (fun e => infinite (L (head r e))) lo hi else false
  else if infinite (R u) then false
  else if all_in (fun e => k <=? L (head r e)) lo hi then
    check_remoteness_at true r (level_column k) u
  else if R u =? 0 then
    if all_in (fun e => k - 1 <=? L (head r e)) lo hi then
      check_remoteness_at true r (level_column (k - 1)) u
    else false
  else false.

Definition check_draws : bool :=
  if check_rows r then all_in check_draws_at 0 (order r) else false.

(* What the columns stand for. *)
Definition level_of : game r -> number := numbers r 0 level.
Definition remoteness_of : game r -> number := numbers r 0 remoteness.

Lemma decode_below (x k : int) : infinite k = false -> below (decode x) (to_nat k) = (x <? k).
Proof.
  intros K; apply infinite_false in K; unfold decode, below; destruct (infinite x) eqn:I.
  - apply eqb_correct in I; subst x; symmetry; apply not_true_iff_false; lia.
  - apply eq_true_iff_eq; rewrite Nat.ltb_lt; unfold to_nat.
    pose proof (to_Z_bounded x); lia.
Qed.

Lemma level_column_at (k v : int) :
  infinite k = false -> is_position r v ->
  level_remoteness level_of remoteness_of (to_nat k) v = decode (level_column k v).
Proof.
  intros K P; unfold level_remoteness, level_of, remoteness_of, level_column.
  rewrite !numbers_at by exact P; rewrite decode_below by exact K.
  pose proof (proj1 (infinite_false k) K) as B.
  destruct (L v <? k) eqn:X; [reflexivity|].
  replace (S (to_nat k)) with (to_nat (k + 1)) by (unfold to_nat; lia).
  destruct (infinite (k + 1)) eqn:K1.
  - unfold decode at 1; destruct (L v =? k) eqn:Y.
    + apply eqb_correct in Y; rewrite Y, K; unfold below.
      replace (Nat.ltb _ _) with true; [reflexivity|symmetry; apply Nat.ltb_lt; unfold to_nat; lia].
    + destruct (infinite (L v)) eqn:Z; [reflexivity|exfalso].
      apply infinite_false in Z; apply eqb_correct in K1; lia.
  - rewrite decode_below by exact K1; destruct (L v =? k) eqn:Y.
    + apply eqb_correct in Y; rewrite Y; replace (k <? k + 1) with true by lia; reflexivity.
    + replace (L v <? k + 1) with false by lia; reflexivity.
Qed.

Hypothesis rows_are_right : check_rows r = true.

(* At a position, the equations of Draws.v. *)
Lemma level_remoteness_true (k u : int) :
  infinite k = false -> is_position r u -> check_remoteness_at true r (level_column k) u = true ->
  @remoteness_at (game r) normal (level_remoteness level_of remoteness_of (to_nat k)) u.
Proof.
  intros K P C; pose proof (remoteness_at_true true r (level_column k) rows_are_right u P C) as X.
  revert X; apply (same_moves_remoteness ((fun v => v) : game r -> game r)); [now rewrite map_id|..].
  - unfold CheckRemoteness.remoteness; rewrite numbers_at by exact P; now apply level_column_at.
  - intros v F; pose proof (follower_is_position r u v rows_are_right F) as Pv.
    unfold CheckRemoteness.remoteness; rewrite numbers_at by exact Pv; now apply level_column_at.
Qed.

Lemma draws_at_true (u : int) :
  is_position r u -> check_draws_at u = true -> @draws_at (game r) level_of remoteness_of u.
Proof.
  intros P; unfold check_draws_at.
  assert (at_u : level_of u = decode (L u) /\ remoteness_of u = decode (R u)).
  { split; apply numbers_at; exact P. }
  assert (at_v : forall v : game r, @follower (game r) u v -> level_of v = decode (L v)).
  { intros v F; apply numbers_at; exact (follower_is_position r u v rows_are_right F). }
  destruct at_u as [Lu Ru].
  destruct (first_move r u =? end_of_row r u) eqn:T.
  { destruct (L u =? 0) eqn:E; [|discriminate]; intros E'; apply eqb_correct in E, E'.
    apply draws_end; [apply empty_terminal; now apply eqb_correct|now rewrite Lu, E|now rewrite Ru, E']. }
  assert (M : within (first_move r u) (end_of_row r u) (first_move r u)).
  { pose proof (all_in_true _ _ _ rows_are_right u (position_within r u P)) as X; simpl in X.
    destruct (first_move r u <=? end_of_row r u) eqn:B; [|discriminate X]; unfold within; lia. }
  pose proof (move_follower r u _ P M) as F0.
  destruct (infinite (L u)) eqn:K.
  { destruct (infinite (R u)) eqn:I; [|discriminate]; intros A.
    apply (@draws_never (game r) _ _ u _ F0).
    - intros w F; rewrite (at_v w F); apply follower_row in F; destruct F as [_ [e [W <-]]].
      apply decode_infinite; exact (all_in_true _ _ _ A e W).
    - now rewrite Lu, decode_infinite.
    - now rewrite Ru, decode_infinite. }
  destruct (infinite (R u)) eqn:I; [discriminate|].
  assert (bound : forall k, infinite k = false ->
            all_in (fun e => k <=? L (head r e)) (first_move r u) (end_of_row r u) = true ->
            forall v : game r, @follower (game r) u v -> below (level_of v) (to_nat k) = false).
  { intros k Ik A v F; rewrite (at_v v F), decode_below by exact Ik.
    apply follower_row in F; destruct F as [_ [e [W <-]]].
    pose proof (all_in_true _ _ _ A e W) as X; simpl in X; lia. }
  destruct (all_in _ _ _) eqn:A.
  { intros C; apply (@draws_level (game r) _ _ u (to_nat (L u))).
    - exact (follower_not_terminal _ _ F0).
    - exact (bound _ K A).
    - now apply level_remoteness_true.
    - now rewrite Lu, decode_finite.
    - rewrite Ru, decode_finite by exact I; discriminate. }
  destruct (R u =? 0) eqn:Z; [|discriminate]; apply eqb_correct in Z.
  destruct (all_in (fun e => L u - 1 <=? _) _ _) eqn:B; [|discriminate]; intros C.
  apply all_in_false in A; destruct A as [e [W A]]; cbv beta in A.
  assert (K' : infinite (L u - 1) = false) by (apply infinite_false; apply infinite_false in K; lia).
  pose proof (all_in_true _ _ _ B e W) as Y; cbv beta in Y.
  apply (@draws_fringe (game r) _ _ u (to_nat (L u - 1)) (head r e)).
  - exact (move_follower r u e P W).
  - rewrite at_v by exact (move_follower r u e P W).
    rewrite <- (decode_finite _ K'); f_equal; apply to_Z_inj; lia.
  - exact (bound _ K' B).
  - now apply level_remoteness_true.
  - rewrite Lu, decode_finite by exact K; f_equal; unfold to_nat; lia.
  - now rewrite Ru, Z.
Qed.

End CheckDraws.

(* If the checker says yes, the columns are the levels and the remoteness in
   them that strategies define. *)
Theorem check_draws_correct (r : rows) (level remoteness : column) :
  check_draws r level remoteness = true ->
  draw_levels (level_of r level) (remoteness_of r remoteness).
Proof.
  unfold check_draws; destruct (check_rows r) eqn:W; [|discriminate]; intros H.
  apply draws_at_correct; intros u; destruct (position_cases r u) as [[_ P]|[_ P]].
  - apply draws_at_true; [exact W|exact P|exact (all_in_true _ _ _ H u (position_within r u P))].
  - apply draws_end; [now apply other_terminal|..]; unfold level_of, remoteness_of; now apply numbers_other.
Qed.
