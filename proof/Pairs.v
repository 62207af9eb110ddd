(* Smith's pairs (G, H) [Smi66, §9]. G is the generalized Sprague–Grundy
   function. Equations that only speak about a position, its followers and
   their followers determine the least H, and every finite game has it: "we
   leave the proof that this is in fact an H-function to the reader". *)

Require Import List Arith Lia Bool.
Import ListNotations.
From Grundy Require Import Digraph Play Grundy Definition2 Existence Iterate Decide Cover.

Section Pairs.
Context {g : digraph}.

Definition number_or_zero (x : number) : nat := match x with Some k => k | None => 0 end.

(* H is a counterfunction of Definition 2. *)
Theorem pair_is_grundy_2 (G H : g -> number) :
  is_pair G H -> is_grundy_2 G (fun u => number_or_zero (H u)).
Proof.
  intros [a _ cc d e i] u.
  assert (f : forall v k, G v = Some k -> exists h, H v = Some h).
  { intros v k E; destruct (H v) as [h|] eqn:Eh; [now exists h|apply a in Eh; congruence]. }
  split; [|split; [|split; [|exact (i u)]]].
  - intros k y E L; destruct (cc u k y E L) as [v [F [Ev B]]]; exists v; split; [exact F|split; [exact Ev|]].
    destruct (f u k E) as [h Eh]; rewrite Eh in *; destruct (H v); [exact B|destruct B].
  - intros k v E F B; destruct (f u k E) as [h Eh]; rewrite Eh in B.
    destruct (G v) as [l|] eqn:Ev; [|congruence]; destruct (f v l Ev) as [h' Eh']; rewrite Eh' in B.
    rewrite <- Ev; apply (d u k v E F); now rewrite Eh, Eh'.
  - intros k v E F B; destruct (f u k E) as [h Eh]; rewrite Eh in B |- *.
    destruct (e u k v E F) as [w [Fw [Ew Bw]]].
    + rewrite Eh; destruct (H v) as [h'|] eqn:Eh'; simpl; [|auto].
      destruct B as [B|B]; [apply a in B; congruence|simpl in B; lia].
    + exists w; split; [exact Fw|split; [exact Ew|]].
      rewrite Eh in Bw; destruct (H w); simpl in *; [lia|destruct Bw].
Qed.

Theorem pair_is_grundy (G H : g -> number) : is_pair G H -> exists c, is_grundy G c.
Proof. intros P; eexists; apply definition_2_implies_1, (pair_is_grundy_2 G H P). Qed.

Theorem pair_unique (G H G' H' : g -> number) :
  is_pair G H -> is_pair G' H' -> forall u, G u = G' u.
Proof.
  intros P P'; destruct (pair_is_grundy G H P) as [c C], (pair_is_grundy G' H' P') as [c' C'].
  exact (grundy_unique _ _ _ _ C C').
Qed.

(* ---- equations for the least H ----------------------------------------------- *)

(* H(u) is greater than (1) the least H among the followers of value y, for each
   y < G(u), and than (2) the smaller of H(v) and 1 + the least H among the
   followers of v of value G(u), for each follower v; and n = H(u) - 1 is not. *)
Definition least_at (G H : g -> number) (u : g) : Prop :=
  match G u with
  | None => H u = infinity
  | Some k => exists h, H u = Some h /\
      (forall y, y < k -> exists v, follower u v /\ G v = Some y /\ less (H v) (Some h)) /\
      (forall v, follower u v -> less (H v) (Some h) \/
         exists w, follower v w /\ G w = Some k /\ less (successor (H w)) (Some h)) /\
      (forall n, h = S n ->
         (exists y, y < k /\ forall v, follower u v -> G v = Some y -> ~ less (H v) (Some n)) \/
         (exists v, follower u v /\ ~ less (H v) (Some n) /\
            forall w, follower v w -> G w = Some k -> ~ less (successor (H w)) (Some n)))
  end.

Lemma least_at_pair (G H : g -> number) (c : g -> nat) :
  is_grundy G c -> (forall u, least_at G H u) -> is_pair G H.
Proof.
  intros HG HH.
  assert (f : forall u k, G u = Some k -> exists h, H u = Some h).
  { intros u k E; pose proof (HH u) as X; unfold least_at in X; rewrite E in X.
    destruct X as [h [Eh _]]; now exists h. }
  split.
  - intros u; split; intros E; pose proof (HH u) as X; unfold least_at in X.
    + now rewrite E in X.
    + destruct (G u) as [k|] eqn:Ek; [|reflexivity]; destruct (f u k Ek); congruence.
  - intros u T; assert (E : G u = Some 0).
    { destruct (HG u) as [A [_ C]]; destruct (G u) as [[|k]|] eqn:Ek; [reflexivity| |].
      - destruct (A _ Ek) as [_ B]; destruct (B 0 (Nat.lt_0_succ k)) as [v [F _]].
        destruct (follower_not_terminal u v F T).
      - destruct (C Ek) as [v [_ [F _]]]; destruct (follower_not_terminal u v F T). }
    split; [exact E|]; pose proof (HH u) as X; unfold least_at in X; rewrite E in X.
    destruct X as [[|n] [Eh [_ [_ X]]]]; [exact Eh|exfalso].
    destruct (X n eq_refl) as [[y [L _]]|[v [F _]]]; [lia|exact (follower_not_terminal u v F T)].
  - intros u k y E L; pose proof (HH u) as X; unfold least_at in X; rewrite E in X.
    destruct X as [h [Eh [X _]]]; rewrite Eh; exact (X y L).
  - intros u k v E F _ Ev; destruct (HG u) as [A _]; apply (proj1 (A k E)).
    exists v; split; [exact F|congruence].
  - intros u k v E F N; pose proof (HH u) as X; unfold least_at in X; rewrite E in X.
    destruct X as [h [Eh [_ [X _]]]]; rewrite Eh in *; destruct (X v F) as [B|B]; [contradiction|exact B].
  - intros u; exact (proj2 (proj2 (HG u))).
Qed.

Theorem least_at_correct (G H : g -> number) (c : g -> nat) :
  is_grundy G c -> (forall u, least_at G H u) -> is_least_pair G H.
Proof.
  intros HG HH; pose proof (least_at_pair G H c HG HH) as P; split; [exact P|].
  intros G' H' P'.
  assert (E : forall u, G' u = G u) by (intros u; exact (pair_unique G' H' G H P' P u)).
  assert (B : forall n u m, m < n -> H' u = Some m -> exists h, H u = Some h /\ h <= m).
  { induction n as [|n IH]; [lia|]; intros u m L Em.
    destruct (G u) as [k|] eqn:Ek.
    2: { rewrite <- E in Ek; apply (pair_a _ _ P') in Ek; congruence. }
    pose proof (HH u) as X; unfold least_at in X; rewrite Ek in X.
    destruct X as [h [Eh [_ [_ X]]]]; exists h; split; [exact Eh|].
    destruct (le_lt_dec h m) as [Y|Y]; [exact Y|exfalso].
    destruct h as [|h]; [lia|].
    assert (Ek' : G' u = Some k) by (now rewrite E).
    assert (small : forall v x, less (H' v) (Some x) -> x <= n -> x <= h -> less (H v) (Some h)).
    { intros v x Lv Lx Lh; destruct (H' v) as [h'|] eqn:Ev; [|destruct Lv]; simpl in Lv.
      destruct (IH v h') as [hv [-> Lhv]]; [lia|exact Ev|simpl; lia]. }
    destruct (X h eq_refl) as [[y [Ly A]]|[v [F [N A]]]].
    - destruct (pair_c _ _ P' u k y Ek' Ly) as [v [F [Ev Lv]]]; rewrite Em in Lv.
      apply (A v F); [now rewrite <- E|apply (small v m Lv); lia].
    - assert (Nv : ~ less (H' v) (H' u)).
      { rewrite Em; intros Lv; apply N, (small v m Lv); lia. }
      destruct (pair_e _ _ P' u k v Ek' F Nv) as [w [Fw [Ew Lw]]]; rewrite Em in Lw.
      apply (A w Fw); [now rewrite <- E|].
      destruct (H' w) as [h'|] eqn:Ehw; [|destruct Lw]; simpl in Lw.
      destruct (IH w h') as [hw [-> Lhw]]; [lia|exact Ehw|simpl; lia]. }
  intros u Lu; unfold less in Lu; destruct (H' u) as [m|] eqn:Em; [|exact Lu].
  destruct (B (S m) u m (Nat.lt_succ_diag_r m) Em) as [h [Eh Lh]]; rewrite Eh in Lu; simpl in Lu; lia.
Qed.

(* ---- existence ------------------------------------------------------------------ *)

Section Existence.
Context (G : g -> number) (c : g -> nat).
Hypothesis HG : is_grundy_2 G c.

Definition offers (v : g) (y : nat) (f : g -> bool) : bool :=
  existsb (fun w => number_eqb (G w) (Some y) && f w) (moves v).

(* H(u) < t, by time: what is settled before time t settles more at time t. *)
Fixpoint before (t : nat) (u : g) : bool :=
  match t with
  | 0 => false
  | S t =>
      match G u with
      | None => false
      | Some k =>
          forallb (fun y => offers u y (before t)) (seq 0 k) &&
          forallb (fun v => before t v ||
            offers v k (match t with 0 => fun _ => false | S t' => before t' end)) (moves u)
      end
  end.

Lemma offers_true (v : g) (y : nat) (f : g -> bool) :
  offers v y f = true <-> exists w, follower v w /\ G w = Some y /\ f w = true.
Proof.
  unfold offers; rewrite existsb_exists; split.
  - intros [w [F B]]; apply andb_true_iff in B; destruct B as [E B]; apply number_eqb_true in E; now exists w.
  - intros [w [F [E B]]]; exists w; split; [exact F|]; apply andb_true_iff; split; [|exact B].
    now apply number_eqb_true.
Qed.

Lemma before_step (t : nat) (u : g) :
  before (S t) u = true <-> exists k, G u = Some k /\
  (forall y, y < k -> exists v, follower u v /\ G v = Some y /\ before t v = true) /\
  (forall v, follower u v -> before t v = true \/
     exists w, follower v w /\ G w = Some k /\ before (pred t) w = true).
Proof.
  assert (P : forall w, match t with 0 => fun _ => false | S t' => before t' end w = before (pred t) w).
  { intros w; now destruct t. }
  cbn [before]; destruct (G u) as [k|].
  2: { split; [discriminate|intros [k [E _]]; discriminate E]. }
  rewrite andb_true_iff, !forallb_forall; split.
  - intros [A B]; exists k; split; [reflexivity|split].
    + intros y L; apply offers_true, A, in_seq; lia.
    + intros v F; specialize (B v F); apply orb_true_iff in B; destruct B as [B|B]; [now left|right].
      apply offers_true in B; destruct B as [w [Fw [Ew Bw]]]; exists w; rewrite P in Bw; auto.
  - intros [k' [[= <-] [A B]]]; split.
    + intros y I; apply in_seq in I; apply offers_true, A; lia.
    + intros v F; apply orb_true_iff; destruct (B v F) as [X|[w [Fw [Ew Bw]]]]; [now left|right].
      apply offers_true; exists w; rewrite P; auto.
Qed.

Lemma before_grows (t : nat) : forall u, before t u = true -> before (S t) u = true.
Proof.
  induction t as [t IH] using lt_wf_ind; intros u B; destruct t as [|t]; [discriminate B|].
  apply before_step in B; destruct B as [k [E [A C]]]; apply before_step; exists k; split; [exact E|split].
  - intros y L; destruct (A y L) as [v [F [Ev Bv]]]; exists v; split; [exact F|split; [exact Ev|]].
    apply IH; [lia|exact Bv].
  - intros v F; destruct (C v F) as [X|[w [Fw [Ew Bw]]]]; [left; apply IH; [lia|exact X]|right].
    exists w; split; [exact Fw|split; [exact Ew|]]; destruct t as [|t]; [discriminate Bw|].
    apply IH; [simpl; lia|exact Bw].
Qed.

Lemma before_grows_to (t t' : nat) (u : g) : t <= t' -> before t u = true -> before t' u = true.
Proof. induction 1; intros B; [exact B|apply before_grows; auto]. Qed.

Lemma before_counter (n : nat) : forall u k, c u < n -> G u = Some k -> before (S (2 * c u)) u = true.
Proof.
  induction n as [|n IH]; [lia|]; intros u k L E; apply before_step; exists k; split; [exact E|].
  destruct (HG u) as [A1 [_ [B1 _]]]; split.
  - intros y Ly; destruct (A1 k y E Ly) as [v [F [Ev Lv]]]; exists v; split; [exact F|split; [exact Ev|]].
    apply (before_grows_to (S (2 * c v))); [lia|apply (IH v y); [lia|exact Ev]].
  - intros v F; destruct (G v) as [l|] eqn:Ev.
    + destruct (le_lt_dec (c u) (c v)) as [X|X].
      * right; destruct (B1 k v E F (or_intror X)) as [w [Fw [Ew Lw]]]; exists w; split; [exact Fw|split; [exact Ew|]].
        apply (before_grows_to (S (2 * c w))); [lia|apply (IH w k); [lia|exact Ew]].
      * left; apply (before_grows_to (S (2 * c v))); [lia|apply (IH v l); [lia|exact Ev]].
    + right; destruct (B1 k v E F (or_introl Ev)) as [w [Fw [Ew Lw]]]; exists w; split; [exact Fw|split; [exact Ew|]].
      apply (before_grows_to (S (2 * c w))); [lia|apply (IH w k); [lia|exact Ew]].
Qed.

Definition least_h (u : g) : number :=
  match G u with Some _ => first (fun t => before (S t) u) (2 * c u) | None => infinity end.

Lemma least_h_some (u : g) (k : nat) : G u = Some k -> exists h, least_h u = Some h.
Proof.
  intros E; unfold least_h; rewrite E; destruct (first _ (2 * c u)) as [h|] eqn:F; [now exists h|exfalso].
  pose proof (first_none _ _ F (2 * c u) (le_n _)) as X; cbv beta in X.
  rewrite (before_counter (S (c u)) u k (Nat.lt_succ_diag_r _) E) in X; discriminate X.
Qed.

Lemma least_h_before (u : g) (n : nat) : less (least_h u) (Some n) <-> before n u = true.
Proof.
  split.
  - intros L; destruct (least_h u) as [h|] eqn:E; [|destruct L]; simpl in L; unfold least_h in E.
    destruct (G u); [|discriminate E]; destruct (first_some _ _ _ E) as [B _].
    apply (before_grows_to (S h)); [lia|exact B].
  - intros B; destruct n as [|n]; [discriminate B|].
    destruct (G u) as [k|] eqn:E; [|cbn [before] in B; rewrite E in B; discriminate B].
    destruct (least_h_some u k E) as [h Eh]; rewrite Eh; simpl.
    unfold least_h in Eh; rewrite E in Eh; destruct (first_some _ _ _ Eh) as [_ [_ N]].
    destruct (le_lt_dec h n) as [X|X]; [lia|rewrite (N n X) in B; discriminate B].
Qed.

Lemma less_successor (x : number) (n : nat) : less (successor x) (Some n) <-> less x (Some (pred n)).
Proof. destruct x; simpl; [split; lia|reflexivity]. Qed.

Lemma not_all {A : Type} (f : A -> bool) (l : list A) :
  forallb f l = false -> exists x, In x l /\ f x = false.
Proof.
  induction l as [|x l IH]; simpl; [discriminate|]; intros B; apply andb_false_iff in B.
  destruct B as [B|B]; [exists x; auto|destruct (IH B) as [y [I E]]; exists y; auto].
Qed.

Lemma least_h_at (u : g) : least_at G least_h u.
Proof.
  unfold least_at; destruct (G u) as [k|] eqn:E; [|unfold least_h; now rewrite E].
  destruct (least_h_some u k E) as [h Eh]; exists h; split; [exact Eh|].
  unfold least_h in Eh; rewrite E in Eh; destruct (first_some _ _ _ Eh) as [B [_ N]].
  apply before_step in B; destruct B as [k' [E' [A C]]]; rewrite E in E'; injection E' as <-.
  split; [|split].
  - intros y L; destruct (A y L) as [v [F [Ev Bv]]]; exists v; split; [exact F|split; [exact Ev|]].
    now apply least_h_before.
  - intros v F; destruct (C v F) as [X|[w [Fw [Ew Bw]]]]; [left; now apply least_h_before|right].
    exists w; split; [exact Fw|split; [exact Ew|]]; now apply less_successor, least_h_before.
  - intros n ->; specialize (N n (Nat.lt_succ_diag_r n)); cbn [before] in N; rewrite E in N.
    apply andb_false_iff in N; destruct N as [N|N]; apply not_all in N; destruct N as [x [I B]].
    + left; exists x; apply in_seq in I; split; [lia|]; intros v F Ev L; apply least_h_before in L.
      assert (X : offers u x (before n) = true) by (apply offers_true; now exists v); congruence.
    + right; exists x; apply orb_false_iff in B; destruct B as [B B']; split; [exact I|split].
      * intros L; apply least_h_before in L; congruence.
      * intros w Fw Ew L; apply less_successor, least_h_before in L.
        assert (X : offers x k (match n with 0 => fun _ => false | S t' => before t' end) = true).
        { apply offers_true; exists w; split; [exact Fw|split; [exact Ew|]]; now destruct n. }
        congruence.
Qed.

End Existence.

(* Every finite game has a least pair. *)
Theorem least_pair_exists : finite g -> exists G H : g -> number, is_least_pair G H.
Proof.
  intros fin; destruct (grundy_exists g fin) as [G [c [HG M]]].
  pose proof (definition_1_implies_2 G c HG M) as H2.
  exists G, (least_h G c); apply (least_at_correct G _ c HG); intros u; now apply least_h_at.
Qed.

End Pairs.

Theorem least_pair_unique {g : digraph} (G H G' H' : g -> number) :
  is_least_pair G H -> is_least_pair G' H' -> forall u, G u = G' u /\ H u = H' u.
Proof.
  intros [P L] [P' L'] u; split; [exact (pair_unique G H G' H' P P' u)|].
  specialize (L _ _ P' u); specialize (L' _ _ P u); unfold at_most, less in *.
  destruct (H u) as [a|], (H' u) as [b|]; simpl in *; [f_equal; lia|destruct L'; exact I|destruct L; exact I|reflexivity].
Qed.

(* In a finite game the least pair satisfies the equations. *)
Theorem least_pair_equations {g : digraph} (G H : g -> number) :
  finite g -> is_least_pair G H -> forall u, least_at G H u.
Proof.
  intros fin L u; destruct (grundy_exists g fin) as [G' [c [HG M]]].
  pose proof (definition_1_implies_2 G' c HG M) as H2.
  assert (L' : is_least_pair G' (least_h G' c)).
  { apply (least_at_correct G' _ c HG); intros v; now apply least_h_at. }
  assert (E : forall v, G v = G' v /\ H v = least_h G' c v) by exact (least_pair_unique _ _ _ _ L L').
  pose proof (least_h_at G' c H2 u) as X; unfold least_at in *; destruct (E u) as [Eu Hu]; rewrite Eu, Hu.
  destruct (G' u) as [k|]; [|exact X]; destruct X as [h [Eh [A [B C]]]]; exists h; split; [exact Eh|split; [|split]].
  - intros y Ly; destruct (A y Ly) as [v [F [Ev Lv]]]; exists v; destruct (E v) as [-> ->]; auto.
  - intros v F; destruct (B v F) as [X|[w [Fw [Ew Lw]]]]; [left; now destruct (E v) as [_ ->]|right].
    exists w; destruct (E w) as [-> ->]; auto.
  - intros n En; destruct (C n En) as [[y [Ly X]]|[v [F [N X]]]].
    + left; exists y; split; [exact Ly|]; intros v F; destruct (E v) as [-> ->]; now apply X.
    + right; exists v; split; [exact F|split; [now destruct (E v) as [_ ->]|]].
      intros w Fw; destruct (E w) as [-> ->]; now apply X.
Qed.

(* A map that respects all moves carries the least pair over. *)
Theorem cover_least_pair {g h : digraph} (f : g -> h) (G H : h -> number) (c : h -> nat) :
  is_cover f -> is_grundy G c -> (forall u, least_at G H u) ->
  is_least_pair (fun u => G (f u)) (fun u => H (f u)).
Proof.
  intros cover HG HH; apply (least_at_correct _ _ _ (cover_grundy f cover G c HG)); intros u.
  pose proof (HH (f u)) as X; unfold least_at in *; destruct (G (f u)) as [k|]; [|exact X].
  destruct X as [n [E [A [B C]]]]; exists n; split; [exact E|split; [|split]].
  - intros y L; destruct (A y L) as [v [F X]]; destruct (cover_lift f cover u v F) as [w [Fw <-]]; now exists w.
  - intros v F; destruct (B (f v) (cover_follower f cover u v F)) as [X|[w [Fw X]]]; [now left|right].
    destruct (cover_lift f cover v w Fw) as [x [Fx <-]]; now exists x.
  - intros m Em; destruct (C m Em) as [[y [L X]]|[v [F [N X]]]].
    + left; exists y; split; [exact L|]; intros v F; apply X; now apply cover_follower.
    + right; destruct (cover_lift f cover u v F) as [x [Fx <-]]; exists x; split; [exact Fx|split; [exact N|]].
      intros w Fw; apply X; now apply cover_follower.
Qed.
