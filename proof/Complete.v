(* The checker accepts right columns: of remoteness, outcomes, terminal
   distance and levels of draws. Together with the theorems of the other files, it says yes if and
   only if the column is right. *)

Require Import List ZArith Lia Bool Uint63 ZifyUint63.
Import ListNotations.
From Grundy Require Import Digraph Play Distance Remoteness Outcome Loops Rows CheckRemoteness
  CheckDistance CheckDraws Draws CheckGrundy CheckOutcome CheckMoves.
Local Open Scope uint63_scope.

Lemma all_in_intro (f : int -> bool) (lo hi : int) :
  (forall i, within lo hi i -> f i = true) -> all_in f lo hi = true.
Proof.
  intros H; destruct (all_in f lo hi) eqn:E; [reflexivity|].
  apply all_in_false in E; destruct E as [i [W F]]; rewrite (H i W) in F; discriminate F.
Qed.

Section Complete.
Context (r : rows) (c : column).
Hypothesis rows_are_right : check_rows r = true.

(* A position without moves has an empty row. *)
Lemma terminal_row (u : int) :
  is_position r u -> (first_move r u =? end_of_row r u) = true <-> terminal (u : game r).
Proof.
  intros P; split; [intros E; apply empty_terminal; now apply eqb_correct|].
  intros T; destruct (first_move r u =? end_of_row r u) eqn:E; [reflexivity|exfalso].
  pose proof (all_in_true _ _ _ rows_are_right u (position_within r u P)) as R; simpl in R.
  destruct (first_move r u <=? end_of_row r u) eqn:L; [|discriminate R].
  apply (follower_not_terminal (u : game r) (head r (first_move r u))); [|exact T].
  apply move_follower; [exact P|unfold within].
  assert (to_Z (first_move r u) <> to_Z (end_of_row r u)).
  { intros Q; apply to_Z_inj in Q; rewrite Q, Uint63.eqb_refl in E; discriminate E. }
  lia.
Qed.

Lemma some_follower_intro (u : int) (f : int -> bool) (v : game r) :
  @follower (game r) u v -> f (at_index c v) = true ->
  some_in (fun e => f (at_index c (head r e))) (first_move r u) (end_of_row r u) = true.
Proof.
  intros F H; apply follower_row in F; destruct F as [_ [e [W <-]]].
  exact (some_in_intro (fun e => f (at_index c (head r e))) _ _ e W H).
Qed.

Lemma all_followers_intro (u : int) (f : int -> bool) :
  is_position r u ->
  (forall v : game r, @follower (game r) u v -> f (at_index c v) = true) ->
  all_in (fun e => f (at_index c (head r e))) (first_move r u) (end_of_row r u) = true.
Proof.
  intros P H; apply all_in_intro; intros e W; apply H; now apply move_follower.
Qed.

Lemma decode_eq (x y : int) : decode x = decode y -> x = y.
Proof.
  unfold decode; destruct (infinite x) eqn:I, (infinite y) eqn:J; try discriminate.
  - intros _; apply eqb_correct in I, J; congruence.
  - intros [= E]; now apply to_nat_inj.
Qed.

Lemma decode_pred (x : int) (k : nat) :
  decode x = Some (S k) -> (x =? 0) = false /\ infinite x = false /\ decode (x - 1) = Some k.
Proof.
  intros E; destruct (decode_some _ _ E) as [I N].
  assert (Z : (x =? 0) = false).
  { destruct (x =? 0) eqn:Z; [|reflexivity]; apply eqb_correct in Z; subst x; discriminate N. }
  repeat split; [exact Z|exact I|].
  apply infinite_false in I; rewrite decode_finite.
  - f_equal; unfold to_nat in *; lia.
  - apply infinite_false; lia.
Qed.

(* If every entry is the terminal distance, the checker says yes. *)
Theorem check_distance_complete :
  (forall u : game r, is_position r u -> has_distance u (decode (at_index c u))) ->
  check_distance r c = true.
Proof.
  intros H; unfold check_distance; rewrite rows_are_right.
  destruct (distance_exists (game_finite r)) as [D HD].
  assert (E : forall u : game r, is_position r u -> D u = decode (at_index c u)).
  { intros u P; exact (has_distance_unique u _ _ (distance_correct D HD u) (H u P)). }
  assert (Ef : forall (u v : game r), follower u v -> D v = decode (at_index c v)).
  { intros u v F; apply E; exact (follower_is_position r u v rows_are_right F). }
  apply all_in_intro; intros u W.
  assert (P : is_position r u) by (unfold is_position, within in *; lia).
  unfold check_distance_at; destruct (first_move r u =? end_of_row r u) eqn:T.
  - apply (terminal_row u P) in T; destruct (HD u) as [_ Eu|v d F|v F];
      [|destruct (follower_not_terminal _ _ F T)..].
    rewrite (E u P) in Eu; apply Uint63.eqb_spec, decode_eq; now rewrite Eu.
  - destruct (HD u) as [T'|v d F Ev A Eu|v F Ev Eu].
    + apply (terminal_row u P) in T'; congruence.
    + rewrite (E u P) in Eu; destruct (decode_pred _ _ Eu) as [Z [I Q]]; rewrite I, Z.
      rewrite (some_follower_intro u (fun y => y =? at_index c u - 1) v F);
        [|apply Uint63.eqb_spec, decode_eq; now rewrite <- (Ef u v F), Ev, Q].
      apply (all_followers_intro u (fun y => y <? at_index c u) P); intros w Fw.
      destruct (A w Fw) as [k [Ek Lk]]; rewrite (Ef u w Fw) in Ek.
      destruct (decode_some _ _ Ek) as [_ Nk], (decode_some _ _ Eu) as [_ Nu].
      unfold to_nat in *; lia.
    + rewrite (E u P) in Eu; rewrite (decode_none _ Eu).
      apply (some_follower_intro u infinite v F); apply decode_none; now rewrite <- (Ef u v F).
Qed.

(* The conditions of remoteness at one position. *)
Lemma remoteness_at_complete (normal_play : bool) (R : game r -> number) (u : int) :
  is_position r u ->
  (forall v : game r, is_position r v -> R v = decode (at_index c v)) ->
  @remoteness_at (game r) (fun _ => normal_play) R u -> check_remoteness_at normal_play r c u = true.
Proof.
  intros P E.
  assert (Ef : forall v : game r, @follower (game r) u v -> R v = decode (at_index c v)).
  { intros v F; apply E; exact (follower_is_position r u v rows_are_right F). }
  unfold check_remoteness_at; destruct (first_move r u =? end_of_row r u) eqn:T.
  - apply (terminal_row u P) in T; intros [_ Eu|v k F|v k F|v F];
      [|destruct (follower_not_terminal _ _ F T)..].
    rewrite (E u P) in Eu; apply Uint63.eqb_spec, decode_eq; rewrite Eu.
    unfold at_end; now destruct normal_play.
  - intros [T' _|v k F Ev ev L Eu|v k F Ev A Eu|v F Ev A Eu].
    + apply (terminal_row u P) in T'; congruence.
    + rewrite (E u P) in Eu; destruct (decode_pred _ _ Eu) as [Z [I Q]]; rewrite I, Z.
      unfold some_follower; rewrite (some_follower_intro u (fun y => y =? at_index c u - 1) v F);
        [|apply Uint63.eqb_spec, decode_eq; now rewrite <- (Ef v F), Ev, Q].
      assert (O : is_even (at_index c u) = false).
      { destruct (predecessor r _ Z I) as [I' [Su Pu]].
        destruct (decode_some _ _ Q) as [_ Nk].
        rewrite <- even_to_nat, Nk, ev in Pu; now destruct (is_even (at_index c u)). }
      rewrite O; unfold all_followers.
      apply (all_followers_intro u (fun y => if infinite_or_odd y then true else at_index c u - 1 <=? y) P).
      intros w Fw; unfold infinite_or_odd; destruct (infinite (at_index c w)) eqn:Iw; [reflexivity|].
      destruct (is_even (at_index c w)) eqn:Ew; [simpl|reflexivity].
      assert (Rw : R w = Some (to_nat (at_index c w))) by (now rewrite (Ef w Fw), decode_finite).
      pose proof (L w _ Fw Rw) as B; rewrite even_to_nat in B; specialize (B Ew).
      destruct (decode_some _ _ Q) as [_ Nk]; unfold to_nat in *; lia.
    + rewrite (E u P) in Eu; destruct (decode_pred _ _ Eu) as [Z [I Q]]; rewrite I, Z.
      unfold some_follower; rewrite (some_follower_intro u (fun y => y =? at_index c u - 1) v F);
        [|apply Uint63.eqb_spec, decode_eq; now rewrite <- (Ef v F), Ev, Q].
      destruct (A v F) as [k' [Ek [Ok _]]]; assert (k' = k) by congruence; subst k'.
      assert (O : is_even (at_index c u) = true).
      { destruct (predecessor r _ Z I) as [I' [Su Pu]].
        destruct (decode_some _ _ Q) as [_ Nk].
        rewrite <- even_to_nat, Nk, <- Nat.negb_odd, Ok in Pu; now destruct (is_even (at_index c u)). }
      rewrite O; unfold all_followers.
      apply (all_followers_intro u (fun y => if y <? at_index c u then negb (is_even y) else false) P).
      intros w Fw; destruct (A w Fw) as [l [El [Ol Ll]]]; rewrite (Ef w Fw) in El.
      destruct (decode_some _ _ El) as [_ Nl], (decode_some _ _ Eu) as [_ Nu].
      assert (B : (at_index c w <? at_index c u) = true) by (unfold to_nat in *; lia).
      rewrite B, <- odd_to_nat, Nl; exact Ol.
    + rewrite (E u P) in Eu; rewrite (decode_none _ Eu).
      unfold some_follower; rewrite (some_follower_intro u infinite v F);
        [|apply decode_none; now rewrite <- (Ef v F)].
      unfold all_followers; apply (all_followers_intro u infinite_or_odd P); intros w Fw.
      unfold infinite_or_odd; destruct (infinite (at_index c w)) eqn:Iw; [reflexivity|].
      rewrite <- odd_to_nat; apply (A w _ Fw); now rewrite (Ef w Fw), decode_finite.
Qed.

(* So the checker accepts remoteness, in normal and in misère play. *)
Theorem check_remoteness_complete (normal_play : bool) :
  (forall u : game r, is_position r u ->
     has_remoteness (fun _ => normal_play) u (decode (at_index c u))) ->
  check_remoteness normal_play r c = true.
Proof.
  intros H; unfold check_remoteness; rewrite rows_are_right.
  set (sp := fun _ : game r => normal_play).
  destruct (remoteness_exists sp (game_finite r)) as [R HR].
  apply all_in_intro; intros u W.
  apply (remoteness_at_complete normal_play R); [unfold is_position, within in *; lia| |exact (HR u)].
  intros v P; exact (has_remoteness_unique sp v _ _ (remoteness_correct sp R HR v) (H v P)).
Qed.

(* And for outcomes, by the remoteness that was certified. *)
Theorem check_outcome_complete (normal_play : bool) (outcomes : column) :
  check_remoteness normal_play r c = true ->
  (forall u : game r, is_position r u ->
     exists o, at_index outcomes u = letter o /\ has_outcome (fun _ => normal_play) u o) ->
  check_outcome r outcomes c = true.
Proof.
  intros H O; apply all_in_intro; intros u W.
  assert (P : is_position r u) by (unfold is_position, within in *; lia).
  destruct (O u P) as [o [L Ho]].
  pose proof (remoteness_outcome _ _ (check_remoteness_true _ _ _ H) u) as X.
  unfold remoteness in X; rewrite (numbers_at r _ c u P) in X.
  pose proof (has_outcome_unique _ _ _ _ Ho X) as Q; rewrite L, Q.
  unfold decode; destruct (infinite (at_index c u)); [apply Uint63.eqb_refl|].
  simpl; rewrite odd_to_nat; destruct (is_even (at_index c u)); apply Uint63.eqb_refl.
Qed.

End Complete.

(* The levels of draws: both columns have the same infinite entries, because
   [draw_levels] says so. *)
Theorem check_draws_complete (r : rows) (level remoteness : column) :
  check_rows r = true -> draw_levels (level_of r level) (remoteness_of r remoteness) ->
  check_draws r level remoteness = true.
Proof.
  intros W H; unfold check_draws; rewrite W; apply all_in_intro; intros u Wu.
  assert (P : is_position r u) by (unfold is_position, within in *; lia).
  pose proof (draw_levels_equations _ _ (game_finite r) H u) as D.
  assert (Lu : level_of r level u = decode (at_index level u)) by (now apply numbers_at).
  assert (Ru : remoteness_of r remoteness u = decode (at_index remoteness u)) by (now apply numbers_at).
  assert (at_v : forall v : game r, @follower (game r) u v -> level_of r level v = decode (at_index level v)).
  { intros v F; apply numbers_at; exact (follower_is_position r u v W F). }
  assert (bound : forall k, infinite k = false ->
            (forall v : game r, @follower (game r) u v -> below (level_of r level v) (to_nat k) = false) ->
            all_in (fun e => k <=? at_index level (head r e)) (first_move r u) (end_of_row r u) = true).
  { intros k Ik A; apply (all_followers_intro r level u (fun y => k <=? y) P); intros v F.
    pose proof (A v F) as X; rewrite (at_v v F), decode_below in X by exact Ik; lia. }
  assert (near : forall k, infinite k = false ->
            @remoteness_at (game r) normal
              (level_remoteness (level_of r level) (remoteness_of r remoteness) (to_nat k)) u ->
            check_remoteness_at true r (level_column level remoteness k) u = true).
  { intros k Ik; apply (remoteness_at_complete r (level_column level remoteness k) W true); [exact P|].
    intros v Pv; now apply level_column_at. }
  unfold check_draws_at; destruct (first_move r u =? end_of_row r u) eqn:T.
  { apply (terminal_row r W u P) in T.
    destruct D as [_ EL ER|v F|m N|m v F]; try (destruct (follower_not_terminal _ _ F T)); [|contradiction].
    rewrite Lu in EL; rewrite Ru in ER.
    replace (at_index level u) with 0 by (apply decode_eq; now rewrite EL).
    replace (at_index remoteness u) with 0 by (apply decode_eq; now rewrite ER); reflexivity. }
  destruct D as [T' _ _|v F A EL ER|m _ A HR EL ER|m v F Lv A HR EL ER].
  - apply (terminal_row r W u P) in T'; congruence.
  - rewrite Lu in EL; rewrite Ru in ER; rewrite (decode_none _ EL), (decode_none _ ER).
    apply (all_followers_intro r level u infinite P); intros w Fw.
    apply decode_none; rewrite <- (at_v w Fw); now apply A.
  - rewrite Lu in EL; destruct (decode_some _ _ EL) as [I <-]; rewrite I.
    destruct (infinite (at_index remoteness u)) eqn:Ir; [rewrite Ru, decode_infinite in ER by exact Ir; now destruct ER|].
    rewrite (bound _ I A); now apply near.
  - rewrite Lu in EL; destruct (decode_pred r _ _ EL) as [Z [I Q]]; rewrite I.
    destruct (decode_some _ _ Q) as [I' <-].
    rewrite Ru in ER; replace (at_index remoteness u) with 0 by (apply decode_eq; now rewrite ER).
    destruct (all_in _ _ _) eqn:B; [exfalso|].
    + apply follower_row in F as F'; destruct F' as [_ [e [We Ee]]].
      pose proof (all_in_true _ _ _ B e We) as X; cbv beta in X; rewrite Ee in X.
      rewrite (at_v v F) in Lv; destruct (decode_some _ _ Lv) as [_ Nv]; apply to_nat_inj in Nv.
      rewrite Nv in X; apply infinite_false in I; lia.
    + rewrite (bound _ I' A); now apply near.
Qed.

(* Outcomes by values: the checker compares them with the only right ones. *)
Theorem check_outcome_by_value_complete (r : rows) (outcomes grundy counter : column) (h : hints) :
  check_grundy r grundy counter h = true ->
  (forall u : game r, is_position r u ->
     exists o, at_index outcomes u = letter o /\ has_outcome normal u o) ->
  check_outcome_by_value r outcomes grundy = true.
Proof.
  intros H O.
  set (right := (fun u => let x := at_index grundy u in
    if x =? 0 then letter P_position
    else if infinite x then if reaches_zero r grundy u then letter N_position else letter D_position
    else letter N_position) : column).
  assert (R : check_outcome_by_value r right grundy = true).
  { apply all_in_intro; intros u _; apply Uint63.eqb_refl. }
  apply all_in_intro; intros u W; assert (P : is_position r u) by (unfold is_position, within in *; lia).
  destruct (O u P) as [o [E Ho]], (check_outcome_by_value_correct _ _ _ _ _ H R u P) as [o' [E' Ho']].
  rewrite (has_outcome_unique _ _ _ _ Ho' Ho) in E'; apply Uint63.eqb_spec; rewrite E, <- E'; reflexivity.
Qed.
