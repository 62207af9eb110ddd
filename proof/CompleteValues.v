(* The checker accepts right values and counters, for suitable hints, and right
   sets K and J. Its marks have room for values below 2097151, which the values
   of all games with up to 2^41 moves are. *)

Require Import List ZArith Lia Bool Uint63 ZifyUint63 PArray FinFun.
Import ListNotations.
From Grundy Require Import Digraph Play Grundy Loops Rows Marks Masks CheckGrundy CheckSets CheckFollowers
  CheckMoves Complete.
Local Open Scope uint63_scope.

Definition small_values (r : rows) (grundy : column) : Prop :=
  forall u, is_position r u -> infinite (at_index grundy u) = false ->
  (to_Z (at_index grundy u) < 2097151)%Z.

(* The entries of u begin where they should, and are numbers. *)
Definition in_order (start : column) (u : int) : Prop :=
  (to_Z (at_index start u) <= to_Z (at_index start (u + 1)))%Z.

Definition has_numbers (start entry : column) (u : int) : Prop :=
  forall i, within (at_index start u) (at_index start (u + 1)) i -> infinite (at_index entry i) = false.

Section CompleteValues.
Context (r : rows) (grundy : column) (c : game r -> nat).
Hypothesis (rows_are_right : check_rows r = true) (small : small_values r grundy)
  (HG : is_grundy (value_of r grundy) c).

Notation G u := (at_index grundy u).
Notation Values u := (values (value_of r grundy) (u : game r)).

(* ---- room for values ---------------------------------------------------------- *)

Lemma mex_bound (u : game r) (k : nat) : is_mex (Values u) k -> (Z.of_nat k <= to_Z (order r))%Z.
Proof.
  intros [_ B].
  assert (I : incl (map Some (seq 0 k)) (map (value_of r grundy) (interval 0 (order r)))).
  { intros x I; apply in_map_iff in I; destruct I as [j [<- I]]; apply in_seq in I.
    destruct (B j) as [v [F E]]; [lia|]; rewrite <- E; apply in_map, in_interval, position_within.
    exact (follower_is_position r u v rows_are_right F). }
  apply NoDup_incl_length in I.
  - rewrite !map_length, seq_length in I; unfold interval in I; rewrite map_length, seq_length in I.
    pose proof (to_Z_bounded (order r)); change (to_Z 0) with 0%Z in I; lia.
  - apply Injective_map_NoDup; [intros a b [= ->]; reflexivity|apply seq_NoDup].
Qed.

Lemma mex_fits (u : game r) (k : nat) : is_mex (Values u) k -> (Z.of_nat k < to_Z (most_marks r))%Z.
Proof.
  intros M; pose proof (mex_bound u k M) as B; unfold most_marks.
  destruct (order r <? 2097152) eqn:E; [lia|]; change (to_Z 2097152) with 2097152%Z.
  destruct (Z_lt_le_dec (Z.of_nat k) 2097152) as [L|L]; [exact L|exfalso].
  destruct (proj2 M (Nat.pred k)) as [v [F Ev]]; [lia|].
  rewrite (value_of_follower r grundy rows_are_right u v F) in Ev; apply decode_some in Ev.
  destruct Ev as [I N]; pose proof (small v (follower_is_position r u v rows_are_right F) I) as S.
  unfold to_nat in N; lia.
Qed.

Lemma most_marks_bound : (to_Z (most_marks r) <= 2097152)%Z.
Proof. unfold most_marks; destruct (order r <? 2097152) eqn:E; lia. Qed.

Lemma value_at (u : int) : is_position r u -> value_of r grundy u = decode (G u).
Proof. intros P; now apply numbers_at. Qed.

Lemma value_is_mex (u : int) :
  is_position r u -> infinite (G u) = false -> is_mex (Values u) (to_nat (G u)).
Proof.
  intros P I; destruct (HG u) as [A _]; apply A; now rewrite (value_at u P), decode_finite.
Qed.

Lemma value_fits (u : int) : is_position r u -> infinite (G u) = false -> (G u <? most_marks r) = true.
Proof.
  intros P I; pose proof (mex_fits u _ (value_is_mex u P I)) as B; unfold to_nat in B; lia.
Qed.

(* What is kept by the loops with marks. *)
Definition roomy (u : int) (marks : array int) : Prop :=
  stamped u marks /\ length marks = most_marks r.

Lemma new_marks_roomy : roomy 0 (new_marks r).
Proof. split; [apply new_marks_stamped|apply new_marks_length]. Qed.

Lemma roomy_next (u : int) (marks : array int) : is_position r u -> roomy u marks -> roomy (u + 1) marks.
Proof.
  intros P [S L]; split; [|exact L]; intros j; specialize (S j); unfold is_position in P.
  pose proof (to_Z_bounded (order r)); lia.
Qed.

Lemma marks_step (u lo hi : int) (f : int -> int) (marks : array int) :
  is_position r u -> roomy u marks -> (to_Z lo <= to_Z hi)%Z ->
  exists marks', mark_all f lo hi (u + 1) marks = Some marks' /\ roomy (u + 1) marks' /\
  (forall e, within lo hi e -> (f e <? most_marks r) = true -> marked marks' (u + 1) (f e) = true) /\
  (forall j, (j <? most_marks r) = true -> (forall e, within lo hi e -> f e <> j) ->
     unmarked marks' (u + 1) j = true).
Proof.
  intros P [S L] O; destruct (mark_all_succeeds f lo hi (u + 1) marks O) as [m M].
  assert (R : (to_Z u < to_Z max_int)%Z) by (unfold is_position in P; lia).
  destruct (mark_all_spec f lo hi u marks m O S R M) as [Lm [_ [_ Sm]]].
  exists m; split; [exact M|split; [split; [exact Sm|congruence]|split]].
  - intros e W B; apply (marked_intro f lo hi u marks m O S R M e W); now rewrite L.
  - intros j B N; apply (unmarked_intro f lo hi u marks m O S R M j); [now rewrite L|exact N].
Qed.

(* A loop with two arrays of marks. *)
Lemma two_marks_loop (step : int -> array int * array int -> option (array int * array int)) :
  (forall u a b, is_position r u -> roomy u a -> roomy u b ->
     exists m, step u (a, b) = Some m /\ roomy (u + 1) (fst m) /\ roomy (u + 1) (snd m)) ->
  exists m, fold step 0 (order r) (new_marks r, new_marks r) = Some m.
Proof.
  intros H; apply (fold_succeeds step 0 (order r) (fun u m => roomy u (fst m) /\ roomy u (snd m))).
  - intros u [a b] W [Ra Rb]; apply H; [unfold is_position, within in *; lia|exact Ra|exact Rb].
  - pose proof (to_Z_bounded (order r)); lia.
  - split; exact new_marks_roomy.
Qed.

Lemma same_value (x y : int) (k : nat) : decode x = Some k -> decode y = Some k -> x = y.
Proof.
  intros A B; apply decode_some in A, B; destruct A as [_ A], B as [_ B]; apply to_nat_inj; congruence.
Qed.

(* The value of a move. *)
Lemma head_fits (u e : int) :
  is_position r u -> within (first_move r u) (end_of_row r u) e ->
  infinite (G (head r e)) = false -> (G (head r e) <? most_marks r) = true.
Proof.
  intros P W; apply value_fits.
  exact (follower_is_position r _ _ rows_are_right (move_follower r u e P W)).
Qed.

(* ---- sets ----------------------------------------------------------------------- *)

Theorem check_sets_complete (k_start k_entry : column) :
  (forall u, is_position r u ->
     in_order k_start u /\ has_numbers k_start k_entry u /\ set_right_at r grundy k_start k_entry u) ->
  check_sets r grundy k_start k_entry = true.
Proof.
  intros H; unfold check_sets; rewrite rows_are_right.
  destruct (two_marks_loop (check_sets_step r grundy k_start k_entry)) as [m ->]; [|reflexivity].
  intros u a b P Ra Rb.
  destruct (H u P) as [O [fin S]]; unfold set_right_at in S; unfold in_order, has_numbers in *; unfold check_sets_step.
  destruct (infinite (G u)).
  - replace (_ <=? _) with true by lia; destruct (same_masks _ _).
    { exists (a, b); split; [reflexivity|split; now apply roomy_next]. }
    destruct (marks_step u _ _ (fun i => at_index k_entry i) a P Ra O) as [x [-> [Rx [Mx _]]]].
    destruct (marks_step u _ _ (fun e => G (head r e)) b P Rb (row_ordered r rows_are_right u P))
      as [y [-> [Ry [My _]]]].
    replace (check_set_at _ _ _ _ u x y) with true; [exists (x, y); auto|symmetry].
    unfold check_set_at; rewrite all_in_intro.
    + apply all_in_intro; intros e We; destruct (infinite (G (head r e))) eqn:I; [reflexivity|].
      assert (V : Values u (to_nat (G (head r e)))).
      { apply (values_row r grundy rows_are_right u _ P); exists e; split; [exact We|now apply decode_finite]. }
      apply S in V; destruct V as [i [Wi Ei]].
      rewrite (same_value (G (head r e)) (at_index k_entry i) _ (decode_finite _ I) Ei).
      apply (Mx i Wi); rewrite <- (same_value (G (head r e)) (at_index k_entry i) _ (decode_finite _ I) Ei).
      exact (head_fits u e P We I).
    + intros i Wi; pose proof (fin i Wi) as I.
      assert (V : in_set k_start k_entry u (to_nat (at_index k_entry i))).
      { exists i; split; [exact Wi|now apply decode_finite]. }
      apply S, (values_row r grundy rows_are_right u _ P) in V; destruct V as [e [We Ee]].
      rewrite <- (same_value _ (at_index k_entry i) _ Ee (decode_finite _ I)).
      apply (My e We), (head_fits u e P We); apply decode_some in Ee; tauto.
  - assert (E : at_index k_start u = at_index k_start (u + 1)).
    { apply to_Z_inj; destruct (Z.eq_dec (to_Z (at_index k_start u)) (to_Z (at_index k_start (u + 1)))) as [E|N];
        [exact E|exfalso].
      assert (Wi : within (at_index k_start u) (at_index k_start (u + 1)) (at_index k_start u))
        by (unfold within; lia).
      apply (S (to_nat (at_index k_entry (at_index k_start u)))); exists (at_index k_start u).
      split; [exact Wi|apply decode_finite; exact (fin _ Wi)]. }
    rewrite <- E, Uint63.eqb_refl; exists (a, b); split; [reflexivity|split; now apply roomy_next].
Qed.

Theorem check_followers_complete (j_start j_entry : column) :
  (forall u, is_position r u -> in_order j_start u /\ followers_right_at r grundy j_start j_entry u) ->
  check_followers r grundy j_start j_entry = true.
Proof.
  intros H; unfold check_followers; rewrite rows_are_right.
  destruct (two_marks_loop (check_followers_step r grundy j_start j_entry)) as [m ->]; [|reflexivity].
  intros u a b P Ra Rb.
  destruct (H u P) as [O S]; unfold followers_right_at in S; unfold in_order in O; unfold check_followers_step.
  replace (_ <=? _) with true by lia; destruct (same_followers _ _ _ _ u).
  { exists (a, b); split; [reflexivity|split; now apply roomy_next]. }
  destruct (marks_step u _ _ (fun i => at_index j_entry i) a P Ra O) as [x [-> [Rx [Mx _]]]].
  destruct (marks_step u _ _ (fun e => G (head r e)) b P Rb (row_ordered r rows_are_right u P))
    as [y [-> [Ry [My _]]]].
  replace (check_followers_at _ _ _ _ u x y) with true; [exists (x, y); auto|symmetry].
  assert (there : forall i, within (at_index j_start u) (at_index j_start (u + 1)) i ->
            exists e, within (first_move r u) (end_of_row r u) e /\ G (head r e) = at_index j_entry i).
  { intros i Wi; destruct (proj1 (follower_values r grundy rows_are_right u _ P)
      (proj1 (S _) (ex_intro _ i (conj Wi eq_refl)))) as [e [We Ee]].
    exists e; split; [exact We|now apply decode_eq]. }
  assert (back : forall e, within (first_move r u) (end_of_row r u) e ->
            exists i, within (at_index j_start u) (at_index j_start (u + 1)) i /\ at_index j_entry i = G (head r e)).
  { intros e We; destruct (proj2 (S _) (proj2 (follower_values r grundy rows_are_right u _ P)
      (ex_intro _ e (conj We eq_refl)))) as [i [Wi Ei]].
    exists i; split; [exact Wi|now apply decode_eq]. }
  unfold check_followers_at; rewrite all_in_intro.
  - apply all_in_intro; intros e We; destruct (back e We) as [i [Wi Ei]].
    destruct (infinite (G (head r e))) eqn:I.
    + apply (some_in_intro (fun i => infinite (at_index j_entry i)) _ _ i Wi); now rewrite Ei.
    + rewrite <- Ei; apply (Mx i Wi); rewrite Ei; exact (head_fits u e P We I).
  - intros i Wi; destruct (there i Wi) as [e [We Ee]].
    destruct (infinite (at_index j_entry i)) eqn:I.
    + apply (some_in_intro (fun e => infinite (G (head r e))) _ _ e We); now rewrite Ee.
    + rewrite <- Ee; apply (My e We), (head_fits u e P We); now rewrite Ee.
Qed.

End CompleteValues.

(* ---- hints ------------------------------------------------------------------------- *)

(* The first number from [lo] to [hi - 1] at which f is true. *)
Definition pick (f : int -> bool) (lo hi : int) : int :=
  match find f (interval lo hi) with Some i => i | None => 0 end.

Lemma pick_spec (f : int -> bool) (lo hi i : int) :
  within lo hi i -> f i = true -> within lo hi (pick f lo hi) /\ f (pick f lo hi) = true.
Proof.
  intros W B; unfold pick; destruct (find f (interval lo hi)) as [j|] eqn:E.
  - apply find_some in E; rewrite in_interval in E; exact E.
  - pose proof (find_none _ _ E i (proj2 (in_interval lo hi i) W)); congruence.
Qed.

Local Opaque pick.

(* Rows that follow each other are disjoint. *)
Lemma rows_disjoint (s : column) (n : int) :
  (forall u, (to_Z u < to_Z n)%Z -> (to_Z (at_index s u) <= to_Z (at_index s (u + 1)))%Z) ->
  forall u u' i, (to_Z u < to_Z n)%Z -> (to_Z u' < to_Z n)%Z ->
  within (at_index s u) (at_index s (u + 1)) i -> within (at_index s u') (at_index s (u' + 1)) i -> u = u'.
Proof.
  intros step.
  assert (mono : forall d u u', (to_Z u' <= to_Z n)%Z -> (to_Z u' = to_Z u + Z.of_nat d)%Z ->
            (to_Z (at_index s u) <= to_Z (at_index s u'))%Z).
  { induction d as [|d IH]; intros u u' B E.
    - replace u' with u by (apply to_Z_inj; lia); lia.
    - pose proof (to_Z_bounded n).
      pose proof (IH (u + 1) u' B) as X; pose proof (step u) as Y; lia. }
  assert (one : forall u u' i, (to_Z u < to_Z u')%Z -> (to_Z u' < to_Z n)%Z ->
            within (at_index s u) (at_index s (u + 1)) i ->
            within (at_index s u') (at_index s (u' + 1)) i -> False).
  { intros u u' i L B W W'; pose proof (to_Z_bounded n).
    pose proof (mono (Z.to_nat (to_Z u' - to_Z u - 1)) (u + 1) u') as X; unfold within in *; lia. }
  intros u u' i B B' W W'; apply to_Z_inj.
  destruct (Z.lt_trichotomy (to_Z u) (to_Z u')) as [L|[L|L]]; [exfalso|exact L|exfalso].
  - exact (one u u' i L B' W W').
  - exact (one u' u i L B W' W).
Qed.

Section CompleteGrundy.
Context (r : rows) (grundy counter : column).
Hypothesis (rows_are_right : check_rows r = true) (small : small_values r grundy)
  (HG : is_grundy (value_of r grundy) (counter_of r counter))
  (given : forall u, is_position r u ->
     (decode (at_index counter u) = infinity <-> decode (at_index grundy u) = infinity)).

Notation G u := (at_index grundy u).
Notation c u := (at_index counter u).
Notation Values u := (values (value_of r grundy) (u : game r)).
Notation in_row_of u := (within (first_move r u) (end_of_row r u)).

Definition source (e : int) : int := pick (fun u => in_row r u e) 0 (order r).

Lemma in_row_intro (u e : int) : in_row_of u e -> in_row r u e = true.
Proof. unfold in_row, within; intros W; replace (first_move r u <=? e) with true by lia; lia. Qed.

Lemma source_spec (u e : int) : is_position r u -> in_row_of u e -> source e = u.
Proof.
  intros P W; destruct (pick_spec (fun u => in_row r u e) 0 (order r) u (position_within r u P)) as [B I].
  { now apply in_row_intro. }
  apply in_row_true in I; apply (rows_disjoint (start r) (order r)) with (i := e); [|unfold within in B; apply B|exact P|exact I|exact W].
  intros v Pv; exact (row_ordered r rows_are_right v Pv).
Qed.

Definition reply_hint (e : int) : int :=
  pick (fun x => (G (head r x) =? G (source e)) && (c (head r x) <? c (source e)))
    (first_move r (head r e)) (end_of_row r (head r e)).

Definition has_value_of (u i : int) : bool :=
  some_in (fun e => G (head r e) =? i) (first_move r u) (end_of_row r u).

Definition mex_test (u i : int) : bool := negb (has_value_of u i) && all_in (has_value_of u) 0 i.

Definition mex_hint (u : int) : int := pick (mex_test u) 0 max_int.

Lemma has_value_of_true (u i : int) :
  is_position r u -> infinite i = false -> has_value_of u i = true <-> Values u (to_nat i).
Proof.
  intros P I; rewrite (values_row r grundy rows_are_right u _ P); split.
  - intros S; apply some_in_true in S; destruct S as [e [W E]]; apply eqb_correct in E.
    exists e; split; [exact W|]; rewrite E; now apply decode_finite.
  - intros [e [W E]]; apply (some_in_intro (fun e => G (head r e) =? i) _ _ e W).
    apply Uint63.eqb_spec; exact (same_value _ _ _ E (decode_finite _ I)).
Qed.

Lemma mex_test_true (u i : int) :
  is_position r u -> infinite i = false -> mex_test u i = true <-> is_mex (Values u) (to_nat i).
Proof.
  intros P I; pose proof (proj1 (infinite_false i) I) as B; unfold mex_test.
  rewrite andb_true_iff, negb_true_iff; split.
  - intros [N A]; split.
    + intros V; apply (has_value_of_true u i P I) in V; congruence.
    + intros j L; assert (E : to_Z (of_Z (Z.of_nat j)) = Z.of_nat j).
      { rewrite of_Z_spec; apply Z.mod_small; unfold to_nat in L; pose proof (to_Z_bounded i); lia. }
      replace j with (to_nat (of_Z (Z.of_nat j))) by (unfold to_nat; lia).
      apply has_value_of_true; [exact P|apply infinite_false; unfold to_nat in L; lia|].
      apply (all_in_true _ _ _ A); unfold within, to_nat in *; lia.
  - intros [N A]; split.
    + apply not_true_is_false; intros V; apply N; now apply has_value_of_true.
    + apply all_in_intro; intros j W; unfold within in W.
      apply has_value_of_true; [exact P|apply infinite_false; lia|]; apply A; unfold to_nat; lia.
Qed.

Lemma mex_hint_spec (u : int) (m : nat) :
  is_position r u -> is_mex (Values u) m ->
  to_nat (mex_hint u) = m /\ (mex_hint u <? most_marks r) = true.
Proof.
  intros P M; pose proof (mex_fits r grundy rows_are_right small u m M) as F.
  pose proof (most_marks_bound r) as B; set (i := of_Z (Z.of_nat m)).
  assert (E : to_Z i = Z.of_nat m) by (unfold i; rewrite of_Z_spec; apply Z.mod_small; lia).
  assert (I : infinite i = false) by (apply infinite_false; change (to_Z max_int) with 9223372036854775807%Z; lia).
  assert (X : within 0 max_int (mex_hint u) /\ mex_test u (mex_hint u) = true).
  { apply (pick_spec (mex_test u) 0 max_int i).
    - unfold within; apply infinite_false in I; rewrite E; change (to_Z 0) with 0%Z; lia.
    - apply mex_test_true; [exact P|exact I|]; replace (to_nat i) with m by (unfold to_nat; lia); exact M. }
  destruct X as [W T].
  assert (I' : infinite (mex_hint u) = false) by (apply infinite_false; unfold within in W; lia).
  apply mex_test_true in T; [|exact P|exact I'].
  pose proof (mex_unique _ _ _ T M) as Q; split; [exact Q|]; unfold to_nat in Q; lia.
Qed.

Definition witness_hint (u : int) : int :=
  pick (fun e => infinite (G (head r e)) && negb (has_value_of (head r e) (mex_hint u)))
    (first_move r u) (end_of_row r u).

Lemma witness_hint_spec (u : int) :
  is_position r u -> infinite (G u) = true ->
  in_row_of u (witness_hint u) /\ infinite (G (head r (witness_hint u))) = true /\
  is_mex (Values u) (to_nat (mex_hint u)) /\ (mex_hint u <? most_marks r) = true /\
  ~ Values (head r (witness_hint u)) (to_nat (mex_hint u)).
Proof.
  intros P I; destruct (HG u) as [_ [_ C]].
  destruct C as [v [m [F [Ev [M N]]]]]; [now rewrite (value_at r grundy u P), decode_infinite|].
  destruct (mex_hint_spec u m P M) as [Em B].
  assert (Im : infinite (mex_hint u) = false).
  { apply infinite_false; pose proof (most_marks_bound r); change (to_Z max_int) with 9223372036854775807%Z; lia. }
  pose proof (follower_is_position r u v rows_are_right F) as Pv.
  rewrite (value_at r grundy v Pv) in Ev; apply decode_none in Ev.
  apply follower_row in F; destruct F as [_ [e [W Ee]]].
  assert (X : in_row_of u (witness_hint u) /\
              infinite (G (head r (witness_hint u))) &&
              negb (has_value_of (head r (witness_hint u)) (mex_hint u)) = true).
  { apply (pick_spec (fun e => infinite (G (head r e)) && negb (has_value_of (head r e) (mex_hint u)))
             (first_move r u) (end_of_row r u) e W).
    rewrite Ee, Ev; simpl; apply negb_true_iff, not_true_is_false; intros V.
    apply has_value_of_true in V; [|exact Pv|exact Im]; rewrite Em in V; contradiction. }
  destruct X as [W' T]; apply andb_true_iff in T; destruct T as [Iw T].
  split; [exact W'|split; [exact Iw|split; [now rewrite Em|split; [exact B|]]]].
  intros V; apply has_value_of_true in V; [|exact (follower_is_position r _ _ rows_are_right (move_follower r u _ P W'))|exact Im].
  rewrite V in T; discriminate T.
Qed.

(* The clients of v, and how many clients come before them. *)
Definition clients (v : int) : list int :=
  filter (fun u => infinite (G u) && (head r (witness_hint u) =? v)) (interval 0 (order r)).

Definition clients_before (v : int) : nat :=
  List.length (filter (fun u => infinite (G u) && (head r (witness_hint u) <? v)) (interval 0 (order r))).

Definition client_start_hint (v : int) : int := of_Z (Z.of_nat (clients_before v)).

Lemma client_start_hint_spec (v : int) : to_Z (client_start_hint v) = Z.of_nat (clients_before v).
Proof.
  unfold client_start_hint; rewrite of_Z_spec; apply Z.mod_small; split; [lia|].
  assert (B : (clients_before v <= List.length (interval 0 (order r)))%nat).
  { unfold clients_before; induction (interval 0 (order r)) as [|u l IH]; simpl; [lia|].
    destruct (_ && _); simpl; lia. }
  unfold interval in B; rewrite map_length, seq_length in B; pose proof (to_Z_bounded (order r)).
  change (to_Z 0) with 0%Z in B; lia.
Qed.

Lemma client_start_next (v : int) :
  is_position r v -> clients_before (v + 1) = (clients_before v + List.length (clients v))%nat.
Proof.
  intros P; assert (B : (to_Z v < to_Z max_int)%Z) by (unfold is_position in P; lia).
  unfold clients_before, clients; induction (interval 0 (order r)) as [|u l IH]; simpl; [reflexivity|].
  destruct (infinite (G u)); simpl; [|exact IH].
  set (x := head r (witness_hint u)).
  destruct (x <? v) eqn:L, (x =? v) eqn:E.
  - apply eqb_correct in E; rewrite E in L; lia.
  - replace (x <? v + 1) with true by lia; simpl; lia.
  - apply eqb_correct in E; replace (x <? v + 1) with true by (rewrite E; lia); simpl; lia.
  - replace (x <? v + 1) with false; [exact IH|symmetry; apply not_true_is_false; intros Q].
    assert (to_Z x <> to_Z v) by (intros Y; apply to_Z_inj in Y; rewrite Y, Uint63.eqb_refl in E; discriminate E).
    lia.
Qed.

Notation clients_row v := (within (client_start_hint v) (client_start_hint (v + 1))).

Definition client_hint (i : int) : int :=
  let v := pick (fun v => (client_start_hint v <=? i) && (i <? client_start_hint (v + 1))) 0 (order r) in
  nth (Z.to_nat (to_Z i) - clients_before v) (clients v) 0.

Lemma client_hint_spec (v i : int) :
  is_position r v -> clients_row v i ->
  client_hint i = nth (Z.to_nat (to_Z i) - clients_before v) (clients v) 0 /\
  (Z.to_nat (to_Z i) - clients_before v < List.length (clients v))%nat.
Proof.
  intros P W.
  destruct (pick_spec (fun v => (client_start_hint v <=? i) && (i <? client_start_hint (v + 1))) 0 (order r) v
              (position_within r v P)) as [B T].
  { unfold within in W; apply andb_true_iff; split; lia. }
  unfold client_hint; set (x := pick _ 0 (order r)) in *.
  assert (E : x = v).
  { apply (rows_disjoint client_start_hint (order r)) with (i := i).
    - intros u Pu; unfold at_index; rewrite !client_start_hint_spec, client_start_next by exact Pu; lia.
    - unfold within in B; lia.
    - exact P.
    - apply andb_true_iff in T; unfold within, at_index; lia.
    - exact W. }
  rewrite E; split; [reflexivity|].
  unfold within in W; rewrite !client_start_hint_spec, client_start_next in W by exact P; lia.
Qed.

Lemma client_hint_in (v i : int) : is_position r v -> clients_row v i -> In (client_hint i) (clients v).
Proof. intros P W; destruct (client_hint_spec v i P W) as [-> B]; now apply nth_In. Qed.

Lemma client_exists (v u : int) :
  is_position r v -> In u (clients v) -> exists i, clients_row v i /\ client_hint i = u.
Proof.
  intros P I; apply (In_nth _ _ 0) in I; destruct I as [n [L E]].
  pose proof (client_start_hint_spec v) as S; pose proof (client_start_hint_spec (v + 1)) as S1.
  rewrite (client_start_next v P) in S1; pose proof (to_Z_bounded (client_start_hint (v + 1))) as B.
  set (i := of_Z (Z.of_nat (clients_before v + n))).
  assert (Ei : to_Z i = Z.of_nat (clients_before v + n)) by (unfold i; rewrite of_Z_spec; apply Z.mod_small; lia).
  assert (W : clients_row v i) by (unfold within; rewrite S, S1, Ei; lia).
  exists i; split; [exact W|]; rewrite (proj1 (client_hint_spec v i P W)), Ei, Nat2Z.id.
  now replace (clients_before v + n - clients_before v)%nat with n by lia.
Qed.

Definition rank_hint (u : int) : int :=
  let v := head r (witness_hint u) in
  pick (fun i => client_hint i =? u) (client_start_hint v) (client_start_hint (v + 1)).

Definition right_hints : hints :=
  Hints reply_hint mex_hint witness_hint false (fun _ => 0) rank_hint client_start_hint client_hint.

Lemma has_witness_complete (u : int) :
  is_position r u -> infinite (G u) = true -> has_witness r grundy right_hints u = true.
Proof.
  intros P I; destruct (witness_hint_spec u P I) as [W [Iv _]].
  pose proof (follower_is_position r _ _ rows_are_right (move_follower r u _ P W)) as Pv.
  change ((if in_row r u (witness_hint u) then if infinite (G (head r (witness_hint u))) then
    if client_start_hint (head r (witness_hint u)) <=? rank_hint u then
    if rank_hint u <? client_start_hint (head r (witness_hint u) + 1) then client_hint (rank_hint u) =? u
    else false else false else false else false) = true).
  rewrite (in_row_intro u _ W), Iv.
  destruct (client_exists (head r (witness_hint u)) u Pv) as [i [Wi Ei]].
  { apply filter_In; split; [now apply in_interval, position_within|].
    rewrite I, Uint63.eqb_refl; reflexivity. }
  assert (X : clients_row (head r (witness_hint u)) (rank_hint u) /\ (client_hint (rank_hint u) =? u) = true).
  { apply (pick_spec (fun i => client_hint i =? u) _ _ i Wi); now apply Uint63.eqb_spec. }
  destruct X as [Wr Er]; unfold within in Wr.
  replace (_ <=? rank_hint u) with true by lia; replace (rank_hint u <? _) with true by lia; exact Er.
Qed.

Lemma check_values_complete : check_values r grundy right_hints = true.
Proof.
  change (check_by_marks r grundy right_hints = true); unfold check_by_marks.
  destruct (fold_succeeds (check_values_step r grundy right_hints) 0 (order r) (roomy r)) with (x := new_marks r)
    as [m ->]; [|pose proof (to_Z_bounded (order r)); lia|apply new_marks_roomy|reflexivity].
  intros u a W R; assert (P : is_position r u) by (unfold is_position, within in *; lia).
  unfold check_values_step.
  destruct (marks_step r u _ _ (fun e => G (head r e)) a P R (row_ordered r rows_are_right u P))
    as [x [-> [Rx [Mx Ux]]]].
  replace (check_values_at _ _ _ u x) with true; [now exists x|symmetry].
  assert (free : forall k, (k <? most_marks r) = true -> ~ Values u (to_nat k) -> unmarked x (u + 1) k = true).
  { intros k B N; apply (Ux k B); intros e We E; apply N.
    apply (values_row r grundy rows_are_right u _ P); exists e; split; [exact We|]; rewrite E; apply decode_finite.
    apply infinite_false; pose proof (most_marks_bound r); change (to_Z max_int) with 9223372036854775807%Z; lia. }
  assert (is_marked : forall k, (k <? most_marks r) = true -> is_mex (Values u) (to_nat k) -> mex_marked x (u + 1) k = true).
  { intros k B [N A]; unfold mex_marked; rewrite (free k B N); apply all_in_intro; intros j Wj.
    assert (V : Values u (to_nat j)) by (apply A; unfold within, to_nat in *; lia).
    apply (values_row r grundy rows_are_right u _ P) in V; destruct V as [e [We Ee]].
    apply decode_some in Ee; destruct Ee as [Ie Ne]; apply to_nat_inj in Ne; rewrite <- Ne.
    apply (Mx e We); rewrite Ne; unfold within in Wj; lia. }
  unfold check_values_at; rewrite all_in_intro.
  - destruct (infinite (G u)) eqn:I.
    + rewrite (has_witness_complete u P I).
      destruct (witness_hint_spec u P I) as [_ [_ [M [B _]]]]; exact (is_marked _ B M).
    + apply is_marked; [exact (value_fits r grundy _ rows_are_right small HG u P I)|].
      exact (value_is_mex r grundy _ HG u P I).
  - intros i Wi; change (unmarked x (u + 1) (mex_hint (client_hint i)) = true).
    pose proof (client_hint_in u i P Wi) as C; apply filter_In in C; destruct C as [C Q].
    apply in_interval in C; apply andb_true_iff in Q; destruct Q as [Ic Q]; apply eqb_correct in Q.
    assert (Pc : is_position r (client_hint i)) by (unfold is_position, within in *; lia).
    destruct (witness_hint_spec (client_hint i) Pc Ic) as [_ [_ [_ [B N]]]]; rewrite Q in N; exact (free _ B N).
Qed.

Lemma check_counter_complete (u : int) :
  is_position r u -> check_counter_at r grundy counter right_hints u = true.
Proof.
  intros P; unfold check_counter_at; pose proof (given u P) as Q.
  destruct (infinite (G u)) eqn:I.
  { apply decode_none, Q; now apply decode_infinite. }
  destruct (infinite (c u)) eqn:Ic.
  { rewrite (decode_infinite _ Ic), (decode_finite _ I) in Q; destruct Q as [Q _]; discriminate (Q eq_refl). }
  apply all_in_intro; intros e W; unfold has_reply.
  destruct (G u <? G (head r e)) eqn:L; [|reflexivity].
  pose proof (move_follower r u e P W) as F; pose proof (follower_is_position r _ _ rows_are_right F) as Pv.
  destruct (HG u) as [_ [B _]].
  destruct (B (to_nat (G u)) (head r e)) as [w [Fw [Ew Lw]]].
  - now rewrite (value_at r grundy u P), decode_finite.
  - exact F.
  - rewrite (value_at r grundy _ Pv); unfold decode; destruct (infinite (G (head r e))); simpl; [exact Logic.I|].
    unfold to_nat; lia.
  - pose proof (follower_is_position r _ _ rows_are_right Fw) as Pw.
    rewrite (value_at r grundy w Pw) in Ew; rewrite !counter_of_position in Lw by assumption.
    apply follower_row in Fw; destruct Fw as [_ [x [Wx Ex]]].
    change (at_index (reply right_hints) e) with (reply_hint e).
    assert (X : in_row_of (head r e) (reply_hint e) /\
                (G (head r (reply_hint e)) =? G (source e)) && (c (head r (reply_hint e)) <? c (source e)) = true).
    { apply (pick_spec (fun x => (G (head r x) =? G (source e)) && (c (head r x) <? c (source e))) _ _ x Wx).
      rewrite (source_spec u e P W), Ex; apply andb_true_iff; split.
      - apply Uint63.eqb_spec; exact (same_value _ _ _ Ew (decode_finite _ I)).
      - unfold to_nat in Lw; lia. }
    destruct X as [Wr T]; rewrite (source_spec u e P W) in T.
    apply andb_true_iff in T; destruct T as [T T']; rewrite (in_row_intro _ _ Wr), T; exact T'.
Qed.

(* Right values and counters are accepted, for these hints. *)
Theorem check_grundy_complete : exists h, check_grundy r grundy counter h = true.
Proof.
  exists right_hints; unfold check_grundy; rewrite rows_are_right, check_values_complete.
  apply all_in_intro; intros u W; apply check_counter_complete; unfold is_position, within in *; lia.
Qed.

End CompleteGrundy.
