(* The checker of periods of rows of games on vectors.

   It computes no value: a table has the values of all positions below a corner,
   and the checker looks whether each is the least number that no follower has.
   Then Theorem 1 or 2 of [Vectors.v] proves how the row goes on. *)

Require Import List ZArith Lia Bool Uint63 ZifyUint63 PArray.
Import ListNotations.
From Grundy Require Import Digraph Play Loops Rows Marks Heaps CheckMoves Vectors.
Local Open Scope uint63_scope.

(* A game and a row of it, its first values, and their period. *)
Record row_claim := RowClaim {
  row_vectors : list (list int * bool);  (* [true] marks a ray *)
  row_overshoot : bool;
  row_before : list int;   (* the coordinates before x *)
  row_after : list int;
  row_preperiod : int;
  row_period : int;
  row_saltus : int;
  row_values : column;     (* the first [row_preperiod + row_period] values *)
  (* The rest is only for the proof. *)
  row_depth : int;         (* no move subtracts more from x *)
  row_at : int;            (* the columns before this one … *)
  row_all_period : int;    (* … equal those that are so much later *)
  row_columns : int;       (* how many columns the table has *)
  row_table : column
}.

Definition vectors_of (c : row_claim) : list (list nat * bool) :=
  map (fun '(v, is_ray) => (map to_nat v, is_ray)) (row_vectors c).

(* The position of the row at x = n. *)
Definition row_position (c : row_claim) (n : nat) : vector_game (vectors_of c) (row_overshoot c) :=
  in_row _ _ (map to_nat (row_before c)) (map to_nat (row_after c)) n.

Definition row_value (c : row_claim) (n : nat) : nat := to_nat (at_index (row_values c) (of_nat n)).

(* ---- numbers ---------------------------------------------------------------------- *)

Definition tiny (x : int) : bool := x <? 1073741824.   (* 2^30 *)

Definition all_tiny (u : list int) : bool := forallb tiny u.

Lemma tiny_spec (x : int) : tiny x = true -> (Z.of_nat (to_nat x) < 1073741824)%Z.
Proof. unfold tiny, to_nat; lia. Qed.

Lemma map_of_to (u : list int) : map of_nat (map to_nat u) = u.
Proof. induction u as [|a u IH]; [reflexivity|]; cbn [map]; now rewrite of_to_nat, IH. Qed.

Lemma of_nat_add (x : nat) (y : int) :
  (Z.of_nat x < 4611686018427387904)%Z -> (to_Z y < 4611686018427387904)%Z ->
  of_nat (x + to_nat y) = of_nat x + y.
Proof.
  intros X Y; apply to_Z_inj; pose proof (to_Z_bounded y).
  unfold of_nat; rewrite add_spec, !of_Z_spec; change wB with 9223372036854775808%Z; unfold to_nat.
  rewrite (Z.mod_small (Z.of_nat x)) by lia; rewrite !Z.mod_small by lia; lia.
Qed.

Lemma within_of_nat (lo hi : int) (x : nat) :
  (to_nat lo <= x < to_nat hi)%nat -> within lo hi (of_nat x).
Proof.
  intros X; assert (B : to_nat (of_nat x) = x).
  { apply to_of_nat; pose proof (to_Z_bounded hi); unfold to_nat in X; lia. }
  unfold within; pose proof (to_Z_bounded (of_nat x)); unfold to_nat in *; lia.
Qed.

(* u minus k times v. *)
Fixpoint take_times (k : int) (u v : list int) : option (list int) :=
  match u, v with
  | a :: u, b :: v =>
      let kb := k * b in
      if kb <=? a
      then match take_times k u v with Some w => Some (a - kb :: w) | None => None end
      else None
  | [], [] => Some []
  | _, _ => None
  end.

Lemma take_times_spec (k : int) (u v : list int) :
  (Z.of_nat (to_nat k) <= 2147483647)%Z -> all_tiny v = true ->
  option_map (map to_nat) (take_times k u v) = subtract (map to_nat u) (times (to_nat k) (map to_nat v)).
Proof.
  intros K; revert v; induction u as [|a u IH]; intros [|b v] V; try reflexivity; simpl in V.
  apply andb_true_iff in V; destruct V as [B V]; apply tiny_spec in B; specialize (IH v V).
  cbn [take_times map times subtract].
  assert (E : to_nat (k * b) = (to_nat k * to_nat b)%nat).
  { unfold to_nat in *; pose proof (to_Z_bounded k); pose proof (to_Z_bounded b).
    rewrite mul_spec, Z.mod_small; [nia|]; change wB with 9223372036854775808%Z; nia. }
  change (map (Nat.mul (to_nat k)) (map to_nat v)) with (times (to_nat k) (map to_nat v)).
  rewrite <- E, <- IH; destruct (k * b <=? a) eqn:L.
  - replace (to_nat (k * b) <=? to_nat a)%nat with true by (symmetry; apply Nat.leb_le; unfold to_nat; lia).
    destruct (take_times k u v); [|reflexivity]; simpl; repeat f_equal; unfold to_nat; lia.
  - now replace (to_nat (k * b) <=? to_nat a)%nat with false by (symmetry; apply Nat.leb_gt; unfold to_nat; lia).
Qed.

(* No larger multiple of v is below u; this one if v is 0. *)
Definition most : int := 2147483647.   (* 2^31 - 1 *)

Lemma most_value : Z.of_nat (to_nat most) = 2147483647%Z.
Proof. unfold to_nat; rewrite Z2Nat.id; [reflexivity|]; change (to_Z most) with 2147483647%Z; lia. Qed.

Fixpoint most_times (u v : list int) : int :=
  match u, v with
  | a :: u, b :: v =>
      let k := most_times u v in
      if b =? 0 then k else let q := a / b in if q <? k then q else k
  | _, _ => most
  end.

Lemma most_times_small (u v : list int) : (Z.of_nat (to_nat (most_times u v)) <= 2147483647)%Z.
Proof.
  revert v; induction u as [|a u IH]; intros [|b v]; cbn [most_times]; try (rewrite most_value; lia).
  specialize (IH v); destruct (b =? 0); [exact IH|]; cbv zeta.
  destruct (a / b <? most_times u v) eqn:L; [|exact IH].
  apply Z.le_trans with (Z.of_nat (to_nat (most_times u v))); [|exact IH].
  revert L; clear; generalize (a / b) (most_times u v); intros x y L; unfold to_nat; lia.
Qed.

Definition has_positive (v : list int) : bool := existsb (fun b => 0 <? b) v.

Lemma has_positive_sum (v : list int) : has_positive v = true <-> (1 <= list_sum (map to_nat v))%nat.
Proof.
  induction v as [|b v IH]; simpl; [split; [discriminate|lia]|].
  rewrite orb_true_iff, IH; unfold to_nat; lia.
Qed.

Lemma most_times_bound (u v : list int) (k : nat) :
  all_tiny u = true -> Forall2 le (times k (map to_nat v)) (map to_nat u) ->
  has_positive v = true \/ (Z.of_nat k <= 2147483647)%Z -> (k <= to_nat (most_times u v))%nat.
Proof.
  revert v; induction u as [|a u IH]; intros [|b v] U F P; inversion F; subst; cbn [most_times has_positive existsb] in *.
  - destruct P as [P|P]; [discriminate P|pose proof most_value; lia].
  - simpl in U; apply andb_true_iff in U; destruct U as [A U]; apply tiny_spec in A.
    specialize (IH v U ltac:(assumption)); destruct (b =? 0) eqn:B.
    + apply IH; destruct P as [P|P]; [|now right]; left; apply orb_true_iff in P; destruct P as [P|P]; [lia|exact P].
    + assert (N : (1 <= to_nat b)%nat) by (unfold to_nat; lia).
      assert (k <= to_nat a)%nat by nia.
      specialize (IH ltac:(right; lia)).
      destruct (a / b <? most_times u v); [|exact IH].
      unfold to_nat in *; rewrite div_spec.
      assert (Z.of_nat k <= to_Z a / to_Z b)%Z; [|lia].
      apply Z.div_le_lower_bound; [lia|]; nia.
Qed.

(* ---- sets of values ------------------------------------------------------------------ *)

Definition mark_list (l : list int) (marks : array int) : array int :=
  fold_left (fun m x => set m x 1) l marks.

Lemma mark_list_spec (l : list int) (marks : array int) (j : int) :
  get (mark_list l marks) j = 1 <-> get marks j = 1 \/ In j l /\ (j <? length marks) = true.
Proof.
  revert marks; induction l as [|x l IH]; intros marks; simpl; [tauto|].
  unfold mark_list in *; rewrite IH, length_set.
  destruct (get_set_cases marks x 1 j) as [[-> [<- L]]|[-> N]]; [tauto|].
  split; [tauto|]; intros [H|[[->|H] L]]; [tauto| |tauto].
  rewrite N in L by reflexivity; discriminate L.
Qed.

(* x is the least number that is not in the list. *)
Definition check_mex (l : list int) (x : int) : bool :=
  if tiny x then
    let marks := mark_list l (make (x + 1) 0) in
    if x <? length marks then
      if get marks x =? 1 then false else all_in (fun j => get marks j =? 1) 0 x
    else false
  else false.

Lemma length_mark_list (l : list int) (marks : array int) : length (mark_list l marks) = length marks.
Proof.
  revert marks; induction l as [|x l IH]; intros marks; [reflexivity|]; unfold mark_list in *; simpl.
  now rewrite IH, length_set.
Qed.

Lemma check_mex_true (l : list int) (x : int) :
  check_mex l x = true -> is_mex (fun y => In y (map to_nat l)) (to_nat x).
Proof.
  unfold check_mex; destruct (tiny x); [|discriminate].
  set (marks := make (x + 1) 0); rewrite length_mark_list.
  destruct (x <? length marks) eqn:L; [|discriminate].
  destruct (get (mark_list l marks) x =? 1) eqn:X; [discriminate|]; intros A; split.
  - intros I; apply in_map_iff in I; destruct I as [y [E I]]; apply to_nat_inj in E; subst y.
    assert (H : get (mark_list l marks) x = 1) by (apply mark_list_spec; auto).
    rewrite H in X; discriminate X.
  - intros j J.
    assert (B : to_nat (of_nat j) = j)
      by (apply to_of_nat; pose proof (to_Z_bounded x); unfold to_nat in J; lia).
    assert (W : within 0 x (of_nat j))
      by (unfold within; pose proof (to_Z_bounded (of_nat j)); unfold to_nat in *; lia).
    pose proof (all_in_true _ _ _ A (of_nat j) W) as H; cbv beta in H; apply eqb_correct in H.
    apply mark_list_spec in H; destruct H as [H|[H _]].
    + unfold marks in H; rewrite get_make in H; lia.
    + rewrite <- B; now apply in_map.
Qed.

Lemma check_mex_tiny (l : list int) (x : int) : check_mex l x = true -> tiny x = true.
Proof. unfold check_mex; now destruct (tiny x). Qed.

(* Whether f is true at all positions below the corner. *)
Fixpoint all_below (corner : list int) (f : list int -> bool) : bool :=
  match corner with
  | [] => f []
  | c :: rest => all_in (fun x => all_below rest (fun u => f (x :: u))) 0 (c + 1)
  end.

Lemma all_below_true (corner : list int) (f : list int -> bool) :
  all_tiny corner = true -> all_below corner f = true ->
  forall u, Forall2 le u (map to_nat corner) -> f (map of_nat u) = true.
Proof.
  revert f; induction corner as [|c rest IH]; intros f S A u F; inversion F; subst; [exact A|].
  simpl in S; apply andb_true_iff in S; destruct S as [C S]; apply tiny_spec in C.
  assert (B : to_nat (of_nat x) = x) by (apply to_of_nat; lia).
  assert (W : within 0 (c + 1) (of_nat x))
    by (unfold within; pose proof (to_Z_bounded (of_nat x)); unfold to_nat in *; lia).
  pose proof (all_in_true _ _ _ A (of_nat x) W) as H; cbv beta in H.
  exact (IH _ S H _ ltac:(eassumption)).
Qed.

(* ---- the table ------------------------------------------------------------------------ *)

Section CheckRow.
Context (c : row_claim).

Definition corner : list int := row_before c ++ (row_columns c - 1) :: row_after c.

Fixpoint index_from (sides u : list int) (i : int) : int :=
  match sides, u with
  | s :: sides, x :: u => index_from sides u (i * (s + 1) + x)
  | _, _ => i
  end.

(* The entry of a position. *)
Definition entry (u : list int) : int := at_index (row_table c) (index_from corner u 0).

(* Adds the values of the followers by one vector to the list. *)
Definition add_multiple (u v : list int) (k : int) (l : list int) : list int :=
  match take_times k u v with Some w => entry w :: l | None => l end.

Definition add_values (u : list int) (l : list int) (move : list int * bool) : list int :=
  let (v, is_ray) := move in
  if is_ray then
    match fold (fun k l => Some (add_multiple u v k l)) 1 (most_times u v + 1) l with
    | Some l => if row_overshoot c then 0 :: l else l
    | None => l
    end
  else match take_times 1 u v with
       | Some w => entry w :: l
       | None => if row_overshoot c then 0 :: l else l
       end.

Definition check_mex_at (u : list int) : bool :=
  check_mex (fold_left (add_values u) (row_vectors c) []) (entry u).

Definition table_at (y : vector_game (vectors_of c) (row_overshoot c)) : nat :=
  match y with Some u => to_nat (entry (map of_nat u)) | None => 0 end.

(* Some multiple of the vector leads from u to the value x. *)
Definition gives (u : list nat) (move : list int * bool) (x : nat) : Prop :=
  exists k y, (1 <= k)%nat /\ (snd move = true \/ k = 1%nat) /\
    In y (difference (row_overshoot c) u (times k (map to_nat (fst move)))) /\ table_at y = x.

Lemma gives_some (u v w : list int) (is_ray : bool) (k : int) :
  (1 <= Z.of_nat (to_nat k) <= 2147483647)%Z -> is_ray = true \/ k = 1 -> all_tiny v = true ->
  take_times k u v = Some w -> gives (map to_nat u) (v, is_ray) (to_nat (entry w)).
Proof.
  intros K R V E; exists (to_nat k), (Some (map to_nat w)); split; [lia|]; split.
  - destruct R as [R| ->]; [now left|now right].
  - split; [|simpl; now rewrite map_of_to].
    unfold difference; cbn [fst]; rewrite <- take_times_spec, E by (auto; lia); now left.
Qed.

Lemma add_values_spec (u : list int) (l : list int) (v : list int) (is_ray : bool) (x : nat) :
  all_tiny u = true -> all_tiny v = true -> has_positive v = true ->
  In x (map to_nat (add_values u l (v, is_ray))) <->
  In x (map to_nat l) \/ gives (map to_nat u) (v, is_ray) x.
Proof.
  intros U V P; unfold add_values; destruct is_ray.
  - pose proof (most_times_small u v) as B.
    destruct (fold_succeeds (fun k l => Some (add_multiple u v k l)) 1 (most_times u v + 1) (fun _ _ => True)
                ltac:(eauto) l) as [l' E]; [unfold to_nat in B; lia|exact I|]; rewrite E.
    assert (H : In x (map to_nat l') <-> In x (map to_nat l) \/
              exists k, within 1 (most_times u v + 1) k /\ exists w, take_times k u v = Some w /\ to_nat (entry w) = x).
    { revert E; apply (fold_invariant _ _ _ (fun i l' => In x (map to_nat l') <-> In x (map to_nat l) \/
              exists k, within 1 i k /\ exists w, take_times k u v = Some w /\ to_nat (entry w) = x)).
      - intros i y z W H [= <-]; unfold add_multiple; destruct (take_times i u v) as [w|] eqn:T.
        + simpl; rewrite H; split.
          * intros [X|[X|[k [K Y]]]]; [right; exists i; split; [unfold within in *; lia|now exists w]|now left|].
            right; exists k; split; [unfold within in *; lia|exact Y].
          * intros [X|[k [K [w' [T' Y]]]]]; [auto|].
            destruct (Z.eq_dec (to_Z k) (to_Z i)) as [D|D].
            -- apply to_Z_inj in D; subst k; left; congruence.
            -- right; right; exists k; split; [unfold within in *; lia|now exists w'].
        + rewrite H; split.
          * intros [X|[k [K Y]]]; [now left|]; right; exists k; split; [unfold within in *; lia|exact Y].
          * intros [X|[k [K [w' [T' Y]]]]]; [auto|]; right; exists k; split; [|now exists w'].
            destruct (Z.eq_dec (to_Z k) (to_Z i)) as [D|D]; [|unfold within in *; lia].
            apply to_Z_inj in D; subst k; congruence.
      - unfold to_nat in B; lia.
      - split; [auto|]; intros [X|[k [K _]]]; [exact X|unfold within in K; lia]. }
    assert (Out : In x (map to_nat (if row_overshoot c then 0 :: l' else l')) <->
              In x (map to_nat l') \/ row_overshoot c = true /\ x = 0%nat).
    { destruct (row_overshoot c); simpl; [change (to_nat 0) with 0%nat|]; intuition congruence. }
    rewrite Out, H; split.
    + intros [[X|[k [K [w [T <-]]]]]|[O ->]]; [now left| |]; right.
      * apply (gives_some u v w true k); auto; unfold within, to_nat in *; lia.
      * exists (S (list_sum (map to_nat u))), None; split; [lia|]; split; [now left|]; split; [|reflexivity].
        unfold difference; cbn [fst]; rewrite too_often, O; [now left| |lia]; now apply has_positive_sum.
    + intros [X|[k [y [K [_ [D Y]]]]]]; [auto|]; unfold difference in D; cbn [fst] in D.
      destruct (subtract (map to_nat u) (times k (map to_nat v))) as [w|] eqn:T.
      * destruct D as [<-|[]]; left; right.
        assert (L : (k <= to_nat (most_times u v))%nat).
        { apply most_times_bound; [exact U|exact (proj1 (subtract_le _ _ _ T))|now left]. }
        assert (Bk : to_nat (of_nat k) = k) by (apply to_of_nat; lia).
        exists (of_nat k); split; [unfold within; unfold to_nat in *; pose proof (to_Z_bounded (of_nat k)); lia|].
        rewrite <- Bk, <- take_times_spec in T by (auto; lia).
        destruct (take_times (of_nat k) u v) as [z|]; [|discriminate T]; injection T as <-.
        exists z; split; [reflexivity|]; rewrite <- Y; simpl; now rewrite map_of_to.
      * right; destruct (row_overshoot c); [|destruct D]; destruct D as [<-|[]]; auto.
  - pose proof (take_times_spec 1 u v ltac:(unfold to_nat; lia) V) as T.
    change (to_nat 1) with 1%nat in T; destruct (take_times 1 u v) as [w|] eqn:E; simpl in T.
    + simpl; split.
      * intros [<-|X]; [right|now left]; apply (gives_some u v w false 1); auto; unfold to_nat; lia.
      * intros [X|[k [y [K [[R|R] [D Y]]]]]]; [now right|discriminate R|]; subst k; left.
        unfold difference in D; cbn [fst] in D; rewrite <- T in D; destruct D as [<-|[]].
        rewrite <- Y; simpl; now rewrite map_of_to.
    + assert (Out : gives (map to_nat u) (v, false) x <-> row_overshoot c = true /\ x = 0%nat).
      { split.
        - intros [k [y [K [[R|R] [D Y]]]]]; [discriminate R|]; subst k; unfold difference in D; cbn [fst] in D.
          rewrite <- T in D; destruct (row_overshoot c); [|destruct D]; destruct D as [<-|[]]; auto.
        - intros [O ->]; exists 1%nat, None; split; [lia|]; split; [now right|]; split; [|reflexivity].
          unfold difference; cbn [fst]; rewrite <- T, O; now left. }
      rewrite Out; destruct (row_overshoot c); simpl; [change (to_nat 0) with 0%nat|]; intuition congruence.
Qed.

(* The vectors are small and not 0. *)
Definition check_vectors : bool :=
  forallb (fun '(v, _) => if all_tiny v then has_positive v else false) (row_vectors c).

Hypothesis right_vectors : check_vectors = true.

Lemma right_vector (v : list int) (is_ray : bool) :
  In (v, is_ray) (row_vectors c) -> all_tiny v = true /\ has_positive v = true.
Proof.
  intros I; pose proof (proj1 (forallb_forall _ _) right_vectors _ I) as H; simpl in H.
  destruct (all_tiny v); [auto|discriminate H].
Qed.

Lemma in_vectors (v : list nat) (is_ray : bool) :
  In (v, is_ray) (vectors_of c) <-> exists u, v = map to_nat u /\ In (u, is_ray) (row_vectors c).
Proof.
  unfold vectors_of; rewrite in_map_iff; split.
  - intros [[u r] [[= <- <-] I]]; now exists u.
  - intros [u [-> I]]; now exists (u, is_ray).
Qed.

Lemma all_positive : vectors_positive (vectors_of c).
Proof.
  intros v r I; apply in_vectors in I; destruct I as [u [-> I]]; apply has_positive_sum.
  now apply (right_vector u r).
Qed.

Lemma check_mex_at_right (u : list int) :
  all_tiny u = true -> check_mex_at u = true ->
  is_mex (fun x => exists y, @follower (vector_game (vectors_of c) (row_overshoot c)) (Some (map to_nat u)) y /\
                             table_at y = x) (table_at (Some (map to_nat u))).
Proof.
  intros U H; apply check_mex_true in H; unfold table_at at 2; rewrite map_of_to.
  assert (E : forall x, In x (map to_nat (fold_left (add_values u) (row_vectors c) [])) <->
            exists y, @follower (vector_game (vectors_of c) (row_overshoot c)) (Some (map to_nat u)) y /\ table_at y = x).
  { intros x; transitivity (exists move, In move (row_vectors c) /\ gives (map to_nat u) move x).
    - assert (G : forall moves l, incl moves (row_vectors c) ->
                In x (map to_nat (fold_left (add_values u) moves l)) <->
                In x (map to_nat l) \/ exists move, In move moves /\ gives (map to_nat u) move x).
      { intros moves; induction moves as [|[v r] moves IH]; intros l I; cbn [fold_left In].
        - split; [auto|]; intros [X|[move [[] _]]]; exact X.
        - destruct (right_vector v r) as [V P]; [apply I; now left|].
          rewrite IH, add_values_spec by (auto; intros z Z; apply I; now right); split.
          + intros [[X|X]|[move [M X]]]; [now left| |]; right; [exists (v, r)|exists move]; auto.
          + intros [X|[move [[<-|M] X]]]; [auto|auto|]; right; now exists move. }
      rewrite G by apply incl_refl; simpl; tauto.
    - split.
      + intros [[v r] [I [k [y [K [R [D Y]]]]]]]; exists y; split; [|exact Y].
        apply (vector_follower _ _ all_positive); exists (map to_nat v), k; split; [|exact D].
        split; [exact K|]; cbn [snd] in R; destruct r; [left|right; split; [|destruct R; [discriminate|assumption]]];
          apply in_vectors; now exists v.
      + intros [y [F Y]]; apply (vector_follower _ _ all_positive) in F.
        destruct F as [w [k [[K M] D]]]; destruct M as [M|[M ->]]; apply in_vectors in M;
          destruct M as [v [-> I]].
        * exists (v, true); split; [exact I|]; exists k, y; auto.
        * exists (v, false); split; [exact I|]; exists 1%nat, y; auto. }
  destruct H as [no below]; split.
  - intros [y X]; apply no, E; now exists y.
  - intros j J; apply E; now apply below.
Qed.

(* ---- the theorem that applies -------------------------------------------------------- *)

Fixpoint same_vector (u v : list int) : bool :=
  match u, v with
  | a :: u, b :: v => if a =? b then same_vector u v else false
  | [], [] => true
  | _, _ => false
  end.

Lemma same_vector_true (u v : list int) : same_vector u v = true -> u = v.
Proof.
  revert v; induction u as [|a u IH]; intros [|b v]; simpl; try discriminate; [reflexivity|].
  destruct (a =? b) eqn:E; [|discriminate]; apply eqb_correct in E; intros H; f_equal; auto.
Qed.

(* Theorem 2 applies: all multiples of 1 along the row are moves. *)
Definition unit_vector : list int :=
  repeat 0 (List.length (row_before c)) ++ 1 :: repeat 0 (List.length (row_after c)).

Definition is_additive : bool :=
  if row_overshoot c then false
  else existsb (fun '((v, is_ray) : list int * bool) => if is_ray then same_vector v unit_vector else false) (row_vectors c).

(* No move of this vector subtracts more than the depth. *)
Definition check_depth (move : list int * bool) : bool :=
  let (v, is_ray) := move in
  let l := firstn (List.length (row_before c)) v in
  match skipn (List.length (row_before c)) v with
  | [] => true
  | d :: r =>
      if has_positive (l ++ r) then
        let k := most_times (row_before c ++ row_after c) (l ++ r) in
        if k =? 0 then true else if is_ray then k * d <=? row_depth c else d <=? row_depth c
      else if is_additive then true
      else if is_ray then false else d <=? row_depth c
  end.

(* ---- the conditions of the theorems ---------------------------------------------------- *)

Definition entry_at (b a : list int) (x : int) : int := entry (b ++ x :: a).

Definition columns_repeat (b a : list int) : bool :=
  let increase := if is_additive then row_all_period c else 0 in
  all_in (fun x => entry_at b a (x + row_all_period c) =? entry_at b a x + increase)
    (row_at c - row_depth c) (row_at c).

(* The value v occurs before column n. *)
Definition occurs (b a : list int) (n v : int) : bool := some_in (fun j => entry_at b a j =? v) 0 n.

Definition free_alike (b a : list int) : bool :=
  let p := row_all_period c in
  let n := row_at c in
  if all_in (fun j => let v := entry_at b a j in if v <? p then true else occurs b a n (v - p)) 0 (n + p) then
  if all_in (occurs b a (n + p)) 0 p then
  all_in (fun j => occurs b a (n + p) (entry_at b a j + p)) 0 n
  else false else false.

Definition row_alike (b a : list int) : bool :=
  if columns_repeat b a then if is_additive then free_alike b a else true else false.

Definition row_entry (n : int) : int := entry_at (row_before c) (row_after c) n.

(* From here on both theorems speak about the row, and the claim does. *)
Definition from : int :=
  let start := row_at c - row_depth c in if row_preperiod c <? start then start else row_preperiod c.

Definition check_row : bool :=
  if check_vectors then
  if all_tiny (row_before c ++ row_after c ++
       [row_preperiod c; row_period c; row_saltus c; row_depth c; row_at c; row_all_period c; row_columns c]) then
  if 0 <? row_period c then if 0 <? row_all_period c then
  if row_depth c <=? row_at c then
  if row_at c + row_all_period c <=? row_columns c then
  if from + row_all_period c + row_period c <=? row_columns c then
  if forallb check_depth (row_vectors c) then
  if all_below corner check_mex_at then
  if all_below (row_before c) (fun b => all_below (row_after c) (fun a => row_alike b a)) then
  if all_in (fun n => row_entry (n + row_period c) =? row_entry n + row_saltus c)
       (row_preperiod c) (from + row_all_period c) then
  all_in (fun n => row_entry n =? at_index (row_values c) n) 0 (row_preperiod c + row_period c)
  else false else false else false else false else false else false else false else false
  else false else false else false.

(* ---- proofs -------------------------------------------------------------------------------- *)

Notation before := (map to_nat (row_before c)).
Notation after := (map to_nat (row_after c)).

Lemma additive_ray :
  is_additive = true ->
  row_overshoot c = false /\
  In (repeat 0%nat (List.length before) ++ 1%nat :: repeat 0%nat (List.length after), true) (vectors_of c).
Proof.
  unfold is_additive; destruct (row_overshoot c); [discriminate|]; intros H; split; [reflexivity|].
  apply existsb_exists in H; destruct H as [[v r] [I E]]; destruct r; [|discriminate E].
  apply same_vector_true in E; subst v; apply in_vectors; exists unit_vector; split; [|exact I].
  unfold unit_vector; rewrite map_app; cbn [map]; rewrite !map_length.
  assert (Z : forall n, map to_nat (repeat 0 n) = repeat 0%nat n) by (intros n; induction n; simpl; f_equal; auto).
  now rewrite !Z.
Qed.

Lemma depth_right :
  all_tiny (row_before c ++ row_after c) = true -> forallb check_depth (row_vectors c) = true ->
  forall v w d k, leads_back (vectors_of c) before after v w d k ->
  (is_additive = true -> (1 <= list_sum v + list_sum w)%nat) -> (k * d <= to_nat (row_depth c))%nat.
Proof.
  intros S A v w d k [K [M [Fl Fr]]] P.
  assert (H : exists is_ray, In (v ++ d :: w, is_ray) (vectors_of c) /\ (is_ray = true \/ k = 1%nat))
    by (destruct M as [M|[M E]]; [exists true|exists false]; auto).
  clear M; destruct H as [is_ray [M R]]; apply in_vectors in M; destruct M as [u [E I]].
  symmetry in E; apply map_eq_app in E; destruct E as [l [z [-> [<- E]]]].
  destruct z as [|e r]; [discriminate E|]; injection E as <- <-.
  destruct (right_vector _ _ I) as [T _]; unfold all_tiny in T; rewrite forallb_app in T.
  apply andb_true_iff in T; destruct T as [_ T]; simpl in T; apply andb_true_iff in T; destruct T as [T _].
  apply tiny_spec in T.
  pose proof (proj1 (forallb_forall _ _) A _ I) as D; unfold check_depth in D; cbv beta iota zeta in D.
  assert (L : List.length (row_before c) = List.length l).
  { apply le_length in Fl; unfold times in Fl; rewrite !map_length in Fl; auto. }
  rewrite L, skipn_app, firstn_app, Nat.sub_diag, skipn_all, firstn_all in D; cbn [skipn firstn app] in D.
  rewrite app_nil_r in D; destruct (has_positive (l ++ r)) eqn:Q.
  - assert (B : (k <= to_nat (most_times (row_before c ++ row_after c) (l ++ r)))%nat).
    { apply most_times_bound; [exact S| |now left]; rewrite !map_app; unfold times; rewrite map_app.
      now apply Forall2_app. }
    pose proof (most_times_small (row_before c ++ row_after c) (l ++ r)) as U.
    revert D B U; generalize (most_times (row_before c ++ row_after c) (l ++ r)); intros y D B U.
    destruct (y =? 0) eqn:Y; [apply eqb_correct in Y; subst y; unfold to_nat in B; simpl in B; lia|].
    destruct is_ray.
    + assert (X : to_Z (y * e) = (to_Z y * to_Z e)%Z).
      { rewrite mul_spec, Z.mod_small; [reflexivity|]; change wB with 9223372036854775808%Z.
        pose proof (to_Z_bounded y); pose proof (to_Z_bounded e); unfold to_nat in *; nia. }
      assert (X' : (to_Z y * to_Z e <= to_Z (row_depth c))%Z) by (rewrite <- X; lia).
      pose proof (to_Z_bounded y); pose proof (to_Z_bounded e); unfold to_nat in *; nia.
    + destruct R as [R|R]; [discriminate R|]; subst k; unfold to_nat in *; lia.
  - assert (Z : (list_sum (map to_nat l) + list_sum (map to_nat r) = 0)%nat).
    { destruct (Nat.eq_dec (list_sum (map to_nat (l ++ r))) 0) as [Z|Z].
      - now rewrite map_app, list_sum_app in Z.
      - assert (Q' : has_positive (l ++ r) = true) by (apply has_positive_sum; lia); congruence. }
    destruct is_additive; [specialize (P eq_refl); lia|].
    destruct is_ray; [discriminate D|]; destruct R as [R|R]; [discriminate R|]; subst k.
    unfold to_nat in *; lia.
Qed.

(* What is known when the checker says yes. *)
Hypothesis (tiny_row : all_tiny (row_before c ++ row_after c) = true)
  (tiny_numbers : all_tiny [row_preperiod c; row_period c; row_saltus c; row_depth c; row_at c; row_all_period c;
                            row_columns c] = true)
  (enough : row_at c + row_all_period c <=? row_columns c = true)
  (some_columns : 0 <? row_all_period c = true)
  (right_table : all_below corner check_mex_at = true).

Lemma numbers_tiny :
  ((to_Z (row_preperiod c) < 1073741824) /\ (to_Z (row_period c) < 1073741824) /\
   (to_Z (row_saltus c) < 1073741824) /\ (to_Z (row_depth c) < 1073741824) /\ (to_Z (row_at c) < 1073741824) /\
   (to_Z (row_all_period c) < 1073741824) /\ (0 < to_Z (row_columns c) < 1073741824))%Z.
Proof.
  pose proof tiny_numbers as H; simpl in H; unfold tiny in H; rewrite !andb_true_iff in H.
  assert (0 < to_Z (row_columns c))%Z; [|lia].
  assert (to_Z (row_at c) < 1073741824 /\ to_Z (row_all_period c) < 1073741824)%Z by lia; lia.
Qed.

Lemma tiny_parts : all_tiny (row_before c) = true /\ all_tiny (row_after c) = true.
Proof. unfold all_tiny; apply andb_true_iff; rewrite <- forallb_app; exact tiny_row. Qed.

Lemma tiny_corner : all_tiny corner = true.
Proof.
  destruct tiny_parts as [B A]; unfold corner, all_tiny in *; rewrite forallb_app, B; simpl; rewrite A, andb_true_r.
  unfold tiny; pose proof numbers_tiny; lia.
Qed.

Lemma below_tiny (u : list nat) (bound : list int) :
  all_tiny bound = true -> Forall2 le u (map to_nat bound) ->
  map to_nat (map of_nat u) = u /\ all_tiny (map of_nat u) = true.
Proof.
  revert u; induction bound as [|x bound IH]; intros u T F; inversion F as [|y ? u' ? L F']; subst; [auto|].
  simpl in T; apply andb_true_iff in T; destruct T as [X T]; apply tiny_spec in X.
  destruct (IH u' T F') as [E S]; assert (B : to_nat (of_nat y) = y) by (apply to_of_nat; lia).
  split; [cbn [map]; now rewrite B, E|]; cbn [map all_tiny forallb].
  unfold all_tiny in S; rewrite S, andb_true_r; unfold tiny, to_nat in *; lia.
Qed.

Notation game := (vector_game (vectors_of c) (row_overshoot c)).

Definition vector_value : game -> nat := value_by_weight (vector_weight (vectors_of c) (row_overshoot c)).

Lemma vector_value_classical : is_classical vector_value.
Proof. apply value_by_weight_classical; exact (vector_smaller _ _ all_positive). Qed.

Lemma below_corner_right (u : list nat) :
  Forall2 le u (map to_nat corner) ->
  vector_value (Some u) = to_nat (entry (map of_nat u)) /\ tiny (entry (map of_nat u)) = true.
Proof.
  intros F; split.
  - change (to_nat (entry (map of_nat u))) with (table_at (Some u)); revert u F.
    apply (values_agree _ _ all_positive); [exact vector_value_classical|reflexivity|]; intros u F.
    destruct (below_tiny u corner tiny_corner F) as [E S]; rewrite <- E.
    apply check_mex_at_right; [exact S|]; exact (all_below_true _ _ tiny_corner right_table u F).
  - exact (check_mex_tiny _ _ (all_below_true _ _ tiny_corner right_table u F)).
Qed.

Notation is_row b a := (Forall2 le b before /\ Forall2 le a after).
Notation value b a x := (vector_value (in_row (vectors_of c) (row_overshoot c) b a x)).
Notation table b a x := (entry_at (map of_nat b) (map of_nat a) (of_nat x)).

Lemma value_in_table (b a : list nat) (x : nat) :
  is_row b a -> (x < to_nat (row_columns c))%nat ->
  value b a x = to_nat (table b a x) /\ tiny (table b a x) = true.
Proof.
  intros [B A] X; unfold entry_at, in_row.
  replace (map of_nat b ++ of_nat x :: map of_nat a) with (map of_nat (b ++ x :: a)) by now rewrite map_app.
  apply below_corner_right; unfold corner; rewrite map_app; apply Forall2_app; [exact B|].
  cbn [map]; constructor; [|exact A]; pose proof numbers_tiny; unfold to_nat in *; lia.
Qed.

Lemma occurs_spec (b a : list nat) (n v : int) :
  is_row b a -> (to_nat n <= to_nat (row_columns c))%nat ->
  occurs (map of_nat b) (map of_nat a) n v = true <->
  occurs_before (vectors_of c) (row_overshoot c) vector_value b a (to_nat n) (to_nat v).
Proof.
  intros R N; unfold occurs, occurs_before; split.
  - intros H; apply some_in_true in H; destruct H as [i [W E]]; cbv beta in E; apply eqb_correct in E.
    exists (to_nat i); split; [unfold within, to_nat in *; lia|].
    rewrite (proj1 (value_in_table b a (to_nat i) R ltac:(unfold within, to_nat in *; lia))), of_to_nat; congruence.
  - intros [j [J E]]; apply (some_in_intro _ _ _ (of_nat j)); [apply within_of_nat; unfold to_nat at 1; simpl; lia|].
    rewrite (proj1 (value_in_table b a j R ltac:(lia))) in E; apply to_nat_inj in E; rewrite E; apply eqb_refl.
Qed.

Section Conditions.
Hypotheses (deep_enough : row_depth c <=? row_at c = true)
  (all_alike : all_below (row_before c) (fun b => all_below (row_after c) (fun a => row_alike b a)) = true)
  (depths : forallb check_depth (row_vectors c) = true).

Notation p := (to_nat (row_all_period c)).
Notation n0 := (to_nat (row_at c)).
Notation m := (to_nat (row_depth c)).

Lemma row_alike_true (b a : list nat) : is_row b a -> row_alike (map of_nat b) (map of_nat a) = true.
Proof.
  intros [B A]; destruct tiny_parts as [TB TA].
  pose proof (all_below_true _ _ TB all_alike b B) as H; exact (all_below_true _ _ TA H a A).
Qed.

Lemma columns_alike (b a : list nat) (x : nat) :
  is_row b a -> (n0 - m <= x < n0)%nat ->
  value b a (x + p) = (value b a x + if is_additive then p else 0)%nat.
Proof.
  intros R X; pose proof (row_alike_true b a R) as H; unfold row_alike, columns_repeat in H; cbv zeta in H.
  destruct (all_in _ _ _) eqn:A in H; [|discriminate H]; pose proof numbers_tiny as T; clear H.
  pose proof (all_in_true _ _ _ A (of_nat x) ltac:(apply within_of_nat; unfold to_nat in *; lia)) as E.
  cbv beta in E; apply eqb_correct in E.
  destruct (value_in_table b a x R ltac:(unfold to_nat in *; lia)) as [V S].
  destruct (value_in_table b a (x + p) R ltac:(unfold to_nat in *; lia)) as [V' S'].
  rewrite of_nat_add in V' by (unfold to_nat in *; lia).
  rewrite V, V', E; unfold tiny in S; destruct is_additive; unfold to_nat in *; lia.
Qed.

Lemma all_alike_at :
  is_additive = true ->
  alike_at (vectors_of c) (row_overshoot c) vector_value before after m p n0.
Proof.
  intros add; split.
  - intros j J L b a R; rewrite (columns_alike b a j R) by lia; now rewrite add.
  - intros b a R v; pose proof (row_alike_true b a R) as H; pose proof numbers_tiny as T.
    unfold row_alike in H; rewrite add in H; destruct (columns_repeat _ _); [|discriminate H].
    unfold free_alike in H; cbv zeta in H.
    destruct (all_in _ _ _) eqn:A1 in H; [|discriminate H].
    destruct (all_in _ _ _) eqn:A2 in H; [|discriminate H]; rename H into A3.
    assert (Np : to_nat (row_at c + row_all_period c) = (n0 + p)%nat) by (unfold to_nat; lia).
    assert (C : (n0 + p <= to_nat (row_columns c))%nat) by (unfold to_nat in *; lia).
    split.
    + intros [j [J E]].
      pose proof (all_in_true _ _ _ A1 (of_nat j) ltac:(apply within_of_nat; rewrite Np; unfold to_nat at 1; simpl; lia)) as H.
      cbv beta zeta in H; destruct (value_in_table b a j R ltac:(lia)) as [V S]; rewrite E in V.
      destruct (table b a j <? row_all_period c) eqn:L; [left; unfold to_nat in *; lia|right].
      apply occurs_spec in H; [|exact R|lia]; exists (v - p)%nat.
      assert (D : to_nat (table b a j - row_all_period c) = (v - p)%nat) by (unfold to_nat in *; lia).
      rewrite D in H; split; [unfold to_nat in *; lia|exact H].
    + rewrite <- Np; intros [L|[v' [-> [j [J E]]]]].
      * assert (B : to_nat (of_nat v) = v) by (apply to_of_nat; unfold to_nat in L; lia).
        pose proof (all_in_true _ _ _ A2 (of_nat v) ltac:(apply within_of_nat; unfold to_nat at 1; simpl; lia)) as H.
        apply occurs_spec in H; [|exact R|lia]; now rewrite B in H.
      * pose proof (all_in_true _ _ _ A3 (of_nat j) ltac:(apply within_of_nat; unfold to_nat at 1; simpl; lia)) as H.
        cbv beta in H; apply occurs_spec in H; [|exact R|lia].
        destruct (value_in_table b a j R ltac:(lia)) as [V S]; rewrite E in V.
        assert (D : to_nat (table b a j + row_all_period c) = (v' + p)%nat)
          by (unfold tiny in S; unfold to_nat in *; lia).
        now rewrite D in H.
Qed.

Lemma row_goes_on (x : nat) :
  (n0 - m <= x)%nat -> value before after (x + p) = (value before after x + if is_additive then p else 0)%nat.
Proof.
  intros X; pose proof (le_refl_2 before) as B; pose proof (le_refl_2 after) as A.
  assert (D : (m <= n0)%nat) by (unfold to_nat; lia).
  destruct is_additive eqn:add.
  - destruct (additive_ray add) as [O I].
    apply (rows_grow _ _ all_positive vector_value vector_value_classical before after m I O
             (fun v w d k LB P => depth_right tiny_row depths v w d k LB (fun _ => P))
             p n0 D (all_alike_at add) x ltac:(lia) before after (conj B A)).
  - rewrite Nat.add_0_r.
    assert (depth : forall v w d k, leads_back (vectors_of c) before after v w d k -> (k * d <= m)%nat).
    { intros v w d k LB; apply (depth_right tiny_row depths v w d k LB); rewrite add; discriminate. }
    apply (rows_periodic _ _ all_positive vector_value vector_value_classical before after m (n0 - m)%nat p depth);
      [|exact X|exact (conj B A)].
    intros y Y b a R; rewrite (columns_alike b a y R) by lia; now rewrite add, Nat.add_0_r.
Qed.

End Conditions.
End CheckRow.

(* If the values grow by i when p is added, a period that is seen for p values goes on. *)
Lemma period_goes_on (value : nat -> nat) (preperiod q s from p i : nat) :
  (0 < p)%nat -> (preperiod <= from)%nat ->
  (forall x, (from <= x)%nat -> value (x + p) = value x + i)%nat ->
  (forall n, (preperiod <= n < from + p)%nat -> value (n + q) = value n + s)%nat ->
  forall n, (preperiod <= n)%nat -> (value (n + q) = value n + s)%nat.
Proof.
  intros P F on seen n; induction n as [n IH] using lt_wf_ind; intros L.
  destruct (le_lt_dec (from + p) n) as [X|X]; [|apply seen; lia].
  pose proof (on (n - p)%nat ltac:(lia)) as E1; pose proof (on (n - p + q)%nat ltac:(lia)) as E2.
  replace (n - p + p)%nat with n in E1 by lia; replace (n - p + q + p)%nat with (n + q)%nat in E2 by lia.
  specialize (IH (n - p)%nat ltac:(lia) ltac:(lia)); lia.
Qed.

(* If the checker says yes, the row has the given values, and their period goes on forever. *)
Theorem check_row_correct (c : row_claim) :
  check_row c = true ->
  exists G : vector_game (vectors_of c) (row_overshoot c) -> nat,
    is_classical G /\
    is_grundy (fun u => Some (G u)) (vector_weight (vectors_of c) (row_overshoot c)) /\
    every_play_ends (vector_game (vectors_of c) (row_overshoot c)) /\
    (forall n, (n < to_nat (row_preperiod c) + to_nat (row_period c))%nat ->
       G (row_position c n) = row_value c n) /\
    (forall n, (to_nat (row_preperiod c) <= n)%nat ->
       G (row_position c (n + to_nat (row_period c))) = (G (row_position c n) + to_nat (row_saltus c))%nat).
Proof.
  unfold check_row.
  destruct (check_vectors c) eqn:right_vectors; [|discriminate].
  destruct (all_tiny _) eqn:T; [|discriminate].
  destruct (0 <? row_period c) eqn:Q; [|discriminate].
  destruct (0 <? row_all_period c) eqn:P; [|discriminate].
  destruct (row_depth c <=? row_at c) eqn:D; [|discriminate].
  destruct (row_at c + row_all_period c <=? row_columns c) eqn:C; [|discriminate].
  destruct (from c + row_all_period c + row_period c <=? row_columns c) eqn:C'; [|discriminate].
  destruct (forallb (check_depth c) (row_vectors c)) eqn:depths; [|discriminate].
  destruct (all_below (corner c) (check_mex_at c)) eqn:right_table; [|discriminate].
  destruct (all_below (row_before c) _) eqn:alike; [|discriminate].
  destruct (all_in _ (row_preperiod c) _) eqn:periodic; [|discriminate]; intros listed.
  rewrite app_assoc in T; unfold all_tiny in T; rewrite forallb_app in T; apply andb_true_iff in T.
  destruct T as [tiny_row tiny_numbers].
  exists (vector_value c).
  pose proof (vector_smaller _ (row_overshoot c) (all_positive c right_vectors)) as smaller.
  split; [now apply vector_value_classical|]; split; [apply classical_is_grundy; [exact smaller|now apply vector_value_classical]|].
  split; [exact (weights_end _ smaller)|].
  pose proof (numbers_tiny c tiny_numbers C P) as N.
  set (value := fun n => vector_value c (row_position c n)).
  assert (V : forall n, (n < to_nat (row_columns c))%nat ->
            value n = to_nat (row_entry c (of_nat n)) /\ tiny (row_entry c (of_nat n)) = true).
  { intros n L; pose proof (value_in_table c right_vectors tiny_row tiny_numbers C P right_table
      (map to_nat (row_before c)) (map to_nat (row_after c)) n (conj (le_refl_2 _) (le_refl_2 _)) L) as H.
    rewrite !map_of_to in H; exact H. }
  assert (F : (to_Z (row_at c) - to_Z (row_depth c) <= to_Z (from c) /\ to_Z (row_preperiod c) <= to_Z (from c) < 1073741824)%Z).
  { unfold from; cbv zeta; destruct (row_preperiod c <? row_at c - row_depth c) eqn:S; lia. }
  assert (on : forall x, (to_nat (from c) <= x)%nat -> value (x + to_nat (row_all_period c))%nat =
            (value x + if is_additive c then to_nat (row_all_period c) else 0)%nat).
  { intros x X; apply (row_goes_on c right_vectors tiny_row tiny_numbers C P right_table D alike depths).
    unfold to_nat in *; lia. }
  split.
  - intros n L; change (value n = row_value c n).
    rewrite (proj1 (V n ltac:(unfold to_nat in *; lia))); unfold row_value.
    pose proof (all_in_true _ _ _ listed (of_nat n)
      ltac:(apply within_of_nat; unfold to_nat in *; simpl; lia)) as E.
    cbv beta in E; apply eqb_correct in E; now rewrite E.
  - assert (seen : forall n, (to_nat (row_preperiod c) <= n < to_nat (from c) + to_nat (row_all_period c))%nat ->
      value (n + to_nat (row_period c))%nat = (value n + to_nat (row_saltus c))%nat).
    { intros n X.
      assert (B : (n + to_nat (row_period c) < to_nat (row_columns c))%nat) by (unfold to_nat in *; lia).
      assert (B' : (Z.of_nat n < 4611686018427387904)%Z) by (unfold to_nat in *; lia).
      assert (W : within (row_preperiod c) (from c + row_all_period c) (of_nat n))
        by (apply within_of_nat; unfold to_nat in *; lia).
      pose proof (all_in_true _ _ _ periodic _ W) as E; cbv beta in E; apply eqb_correct in E.
      destruct (V n ltac:(lia)) as [Vn Sn]; destruct (V _ B) as [Vq Sq].
      rewrite of_nat_add, E in Vq by (exact B' || lia); rewrite Vn, Vq.
      unfold tiny in Sn; revert Sn; generalize (row_entry c (of_nat n)); intros y Sn; unfold to_nat; lia. }
    refine (period_goes_on value _ _ _ (to_nat (from c)) (to_nat (row_all_period c)) _ _ _ on seen).
    + clear - P; unfold to_nat; lia.
    + clear - F; unfold to_nat; lia.
Qed.
