(* The checker of remoteness and outcomes. *)

Require Import List ZArith Lia Bool Uint63 ZifyUint63.
Import ListNotations.
From Grundy Require Import Digraph Play Remoteness Loops Rows.
Local Open Scope uint63_scope.

Section CheckRemoteness.

(* [normal_play] is true under normal play, false under misère play. *)
Context (normal_play : bool) (r : rows) (c : column).

Definition sp : convention (game r) := fun _ => normal_play.

Definition at_end : int := if normal_play then 0 else 1.

Notation R u := (at_index c u).

Definition all_followers (u : int) (f : int -> bool) : bool :=
  all_in (fun e => f (R (head r e))) (first_move r u) (end_of_row r u).

Definition some_follower (u : int) (f : int -> bool) : bool :=
  some_in (fun e => f (R (head r e))) (first_move r u) (end_of_row r u).

Definition infinite_or_odd (x : int) : bool := if infinite x then true else negb (is_even x).

Definition check_remoteness_at (u : int) : bool :=
  let x := R u in
  if first_move r u =? end_of_row r u then x =? at_end
  else if infinite x then
    if some_follower u infinite then all_followers u infinite_or_odd else false
  else if x =? 0 then false
  else if some_follower u (fun y => y =? x - 1) then
    if is_even x then
      all_followers u (fun y => if y <? x then negb (is_even y) else false)
    else all_followers u (fun y => if infinite_or_odd y then true else x - 1 <=? y)
  else false.

Definition check_remoteness : bool :=
  if check_rows r then all_in check_remoteness_at 0 (order r) else false.

(* The remoteness that the column stands for. *)
Definition remoteness : game r -> number := numbers r (to_nat at_end) c.

Lemma even_to_nat (x : int) : Nat.even (to_nat x) = is_even x.
Proof.
  unfold to_nat; pose proof (is_even_spec x) as S; pose proof (to_Z_bounded x) as B.
  rewrite <- (Nat2Z.id (Z.to_nat (to_Z x))) at 1.
  destruct (is_even x).
  - apply Nat.even_spec; exists (Z.to_nat (to_Z x / 2)); lia.
  - rewrite <- Nat.negb_odd; apply negb_false_iff, Nat.odd_spec.
    exists (Z.to_nat (to_Z x / 2)); lia.
Qed.

Lemma odd_to_nat (x : int) : Nat.odd (to_nat x) = negb (is_even x).
Proof. now rewrite <- Nat.negb_even, even_to_nat. Qed.

Hypothesis rows_are_right : check_rows r = true.

Lemma all_followers_true (u : int) (f : int -> bool) :
  all_followers u f = true -> forall v : game r, @follower (game r) u v ->
  f (R v) = true /\ remoteness v = decode (R v).
Proof.
  intros H v F; split.
  - apply follower_row in F; destruct F as [P [e [W <-]]].
    exact (all_in_true _ _ _ H e W).
  - apply numbers_at; exact (follower_is_position r u v rows_are_right F).
Qed.

Lemma some_follower_true (u : int) (f : int -> bool) :
  is_position r u -> some_follower u f = true -> exists v : game r, @follower (game r) u v /\
  f (R v) = true /\ remoteness v = decode (R v).
Proof.
  intros P H; apply some_in_true in H; destruct H as [e [W H]].
  exists (head r e); pose proof (move_follower r u e P W) as F; repeat split; auto.
  apply numbers_at; exact (follower_is_position r _ _ rows_are_right F).
Qed.

Lemma infinite_or_odd_true (x : int) (k : nat) :
  infinite_or_odd x = true -> decode x = Some k -> Nat.odd k = true.
Proof.
  unfold infinite_or_odd; intros H E; apply decode_some in E; destruct E as [E <-].
  rewrite E in H; now rewrite odd_to_nat.
Qed.

Lemma predecessor (x : int) :
  (x =? 0) = false -> infinite x = false ->
  infinite (x - 1) = false /\ to_nat x = S (to_nat (x - 1)) /\ is_even (x - 1) = negb (is_even x).
Proof.
  intros Z I; unfold infinite, to_nat in *.
  pose proof (is_even_spec x) as S; pose proof (is_even_spec (x - 1)) as S'.
  repeat split; try lia.
  destruct (is_even x), (is_even (x - 1)); simpl; auto; lia.
Qed.

Lemma remoteness_at_true (u : int) :
  is_position r u -> check_remoteness_at u = true -> @remoteness_at (game r) sp remoteness u.
Proof.
  intros P; unfold check_remoteness_at.
  destruct (first_move r u =? end_of_row r u) eqn:T.
  { intros E; apply remoteness_end.
    - apply empty_terminal; now apply eqb_correct.
    - unfold remoteness; rewrite numbers_at by exact P; apply eqb_correct in E; rewrite E.
      unfold at_end, sp; destruct normal_play; reflexivity. }
  destruct (infinite (R u)) eqn:I.
  { destruct (some_follower u infinite) eqn:S; [|discriminate]; intros A.
    destruct (some_follower_true u _ P S) as [v [F [Iv Ev]]].
    apply (remoteness_infinite sp remoteness u v F).
    - now rewrite Ev, decode_infinite.
    - intros w k Fw Ew; destruct (all_followers_true u _ A w Fw) as [O E].
      rewrite E in Ew; exact (infinite_or_odd_true _ _ O Ew).
    - unfold remoteness; rewrite numbers_at by exact P; now apply decode_infinite. }
  destruct (R u =? 0) eqn:Z; [discriminate|].
  destruct (some_follower u (fun y => y =? R u - 1)) eqn:S; [|discriminate].
  destruct (predecessor _ Z I) as [I' [Su Pu]].
  destruct (some_follower_true u _ P S) as [v [F [Xv Ev]]]; apply eqb_correct in Xv.
  assert (Ru : remoteness u = Some (Datatypes.S (to_nat (R u - 1)))).
  { unfold remoteness; rewrite numbers_at by exact P; rewrite decode_finite by exact I.
    now f_equal. }
  assert (Rv : remoteness v = Some (to_nat (R u - 1))).
  { now rewrite Ev, Xv, decode_finite. }
  destruct (is_even (R u)) eqn:E; intros A.
  - apply (remoteness_even sp remoteness u v _ F Rv); [|exact Ru].
    intros w Fw; destruct (all_followers_true u _ A w Fw) as [O Ew].
    destruct (R w <? R u) eqn:L; [|discriminate].
    exists (to_nat (R w)); rewrite Ew, odd_to_nat; split; [|split; [exact O|]].
    + apply decode_finite, infinite_false; pose proof (to_Z_bounded (R u)); lia.
    + unfold to_nat; lia.
  - apply (remoteness_odd sp remoteness u v _ F Rv); [|intros w k Fw Ew Ek|exact Ru].
    + rewrite even_to_nat, Pu; reflexivity.
    + destruct (all_followers_true u _ A w Fw) as [O E'].
      rewrite E' in Ew; destruct (infinite_or_odd (R w)) eqn:Q.
      * pose proof (infinite_or_odd_true _ _ Q Ew) as X; rewrite <- Nat.negb_even, Ek in X.
        discriminate X.
      * apply decode_some in Ew; destruct Ew as [_ <-]; unfold to_nat; lia.
Qed.

End CheckRemoteness.

(* The columns of outcomes contain the codes of letters. *)
Definition letter (o : outcome) : int :=
  match o with P_position => 80 | N_position => 78 | D_position => 68 end.

(* Whether the outcomes follow from the remoteness. *)
Definition check_outcome (r : rows) (outcomes c : column) : bool :=
  all_in (fun u =>
    let x := at_index c u in
    at_index outcomes u =?
    (if infinite x then letter D_position
     else if is_even x then letter P_position else letter N_position)) 0 (order r).

Lemma check_remoteness_true (normal_play : bool) (r : rows) (c : column) :
  check_remoteness normal_play r c = true ->
  is_remoteness (sp normal_play r) (remoteness normal_play r c).
Proof.
  unfold check_remoteness; destruct (check_rows r) eqn:W; [|discriminate]; intros H v.
  destruct (position_cases r v) as [[_ V]|[_ V]].
  - apply remoteness_at_true; [exact W|exact V|].
    exact (all_in_true _ _ _ H v (position_within r v V)).
  - apply remoteness_end; [now apply other_terminal|].
    unfold remoteness; rewrite numbers_other by exact V.
    unfold sp, at_end; now destruct normal_play.
Qed.

(* If the checker says yes, the column is the remoteness that strategies
   define. *)
Theorem check_remoteness_correct (normal_play : bool) (r : rows) (c : column) :
  check_remoteness normal_play r c = true ->
  forall u : game r, is_position r u ->
  has_remoteness (fun _ => normal_play) u (decode (at_index c u)).
Proof.
  intros H u P; rewrite <- (numbers_at r (to_nat (at_end normal_play)) c u P).
  exact (remoteness_correct _ _ (check_remoteness_true _ _ _ H) u).
Qed.

(* The same for a column of outcomes. *)
Theorem check_outcome_correct (normal_play : bool) (r : rows) (outcomes c : column) :
  check_remoteness normal_play r c = true -> check_outcome r outcomes c = true ->
  forall u : game r, is_position r u ->
  exists o, at_index outcomes u = letter o /\ has_outcome (fun _ => normal_play) u o.
Proof.
  intros H O u P; exists (outcome_by (decode (at_index c u))); split.
  - pose proof (all_in_true _ _ _ O u (position_within r u P)) as E; apply eqb_correct in E.
    rewrite E; unfold decode; destruct (infinite (at_index c u)); [reflexivity|].
    simpl; rewrite odd_to_nat; now destruct (is_even (at_index c u)).
  - rewrite <- (numbers_at r (to_nat (at_end normal_play)) c u P).
    exact (remoteness_outcome _ _ (check_remoteness_true _ _ _ H) u).
Qed.
