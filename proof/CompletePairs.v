(* The checker accepts the least H of Smith's pairs, for suitable offers. *)

Require Import List ZArith Lia Bool Uint63 ZifyUint63.
Import ListNotations.
From Grundy Require Import Digraph Play Grundy Pairs Loops Rows Marks CheckGrundy CheckPairs CheckMoves
  Complete CompleteValues.
Local Open Scope uint63_scope.

Section CompletePairs.
Context (r : rows) (grundy counter hmin : column) (h : hints).
Hypothesis (few : (to_Z (order r) < 2147483648)%Z) (HG : check_grundy r grundy counter h = true)
  (HP : is_least_pair (value_of r grundy) (hmin_of r hmin)).

Notation G u := (at_index grundy u).
Notation H u := (at_index hmin u).
Notation in_row_of u := (within (first_move r u) (end_of_row r u)).

Let W : check_rows r = true.
Proof. exact (check_grundy_rows _ _ _ _ HG). Qed.

Lemma row_intro (u e : int) : in_row_of u e -> in_row r u e = true.
Proof. exact (in_row_intro r grundy counter (check_grundy_counters _ _ _ _ HG) u e). Qed.

Lemma source_right (u e : int) : is_position r u -> in_row_of u e -> source r e = u.
Proof. exact (source_spec r grundy counter W (check_grundy_counters _ _ _ _ HG) u e). Qed.

(* There are offers for every position v and every value y up to n, at v (n + 1) + y. *)
Definition most : int := order r + 1.

Definition best (v y : int) : int :=
  pick (fun e => (G (head r e) =? y) &&
    all_in (fun x => if G (head r x) =? y then H (head r e) <=? H (head r x) else true)
      (first_move r v) (end_of_row r v)) (first_move r v) (end_of_row r v).

Definition least_offer (v y : int) : int :=
  if has_value_of r grundy v y then H (head r (best v y)) else max_int.

Definition at_offer (v y : int) : int := v * most + y.

Lemma most_spec : to_Z most = (to_Z (order r) + 1)%Z.
Proof. unfold most; lia. Qed.

Lemma row_of_offers (v : int) : (to_Z v <= to_Z (order r))%Z -> to_Z (v * most) = (to_Z v * to_Z most)%Z.
Proof.
  intros B; rewrite mul_spec; apply Z.mod_small; rewrite most_spec.
  pose proof (to_Z_bounded v); change wB with 9223372036854775808%Z; nia.
Qed.

Lemma offer_spec (v y : int) :
  is_position r v -> (to_Z y < to_Z most)%Z ->
  to_Z (at_offer v y) = (to_Z v * to_Z most + to_Z y)%Z /\
  at_offer v y / most = v /\ at_offer v y mod most = y.
Proof.
  intros P B; unfold is_position in P; pose proof (to_Z_bounded v); pose proof (to_Z_bounded y).
  assert (E : to_Z (at_offer v y) = (to_Z v * to_Z most + to_Z y)%Z).
  { unfold at_offer; rewrite add_spec, row_of_offers by lia; apply Z.mod_small.
    rewrite most_spec in *; change wB with 9223372036854775808%Z; nia. }
  split; [exact E|split; apply to_Z_inj; [rewrite div_spec|rewrite mod_spec]; rewrite E].
  - symmetry; apply (Z.div_unique_pos _ _ _ (to_Z y)); lia.
  - symmetry; apply (Z.mod_unique_pos _ _ (to_Z v)); lia.
Qed.

(* Every entry in the row of offers of v is one of them. *)
Lemma offer_in_row (v j : int) :
  is_position r v -> within (v * most) ((v + 1) * most) j -> exists y, (to_Z y < to_Z most)%Z /\ j = at_offer v y.
Proof.
  intros P B; unfold is_position in P; exists (j - v * most); unfold within in B.
  assert (E1 : to_Z (v + 1) = (to_Z v + 1)%Z) by lia.
  rewrite !row_of_offers in B by lia; rewrite E1 in B.
  pose proof (to_Z_bounded j); pose proof (to_Z_bounded (v * most)).
  assert (E : to_Z (j - v * most) = (to_Z j - to_Z v * to_Z most)%Z).
  { rewrite sub_spec, row_of_offers by lia; apply Z.mod_small; lia. }
  split; [lia|]; apply to_Z_inj; unfold at_offer; rewrite add_spec, E, row_of_offers by lia.
  rewrite Zplus_minus; symmetry; apply Z.mod_small; lia.
Qed.

Lemma value_bound (u : int) : is_position r u -> infinite (G u) = false -> (to_Z (G u) < to_Z most)%Z.
Proof.
  intros P I; pose proof (value_is_mex r grundy _ (check_grundy_correct _ _ _ _ HG) u P I) as M.
  pose proof (mex_bound r grundy W u _ M) as B; rewrite most_spec; unfold to_nat in B.
  pose proof (to_Z_bounded (G u)); lia.
Qed.

Lemma best_spec (v y : int) :
  has_value_of r grundy v y = true ->
  in_row_of v (best v y) /\ G (head r (best v y)) = y /\
  forall x, in_row_of v x -> G (head r x) = y -> (to_Z (H (head r (best v y))) <= to_Z (H (head r x)))%Z.
Proof.
  intros S; apply some_in_true in S; destruct S as [e [We Ee]]; apply eqb_correct in Ee.
  set (f := fun e => (G (head r e) =? y) &&
    all_in (fun x => if G (head r x) =? y then H (head r e) <=? H (head r x) else true)
      (first_move r v) (end_of_row r v)).
  assert (X : exists e, in_row_of v e /\ f e = true).
  { assert (Q : forall n e, (Z.to_nat (to_Z (H (head r e))) < n)%nat -> in_row_of v e -> G (head r e) = y ->
              exists e, in_row_of v e /\ f e = true).
    { induction n as [|n IH]; intros x Lx Wx Ex; [destruct (Nat.nlt_0_r _ Lx)|].
      destruct (f x) eqn:F; [exists x; split; assumption|].
      unfold f in F; rewrite Ex, Uint63.eqb_refl in F; simpl in F.
      apply all_in_false in F; destruct F as [z [Wz F]]; cbv beta in F.
      destruct (G (head r z) =? y) eqn:Ez; [|discriminate F]; apply eqb_correct in Ez.
      apply (IH z); [|exact Wz|exact Ez]; pose proof (to_Z_bounded (H (head r z))); lia. }
    exact (Q _ e (Nat.lt_succ_diag_r _) We Ee). }
  destruct X as [x [Wx Fx]].
  assert (Y : in_row_of v (best v y) /\ f (best v y) = true) by exact (pick_spec f _ _ x Wx Fx).
  destruct Y as [Wb Fb]; unfold f in Fb; apply andb_true_iff in Fb; destruct Fb as [Eb A]; apply eqb_correct in Eb.
  split; [exact Wb|split; [exact Eb|]]; intros z Wz Ez.
  pose proof (all_in_true _ _ _ A z Wz) as B; cbv beta in B; rewrite Ez, Uint63.eqb_refl in B; lia.
Qed.

(* The least H, compared with a number. *)
Lemma least_offer_bound (v y x : int) :
  in_row_of v x -> G (head r x) = y -> (to_Z (least_offer v y) <= to_Z (H (head r x)))%Z.
Proof.
  intros Wx E; unfold least_offer; replace (has_value_of r grundy v y) with true.
  - apply best_spec; [|exact Wx|exact E].
    apply (some_in_intro (fun e => G (head r e) =? y) _ _ x Wx); now apply Uint63.eqb_spec.
  - symmetry; apply (some_in_intro (fun e => G (head r e) =? y) _ _ x Wx); now apply Uint63.eqb_spec.
Qed.

Lemma least_offer_above (v y n : int) :
  (forall x, in_row_of v x -> G (head r x) = y -> (to_Z n <= to_Z (H (head r x)))%Z) ->
  (to_Z n <= to_Z (least_offer v y))%Z.
Proof.
  intros A; unfold least_offer; destruct (has_value_of r grundy v y) eqn:S.
  - destruct (best_spec v y S) as [Wb [Eb _]]; now apply A.
  - pose proof (to_Z_bounded n); change (to_Z max_int) with 9223372036854775807%Z; change wB with 9223372036854775808%Z in *; lia.
Qed.

Definition by_value_test (u y : int) : bool := H u - 1 <=? least_offer u y.
Definition by_move_test (u e : int) : bool :=
  (H u - 1 <=? H (head r e)) && (if H u =? 1 then true else H u - 2 <=? least_offer (head r e) (G u)).

Definition right_offers : offers := {|
  offer_start := fun v => v * most;
  offer_value := fun j => j mod most;
  offer_least := fun j => least_offer (j / most) (j mod most);
  offer_move := fun j => best (j / most) (j mod most);
  offer_of := fun e => at_offer (source r e) (G (head r e));
  answer := fun e => at_offer (head r e) (G (source r e));
  by_move := fun u => if some_in (by_value_test u) 0 (G u) then 0 else 1;
  reason := fun u => if some_in (by_value_test u) 0 (G u) then pick (by_value_test u) 0 (G u)
                     else pick (by_move_test u) (first_move r u) (end_of_row r u)
|}.

Notation value j := (at_index (offer_value right_offers) j).
Notation least j := (at_index (offer_least right_offers) j).

Lemma right_offer (v y : int) :
  is_position r v -> (to_Z y < to_Z most)%Z ->
  is_offer right_offers v y (at_offer v y) = true /\ least (at_offer v y) = least_offer v y.
Proof.
  intros P B; destruct (offer_spec v y P B) as [E [D M]]; split.
  - unfold is_offer; change (at_index (offer_start right_offers) v) with (v * most).
    change (at_index (offer_start right_offers) (v + 1)) with ((v + 1) * most).
    change (value (at_offer v y)) with (at_offer v y mod most); rewrite M, Uint63.eqb_refl, andb_true_r.
    unfold is_position in P; assert (E1 : to_Z (v + 1) = (to_Z v + 1)%Z) by lia.
    pose proof (row_of_offers v); pose proof (row_of_offers (v + 1)); pose proof (to_Z_bounded y).
    apply andb_true_iff; split; [apply leb_spec|apply ltb_spec]; rewrite E; [|rewrite E1 in *]; lia.
  - unfold at_index; simpl; now rewrite D, M.
Qed.

Lemma check_offers_complete (v : int) :
  is_position r v -> check_offers_at r grundy hmin right_offers v = true.
Proof.
  intros P; unfold check_offers_at; apply andb_true_iff; split; apply all_in_intro.
  - intros j Wj; destruct (offer_in_row v j P Wj) as [y [By ->]]; destruct (offer_spec v y P By) as [E [D M]].
    unfold check_offer; apply andb_true_iff; split.
    + change (at_index (offer_start right_offers) (v + 1)) with ((v + 1) * most).
      destruct (at_offer v y + 1 <? (v + 1) * most) eqn:L; [|reflexivity].
      unfold is_position in P; assert (E1 : to_Z (v + 1) = (to_Z v + 1)%Z) by lia.
      pose proof (row_of_offers (v + 1)) as R; rewrite E1 in R.
      change (within (v * most) ((v + 1) * most) (at_offer v y)) in Wj; unfold within in Wj.
      pose proof (to_Z_bounded ((v + 1) * most)) as Bh; pose proof (to_Z_bounded (at_offer v y)) as Bj.
      apply ltb_spec in L; rewrite add_spec, Z.mod_small in L by (change (to_Z 1) with 1%Z; lia).
      rewrite E in L; change (to_Z 1) with 1%Z in L.
      assert (S : (to_Z y + 1 < to_Z most)%Z) by (rewrite R in L by lia; lia).
      assert (Y : to_Z (y + 1) = (to_Z y + 1)%Z) by (pose proof (to_Z_bounded most); lia).
      destruct (offer_spec v (y + 1) P) as [E' [_ M']]; [lia|].
      replace (at_offer v y + 1) with (at_offer v (y + 1)).
      * unfold at_index; simpl; rewrite M, M'; lia.
      * unfold at_offer; apply to_Z_inj; rewrite !add_spec, Zplus_mod_idemp_l, Zplus_mod_idemp_r; f_equal; lia.
    + destruct (right_offer v y P By) as [_ Lj]; cbv zeta; rewrite Lj.
      change (at_index (offer_move right_offers) (at_offer v y)) with (best (at_offer v y / most) (at_offer v y mod most)).
      change (value (at_offer v y)) with (at_offer v y mod most); rewrite D, M.
      unfold least_offer; destruct (has_value_of r grundy v y) eqn:S; [|reflexivity].
      destruct (best_spec v y S) as [Wb [Eb _]].
      destruct (infinite (H (head r (best v y)))); [reflexivity|].
      now rewrite (row_intro v _ Wb), Eb, !Uint63.eqb_refl.
  - intros e We; unfold check_offered; destruct (infinite (G (head r e))) eqn:I; [reflexivity|].
    pose proof (follower_is_position r _ _ W (move_follower r v e P We)) as Pe.
    change (at_index (offer_of right_offers) e) with (at_offer (source r e) (G (head r e))).
    rewrite (source_right v e P We).
    destruct (right_offer v (G (head r e)) P (value_bound _ Pe I)) as [-> ->]; simpl.
    apply leb_spec; now apply least_offer_bound.
Qed.

Lemma less_at (x n : int) :
  infinite n = false -> less (decode x) (Some (to_nat n)) <-> (to_Z x < to_Z n)%Z.
Proof. exact (less_decode r grundy hmin right_offers check_offers_complete x n). Qed.

Lemma less_successor_at (x n : int) :
  infinite n = false -> less (successor (decode x)) (Some (to_nat n)) <-> (to_Z x + 1 < to_Z n)%Z.
Proof. exact (less_decode_successor r grundy hmin right_offers check_offers_complete x n). Qed.

Lemma check_least_complete (u : int) :
  is_position r u -> check_least_at r grundy hmin right_offers u = true.
Proof.
  intros P; pose proof (least_pair_equations _ _ (game_finite r) HP u) as X; unfold least_at in X.
  assert (at_v : forall v : game r, is_position r v ->
            value_of r grundy v = decode (G v) /\ hmin_of r hmin v = decode (H v)).
  { intros v Pv; split; now apply numbers_at. }
  destruct (at_v u P) as [Gu Hu]; rewrite Gu, Hu in X; unfold check_least_at.
  destruct (infinite (G u)) eqn:IG.
  { rewrite (decode_infinite _ IG) in X; exact (decode_none _ X). }
  rewrite (decode_finite _ IG) in X; destruct X as [n [En [A [B C]]]].
  destruct (decode_some _ _ En) as [IH <-]; rewrite IH.
  pose proof (value_bound u P IG) as BG.
  assert (next : forall v w : game r, is_position r v -> @follower (game r) v w ->
            is_position r w /\ exists e, in_row_of v e /\ head r e = w).
  { intros v w Pv F; split; [exact (follower_is_position r v w W F)|].
    apply follower_row in F; destruct F as [_ [e [We Ee]]]; now exists e. }
  apply andb_true_iff; split; [apply andb_true_iff; split|].
  - apply all_in_intro; intros y Wy; unfold within in Wy.
    destruct (A (to_nat y)) as [v [F [Ev Lv]]]; [unfold to_nat; lia|].
    destruct (next u v P F) as [Pv [e [We Ee]]]; destruct (at_v v Pv) as [Gv Hv].
    rewrite Gv in Ev; rewrite Hv, less_at in Lv by exact IH.
    destruct (decode_some _ _ Ev) as [_ Ey]; apply to_nat_inj in Ey.
    unfold check_value; change (at_index (offer_start right_offers) u + y) with (at_offer u y).
    destruct (right_offer u y P) as [-> ->]; [lia|]; simpl.
    pose proof (least_offer_bound u y e We) as Q; rewrite Ee in Q; specialize (Q Ey); apply ltb_spec; lia.
  - apply all_in_intro; intros e We; unfold check_move.
    pose proof (move_follower r u e P We) as F; destruct (next u _ P F) as [Pv _].
    destruct (H (head r e) <? H u) eqn:L; [reflexivity|].
    destruct (B (head r e) F) as [X|[w [Fw [Ew Lw]]]].
    { rewrite (proj2 (at_v _ Pv)), less_at in X by exact IH; lia. }
    destruct (next _ w Pv Fw) as [Pw [x [Wx Ex]]]; destruct (at_v w Pw) as [Gw Hw].
    rewrite Gw in Ew; rewrite Hw, less_successor_at in Lw by exact IH.
    destruct (decode_some _ _ Ew) as [_ Ey]; apply to_nat_inj in Ey.
    change (at_index (answer right_offers) e) with (at_offer (head r e) (G (source r e))).
    rewrite (source_right u e P We).
    destruct (right_offer (head r e) (G u) Pv BG) as [-> ->]; simpl.
    pose proof (least_offer_bound (head r e) (G u) x Wx) as Q; rewrite Ex in Q; specialize (Q Ey).
    pose proof (to_Z_bounded (H w)); apply andb_true_iff; split; lia.
  - destruct (H u =? 0) eqn:Z; [reflexivity|].
    pose proof (proj1 (infinite_false _) IH) as BH.
    assert (Z1 : to_Z (H u - 1) = (to_Z (H u) - 1)%Z).
    { assert (NZ : to_Z (H u) <> 0%Z); [intros Q; change 0%Z with (to_Z 0) in Q; apply to_Z_inj in Q;
        rewrite Q, Uint63.eqb_refl in Z; discriminate Z|]; pose proof (to_Z_bounded (H u)); lia. }
    assert (I1 : infinite (H u - 1) = false) by (apply infinite_false; lia).
    specialize (C (to_nat (H u - 1))).
    unfold check_reason; change (at_index (by_move right_offers) u) with (if some_in (by_value_test u) 0 (G u) then 0 else 1).
    change (at_index (reason right_offers) u) with
      (if some_in (by_value_test u) 0 (G u) then pick (by_value_test u) 0 (G u)
       else pick (by_move_test u) (first_move r u) (end_of_row r u)).
    destruct (some_in (by_value_test u) 0 (G u)) eqn:S.
    + cbv beta iota zeta; change (0 =? 1) with false; cbv iota.
      apply some_in_true in S; destruct S as [y [Wy Ty]].
      destruct (pick_spec (by_value_test u) 0 (G u) y Wy Ty) as [Wp Tp]; unfold within in Wp.
      set (y' := pick (by_value_test u) 0 (G u)) in *.
      change (at_index (offer_start right_offers) u + y') with (at_offer u y').
      destruct (right_offer u y' P) as [-> Lj]; [lia|].
      change (at_index (offer_least right_offers) (at_offer u y')) with (least (at_offer u y')); rewrite Lj.
      rewrite andb_true_r; apply andb_true_iff; split; [lia|exact Tp].
    + cbv beta iota zeta; change (1 =? 1) with true; cbv iota.
      assert (X : exists e, in_row_of u e /\ by_move_test u e = true).
      { destruct C as [[y [Ly D]]|[v [F [N D]]]]; [unfold to_nat; lia|exfalso|].
        - assert (Ey : to_Z (of_Z (Z.of_nat y)) = Z.of_nat y).
          { rewrite of_Z_spec; apply Z.mod_small; unfold to_nat in Ly; pose proof (to_Z_bounded (G u)); lia. }
          set (i := of_Z (Z.of_nat y)) in *.
          assert (Wi : within 0 (G u) i) by (unfold within, to_nat in *; lia).
          assert (T : by_value_test u i = true).
          { apply leb_spec, least_offer_above; intros x Wx Ex.
            pose proof (move_follower r u x P Wx) as Fx; destruct (next u _ P Fx) as [Px _].
            destruct (at_v _ Px) as [Gx Hx].
            specialize (D (head r x) Fx); rewrite Gx, Hx, less_at in D by exact I1.
            rewrite Ex, decode_finite in D by (apply infinite_false; unfold within in Wi; apply infinite_false in IG; lia).
            assert (~ (to_Z (H (head r x)) < to_Z (H u - 1))%Z) by (apply D; f_equal; unfold to_nat; lia); lia. }
          pose proof (some_in_intro _ _ _ i Wi T); congruence.
        - destruct (next u v P F) as [Pv [e [We Ee]]]; exists e; split; [exact We|].
          unfold by_move_test; rewrite Ee; apply andb_true_iff; split.
          + rewrite (proj2 (at_v v Pv)), less_at in N by exact I1; apply leb_spec; lia.
          + destruct (H u =? 1) eqn:U; [reflexivity|].
            assert (Z2 : to_Z (H u - 2) = (to_Z (H u) - 2)%Z).
            { assert (N1 : to_Z (H u) <> 1%Z); [intros Q; change 1%Z with (to_Z 1) in Q; apply to_Z_inj in Q;
                rewrite Q, Uint63.eqb_refl in U; discriminate U|]; pose proof (to_Z_bounded (H u - 1)); lia. }
            apply leb_spec, least_offer_above; intros x Wx Ex.
            pose proof (move_follower r v x Pv Wx) as Fx; destruct (next v _ Pv Fx) as [Px _].
            destruct (at_v _ Px) as [Gx Hx].
            specialize (D (head r x) Fx); rewrite Gx, Hx, less_successor_at in D by exact I1.
            rewrite Ex, decode_finite in D by exact IG.
            specialize (D eq_refl); lia. }
      destruct X as [e [We Te]]; destruct (pick_spec (by_move_test u) _ _ e We Te) as [Wp Tp].
      set (x := pick (by_move_test u) (first_move r u) (end_of_row r u)) in *.
      pose proof (move_follower r u x P Wp) as Fx; destruct (next u _ P Fx) as [Px _].
      change (at_index (answer right_offers) x) with (at_offer (head r x) (G (source r x))).
      rewrite (source_right u x P Wp), (row_intro u x Wp).
      destruct (right_offer (head r x) (G u) Px BG) as [-> Lj].
      change (at_index (offer_least right_offers) (at_offer (head r x) (G u))) with (least (at_offer (head r x) (G u))).
      rewrite Lj; unfold by_move_test in Tp; apply andb_true_iff in Tp; destruct Tp as [T1 T2]; rewrite T1, T2; reflexivity.
Qed.

Theorem check_pairs_complete : exists o, check_pairs r grundy hmin o = true.
Proof.
  exists right_offers; apply all_in_intro; intros u Wu.
  assert (P : is_position r u) by (unfold is_position, within in *; lia).
  now rewrite (check_offers_complete u P), (check_least_complete u P).
Qed.

End CompletePairs.
