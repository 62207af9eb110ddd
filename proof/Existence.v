(* Every finite digraph has a G-function with a monotonic counterfunction
   [FY86, Theorem 1].

   The construction is Algorithm G of the paper in rounds: for i = 0, 1, 2 …,
   an unlabelled position gets the label i if every follower has a smaller
   finite label or has itself a follower that got the label i in an earlier
   round. When no round adds a position, every unlabelled position without a
   follower of label i gets the label infinity. *)

Require Import List Arith Lia Bool.
Import ListNotations.
From Grundy Require Import Digraph Play Grundy Iterate.

Section Level.
Context {g : digraph} (free lower : g -> bool).

(* One level: [free] are the unlabelled positions, [lower] those with a finite
   label. A position is in [level t] if it gets the label in round t or before. *)
Fixpoint level (t : nat) (u : g) : bool :=
  match t with
  | 0 => false
  | S t => free u && forallb (fun v => lower v || existsb (level t) (moves v)) (moves u)
  end.

Lemma level_spec (t : nat) (u : g) :
  level (S t) u = true <->
  free u = true /\
  forall v, follower u v -> lower v = true \/ exists w, follower v w /\ level t w = true.
Proof.
  simpl; rewrite andb_true_iff, forallb_forall.
  split; intros [F H]; split; auto; intros v I; specialize (H v I).
  - now rewrite orb_true_iff, existsb_exists in H.
  - now rewrite orb_true_iff, existsb_exists.
Qed.

Lemma level_grows (t : nat) (u : g) : level t u = true -> level (S t) u = true.
Proof.
  revert u; induction t as [|t IH]; intros u H; [discriminate H|].
  apply level_spec in H; apply level_spec; destruct H as [F H]; split; [exact F|].
  intros v I; destruct (H v I) as [L|[w [Fw Lw]]]; [now left|right; exists w; auto].
Qed.

Lemma level_grows_to (t t' : nat) (u : g) : t <= t' -> level t u = true -> level t' u = true.
Proof. induction 1; auto using level_grows. Qed.

Lemma level_free (t : nat) (u : g) : level t u = true -> free u = true.
Proof. destruct t; [discriminate|]; intros H; now apply level_spec in H. Qed.

(* No move leads from the level into the level. *)
Lemma level_independent :
  (forall u, free u = true -> lower u = false) ->
  forall t t' u v, level t u = true -> follower u v -> level t' v = true -> False.
Proof.
  intros FL.
  enough (H : forall n t t' u v, t + t' < n -> level t u = true -> follower u v ->
              level t' v = true -> False) by (intros; eapply (H (S (t + t'))); eauto; lia).
  induction n as [|n IH]; intros t t' u v L Lu F Lv; [lia|].
  destruct t as [|t]; [discriminate Lu|].
  apply level_spec in Lu; destruct Lu as [_ H]; destruct (H v F) as [X|[w [Fw Lw]]].
  - rewrite (FL v (level_free t' v Lv)) in X; discriminate X.
  - apply (IH t' t v w); auto; lia.
Qed.

(* If the digraph is finite, the level is complete after as many rounds as there
   are positions. *)
Lemma level_stops (l : list g) :
  (forall u, In u l \/ terminal u) ->
  forall t u, level t u = true -> level (S (length l)) u = true.
Proof.
  intros fin; destruct (family_stops level l level_grows) as [n [L E]].
  assert (stop : forall u, level (S n) u = level n u).
  { intros u; destruct (fin u) as [I|T]; [now apply E|].
    destruct n as [|n]; [lia|]; unfold terminal in T; simpl; now rewrite T. }
  assert (H : forall t u, level t u = true -> level n u = true).
  { induction t as [|t IH]; intros u X; [discriminate X|].
    rewrite <- stop; apply level_spec in X; apply level_spec; destruct X as [F X]; split;
      [exact F|].
    intros v I; destruct (X v I) as [Y|[w [Fw Lw]]]; [now left|right; exists w; auto]. }
  intros t u X; apply (level_grows_to n); [lia|now apply (H t)].
Qed.

End Level.

Section Existence.
Context {g : digraph} (l : list g) (fin : forall u, In u l \/ terminal u).

Let rounds := S (length l).

(* A label is none yet, a number, or infinity. *)
Definition free_in (label : g -> option number) (u : g) : bool :=
  match label u with None => true | Some _ => false end.
Definition lower_in (label : g -> option number) (u : g) : bool :=
  match label u with Some (Some _) => true | _ => false end.

(* The labels before level i. *)
Fixpoint labels (i : nat) (u : g) : option number :=
  match i with
  | 0 => None
  | S i =>
      match labels i u with
      | Some x => Some x
      | None =>
          let new := level (free_in (labels i)) (lower_in (labels i)) rounds in
          if new u then Some (Some i)
          else if existsb new (moves u) then None else Some None
      end
  end.

(* The positions that get the label i in round t or before. *)
Definition part (i t : nat) : g -> bool := level (free_in (labels i)) (lower_in (labels i)) t.
Definition members (i : nat) : g -> bool := part i rounds.

Lemma labels_step (i : nat) (u : g) :
  labels (S i) u =
  match labels i u with
  | Some x => Some x
  | None =>
      if members i u then Some (Some i)
      else if existsb (members i) (moves u) then None else Some None
  end.
Proof. reflexivity. Qed.

Lemma labels_persist (i j : nat) (u : g) (x : number) :
  i <= j -> labels i u = Some x -> labels j u = Some x.
Proof. induction 1 as [|j L IH]; auto; intros H; rewrite labels_step; now rewrite (IH H). Qed.

Lemma members_free (i : nat) (u : g) : members i u = true -> labels i u = None.
Proof.
  intros H; apply level_free in H; unfold free_in in H; destruct (labels i u);
    [discriminate|reflexivity].
Qed.

Lemma part_members (i t : nat) (u : g) : part i t u = true -> members i u = true.
Proof. apply level_stops, fin. Qed.

Lemma members_label (i : nat) (u : g) : members i u = true -> labels (S i) u = Some (Some i).
Proof. intros H; now rewrite labels_step, (members_free i u H), H. Qed.

Lemma label_members (i k : nat) (u : g) :
  labels i u = Some (Some k) -> k < i /\ members k u = true.
Proof.
  induction i as [|i IH]; [discriminate|].
  rewrite labels_step; destruct (labels i u) as [x|].
  - intros H; destruct (IH H); split; [lia|assumption].
  - destruct (members i u) eqn:E; [intros H; injection H as <-; split; [lia|exact E]|].
    destruct (existsb (members i) (moves u)); discriminate.
Qed.

(* An unlabelled position has followers of all labels so far. *)
Lemma free_followers (i k : nat) (u : g) :
  labels i u = None -> k < i -> exists v, follower u v /\ members k v = true.
Proof.
  intros H L; assert (X : labels (S k) u = None).
  { destruct (labels (S k) u) as [x|] eqn:E; [|reflexivity].
    rewrite (labels_persist (S k) i u x L E) in H; discriminate H. }
  rewrite labels_step in X; destruct (labels k u); [discriminate X|].
  destruct (members k u); [discriminate X|].
  destruct (existsb (members k) (moves u)) eqn:E; [|discriminate X].
  now apply existsb_exists in E.
Qed.

(* Hence every position is labelled after its number of moves. *)
Lemma free_bound (i : nat) (u : g) : labels i u = None -> i <= length (moves u).
Proof.
  intros H.
  set (number_of := fun v => match labels i v with Some (Some k) => k | _ => 0 end).
  rewrite <- (seq_length i 0), <- (map_length number_of (moves u)).
  apply NoDup_incl_length; [apply seq_NoDup|].
  intros k I; apply in_seq in I.
  destruct (free_followers i k u H ltac:(lia)) as [v [F M]].
  apply in_map_iff; exists v; split; [|exact F].
  unfold number_of; rewrite (labels_persist (S k) i v (Some k)); [reflexivity|lia|].
  now apply members_label.
Qed.

Definition G (u : g) : number :=
  match labels (S (length (moves u))) u with
  | Some x => x
  | None => None
  end.

Lemma labelled (u : g) : exists x, labels (S (length (moves u))) u = Some x.
Proof.
  destruct (labels (S (length (moves u))) u) as [x|] eqn:E; [now exists x|].
  apply free_bound in E; lia.
Qed.

Lemma G_members (u : g) (k : nat) : G u = Some k <-> members k u = true.
Proof.
  unfold G; destruct (labelled u) as [x E]; rewrite E; split.
  - intros ->; exact (proj2 (label_members _ k u E)).
  - intros M; pose proof (members_label k u M) as L.
    destruct (Nat.le_ge_cases (S k) (S (length (moves u)))) as [C|C].
    + rewrite (labels_persist _ _ u _ C L) in E; now injection E.
    + rewrite (labels_persist _ _ u _ C E) in L; now injection L.
Qed.

Lemma G_label (i : nat) (u : g) (x : number) : labels i u = Some x -> G u = x.
Proof.
  intros E; unfold G; destruct (labelled u) as [y L]; rewrite L.
  destruct (Nat.le_ge_cases i (S (length (moves u)))) as [C|C].
  - rewrite (labels_persist _ _ u _ C E) in L; now injection L.
  - rewrite (labels_persist _ _ u _ C L) in E; now injection E.
Qed.

(* The level at which a position gets the label infinity. *)
Lemma infinite_level (u : g) :
  G u = infinity -> exists i, labels i u = None /\ labels (S i) u = Some infinity.
Proof.
  unfold G; destruct (labelled u) as [x E]; rewrite E; intros ->.
  induction (S (length (moves u))) as [|i IH]; [discriminate E|].
  destruct (labels i u) as [y|] eqn:X.
  - apply IH; rewrite labels_step, X in E; exact E.
  - now exists i.
Qed.

Lemma values_members (u : g) (k : nat) :
  values G u k <-> exists v, follower u v /\ members k v = true.
Proof. split; intros [v [F E]]; exists v; split; auto; now apply G_members. Qed.

Lemma members_followers (i : nat) (u v : g) :
  members i u = true -> follower u v -> members i v = true -> False.
Proof.
  intros Hu F Hv; refine (level_independent _ _ _ _ _ u v Hu F Hv).
  intros x; unfold free_in, lower_in; destruct (labels i x); [discriminate|reflexivity].
Qed.

(* The round in which a position gets its finite label. *)
Definition round (u : g) : nat :=
  match G u with
  | Some i => match first (fun t => part i t u) rounds with Some t => t | None => 0 end
  | None => 0
  end.

Lemma round_spec (u : g) (i : nat) :
  G u = Some i ->
  part i (round u) u = true /\ round u <= rounds /\ forall t, part i t u = true -> round u <= t.
Proof.
  intros E; unfold round; rewrite E.
  pose proof (proj1 (G_members u i) E) as M.
  destruct (first (fun t => part i t u) rounds) as [t|] eqn:X.
  - destruct (first_some _ _ _ X) as [P [L B]]; repeat split; auto.
    intros s H; destruct (Nat.le_gt_cases t s) as [C|C]; [exact C|].
    specialize (B s C); cbv beta in B; congruence.
  - pose proof (first_none _ _ X rounds (le_n _)) as Y; cbv beta in Y; unfold members in M;
    congruence.
Qed.

(* Counters grow with the level, and with the round within a level. *)
Definition counter (u : g) : nat :=
  match G u with
  | Some i => i * S rounds + round u
  | None => 0
  end.

Lemma labelling_is_grundy : is_grundy G counter.
Proof.
  intros u; split; [|split].
  - intros k E; pose proof (proj1 (G_members u k) E) as M; split.
    + rewrite values_members; intros [v [F Mv]]; exact (members_followers k u v M F Mv).
    + intros j L; apply values_members, (free_followers k j u); [now apply members_free|exact L].
  - intros k v E F gr; destruct (round_spec u k E) as [P [_ least]].
    destruct (round u) as [|t] eqn:Er; [discriminate P|].
    apply level_spec in P; destruct P as [_ H]; destruct (H v F) as [X|[w [Fw Lw]]].
    + unfold lower_in in X; destruct (labels k v) as [[j|]|] eqn:L; try discriminate X.
      rewrite (G_label k v _ L) in gr; simpl in gr; destruct (label_members k j v L); lia.
    + exists w; split; [exact Fw|].
      assert (Ew : G w = Some k) by (apply G_members; exact (part_members k t w Lw)).
      split; [exact Ew|]; unfold counter; rewrite E, Ew, Er.
      pose proof (proj2 (proj2 (round_spec w k Ew)) t Lw); lia.
  - intros E; destruct (infinite_level u E) as [i [Ei Ei']].
    rewrite labels_step, Ei in Ei'.
    destruct (members i u) eqn:M; [discriminate Ei'|].
    destruct (existsb (members i) (moves u)) eqn:X; [discriminate Ei'|].
    assert (no : forall v, follower u v -> members i v = false).
    { intros v F; destruct (members i v) eqn:Y; [|reflexivity].
      rewrite <- X; symmetry; apply existsb_exists; now exists v. }
    (* Since u did not get the label i, a follower v prevents it. *)
    destruct (follower_search u (fun v => lower_in (labels i) v = false /\
                existsb (members i) (moves v) = false)) as [[v [F [Lv Nv]]]|none].
    { intros v; destruct (lower_in (labels i) v), (existsb (members i) (moves v));
        auto; right; intros [A B]; discriminate. }
    + exists v, i; split; [exact F|]; split; [|split].
      * unfold lower_in in Lv; destruct (labels i v) as [[j|]|] eqn:L; [discriminate Lv| |].
        -- exact (G_label i v _ L).
        -- apply (G_label (S i)); now rewrite labels_step, L, (no v F), Nv.
      * split.
        -- rewrite values_members; intros [w [Fw Mw]]; rewrite (no w Fw) in Mw; discriminate Mw.
        -- intros j L; apply values_members; exact (free_followers i j u Ei L).
      * rewrite values_members; intros H.
        enough (existsb (members i) (moves v) = true) by congruence.
        now apply existsb_exists.
    + exfalso; enough (members i u = true) by congruence.
      apply (part_members i (S rounds)), level_spec; split.
      * unfold free_in; now rewrite Ei.
      * intros v F; specialize (none v F).
        destruct (lower_in (labels i) v); [now left|right].
        destruct (existsb (members i) (moves v)) eqn:Y; [now apply existsb_exists in Y|].
        destruct none; auto.
Qed.

Lemma counter_monotonic : monotonic G counter.
Proof.
  intros u v k j Eu Ev L; unfold counter; rewrite Eu, Ev.
  destruct (round_spec u k Eu) as [_ [B _]].
  enough (S k * S rounds <= j * S rounds) by (simpl in *; lia).
  apply Nat.mul_le_mono_r; lia.
Qed.

End Existence.

(* [FY86, Theorem 1]: existence. *)
Theorem grundy_exists (g : digraph) :
  finite g -> exists (G : g -> number) (c : g -> nat), is_grundy G c /\ monotonic G c.
Proof.
  intros [l fin]; exists (G l), (counter l); split;
    [now apply labelling_is_grundy|now apply counter_monotonic].
Qed.
