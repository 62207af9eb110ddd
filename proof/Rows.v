(* What the checker reads: a game in compressed rows, and columns.

   Positions are machine integers 0 … n - 1. The moves from u are the entries
   start(u) … start(u + 1) - 1 of an array of targets. *)

Require Import List ZArith Lia Bool Uint63 ZifyUint63.
Import ListNotations.
From Grundy Require Import Digraph Play Loops.
Local Open Scope uint63_scope.

(* A column is a function from positions to entries. The program reads it from
   an array; what it says beyond the end of the array does not matter. *)
Definition column := int -> int.

Definition at_index (c : column) (i : int) : int := c i.

Record rows := Rows {
  order : int;        (* the number of positions *)
  start : column;     (* order + 1 entries *)
  target : column
}.

(* The numbers lo … hi - 1. *)
Definition interval (lo hi : int) : list int :=
  map (fun k => of_Z (to_Z lo + Z.of_nat k)) (seq 0 (Z.to_nat (to_Z hi - to_Z lo))).

Lemma in_interval (lo hi i : int) : In i (interval lo hi) <-> within lo hi i.
Proof.
  unfold interval, within; rewrite in_map_iff; split.
  - intros [k [<- I]]; rewrite in_seq in I; rewrite of_Z_spec.
    pose proof (to_Z_bounded lo); pose proof (to_Z_bounded hi).
    rewrite Z.mod_small; lia.
  - intros W; exists (Z.to_nat (to_Z i - to_Z lo)); split.
    + rewrite Z2Nat.id by lia; replace (to_Z lo + (to_Z i - to_Z lo))%Z with (to_Z i) by lia.
      apply of_to_Z.
    + apply in_seq; lia.
Qed.

Section Rows.
Context (r : rows).

Definition first_move (u : int) : int := at_index (start r) u.
Definition end_of_row (u : int) : int := at_index (start r) (u + 1).
Definition head (e : int) : int := at_index (target r) e.

(* The game. Integers from n on are terminal positions without moves to them. *)
Definition row_moves (u : int) : list int :=
  if u <? order r then map head (interval (first_move u) (end_of_row u)) else [].

Definition game : digraph := Digraph int row_moves.

(* The rows are in order, and all moves lead to positions. *)
Definition check_rows : bool :=
  all_in (fun u =>
    if first_move u <=? end_of_row u
    then all_in (fun e => head e <? order r) (first_move u) (end_of_row u)
    else false) 0 (order r).

Definition is_position (u : int) : Prop := (to_Z u < to_Z (order r))%Z.

Lemma position_cases (u : int) :
  (u <? order r) = true /\ is_position u \/ (u <? order r) = false /\ ~ is_position u.
Proof. unfold is_position; destruct (u <? order r) eqn:E; [left|right]; split; auto; lia. Qed.

Lemma position_within (u : int) : is_position u -> within 0 (order r) u.
Proof. unfold is_position, within; lia. Qed.

Lemma other_terminal (u : int) : ~ is_position u -> terminal (u : game).
Proof.
  intros N; unfold terminal; simpl; unfold row_moves.
  destruct (position_cases u) as [[_ H]|[-> _]]; [contradiction|reflexivity].
Qed.

Lemma game_finite : finite game.
Proof.
  exists (interval 0 (order r)); intros u; destruct (position_cases u) as [[_ P]|[_ P]].
  - left; apply in_interval; now apply position_within.
  - right; now apply other_terminal.
Qed.

(* Followers are the heads of the moves in the row. *)
Lemma follower_row (u v : game) :
  follower u v <->
  is_position u /\ exists e, within (first_move u) (end_of_row u) e /\ head e = v.
Proof.
  unfold follower; simpl; unfold row_moves.
  destruct (position_cases u) as [[-> P]|[-> P]].
  - rewrite in_map_iff; split.
    + intros [e [E I]]; split; [exact P|]; exists e; split; [now apply in_interval|exact E].
    + intros [_ [e [W E]]]; exists e; split; [exact E|now apply in_interval].
  - split; [intros []|intros [H _]; contradiction].
Qed.

Lemma move_follower (u e : int) :
  is_position u -> within (first_move u) (end_of_row u) e -> @follower game u (head e).
Proof. intros P W; apply follower_row; split; [exact P|now exists e]. Qed.

Lemma empty_terminal (u : int) : first_move u = end_of_row u -> terminal (u : game).
Proof.
  intros E; unfold terminal; simpl; unfold row_moves, interval; rewrite E, Z.sub_diag.
  now destruct (u <? order r).
Qed.

Lemma follower_is_position (u v : game) : check_rows = true -> follower u v -> is_position v.
Proof.
  intros H F; apply follower_row in F; destruct F as [P [e [W <-]]].
  pose proof (all_in_true _ _ _ H u (position_within u P)) as R; simpl in R.
  destruct (first_move u <=? end_of_row u); [|discriminate R].
  pose proof (all_in_true _ _ _ R e W) as T; simpl in T; unfold is_position; lia.
Qed.

(* A loop over all positions that makes sure that Q holds at each of them. *)
Lemma fold_positions {A : Type} (f : int -> A -> option A) (I : int -> A -> Prop) (Q : int -> Prop) (x y : A) :
  (forall u x y, is_position u -> I u x -> f u x = Some y -> Q u /\ I (u + 1) y) ->
  I 0 x -> fold f 0 (order r) x = Some y -> forall u, is_position u -> Q u.
Proof.
  intros step I0 F u P.
  enough (H : I (order r) y /\ forall u, within 0 (order r) u -> Q u) by (apply H, position_within, P).
  revert F; apply (fold_invariant _ _ _ (fun i x => I i x /\ forall u, within 0 i u -> Q u)).
  - intros i a b W [Ia all] S; destruct (step i a b) as [Qi Ib]; [unfold is_position, within in *; lia|auto..].
    split; [exact Ib|]; intros v Wv; destruct (Z.eq_dec (to_Z v) (to_Z i)) as [E|E].
    + apply to_Z_inj in E; now subst v.
    + apply all; unfold within in *; lia.
  - pose proof (to_Z_bounded (order r)); lia.
  - split; [exact I0|intros v Wv; unfold within in Wv; lia].
Qed.

(* The largest integer stands for infinity. *)
Definition infinite (x : int) : bool := x =? max_int.

Definition to_nat (x : int) : nat := Z.to_nat (to_Z x).

Definition decode (x : int) : number := if infinite x then infinity else Some (to_nat x).

(* A column as a function on the positions of [game]. What it says at integers
   that are not positions is [x]. *)
Definition numbers (x : nat) (c : column) : game -> number :=
  fun u => if u <? order r then decode (at_index c u) else Some x.

Lemma numbers_at (x : nat) (c : column) (u : int) :
  is_position u -> numbers x c u = decode (at_index c u).
Proof.
  intros P; unfold numbers; destruct (position_cases u) as [[-> _]|[_ N]];
    [reflexivity|contradiction].
Qed.

Lemma numbers_other (x : nat) (c : column) (u : int) : ~ is_position u -> numbers x c u = Some x.
Proof.
  intros N; unfold numbers; destruct (position_cases u) as [[_ P]|[-> _]];
    [contradiction|reflexivity].
Qed.

End Rows.

Lemma decode_finite (x : int) : infinite x = false -> decode x = Some (to_nat x).
Proof. unfold decode; now intros ->. Qed.

Lemma decode_infinite (x : int) : infinite x = true -> decode x = infinity.
Proof. unfold decode; now intros ->. Qed.

Lemma decode_some (x : int) (k : nat) : decode x = Some k -> infinite x = false /\ to_nat x = k.
Proof. unfold decode; destruct (infinite x); [discriminate|now intros [= <-]]. Qed.

Lemma decode_none (x : int) : decode x = infinity -> infinite x = true.
Proof. unfold decode; destruct (infinite x); [reflexivity|discriminate]. Qed.

Lemma infinite_false (x : int) : infinite x = false <-> (to_Z x < to_Z max_int)%Z.
Proof. unfold infinite; pose proof (to_Z_bounded x); lia. Qed.

Lemma to_nat_inj (x y : int) : to_nat x = to_nat y -> x = y.
Proof.
  unfold to_nat; pose proof (to_Z_bounded x); pose proof (to_Z_bounded y); intros E.
  apply to_Z_inj; lia.
Qed.
