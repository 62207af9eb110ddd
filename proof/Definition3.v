(* G as the function with the most infinite values [FY86, Definition 3].

   Conditions A and C alone have other solutions. G is the one with the most
   infinite values, so no counterfunction is needed to define it. *)

Require Import List Arith Lia Bool.
Import ListNotations.
From Grundy Require Import Digraph Play Grundy Iterate.

Section Definition3.
Context {g : digraph}.

Lemma grundy_satisfies (G : g -> number) (c : g -> nat) : is_grundy G c -> satisfies_A_and_C G.
Proof. intros H u; destruct (H u) as [A [_ C]]; now split. Qed.

(* Where any solution of A and C is infinite, G is infinite. *)
Lemma most_infinite (G G' : g -> number) (c : g -> nat) (u : g) :
  is_grundy G c -> satisfies_A_and_C G' -> G' u = infinity -> G u = infinity.
Proof.
  intros H H' E; destruct (G u) as [k|] eqn:X; [|reflexivity].
  rewrite (finite_values_agree lt G G' c lt_wf H (fun u => proj1 (H' u))
    (fun u => proj2 (H' u)) k u X) in E.
  discriminate E.
Qed.

Lemma terminal_zero (G : g -> number) (u : g) : satisfies_A_and_C G -> terminal u -> G u = Some 0.
Proof.
  intros H T; destruct (H u) as [A C]; destruct (G u) as [[|k]|] eqn:E; [reflexivity| |].
  - destruct (proj2 (A _ E) 0 ltac:(lia)) as [v [F _]]; destruct (follower_not_terminal u v F T).
  - destruct (C E) as [v [m [F _]]]; destruct (follower_not_terminal u v F T).
Qed.

(* [FY86, Theorem 2]: Definitions 1 and 3 define the same function. *)
Theorem definition_3_is_1 (l : list g) (G G' : g -> number) (c : g -> nat) :
  (forall u, In u l \/ terminal u) -> is_grundy G c ->
  (is_grundy_3 l G' <-> forall u, G' u = G u).
Proof.
  intros fin H; pose proof (grundy_satisfies G c H) as S; split.
  - intros [S' most] u.
    assert (sub : forall u, is_infinite (G' u) = true -> is_infinite (G u) = true).
    { intros v; destruct (G' v) eqn:E; [discriminate|]; intros _.
      now rewrite (most_infinite G G' c v H S' E). }
    destruct (fin u) as [I|T].
    + pose proof (filter_le _ _ l sub) as L.
      pose proof (filter_same _ _ l sub (Nat.le_antisymm _ _ L (most G S)) u I) as E.
      cbv beta in E; destruct (G u) as [k|] eqn:X.
      * exact (finite_values_agree lt G G' c lt_wf H (fun u => proj1 (S' u))
          (fun u => proj2 (S' u)) k u X).
      * destruct (G' u); [discriminate E|reflexivity].
    + now rewrite (terminal_zero G u S T), (terminal_zero G' u S' T).
  - intros E.
    assert (same : forall u k, values G' u k <-> values G u k).
    { intros u k; split; intros [v [F X]]; exists v; split; auto;
      [now rewrite <- E|now rewrite E]. }
    split.
    + intros u; destruct (S u) as [A C]; split.
      * intros k X; rewrite E in X; destruct (A k X) as [no below]; split.
        -- now rewrite same.
        -- intros j L; now apply same, below.
      * intros X; rewrite E in X; destruct (C X) as [v [m [F [Ev [[no below] N]]]]].
        exists v, m; rewrite E, !same; repeat split; auto; [now rewrite same|].
        intros j L; now apply same, below.
    + intros G'' S''; apply filter_le; intros u; rewrite E.
      destruct (G'' u) eqn:X; [discriminate|]; now rewrite (most_infinite G G'' c u H S'' X).
Qed.

End Definition3.
