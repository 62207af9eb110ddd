(* What values say about outcomes, and the strategy by counters
   [FY86, Theorem 4].

   A player who can move to a position of value 0 wins by always choosing such
   a move with the least counter. The paper proves Theorem 4 by checking the
   equations of Lemma 2 only; that the win is reached in finitely many moves is
   the step that condition B is for. *)

Require Import List Arith Lia Bool.
Import ListNotations.
From Grundy Require Import Digraph Play Grundy Remoteness.

(* Among the followers with a property, one with the least counter. *)
Lemma follower_least {g : digraph} (u : g) (A : g -> Prop) (c : g -> nat) :
  (forall v, {A v} + {~ A v}) ->
  {v | follower u v /\ A v /\ forall w, follower u w -> A w -> c v <= c w} +
  {forall v, follower u v -> ~ A v}.
Proof.
  intros dec; unfold follower; induction (moves u) as [|v l IH].
  - right; intros v [].
  - destruct IH as [[w [I [W B]]]|IH].
    + left; destruct (dec v) as [V|V].
      * destruct (le_lt_dec (c v) (c w)) as [L|L].
        -- exists v; split; [now left|]; split; [exact V|].
           intros x [<-|Ix] X; [lia|]. specialize (B x Ix X); lia.
        -- exists w; split; [now right|]; split; [exact W|].
           intros x [<-|Ix] X; [lia|]. exact (B x Ix X).
      * exists w; split; [now right|]; split; [exact W|].
        intros x [<-|Ix] X; [contradiction|]. exact (B x Ix X).
    + destruct (dec v) as [V|V].
      * left; exists v; split; [now left|]; split; [exact V|].
        intros x [<-|Ix] X; [lia|]. destruct (IH x Ix X).
      * right; intros x [<-|Ix]; auto.
Qed.

Section Value.
Context {g : digraph} (G : g -> number) (c : g -> nat) (HG : is_grundy G c).

Lemma terminal_value (u : g) : terminal u -> G u = Some 0.
Proof.
  intros T; destruct (HG u) as [A [_ C]]; destruct (G u) as [[|k]|] eqn:E; [reflexivity| |].
  - destruct (A _ E) as [_ below]; destruct (below 0 ltac:(lia)) as [v [F _]].
    destruct (follower_not_terminal u v F T).
  - destruct (C E) as [v [m [F _]]]; destruct (follower_not_terminal u v F T).
Qed.

Notation by_counter := (by_counter G c).

(* Player b plays by counters, and it is the other player's turn at a position
   of value 0. *)
Lemma counter_strategy_wins (s : strategy g) (b : player) (u : g) (p : nat -> g) :
  by_counter s -> consistent s b u p ->
  forall m n, c (p n) <= m -> G (p n) = Some 0 -> turn n = opponent b ->
  (forall i, i < n -> ~ terminal (p i)) ->
  exists k, ends_at p k /\ winner normal p k = b /\ k <= n + 2 * c (p n).
Proof.
  intros [_ least] [Hp [_ C]]; induction m as [m IH] using lt_wf_ind; intros n M E t B.
  destruct (terminal_dec (p n)) as [T|T].
  { exists n; split; [now split|split; [|lia]].
    unfold winner, normal; rewrite t; apply negb_involutive. }
  destruct (HG (p n)) as [A [CB _]].
  pose proof (Hp n T) as F.
  assert (gr : greater (G (p (S n))) 0).
  { destruct (G (p (S n))) as [[|k]|] eqn:X; simpl; [|lia|exact I].
    destruct (A 0 E) as [no _]; destruct no; now exists (p (S n)). }
  destruct (CB 0 _ E F gr) as [w [Fw [Ew Lw]]].
  assert (t' : turn (S n) = b).
  { rewrite turn_step, t; apply negb_involutive. }
  assert (T' : ~ terminal (p (S n))) by exact (follower_not_terminal _ w Fw).
  destruct (least (p (S n)) (history p (S n))) as [Es Ls];
    [now exists w|]. rewrite <- (C _ t' T') in Es, Ls.
  specialize (Ls w Fw Ew).
  destruct (IH (c (p (S (S n)))) ltac:(lia) (S (S n)))
    as [k [Ek [Wk Lk]]].
  - lia.
  - exact Es.
  - now rewrite turn_step, t'.
  - intros i L; destruct (Nat.eq_dec i (S n)) as [->|D]; [exact T'|].
    destruct (Nat.eq_dec i n) as [->|D']; [exact T|apply B; lia].
  - exists k; repeat split; try apply Ek; auto; lia.
Qed.

(* At a position of value 0 the previous player wins, in at most 2 c moves. *)
Theorem counter_strategy_previous (s : strategy g) (u : g) :
  by_counter s -> G u = Some 0 -> winning_within normal s previous_player u (2 * c u).
Proof.
  intros S E; split; [apply S|]; intros p C; pose proof C as [_ [E0 _]].
  destruct (counter_strategy_wins s previous_player u p S C (c u) 0) as [k [Ek [W L]]];
    try (rewrite E0); auto; try lia.
  exists k; rewrite E0 in L; repeat split; try apply Ek; auto.
Qed.

(* If a move to a position of value 0 exists, the next player wins, in at most
   1 + 2 c moves, where c is the counter after the first move. *)
Theorem counter_strategy_next (s : strategy g) (u : g) :
  by_counter s -> values G u 0 ->
  winning_within normal s next_player u (1 + 2 * c (s u [])).
Proof.
  intros S V; split; [apply S|]; intros p C; pose proof C as [Hp [E0 Cs]].
  assert (T : ~ terminal (p 0)).
  { rewrite E0; destruct V as [v [F _]]; exact (follower_not_terminal u v F). }
  pose proof (Cs 0 eq_refl T) as E1; simpl in E1; rewrite E0 in E1.
  destruct S as [L S']; destruct (S' u [] V) as [Es _].
  destruct (counter_strategy_wins s next_player u p (conj L S') C (c (p 1)) 1) as [k [Ek [W B]]];
    auto.
  - now rewrite E1.
  - intros i Li; replace i with 0 by lia; exact T.
  - exists k; rewrite E1 in B; repeat split; try apply Ek; auto; unfold play_length, normal; lia.
Qed.

(* One strategy by counters, which also keeps draws. *)
Definition best_reply (u : g) : g :=
  match follower_least u (fun v => G v = Some 0) c (fun v => number_eq_dec _ _) with
  | inleft v => proj1_sig v
  | inright _ =>
      match follower_search u (fun v => ~ values G v 0)
              (fun v => match values_dec G v 0 with
                        | left H => right (fun n => n H)
                        | right n => left n
                        end) with
      | inleft v => proj1_sig v
      | inright _ => hd u (moves u)
      end
  end.

Lemma best_reply_legal : legal (positional best_reply).
Proof.
  intros u h T; unfold positional, best_reply.
  destruct (follower_least u) as [[v [F ?]]|?]; [exact F|].
  destruct (follower_search u) as [[v [F ?]]|?]; [exact F|].
  unfold follower, terminal in *; destruct (moves u); [congruence|now left].
Qed.

Lemma best_reply_by_counter : by_counter (positional best_reply).
Proof.
  split; [exact best_reply_legal|]; intros v h [w [F E]]; unfold positional, best_reply.
  destruct (follower_least v) as [[x [Fx [Ex B]]]|none]; [split; auto|].
  destruct (none w F E).
Qed.

(* Where the next player does not lose: the value is not 0. Then the reply is
   a position from which the value 0 cannot be reached in one move. *)
Lemma best_reply_safe (u : g) : G u <> Some 0 -> ~ values G (best_reply u) 0.
Proof.
  intros N; unfold best_reply.
  destruct (follower_least u) as [[v [F [E ?]]]|none]; simpl.
  - destruct (HG v) as [A _]; exact (proj1 (A 0 E)).
  - destruct (follower_search u) as [[v [F E]]|none']; simpl; [exact E|exfalso].
    destruct (HG u) as [A [_ C]].
    assert (no : ~ values G u 0) by (intros [v [F E]]; exact (none v F E)).
    destruct (G u) as [[|k]|] eqn:E; [congruence| |].
    + apply no, (proj2 (A _ E)); lia.
    + destruct (C E) as [v [m [F [Ev [M NV]]]]].
      assert (m = 0) by (apply (mex_unique (values G u)); [exact M|split; [exact no|lia]]).
      subst m; exact (none' v F NV).
Qed.

Lemma best_reply_keeps (b : player) (u : g) (p : nat -> g) :
  consistent (positional best_reply) b u p ->
  (if b then G u <> Some 0 else ~ values G u 0) ->
  forall n, (forall i, i < n -> ~ terminal (p i)) ->
  if Bool.eqb (turn n) b then G (p n) <> Some 0 else ~ values G (p n) 0.
Proof.
  intros [Hp [E0 C]] I; induction n as [|n IH]; intros B.
  - rewrite E0; destruct b; exact I.
  - specialize (IH (fun i L => B i (Nat.lt_lt_succ_r i n L))).
    pose proof (B n (Nat.lt_succ_diag_r n)) as T.
    rewrite turn_step; destruct (Bool.eqb (turn n) b) eqn:Q.
    + apply eqb_prop in Q; replace (Bool.eqb (opponent (turn n)) b) with false
        by (rewrite <- Q; now destruct (turn n)).
      rewrite (C n Q T); now apply best_reply_safe.
    + replace (Bool.eqb (opponent (turn n)) b) with true
        by (destruct (turn n), b; simpl in *; congruence).
      intros E; apply IH; exists (p (S n)); split; [exact (Hp n T)|exact E].
Qed.

Theorem best_reply_not_losing (b : player) (u : g) :
  (if b then G u <> Some 0 else ~ values G u 0) -> not_losing normal (positional best_reply) b u.
Proof.
  intros I; split; [exact best_reply_legal|]; intros p C n [T B].
  pose proof (best_reply_keeps b u p C I n B) as H; unfold winner, normal.
  destruct (Bool.eqb (turn n) b) eqn:Q.
  - destruct (H (terminal_value _ T)).
  - destruct (turn n), b; simpl in *; congruence.
Qed.

(* [FY86, Theorem 4]. *)
Theorem grundy_outcome (u : g) (o : outcome) : outcome_by_value G u o -> has_outcome normal u o.
Proof.
  assert (next : values G u 0 -> has_outcome normal u N_position).
  { intros V; exists (positional best_reply); eapply winning_within_wins.
    apply counter_strategy_next; [exact best_reply_by_counter|exact V]. }
  destruct 1 as [E|k E|E V|E V].
  - exists (positional best_reply); eapply winning_within_wins.
    apply counter_strategy_previous; [exact best_reply_by_counter|exact E].
  - apply next; destruct (HG u) as [A _]; apply (proj2 (A _ E)); lia.
  - now apply next.
  - split; apply (not_losing_prevents_win normal (positional best_reply)), best_reply_not_losing; simpl;
      [congruence|exact V].
Qed.

(* Every position has an outcome by its value, so the theorem is an equivalence. *)
Theorem value_outcome_exists (u : g) : exists o, outcome_by_value G u o.
Proof.
  destruct (G u) as [[|k]|] eqn:E.
  - exists P_position; now apply value_P.
  - exists N_position; now apply (value_N _ _ k).
  - destruct (values_dec G u 0) as [V|V]; [exists N_position|exists D_position].
    + now apply value_N_infinite.
    + now apply value_D.
Qed.

Theorem outcome_grundy (u : g) (o : outcome) : has_outcome normal u o <-> outcome_by_value G u o.
Proof.
  split; [|apply grundy_outcome].
  intros H; destruct (value_outcome_exists u) as [o' V].
  now rewrite (has_outcome_unique normal u o o' H (grundy_outcome u o' V)).
Qed.

End Value.
