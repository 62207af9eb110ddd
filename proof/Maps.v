(* Maps that preserve values [FY86, §6]. *)

Require Import List Arith Lia Bool Relation_Operators Wellfounded.
Import ListNotations.
From Grundy Require Import Digraph Play Grundy.

Section Maps.
Context {r s : digraph} (f : r -> s).

Notation lifts_moves := (lifts_moves f).
Notation keeps_moves := (keeps_moves f).
Notation is_D_morphism := (is_D_morphism f).

Context (G : s -> number) (c : s -> nat) (HG : is_grundy G c).

Definition pulled (u : r) : number := G (f u).

(* If f lifts moves and a follower v of u is mapped to a neighbour, then v adds
   no value at u that the image of u does not have, if G is infinite there. *)
Lemma neighbour_adds_nothing (u v : r) (k : nat) :
  follower (f u) (f v) \/ follower (f v) (f u) ->
  G (f u) = infinity -> G (f v) = Some k -> values G (f u) k.
Proof.
  intros [F|F] Eu Ev; [now exists (f v)|].
  destruct (HG (f v)) as [_ [B _]].
  destruct (B k (f u) Ev F) as [w [Fw [Ew _]]]; [now rewrite Eu|now exists w].
Qed.

Lemma pulled_values (u : r) :
  lifts_moves ->
  (forall v, follower u v -> u <> v -> follower (f u) (f v) \/ follower (f v) (f u)) ->
  G (f u) = infinity -> forall k, values pulled u k <-> values G (f u) k.
Proof.
  intros lift keep E k; split.
  - intros [v [F Ev]]; unfold pulled in Ev; apply (neighbour_adds_nothing u v k); auto.
    apply (keep v F); intros ->; congruence.
  - intros [v' [F Ev]]; destruct (lift u v' F) as [v [Fv <-]]; now exists v.
Qed.

Lemma pulled_C (u : r) : is_D_morphism -> condition_C pulled u.
Proof.
  intros [lift keep] E; unfold pulled in E.
  destruct (HG (f u)) as [_ [_ C]]; destruct (C E) as [v' [m [F [Ev [[no below] N]]]]].
  destruct (lift u v' F) as [v [Fv <-]].
  exists v, m; split; [exact Fv|split; [exact Ev|split]].
  - split.
    + rewrite (pulled_values u lift (keep u) E); exact no.
    + intros j L; apply (pulled_values u lift (keep u) E); exact (below j L).
  - rewrite (pulled_values v lift (keep v) Ev); exact N.
Qed.

Lemma pulled_differs (u v : r) (k : nat) :
  follower (f u) (f v) \/ follower (f v) (f u) -> G (f u) = Some k -> G (f v) <> Some k.
Proof.
  intros [F|F] Eu Ev.
  - destruct (HG (f u)) as [A _]; apply (proj1 (A k Eu)); now exists (f v).
  - destruct (HG (f v)) as [A _]; apply (proj1 (A k Ev)); now exists (f u).
Qed.

Lemma pulled_below (u : r) (k : nat) :
  lifts_moves -> G (f u) = Some k -> forall j, j < k -> values pulled u j.
Proof.
  intros lift E j L; destruct (HG (f u)) as [A _].
  destruct (proj2 (A k E) j L) as [v' [F Ev]].
  destruct (lift u v' F) as [v [Fv <-]]; now exists v.
Qed.

(* [FY86, Theorem 6], for finite values: a D-morphism preserves them. *)
Theorem D_morphism_preserves (H : r -> number) (d : r -> nat) :
  is_D_morphism -> is_grundy H d -> forall u k, H u = Some k -> G (f u) = Some k.
Proof.
  intros M HH u k E; change (pulled u = Some k).
  apply (finite_values_agree_but_loops lt H pulled d lt_wf HH); [| |exact E].
  - intros v j Ev; split.
    + intros w F D; apply (pulled_differs v w j); [|exact Ev].
      apply M; [exact F|congruence].
    + now apply pulled_below; [apply M|].
  - intros v; now apply pulled_C.
Qed.

(* [FY86, Theorem 7]. *)
Section Theorem7.
Context (d : r -> nat) (lift : lifts_moves).
Context (hypothesis : forall u v, follower u v ->
  follower (f u) (f v) \/ exists w, follower v w /\ f w = f u /\ d w < d u).

(* The paper's (3). *)
Lemma moves_become_neighbours (u v : r) :
  follower u v -> follower (f u) (f v) \/ follower (f v) (f u).
Proof.
  enough (X : forall n u v, d u + d v < n -> follower u v ->
              follower (f u) (f v) \/ follower (f v) (f u)) by (intros F; eapply X; eauto).
  clear u v; induction n as [|n IH]; intros u v L F; [lia|].
  destruct (hypothesis u v F) as [Y|[w [Fw [Ew Lw]]]]; [now left|].
  destruct (IH v w ltac:(lia) Fw) as [Y|Y]; rewrite Ew in Y; auto.
Qed.

Lemma theorem_7_D_morphism : is_D_morphism.
Proof. split; [exact lift|]; intros u v F _; now apply moves_become_neighbours. Qed.

(* Pairs in lexicographic order. *)
Lemma pair_lt_wf : well_founded pair_lt.
Proof.
  intros [a b]; revert b; induction a as [a IHa] using lt_wf_ind.
  intros b; induction b as [b IHb] using lt_wf_ind.
  constructor; intros [a' b'] [L|[E L]]; simpl in *; [now apply IHa|subst a'; now apply IHb].
Qed.

Theorem theorem_7 : is_grundy_with pair_lt pulled (fun u => (c (f u), d u)).
Proof.
  intros u; split; [|split].
  - intros k E; split; [|now apply pulled_below].
    intros [v [F Ev]]; exact (pulled_differs u v k (moves_become_neighbours u v F) E Ev).
  - intros k v E F gr; destruct (hypothesis u v F) as [Y|[w [Fw [Ew Lw]]]].
    + destruct (HG (f u)) as [_ [B _]]; destruct (B k (f v) E Y gr) as [w' [Fw [Ew Lw]]].
      destruct (lift v w' Fw) as [w [Fw' <-]]; exists w; split; [exact Fw'|split;
        [exact Ew|now left]].
    + exists w; split; [exact Fw|split; [unfold pulled in *; now rewrite Ew|right; simpl]].
      now rewrite Ew.
  - apply pulled_C, theorem_7_D_morphism.
Qed.

(* All values are preserved, infinite ones included, with their sets K. *)
Theorem theorem_7_preserves (H : r -> number) (e : r -> nat) :
  is_grundy H e -> forall u,
    H u = G (f u) /\ (H u = infinity -> forall k, values H u k <-> values G (f u) k).
Proof.
  intros HH.
  assert (E : forall u, H u = G (f u)).
  { intros u; exact (grundy_unique_with lt pair_lt H pulled e _ lt_wf pair_lt_wf HH theorem_7 u). }
  intros u; split; [apply E|intros I k].
  rewrite E in I; rewrite <- (pulled_values u lift); [|intros;
    now apply moves_become_neighbours|exact I].
  split; intros [v [F X]]; exists v; split; auto; unfold pulled in *;
    [now rewrite <- E|now rewrite E].
Qed.

(* The counterfunction is monotonic if c is. *)
Theorem theorem_7_monotonic :
  monotonic G c -> forall u v k l, pulled u = Some k -> pulled v = Some l -> k < l ->
  pair_lt (c (f u), d u) (c (f v), d v).
Proof. intros M u v k l Eu Ev L; left; simpl; exact (M _ _ k l Eu Ev L). Qed.

End Theorem7.
End Maps.
