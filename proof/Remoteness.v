(* Remoteness and outcomes [Smi66, §§4, 5].

   Let R satisfy the conditions of [Definitions.v]. Moving to a follower whose
   remoteness is smaller by 1, or infinite at draws, is an optimal strategy for
   both players: the winner hurries, the loser stalls, and nobody leaves a
   draw. *)

Require Import List Arith Lia Bool.
Import ListNotations.
From Grundy Require Import Digraph Play Grundy.

Lemma turn_step (n : nat) : turn (S n) = opponent (turn n).
Proof. unfold turn; now rewrite Nat.even_succ, <- Nat.negb_even. Qed.

Lemma odd_step (r : nat) : Nat.odd (S r) = negb (Nat.odd r).
Proof. now rewrite Nat.odd_succ, <- Nat.negb_odd. Qed.

(* Who wins from time n on if the remoteness is r then. *)
Definition winner_from (r n : nat) : player :=
  if Nat.odd r then turn n else opponent (turn n).

Lemma winner_from_step (r n : nat) : winner_from r (S n) = winner_from (S r) n.
Proof.
  unfold winner_from, opponent; rewrite turn_step, odd_step.
  now destruct (Nat.odd r), (turn n).
Qed.

Lemma winner_from_start (r : nat) : winner_from r 0 = winner_by r.
Proof. unfold winner_from, winner_by; now destruct (Nat.odd r). Qed.

Section Remoteness.
Context {g : digraph} (sp : convention g) (R : g -> number) (HR : is_remoteness sp R).

Definition best (u : g) : g :=
  match follower_search u (fun v => R v = option_map pred (R u))
          (fun v => number_eq_dec _ _) with
  | inleft v => proj1_sig v
  | inright _ => hd u (moves u)
  end.

Lemma best_follower (u : g) :
  ~ terminal u -> follower u (best u) /\ R (best u) = option_map pred (R u).
Proof.
  intros T; unfold best.
  destruct (follower_search u) as [[v H]|none]; [exact H|exfalso].
  destruct (HR u) as [E _|v r F E _ _ Eu|v r F E _ Eu|v F E _ Eu]; [exact (T E)| | |];
    apply (none v F); now rewrite Eu.
Qed.

Lemma best_legal : legal (positional best).
Proof. intros u h T; exact (proj1 (best_follower u T)). Qed.

Lemma terminal_remoteness (u : g) : terminal u -> R u = Some (if sp u then 0 else 1).
Proof.
  intros T; destruct (HR u) as [_ E|v r F|v r F|v F]; [exact E| | |];
    destruct (follower_not_terminal u v F T).
Qed.

Lemma remoteness_positive (u : g) : ~ terminal u -> R u <> Some 0.
Proof. intros T E; destruct (HR u) as [T' _|v r F|v r F|v F]; try congruence; now apply T. Qed.

(* What an even remoteness means at a position with moves. *)
Lemma even_remoteness (u v : g) (r : nat) :
  R u = Some r -> Nat.odd r = false -> follower u v ->
  exists k, R v = Some k /\ Nat.odd k = true /\ S k <= r.
Proof.
  intros E O F; destruct (HR u) as [T _|w k Fw Ew ev least Eu|w k Fw Ew all Eu|w Fw Ew none Eu].
  - destruct (follower_not_terminal u v F T).
  - rewrite E in Eu; injection Eu as ->. rewrite Nat.odd_succ in O; congruence.
  - rewrite E in Eu; injection Eu as ->.
    destruct (all v F) as [l [El [Ol Ll]]]; exists l; repeat split; auto; lia.
  - congruence.
Qed.

(* A follower of even remoteness bounds the remoteness, which is odd. *)
Lemma odd_remoteness (u v : g) (k : nat) :
  follower u v -> R v = Some k -> Nat.odd k = false ->
  exists r, R u = Some r /\ Nat.odd r = true /\ r <= S k.
Proof.
  intros F E O; destruct (HR u) as [T _|w r Fw Ew ev least Eu|w r Fw Ew all Eu|w Fw Ew none Eu].
  - destruct (follower_not_terminal u v F T).
  - exists (S r); repeat split; auto; [now rewrite Nat.odd_succ|].
    apply le_n_S, (least v k F E). now rewrite <- Nat.negb_odd, O.
  - destruct (all v F) as [l [El [Ol _]]]; congruence.
  - pose proof (none v k F E); congruence.
Qed.

Section APlay.
Context (p : nat -> g) (Hp : play p) (b : player).

(* b is the winner and plays by [best]. *)
Lemma winner_hurries :
  (forall n, turn n = b -> ~ terminal (p n) -> p (S n) = best (p n)) ->
  forall r n, R (p n) = Some r -> winner_from r n = b -> (forall m, m < n -> ~ terminal (p m)) ->
  exists m, ends_at p m /\ winner sp p m = b /\ play_length sp p m <= n + r.
Proof.
  intros C r; induction r as [r IH] using lt_wf_ind; intros n E W B.
  destruct (terminal_dec (p n)) as [T|T].
  - exists n; split; [now split|].
    pose proof (terminal_remoteness _ T) as E'; rewrite E in E'; injection E' as ->.
    unfold winner, play_length, winner_from in *; destruct (sp (p n)); simpl in *; split; auto; lia.
  - assert (next : forall k, R (p (S n)) = Some k -> winner_from (S k) n = b -> S k <= r ->
                   exists m, ends_at p m /\ winner sp p m = b /\ play_length sp p m <= n + r).
    { intros k Ek Wk L.
      destruct (IH k L (S n) Ek) as [m [Em [Wm Lm]]].
      - now rewrite winner_from_step.
      - intros m L'; destruct (Nat.eq_dec m n) as [->|D]; [exact T|apply B; lia].
      - exists m; repeat split; try apply Em; auto; lia. }
    destruct (Nat.odd r) eqn:O.
    + assert (t : turn n = b) by (unfold winner_from in W; now rewrite O in W).
      destruct (best_follower _ T) as [F Eb].
      rewrite <- (C n t T), E in Eb; simpl in Eb.
      destruct r as [|r]; [discriminate O|].
      apply (next r Eb); [exact W|lia].
    + destruct (even_remoteness _ _ r E O (Hp n T)) as [k [Ek [Ok Lk]]].
      apply (next k Ek); [|exact Lk].
      rewrite <- W; unfold winner_from; rewrite O, odd_step, Ok; reflexivity.
Qed.

(* The opponent of b plays by [best]. If b wins at all from time n on, the
   play lasts at least until time l. *)
Definition holds (n l : nat) : Prop :=
  forall r, R (p n) = Some r -> winner_from r n = b -> l <= n + r.

Lemma loser_stalls_once (n l : nat) :
  (turn n = opponent b -> ~ terminal (p n) -> p (S n) = best (p n)) ->
  ~ terminal (p n) -> holds n l -> holds (S n) l.
Proof.
  intros C T H k Ek W.
  rewrite winner_from_step in W.
  destruct (Bool.bool_dec (turn n) b) as [t|t].
  - assert (O : Nat.odd k = false).
    { unfold winner_from in W; rewrite odd_step, <- t in W.
      destruct (Nat.odd k); [|reflexivity]; destruct (opponent_differs (turn n)); exact W. }
    destruct (odd_remoteness _ _ k (Hp n T) Ek O) as [r [Er [Or Lr]]].
    pose proof (H r Er) as X; unfold winner_from in X; rewrite Or in X; specialize (X t); lia.
  - assert (t' : turn n = opponent b) by (destruct (turn n), b; auto; congruence).
    destruct (best_follower _ T) as [F Eb]; rewrite <- (C t' T), Ek in Eb.
    destruct (R (p n)) as [r|] eqn:Er; [|discriminate Eb].
    simpl in Eb; injection Eb as ->.
    destruct r as [|r]; [destruct (remoteness_positive _ T Er)|].
    pose proof (H (S r) Er W); simpl in *; lia.
Qed.

Lemma loser_stalls :
  (forall n, turn n = opponent b -> ~ terminal (p n) -> p (S n) = best (p n)) ->
  forall l, holds 0 l -> forall n, ends_at p n -> winner sp p n = b -> l <= play_length sp p n.
Proof.
  intros C l H0 n [T B] W.
  assert (H : forall m, m <= n -> holds m l).
  { induction m as [|m IH]; intros L; [exact H0|].
    apply loser_stalls_once; [apply C|apply B; lia|apply IH; lia]. }
  specialize (H n (le_n n)); unfold holds in H.
  specialize (H _ (terminal_remoteness _ T)).
  unfold winner, winner_from, play_length in *.
  destruct (sp (p n)); simpl in H; specialize (H W); lia.
Qed.

End APlay.

(* The winner guarantees the remoteness. *)
Theorem best_winning (u : g) (r : nat) :
  R u = Some r -> winning_within sp (positional best) (winner_by r) u r.
Proof.
  intros E; split; [exact best_legal|].
  intros p [Hp [E0 C]].
  apply (winner_hurries p Hp (winner_by r) C r 0).
  - now rewrite E0.
  - apply winner_from_start.
  - lia.
Qed.

(* The loser enforces it. *)
Theorem best_delaying (u : g) (r : nat) :
  R u = Some r -> delaying sp (positional best) (opponent (winner_by r)) u r.
Proof.
  intros E; split; [exact best_legal|].
  intros p [Hp [E0 C]] n En W.
  rewrite (negb_involutive (winner_by r) : opponent (opponent _) = _) in W.
  apply (loser_stalls p Hp (winner_by r)); auto.
  intros k Ek _; rewrite E0, E in Ek; injection Ek as ->; lia.
Qed.

(* Nobody loses a draw, and the winner never loses. *)
Theorem best_not_losing (u : g) (b : player) :
  (forall r, R u = Some r -> winner_by r = b) -> not_losing sp (positional best) b u.
Proof.
  intros E; split; [exact best_legal|].
  intros p [Hp [E0 C]] n En.
  destruct (Bool.bool_dec (winner sp p n) b) as [W|W]; [exact W|exfalso].
  assert (W' : winner sp p n = opponent b) by (destruct (winner sp p n), b; auto; congruence).
  enough (S (play_length sp p n) <= play_length sp p n) by lia.
  apply (loser_stalls p Hp (opponent b)); auto.
  - unfold opponent; now rewrite negb_involutive.
  - intros k Ek Wk; rewrite winner_from_start in Wk; rewrite E0 in Ek.
    rewrite (E k Ek) in Wk; destruct (opponent_differs b); auto.
Qed.

(* A function that satisfies the conditions is the remoteness that strategies
   define, and gives the outcomes that strategies define. *)
Theorem remoteness_outcome (u : g) : has_outcome sp u (outcome_by (R u)).
Proof.
  destruct (R u) as [r|] eqn:E; simpl.
  - pose proof (winning_within_wins _ _ _ _ _ (best_winning u r E)) as W.
    unfold winner_by in W; destruct (Nat.odd r); simpl; now exists (positional best).
  - split; apply (not_losing_prevents_win sp (positional best));
      apply best_not_losing; rewrite E; discriminate.
Qed.

Theorem remoteness_correct (u : g) : has_remoteness sp u (R u).
Proof.
  destruct (R u) as [r|] eqn:E; simpl.
  - split; exists (positional best); [now apply best_winning|now apply best_delaying].
  - pose proof (remoteness_outcome u) as H; rewrite E in H; exact H.
Qed.

End Remoteness.

(* The conditions determine R. *)
Theorem remoteness_unique {g : digraph} (sp : convention g) (R R' : g -> number) :
  is_remoteness sp R -> is_remoteness sp R' -> forall u, R u = R' u.
Proof.
  intros H H' u; apply (has_remoteness_unique sp u); now apply remoteness_correct.
Qed.
