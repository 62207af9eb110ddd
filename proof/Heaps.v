(* Heap games, and their periods [GS56].

   A position is a list of heaps. A move takes t beans from a heap and leaves b
   heaps in its place, as the digit at place t of the code allows. *)

Require Import List Arith Lia Bool.
Import ListNotations.
From Grundy Require Import Digraph Play Grundy Value NimSum.

Lemma in_divisions (b n : nat) (p : list nat) :
  In p (divisions b n) <-> length p = b /\ Forall (le 1) p /\ list_sum p = n.
Proof.
  revert n p; induction b as [|b IH]; intros n p; simpl divisions.
  - destruct (Nat.eqb_spec n 0) as [->|N]; split.
    + intros [<-|[]]; repeat split; constructor.
    + intros [L _]; left; symmetry; now apply length_zero_iff_nil.
    + intros [].
    + intros [L [_ E]]; apply length_zero_iff_nil in L; subst p; simpl in E; lia.
  - rewrite in_flat_map; split.
    + intros [a [A I]]; apply in_seq in A; apply in_map_iff in I; destruct I as [q [<- I]].
      apply IH in I; destruct I as [L [F E]]; simpl; repeat split; [lia|constructor; [lia|exact F]|lia].
    + intros [L [F E]]; destruct p as [|a q]; [discriminate L|]; simpl in L, E; inversion_clear F.
      exists a; split; [apply in_seq; lia|]; apply in_map, IH; repeat split; [lia|assumption|lia].
Qed.

Section Heaps.
Context (allowed : code).

Notation parts := (parts allowed).
Notation heap_game := (heap_game allowed).
Notation heap_values_at := (heap_values_at allowed).
Notation heap_values := (heap_values allowed).

Lemma in_parts (n : nat) (p : list nat) :
  In p (parts n) <->
  exists t, t + list_sum p = n /\ allowed t (length p) = true /\ length p <= most_left /\
    Forall (le 1) p /\ (1 <= t \/ 2 <= length p).
Proof.
  unfold parts; rewrite in_flat_map; split.
  - intros [t [I H]]; apply in_seq in I; exists t; unfold parts_after in H; apply in_flat_map in H.
    destruct H as [b [B H]]; apply in_seq in B.
    destruct (allowed t b) eqn:A; [rewrite andb_true_l in H|destruct H].
    destruct (Nat.leb_spec 1 t), (Nat.leb_spec 2 b); cbn [orb] in H; try contradiction;
      apply in_divisions in H; destruct H as [<- [F E]]; repeat split; auto; lia.
  - intros [t [E [A [L [F T]]]]]; exists t; split; [apply in_seq; lia|]; unfold parts_after.
    apply in_flat_map; exists (length p); split; [apply in_seq; lia|]; rewrite A, andb_true_l.
    destruct (Nat.leb_spec 1 t), (Nat.leb_spec 2 (length p)); cbn [orb]; try lia;
      apply in_divisions; repeat split; auto; lia.
Qed.

(* A heap that is left may have another size, if the first heap has. *)
Lemma parts_replace (n n' a a' : nat) (l r : list nat) :
  In (l ++ a :: r) (parts n) -> 1 <= a' -> n + a' = n' + a -> In (l ++ a' :: r) (parts n').
Proof.
  rewrite !in_parts; intros [t [E [A [L [F T]]]]] P S; exists t; rewrite app_length in *; simpl in *.
  rewrite list_sum_app in *; simpl in *; apply Forall_app in F; destruct F as [Fl Fr]; inversion_clear Fr.
  repeat split; auto; [lia|]; apply Forall_app; split; [exact Fl|now constructor].
Qed.

(* A number that every move makes smaller. *)
Fixpoint weight (l : list nat) : nat :=
  match l with [] => 0 | n :: rest => 2 * n - 1 + weight rest end.

Lemma size_app (p q : list nat) : weight (p ++ q) = weight p + weight q.
Proof. induction p as [|n p IH]; simpl in *; lia. Qed.

Lemma weight_sum (p : list nat) : Forall (le 1) p -> weight p + length p = 2 * list_sum p.
Proof. intros F; induction F; simpl; lia. Qed.

Lemma parts_smaller (n : nat) (p : list nat) : In p (parts n) -> weight p < 2 * n - 1.
Proof.
  rewrite in_parts; intros [t [E [_ [_ [F T]]]]]; pose proof (weight_sum p F) as W.
  destruct p as [|a [|b q]]; simpl in *; [lia|lia|].
  inversion_clear F as [|? ? A F']; inversion_clear F'; lia.
Qed.

Lemma sum_member (p : list nat) (m : nat) : In m p -> m <= list_sum p.
Proof. induction p as [|a p IH]; [intros []|]; simpl; intros [->|I]; [lia|]; pose proof (IH I); lia. Qed.

Lemma parts_below (n : nat) (p : list nat) : In p (parts n) -> forall m, In m p -> m < n.
Proof.
  rewrite in_parts; intros [t [E [_ [_ [F T]]]]] m I; destruct p as [|a [|b q]]; [destruct I| |].
  - destruct I as [<-|[]]; simpl in *; lia.
  - inversion_clear F as [|? ? A F']; inversion_clear F' as [|? ? B F]; simpl in *.
    destruct I as [<-|[<-|I]]; [lia|lia|]; pose proof (sum_member q m I); lia.
Qed.

Lemma move_smaller (u v : heap_game) : follower u v -> weight v < weight u.
Proof.
  revert v; induction u as [|n rest IH]; intros v F; [destruct F|].
  unfold follower in *; simpl in F; apply in_app_iff in F; destruct F as [F|F];
    apply in_map_iff in F; destruct F as [p [<- I]].
  - pose proof (parts_smaller n p I); rewrite size_app; simpl; lia.
  - pose proof (IH p I); simpl; lia.
Qed.

Lemma total_app (G : nat -> nat) (p q : list nat) :
  total G (p ++ q) = Nat.lxor (total G p) (total G q).
Proof.
  induction p as [|n p IH]; simpl; [now rewrite Nat.lxor_0_l|].
  unfold total in *; simpl; rewrite IH; now rewrite Nat.lxor_assoc.
Qed.

(* The value of a sum of heaps is the nim-sum of their values. *)
Lemma total_is_mex (G : nat -> nat) :
  heap_values G -> forall u : heap_game,
  is_mex (fun x => exists v, follower u v /\ total G v = x) (total G u).
Proof.
  intros HG u; induction u as [|n rest [no below]].
  { split; [intros [v [[] _]]|simpl; lia]. }
  destruct (HG n) as [no' below']; simpl total.
  change (fold_right _ 0 rest) with (total G rest).
  assert (first : forall x, (exists p, In p (parts n) /\ total G p = x) ->
            exists v, @follower heap_game (n :: rest) v /\ total G v = Nat.lxor x (total G rest)).
  { intros x [p [I <-]]; exists (p ++ rest); split; [|apply total_app].
    unfold follower; simpl; apply in_app_iff; left; now apply in_map_iff; exists p. }
  assert (other : forall x, (exists v, @follower heap_game rest v /\ total G v = x) ->
            exists v, @follower heap_game (n :: rest) v /\ total G v = Nat.lxor (G n) x).
  { intros x [v [F <-]]; exists (n :: v); split; [|reflexivity].
    unfold follower; simpl; apply in_app_iff; right; now apply in_map_iff; exists v. }
  split.
  - intros [v [F E]]; unfold follower in F; simpl in F; apply in_app_iff in F.
    destruct F as [F|F]; apply in_map_iff in F; destruct F as [p [<- I]].
    + rewrite total_app in E; apply lxor_inj_r in E; apply no'; now exists p.
    + change (Nat.lxor (G n) (total G p) = Nat.lxor (G n) (total G rest)) in E.
      apply lxor_inj in E; apply no; now exists p.
  - intros j J; destruct (nim_choice _ _ _ J) as [L|L].
    + destruct (first _ (below' _ L)) as [v [F E]]; exists v; split; [exact F|].
      rewrite E, (Nat.lxor_comm (total G rest) j); apply lxor_cancel_r.
    + destruct (other _ (below _ L)) as [v [F E]]; exists v; split; [exact F|].
      rewrite E; apply lxor_cancel.
Qed.

(* So it is the generalized Sprague–Grundy function of the game. *)
Theorem heaps_are_nim_sums (G : nat -> nat) :
  heap_values G -> is_grundy (fun u : heap_game => Some (total G u)) weight.
Proof.
  intros HG u; destruct (total_is_mex G HG u) as [no below]; repeat split.
  - injection H as <-; intros [v [F [= E]]]; apply no; now exists v.
  - injection H as <-; intros j J; destruct (below j J) as [v [F E]]; exists v; split; [exact F|].
    now rewrite E.
  - intros k v [= <-] F L; simpl in L; destruct (total_is_mex G HG v) as [_ below'].
    destruct (below' _ L) as [w [Fw Ew]]; exists w; split; [exact Fw|]; rewrite Ew; split; [reflexivity|].
    pose proof (move_smaller u v F); pose proof (move_smaller v w Fw); lia.
  - discriminate.
Qed.

Lemma total_ext (G G' : nat -> nat) (p : list nat) :
  (forall m, In m p -> G m = G' m) -> total G p = total G' p.
Proof.
  induction p as [|n p IH]; intros E; [reflexivity|]; unfold total in *; simpl.
  rewrite (E n (or_introl eq_refl)), IH; [reflexivity|]; intros m I; apply E; now right.
Qed.

(* Values are unique, also if only the first heaps are known. *)
Lemma heap_values_agree (G G' : nat -> nat) (bound : nat) :
  (forall n, n < bound -> heap_values_at G n) -> (forall n, n < bound -> heap_values_at G' n) ->
  forall n, n < bound -> G n = G' n.
Proof.
  intros H H' n; induction n as [n IH] using lt_wf_ind; intros L.
  apply (mex_unique _ _ _ (H n L)).
  assert (E : forall p, In p (parts n) -> total G' p = total G p).
  { intros p I; apply total_ext; intros m M; symmetry; apply IH; [now apply (parts_below n p I)|].
    pose proof (parts_below n p I m M); lia. }
  destruct (H' n L) as [no below]; split.
  - intros [p [I X]]; apply no; exists p; split; [exact I|]; now rewrite E.
  - intros j J; destruct (below j J) as [p [I X]]; exists p; split; [exact I|].
    now rewrite <- E.
Qed.

(* Some heap is large if the sum is. *)
Lemma large_heap (b m : nat) (q : list nat) :
  1 <= b -> 1 <= m -> length q <= b -> b * m <= list_sum q -> exists l a r, q = l ++ a :: r /\ m <= a.
Proof.
  intros B M; revert b B; induction q as [|a q IH]; intros b B L T; simpl in *; [nia|].
  destruct (le_lt_dec m a) as [A|A]; [now exists [], a, q|].
  destruct b as [|b]; [lia|]; destruct b as [|b].
  - destruct q; simpl in *; lia.
  - destruct (IH (S b)) as [l [a' [r [-> A']]]]; [lia|lia|simpl in *; lia|now exists (a :: l), a', r].
Qed.

(* So heaps of n + p beans and of n have the same moves, up to p beans in a large heap. *)
Lemma parts_step (last heaps n0 p n : nat) :
  (forall t b, last < t \/ heaps < b -> allowed t b = false) ->
  1 <= heaps -> 1 <= n0 -> heaps * n0 + (heaps - 1) * p + last <= n ->
  (forall q, In q (parts (n + p)) ->
     exists l a r, q = l ++ (a + p) :: r /\ n0 <= a /\ In (l ++ a :: r) (parts n)) /\
  (forall q, In q (parts n) ->
     exists l a r, q = l ++ a :: r /\ n0 <= a /\ In (l ++ (a + p) :: r) (parts (n + p))).
Proof.
  intros ends H N0 B.
  assert (bounds : forall m q, In q (parts m) -> length q <= heaps /\ m <= last + list_sum q).
  { intros m q I; apply in_parts in I; destruct I as [t [E [A _]]].
    destruct (le_lt_dec (length q) heaps), (le_lt_dec t last); try (split; lia);
      rewrite ends in A by lia; discriminate A. }
  split; intros q I; destruct (bounds _ _ I) as [L S].
  - destruct (large_heap heaps (n0 + p) q) as [l [a [r [-> A]]]]; [lia|lia|exact L|nia|].
    exists l, (a - p), r; split; [do 2 f_equal; lia|]; split; [lia|].
    apply (parts_replace (n + p) n a); [exact I|lia|lia].
  - destruct (large_heap heaps n0 q) as [l [a [r [-> A]]]]; [lia|lia|exact L|nia|].
    exists l, a, r; split; [reflexivity|]; split; [exact A|].
    apply (parts_replace n (n + p) a); [exact I|lia|lia].
Qed.

(* The theorem of Guy and Smith, for any number of heaps: a period that is seen
   long enough goes on forever. *)
Theorem heaps_periodic (G : nat -> nat) (last heaps n0 p : nat) :
  heap_values G -> (forall t b, last < t \/ heaps < b -> allowed t b = false) ->
  1 <= heaps -> 1 <= n0 ->
  (forall n, n0 <= n < heaps * n0 + (heaps - 1) * p + last -> G (n + p) = G n) ->
  forall n, n0 <= n -> G (n + p) = G n.
Proof.
  intros HG ends H N0 seen n; induction n as [n IH] using lt_wf_ind; intros L.
  destruct (lt_dec n (heaps * n0 + (heaps - 1) * p + last)) as [B|B]; [apply seen; lia|].
  apply (mex_unique _ _ _ (HG (n + p))).
  destruct (HG n) as [no below], (parts_step last heaps n0 p n ends H N0 ltac:(lia)) as [down up].
  assert (same : forall l a r, n0 <= a -> In (l ++ a :: r) (parts n) ->
            total G (l ++ (a + p) :: r) = total G (l ++ a :: r)).
  { intros l a r A I; rewrite !total_app; unfold total at 2 4; simpl; rewrite IH; [reflexivity| |exact A].
    apply (parts_below _ _ I), in_elt. }
  split.
  - intros [q [I E]]; destruct (down q I) as [l [a [r [-> [A I']]]]]; apply no.
    exists (l ++ a :: r); split; [exact I'|]; now rewrite <- same.
  - intros j J; destruct (below j J) as [q [I E]]; destruct (up q I) as [l [a [r [-> [A I']]]]].
    exists (l ++ (a + p) :: r); split; [exact I'|]; now rewrite same.
Qed.

(* Values exist: the first n of them, as a list. *)
Fixpoint least_missing (l : list nat) (bound m : nat) : nat :=
  match bound with
  | 0 => m
  | S bound => if in_dec Nat.eq_dec m l then least_missing l bound (S m) else m
  end.

Fixpoint first_values (n : nat) : list nat :=
  match n with
  | 0 => []
  | S n =>
      let known := first_values n in
      let options := map (total (fun m => nth m known 0)) (parts n) in
      known ++ [least_missing options (S (length options)) 0]
  end.

Definition heap_value (n : nat) : nat := nth n (first_values (S n)) 0.

Lemma least_missing_spec (l : list nat) :
  forall bound m, (forall j, j < m -> In j l) ->
  length (filter (fun x => m <=? x) (nodup Nat.eq_dec l)) < bound ->
  is_mex (fun x => In x l) (least_missing l bound m).
Proof.
  intros bound; induction bound as [|bound IH]; intros m below B; [lia|]; simpl.
  destruct (in_dec Nat.eq_dec m l) as [I|I]; [|split; auto].
  apply IH; [intros j J; destruct (Nat.eq_dec j m) as [->|]; [exact I|apply below; lia]|].
  enough (H : length (filter (fun x => S m <=? x) (nodup Nat.eq_dec l)) <
              length (filter (fun x => m <=? x) (nodup Nat.eq_dec l))) by lia.
  apply (nodup_In Nat.eq_dec) in I; clear B below IH.
  induction (nodup Nat.eq_dec l) as [|x k IH]; [destruct I|].
  assert (weak : length (filter (fun x => S m <=? x) k) <= length (filter (fun x => m <=? x) k)).
  { clear; induction k as [|y k IH]; cbn [filter length]; [lia|].
    destruct (Nat.leb_spec (S m) y), (Nat.leb_spec m y); cbn [length]; lia. }
  cbn [filter length]; destruct I as [->|I].
  - destruct (Nat.leb_spec (S m) m), (Nat.leb_spec m m); cbn [length]; lia.
  - specialize (IH I); destruct (Nat.leb_spec (S m) x), (Nat.leb_spec m x); cbn [length]; lia.
Qed.

Lemma least_missing_mex (l : list nat) : is_mex (fun x => In x l) (least_missing l (S (length l)) 0).
Proof.
  apply least_missing_spec; [lia|].
  enough (length (filter (fun x => 0 <=? x) (nodup Nat.eq_dec l)) <= length l) by lia.
  apply Nat.le_trans with (length (nodup Nat.eq_dec l)).
  - induction (nodup Nat.eq_dec l) as [|x k IH]; cbn [filter length]; [lia|].
    destruct (0 <=? x); cbn [length]; lia.
  - apply NoDup_incl_length; [apply NoDup_nodup|]; intros x I; now apply nodup_In in I.
Qed.

Lemma first_values_length (n : nat) : length (first_values n) = n.
Proof. induction n as [|n IH]; simpl; [reflexivity|]; rewrite app_length; simpl; lia. Qed.

Lemma first_values_nth (n m : nat) : m < n -> nth m (first_values n) 0 = heap_value m.
Proof.
  unfold heap_value; induction n as [|n IH]; intros L; [lia|].
  destruct (Nat.eq_dec m n) as [->|D]; [reflexivity|].
  change (first_values (S n)) with (first_values n ++
    [least_missing (map (total (fun m => nth m (first_values n) 0)) (parts n))
       (S (length (map (total (fun m => nth m (first_values n) 0)) (parts n)))) 0]).
  rewrite app_nth1 by (rewrite first_values_length; lia); apply IH; lia.
Qed.

Theorem heap_values_exist : heap_values heap_value.
Proof.
  intros n; unfold heap_values_at.
  set (options := map (total (fun m => nth m (first_values n) 0)) (parts n)).
  assert (E : heap_value n = least_missing options (S (length options)) 0).
  { unfold heap_value; cbn [first_values].
    rewrite app_nth2 by (rewrite first_values_length; lia).
    rewrite first_values_length, Nat.sub_diag; reflexivity. }
  assert (M : is_mex (fun x => In x options) (heap_value n)) by (rewrite E; apply least_missing_mex).
  assert (same : forall q, In q (parts n) -> total (fun m => nth m (first_values n) 0) q = total heap_value q).
  { intros q I; apply total_ext; intros m J; apply first_values_nth; exact (parts_below n q I m J). }
  destruct M as [no below]; split.
  - intros [q [I X]]; apply no; apply in_map_iff; exists q; rewrite same; auto.
  - intros j J; pose proof (below j J) as I; apply in_map_iff in I; destruct I as [q [X I]].
    exists q; rewrite <- same; auto.
Qed.

End Heaps.
