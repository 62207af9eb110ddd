(* Games on vectors, and the periods of their rows: Theorems 1 and 2 of
   docs/vectors.md. *)

Require Import List Arith Lia Bool Wf_nat.
Import ListNotations.
From Grundy Require Import Digraph Play Grundy Heaps.

(* ---- subtraction ----------------------------------------------------------------- *)

Lemma subtract_sum (u v w : list nat) :
  subtract u v = Some w -> list_sum u = list_sum v + list_sum w.
Proof.
  revert v w; induction u as [|a u IH]; intros [|b v] w; simpl; try discriminate.
  - now intros [= <-].
  - destruct (Nat.leb_spec b a); [|discriminate]; destruct (subtract u v) as [z|] eqn:E; [|discriminate].
    intros [= <-]; simpl; rewrite (IH v z E); lia.
Qed.

Lemma subtract_le (u v w : list nat) : subtract u v = Some w -> Forall2 le v u /\ Forall2 le w u.
Proof.
  revert v w; induction u as [|a u IH]; intros [|b v] w; simpl; try discriminate.
  - intros [= <-]; auto.
  - destruct (Nat.leb_spec b a); [|discriminate]; destruct (subtract u v) as [z|] eqn:E; [|discriminate].
    intros [= <-]; destruct (IH v z E); split; constructor; auto; lia.
Qed.

Lemma sum_times (k : nat) (v : list nat) : list_sum (times k v) = k * list_sum v.
Proof. unfold times; induction v as [|a v IH]; simpl; lia. Qed.

Lemma times_one (v : list nat) : times 1 v = v.
Proof. unfold times; induction v as [|a v IH]; [reflexivity|]; cbn [map]; rewrite IH; f_equal; lia. Qed.

Lemma times_app (k : nat) (v w : list nat) (d : nat) : times k (v ++ d :: w) = times k v ++ k * d :: times k w.
Proof. unfold times; now rewrite map_app. Qed.

(* A difference of vectors with an x in the middle. *)
Lemma subtract_row (b a v w : list nat) (x d : nat) :
  length v = length b ->
  subtract (b ++ x :: a) (v ++ d :: w) =
  match subtract b v, subtract a w with
  | Some l, Some r => if d <=? x then Some (l ++ (x - d) :: r) else None
  | _, _ => None
  end.
Proof.
  revert v; induction b as [|y b IH]; intros [|e v] L; try discriminate L.
  - simpl; destruct (d <=? x), (subtract a w); reflexivity.
  - simpl; rewrite IH by (simpl in L; lia).
    destruct (e <=? y); [|now destruct (subtract b v)].
    destruct (subtract b v), (subtract a w); simpl; try reflexivity.
    now destruct (d <=? x).
Qed.

(* A vector of another dimension does not fit. *)
Lemma subtract_length (u v : list nat) : length v <> length u -> subtract u v = None.
Proof.
  revert v; induction u as [|a u IH]; intros [|b v] L; simpl in *; try reflexivity; [lia|].
  rewrite IH by lia; now destruct (b <=? a).
Qed.

Lemma split_vector (u : list nat) (i j : nat) :
  length u = i + S j -> exists v d w, u = v ++ d :: w /\ length v = i /\ length w = j.
Proof.
  intros L; destruct (nth_split u 0 (n := i)) as [v [w [E V]]]; [lia|].
  exists v, (nth i u 0), w; split; [exact E|]; split; [exact V|].
  rewrite E, app_length in L; simpl in L; lia.
Qed.

Lemma all_zero (v : list nat) : list_sum v = 0 -> forall k, times k v = repeat 0 (length v).
Proof.
  intros Z k; induction v as [|a v IH]; simpl in *; [reflexivity|].
  rewrite IH by lia; f_equal; nia.
Qed.

Lemma subtract_zeros (u : list nat) : subtract u (repeat 0 (length u)) = Some u.
Proof. induction u as [|a u IH]; simpl; [reflexivity|]; now rewrite IH, Nat.sub_0_r. Qed.

Lemma le_trans_2 (u v w : list nat) : Forall2 le u v -> Forall2 le v w -> Forall2 le u w.
Proof.
  intros H; revert w; induction H as [|a b u v L H IH]; intros w K; inversion K; subst; constructor;
    [lia|now apply IH].
Qed.

Lemma le_refl_2 (u : list nat) : Forall2 le u u.
Proof. induction u; constructor; auto. Qed.

Lemma le_length (u v : list nat) : Forall2 le u v -> length u = length v.
Proof. induction 1; simpl; lia. Qed.

(* ---- values of games without infinite plays ----------------------------------------- *)

Section Weights.
Context {g : digraph} (weight : g -> nat).
Hypothesis smaller : forall u v : g, follower u v -> weight v < weight u.

Lemma weights_end : every_play_ends g.
Proof. exact (well_founded_lt_compat g weight (fun v u => follower u v) (fun v u F => smaller u v F)). Qed.

Fixpoint value_within (n : nat) (u : g) : nat :=
  match n with
  | 0 => 0
  | S n => let l := map (value_within n) (moves u) in least_missing l (S (length l)) 0
  end.

Lemma value_within_enough (n m : nat) (u : g) :
  weight u < n -> weight u < m -> value_within n u = value_within m u.
Proof.
  revert m u; induction n as [|n IH]; intros [|m] u N M; try lia; simpl.
  replace (map (value_within m) (moves u)) with (map (value_within n) (moves u)); [reflexivity|].
  apply map_ext_in; intros v I; pose proof (smaller u v I); apply IH; lia.
Qed.

Definition value_by_weight (u : g) : nat := value_within (S (weight u)) u.

Lemma value_by_weight_classical : is_classical value_by_weight.
Proof.
  intros u.
  assert (E : forall v, follower u v -> value_within (weight u) v = value_by_weight v).
  { intros v F; pose proof (smaller u v F); apply value_within_enough; lia. }
  destruct (least_missing_mex (map (value_within (weight u)) (moves u))) as [no below]; split.
  - intros [v [F X]]; apply no; apply in_map_iff; exists v; split; [|exact F]; now rewrite E.
  - intros j J; pose proof (below j J) as I; apply in_map_iff in I; destruct I as [v [X F]].
    exists v; split; [exact F|]; now rewrite <- E.
Qed.

Lemma classical_is_grundy (G : g -> nat) : is_classical G -> is_grundy (fun u => Some (G u)) weight.
Proof.
  intros HG u; destruct (HG u) as [no below]; repeat split.
  - injection H as <-; intros [v [F [= E]]]; apply no; now exists v.
  - injection H as <-; intros j J; destruct (below j J) as [v [F E]]; exists v; split; [exact F|now rewrite E].
  - intros k v [= <-] F L; simpl in L; destruct (HG v) as [_ below'].
    destruct (below' _ L) as [w [Fw Ew]]; exists w; split; [exact Fw|]; rewrite Ew; split; [reflexivity|].
    pose proof (smaller u v F); pose proof (smaller v w Fw); lia.
  - discriminate.
Qed.

End Weights.

(* ---- moves -------------------------------------------------------------------------- *)

Section Vectors.
Context (vectors : list (list nat * bool)) (overshoot : bool).

Notation vector_game := (vector_game vectors overshoot).

(* The k-fold vector v may be subtracted, if it fits. *)
Definition may_subtract (v : list nat) (k : nat) : Prop :=
  1 <= k /\ (In (v, true) vectors \/ In (v, false) vectors /\ k = 1).

Hypothesis positive : vectors_positive vectors.

Lemma may_subtract_positive (v : list nat) (k : nat) : may_subtract v k -> 1 <= list_sum v.
Proof. intros [_ [I|[I _]]]; exact (positive _ _ I). Qed.

Lemma too_often (u v : list nat) (k : nat) :
  1 <= list_sum v -> list_sum u < k -> subtract u (times k v) = None.
Proof.
  intros P L; destruct (subtract u (times k v)) as [w|] eqn:E; [|reflexivity].
  apply subtract_sum in E; rewrite sum_times in E; nia.
Qed.

Lemma vector_follower (u : list nat) (y : vector_game) :
  @follower vector_game (Some u) y <->
  exists v k, may_subtract v k /\ In y (difference overshoot u (times k v)).
Proof.
  unfold follower; simpl; rewrite in_flat_map; split.
  - intros [[v is_ray] [I H]]; apply in_flat_map in H; destruct H as [k [K H]]; exists v, k.
    split; [|exact H]; unfold multiples in K; apply in_seq in K; split; [lia|].
    destruct is_ray; [now left|right; split; [exact I|lia]].
  - intros [v [k [M H]]]; pose proof (may_subtract_positive v k M) as P; destruct M as [K [I|[I ->]]].
    + exists (v, true); split; [exact I|]; apply in_flat_map; unfold multiples.
      destruct (le_lt_dec k (list_sum u)) as [L|L].
      * exists k; split; [apply in_seq; lia|exact H].
      * exists (S (list_sum u)); split; [apply in_seq; lia|].
        unfold difference in *; rewrite too_often in * by lia; exact H.
    + exists (v, false); split; [exact I|]; apply in_flat_map; exists 1; split; [now left|exact H].
Qed.

Lemma follower_some (u w : list nat) :
  @follower vector_game (Some u) (Some w) <->
  exists v k, may_subtract v k /\ subtract u (times k v) = Some w.
Proof.
  rewrite vector_follower; unfold difference; split; intros [v [k [M H]]]; exists v, k; split; auto.
  - destruct (subtract u (times k v)) as [z|]; [|destruct overshoot; [|destruct H]];
      destruct H as [H|[]]; congruence.
  - rewrite H; now left.
Qed.

Lemma follower_out (u : list nat) :
  @follower vector_game (Some u) None <->
  overshoot = true /\ exists v k, may_subtract v k /\ subtract u (times k v) = None.
Proof.
  rewrite vector_follower; unfold difference; split.
  - intros [v [k [M H]]]; destruct (subtract u (times k v)) as [z|] eqn:E;
      [destruct H as [H|[]]; discriminate H|].
    destruct overshoot; [|destruct H]; split; [reflexivity|now exists v, k].
  - intros [-> [v [k [M H]]]]; exists v, k; split; [exact M|]; rewrite H; now left.
Qed.

Definition vector_weight (u : vector_game) : nat := match u with Some u => S (list_sum u) | None => 0 end.

Lemma vector_smaller (u v : vector_game) : follower u v -> vector_weight v < vector_weight u.
Proof.
  destruct u as [u|]; [|intros []]; destruct v as [w|]; intros F; simpl; [|lia].
  apply follower_some in F; destruct F as [v [k [M E]]]; pose proof (may_subtract_positive v k M).
  apply subtract_sum in E; rewrite sum_times in E; destruct M as [K _]; nia.
Qed.

Lemma out_value (G : vector_game -> nat) : is_classical G -> G None = 0.
Proof.
  intros HG; destruct (HG None) as [_ below]; destruct (G None) as [|k]; [reflexivity|].
  destruct (below 0 ltac:(lia)) as [v [[] _]].
Qed.

(* Two functions that are right at all positions of a box agree there. *)
Lemma values_agree (G H : vector_game -> nat) (corner : list nat) :
  is_classical G -> H None = 0 ->
  (forall u, Forall2 le u corner ->
     is_mex (fun x => exists v, @follower vector_game (Some u) v /\ H v = x) (H (Some u))) ->
  forall u, Forall2 le u corner -> G (Some u) = H (Some u).
Proof.
  intros HG H0 HH u; remember (list_sum u) as n eqn:N; revert u N.
  induction n as [n IH] using lt_wf_ind; intros u -> B.
  apply (mex_unique _ _ _ (HG (Some u))).
  assert (E : forall v, @follower vector_game (Some u) v -> G v = H v).
  { intros [w|] F; [|now rewrite H0, out_value].
    pose proof (vector_smaller _ _ F) as S; simpl in S; apply (IH (list_sum w)); [lia|reflexivity|].
    apply follower_some in F; destruct F as [v [k [_ F]]]; apply subtract_le in F.
    now apply (le_trans_2 _ u). }
  destruct (HH u B) as [no below]; split.
  - intros [v [F X]]; apply no; exists v; split; [exact F|]; now rewrite <- E.
  - intros j J; destruct (below j J) as [v [F X]]; exists v; split; [exact F|]; now rewrite E.
Qed.

(* ---- rows --------------------------------------------------------------------------- *)

Section Rows.
Context (G : vector_game -> nat) (HG : is_classical G) (before after : list nat) (m : nat).

Notation at_x b a x := (G (in_row vectors overshoot b a x)).
Notation is_row b a := (Forall2 le b before /\ Forall2 le a after).

(* What a move does to all rows: for x at least m, it either does not fit, or
   leads to a row, e back, and to another one if e = 0. *)
Lemma move_in_row (v : list nat) (k : nat) (b a : list nat) :
  (forall l d r, v = l ++ d :: r -> leads_back vectors before after l r d k -> k * d <= m) ->
  may_subtract v k -> is_row b a ->
  (forall x, m <= x -> subtract (b ++ x :: a) (times k v) = None) \/
  exists l r e, e <= m /\ is_row l r /\ (e = 0 -> list_sum l + list_sum r < list_sum b + list_sum a) /\
    forall x, m <= x -> subtract (b ++ x :: a) (times k v) = Some (l ++ (x - e) :: r).
Proof.
  intros depth M [Bb Ba]; pose proof (may_subtract_positive v k M) as P.
  destruct (Nat.eq_dec (length v) (length b + S (length a))) as [L|L].
  2: { left; intros x _; apply subtract_length; unfold times; rewrite map_length, app_length; simpl; lia. }
  destruct (split_vector v (length b) (length a) L) as [vl [d [vr [-> [Ll Lr]]]]].
  rewrite times_app; assert (Lk : length (times k vl) = length b) by (unfold times; now rewrite map_length).
  destruct (subtract b (times k vl)) as [l|] eqn:El.
  2: { left; intros x _; rewrite subtract_row by exact Lk; now rewrite El. }
  destruct (subtract a (times k vr)) as [r|] eqn:Er.
  2: { left; intros x _; rewrite subtract_row by exact Lk; now rewrite El, Er. }
  destruct (subtract_le _ _ _ El) as [Vl Wl], (subtract_le _ _ _ Er) as [Vr Wr].
  assert (D : k * d <= m).
  { apply (depth vl d vr eq_refl); destruct M as [K M]; split; [exact K|]; split; [exact M|].
    split; [now apply (le_trans_2 _ b)|now apply (le_trans_2 _ a)]. }
  right; exists l, r, (k * d); split; [exact D|]; split; [|split].
  - split; [now apply (le_trans_2 _ b)|now apply (le_trans_2 _ a)].
  - intros Z; apply subtract_sum in El; apply subtract_sum in Er; rewrite sum_times in El, Er.
    rewrite list_sum_app in P; simpl in P; destruct M as [K _].
    assert (Q : list_sum vl + list_sum vr <= k * (list_sum vl + list_sum vr)) by nia; nia.
  - intros x X; rewrite subtract_row by exact Lk; rewrite El, Er.
    destruct (Nat.leb_spec (k * d) x); [reflexivity|lia].
Qed.

(* Two positions of a row have the same values among their followers if those
   that correspond have the same value. *)
Lemma corresponding_followers (b a : list nat) (x x' : nat) :
  (forall v w d k, leads_back vectors before after v w d k -> k * d <= m) ->
  is_row b a -> m <= x -> m <= x' ->
  (forall l r e, e <= m -> is_row l r -> (e = 0 -> list_sum l + list_sum r < list_sum b + list_sum a) ->
     at_x l r (x' - e) = at_x l r (x - e)) ->
  forall y, follower (in_row vectors overshoot b a x) y ->
  exists y', follower (in_row vectors overshoot b a x') y' /\ G y' = G y.
Proof.
  intros depth R X X' same [w|] F.
  - apply follower_some in F; destruct F as [v [k [M E]]].
    destruct (move_in_row v k b a) as [N|[l [r [e [D [R' [S N]]]]]]]; auto.
    { intros; eapply depth; eassumption. }
    { rewrite N in E by exact X; discriminate E. }
    rewrite N in E by exact X; injection E as <-; exists (in_row vectors overshoot l r (x' - e)); split.
    + apply follower_some; exists v, k; split; [exact M|now apply N].
    + now apply same.
  - apply follower_out in F; destruct F as [O [v [k [M E]]]]; exists None; split; [|reflexivity].
    apply follower_out; split; [exact O|]; exists v, k; split; [exact M|].
    destruct (move_in_row v k b a) as [N|[l [r [e [D [R' [S N]]]]]]]; auto.
    { intros; eapply depth; eassumption. }
    rewrite N in E by exact X; discriminate E.
Qed.

(* Theorem 1. *)
Theorem rows_periodic (s p : nat) :
  (forall v w d k, leads_back vectors before after v w d k -> k * d <= m) ->
  (forall x, s <= x < s + m -> forall b a, is_row b a -> at_x b a (x + p) = at_x b a x) ->
  forall x, s <= x -> forall b a, is_row b a -> at_x b a (x + p) = at_x b a x.
Proof.
  intros depth seen x; induction x as [x IH] using lt_wf_ind; intros L b a.
  remember (list_sum b + list_sum a) as n eqn:N; revert b a N.
  induction n as [n IHn] using lt_wf_ind; intros b a -> R.
  destruct (lt_dec x (s + m)) as [B|B]; [now apply seen|].
  assert (same : forall l r e, e <= m -> is_row l r ->
            (e = 0 -> list_sum l + list_sum r < list_sum b + list_sum a) ->
            at_x l r (x + p - e) = at_x l r (x - e)).
  { intros l r e E R' S; destruct (Nat.eq_dec e 0) as [->|P].
    - rewrite !Nat.sub_0_r; now apply (IHn (list_sum l + list_sum r)); [apply S| |].
    - replace (x + p - e) with (x - e + p) by lia; apply IH; [lia|lia|exact R']. }
  apply (mex_unique _ _ _ (HG (in_row vectors overshoot b a (x + p)))).
  destruct (HG (in_row vectors overshoot b a x)) as [no below]; split.
  - intros [y [F E]]; apply no.
    destruct (corresponding_followers b a (x + p) x depth R ltac:(lia) ltac:(lia)) with (y := y) as [y' [F' E']];
      [intros; symmetry; now apply same|exact F|].
    exists y'; split; [exact F'|now rewrite E'].
  - intros j J; destruct (below j J) as [y [F E]].
    destruct (corresponding_followers b a x (x + p) depth R ltac:(lia) ltac:(lia)) with (y := y) as [y' [F' E']];
      [exact same|exact F|].
    exists y'; split; [exact F'|now rewrite E'].
Qed.

(* ---- rows along a ray ------------------------------------------------------------------ *)

Section Along.
Hypothesis ray : In (repeat 0 (length before) ++ 1 :: repeat 0 (length after), true) vectors.
Hypothesis no_overshoot : overshoot = false.
Hypothesis depth : forall v w d k,
  leads_back vectors before after v w d k -> 1 <= list_sum v + list_sum w -> k * d <= m.

(* A move from (b, a) leads e back to (l, r), for all x that are at least m. *)
Definition other_move (b a l r : list nat) (e : nat) : Prop :=
  e <= m /\ is_row l r /\ (e = 0 -> list_sum l + list_sum r < list_sum b + list_sum a) /\
  forall x, m <= x -> follower (in_row vectors overshoot b a x) (in_row vectors overshoot l r (x - e)).

Lemma row_follower (b a : list nat) (x : nat) (y : vector_game) :
  is_row b a -> m <= x ->
  follower (in_row vectors overshoot b a x) y <->
  (exists j, j < x /\ y = in_row vectors overshoot b a j) \/
  exists l r e, other_move b a l r e /\ y = in_row vectors overshoot l r (x - e).
Proof.
  intros R X; pose proof (le_length _ _ (proj1 R)) as Lb; pose proof (le_length _ _ (proj2 R)) as La; split.
  - intros F; destruct y as [w|].
    2: { apply follower_out in F; destruct F as [F _]; congruence. }
    apply follower_some in F; destruct F as [v [k [M E]]].
    destruct (Nat.eq_dec (length v) (length b + S (length a))) as [L|L].
    2: { rewrite subtract_length in E; [discriminate E|].
         unfold times; rewrite map_length, app_length; simpl; lia. }
    destruct (split_vector v (length b) (length a) L) as [vl [d [vr [-> [Ll Lr]]]]].
    destruct (Nat.eq_dec (list_sum vl + list_sum vr) 0) as [Z|Z].
    + left; rewrite times_app, subtract_row in E by (unfold times; now rewrite map_length).
      rewrite !all_zero, Ll, Lr, !subtract_zeros in E by lia.
      destruct (Nat.leb_spec (k * d) x); [|discriminate E]; injection E as <-.
      exists (x - k * d); split; [|reflexivity].
      pose proof (may_subtract_positive _ k M) as P; rewrite list_sum_app in P; simpl in P.
      destruct M as [K _]; nia.
    + right; destruct (move_in_row (vl ++ d :: vr) k b a) as [N|[l [r [e [D [R' [S N]]]]]]]; auto.
      { intros l' d' r' E' LB; apply (depth l' r' d' k LB).
        destruct (proj2 (proj2 LB)) as [Fl Fr]; apply le_length in Fl; apply le_length in Fr.
        unfold times in Fl, Fr; rewrite map_length in Fl, Fr.
        assert (l' = vl /\ d' :: r' = d :: vr) as [-> [= -> ->]]; [|lia].
        apply app_eq_app in E'; destruct E' as [z [[E1 E2]|[E1 E2]]];
          (assert (z = []) as -> by (apply length_zero_iff_nil; apply (f_equal (@length nat)) in E1;
             rewrite app_length in E1; lia)); rewrite app_nil_r in E1; subst; auto. }
      { rewrite N in E by exact X; discriminate E. }
      exists l, r, e; split; [|rewrite N in E by exact X; injection E as <-; reflexivity].
      split; [exact D|]; split; [exact R'|]; split; [exact S|]; intros x' X'.
      apply follower_some; exists (vl ++ d :: vr), k; split; [exact M|now apply N].
  - intros [[j [J ->]]|[l [r [e [O ->]]]]]; [|now apply O].
    apply follower_some; exists (repeat 0 (length before) ++ 1 :: repeat 0 (length after)), (x - j); split.
    { split; [lia|now left]. }
    rewrite times_app, subtract_row by (unfold times; rewrite map_length, repeat_length; lia).
    assert (Z : forall n, list_sum (repeat 0 n) = 0) by (intros n; induction n; simpl; auto).
    rewrite !all_zero, !repeat_length, <- Lb, <- La, !subtract_zeros by apply Z.
    destruct (Nat.leb_spec ((x - j) * 1) x); [|lia]; repeat f_equal; lia.
Qed.

(* The value v occurs in the row before column n. *)
Definition occurs_before (b a : list nat) (n v : nat) : Prop := exists j, j < n /\ at_x b a j = v.

Lemma occurs_or_free (b a : list nat) (n v : nat) :
  occurs_before b a n v \/ is_free vectors overshoot G b a n v.
Proof.
  induction n as [|n [[j [J E]]|F]]; [right; intros j J; lia|left; exists j; split; [lia|exact E]|].
  destruct (Nat.eq_dec (at_x b a n) v) as [E|E]; [left; exists n; auto|right].
  intros j J; destruct (Nat.eq_dec j n) as [->|D]; [exact E|apply F; lia].
Qed.

Lemma not_occurs_free (b a : list nat) (n v : nat) :
  occurs_before b a n v -> ~ is_free vectors overshoot G b a n v.
Proof. intros [j [J E]] F; exact (F j J E). Qed.

Context (p : nat).

(* What is known at column n. *)
Definition alike_at (n : nat) : Prop :=
  (forall j, n <= j + m -> j < n -> forall b a, is_row b a -> at_x b a (j + p) = at_x b a j + p) /\
  (forall b a, is_row b a -> forall v,
     occurs_before b a (n + p) v <-> v < p \/ exists v', v = v' + p /\ occurs_before b a n v').

Lemma value_alike (n : nat) :
  m <= n -> alike_at n -> forall b a, is_row b a -> at_x b a (n + p) = at_x b a n + p.
Proof.
  intros X [same free] b a; remember (list_sum b + list_sum a) as z eqn:N; revert b a N.
  induction z as [z IH] using lt_wf_ind; intros b a -> R.
  assert (E : forall l r e, other_move b a l r e -> at_x l r (n + p - e) = at_x l r (n - e) + p).
  { intros l r e [D [R' [S _]]]; destruct (Nat.eq_dec e 0) as [->|P].
    - rewrite !Nat.sub_0_r; apply (IH (list_sum l + list_sum r)); auto.
    - replace (n + p - e) with (n - e + p) by lia; apply same; [lia|lia|exact R']. }
  apply (mex_unique _ _ _ (HG (in_row vectors overshoot b a (n + p)))).
  destruct (HG (in_row vectors overshoot b a n)) as [no below]; split.
  - intros [y [F V]]; apply row_follower in F; [|exact R|lia].
    destruct F as [[j [J ->]]|[l [r [e [O ->]]]]].
    + assert (Q : occurs_before b a (n + p) (at_x b a n + p)) by (exists j; auto).
      apply free in Q; [|exact R]; destruct Q as [Q|[v [Q [i [I V']]]]]; [lia|].
      apply no; exists (in_row vectors overshoot b a i); split; [|lia].
      apply row_follower; [exact R|exact X|]; left; now exists i.
    + rewrite E in V by exact O; apply no; exists (in_row vectors overshoot l r (n - e)); split; [|lia].
      apply row_follower; [exact R|exact X|]; right; now exists l, r, e.
  - intros j J.
    assert (Q : occurs_before b a (n + p) j \/ exists l r e, other_move b a l r e /\ at_x l r (n + p - e) = j).
    { destruct (le_lt_dec p j) as [P|P]; [|left; apply free; auto].
      destruct (below (j - p) ltac:(lia)) as [y [F V]]; apply row_follower in F; [|exact R|exact X].
      destruct F as [[i [I ->]]|[l [r [e [O ->]]]]].
      - left; apply free; [exact R|]; right; exists (j - p); split; [lia|now exists i].
      - right; exists l, r, e; split; [exact O|]; rewrite E by exact O; lia. }
    destruct Q as [[i [I V]]|[l [r [e [O V]]]]].
    + exists (in_row vectors overshoot b a i); split; [|exact V].
      apply row_follower; [exact R|lia|]; left; now exists i.
    + exists (in_row vectors overshoot l r (n + p - e)); split; [|exact V].
      apply row_follower; [exact R|lia|]; right; now exists l, r, e.
Qed.

Lemma next_alike (n : nat) : m <= n -> alike_at n -> alike_at (S n).
Proof.
  intros X A; pose proof (value_alike n X A) as V; destruct A as [same free]; split.
  - intros j J L b a R; destruct (Nat.eq_dec j n) as [->|D]; [now apply V|apply same; auto; lia].
  - intros b a R v; specialize (free b a R); specialize (V b a R); split.
    + intros [j [J E]]; destruct (Nat.eq_dec j (n + p)) as [->|D].
      * right; exists (at_x b a n); split; [lia|]; exists n; split; [lia|reflexivity].
      * assert (Q : occurs_before b a (n + p) v) by (exists j; split; [lia|exact E]).
        apply free in Q; destruct Q as [Q|[v' [Q [i [I E']]]]]; [now left|].
        right; exists v'; split; [exact Q|]; exists i; split; [lia|exact E'].
    + intros [Q|[v' [-> [i [I E]]]]].
      * destruct (proj2 (free v) (or_introl Q)) as [j [J E]]; exists j; split; [lia|exact E].
      * destruct (Nat.eq_dec i n) as [->|D]; [exists (n + p); split; [lia|lia]|].
        assert (Q : occurs_before b a (n + p) (v' + p)).
        { apply free; right; exists v'; split; [reflexivity|]; exists i; split; [lia|exact E]. }
        destruct Q as [j [J E']]; exists j; split; [lia|exact E'].
Qed.

Lemma free_alike_at (n : nat) :
  (forall j, n <= j + m -> j < n -> forall b a, is_row b a -> at_x b a (j + p) = at_x b a j + p) ->
  (forall b a, is_row b a -> forall v, is_free vectors overshoot G b a (n + p) v <->
     exists v', v = v' + p /\ is_free vectors overshoot G b a n v') ->
  alike_at n.
Proof.
  intros same free; split; [exact same|]; intros b a R v; specialize (free b a R); split.
  - intros O; destruct (le_lt_dec p v) as [L|L]; [right|now left]; exists (v - p); split; [lia|].
    destruct (occurs_or_free b a n (v - p)) as [H|H]; [exact H|].
    destruct (not_occurs_free _ _ _ _ O); apply free; exists (v - p); split; [lia|exact H].
  - intros H; destruct (occurs_or_free b a (n + p) v) as [O|O]; [exact O|].
    apply free in O; destruct O as [u [-> F]]; destruct H as [H|[w [E H]]]; [lia|].
    replace w with u in H by lia; destruct (not_occurs_free _ _ _ _ H F).
Qed.

(* Theorem 2. *)
Theorem rows_grow (n : nat) :
  m <= n -> alike_at n ->
  forall x, n <= x + m -> forall b a, is_row b a -> at_x b a (x + p) = at_x b a x + p.
Proof.
  intros X A x L; destruct (le_lt_dec n x) as [C|C]; [|intros b a; apply A; lia].
  apply value_alike; [lia|]; replace x with (n + (x - n)) by lia.
  induction (x - n) as [|i IH]; [now rewrite Nat.add_0_r|].
  rewrite Nat.add_succ_r; apply next_alike; [lia|exact IH].
Qed.

End Along.
End Rows.
End Vectors.
