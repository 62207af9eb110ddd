(* Smith's definition of the G-function [FY86, Definition 2]; [Smi66, §9].

   It asks more of the counterfunction than Definition 1. Both define the same
   values. A monotonic counterfunction in the sense of Definition 1 is one in
   the sense of Definition 2. Unlike monotonic counterfunctions, those of
   Definition 2 can be added, see [Sum.v]. *)

Require Import List Arith Lia Bool.
Import ListNotations.
From Grundy Require Import Digraph Play Grundy Existence.

Section Definition2.
Context {g : digraph}.

Context (G : g -> number) (c : g -> nat).

(* Followers of a position of finite value have other values. *)
Lemma definition_2_differs (u v : g) (k : nat) :
  is_grundy_2 G c -> G u = Some k -> follower u v -> G v <> Some k.
Proof.
  intros H E F Ev; destruct (Nat.lt_ge_cases (c v) (c u)) as [L|L].
  - destruct (H u) as [_ [A2 _]]; apply (A2 k v E F L); congruence.
  - destruct (H u) as [_ [_ [B1 _]]]; destruct (B1 k v E F (or_intror L)) as [w [Fw [Ew Lw]]].
    destruct (H v) as [_ [A2 _]]; apply (A2 k w Ev Fw); [lia|congruence].
Qed.

(* [FY86, Lemma 1]. *)
Theorem definition_2_implies_1 : is_grundy_2 G c -> is_grundy G c.
Proof.
  intros H u; destruct (H u) as [A1 [A2 [B1 C]]]; split; [|split].
  - intros k E; split.
    + intros [v [F Ev]]; exact (definition_2_differs u v k H E F Ev).
    + intros j L; destruct (A1 k j E L) as [v [F [Ev _]]]; now exists v.
  - intros k v E F gr; destruct (G v) as [l|] eqn:Ev; simpl in gr.
    + destruct (proj1 (H v) l k Ev gr) as [z [Fz [Ez Lz]]].
      destruct (Nat.lt_ge_cases (c z) (c u)) as [L|L]; [now exists z|].
      apply (B1 k v E F); right; lia.
    + apply (B1 k v E F); now left.
  - exact C.
Qed.

(* The converse for monotonic counterfunctions. *)
Theorem definition_1_implies_2 : is_grundy G c -> monotonic G c -> is_grundy_2 G c.
Proof.
  intros H M u; destruct (H u) as [A [B C]]; split; [|split; [|split; [|exact C]]].
  - intros k i E L; destruct (proj2 (A k E) i L) as [v [F Ev]].
    exists v; repeat split; auto; now apply (M v u i k).
  - intros k v E F _ X; rewrite E in X; apply (proj1 (A k E)); now exists v.
  - intros k v E F X; apply (B k v E F).
    destruct (number_cases (G v) k) as [[j [Ej Lj]]|[Ek|gr]]; [| |exact gr].
    + destruct X as [X|X]; [congruence|]. pose proof (M v u j k Ej E Lj); lia.
    + destruct (proj1 (A k E)); now exists v.
Qed.

End Definition2.

(* [FY86, Theorem 2]: Definitions 1 and 2 define the same function. *)
Theorem definitions_agree (g : digraph) (G G' : g -> number) (c c' : g -> nat) :
  is_grundy G c -> is_grundy_2 G' c' -> forall u, G u = G' u.
Proof. intros H H'; now apply (grundy_unique G G' c c' H), definition_2_implies_1. Qed.

