(* The checker of terminal distance. *)

Require Import List ZArith Lia Bool Uint63 ZifyUint63.
Import ListNotations.
From Grundy Require Import Digraph Play Distance Loops Rows.
Local Open Scope uint63_scope.

Section CheckDistance.
Context (r : rows) (c : column).

Notation D u := (at_index c u).

Definition check_distance_at (u : int) : bool :=
  let x := D u in
  let lo := first_move r u in
  let hi := end_of_row r u in
  if lo =? hi then x =? 0
  else if infinite x then some_in (fun e => infinite (D (head r e))) lo hi
  else if x =? 0 then false
  else if some_in (fun e => D (head r e) =? x - 1) lo hi
       then all_in (fun e => D (head r e) <? x) lo hi
       else false.

Definition check_distance : bool :=
  if check_rows r then all_in check_distance_at 0 (order r) else false.

Lemma distance_at_true (u : int) :
  check_rows r = true -> is_position r u -> check_distance_at u = true ->
  @distance_at (game r) (numbers r 0 c) u.
Proof.
  intros W P; unfold check_distance_at.
  assert (column_at : forall v : game r, @follower (game r) u v -> numbers r 0 c v = decode (D v)).
  { intros v F; apply numbers_at; exact (follower_is_position r u v W F). }
  destruct (first_move r u =? end_of_row r u) eqn:T.
  { intros E; apply distance_end.
    - apply empty_terminal; now apply eqb_correct.
    - rewrite numbers_at by exact P; apply eqb_correct in E; now rewrite E. }
  destruct (infinite (D u)) eqn:I.
  { intros S; apply some_in_true in S; destruct S as [e [We Ie]].
    pose proof (move_follower r u e P We) as F.
    apply (@distance_infinite (game r) (numbers r 0 c) u (head r e) F).
    - rewrite column_at by exact F; now apply decode_infinite.
    - rewrite numbers_at by exact P; now apply decode_infinite. }
  destruct (D u =? 0) eqn:Z; [discriminate|].
  destruct (some_in (fun e => D (head r e) =? D u - 1)) eqn:S; [|discriminate]; intros A.
  apply some_in_true in S; destruct S as [e [We Ee]]; apply eqb_correct in Ee.
  pose proof (move_follower r u e P We) as F.
  apply infinite_false in I.
  apply (@distance_step (game r) (numbers r 0 c) u (head r e) (to_nat (D u - 1)) F).
  - rewrite column_at by exact F; rewrite Ee; apply decode_finite, infinite_false; lia.
  - intros w Fw; rewrite column_at by exact Fw; apply follower_row in Fw.
    destruct Fw as [_ [f [Wf <-]]]; pose proof (all_in_true _ _ _ A f Wf) as L; simpl in L.
    exists (to_nat (D (head r f))); split; [|unfold to_nat; lia].
    apply decode_finite, infinite_false; lia.
  - rewrite numbers_at by exact P; rewrite decode_finite by (now apply infinite_false).
    f_equal; unfold to_nat; lia.
Qed.

End CheckDistance.

(* If the checker says yes, the column is the length of the longest play. *)
Theorem check_distance_correct (r : rows) (c : column) :
  check_distance r c = true ->
  forall u : game r, is_position r u -> has_distance u (decode (at_index c u)).
Proof.
  unfold check_distance; destruct (check_rows r) eqn:W; [|discriminate]; intros H u P.
  rewrite <- (numbers_at r 0 c u P); apply distance_correct; intros v.
  destruct (position_cases r v) as [[_ V]|[_ V]].
  - apply distance_at_true; [exact W|exact V|].
    exact (all_in_true _ _ _ H v (position_within r v V)).
  - apply distance_end; [now apply other_terminal|now apply numbers_other].
Qed.
