(* The checker of outcomes by values [FY86, Theorem 4]. *)

Require Import List ZArith Lia Bool Uint63 ZifyUint63.
Import ListNotations.
From Grundy Require Import Digraph Play Value Loops Rows CheckRemoteness CheckGrundy.
Local Open Scope uint63_scope.

(* Whether u has a follower of value 0. *)
Definition reaches_zero (r : rows) (grundy : column) (u : int) : bool :=
  some_in (fun e => at_index grundy (head r e) =? 0) (first_move r u) (end_of_row r u).

Definition check_outcome_by_value (r : rows) (outcomes grundy : column) : bool :=
  all_in (fun u =>
    let x := at_index grundy u in
    at_index outcomes u =?
    (if x =? 0 then letter P_position
     else if infinite x then
       if reaches_zero r grundy u then letter N_position else letter D_position
     else letter N_position)) 0 (order r).

Lemma some_in_false (f : int -> bool) (lo hi : int) :
  some_in f lo hi = false -> forall i, within lo hi i -> f i = false.
Proof.
  unfold some_in; intros H i W; apply negb_false_iff in H.
  pose proof (all_in_true _ _ _ H i W) as N; simpl in N; now apply negb_true_iff.
Qed.

(* If the values are certified, the outcomes are those that strategies
   define. *)
Theorem check_outcome_by_value_correct (r : rows) (outcomes grundy counter : column) (h : hints) :
  check_grundy r grundy counter h = true -> check_outcome_by_value r outcomes grundy = true ->
  forall u : game r, is_position r u ->
  exists o, at_index outcomes u = letter o /\ has_outcome normal u o.
Proof.
  intros H O u P.
  pose proof (all_in_true _ _ _ O u (position_within r u P)) as E; apply eqb_correct in E.
  pose proof (check_grundy_rows _ _ _ _ H) as W.
  pose proof (grundy_outcome _ _ (check_grundy_correct r grundy counter h H) u) as by_value.
  pose proof (numbers_at r 0 grundy u P : value_of r grundy u = _) as V.
  destruct (at_index grundy u =? 0) eqn:Z.
  { exists P_position; split; [exact E|]; apply by_value, value_P.
    apply eqb_correct in Z; now rewrite V, Z. }
  destruct (infinite (at_index grundy u)) eqn:I.
  - destruct (reaches_zero r grundy u) eqn:S.
    + exists N_position; split; [exact E|]; apply by_value, value_N_infinite.
      * now rewrite V, decode_infinite.
      * apply some_in_true in S; destruct S as [e [We Ee]]; apply eqb_correct in Ee.
        apply (values_row r grundy W u 0 P); exists e; split; [exact We|now rewrite Ee].
    + exists D_position; split; [exact E|]; apply by_value, value_D.
      * now rewrite V, decode_infinite.
      * intros X; apply (values_row r grundy W u 0 P) in X; destruct X as [e [We Ee]].
        pose proof (some_in_false _ _ _ S e We) as N; simpl in N.
        apply decode_some in Ee; destruct Ee as [_ Ee]; unfold to_nat in Ee; lia.
  - exists N_position; split; [exact E|]; apply by_value.
    apply (value_N _ _ (Nat.pred (to_nat (at_index grundy u)))).
    rewrite V, decode_finite by exact I; f_equal; unfold to_nat; lia.
Qed.
