(* Misère quotients of heap games [PS08].

   A commutative monoid is given by the maps "multiply by the value of heap h".
   Conditions that a program can check imply that the value of a sum tells its
   outcome (docs/misere.md, Theorem 1), also if the values have a period
   (Theorem 3). *)

Require Import List Arith Lia Bool Permutation.
Import ListNotations.
From Grundy Require Import Digraph Play Grundy Remoteness Heaps.

(* ---- games that end, with a label at every position ------------------------ *)

Section Labels.
Context {g : digraph} (sp : convention g) (weight : g -> nat) (D : g -> Prop) (label : g -> bool).

Hypothesis lighter : forall u v : g, follower u v -> weight v < weight u.
Hypothesis D_followers : forall u v : g, D u -> follower u v -> D v.
Hypothesis label_end : forall u : g, D u -> terminal u -> label u = sp u.
Hypothesis label_lost : forall u v : g, D u -> label u = true -> follower u v -> label v = false.
Hypothesis label_won : forall u : g, D u -> ~ terminal u -> label u = false ->
  exists v, follower u v /\ label v = true.

(* A move to a position with the label, if there is one. *)
Definition labelled_move (u : g) : g :=
  match find label (moves u) with Some v => v | None => hd u (moves u) end.

Lemma labelled_move_legal : legal (positional labelled_move).
Proof.
  intros u h T; unfold positional, labelled_move, follower.
  destruct (find label (moves u)) as [v|] eqn:F; [now apply find_some in F|].
  unfold terminal in T; destruct (moves u) as [|v l]; [now destruct T|now left].
Qed.

Lemma labelled_move_wins (b : player) (p : nat -> g) :
  play p -> (forall n, turn n = b -> ~ terminal (p n) -> p (S n) = labelled_move (p n)) ->
  forall k n, weight (p n) < k -> D (p n) -> (forall m, m < n -> ~ terminal (p m)) ->
  (if label (p n) then opponent (turn n) else turn n) = b ->
  exists m, ends_at p m /\ winner sp p m = b.
Proof.
  intros Hp C k; induction k as [|k IH]; intros n K Dn B W; [lia|].
  destruct (terminal_dec (p n)) as [T|T].
  { exists n; split; [now split|]; unfold winner; now rewrite <- (label_end _ Dn T). }
  pose proof (Hp n T) as F; pose proof (lighter _ _ F) as L.
  apply (IH (S n)); [lia|exact (D_followers _ _ Dn F)| |].
  { intros m M; destruct (Nat.eq_dec m n) as [->|N]; [exact T|apply B; lia]. }
  rewrite turn_step; destruct (label (p n)) eqn:E.
  - rewrite (label_lost _ _ Dn E F); exact W.
  - rewrite (C n W T); unfold labelled_move.
    destruct (label_won _ Dn T E) as [v [Fv Lv]].
    destruct (find label (moves (p n))) as [w|] eqn:Fi.
    + apply find_some in Fi; destruct Fi as [_ ->]; unfold opponent; rewrite negb_involutive; exact W.
    + pose proof (find_none _ _ Fi v Fv) as X; congruence.
Qed.

Theorem labels_are_outcomes (u : g) :
  D u -> has_outcome sp u (if label u then P_position else N_position).
Proof.
  intros Du.
  assert (H : forall b : player, (if label u then opponent next_player else next_player) = b -> can_win sp b u).
  { intros b W; exists (positional labelled_move); split; [apply labelled_move_legal|].
    intros p [Hp [E C]].
    apply (labelled_move_wins b p Hp C (S (weight (p 0))) 0); [lia| | |]; rewrite ?E; auto; lia. }
  destruct (label u); simpl; apply H; reflexivity.
Qed.

End Labels.

(* ---- the finite condition ----------------------------------------------- *)

Section Quotients.
Context (allowed : code).

Notation parts := (parts allowed).
Notation heap_game := (heap_game allowed).

Section Values.
Context {Q : Type} (one : Q) (P : Q -> bool) (act : nat -> Q -> Q).

(* The heaps of a sum act one after the other. *)
Definition apply (u : list nat) (x : Q) : Q := fold_right act x u.

Definition value (u : list nat) : Q := apply u one.

(* In the surroundings z, some move from heap h leads to P. *)
Definition reaches (h : nat) (z : Q) : bool := existsb (fun p => P (apply p z)) (parts h).

Lemma apply_app (u v : list nat) (x : Q) : apply (u ++ v) x = apply u (apply v x).
Proof. apply fold_right_app. Qed.

Lemma reaches_true (h : nat) (z : Q) :
  reaches h z = true <-> exists p, In p (parts h) /\ P (apply p z) = true.
Proof. unfold reaches; apply existsb_exists. Qed.

End Values.

(* What has to be checked. T contains sums w with sets W of surroundings in
   which a move from w leads to P. *)
Record conditions {Q : Type} (inQ : Q -> Prop) (one : Q) (P : Q -> bool) (act : nat -> Q -> Q)
    (known : nat -> Prop) (T : list nat -> (Q -> bool) -> Prop) : Prop := Conditions {
  one_in : inQ one;
  act_in : forall h x, known h -> inQ x -> inQ (act h x);
  commute : forall h k x, known h -> known k -> inQ x -> act h (act k x) = act k (act h x);
  idle : forall h x, known h -> parts h = [] -> inQ x -> act h x = x;
  one_not_P : P one = false;
  no_move_from_P_to_P : forall h z, known h -> inQ z -> P (act h z) = true -> reaches P act h z = false;
  T_known : forall w W, T w W -> Forall known w;
  T_empty : exists w W, T w W /\ value one act w = one /\ forall y, inQ y -> W y = false;
  T_next : forall w W h, T w W -> known h -> parts h <> [] ->
    let more y := W (act h y) || reaches P act h (apply act w y) in
    (P (act h (value one act w)) = true \/ more one = true) /\
    exists w' W', T w' W' /\ value one act w' = act h (value one act w) /\
      forall y, inQ y -> W' y = true -> more y = true
}.

Section Theorem1.
Context {Q : Type} {inQ : Q -> Prop} {one : Q} {P : Q -> bool} {act : nat -> Q -> Q}
  {known : nat -> Prop} {T : list nat -> (Q -> bool) -> Prop}
  (H : conditions inQ one P act known T).
Hypothesis parts_known : forall h p, known h -> In p (parts h) -> Forall known p.

Notation apply := (apply act).
Notation value := (value one act).

Lemma apply_in (u : list nat) (x : Q) : Forall known u -> inQ x -> inQ (apply u x).
Proof.
  intros K X; induction K as [|h u Kh K IH]; [exact X|]; simpl; now apply (act_in _ _ _ _ _ _ H).
Qed.

Lemma value_in (u : list nat) : Forall known u -> inQ (value u).
Proof. intros K; apply apply_in; [exact K|apply (one_in _ _ _ _ _ _ H)]. Qed.

Lemma apply_permuted (u v : list nat) (x : Q) :
  Permutation u v -> Forall known u -> inQ x -> apply u x = apply v x.
Proof.
  intros E; induction E as [|h u v E IH|h k u|u v w E IH E' IH']; intros K X; simpl in *.
  - reflexivity.
  - rewrite IH; [reflexivity|now inversion K|exact X].
  - inversion K as [|? ? K1 K2]; inversion K2; subst.
    apply (commute _ _ _ _ _ _ H); auto; now apply apply_in.
  - rewrite IH by auto; apply IH'; [|exact X]; now apply (Permutation_Forall E).
Qed.

Lemma followers_known (u v : heap_game) : Forall known u -> follower u v -> Forall known v.
Proof.
  unfold follower; revert v; induction u as [|h u IH]; simpl; intros v K F; [destruct F|].
  inversion K as [|? ? Kh Ku]; subst; apply in_app_iff in F; destruct F as [F|F];
    apply in_map_iff in F; destruct F as [p [<- I]].
  - apply Forall_app; split; [now apply (parts_known h)|exact Ku].
  - constructor; [exact Kh|now apply IH].
Qed.

Lemma move_first (h : nat) (u p : list nat) : In p (parts h) -> @follower heap_game (h :: u) (p ++ u).
Proof. intros I; unfold follower; simpl; apply in_app_iff; left; now apply in_map_iff; exists p. Qed.

Lemma move_later (h : nat) (u v : list nat) :
  @follower heap_game u v -> @follower heap_game (h :: u) (h :: v).
Proof. intros F; unfold follower; simpl; apply in_app_iff; right; now apply in_map_iff; exists v. Qed.

(* No move leads from P to P, whatever lies next to the sum. *)
Lemma P_to_N (u v : heap_game) (y : list nat) :
  Forall known u -> Forall known y -> follower u v ->
  P (value (u ++ y)) = true -> P (value (v ++ y)) = false.
Proof.
  revert v y; induction u as [|h u IH]; intros v y Ku Ky F E; [destruct F|].
  inversion Ku as [|? ? Kh Ku']; subst.
  unfold follower in F; simpl in F; apply in_app_iff in F; destruct F as [F|F];
    apply in_map_iff in F; destruct F as [p [<- I]].
  - assert (Z : inQ (value (u ++ y))) by (apply value_in; now apply Forall_app).
    pose proof (no_move_from_P_to_P _ _ _ _ _ _ H h _ Kh Z E) as X.
    rewrite <- app_assoc; unfold Quotients.value; rewrite apply_app.
    destruct (P (apply p (apply (u ++ y) one))) eqn:Y; [|reflexivity].
    exfalso; enough (reaches P act h (value (u ++ y)) = true) by congruence.
    apply reaches_true; now exists p.
  - assert (E' : P (value (u ++ h :: y)) = true).
    { rewrite <- E; f_equal; apply apply_permuted; [symmetry; apply Permutation_middle| |].
      - apply Forall_app; split; [exact Ku'|now constructor].
      - apply (one_in _ _ _ _ _ _ H). }
    pose proof (IH p (h :: y) Ku' (Forall_cons _ Kh Ky) I E') as X.
    rewrite <- X; f_equal; apply apply_permuted; [apply Permutation_middle| |apply (one_in _ _ _ _ _ _ H)].
    constructor; [exact Kh|]; apply Forall_app; split; [|exact Ky].
    exact (followers_known u p Ku' I).
Qed.

(* Every sum has a pair in T whose set is won by moves. *)
Lemma pairs (u : heap_game) : Forall known u ->
  exists w W, T w W /\ value w = value u /\
    (forall y, Forall known y -> W (value y) = true ->
       exists v, follower u v /\ P (value (v ++ y)) = true) /\
    (P (value u) = true \/ (exists v, follower u v /\ P (value v) = true) \/
     forall h, In h u -> parts h = []).
Proof.
  intros K; induction K as [|h u Kh K [w [W [HT [E [won out]]]]]].
  - destruct (T_empty _ _ _ _ _ _ H) as [w [W [HT [E none]]]]; exists w, W.
    repeat split; auto; [|right; right; intros h []].
    intros y Ky Y; rewrite none in Y; [discriminate Y|now apply value_in].
  - destruct (parts h) as [|o l] eqn:N.
    + assert (same : forall x, inQ x -> act h x = x).
      { intros x X; apply (idle _ _ _ _ _ _ H); auto. }
      exists w, W; repeat split; [exact HT| | |].
      * rewrite E; unfold Quotients.value; simpl; symmetry; apply same; now apply value_in.
      * intros y Ky Y; destruct (won y Ky Y) as [v [F X]]; exists (h :: v); split; [now apply move_later|].
        simpl; unfold Quotients.value in *; simpl; rewrite same; [exact X|].
        apply value_in; apply Forall_app; split; [exact (followers_known u v K F)|exact Ky].
      * unfold Quotients.value in *; simpl; rewrite same by now apply value_in.
        destruct out as [X|[[v [F X]]|X]]; [now left| |].
        -- right; left; exists (h :: v); split; [now apply move_later|]; simpl; rewrite same; [exact X|].
           apply value_in; exact (followers_known u v K F).
        -- right; right; intros k [<-|I]; auto.
    + assert (N' : parts h <> []) by (rewrite N; discriminate).
      assert (next : forall y, Forall known y ->
                W (act h (value y)) || reaches P act h (apply w (value y)) = true ->
                exists v, @follower heap_game (h :: u) v /\ P (value (v ++ y)) = true).
      { intros y Ky X; apply orb_true_iff in X; destruct X as [X|X].
        - destruct (won (h :: y) (Forall_cons _ Kh Ky) X) as [v [F Z]].
          exists (h :: v); split; [now apply move_later|]; rewrite <- Z; f_equal.
          apply apply_permuted; [apply Permutation_middle| |apply (one_in _ _ _ _ _ _ H)].
          constructor; [exact Kh|]; apply Forall_app; split; [|exact Ky]; exact (followers_known u v K F).
        - apply reaches_true in X; destruct X as [p [I X]].
          exists (p ++ u); split; [now apply move_first|]; rewrite <- X, <- app_assoc.
          unfold Quotients.value at 1; rewrite apply_app; do 2 f_equal.
          assert (Kw : Forall known w) by exact (T_known _ _ _ _ _ _ H w W HT).
          unfold Quotients.value; rewrite <- apply_app.
          rewrite (apply_permuted (w ++ y) (y ++ w)); [|apply Permutation_app_comm|now apply Forall_app|
            apply (one_in _ _ _ _ _ _ H)].
          rewrite (apply_app act y w); unfold Quotients.value in E; rewrite E, <- apply_app.
          apply apply_permuted; [apply Permutation_app_comm|now apply Forall_app|apply (one_in _ _ _ _ _ _ H)]. }
      destruct (T_next _ _ _ _ _ _ H w W h HT Kh N') as [L [w' [W' [HT' [E' S]]]]].
      exists w', W'; repeat split; [exact HT'| | |].
      * rewrite E', E; reflexivity.
      * intros y Ky Y; apply (next y Ky); apply S; [now apply value_in|exact Y].
      * destruct L as [L|L].
        -- left; rewrite E in L; exact L.
        -- right; left; destruct (next [] (Forall_nil _) L) as [v [F X]].
           rewrite app_nil_r in X; now exists v.
Qed.

Lemma idle_terminal (u : heap_game) : (forall h, In h u -> parts h = []) -> terminal u.
Proof.
  unfold terminal; simpl; induction u as [|h u IH]; intros N; [reflexivity|]; simpl.
  rewrite (N h (or_introl eq_refl)), IH; [reflexivity|]; intros k I; apply N; now right.
Qed.

Lemma terminal_idle (u : heap_game) : terminal u -> forall h, In h u -> parts h = [].
Proof.
  unfold terminal; simpl; induction u as [|k u IH]; intros E h I; [destruct I|]; simpl in E.
  apply app_eq_nil in E; destruct E as [E E']; apply map_eq_nil in E, E'.
  destruct I as [<-|I]; auto.
Qed.

Lemma idle_value (u : list nat) : Forall known u -> (forall h, In h u -> parts h = []) -> value u = one.
Proof.
  intros K; induction K as [|h u Kh K IH]; intros N; [reflexivity|].
  unfold Quotients.value in *; simpl; rewrite IH by (intros k I; apply N; now right).
  apply (idle _ _ _ _ _ _ H); [exact Kh|apply N; now left|apply (one_in _ _ _ _ _ _ H)].
Qed.

(* The value of a sum tells its outcome. *)
Theorem quotient_outcomes (u : heap_game) :
  Forall known u -> has_outcome misere u (if P (value u) then P_position else N_position).
Proof.
  apply (labels_are_outcomes (g := heap_game) misere weight (fun u => Forall known u)
           (fun u => P (value u))); clear u.
  - intros u v; apply move_smaller.
  - exact followers_known.
  - intros u K E; rewrite idle_value; [apply (one_not_P _ _ _ _ _ _ H)|exact K|now apply terminal_idle].
  - intros u v K E F; pose proof (P_to_N u v [] K (Forall_nil _) F) as X.
    rewrite !app_nil_r in X; now apply X.
  - intros u K N E; destruct (pairs u K) as [w [W [_ [_ [_ [X|[X|X]]]]]]]; [congruence|exact X|].
    destruct (N (idle_terminal u X)).
Qed.

(* Sums with equal values are equal in all surroundings; and sums with different
   values are told apart, if the elements are. *)
Theorem quotient_indistinguishable :
  (forall x y, inQ x -> inQ y ->
     (forall z, Forall known z -> P (apply z x) = P (apply z y)) -> x = y) ->
  forall u v : heap_game, Forall known u -> Forall known v ->
  (value u = value v <->
   forall (z : list nat) (o : outcome), Forall known z ->
     (has_outcome misere (u ++ z : heap_game) o <-> has_outcome misere (v ++ z : heap_game) o)).
Proof.
  intros reduced u v Ku Kv.
  assert (split_value : forall u z, Forall known u -> Forall known z -> value (u ++ z) = apply z (value u)).
  { intros a z Ka Kz; unfold Quotients.value; rewrite <- apply_app.
    apply apply_permuted; [apply Permutation_app_comm|now apply Forall_app|apply (one_in _ _ _ _ _ _ H)]. }
  assert (out : forall u z, Forall known u -> Forall known z ->
            has_outcome misere (u ++ z : heap_game) (if P (apply z (value u)) then P_position else N_position)).
  { intros a z Ka Kz; rewrite <- split_value by auto; apply quotient_outcomes; now apply Forall_app. }
  split.
  - intros E z o Kz; pose proof (out u z Ku Kz) as A; pose proof (out v z Kv Kz) as B; rewrite E in A.
    split; intros X; [rewrite (has_outcome_unique _ _ _ _ X A)|rewrite (has_outcome_unique _ _ _ _ X B)]; auto.
  - intros same; apply reduced; try now apply value_in.
    intros z Kz; pose proof (out u z Ku Kz) as A; pose proof (out v z Kv Kz) as B.
    apply (same z _ Kz) in A; pose proof (has_outcome_unique _ _ _ _ A B) as X.
    destruct (P (apply z (value u))), (P (apply z (value v))); auto; discriminate X.
Qed.

End Theorem1.

(* ---- periods --------------------------------------------------------------- *)

Section Theorem3.
Context {Q : Type} {inQ : Q -> Prop} {one : Q} {P : Q -> bool} {act : nat -> Q -> Q}
  {heaps : nat} {T : list nat -> (Q -> bool) -> Prop}
  (H : conditions inQ one P act (fun h => h < heaps) T)
  (last most n0 p : nat).
Hypothesis code_ends : forall t b, last < t \/ most < b -> allowed t b = false.
Hypothesis some_left : 1 <= most.
Hypothesis start : 1 <= n0.
Hypothesis period : 1 <= p.
Hypothesis enough : most * (n0 + p) + last <= heaps.
Hypothesis seen : forall h x, n0 <= h -> h + p < heaps -> inQ x -> act (h + p) x = act h x.

(* The heap below n0 + p that acts as h. *)
Definition folded (h : nat) : nat := if h <? n0 then h else n0 + (h - n0) mod p.

Definition act_forever (h : nat) : Q -> Q := act (folded h).

Lemma folded_less (h : nat) : folded h < n0 + p <= heaps.
Proof.
  split; [|nia]; unfold folded; destruct (Nat.ltb_spec h n0); [lia|].
  pose proof (Nat.mod_upper_bound (h - n0) p); lia.
Qed.

Lemma folded_step (h : nat) : n0 <= h -> folded (h + p) = folded h.
Proof.
  intros L; unfold folded; destruct (Nat.ltb_spec (h + p) n0), (Nat.ltb_spec h n0); try lia.
  replace (h + p - n0) with (h - n0 + 1 * p) by lia; rewrite Nat.mod_add by lia; reflexivity.
Qed.

Lemma act_step (h : nat) : n0 <= h -> act_forever (h + p) = act_forever h.
Proof. intros L; unfold act_forever; now rewrite folded_step. Qed.

Lemma act_known (h : nat) (x : Q) : h < heaps -> inQ x -> act_forever h x = act h x.
Proof.
  induction h as [h IH] using lt_wf_ind; intros L X.
  destruct (le_lt_dec (n0 + p) h) as [B|B].
  - replace h with (h - p + p) by lia; rewrite act_step, seen by (auto; lia); apply IH; auto; lia.
  - unfold act_forever, folded; destruct (Nat.ltb_spec h n0); [reflexivity|].
    rewrite Nat.mod_small by lia; now replace (n0 + (h - n0)) with h by lia.
Qed.

Lemma act_forever_in (h : nat) (x : Q) : inQ x -> inQ (act_forever h x).
Proof. intros X; apply (act_in _ _ _ _ _ _ H); [pose proof (folded_less h); lia|exact X]. Qed.

Lemma apply_forever (u : list nat) (x : Q) :
  Forall (fun h => h < heaps) u -> inQ x -> apply act_forever u x = apply act u x.
Proof.
  intros K X; induction K as [|h u Kh K IH]; [reflexivity|]; simpl; rewrite IH.
  apply act_known; [exact Kh|]; now apply (apply_in H).
Qed.

Lemma reaches_known (h : nat) (z : Q) :
  h < heaps -> inQ z -> reaches P act_forever h z = reaches P act h z.
Proof.
  intros L Z; apply eq_true_iff_eq; rewrite !reaches_true.
  assert (E : forall q, In q (parts h) -> apply act_forever q z = apply act q z).
  { intros q I; apply apply_forever; [|exact Z]; apply Forall_forall; intros m M.
    pose proof (parts_below allowed h q I m M); lia. }
  split; intros [q [I X]]; exists q; rewrite E in *; auto.
Qed.

(* Moves from a large heap are moves from the one that is p smaller. *)
Lemma moves_step (h : nat) : heaps <= h + p ->
  (forall q, In q (parts (h + p)) -> exists q', In q' (parts h) /\
     forall z, apply act_forever q' z = apply act_forever q z) /\
  (forall q, In q (parts h) -> exists q', In q' (parts (h + p)) /\
     forall z, apply act_forever q' z = apply act_forever q z).
Proof.
  intros L; destruct (parts_step allowed last most n0 p h code_ends some_left start) as [down up];
    [destruct most; nia|].
  assert (same : forall l a r z, n0 <= a ->
            apply act_forever (l ++ (a + p) :: r) z = apply act_forever (l ++ a :: r) z).
  { intros l a r z A; rewrite !apply_app; simpl; now rewrite act_step. }
  split; intros q I.
  - destruct (down q I) as [l [a [r [-> [A I']]]]]; exists (l ++ a :: r); split; [exact I'|].
    intros z; now rewrite same.
  - destruct (up q I) as [l [a [r [-> [A I']]]]]; exists (l ++ (a + p) :: r); split; [exact I'|].
    intros z; now rewrite same.
Qed.

(* Every heap looks like one of the known heaps. *)
Lemma like_known (h : nat) : exists k, k < heaps /\
  (forall x, inQ x -> act_forever h x = act k x) /\ (parts h = [] <-> parts k = []) /\
  (forall z, inQ z -> reaches P act_forever h z = reaches P act k z).
Proof.
  induction h as [h IH] using lt_wf_ind; destruct (lt_dec h heaps) as [L|L].
  { exists h; split; [exact L|]; split; [intros x; now apply act_known|]; split; [reflexivity|].
    intros z; now apply reaches_known. }
  pose proof (folded_less h); destruct (IH (h - p) ltac:(lia)) as [k [K [A [N R]]]]; exists k; split; [exact K|].
  destruct (moves_step (h - p) ltac:(lia)) as [down up].
  replace (h - p + p) with h in * by lia; split; [|split].
  - intros x X; replace h with (h - p + p) by lia; rewrite act_step by lia; now apply A.
  - rewrite <- N; split; intros E.
    + destruct (parts (h - p)) as [|q l]; [reflexivity|exfalso].
      destruct (up q (or_introl eq_refl)) as [q' [I _]]; now rewrite E in I.
    + destruct (parts h) as [|q l]; [reflexivity|exfalso].
      destruct (down q (or_introl eq_refl)) as [q' [I _]]; now rewrite E in I.
  - intros z Z; rewrite <- R by exact Z; apply eq_true_iff_eq; rewrite !reaches_true.
    split; intros [q [I X]].
    + destruct (down q I) as [q' [I' E]]; exists q'; now rewrite E.
    + destruct (up q I) as [q' [I' E]]; exists q'; now rewrite E.
Qed.

(* So the conditions hold for all heaps. *)
Theorem conditions_forever : conditions inQ one P act_forever (fun _ => True) T.
Proof.
  assert (less : forall h, folded h < heaps) by (intros h; pose proof (folded_less h); lia).
  split.
  - apply (one_in _ _ _ _ _ _ H).
  - intros h x _; apply act_forever_in.
  - intros h k x _ _ X; apply (commute _ _ _ _ _ _ H); auto.
  - intros h x _ N X; destruct (like_known h) as [k [K [A [E _]]]].
    rewrite A by exact X; apply (idle _ _ _ _ _ _ H); auto; now apply E.
  - apply (one_not_P _ _ _ _ _ _ H).
  - intros h z _ Z X; destruct (like_known h) as [k [K [A [_ R]]]].
    rewrite R by exact Z; apply (no_move_from_P_to_P _ _ _ _ _ _ H); auto; now rewrite <- A.
  - intros w W HT; apply Forall_forall; auto.
  - destruct (T_empty _ _ _ _ _ _ H) as [w [W [HT [E N]]]]; exists w, W; repeat split; auto.
    unfold value; rewrite apply_forever; [exact E| |apply (one_in _ _ _ _ _ _ H)].
    exact (T_known _ _ _ _ _ _ H w W HT).
  - intros w W h HT _ N; destruct (like_known h) as [k [K [A [E R]]]].
    pose proof (T_known _ _ _ _ _ _ H w W HT) as Kw; pose proof (one_in _ _ _ _ _ _ H) as O.
    assert (word : forall w x, Forall (fun h => h < heaps) w -> inQ x ->
              apply act_forever w x = apply act w x) by (intros; now apply apply_forever).
    assert (Nk : parts k <> []) by (rewrite <- E; exact N).
    destruct (T_next _ _ _ _ _ _ H w W k HT K Nk) as [L [w' [W' [HT' [V S]]]]]; cbv zeta.
    assert (Vw : value one act_forever w = value one act w) by (now apply word).
    assert (inw : inQ (value one act w)) by now apply (value_in H).
    assert (more : forall y, inQ y ->
              W (act_forever h y) || reaches P act_forever h (apply act_forever w y) =
              W (act k y) || reaches P act k (apply act w y)).
    { intros y Y; rewrite A, word, R by (auto; now apply (apply_in H)); reflexivity. }
    split; [rewrite more, Vw, A by auto; exact L|].
    exists w', W'; split; [exact HT'|]; split.
    + unfold value at 1; rewrite word; [|exact (T_known _ _ _ _ _ _ H w' W' HT')|exact O].
      rewrite Vw, A by exact inw; exact V.
    + intros y Y X; rewrite more by exact Y; now apply S.
Qed.

End Theorem3.
End Quotients.
