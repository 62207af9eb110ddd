(* The classical Sprague–Grundy function [FY86, §4].

   If every play ends, exactly one function satisfies g(u) = mex g(F(u)), and it
   is G. In a finite digraph every play ends if and only if there is no cycle.
   What may happen otherwise is in [Errata.v]. *)

Require Import List Arith Lia Bool.
Import ListNotations.
From Grundy Require Import Digraph Play Grundy Existence Distance.

Section Acyclic.
Context {g : digraph} (ends : every_play_ends g).

Theorem classical_unique (f f' : g -> nat) :
  is_classical f -> is_classical f' -> forall u, f u = f' u.
Proof.
  intros H H' u; induction (ends u) as [u _ IH].
  apply (mex_unique (fun k => exists v, follower u v /\ f v = k)); [apply H|].
  destruct (H' u) as [no below]; split.
  - intros [v [F E]]; apply no; exists v; split; [exact F|now rewrite <- (IH v F)].
  - intros j L; destruct (below j L) as [v [F E]]; exists v; split; [exact F|now rewrite (IH v F)].
Qed.

(* G is finite everywhere … *)
Theorem values_finite (G : g -> number) (c : g -> nat) :
  is_grundy G c -> forall u, exists k, G u = Some k.
Proof.
  intros HG u; induction (ends u) as [u _ IH].
  destruct (G u) as [k|] eqn:E; [now exists k|exfalso].
  destruct (HG u) as [_ [_ C]]; destruct (C E) as [v [m [F [Ev _]]]].
  destruct (IH v F) as [k Ek]; congruence.
Qed.

(* … and is the classical function. *)
Theorem grundy_is_classical (G : g -> number) (c : g -> nat) (f : g -> nat) :
  is_grundy G c -> is_classical f -> forall u, G u = Some (f u).
Proof.
  intros HG Hf u; destruct (values_finite G c HG u) as [k E].
  set (h := fun u => match G u with Some k => k | None => 0 end).
  assert (Hh : is_classical h).
  { intros v; destruct (values_finite G c HG v) as [l El]; unfold h at 2; rewrite El.
    destruct (HG v) as [A _]; destruct (A l El) as [no below]; split.
    - intros [w [F Ew]]; apply no; exists w; split; [exact F|].
      destruct (values_finite G c HG w) as [m Em]; unfold h in Ew; rewrite Em in *; congruence.
    - intros j L; destruct (below j L) as [w [F Ew]]; exists w; split; [exact F|].
      unfold h; now rewrite Ew. }
  rewrite <- (classical_unique h f Hh Hf u); unfold h; now rewrite E.
Qed.

Theorem classical_exists : finite g -> exists f : g -> nat, is_classical f.
Proof.
  intros fin; destruct (grundy_exists g fin) as [G [c [HG _]]].
  exists (fun u => match G u with Some k => k | None => 0 end); intros v.
  destruct (values_finite G c HG v) as [l El]; rewrite El.
  destruct (HG v) as [A _]; destruct (A l El) as [no below]; split.
  - intros [w [F Ew]]; apply no; exists w; split; [exact F|].
    destruct (values_finite G c HG w) as [m Em]; rewrite Em in *; congruence.
  - intros j L; destruct (below j L) as [w [F Ew]]; exists w; split; [exact F|].
    now rewrite Ew.
Qed.

End Acyclic.

Lemma play_path {g : digraph} (p : nat -> g) :
  (forall n, follower (p n) (p (S n))) -> forall i k, path (p i) k (p (k + i)).
Proof.
  intros H i k; revert i; induction k as [|k IH]; intros i; [apply path_none|].
  apply (path_move _ (p (S i))); [apply H|].
  replace (S k + i) with (k + S i) by lia; apply IH.
Qed.

Lemma repeated (q : list nat) :
  ~ NoDup q -> exists x q1 q2 q3, q = q1 ++ x :: q2 ++ x :: q3.
Proof.
  induction q as [|x q IH]; intros D; [destruct D; constructor|].
  destruct (in_dec Nat.eq_dec x q) as [I|I].
  - apply in_split in I; destruct I as [q2 [q3 ->]]; now exists x, [], q2, q3.
  - destruct IH as [y [q1 [q2 [q3 ->]]]]; [intros N; apply D; now constructor|].
    now exists y, (x :: q1), q2, q3.
Qed.

(* A play that stays in a finite set and does not end visits a position twice. *)
Lemma infinite_play_cycle {g : digraph} (p : nat -> g) (l : list g) :
  (forall n, follower (p n) (p (S n))) -> (forall n, In (p n) l) -> has_cycle g.
Proof.
  intros H I.
  (* The places in l of the first n positions. *)
  assert (places : forall n, exists q, length q = n /\ incl q (seq 0 (length l)) /\
                   forall i, i < n -> exists x, nth_error q i = Some x /\
                       nth_error l x = Some (p i)).
  { induction n as [|n [q [L [J E]]]].
    - exists []; repeat split; [intros x []|lia].
    - destruct (In_nth_error l (p n) (I n)) as [x X].
      assert (B : x < length l) by (apply nth_error_Some; congruence).
      exists (q ++ [x]); repeat split.
      + rewrite app_length; simpl; lia.
      + intros y Y; apply in_app_iff in Y; destruct Y as [Y|[<-|[]]]; [now apply J|].
        apply in_seq; lia.
      + intros i Li; destruct (Nat.eq_dec i n) as [->|D].
        * exists x; split; [|exact X]; now rewrite nth_error_app2, L, Nat.sub_diag by lia.
        * destruct (E i ltac:(lia)) as [y [Y Y']]; exists y; split; [|exact Y'].
          rewrite nth_error_app1; [exact Y|lia]. }
  destruct (places (S (length l))) as [q [L [J E]]].
  assert (D : ~ NoDup q).
  { intros N; pose proof (NoDup_incl_length N J) as X; rewrite seq_length in X; lia. }
  destruct (repeated q D) as [x [q1 [q2 [q3 Q]]]].
  set (i := length q1); set (j := length q2).
  assert (Lq : S (i + (S (j + length q3))) = S (length l)).
  { rewrite <- L, Q, !app_length; simpl; rewrite app_length; simpl; unfold i, j; lia. }
  destruct (E i ltac:(lia)) as [y [Y Y']].
  destruct (E (S j + i) ltac:(lia)) as [z [Z Z']].
  assert (y = x).
  { rewrite Q, nth_error_app2, Nat.sub_diag in Y by (unfold i; lia); simpl in Y; congruence. }
  assert (z = x).
  { rewrite Q, nth_error_app2 in Z by (unfold i; lia).
    replace (S j + i - length q1) with (S j) in Z by (unfold i; lia).
    simpl in Z; rewrite nth_error_app2, Nat.sub_diag in Z by (unfold j; lia); simpl in Z;
      congruence. }
  subst y z; exists (p i), j.
  replace (p i) with (p (S j + i)) at 2 by congruence.
  now apply play_path.
Qed.

Lemma finite_distance_ends {g : digraph} (D : g -> number) :
  is_distance D -> (forall u, D u <> infinity) -> every_play_ends g.
Proof.
  intros H F.
  assert (X : forall d u, D u = Some d -> Acc (fun v u : g => follower u v) u).
  { induction d as [d IH] using lt_wf_ind; intros u E; constructor; intros v Fv.
    destruct (H u) as [T _|w k Fw Ew all Eu|w Fw Ew Eu].
    - destruct (follower_not_terminal u v Fv T).
    - destruct (all v Fv) as [j [Ej Lj]]; apply (IH j); [|exact Ej].
      rewrite E in Eu; injection Eu as ->; lia.
    - congruence. }
  intros u; destruct (D u) as [d|] eqn:E; [exact (X d u E)|destruct (F u E)].
Qed.

Theorem acyclic_ends (g : digraph) : finite g -> ~ has_cycle g -> every_play_ends g.
Proof.
  intros fin NC; destruct (distance_exists fin) as [D H].
  apply (finite_distance_ends D H); intros u E.
  pose proof (distance_correct D H u) as X; rewrite E in X; destruct X as [p [Hp [_ T]]].
  destruct fin as [l fin]; apply NC, (infinite_play_cycle p l).
  - intros n; now apply Hp.
  - intros n; destruct (fin (p n)) as [I|I]; [exact I|destruct (T n I)].
Qed.

(* The classical function of a finite digraph without cycles is G. *)
Theorem acyclic_grundy_is_classical (g : digraph) :
  finite g -> ~ has_cycle g ->
  exists f : g -> nat, is_classical f /\ (forall f', is_classical f' -> forall u, f' u = f u) /\
    forall (G : g -> number) (c : g -> nat), is_grundy G c -> forall u, G u = Some (f u).
Proof.
  intros fin NC; pose proof (acyclic_ends g fin NC) as ends.
  destruct (classical_exists ends fin) as [f Hf]; exists f; split; [exact Hf|split].
  - intros f' H' u; now apply (classical_unique ends).
  - intros G c HG u; now apply (grundy_is_classical ends G c).
Qed.
