(* The checker of misère quotients of heap games. *)

Require Import List ZArith Lia Bool Uint63 ZifyUint63.
Import ListNotations.
From Grundy Require Import Digraph Play Loops Rows Heaps CheckMoves Quotients.
Local Open Scope uint63_scope.

(* A code, and what is claimed of its quotient. A sum is a list of heaps. *)
Record quotient_claim := QuotientClaim {
  q_digits : column;                        (* of the code: q_last + 1 entries *)
  q_last : int;
  q_heaps : int;                            (* heaps 0 … q_heaps - 1 are known *)
  q_size : int;                             (* elements 0 … q_size - 1; 0 is the identity *)
  q_product : int -> column;                (* of a known heap and an element *)
  q_P : column;                             (* 1 for the elements of P *)
  q_reaches : int -> column;                (* 1 if, next to this element, some move from the heap leads to P *)
  q_like : column;                          (* of a known heap: one with the same products and reached elements *)
  q_pairs : list (int * list int * column); (* an element, a sum with this value, and 1 for elements of a set *)
  q_words : int -> list int;                (* a sum with this value *)
  q_tests : list (list int);                (* sums that tell all elements apart *)
  q_start : int;                            (* the values have this preperiod *)
  q_period : int                            (* and this period; 0: none *)
}.

Section CheckQuotients.
Context (q : quotient_claim).

Notation product h x := (at_index (q_product q h) x).

Definition in_P (x : int) : bool := at_index (q_P q) x =? 1.
Definition in_set (c : column) (x : int) : bool := at_index c x =? 1.
Definition apply_word (w : list int) (x : int) : int := fold_right (fun h y => product h y) x w.

Definition all_elements (f : int -> bool) : bool := all_in f 0 (q_size q).
Definition all_heaps (f : int -> bool) : bool := all_in f 0 (q_heaps q).
Definition all_kinds (f : int -> bool) : bool :=
  all_heaps (fun h => if at_index (q_like q) h =? h then f h else true).

Definition has_moves (h : int) : bool :=
  some_move (q_digits q) (q_last q) false (fun _ z => z) (fun _ => true) h 0.

Definition some_move_to_P (h z : int) : bool :=
  some_move (q_digits q) (q_last q) false (fun a x => product a x) in_P h z.

Definition check_limits : bool := small (q_heaps q) && small (q_last q) && (0 <? q_size q) && negb (in_P 0).

Definition check_heap_columns (h : int) : bool :=
  all_elements (fun x => product h x <? q_size q) &&
  all_elements (fun x => Bool.eqb (in_set (q_reaches q h) x) (some_move_to_P h x)).

(* A heap that is like another. *)
Definition check_like (h : int) : bool :=
  let k := at_index (q_like q) h in
  (k <? q_heaps q) && (at_index (q_like q) k =? k) && Bool.eqb (has_moves h) (has_moves k) &&
  all_elements (fun x => (product h x =? product k x) &&
                         Bool.eqb (in_set (q_reaches q h) x) (in_set (q_reaches q k) x)).

Definition check_kind (h : int) : bool :=
  all_kinds (fun k => all_elements (fun x => product h (product k x) =? product k (product h x))) &&
  (if has_moves h then true else all_elements (fun x => product h x =? x)) &&
  all_elements (fun z => if in_P (product h z) then negb (in_set (q_reaches q h) z) else true).

Definition check_word (w : list int) (x : int) : bool :=
  forallb (fun h => h <? q_heaps q) w && (apply_word w 0 =? x).

(* A pair, and a heap that is added. *)
Definition more (w : list int) (c : column) (h y : int) : bool :=
  in_set c (product h y) || in_set (q_reaches q h) (apply_word w y).

Definition check_next (x : int) (w : list int) (c : column) (h : int) : bool :=
  let x' := product h x in
  (in_P x' || more w c h 0) &&
  existsb (fun p => match p with (x'', _, c'') =>
    if x'' =? x' then all_elements (fun y => if in_set c'' y then more w c h y else true) else false
  end) (q_pairs q).

Definition check_transitions : bool :=
  forallb (fun p => match p with (x, w, c) =>
    check_word w x && all_kinds (fun h => if has_moves h then check_next x w c h else true)
  end) (q_pairs q) &&
  existsb (fun p => match p with (x, _, c) =>
    (x =? 0) && all_elements (fun y => negb (in_set c y))
  end) (q_pairs q).

Definition told_apart (x y : int) : bool :=
  existsb (fun z => xorb (in_P (apply_word z x)) (in_P (apply_word z y))) (q_tests q).

Definition check_reduced : bool :=
  all_elements (fun x => check_word (q_words q x) x) &&
  forallb (fun z => forallb (fun h => h <? q_heaps q) z) (q_tests q) &&
  all_elements (fun x => all_in (fun y => told_apart x y) (x + 1) (q_size q)).

Definition check_period : bool :=
  if q_period q =? 0 then true
  else small (q_start q) && small (q_period q) && (0 <? q_start q) &&
       leaves_at_most (q_digits q) (q_last q) 2 &&
       (2 * (q_start q + q_period q) + q_last q <=? q_heaps q) &&
       all_in (fun h => all_elements (fun x => product (h + q_period q) x =? product h x))
         (q_start q) (q_heaps q - q_period q).

Definition check_quotient : bool :=
  check_limits && all_heaps check_heap_columns && all_heaps check_like && all_kinds check_kind &&
  check_transitions && check_reduced && check_period.

(* ---- what the claim says ---------------------------------------------------- *)

Definition is_element (x : int) : Prop := (to_Z x < to_Z (q_size q))%Z.

(* Heaps of any size, if the values have a period. *)
Definition is_known (h : nat) : Prop := q_period q <> 0 \/ (h < to_nat (q_heaps q))%nat.

Definition known_act (h : nat) (x : int) : int := product (of_nat h) x.

Definition act : nat -> int -> int :=
  if q_period q =? 0 then known_act
  else act_forever (act := known_act) (to_nat (q_start q)) (to_nat (q_period q)).

(* The value of a sum. *)
Definition sum_value (u : list nat) : int := Quotients.value 0 act u.

(* ---- why the checks suffice --------------------------------------------------- *)

Notation code := (code_of_digits (q_digits q) (q_last q) false).
Notation last := (to_nat (q_last q)).
Notation parts := (parts code).
Notation heap_game := (heap_game code).
Notation below h := (h < to_nat (q_heaps q))%nat (only parsing).

Definition pair_of (w : list nat) (W : int -> bool) : Prop :=
  exists x v c, In (x, v, c) (q_pairs q) /\ w = map to_nat v /\ W = in_set c.

Lemma all_elements_true (f : int -> bool) : all_elements f = true -> forall x, is_element x -> f x = true.
Proof.
  intros A x X; apply (all_in_true _ _ _ A); unfold within, is_element in *.
  pose proof (to_Z_bounded x); change (to_Z 0) with 0%Z; lia.
Qed.

Lemma all_heaps_true (f : int -> bool) : all_heaps f = true -> forall h, below h -> f (of_nat h) = true.
Proof.
  intros A h L; apply (all_in_true _ _ _ A); unfold within.
  pose proof (to_Z_bounded (q_heaps q)).
  assert (to_nat (of_nat h) = h) by (apply to_of_nat; unfold to_nat in L; lia).
  pose proof (to_Z_bounded (of_nat h)); unfold to_nat in *; change (to_Z 0) with 0%Z; lia.
Qed.

Lemma apply_of_word (w : list int) (x : int) :
  Quotients.apply known_act (map to_nat w) x = apply_word w x.
Proof.
  induction w as [|h w IH]; [reflexivity|]; simpl; rewrite IH; unfold known_act; now rewrite of_to_nat.
Qed.

Lemma word_below (w : list int) :
  forallb (fun h => h <? q_heaps q) w = true -> Forall (fun h => below h) (map to_nat w).
Proof.
  intros A; apply Forall_map, Forall_forall; intros h I; rewrite forallb_forall in A.
  pose proof (A h I) as X; pose proof (to_Z_bounded h); unfold to_nat; lia.
Qed.

Section Right.
Hypothesis limits : check_limits = true.
Hypothesis columns : all_heaps check_heap_columns = true.
Hypothesis like : all_heaps check_like = true.
Hypothesis kinds : all_kinds check_kind = true.
Hypothesis right_transitions : check_transitions = true.
Hypothesis reduced : check_reduced = true.
Hypothesis right_period : check_period = true.

Lemma small_last : small (q_last q) = true.
Proof. unfold check_limits in limits; rewrite !andb_true_iff in limits; tauto. Qed.

Lemma zero_element : is_element 0.
Proof.
  unfold check_limits in limits; rewrite !andb_true_iff in limits.
  destruct limits as [[_ X] _]; unfold is_element; change (to_Z 0) with 0%Z; lia.
Qed.

Lemma known_act_in (h : nat) (x : int) : below h -> is_element x -> is_element (known_act h x).
Proof.
  intros L X; pose proof (all_heaps_true _ columns h L) as C; unfold check_heap_columns in C.
  apply andb_true_iff in C; destruct C as [C _].
  pose proof (all_elements_true _ C x X) as Y; simpl in Y; unfold is_element, known_act; lia.
Qed.

Lemma moves_spec (h : nat) : below h -> has_moves (of_nat h) = true <-> parts h <> [].
Proof.
  intros L; unfold has_moves; rewrite some_move_spec by apply small_last.
  rewrite to_of_nat by (pose proof (to_Z_bounded (q_heaps q)); unfold to_nat in L; lia).
  split.
  - intros [p [I _]] E; now rewrite E in I.
  - intros N; destruct (parts h) as [|p l] eqn:E; [destruct (N eq_refl)|]; exists p.
    split; [now left|reflexivity].
Qed.

Lemma reaches_spec (h : nat) (z : int) : below h -> is_element z ->
  Quotients.reaches code in_P known_act h z = in_set (q_reaches q (of_nat h)) z.
Proof.
  intros L Z; pose proof (all_heaps_true _ columns h L) as C; unfold check_heap_columns in C.
  apply andb_true_iff in C; destruct C as [_ C].
  pose proof (all_elements_true _ C z Z) as Y; simpl in Y; apply eqb_prop in Y; rewrite Y.
  apply eq_true_iff_eq; rewrite reaches_true; unfold some_move_to_P.
  rewrite some_move_spec by apply small_last.
  rewrite to_of_nat by (pose proof (to_Z_bounded (q_heaps q)); unfold to_nat in L; lia).
  reflexivity.
Qed.

(* Every known heap is like one for which everything is checked. *)
Lemma like_kind (h : nat) : below h -> exists k, below k /\
  (forall f, all_kinds f = true -> f (of_nat k) = true) /\ (parts h = [] <-> parts k = []) /\
  (forall x, is_element x -> known_act h x = known_act k x) /\
  (forall x, is_element x -> Quotients.reaches code in_P known_act h x =
                             Quotients.reaches code in_P known_act k x).
Proof.
  intros L; pose proof (all_heaps_true _ like h L) as C; unfold check_like in C; cbv zeta in C.
  rewrite !andb_true_iff in C; destruct C as [[[K I] M] E].
  set (k := at_index (q_like q) (of_nat h)) in *; exists (to_nat k).
  assert (B : below (to_nat k)) by (pose proof (to_Z_bounded k); unfold to_nat; lia).
  split; [exact B|]; split; [|split; [|split]].
  - intros f A; pose proof (all_heaps_true _ A (to_nat k) B) as X; simpl in X; rewrite of_to_nat in *.
    now rewrite I in X.
  - apply eqb_prop in M; pose proof (moves_spec h L) as X; pose proof (moves_spec (to_nat k) B) as Y.
    rewrite of_to_nat in Y; rewrite M in X; split; intros N.
    + destruct (parts (to_nat k)); [reflexivity|exfalso]; apply X; [apply Y; discriminate|exact N].
    + destruct (parts h); [reflexivity|exfalso]; apply Y; [apply X; discriminate|exact N].
  - intros x X; pose proof (all_elements_true _ E x X) as Y; simpl in Y; apply andb_true_iff in Y.
    destruct Y as [Y _]; apply eqb_correct in Y; unfold known_act; now rewrite of_to_nat.
  - intros x X; pose proof (all_elements_true _ E x X) as Y; simpl in Y; apply andb_true_iff in Y.
    destruct Y as [_ Y]; apply eqb_prop in Y; rewrite !reaches_spec by assumption; now rewrite of_to_nat.
Qed.

Lemma known_conditions :
  conditions code is_element 0 in_P known_act (fun h => below h) pair_of.
Proof.
  assert (kind : forall k, (forall f, all_kinds f = true -> f (of_nat k) = true) ->
            check_kind (of_nat k) = true) by (intros k K; now apply K).
  split.
  - exact zero_element.
  - exact known_act_in.
  - intros h k x Lh Lk X.
    destruct (like_kind h Lh) as [h' [Lh' [Kh [_ [Ah _]]]]], (like_kind k Lk) as [k' [Lk' [Kk [_ [Ak _]]]]].
    rewrite Ak, Ah, Ah, Ak by (auto; now apply known_act_in).
    pose proof (kind h' Kh) as C; unfold check_kind in C; rewrite !andb_true_iff in C.
    destruct C as [[C _] _]; apply Kk in C; pose proof (all_elements_true _ C x X) as Y.
    now apply eqb_correct in Y.
  - intros h x Lh N X; destruct (like_kind h Lh) as [k [Lk [K [E [A _]]]]]; rewrite A by exact X.
    pose proof (kind k K) as C; unfold check_kind in C; rewrite !andb_true_iff in C.
    destruct C as [[_ C] _]; destruct (has_moves (of_nat k)) eqn:M.
    { apply moves_spec in M; [|exact Lk]; destruct M; now apply E. }
    pose proof (all_elements_true _ C x X) as Y; now apply eqb_correct in Y.
  - unfold check_limits in limits; rewrite !andb_true_iff, negb_true_iff in limits; tauto.
  - intros h z Lh Z X; destruct (like_kind h Lh) as [k [Lk [K [_ [A R]]]]].
    rewrite R, reaches_spec by assumption; rewrite A in X by exact Z.
    pose proof (kind k K) as C; unfold check_kind in C; rewrite !andb_true_iff in C.
    destruct C as [_ C]; pose proof (all_elements_true _ C z Z) as Y; simpl in Y.
    unfold known_act in X; rewrite X in Y; now apply negb_true_iff.
  - intros w W [x [v [c [I [-> _]]]]]; apply word_below.
    unfold check_transitions in right_transitions; apply andb_true_iff in right_transitions; destruct right_transitions as [C _].
    rewrite forallb_forall in C; pose proof (C _ I) as X; simpl in X; unfold check_word in X.
    rewrite !andb_true_iff in X; tauto.
  - unfold check_transitions in right_transitions; apply andb_true_iff in right_transitions; destruct right_transitions as [C D].
    apply existsb_exists in D; destruct D as [[[x v] c] [I D]]; apply andb_true_iff in D; destruct D as [D N].
    apply eqb_correct in D; subst x; exists (map to_nat v), (in_set c); split; [now exists 0, v, c|].
    rewrite forallb_forall in C; pose proof (C _ I) as X; simpl in X; unfold check_word in X.
    rewrite !andb_true_iff in X; destruct X as [[_ X] _]; apply eqb_correct in X; split.
    + unfold Quotients.value; now rewrite apply_of_word.
    + intros y Y; pose proof (all_elements_true _ N y Y) as Z; simpl in Z; now apply negb_true_iff.
  - intros w W h [x [v [c [I [-> ->]]]]] Lh N; cbv zeta.
    destruct (like_kind h Lh) as [k [Lk [K [E [A R]]]]].
    unfold check_transitions in right_transitions; apply andb_true_iff in right_transitions; destruct right_transitions as [C _].
    rewrite forallb_forall in C; pose proof (C _ I) as X; simpl in X; unfold check_word in X.
    rewrite !andb_true_iff in X; destruct X as [[B V] Next]; apply eqb_correct in V.
    apply K in Next.
    assert (M : has_moves (of_nat k) = true) by (apply moves_spec; [exact Lk|]; rewrite <- E; exact N).
    rewrite M in Next; unfold check_next in Next; cbv zeta in Next; apply andb_true_iff in Next.
    destruct Next as [Some Below].
    assert (element : forall y, is_element y -> is_element (apply_word v y)).
    { intros y Y; apply word_below in B; rewrite <- apply_of_word; clear - B Y columns.
      induction B as [|n u L B IH]; [exact Y|]; simpl; now apply known_act_in. }
    assert (same : forall y, is_element y ->
              in_set c (known_act h y) || Quotients.reaches code in_P known_act h
                (Quotients.apply known_act (map to_nat v) y) = more v c (of_nat k) y).
    { intros y Y; rewrite apply_of_word, A, R, reaches_spec by auto; reflexivity. }
    assert (Vx : Quotients.value 0 known_act (map to_nat v) = x)
      by (unfold Quotients.value; now rewrite apply_of_word).
    assert (X : is_element x) by (rewrite <- V; apply element; exact zero_element).
    rewrite Vx, A, same by (auto; exact zero_element); split.
    { apply orb_true_iff in Some; exact Some. }
    apply existsb_exists in Below; destruct Below as [[[x' v'] c'] [I' D]].
    destruct (x' =? product (of_nat k) x) eqn:Ex; [|discriminate D]; apply eqb_correct in Ex.
    exists (map to_nat v'), (in_set c'); split; [now exists x', v', c'|]; split.
    + pose proof (C _ I') as Z; simpl in Z; unfold check_word in Z; rewrite !andb_true_iff in Z.
      destruct Z as [[_ Z] _]; apply eqb_correct in Z.
      unfold Quotients.value; rewrite apply_of_word, Z; exact Ex.
    + intros y Y Z; rewrite same by exact Y; pose proof (all_elements_true _ D y Y) as U; simpl in U.
      now rewrite Z in U.
Qed.

Lemma elements_told_apart (x y : int) : is_element x -> is_element y -> x <> y ->
  exists z, Forall (fun h => below h) (map to_nat z) /\ in_P (apply_word z x) <> in_P (apply_word z y).
Proof.
  unfold check_reduced in reduced; rewrite !andb_true_iff in reduced; destruct reduced as [[_ B] A].
  assert (H : forall x y, is_element x -> is_element y -> (to_Z x < to_Z y)%Z ->
            exists z, Forall (fun h => below h) (map to_nat z) /\ in_P (apply_word z x) <> in_P (apply_word z y)).
  { clear x y; intros x y X Y L; pose proof (all_elements_true _ A x X) as C; simpl in C.
    assert (W : within (x + 1) (q_size q) y) by (unfold within, is_element in *; pose proof (to_Z_bounded y); lia).
    pose proof (all_in_true _ _ _ C y W) as D; simpl in D; unfold told_apart in D.
    apply existsb_exists in D; destruct D as [z [I D]]; exists z; split.
    - apply word_below; rewrite forallb_forall in B; now apply B.
    - intros E; rewrite E, xorb_nilpotent in D; discriminate D. }
  intros X Y N; destruct (Z.lt_trichotomy (to_Z x) (to_Z y)) as [L|[E|L]].
  - now apply H.
  - destruct N; now apply to_Z_inj.
  - destruct (H y x Y X L) as [z [K E]]; exists z; split; auto.
Qed.

Lemma element_words (x : int) : is_element x ->
  exists w, Forall (fun h => below h) (map to_nat w) /\ apply_word w 0 = x.
Proof.
  unfold check_reduced in reduced; rewrite !andb_true_iff in reduced; destruct reduced as [[A _] _].
  intros X; pose proof (all_elements_true _ A x X) as C; simpl in C; unfold check_word in C.
  apply andb_true_iff in C; destruct C as [C D]; apply eqb_correct in D.
  exists (q_words q x); split; [now apply word_below|exact D].
Qed.

Lemma quotient_conditions :
  conditions code is_element 0 in_P act is_known pair_of /\
  (forall (w : list int) (x : int), Forall (fun h => below h) (map to_nat w) -> is_element x ->
     Quotients.apply act (map to_nat w) x = apply_word w x) /\
  (forall h p, is_known h -> In p (parts h) -> Forall is_known p).
Proof.
  assert (K : forall h p, is_known h -> In p (parts h) -> Forall is_known p).
  { intros h p Kh I; apply Forall_forall; intros m M; destruct Kh as [Kh|Kh]; [now left|right].
    pose proof (parts_below code h p I m M); lia. }
  unfold act, check_period in *; destruct (q_period q =? 0) eqn:E.
  - apply eqb_correct in E; split; [|split; [intros w x _ _; apply apply_of_word|exact K]].
    assert (S : forall h, is_known h <-> below h)
      by (intros h; unfold is_known; rewrite E; split; [intros [N|L]; [destruct (N eq_refl)|exact L]|now right]).
    destruct known_conditions as [A B C D F G I J L].
    split.
    + exact A.
    + intros h x X; apply B; now apply S.
    + intros h k x X Y; apply C; now apply S.
    + intros h x X; apply D; now apply S.
    + exact F.
    + intros h z X; apply G; now apply S.
    + intros w W HT; apply Forall_forall; intros h X; apply S.
      pose proof (I w W HT) as Y; rewrite Forall_forall in Y; now apply Y.
    + exact J.
    + intros w W h HT X; apply L; [exact HT|now apply S].
  - assert (N : q_period q <> 0) by (intros X; rewrite X in E; discriminate E).
    rewrite !andb_true_iff in right_period; destruct right_period as [[[[[S0 S1] P0] few] Q] R].
    pose proof limits as X; unfold check_limits in X; rewrite !andb_true_iff in X; destruct X as [[[S2 S3] _] _].
    unfold small in *.
    assert (period_positive : (0 < to_Z (q_period q))%Z).
    { destruct (Z.eq_dec (to_Z (q_period q)) 0) as [Z|Z]; [|pose proof (to_Z_bounded (q_period q)); lia].
      destruct N; now apply to_Z_inj. }
    assert (enough : (2 * (to_nat (q_start q) + to_nat (q_period q)) + last <= to_nat (q_heaps q))%nat)
      by (unfold to_nat; lia).
    assert (code_ends : forall t b, (last < t \/ 2 < b)%nat -> code t b = false).
    { intros t b B; destruct (le_lt_dec t last) as [T|T]; [|now apply code_after].
      apply (leaves_at_most_spec _ _ false 2); [apply small_last|exact few|lia|exact T]. }
    assert (seen : forall h x, (to_nat (q_start q) <= h)%nat -> (h + to_nat (q_period q) < to_nat (q_heaps q))%nat ->
              is_element x -> known_act (h + to_nat (q_period q)) x = known_act h x).
    { intros h x L U X.
      assert (Bh : to_nat (of_nat h) = h) by (apply to_of_nat; unfold to_nat in *; lia).
      assert (W : within (q_start q) (q_heaps q - q_period q) (of_nat h))
        by (unfold within; pose proof (to_Z_bounded (of_nat h)); unfold to_nat in *; lia).
      pose proof (all_in_true _ _ _ R (of_nat h) W) as Y; simpl in Y.
      pose proof (all_elements_true _ Y x X) as Z; simpl in Z; apply eqb_correct in Z.
      unfold known_act; rewrite <- Z; do 2 f_equal; apply to_nat_inj.
      rewrite to_of_nat by (unfold to_nat in *; lia); unfold to_nat in *; lia. }
    split; [|split; [|exact K]].
    + pose proof (conditions_forever code known_conditions last 2 (to_nat (q_start q)) (to_nat (q_period q))
                    code_ends ltac:(lia) ltac:(unfold to_nat; lia) ltac:(unfold to_nat; lia) enough seen) as H.
      destruct H as [A B C D F G I J L]; split.
      * exact A.
      * intros h x _; now apply B.
      * intros h k x _ _; now apply C.
      * intros h x _; now apply D.
      * exact F.
      * intros h z _; now apply G.
      * intros w W HT; apply Forall_forall; intros h _; now left.
      * exact J.
      * intros w W h HT _; exact (L w W h HT Logic.I).
    + intros w x B X; rewrite <- apply_of_word.
      apply (apply_forever code known_conditions last 2 (to_nat (q_start q)) (to_nat (q_period q))
               ltac:(lia) ltac:(unfold to_nat; lia) ltac:(unfold to_nat; lia) enough seen); assumption.
Qed.

Lemma below_known (u : list nat) : Forall (fun h => below h) u -> Forall is_known u.
Proof. intros B; apply Forall_forall; intros h I; right; rewrite Forall_forall in B; now apply B. Qed.

Lemma quotient_right :
  (forall u : heap_game, Forall is_known u ->
     has_outcome misere u (if in_P (sum_value u) then P_position else N_position)) /\
  (forall u v : heap_game, Forall is_known u -> Forall is_known v ->
     (sum_value u = sum_value v <->
      forall (z : list nat) (o : outcome), Forall is_known z ->
        (has_outcome misere (u ++ z : heap_game) o <-> has_outcome misere (v ++ z : heap_game) o))) /\
  (forall x, is_element x <-> exists u, Forall is_known u /\ sum_value u = x).
Proof.
  destruct quotient_conditions as [H [words K]]; split; [|split].
  - intros u; apply (quotient_outcomes code H K).
  - apply (quotient_indistinguishable code H K).
    intros x y X Y same; destruct (Uint63.eqb_spec x y) as [D _]; destruct (x =? y) eqn:E; [now apply D|exfalso].
    destruct (elements_told_apart x y X Y) as [z [B N]].
    { intros ->; rewrite eqb_refl in E; discriminate E. }
    apply N; rewrite <- !words by assumption; apply same; now apply below_known.
  - intros x; split.
    + intros X; destruct (element_words x X) as [w [B E]]; exists (map to_nat w); split; [now apply below_known|].
      unfold sum_value, Quotients.value; rewrite words; auto; exact zero_element.
    + intros [u [Ku <-]]; exact (value_in code H u Ku).
Qed.

End Right.
End CheckQuotients.

(* If the checker says yes, P and the values tell the outcomes of all sums, and
   the elements are the classes of sums that no surroundings tell apart. *)
Theorem check_quotient_correct (q : quotient_claim) :
  check_quotient q = true ->
  let game := heap_game (code_of_digits (q_digits q) (q_last q) false) in
  (forall u : game, Forall (is_known q) u ->
     has_outcome misere u (if in_P q (sum_value q u) then P_position else N_position)) /\
  (forall u v : game, Forall (is_known q) u -> Forall (is_known q) v ->
     (sum_value q u = sum_value q v <->
      forall (z : list nat) (o : outcome), Forall (is_known q) z ->
        (has_outcome misere (u ++ z : game) o <-> has_outcome misere (v ++ z : game) o))) /\
  (forall x, is_element q x <-> exists u, Forall (is_known q) u /\ sum_value q u = x).
Proof.
  unfold check_quotient; rewrite !andb_true_iff; intros [[[[[[L C] K] D] P] R] Q].
  now apply quotient_right.
Qed.
