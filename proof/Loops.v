(* Loops over machine integers, for the checker.

   They recurse on a proof that the loop ends. The program is extracted
   without it, so what runs is a plain tail recursion. *)

Require Import List ZArith Lia Bool Uint63 ZifyUint63 Wf_Z.
Import ListNotations.
Local Open Scope uint63_scope.

Ltac Zify.zify_post_hook ::= Z.to_euclidean_division_equations.

(* i is nearer to hi than j. *)
Definition nearer (hi i j : int) : Prop :=
  (Z.to_nat (to_Z hi - to_Z i) < Z.to_nat (to_Z hi - to_Z j))%nat.

Lemma nearer_wf (hi : int) : well_founded (nearer hi).
Proof. exact (Wf_nat.well_founded_ltof int (fun i => Z.to_nat (to_Z hi - to_Z i))). Qed.

Lemma next_nearer (i hi : int) : (i <? hi) = true -> nearer hi (i + 1) i.
Proof. unfold nearer; lia. Qed.

(* The loop: [x] runs through [f i], [f (i + 1)] … up to [f (hi - 1)]. It stops
   early with [None]. *)
Fixpoint fold_from {A : Type} (f : int -> A -> option A) (hi i : int) (x : A)
    (a : Acc (nearer hi) i) {struct a} : option A :=
  match (i <? hi) as b return (i <? hi) = b -> option A with
  | true => fun E =>
      match f i x with
      | Some y => fold_from f hi (i + 1) y (Acc_inv a (next_nearer i hi E))
      | None => None
      end
  | false => fun _ => Some x
  end eq_refl.

Definition fold {A : Type} (f : int -> A -> option A) (lo hi : int) (x : A) : option A :=
  fold_from f hi lo x (nearer_wf hi lo).

(* Whether [f] is true at all numbers from [lo] to [hi - 1]. *)
Fixpoint all_from (f : int -> bool) (hi i : int) (a : Acc (nearer hi) i) {struct a} : bool :=
  match (i <? hi) as b return (i <? hi) = b -> bool with
  | true => fun E => if f i then all_from f hi (i + 1) (Acc_inv a (next_nearer i hi E)) else false
  | false => fun _ => true
  end eq_refl.

Definition all_in (f : int -> bool) (lo hi : int) : bool := all_from f hi lo (nearer_wf hi lo).

(* Whether [f] is true at one of them. *)
Definition some_in (f : int -> bool) (lo hi : int) : bool :=
  negb (all_in (fun i => negb (f i)) lo hi).

(* i is one of lo, lo + 1 … hi - 1. *)
Definition within (lo hi i : int) : Prop := (to_Z lo <= to_Z i < to_Z hi)%Z.

(* What holds before the loop and is kept by every step holds afterwards. *)
Lemma fold_invariant {A : Type} (f : int -> A -> option A) (lo hi : int) (I : int -> A -> Prop) :
  (forall i x y, within lo hi i -> I i x -> f i x = Some y -> I (i + 1) y) ->
  forall x y, (to_Z lo <= to_Z hi)%Z -> I lo x -> fold f lo hi x = Some y -> I hi y.
Proof.
  intros step; unfold fold.
  enough (H : forall i, (to_Z lo <= to_Z i)%Z -> forall a x y,
              (to_Z i <= to_Z hi)%Z -> I i x -> fold_from f hi i x a = Some y -> I hi y)
    by (intros x y L; apply H; lia).
  intros i; induction i as [i IH] using (well_founded_ind (nearer_wf hi)).
  intros L [a] x y L' Ix; simpl.
  generalize (next_nearer i hi); destruct (i <? hi) eqn:E; intros N.
  - destruct (f i x) as [z|] eqn:F; [|discriminate].
    apply IH; [apply N; reflexivity|lia|lia|].
    apply (step i x z); auto; unfold within; lia.
  - replace hi with i by (apply to_Z_inj; lia); intros [= <-]; exact Ix.
Qed.

(* If every step succeeds, so does the loop. *)
Lemma fold_succeeds {A : Type} (f : int -> A -> option A) (lo hi : int) (I : int -> A -> Prop) :
  (forall i x, within lo hi i -> I i x -> exists y, f i x = Some y /\ I (i + 1) y) ->
  forall x, (to_Z lo <= to_Z hi)%Z -> I lo x -> exists y, fold f lo hi x = Some y.
Proof.
  intros step; unfold fold.
  enough (H : forall i, (to_Z lo <= to_Z i)%Z -> forall a x,
              (to_Z i <= to_Z hi)%Z -> I i x -> exists y, fold_from f hi i x a = Some y)
    by (intros x L; apply H; lia).
  intros i; induction i as [i IH] using (well_founded_ind (nearer_wf hi)).
  intros L [a] x L' Ix; simpl.
  generalize (next_nearer i hi); destruct (i <? hi) eqn:E; intros N; [|now exists x].
  destruct (step i x) as [z [-> Iz]]; [unfold within; lia|exact Ix|].
  apply IH; [apply N; reflexivity|lia|lia|exact Iz].
Qed.

Lemma all_in_true (f : int -> bool) (lo hi : int) :
  all_in f lo hi = true -> forall i, within lo hi i -> f i = true.
Proof.
  unfold all_in, within; intros H i [L U]; revert H L.
  generalize (nearer_wf hi lo) as a; revert lo.
  intros lo; induction lo as [lo IH] using (well_founded_ind (nearer_wf hi)).
  intros [a]; simpl; generalize (next_nearer lo hi); destruct (lo <? hi) eqn:E; intros N; [|lia].
  destruct (f lo) eqn:F; [|discriminate]; intros H L.
  destruct (Z.eq_dec (to_Z lo) (to_Z i)) as [D|D].
  - apply to_Z_inj in D; now subst i.
  - apply (IH (lo + 1) (N eq_refl) _ H); lia.
Qed.

Lemma all_in_false (f : int -> bool) (lo hi : int) :
  all_in f lo hi = false -> exists i, within lo hi i /\ f i = false.
Proof.
  unfold all_in, within; generalize (nearer_wf hi lo) as a; revert lo.
  intros lo; induction lo as [lo IH] using (well_founded_ind (nearer_wf hi)).
  intros [a]; simpl; generalize (next_nearer lo hi); destruct (lo <? hi) eqn:E; intros N;
    [|discriminate].
  destruct (f lo) eqn:F; intros H.
  - destruct (IH (lo + 1) (N eq_refl) _ H) as [i [W Fi]]; exists i; split; [lia|exact Fi].
  - exists lo; split; [lia|exact F].
Qed.

Lemma some_in_true (f : int -> bool) (lo hi : int) :
  some_in f lo hi = true -> exists i, within lo hi i /\ f i = true.
Proof.
  unfold some_in; intros H; apply negb_true_iff, all_in_false in H.
  destruct H as [i [W F]]; exists i; split; [exact W|now apply negb_false_iff].
Qed.
