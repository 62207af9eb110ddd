(* Sets of numbers as marks in an array: j is in the set if entry j is the
   current stamp. A new stamp empties the set. *)

Require Import List ZArith Lia Bool Uint63 ZifyUint63 PArray.
Import ListNotations.
From Grundy Require Import Digraph Loops Rows.
Local Open Scope uint63_scope.

(* Marks f(lo) … f(hi - 1). Numbers beyond the end of the array are lost. *)
Definition mark_all (f : int -> int) (lo hi stamp : int) (marks : array int) : option (array int) :=
  fold (fun e m => Some (set m (f e) stamp)) lo hi marks.

Definition marked (marks : array int) (stamp j : int) : bool := get marks j =? stamp.

(* j fits into the array and is not marked, so it is not in the set. *)
Definition unmarked (marks : array int) (stamp j : int) : bool :=
  if j <? length marks then negb (marked marks stamp j) else false.

(* k is the least number without a mark. *)
Definition mex_marked (marks : array int) (stamp k : int) : bool :=
  if unmarked marks stamp k then all_in (marked marks stamp) 0 k else false.

(* Enough for all values of games with up to 2^41 moves: a position of value k
   needs k (k + 1) / 2 moves. *)
Definition most_marks (r : rows) : int := if order r <? 2097152 then order r + 1 else 2097152.

Definition new_marks (r : rows) : array int := make (most_marks r) 0.

Lemma new_marks_length (r : rows) : length (new_marks r) = most_marks r.
Proof.
  unfold new_marks; rewrite length_make.
  replace (most_marks r <=? max_length) with true; [reflexivity|].
  symmetry; unfold most_marks; change max_length with 4194303; destruct (order r <? 2097152) eqn:E; lia.
Qed.

(* No entry is larger than the stamp. *)
Definition stamped (stamp : int) (marks : array int) : Prop :=
  forall j, (to_Z (get marks j) <= to_Z stamp)%Z.

Lemma new_marks_stamped (r : rows) : stamped 0 (new_marks r).
Proof. intros j; unfold new_marks; rewrite get_make; lia. Qed.

Lemma get_set_cases (m : array int) (i a j : int) :
  get (set m i a) j = a /\ i = j /\ (i <? length m) = true \/
  get (set m i a) j = get m j /\ (i = j -> (i <? length m) = false).
Proof.
  destruct (i =? j) eqn:E.
  - apply eqb_correct in E; subst j; destruct (i <? length m) eqn:L.
    + left; repeat split; now apply get_set_same.
    + right; split; [|reflexivity].
      rewrite (get_out_of_bounds _ m i L), get_out_of_bounds; [apply default_set|].
      now rewrite length_set.
  - right; assert (D : i <> j) by (intros ->; rewrite eqb_refl in E; discriminate E).
    split; [now apply get_set_other|intros; contradiction].
Qed.

Section Marks.
Context (f : int -> int) (lo hi stamp : int) (marks marks' : array int).
Hypothesis (ordered : (to_Z lo <= to_Z hi)%Z) (old : stamped stamp marks)
  (room : (to_Z stamp < to_Z max_int)%Z)
  (marked_all : mark_all f lo hi (stamp + 1) marks = Some marks').

Lemma mark_all_spec :
  length marks' = length marks /\
  (forall j, get marks' j = stamp + 1 -> exists e, within lo hi e /\ f e = j) /\
  (forall e, within lo hi e -> (f e <? length marks) = true -> get marks' (f e) = stamp + 1) /\
  stamped (stamp + 1) marks'.
Proof.
  revert marked_all; unfold mark_all.
  apply (fold_invariant _ _ _ (fun i m =>
    length m = length marks /\
    (forall j, get m j = stamp + 1 -> exists e, within lo i e /\ f e = j) /\
    (forall e, within lo i e -> (f e <? length marks) = true -> get m (f e) = stamp + 1) /\
    stamped (stamp + 1) m)); [|exact ordered|].
  - intros i m m' W [L [only [all st]]] [= <-]; repeat split.
    + now rewrite length_set.
    + intros j E; destruct (get_set_cases m (f i) (stamp + 1) j) as [[_ [X _]]|[X _]].
      * exists i; split; [unfold within in *; lia|exact X].
      * rewrite X in E; destruct (only j E) as [e [We Ee]]; exists e.
        split; [unfold within in *; lia|exact Ee].
    + intros e We Le.
      destruct (get_set_cases m (f i) (stamp + 1) (f e)) as [[X _]|[X out]]; [exact X|].
      rewrite X; destruct (Z.eq_dec (to_Z e) (to_Z i)) as [D|D].
      * apply to_Z_inj in D; subst e; rewrite L in out; rewrite (out eq_refl) in Le.
        discriminate Le.
      * apply all; [unfold within in *; lia|exact Le].
    + intros j; destruct (get_set_cases m (f i) (stamp + 1) j) as [[-> _]|[-> _]]; [lia|apply st].
  - repeat split.
    + intros j E; specialize (old j); rewrite E in old; lia.
    + intros e We; unfold within in We; lia.
    + intros j; specialize (old j); lia.
Qed.

Lemma marked_in (j : int) :
  marked marks' (stamp + 1) j = true -> exists e, within lo hi e /\ f e = j.
Proof. intros M; apply eqb_correct in M; exact (proj1 (proj2 mark_all_spec) j M). Qed.

Lemma unmarked_not_in (j : int) :
  unmarked marks' (stamp + 1) j = true -> forall e, within lo hi e -> f e <> j.
Proof.
  unfold unmarked, marked; destruct mark_all_spec as [L [_ [all _]]]; rewrite L.
  destruct (j <? length marks) eqn:B; [|discriminate]; intros N e W E; subst j.
  rewrite (all e W B), eqb_refl in N; discriminate N.
Qed.

(* What is in the set is marked, and nothing else. *)
Lemma marked_intro (e : int) :
  within lo hi e -> (f e <? length marks) = true -> marked marks' (stamp + 1) (f e) = true.
Proof.
  intros W B; unfold marked; rewrite (proj1 (proj2 (proj2 mark_all_spec)) e W B); apply eqb_refl.
Qed.

Lemma unmarked_intro (j : int) :
  (j <? length marks) = true -> (forall e, within lo hi e -> f e <> j) ->
  unmarked marks' (stamp + 1) j = true.
Proof.
  unfold unmarked, marked; destruct mark_all_spec as [L [only _]]; rewrite L; intros B N; rewrite B.
  destruct (get marks' j =? stamp + 1) eqn:E; [exfalso|reflexivity].
  apply eqb_correct in E; destruct (only j E) as [e [W F]]; exact (N e W F).
Qed.

End Marks.

Lemma mark_all_succeeds (f : int -> int) (lo hi stamp : int) (marks : array int) :
  (to_Z lo <= to_Z hi)%Z -> exists marks', mark_all f lo hi stamp marks = Some marks'.
Proof.
  intros L; unfold mark_all; apply (fold_succeeds _ _ _ (fun _ _ => True)); [|exact L|exact I].
  intros i m _ _; eexists; split; [reflexivity|exact I].
Qed.
