(* The checker of the least H of Smith's pairs (G, H), for certified values.

   The equations of [Pairs.v] ask for the least H among the followers of v of
   value y. An untrusted program offers these numbers in a table, sorted by v
   and y, and the checker compares the table with the moves. A pair (v, y)
   without such followers may be in the table, with infinity. *)

Require Import List ZArith Lia Bool Uint63 ZifyUint63.
Import ListNotations.
From Grundy Require Import Digraph Play Grundy Pairs Loops Rows CheckGrundy.
Local Open Scope uint63_scope.

Record offers := Offers {
  offer_start : column;   (* the offers of v are the entries from here to that of v + 1 *)
  offer_value : column;   (* the value y *)
  offer_least : column;   (* the least H among the followers of value y *)
  offer_move : column;    (* the move to such a follower *)
  offer_of : column;      (* for each move from v to a position of finite value: its offer *)
  answer : column;        (* for each move from u to v that needs it: the offer of v of value G(u) *)
  by_move : column;       (* why H(u) is not smaller: 1 if because of a move, 0 if because of a value *)
  reason : column         (* the number of this move, or the value *)
}.

Section CheckPairs.
Context (r : rows) (grundy hmin : column) (o : offers).

Notation G u := (at_index grundy u).
Notation h u := (at_index hmin u).
Notation lo v := (at_index (offer_start o) v).
Notation hi v := (at_index (offer_start o) (v + 1)).
Notation value j := (at_index (offer_value o) j).
Notation least j := (at_index (offer_least o) j).

(* j is the offer of v of value y. *)
Definition is_offer (v y j : int) : bool := (lo v <=? j) && (j <? hi v) && (value j =? y).

Definition check_offer (v j : int) : bool :=
  (if j + 1 <? hi v then value j <? value (j + 1) else true) &&
  (if infinite (least j) then true
   else let e := at_index (offer_move o) j in
        in_row r v e && (G (head r e) =? value j) && (h (head r e) =? least j)).

Definition check_offered (v e : int) : bool :=
  if infinite (G (head r e)) then true
  else let j := at_index (offer_of o) e in
       is_offer v (G (head r e)) j && (least j <=? h (head r e)).

Definition check_offers_at (v : int) : bool :=
  all_in (check_offer v) (lo v) (hi v) &&
  all_in (check_offered v) (first_move r v) (end_of_row r v).

(* H(u) is greater than the numbers of the two conditions … *)
Definition check_value (u y : int) : bool :=
  let j := lo u + y in is_offer u y j && (least j <? h u).

Definition check_move (u e : int) : bool :=
  let v := head r e in
  if h v <? h u then true
  else let j := at_index (answer o) e in
       is_offer v (G u) j && (0 <? h u) && (least j <? h u - 1).

(* … and H(u) - 1 is not. *)
Definition check_reason (u : int) : bool :=
  let x := at_index (reason o) u in
  if at_index (by_move o) u =? 1 then
    let v := head r x in
    let j := at_index (answer o) x in
    in_row r u x && (h u - 1 <=? h v) && is_offer v (G u) j &&
    (if h u =? 1 then true else h u - 2 <=? least j)
  else
    let j := lo u + x in
    (x <? G u) && is_offer u x j && (h u - 1 <=? least j).

Definition check_least_at (u : int) : bool :=
  if infinite (G u) then infinite (h u)
  else if infinite (h u) then false
  else all_in (check_value u) 0 (G u) &&
       all_in (check_move u) (first_move r u) (end_of_row r u) &&
       (if h u =? 0 then true else check_reason u).

Definition check_pairs : bool :=
  all_in (fun u => check_offers_at u && check_least_at u) 0 (order r).

Definition hmin_of : game r -> number := numbers r 0 hmin.

Hypothesis (rows_are_right : check_rows r = true)
  (offers_are_right : forall v, is_position r v -> check_offers_at v = true).

Lemma is_offer_true (v y j : int) : is_offer v y j = true -> within (lo v) (hi v) j /\ value j = y.
Proof.
  unfold is_offer, within; intros B; apply andb_true_iff in B; destruct B as [B E].
  apply andb_true_iff in B; apply eqb_correct in E; destruct B; split; [lia|exact E].
Qed.

Lemma offers_increase (v : int) :
  is_position r v -> forall n j j', within (lo v) (hi v) j -> within (lo v) (hi v) j' ->
  (to_Z j' = to_Z j + Z.of_nat (S n))%Z -> (to_Z (value j) < to_Z (value j'))%Z.
Proof.
  intros P; pose proof (offers_are_right v P) as X; unfold check_offers_at in X.
  apply andb_true_iff in X; destruct X as [X _].
  assert (step : forall j, within (lo v) (hi v) j -> (to_Z j + 1 < to_Z (hi v))%Z ->
            (to_Z (value j) < to_Z (value (j + 1)))%Z).
  { intros j W B; pose proof (all_in_true _ _ _ X j W) as Y; unfold check_offer in Y.
    apply andb_true_iff in Y; destruct Y as [Y _].
    assert (N : (j + 1 <? hi v) = true) by (unfold within in W; lia).
    rewrite N in Y; lia. }
  induction n as [|n IH]; intros j j' W W' E.
  - replace j' with (j + 1); [apply step; [exact W|unfold within in *; lia]|].
    apply to_Z_inj; unfold within in *; lia.
  - assert (N : to_Z (j + 1) = (to_Z j + 1)%Z) by (unfold within in *; lia).
    assert (W1 : within (lo v) (hi v) (j + 1)) by (unfold within in *; lia).
    specialize (IH (j + 1) j' W1 W'); rewrite N in IH.
    pose proof (step j W); unfold within in *; lia.
Qed.

(* An offer is the only one of its value. *)
Lemma offer_unique (v y j j' : int) :
  is_position r v -> is_offer v y j = true -> is_offer v y j' = true -> j = j'.
Proof.
  intros P A B; apply is_offer_true in A, B; destruct A as [A E], B as [B E'].
  apply to_Z_inj; destruct (Z.lt_trichotomy (to_Z j) (to_Z j')) as [L|[L|L]]; [exfalso|exact L|exfalso].
  - pose proof (offers_increase v P (Z.to_nat (to_Z j' - to_Z j - 1)) j j' A B); rewrite E, E' in *; lia.
  - pose proof (offers_increase v P (Z.to_nat (to_Z j - to_Z j' - 1)) j' j B A); rewrite E, E' in *; lia.
Qed.

Lemma offer_bound (v y j : int) (w : game r) :
  is_position r v -> infinite y = false -> is_offer v y j = true ->
  @follower (game r) v w -> G w = y -> (to_Z (least j) <= to_Z (h w))%Z.
Proof.
  intros P I O F E; apply follower_row in F; destruct F as [_ [e [W <-]]].
  pose proof (offers_are_right v P) as X; unfold check_offers_at in X.
  apply andb_true_iff in X; destruct X as [_ X].
  pose proof (all_in_true _ _ _ X e W) as Y; unfold check_offered in Y; rewrite E, I in Y.
  apply andb_true_iff in Y; destruct Y as [O' B].
  rewrite (offer_unique v y j _ P O O'); lia.
Qed.

Lemma offer_witness (v y j : int) :
  is_position r v -> is_offer v y j = true -> infinite (least j) = false ->
  exists w : game r, @follower (game r) v w /\ G w = y /\ h w = least j.
Proof.
  intros P O I; apply is_offer_true in O; destruct O as [W <-].
  pose proof (offers_are_right v P) as X; unfold check_offers_at in X.
  apply andb_true_iff in X; destruct X as [X _].
  pose proof (all_in_true _ _ _ X j W) as Y; unfold check_offer in Y.
  apply andb_true_iff in Y; destruct Y as [_ Y]; rewrite I in Y.
  do 2 (apply andb_true_iff in Y; destruct Y as [Y ?]).
  exists (head r (at_index (offer_move o) j)); split; [|split; now apply eqb_correct].
  apply move_follower; [exact P|now apply in_row_true].
Qed.

Lemma less_decode (x h : int) :
  infinite h = false -> less (decode x) (Some (to_nat h)) <-> (to_Z x < to_Z h)%Z.
Proof.
  intros I; apply infinite_false in I; unfold decode; destruct (infinite x) eqn:X; simpl.
  - apply eqb_correct in X; subst x; lia.
  - unfold to_nat; pose proof (to_Z_bounded x); lia.
Qed.

Lemma less_decode_successor (x h : int) :
  infinite h = false -> less (successor (decode x)) (Some (to_nat h)) <-> (to_Z x + 1 < to_Z h)%Z.
Proof.
  intros I; apply infinite_false in I; unfold decode; destruct (infinite x) eqn:X; simpl.
  - apply eqb_correct in X; subst x; lia.
  - unfold to_nat; pose proof (to_Z_bounded x); lia.
Qed.

Lemma least_at_true (u : int) :
  is_position r u -> check_least_at u = true -> @least_at (game r) (value_of r grundy) hmin_of u.
Proof.
  intros P; unfold check_least_at, least_at.
  assert (Gu : value_of r grundy u = decode (G u)) by (now apply numbers_at).
  assert (Hu : hmin_of u = decode (h u)) by (now apply numbers_at).
  assert (at_v : forall v w : game r, follower v w ->
            is_position r w /\ value_of r grundy w = decode (G w) /\ hmin_of w = decode (h w)).
  { intros v w F; pose proof (follower_is_position r v w rows_are_right F) as Pw.
    split; [exact Pw|split; now apply numbers_at]. }
  rewrite Gu, Hu; destruct (infinite (G u)) eqn:IG.
  { intros IH; now rewrite (decode_infinite _ IG), (decode_infinite _ IH). }
  destruct (infinite (h u)) eqn:IH; [discriminate|]; intros C.
  apply andb_true_iff in C; destruct C as [C C3]; apply andb_true_iff in C; destruct C as [C1 C2].
  rewrite (decode_finite _ IG), (decode_finite _ IH).
  exists (to_nat (h u)); split; [reflexivity|].
  assert (finite_below : forall x y, (to_Z x < to_Z y)%Z -> infinite x = false).
  { intros x y L; apply infinite_false; pose proof (to_Z_bounded y); lia. }
  split; [|split].
  - intros y L; set (i := of_Z (Z.of_nat y)).
    assert (Ei : to_Z i = Z.of_nat y).
    { unfold i; rewrite of_Z_spec; apply Z.mod_small; unfold to_nat in L.
      pose proof (to_Z_bounded (G u)); lia. }
    assert (W : within 0 (G u) i) by (unfold within, to_nat in *; lia).
    pose proof (all_in_true _ _ _ C1 i W) as X; unfold check_value in X.
    apply andb_true_iff in X; destruct X as [O B].
    destruct (offer_witness u i _ P O) as [w [F [Ew Hw]]]; [apply (finite_below _ (h u)); lia|].
    destruct (at_v u w F) as [_ [Gw HHw]]; exists w; split; [exact F|split].
    + rewrite Gw, Ew, decode_finite; [f_equal; unfold to_nat; lia|].
      apply (finite_below _ (G u)); unfold within in W; lia.
    + rewrite HHw, Hw; apply less_decode; [exact IH|lia].
  - intros v F; destruct (at_v u v F) as [Pv [_ Hv]]; apply follower_row in F; destruct F as [_ [e [W <-]]].
    pose proof (all_in_true _ _ _ C2 e W) as X; unfold check_move in X.
    destruct (h (head r e) <? h u) eqn:B; [left; rewrite Hv; apply less_decode; [exact IH|lia]|right].
    do 2 (apply andb_true_iff in X; destruct X as [X ?]).
    destruct (offer_witness (head r e) (G u) _ Pv X) as [w [F [Ew Hw]]]; [apply (finite_below _ (h u - 1)); lia|].
    destruct (at_v _ w F) as [_ [Gw HHw]]; exists w; split; [exact F|split].
    + now rewrite Gw, Ew, decode_finite.
    + rewrite HHw, Hw; apply less_decode_successor; [exact IH|lia].
  - intros n En; destruct (h u =? 0) eqn:Z.
    { apply eqb_correct in Z; rewrite Z in En; discriminate En. }
    assert (I1 : infinite (h u - 1) = false) by (apply infinite_false; apply infinite_false in IH; lia).
    replace n with (to_nat (h u - 1)) by (unfold to_nat in *; lia).
    unfold check_reason in C3; set (x := at_index (reason o) u) in *.
    destruct (at_index (by_move o) u =? 1).
    + do 3 (apply andb_true_iff in C3; destruct C3 as [C3 ?]).
      pose proof (move_follower r u x P (in_row_true r _ _ C3)) as F.
      destruct (at_v u _ F) as [Pv [_ Hv]].
      right; exists (head r x); split; [exact F|split].
      * rewrite Hv, less_decode by exact I1; lia.
      * intros w Fw Ew; destruct (at_v _ w Fw) as [_ [Gw Hw]]; rewrite Hw, less_decode_successor by exact I1.
        rewrite Gw in Ew; destruct (decode_some _ _ Ew) as [_ X]; apply to_nat_inj in X.
        pose proof (offer_bound (head r x) (G u) _ w Pv IG ltac:(eassumption) Fw X) as B.
        destruct (h u =? 1) eqn:U; [apply eqb_correct in U; rewrite U; pose proof (to_Z_bounded (h w)); lia|].
        lia.
    + do 2 (apply andb_true_iff in C3; destruct C3 as [C3 ?]).
      left; exists (to_nat x); split; [unfold to_nat; lia|]; intros v F Ev L.
      destruct (at_v u v F) as [_ [Gv Hv]]; rewrite Hv, less_decode in L by exact I1.
      rewrite Gv in Ev; destruct (decode_some _ _ Ev) as [_ X]; apply to_nat_inj in X.
      assert (Ix : infinite x = false) by (apply (finite_below _ (G u)); lia).
      pose proof (offer_bound u x _ v P Ix ltac:(eassumption) F X); lia.
Qed.

End CheckPairs.

Lemma check_pairs_true (r : rows) (grundy counter hmin : column) (h : hints) (o : offers) :
  check_grundy r grundy counter h = true -> check_pairs r grundy hmin o = true ->
  forall u, least_at (value_of r grundy) (hmin_of r hmin) u.
Proof.
  intros HG C; pose proof (check_grundy_rows _ _ _ _ HG) as W.
  assert (A : forall u, is_position r u ->
            check_offers_at r grundy hmin o u = true /\ check_least_at r grundy hmin o u = true).
  { intros u P; apply andb_true_iff; exact (all_in_true _ _ _ C u (position_within r u P)). }
  intros u; destruct (position_cases r u) as [[_ P]|[_ P]].
  - apply (least_at_true r grundy hmin o W); [intros v Pv; now apply A|exact P|now apply A].
  - unfold least_at, value_of, hmin_of; rewrite !numbers_other by exact P.
    pose proof (other_terminal r u P) as T; exists 0%nat; repeat split; try lia.
    intros v F; destruct (follower_not_terminal _ _ F T).
Qed.

(* If the checker says yes, the column is the least H of Smith's pairs. *)
Theorem check_pairs_correct (r : rows) (grundy counter hmin : column) (h : hints) (o : offers) :
  check_grundy r grundy counter h = true -> check_pairs r grundy hmin o = true ->
  is_least_pair (value_of r grundy) (hmin_of r hmin).
Proof.
  intros HG C; apply (least_at_correct _ _ _ (check_grundy_correct _ _ _ _ HG)).
  exact (check_pairs_true _ _ _ _ _ _ HG C).
Qed.
