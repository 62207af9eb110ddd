(* Heap games with octal codes, and their periods [GS56].

   A position is a list of heaps. A move takes t beans from a heap and leaves
   nothing, one heap or two heaps in its place, as the digit at place t of the
   code allows. Digit 0 allows only to divide a heap in two: all moves end. *)

Require Import List Arith Lia Bool.
Import ListNotations.
From Grundy Require Import Digraph Play Grundy Value NimSum.

Section Heaps.
Context (allowed : code) (last : nat).

Notation parts := (parts allowed last).
Notation heap_game := (heap_game allowed last).
Notation heap_values_at := (heap_values_at allowed last).
Notation heap_values := (heap_values allowed last).

Lemma in_parts (n : nat) (p : list nat) :
  In p (parts n) <->
  exists t, t <= last /\
    (allowed t 0 = true /\ n = t /\ 1 <= t /\ p = [] \/
     allowed t 1 = true /\ t < n /\ 1 <= t /\ p = [n - t] \/
     allowed t 2 = true /\ exists a b, 1 <= a /\ 1 <= b /\ t + a + b = n /\ p = [a; b]).
Proof.
  unfold parts; rewrite in_flat_map; split.
  - intros [t [I H]]; apply in_seq in I; exists t; split; [lia|].
    unfold parts_after in H; rewrite !in_app_iff in H; destruct H as [H|[H|H]].
    + left; destruct (allowed t 0), (Nat.eqb_spec n t), (Nat.leb_spec 1 t); simpl in H; try contradiction.
      destruct H as [<-|[]]; auto.
    + right; left; destruct (allowed t 1), (Nat.ltb_spec t n), (Nat.leb_spec 1 t); simpl in H;
        try contradiction.
      destruct H as [<-|[]]; auto.
    + right; right; destruct (allowed t 2); [|destruct H]; split; [reflexivity|].
      apply in_map_iff in H; destruct H as [a [<- J]]; apply in_seq in J.
      exists a, (n - t - a); repeat split; lia.
  - intros [t [L H]]; exists t; split; [apply in_seq; lia|].
    unfold parts_after; rewrite !in_app_iff; destruct H as [[A [-> [T ->]]]|[[A [N [T ->]]]|[A [a [b [Ha [Hb [E ->]]]]]]]].
    + left; rewrite A, Nat.eqb_refl; destruct (Nat.leb_spec 1 t); [now left|lia].
    + right; left; rewrite A; destruct (Nat.ltb_spec t n); [|lia].
      destruct (Nat.leb_spec 1 t); [now left|lia].
    + right; right; rewrite A; apply in_map_iff; exists a; split; [|apply in_seq; lia].
      do 3 f_equal; lia.
Qed.

(* A number that every move makes smaller. *)
Fixpoint weight (l : list nat) : nat :=
  match l with [] => 0 | n :: rest => 2 * n - 1 + weight rest end.

Lemma size_app (p q : list nat) : weight (p ++ q) = weight p + weight q.
Proof. induction p as [|n p IH]; simpl in *; lia. Qed.

Lemma parts_smaller (n : nat) (p : list nat) : In p (parts n) -> weight p < 2 * n - 1.
Proof.
  rewrite in_parts.
  intros [t [_ [[_ [-> [T ->]]]|[[_ [N [T ->]]]|[_ [a [b [A [B [E ->]]]]]]]]]]; simpl; lia.
Qed.

Lemma parts_below (n : nat) (p : list nat) : In p (parts n) -> forall m, In m p -> m < n.
Proof.
  rewrite in_parts.
  intros [t [_ [[_ [-> [T ->]]]|[[_ [N [T ->]]]|[_ [a [b [A [B [E ->]]]]]]]]]] m I; simpl in I; lia.
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

(* The theorem of Guy and Smith: a period that is seen long enough goes on
   forever. *)
Theorem heaps_periodic (G : nat -> nat) (n0 p : nat) :
  heap_values G -> 1 <= n0 ->
  (forall n, n0 <= n < 2 * n0 + p + last -> G (n + p) = G n) ->
  forall n, n0 <= n -> G (n + p) = G n.
Proof.
  intros HG N0 seen n; induction n as [n IH] using lt_wf_ind; intros L.
  destruct (lt_dec n (2 * n0 + p + last)) as [B|B]; [apply seen; lia|].
  apply (mex_unique _ _ _ (HG (n + p))).
  destruct (HG n) as [no below].
  (* p beans more or less in the larger heap do not change the value. *)
  assert (same : forall a b, n0 <= a -> a < n -> total G [a + p; b] = total G [a; b]).
  { intros a b A A'; unfold total; simpl; rewrite (IH a A' A); reflexivity. }
  assert (swap : forall a b, total G [a; b] = total G [b; a]).
  { intros a b; unfold total; simpl; rewrite !Nat.lxor_0_r; apply Nat.lxor_comm. }
  split.
  - intros [q [I E]]; apply no; apply in_parts in I.
    destruct I as [t [T [[_ [X _]]|[[A [X [T1 ->]]]|[A [a [b [Ha [Hb [X ->]]]]]]]]]]; [lia| |].
    + exists [n - t]; split; [apply in_parts; exists t; split; [exact T|]; right; left; repeat split; auto; lia|].
      rewrite <- E; unfold total; simpl; rewrite !Nat.lxor_0_r.
      replace (n + p - t) with (n - t + p) by lia; symmetry; apply IH; lia.
    + destruct (le_lt_dec (n0 + p) a) as [H|H].
      * exists [a - p; b]; split.
        { apply in_parts; exists t; split; [exact T|]; right; right; split; [exact A|].
          exists (a - p), b; repeat split; lia. }
        rewrite <- E, <- (same (a - p) b) by lia; now replace (a - p + p) with a by lia.
      * exists [b - p; a]; split.
        { apply in_parts; exists t; split; [exact T|]; right; right; split; [exact A|].
          exists (b - p), a; repeat split; lia. }
        rewrite <- E, (swap a b), <- (same (b - p) a) by lia; now replace (b - p + p) with b by lia.
  - intros j J; destruct (below j J) as [q [I E]]; apply in_parts in I.
    destruct I as [t [T [[_ [X _]]|[[A [X [T1 ->]]]|[A [a [b [Ha [Hb [X ->]]]]]]]]]]; [lia| |].
    + exists [n + p - t]; split; [apply in_parts; exists t; split; [exact T|]; right; left; repeat split; auto; lia|].
      rewrite <- E; unfold total; simpl; rewrite !Nat.lxor_0_r.
      replace (n + p - t) with (n - t + p) by lia; apply IH; lia.
    + destruct (le_lt_dec n0 a) as [H|H].
      * exists [a + p; b]; split.
        { apply in_parts; exists t; split; [exact T|]; right; right; split; [exact A|].
          exists (a + p), b; repeat split; lia. }
        rewrite <- E; apply same; lia.
      * exists [b + p; a]; split.
        { apply in_parts; exists t; split; [exact T|]; right; right; split; [exact A|].
          exists (b + p), a; repeat split; lia. }
        rewrite <- E, (swap a b); apply same; lia.
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
  assert (M : is_mex (fun x => In x options) (heap_value n)).
  { rewrite E; apply least_missing_spec; [lia|].
    enough (length (filter (fun x => 0 <=? x) (nodup Nat.eq_dec options)) <= length options) by lia.
    apply Nat.le_trans with (length (nodup Nat.eq_dec options)).
    - induction (nodup Nat.eq_dec options) as [|x k IH]; cbn [filter length]; [lia|].
      destruct (0 <=? x); cbn [length]; lia.
    - apply NoDup_incl_length; [apply NoDup_nodup|]; intros x I; now apply nodup_In in I. }
  assert (same : forall q, In q (parts n) -> total (fun m => nth m (first_values n) 0) q = total heap_value q).
  { intros q I; apply total_ext; intros m J; apply first_values_nth; exact (parts_below n q I m J). }
  destruct M as [no below]; split.
  - intros [q [I X]]; apply no; apply in_map_iff; exists q; rewrite same; auto.
  - intros j J; pose proof (below j J) as I; apply in_map_iff in I; destruct I as [q [X I]].
    exists q; rewrite <- same; auto.
Qed.

End Heaps.
