(* Terminal distance [Smi66, §3]: a function that satisfies the conditions of
   [Definitions.v] is the length of the longest play, and every finite digraph
   has one. *)

Require Import List Arith Lia Bool.
Import ListNotations.
From Grundy Require Import Digraph Play Grundy Iterate.

Section Distance.
Context {g : digraph} (D : g -> number) (HD : is_distance D).

Lemma shift_play (p : nat -> g) : play p -> play (fun n => p (S n)).
Proof. intros H n; apply H. Qed.

Lemma shift_ends_at (p : nat -> g) (n : nat) :
  ~ terminal (p 0) -> ends_at (fun n => p (S n)) n -> ends_at p (S n).
Proof.
  intros T [E B]; split; [exact E|].
  intros [|m] L; [exact T|apply B; lia].
Qed.

(* A follower with the largest D; a terminal position stays where it is. *)
Definition longest (u : g) : g :=
  match follower_search u (fun v => D v = option_map pred (D u))
          (fun v => number_eq_dec _ _) with
  | inleft v => proj1_sig v
  | inright _ => hd u (moves u)
  end.

Lemma longest_follower (u : g) :
  ~ terminal u -> follower u (longest u) /\ D (longest u) = option_map pred (D u).
Proof.
  intros T; unfold longest.
  destruct (follower_search u) as [[v H]|none]; [exact H|exfalso].
  destruct (HD u) as [E _|v d F E _ Eu|v F E Eu]; [exact (T E)| |];
    apply (none v F); now rewrite Eu.
Qed.

Lemma longest_play (u : g) : play (fun n => Nat.iter n longest u).
Proof. intros n T; exact (proj1 (longest_follower _ T)). Qed.

Lemma no_play_is_longer (d : nat) (p : nat -> g) :
  D (p 0) = Some d -> play p -> exists n, ends_at p n /\ n <= d.
Proof.
  revert p; induction d as [d IH] using lt_wf_ind; intros p E H.
  destruct (terminal_dec (p 0)) as [T|T].
  { exists 0; split; [|lia]; split; [exact T|lia]. }
  destruct (HD (p 0)) as [T' _|v d' F Ev all Eu|v F Ev Eu]; [destruct (T T')| |congruence].
  destruct (all _ (H 0 T)) as [k [Ek Lk]].
  rewrite E in Eu; injection Eu as ->.
  destruct (IH k ltac:(lia) (fun n => p (S n)) Ek (shift_play p H)) as [n [En Ln]].
  exists (S n); split; [now apply shift_ends_at|lia].
Qed.

Lemma iterate_shift (n : nat) (u : g) : Nat.iter (S n) longest u = Nat.iter n longest (longest u).
Proof. induction n as [|n IH]; [reflexivity|]. simpl in *; now rewrite IH. Qed.

Lemma longest_ends (d : nat) (u : g) :
  D u = Some d -> ends_at (fun n => Nat.iter n longest u) d.
Proof.
  revert u; induction d as [|d IH]; intros u E.
  - split; [simpl|lia].
    destruct (HD u) as [T _|v d' F Ev all Eu|v F Ev Eu]; [exact T|congruence|congruence].
  - assert (T : ~ terminal u).
    { destruct (HD u) as [T Eu|v d' F Ev all Eu|v F Ev Eu]; [congruence| |];
        exact (follower_not_terminal u v F). }
    destruct (longest_follower u T) as [F El]; rewrite E in El; simpl in El.
    destruct (IH _ El) as [T' B]. split.
    + rewrite iterate_shift; exact T'.
    + intros [|m] L; [exact T|]. rewrite iterate_shift; apply B; lia.
Qed.

Lemma longest_never_ends (u : g) : D u = infinity -> forall n, ~ terminal (Nat.iter n longest u).
Proof.
  intros E n; revert u E; induction n as [|n IH]; intros u E.
  - intros T; destruct (HD u) as [_ Eu|v d' F Ev all Eu|v F Ev Eu]; [congruence|congruence|].
    exact (follower_not_terminal u v F T).
  - rewrite iterate_shift; apply IH.
    destruct (HD u) as [_ Eu|v d' F Ev all Eu|v F Ev Eu]; [congruence|congruence|].
    destruct (longest_follower u (follower_not_terminal u v F)) as [_ El].
    now rewrite El, E.
Qed.

(* A function that satisfies the conditions of [Definitions.v] is the length of
   the longest play. *)
Theorem distance_correct (u : g) : has_distance u (D u).
Proof.
  destruct (D u) as [d|] eqn:E; simpl.
  - split.
    + intros p H E0; apply no_play_is_longer; [now rewrite E0|exact H].
    + exists (fun n => Nat.iter n longest u); repeat split;
        [apply longest_play|apply longest_ends, E|apply longest_ends, E].
  - exists (fun n => Nat.iter n longest u); repeat split;
      [apply longest_play|apply longest_never_ends, E].
Qed.

End Distance.

(* There is only one terminal distance. *)
Theorem has_distance_unique {g : digraph} (u : g) (d d' : number) :
  has_distance u d -> has_distance u d' -> d = d'.
Proof.
  assert (finite_infinite : forall d, has_distance u (Some d) -> ~ has_distance u infinity).
  { intros x [H _] [p [Hp [E B]]]; destruct (H p Hp E) as [n [[T _] _]]; exact (B n T). }
  assert (at_most : forall d d', has_distance u (Some d) -> has_distance u (Some d') -> d <= d').
  { intros x y [_ [p [Hp [E Ep]]]] [H _]; destruct (H p Hp E) as [n [En L]].
    now rewrite (ends_at_unique p x n Ep En). }
  destruct d as [d|], d' as [d'|]; intros H H'; auto.
  - f_equal; apply Nat.le_antisymm; auto.
  - destruct (finite_infinite d H H').
  - destruct (finite_infinite d' H' H).
Qed.

Section Existence.
Context {g : digraph}.

(* Every play from u ends after at most t moves. *)
Fixpoint ended_in (t : nat) (u : g) : bool :=
  match t with
  | 0 => match moves u with [] => true | _ => false end
  | S t => forallb (ended_in t) (moves u)
  end.

Lemma ended_grows (t : nat) (u : g) : ended_in t u = true -> ended_in (S t) u = true.
Proof.
  revert u; induction t as [|t IH]; intros u.
  - simpl; destruct (moves u); [reflexivity|discriminate].
  - change (forallb (ended_in t) (moves u) = true -> forallb (ended_in (S t)) (moves u) = true).
    rewrite !forallb_forall; auto.
Qed.

Lemma ended_grows_to (t t' : nat) (u : g) : t <= t' -> ended_in t u = true -> ended_in t' u = true.
Proof. induction 1; auto using ended_grows. Qed.

Lemma ended_terminal (t : nat) (u : g) : terminal u -> ended_in t u = true.
Proof. unfold terminal; intros T; destruct t; simpl; now rewrite T. Qed.

Theorem distance_exists : finite g -> exists D : g -> number, is_distance D.
Proof.
  intros [l fin]; destruct (family_stops ended_in l ended_grows) as [n [_ E]].
  assert (stop : forall u, ended_in (S n) u = true -> ended_in n u = true).
  { intros u H; destruct (fin u) as [I|T]; [now rewrite <- (E u I)|now apply ended_terminal]. }
  set (D := fun u => first (fun t => ended_in t u) n); exists D.
  assert (from : forall u t, t <= n -> ended_in t u = true -> exists k, D u = Some k /\ k <= t).
  { intros u t L H; unfold D; destruct (first (fun t => ended_in t u) n) as [k|] eqn:X.
    - exists k; split; [reflexivity|]; destruct (first_some _ _ _ X) as [_ [_ B]].
      destruct (Nat.le_gt_cases k t) as [C|C]; [exact C|].
      specialize (B t C); cbv beta in B; congruence.
    - pose proof (first_none _ _ X t L) as B; cbv beta in B; congruence. }
  intros u; destruct (D u) as [[|t]|] eqn:Eu.
  - destruct (first_some _ _ _ Eu) as [T _]; apply distance_end; [|exact Eu].
    unfold terminal; simpl in T; destruct (moves u); [reflexivity|discriminate T].
  - destruct (first_some _ _ _ Eu) as [T [L B]]; cbv beta in T.
    pose proof (proj1 (forallb_forall (ended_in t) (moves u)) T) as all.
    assert (some : forall w, follower u w -> exists k, D w = Some k /\ k <= t).
    { intros w F; apply from; [lia|exact (all w F)]. }
    destruct (follower_search u (fun v => D v = Some t)) as [[v [F Ev]]|none].
    + intros v; apply number_eq_dec.
    + now apply (distance_step D u v t F Ev).
    + exfalso; specialize (B t (Nat.lt_succ_diag_r t)); cbv beta in B.
      enough (ended_in t u = true) by congruence.
      destruct t as [|t].
      * unfold follower in *; simpl; destruct (moves u) as [|v m]; [reflexivity|].
        destruct (some v (or_introl eq_refl)) as [k [Ek Lk]].
        destruct (none v (or_introl eq_refl)); rewrite Ek; f_equal; lia.
      * apply forallb_forall; intros v F; destruct (some v F) as [k [Ek Lk]].
        destruct (first_some _ _ _ Ek) as [K _]; apply (ended_grows_to k); [|exact K].
        destruct (Nat.eq_dec k (S t)) as [->|X]; [destruct (none v F Ek)|lia].
  - destruct (follower_search u (fun v => D v = infinity)) as [[v [F Ev]]|none].
    + intros v; apply number_eq_dec.
    + now apply (distance_infinite D u v F Ev).
    + exfalso; pose proof (first_none _ _ Eu n (le_n n)) as B; cbv beta in B.
      enough (ended_in n u = true) by congruence.
      apply stop, forallb_forall; intros v F; destruct (D v) as [k|] eqn:Ev;
        [|destruct (none v F Ev)].
      destruct (first_some _ _ _ Ev) as [K [L _]]; exact (ended_grows_to k n v L K).
Qed.

End Existence.
