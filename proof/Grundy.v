(* The generalized Sprague–Grundy function is unique [FY86, Theorem 2].

   The proof follows the paper, but needs no finiteness: it is an induction on
   the value and, for each value, on the counter. *)

Require Import List Arith Lia Bool.
Import ListNotations.
From Grundy Require Import Digraph Play.

Lemma number_cases (x : number) (k : nat) :
  (exists j, x = Some j /\ j < k) \/ x = Some k \/ greater x k.
Proof.
  destruct x as [l|]; [|now right; right].
  destruct (lt_eq_lt_dec l k) as [[H|H]|H].
  - left; now exists l.
  - right; left; now subst.
  - now right; right.
Qed.

(* Whether a follower of u has a property that can be decided. *)
Lemma follower_search {g : digraph} (u : g) (A : g -> Prop) :
  (forall v, {A v} + {~ A v}) ->
  {v | follower u v /\ A v} + {forall v, follower u v -> ~ A v}.
Proof.
  intros dec; unfold follower; induction (moves u) as [|v l IH].
  - right; intros v [].
  - destruct (dec v) as [H|H]; [left; exists v; split; [now left|exact H]|].
    destruct IH as [[w [I W]]|IH]; [left; exists w; split; [now right|exact W]|].
    right; intros w [<-|I]; auto.
Qed.

Definition number_eq_dec (x y : number) : {x = y} + {x <> y}.
Proof. decide equality; apply Nat.eq_dec. Defined.

Lemma values_dec {g : digraph} (G : g -> number) (u : g) (k : nat) :
  {values G u k} + {~ values G u k}.
Proof.
  destruct (follower_search u (fun v => G v = Some k)) as [[v H]|H].
  - intros v; apply number_eq_dec.
  - left; now exists v.
  - right; intros [v [F E]]; exact (H v F E).
Qed.

Lemma mex_unique (S : nat -> Prop) (k l : nat) : is_mex S k -> is_mex S l -> k = l.
Proof.
  intros [nk bk] [nl bl]; destruct (lt_eq_lt_dec k l) as [[H|H]|H]; auto.
  - destruct (nk (bl k H)).
  - destruct (nl (bk l H)).
Qed.

Section Uniqueness.
Context {g : digraph}.

(* Condition A, except that a loop may lead to a position of the same value. *)
Definition condition_A_but_loops (G : g -> number) (u : g) : Prop :=
  forall k, G u = Some k ->
    (forall v, follower u v -> v <> u -> G v <> Some k) /\ forall j, j < k -> values G u j.

(* The core: if G satisfies Definition 1, and G' at least conditions A (but for
   loops) and C, then they agree where G is finite. *)
Lemma finite_values_agree_but_loops {J : Type} (lt : J -> J -> Prop)
    (G G' : g -> number) (c : g -> J) :
  well_founded lt -> is_grundy_with lt G c ->
  (forall u, condition_A_but_loops G' u) -> (forall u, condition_C G' u) ->
  (forall k u, G u = Some k -> G' u = Some k).
Proof.
  intros wf HG A' C' k.
  (* The other direction, among smaller values, is part of the induction. *)
  enough (H : forall u, (G u = Some k -> G' u = Some k) /\
                        (G' u = Some k -> G u = Some k \/ G u = infinity)) by (intros u; apply H).
  induction k as [k IHk] using lt_wf_ind.
  (* No position has a smaller value for G' only. *)
  assert (lower : forall u, G u = Some k -> forall j, j < k -> G' u <> Some j).
  { intros u E j L E'. destruct (proj2 (IHk j L u) E') as [X|X]; rewrite E in X.
    - injection X as X; lia.
    - discriminate X. }
  assert (there : forall u, G u = Some k -> G' u = Some k).
  { intros u; remember (c u) as x eqn:X; revert u X.
    induction (wf x) as [x _ IHx]; intros u -> E.
    destruct (HG u) as [A [B _]].
    destruct (A k E) as [not_k below_k].
    (* If a follower v has G(v) > k, it has a follower of value k in both. *)
    assert (reply : forall v, follower u v -> greater (G v) k ->
                    exists w, follower v w /\ w <> v /\ G' w = Some k).
    { intros v F gr; destruct (B k v E F gr) as [w [Fw [Ew Lw]]].
      exists w; split; [exact Fw|split; [|exact (IHx (c w) Lw w eq_refl Ew)]].
      intros ->; rewrite Ew in gr; simpl in gr; lia. }
    (* Hence no follower has the value k in G'. *)
    assert (none : ~ values G' u k).
    { intros [v [F Ev]].
      destruct (number_cases (G v) k) as [[j [Ej Lj]]|[Ek|gr]].
      - rewrite (proj1 (IHk j Lj v) Ej) in Ev; injection Ev as Ev; lia.
      - apply not_k; now exists v.
      - destruct (reply v F gr) as [w [Fw [Dw Ew]]].
        destruct (A' v k Ev) as [no _]; exact (no w Fw Dw Ew). }
    assert (all : forall j, j < k -> values G' u j).
    { intros j L; destruct (below_k j L) as [v [F Ev]]; exists v; split; [exact F|].
      exact (proj1 (IHk j L v) Ev). }
    destruct (number_cases (G' u) k) as [[j [Ej Lj]]|[Ek|gr]]; [|exact Ek|].
    - destruct (lower u E j Lj Ej).
    - destruct (G' u) as [l|] eqn:E'.
      + destruct (A' u l E') as [_ below]; destruct (none (below k gr)).
      + destruct (C' u E') as [v [m [F [Ev [mex no]]]]].
        assert (m = k) by (apply (mex_unique (values G' u)); [exact mex|split; assumption]);
          subst m.
        destruct (number_cases (G v) k) as [[j [Ej Lj]]|[Ek|gr']].
        * rewrite (proj1 (IHk j Lj v) Ej) in Ev; discriminate Ev.
        * destruct not_k; now exists v.
        * destruct (reply v F gr') as [w [Fw [_ Ew]]]; destruct no; now exists w. }
  intros u; split; [apply there|].
  intros E'; destruct (number_cases (G u) k) as [[j [Ej Lj]]|[Ek|gr]]; [|now left|].
  - rewrite (proj1 (IHk j Lj u) Ej) in E'; injection E' as E'; lia.
  - destruct (G u) as [l|] eqn:E; [|now right].
    destruct (HG u) as [A _]; destruct (A l E) as [_ below].
    destruct (below k gr) as [v [F Ev]].
    destruct (A' u k E') as [no _]; exfalso; apply (no v F); [intros ->|now apply there].
    rewrite E in Ev; injection Ev as ->; simpl in gr; lia.
Qed.

(* This is also why G has the most infinite values among all functions that
   satisfy A and C [FY86, Definition 3]. *)
Theorem finite_values_agree {J : Type} (lt : J -> J -> Prop) (G G' : g -> number) (c : g -> J) :
  well_founded lt -> is_grundy_with lt G c ->
  (forall u, condition_A G' u) -> (forall u, condition_C G' u) ->
  (forall k u, G u = Some k -> G' u = Some k).
Proof.
  intros wf HG A' C'; apply (finite_values_agree_but_loops lt G G' c wf HG); [|exact C'].
  intros u k E; destruct (A' u k E) as [no below]; split; [|exact below].
  intros v F _ Ev; apply no; now exists v.
Qed.

(* [FY86, Theorem 2]: the G-function is unique, whatever the counterfunctions
   and the well-ordered sets of their values are. *)
Theorem grundy_unique_with {J J' : Type} (lt : J -> J -> Prop) (lt' : J' -> J' -> Prop)
    (G G' : g -> number) (c : g -> J) (c' : g -> J') :
  well_founded lt -> well_founded lt' -> is_grundy_with lt G c -> is_grundy_with lt' G' c' ->
  forall u, G u = G' u.
Proof.
  intros wf wf' H H' u.
  pose proof (finite_values_agree lt G G' c wf H (fun u => proj1 (H' u))
                (fun u => proj2 (proj2 (H' u)))) as there.
  pose proof (finite_values_agree lt' G' G c' wf' H' (fun u => proj1 (H u))
                (fun u => proj2 (proj2 (H u)))) as back.
  destruct (G u) as [k|] eqn:E; [now rewrite (there k u E)|].
  destruct (G' u) as [k|] eqn:E'; [|reflexivity].
  rewrite (back k u E') in E; discriminate E.
Qed.

Theorem grundy_unique (G G' : g -> number) (c c' : g -> nat) :
  is_grundy G c -> is_grundy G' c' -> forall u, G u = G' u.
Proof. apply grundy_unique_with; apply lt_wf. Qed.

End Uniqueness.
