(* Numbers, or anything else, for names: a ternary search tree. Its nodes are
   bytes; smaller bytes are on the left, larger ones on the right, and the rest
   of the name is in the middle. *)

Require Import List ZArith Lia Bool Uint63 ZifyUint63.
Import ListNotations.
From Grundy Require Import Digraph Text.
Local Open Scope uint63_scope.

Inductive tree (V : Type) :=
  | Leaf
  | Node (smaller : tree V) (b : int) (entry : option V) (rest : tree V) (larger : tree V).

Arguments Leaf {V}.
Arguments Node {V}.

Section Tree.
Context {V : Type}.

Notation tree := (tree V).

Fixpoint find_from (b : int) (w : word) (t : tree) : option V :=
  match t with
  | Leaf => None
  | Node l c n m r =>
      if b <? c then find_from b w l
      else if c <? b then find_from b w r
      else match w with [] => n | b' :: w' => find_from b' w' m end
  end.

Fixpoint chain (b : int) (w : word) (k : V) : tree :=
  match w with
  | [] => Node Leaf b (Some k) Leaf Leaf
  | b' :: w' => Node Leaf b None (chain b' w' k) Leaf
  end.

Fixpoint insert_from (b : int) (w : word) (k : V) (t : tree) : tree :=
  match t with
  | Leaf => chain b w k
  | Node l c n m r =>
      if b <? c then Node (insert_from b w k l) c n m r
      else if c <? b then Node l c n m (insert_from b w k r)
      else match w with
           | [] => Node l c (Some k) m r
           | b' :: w' => Node l c n (insert_from b' w' k m) r
           end
  end.

(* The byte 0 in front, so that the empty name has a byte, too. *)
Definition find (w : word) (t : tree) : option V := find_from 0 w t.
Definition insert (w : word) (k : V) (t : tree) : tree := insert_from 0 w k t.

Lemma ltb_irrefl (b : int) : (b <? b) = false.
Proof. lia. Qed.

Lemma find_chain (b : int) (w : word) (k : V) : find_from b w (chain b w k) = Some k.
Proof. revert b; induction w as [|b' w IH]; intros b; simpl; rewrite !ltb_irrefl; auto. Qed.

Lemma find_chain_other (b' : int) (w' : word) (k : V) : forall b w,
  (b, w) <> (b', w') -> find_from b w (chain b' w' k) = None.
Proof.
  revert b'; induction w' as [|c w' IH]; intros b' b w N; simpl;
    destruct (b <? b') eqn:L; [reflexivity| |reflexivity|]; destruct (b' <? b) eqn:R; try reflexivity.
  - destruct w as [|b'' w]; [|reflexivity].
    destruct N; f_equal; apply to_Z_inj; lia.
  - destruct w as [|b'' w]; [reflexivity|]; apply IH; intros E; apply N.
    injection E as -> ->; f_equal; apply to_Z_inj; lia.
Qed.

Lemma find_insert_from (k : V) (t : tree) : forall b w, find_from b w (insert_from b w k t) = Some k.
Proof.
  induction t as [|l IHl c n m IHm r IHr]; intros b w; simpl; [apply find_chain|].
  destruct (b <? c) eqn:L; [simpl; rewrite L; apply IHl|].
  destruct (c <? b) eqn:R; [simpl; rewrite L, R; apply IHr|].
  destruct w as [|b' w]; simpl; rewrite L, R; [reflexivity|apply IHm].
Qed.

Lemma find_insert_other_from (k : V) (t : tree) : forall b w b' w',
  (b, w) <> (b', w') -> find_from b w (insert_from b' w' k t) = find_from b w t.
Proof.
  induction t as [|l IHl c n m IHm r IHr]; intros b w b' w' N; simpl; [now apply find_chain_other|].
  destruct (b' <? c) eqn:L'.
  { simpl; destruct (b <? c); [now apply IHl|reflexivity]. }
  destruct (c <? b') eqn:R'.
  { simpl; destruct (b <? c); [reflexivity|]; destruct (c <? b); [now apply IHr|reflexivity]. }
  destruct w' as [|c' w']; simpl; destruct (b <? c) eqn:L; try reflexivity;
    destruct (c <? b) eqn:R; try reflexivity; destruct w as [|c'' w]; try reflexivity.
  - destruct N; f_equal; apply to_Z_inj; lia.
  - apply IHm; intros [= -> ->]; apply N; f_equal; apply to_Z_inj; lia.
Qed.

Lemma find_insert (w : word) (k : V) (t : tree) : find w (insert w k t) = Some k.
Proof. apply find_insert_from. Qed.

Lemma find_insert_other (w w' : word) (k : V) (t : tree) : w <> w' -> find w (insert w' k t) = find w t.
Proof. intros N; apply find_insert_other_from; intros [= E]; contradiction. Qed.

End Tree.
