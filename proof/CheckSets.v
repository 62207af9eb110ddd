(* The checker of the sets K, which are stored in compressed rows, too. *)

Require Import List ZArith Lia Bool Uint63 ZifyUint63 PArray.
Import ListNotations.
From Grundy Require Import Digraph Play Loops Rows Marks Masks CheckGrundy.
Local Open Scope uint63_scope.

Section CheckSets.
Context (r : rows) (grundy k_start k_entry : column).

Notation G u := (at_index grundy u).
Notation lo u := (at_index k_start u).
Notation hi u := (at_index k_start (u + 1)).
Notation entry i := (at_index k_entry i).

(* The entries and the finite values of followers are the same set. *)
Definition check_set_at (u : int) (entries followers : array int) : bool :=
  if all_in (fun i => marked followers (u + 1) (entry i)) (lo u) (hi u)
  then all_in (fun e => if infinite (G (head r e)) then true
                        else marked entries (u + 1) (G (head r e)))
         (first_move r u) (end_of_row r u)
  else false.

Definition set_mask (u : int) : int := mask_all (fun i => entry i) (lo u) (hi u).

(* Masks are compared first; they decide if all numbers are below 62. *)
Definition check_sets_step (u : int) (marks : array int * array int) :
    option (array int * array int) :=
  if infinite (G u) then
    if lo u <=? hi u then
      if same_masks (set_mask u) (row_mask r grundy u) then Some marks
      else
        let (entries, followers) := marks in
        match mark_all (fun i => entry i) (lo u) (hi u) (u + 1) entries,
              mark_all (fun e => G (head r e)) (first_move r u) (end_of_row r u) (u + 1) followers
        with
        | Some entries, Some followers =>
            if check_set_at u entries followers then Some (entries, followers) else None
        | _, _ => None
        end
    else None
  else if lo u =? hi u then Some marks else None.

Definition check_sets : bool :=
  if check_rows r then
    match fold check_sets_step 0 (order r) (new_marks r, new_marks r) with
    | Some _ => true
    | None => false
    end
  else false.

(* k is in the set that is stored for u. *)
Definition in_set (u : int) (k : nat) : Prop :=
  exists i, within (lo u) (hi u) i /\ decode (entry i) = Some k.

Definition set_right_at (u : int) : Prop :=
  if infinite (G u) then forall k, in_set u k <-> values (value_of r grundy) (u : game r) k
  else forall k, ~ in_set u k.

Hypothesis rows_are_right : check_rows r = true.

Lemma check_sets_step_true (u : int) (a b a' b' : array int) :
  is_position r u -> stamped u a -> stamped u b -> check_sets_step u (a, b) = Some (a', b') ->
  set_right_at u /\ stamped (u + 1) a' /\ stamped (u + 1) b'.
Proof.
  intros P sa sb; unfold check_sets_step, set_right_at.
  assert (R : (to_Z u < to_Z max_int)%Z) by (unfold is_position in P; lia).
  pose proof (row_ordered r rows_are_right u P) as O.
  assert (same : stamped (u + 1) a /\ stamped (u + 1) b).
  { split; intros j; [specialize (sa j)|specialize (sb j)]; lia. }
  destruct (infinite (G u)).
  - destruct (lo u <=? hi u) eqn:L; [|discriminate].
    destruct (same_masks (set_mask u) (row_mask r grundy u)) eqn:Q.
    { intros [= <- <-]; split; [|exact same]; intros k.
      rewrite (values_row r grundy rows_are_right u k P); split; intros [i [W D]].
      - destruct (same_masks_true _ _ _ _ _ _ Q i W) as [e [We Ee]]; [exact (proj1 (decode_some _ _ D))|].
        exists e; split; [exact We|now rewrite Ee].
      - rewrite same_masks_sym in Q.
        destruct (same_masks_true _ _ _ _ _ _ Q i W) as [e [We Ee]]; [exact (proj1 (decode_some _ _ D))|].
        exists e; split; [exact We|now rewrite Ee]. }
    assert (OL : (to_Z (lo u) <= to_Z (hi u))%Z) by lia.
    destruct (mark_all _ _ _ _ a) as [x|] eqn:A; [|discriminate].
    destruct (mark_all _ _ _ _ b) as [y|] eqn:B; [|discriminate].
    destruct (check_set_at u x y) eqn:C; [|discriminate]; intros [= <- <-].
    split; [|split].
    + unfold check_set_at in C; destruct (all_in _ (lo u) (hi u)) eqn:E; [|discriminate C].
      intros k; rewrite (values_row r grundy rows_are_right u k P); split.
      * intros [i [W D]]; pose proof (all_in_true _ _ _ E i W) as X; simpl in X.
        destruct (marked_in _ _ _ _ _ _ O sb R B _ X) as [e [We Ee]].
        exists e; split; [exact We|now rewrite Ee].
      * intros [e [W D]]; pose proof (all_in_true _ _ _ C e W) as X; simpl in X.
        rewrite (proj1 (decode_some _ _ D)) in X.
        destruct (marked_in _ _ _ _ _ _ OL sa R A _ X) as [i [Wi Ei]].
        exists i; split; [exact Wi|now rewrite Ei].
    + exact (proj2 (proj2 (proj2 (mark_all_spec _ _ _ _ _ _ OL sa R A)))).
    + exact (proj2 (proj2 (proj2 (mark_all_spec _ _ _ _ _ _ O sb R B)))).
  - destruct (lo u =? hi u) eqn:L; [|discriminate]; intros [= <- <-]; split; [|exact same].
    intros k [i [W _]]; unfold within in W; lia.
Qed.

End CheckSets.

(* If the checker says yes, the set K(u) consists of the finite values of
   followers where the value is infinite, and is empty elsewhere. *)
Theorem check_sets_correct (r : rows) (grundy k_start k_entry : column) :
  check_sets r grundy k_start k_entry = true ->
  forall u, is_position r u -> set_right_at r grundy k_start k_entry u.
Proof.
  unfold check_sets; destruct (check_rows r) eqn:W; [|discriminate].
  destruct (fold _ 0 (order r) _) as [m|] eqn:F; [|discriminate]; intros _.
  revert F; apply (fold_positions r _ (fun u m => stamped u (fst m) /\ stamped u (snd m))).
  - intros u [a b] [a' b'] P [sa sb]; exact (check_sets_step_true r grundy k_start k_entry W u a b a' b' P sa sb).
  - split; exact (new_marks_stamped r).
Qed.
