(* The checker of the sets J: the values of all followers, with infinity
   [Smi66, (32)]. They are stored in compressed rows, too. *)

Require Import List ZArith Lia Bool Uint63 ZifyUint63 PArray.
Import ListNotations.
From Grundy Require Import Digraph Play Loops Rows Marks Masks CheckGrundy.
Local Open Scope uint63_scope.

Section CheckFollowers.
Context (r : rows) (grundy j_start j_entry : column).

Notation G u := (at_index grundy u).
Notation lo u := (at_index j_start u).
Notation hi u := (at_index j_start (u + 1)).
Notation entry i := (at_index j_entry i).

(* The values of the followers of u are marked in one array, the entries in the
   other. *)
Definition check_followers_at (u : int) (marked_entries marked_values : array int) : bool :=
  let some_infinite := some_in (fun e => infinite (G (head r e))) (first_move r u) (end_of_row r u) in
  let entry_infinite := some_in (fun i => infinite (entry i)) (lo u) (hi u) in
  if all_in (fun i => if infinite (entry i) then some_infinite
                      else marked marked_values (u + 1) (entry i)) (lo u) (hi u)
  then all_in (fun e => if infinite (G (head r e)) then entry_infinite
                        else marked marked_entries (u + 1) (G (head r e)))
         (first_move r u) (end_of_row r u)
  else false.

(* The same with masks, which decide if all numbers are below 62. *)
Definition finite_in (f : int -> int) (first last : int) : bool := all_in (fun i => negb (infinite (f i))) first last.

Definition same_followers (u : int) : bool :=
  if same_masks (mask_all (fun i => entry i) (lo u) (hi u)) (row_mask r grundy u)
  then Bool.eqb (finite_in (fun i => entry i) (lo u) (hi u))
         (finite_in (fun e => G (head r e)) (first_move r u) (end_of_row r u))
  else false.

Definition check_followers_step (u : int) (marks : array int * array int) :
    option (array int * array int) :=
  if lo u <=? hi u then
    if same_followers u then Some marks
    else
      let (a, b) := marks in
      match mark_all (fun i => entry i) (lo u) (hi u) (u + 1) a,
            mark_all (fun e => G (head r e)) (first_move r u) (end_of_row r u) (u + 1) b
      with
      | Some a, Some b => if check_followers_at u a b then Some (a, b) else None
      | _, _ => None
      end
  else None.

Definition check_followers : bool :=
  if check_rows r then
    match fold check_followers_step 0 (order r) (new_marks r, new_marks r) with
    | Some _ => true
    | None => false
    end
  else false.

(* x is in the set that is stored for u. *)
Definition in_followers (u : int) (x : number) : Prop :=
  exists i, within (lo u) (hi u) i /\ decode (entry i) = x.

Definition followers_right_at (u : int) : Prop :=
  forall x, in_followers u x <-> exists v, @follower (game r) u v /\ value_of r grundy v = x.

Hypothesis rows_are_right : check_rows r = true.

Lemma follower_values (u : int) (x : number) :
  is_position r u ->
  (exists v, @follower (game r) u v /\ value_of r grundy v = x) <->
  exists e, within (first_move r u) (end_of_row r u) e /\ decode (G (head r e)) = x.
Proof.
  intros P; split.
  - intros [v [F E]]; rewrite (value_of_follower r grundy rows_are_right u v F) in E.
    apply follower_row in F; destruct F as [_ [e [W <-]]]; now exists e.
  - intros [e [W E]]; pose proof (move_follower r u e P W) as F.
    exists (head r e); split; [exact F|]; now rewrite (value_of_follower r grundy rows_are_right u _ F).
Qed.

Lemma same_finite (f g : int -> int) (lo hi lo' hi' i : int) :
  same_masks (mask_all f lo hi) (mask_all g lo' hi') = true -> finite_in f lo hi = finite_in g lo' hi' ->
  within lo hi i -> exists j, within lo' hi' j /\ g j = f i.
Proof.
  intros Q E W; destruct (infinite (f i)) eqn:I; [|exact (same_masks_true _ _ _ _ _ _ Q i W I)].
  unfold finite_in in E; destruct (all_in _ lo' hi') eqn:N.
  - pose proof (all_in_true _ _ _ E i W) as X; cbv beta in X; rewrite I in X; discriminate X.
  - apply all_in_false in N; destruct N as [j [Wj Ij]]; apply negb_false_iff, eqb_correct in Ij.
    apply eqb_correct in I; exists j; split; [exact Wj|congruence].
Qed.

Lemma same_followers_true (u : int) : is_position r u -> same_followers u = true -> followers_right_at u.
Proof.
  intros P; unfold same_followers; destruct (same_masks _ _) eqn:Q; [|discriminate]; intros E.
  apply eqb_prop in E; intros x; rewrite (follower_values u x P); split; intros [i [W <-]].
  - destruct (same_finite _ _ _ _ _ _ i Q E W) as [e [We Ee]]; exists e; split; [exact We|now rewrite Ee].
  - rewrite same_masks_sym in Q.
    destruct (same_finite _ _ _ _ _ _ i Q (eq_sym E) W) as [e [We Ee]]; exists e; split; [exact We|now rewrite Ee].
Qed.

Lemma check_followers_step_true (u : int) (a b a' b' : array int) :
  is_position r u -> stamped u a -> stamped u b -> check_followers_step u (a, b) = Some (a', b') ->
  followers_right_at u /\ stamped (u + 1) a' /\ stamped (u + 1) b'.
Proof.
  intros P sa sb; unfold check_followers_step.
  assert (R : (to_Z u < to_Z max_int)%Z) by (unfold is_position in P; lia).
  pose proof (row_ordered r rows_are_right u P) as O.
  destruct (lo u <=? hi u) eqn:L; [|discriminate].
  destruct (same_followers u) eqn:Q.
  { intros [= <- <-]; split; [now apply same_followers_true|].
    split; intros j; [specialize (sa j)|specialize (sb j)]; lia. }
  assert (OL : (to_Z (lo u) <= to_Z (hi u))%Z) by lia.
  destruct (mark_all _ _ _ _ a) as [y|] eqn:A; [|discriminate].
  destruct (mark_all _ _ _ _ b) as [z|] eqn:B; [|discriminate].
  destruct (check_followers_at u y z) eqn:C; [|discriminate]; intros [= <- <-].
  split; [|split].
  - unfold check_followers_at in C.
    set (some_infinite := some_in _ (first_move r u) (end_of_row r u)) in C.
    set (entry_infinite := some_in _ (lo u) (hi u)) in C.
    destruct (all_in _ (lo u) (hi u)) eqn:E; [|discriminate C].
    intros x; rewrite (follower_values u x P); split.
    + intros [i [W <-]]; pose proof (all_in_true _ _ _ E i W) as X; simpl in X.
      destruct (infinite (entry i)) eqn:I.
      * apply some_in_true in X; destruct X as [e [We Ie]]; exists e; split; [exact We|].
        now rewrite !decode_infinite.
      * destruct (marked_in _ _ _ _ _ _ O sb R B _ X) as [e [We Ee]].
        exists e; split; [exact We|now rewrite Ee].
    + intros [e [W <-]]; pose proof (all_in_true _ _ _ C e W) as X; simpl in X.
      destruct (infinite (G (head r e))) eqn:I.
      * apply some_in_true in X; destruct X as [i [Wi Ii]]; exists i; split; [exact Wi|].
        now rewrite !decode_infinite.
      * destruct (marked_in _ _ _ _ _ _ OL sa R A _ X) as [i [Wi Ei]].
        exists i; split; [exact Wi|now rewrite Ei].
  - exact (proj2 (proj2 (proj2 (mark_all_spec _ _ _ _ _ _ OL sa R A)))).
  - exact (proj2 (proj2 (proj2 (mark_all_spec _ _ _ _ _ _ O sb R B)))).
Qed.

End CheckFollowers.

(* If the checker says yes, the set stored for u consists of the values of its
   followers. *)
Theorem check_followers_correct (r : rows) (grundy j_start j_entry : column) :
  check_followers r grundy j_start j_entry = true ->
  forall u, is_position r u -> followers_right_at r grundy j_start j_entry u.
Proof.
  unfold check_followers; destruct (check_rows r) eqn:W; [|discriminate].
  destruct (fold _ 0 (order r) _) as [m|] eqn:F; [|discriminate]; intros _.
  revert F; apply (fold_positions r _ (fun u m => stamped u (fst m) /\ stamped u (snd m))).
  - intros u [a b] [a' b'] P [sa sb]; exact (check_followers_step_true r grundy j_start j_entry W u a b a' b' P sa sb).
  - split; exact (new_marks_stamped r).
Qed.
