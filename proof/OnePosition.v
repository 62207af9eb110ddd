(* The claims of a certificate of one position are true.

   The proof is that of docs/splitting-proofs.md, "Claims of a search". Call a
   sum good if all its parts have claimed values. Whatever the opponent does in
   a good sum of nim-sum n, one can lead play back to a good sum of nim-sum n,
   and the parts that have been replaced have claims in earlier lines. The
   order of multisets of lines is that of numbers here: a part whose claim is
   line i weighs B^i, where B is larger than the number of parts that a move and
   a reply can leave. *)

Require Import List Arith Lia Bool.
Import ListNotations.
From Grundy Require Import Digraph Play Grundy NimSum Outcome Parts.

(* ---- rounds of backward induction give strategies ---------------------------- *)

Section Strategies.
Context {g : digraph}.

Notation lost_in := (lost_in (g := g) normal).
Notation won_in := (won_in (g := g) normal).

(* A move to a position that is lost within the rounds that remain. *)
Definition timely (rounds : nat) : strategy g := fun u h =>
  match find (lost_in (rounds - S (length h))) (moves u) with
  | Some v => v
  | None => hd u (moves u)
  end.

Lemma timely_legal (rounds : nat) : legal (timely rounds).
Proof.
  intros u h T; unfold timely, follower, terminal in *.
  destruct (find _ _) as [v|] eqn:E; [now apply find_some in E|].
  destruct (moves u) as [|v l]; [congruence|now left].
Qed.

Lemma history_length (p : nat -> g) (n : nat) : length (history p n) = n.
Proof. induction n as [|n IH]; simpl; [reflexivity|now rewrite IH]. Qed.

Lemma turn_next (n : nat) : turn (S n) = negb (turn n).
Proof. unfold turn; now rewrite Nat.even_succ, <- Nat.negb_even. Qed.

Lemma timely_ends (rounds : nat) (b : player) (u : g) (p : nat -> g) :
  consistent (timely rounds) b u p -> forall t n, rounds = t + n ->
  (forall m, m < n -> ~ terminal (p m)) ->
  (if Bool.eqb (turn n) b then won_in t (p n) else lost_in t (p n)) = true ->
  exists e, ends_at p e /\ winner normal p e = b.
Proof.
  intros [play [_ by_s]]; induction t as [|t IH]; intros n R before H.
  - destruct (Bool.eqb (turn n) b) eqn:B; [discriminate H|].
    destruct (terminal_dec (p n)) as [T|T]; [|rewrite lost_in_zero in H by exact T; discriminate H].
    exists n; repeat split; [exact T|exact before|].
    unfold winner, normal; destruct (turn n), b; simpl in *; congruence.
  - assert (next : ~ terminal (p n) -> forall m, m < S n -> ~ terminal (p m)).
    { intros T m L; destruct (Nat.eq_dec m n) as [->|D]; [exact T|apply before; lia]. }
    destruct (terminal_dec (p n)) as [T|T].
    { destruct (Bool.eqb (turn n) b) eqn:B.
      - rewrite won_in_terminal in H by exact T; discriminate H.
      - exists n; repeat split; [exact T|exact before|].
        unfold winner, normal; destruct (turn n), b; simpl in *; congruence. }
    apply (IH (S n)); [lia|now apply next|].
    rewrite turn_next; destruct (Bool.eqb (turn n) b) eqn:B.
    + apply Bool.eqb_prop in B; replace (Bool.eqb (negb (turn n)) b) with false
        by (rewrite B; now destruct b).
      rewrite won_in_step in H by exact T; apply existsb_exists in H; destruct H as [v [F L]].
      rewrite (by_s n B T); unfold timely; rewrite history_length.
      replace (rounds - S n) with t by lia.
      destruct (find (lost_in t) (moves (p n))) as [w|] eqn:E; [now apply find_some in E|].
      rewrite (find_none _ _ E v F) in L; discriminate L.
    + replace (Bool.eqb (negb (turn n)) b) with true
        by (destruct (turn n), b; simpl in *; congruence).
      rewrite lost_in_step in H by exact T; rewrite forallb_forall in H; apply H.
      exact (play n T).
Qed.

Lemma lost_in_P (t : nat) (u : g) : lost_in t u = true -> has_outcome normal u P_position.
Proof.
  intros H; exists (timely t); split; [apply timely_legal|]; intros p C.
  apply (timely_ends t previous_player u p C t 0); [lia|lia|]; destruct C as [_ [-> _]]; exact H.
Qed.

Lemma won_in_N (t : nat) (u : g) : won_in t u = true -> has_outcome normal u N_position.
Proof.
  intros H; exists (timely t); split; [apply timely_legal|]; intros p C.
  apply (timely_ends t next_player u p C t 0); [lia|lia|]; destruct C as [_ [-> _]]; exact H.
Qed.

(* A set of positions with weights, into which every move has an answer that
   lowers the weight. *)
Context (X : g -> nat -> Prop).
Hypothesis answer : forall u w v, X u w -> follower u v ->
  exists x w', follower v x /\ X x w' /\ w' < w.

Lemma answered_lost (w : nat) : forall u, X u w -> lost_in (2 * w) u = true.
Proof.
  induction w as [w IH] using lt_wf_ind; intros u H.
  destruct (terminal_dec u) as [T|T]; [now rewrite lost_in_terminal|].
  assert (W : w <> 0).
  { destruct (not_terminal u T) as [v F]; destruct (answer u w v H F) as [x [w' [_ [_ L]]]]; lia. }
  replace (2 * w) with (S (S (2 * (w - 1)))) by lia.
  rewrite lost_in_step by exact T; apply forallb_forall; intros v F.
  destruct (answer u w v H F) as [x [w' [Fx [Hx L]]]].
  assert (Tv : ~ terminal v) by (intros E; unfold follower in Fx; rewrite E in Fx; destruct Fx).
  rewrite won_in_step by exact Tv; apply existsb_exists; exists x; split; [exact Fx|].
  apply (lost_in_grows _ (2 * w')); [lia|]; now apply IH.
Qed.

Lemma answered_P (u : g) (w : nat) : X u w -> has_outcome normal u P_position.
Proof. intros H; apply (lost_in_P (2 * w)); now apply answered_lost. Qed.

Lemma answered_N (u v : g) (w : nat) : follower u v -> X v w -> has_outcome normal u N_position.
Proof.
  intros F H; apply (won_in_N (S (2 * w))).
  assert (T : ~ terminal u) by (intros E; unfold follower in F; rewrite E in F; destruct F).
  rewrite won_in_step by exact T; apply existsb_exists; exists v; split; [exact F|].
  now apply answered_lost.
Qed.

End Strategies.

(* ---- moves in sums of parts ---------------------------------------------------- *)

Section Parts.
Context {A : Type} (rules : A -> list (list A)).

Notation parts_game := (game_of_parts rules).

Lemma follower_first (p : A) (u q : list A) :
  In q (rules p) -> follower (g := parts_game) (p :: u) (q ++ u).
Proof. intros I; apply (follower_replaces rules); now exists [], p, u, q. Qed.

Lemma follower_rest (p : A) (u v : list A) :
  follower (g := parts_game) u v -> follower (g := parts_game) (p :: u) (p :: v).
Proof.
  intros F; apply (follower_replaces rules) in F; destruct F as [l [p' [r [q [-> [I ->]]]]]].
  apply (follower_replaces rules); now exists (p :: l), p', r, q.
Qed.

Lemma follower_cases (p : A) (u v : list A) :
  follower (g := parts_game) (p :: u) v ->
  (exists q, In q (rules p) /\ v = q ++ u) \/
  (exists v', follower (g := parts_game) u v' /\ v = p :: v').
Proof.
  intros F; unfold follower in F; cbn [moves game_of_parts sum_moves] in F.
  apply in_app_or in F; destruct F as [F|F]; apply in_map_iff in F; destruct F as [q [<- I]].
  - left; now exists q.
  - right; now exists q.
Qed.

(* ---- claims -------------------------------------------------------------------- *)

Lemma claimed_more (C D : list (claim A)) (l : list A) (n : nat) :
  claimed_sum C l n -> claimed_sum (D ++ C) l n.
Proof.
  induction 1 as [|p b l n I _ IH]; [constructor|]; constructor; [|exact IH].
  apply in_or_app; now right.
Qed.

Lemma claimed_app (C : list (claim A)) (l r : list A) (n m : nat) :
  claimed_sum C l n -> claimed_sum C r m -> claimed_sum C (l ++ r) (Nat.lxor n m).
Proof.
  intros H K; induction H as [|p b l n I _ IH]; simpl; [now rewrite Nat.lxor_0_l|].
  rewrite Nat.lxor_assoc; now constructor.
Qed.

Lemma claimed_split (C : list (claim A)) (l r : list A) (n : nat) :
  claimed_sum C (l ++ r) n ->
  exists x y, claimed_sum C l x /\ claimed_sum C r y /\ n = Nat.lxor x y.
Proof.
  revert n; induction l as [|p l IH]; intros n H; simpl in H.
  - exists 0, n; repeat split; [constructor|exact H|now rewrite Nat.lxor_0_l].
  - inversion H as [|? b ? m I K]; subst.
    destruct (IH m K) as [x [y [X [Y ->]]]]; exists (Nat.lxor b x), y; repeat split.
    + now constructor.
    + exact Y.
    + now rewrite Nat.lxor_assoc.
Qed.

(* The claims that a list of proved claims ends with are proved. *)
Lemma proved_tail (D C : list (claim A)) (c : claim A) :
  proved rules (D ++ c :: C) -> proved rules C /\ follows rules C c.
Proof.
  induction D as [|d D IH]; intros H; simpl in H; inversion H; subst; auto.
Qed.

(* ---- weights -------------------------------------------------------------------- *)

Section Weights.
Context (B : nat) (C : list (claim A)).
Hypothesis (HC : proved rules C).

Definition subject (c : claim A) : A := match c with value_is p _ | at_least p _ => p end.

(* A move and the answer to it leave fewer than B parts in place of one. *)
Hypothesis (HB : forall c q, In c C -> In q (rules (subject c)) -> 2 * length q < B).

Inductive weighted : list A -> nat -> nat -> Prop :=
  | weighted_none : weighted [] 0 0
  | weighted_part D p b E l n w :
      C = D ++ value_is p b :: E -> weighted l n w ->
      weighted (p :: l) (Nat.lxor b n) (B ^ length E + w).

Lemma weighted_app (l r : list A) (n m w x : nat) :
  weighted l n w -> weighted r m x -> weighted (l ++ r) (Nat.lxor n m) (w + x).
Proof.
  intros H K; induction H as [|D p b E l n w S _ IH]; simpl; [now rewrite Nat.lxor_0_l|].
  rewrite Nat.lxor_assoc, <- Nat.add_assoc; now apply (weighted_part D).
Qed.

(* Parts that are claimed before line i weigh little. *)
Lemma weight_before (D E : list (claim A)) (l : list A) (n : nat) :
  C = D ++ E -> claimed_sum E l n ->
  exists w, weighted l n w /\ B * w <= length l * B ^ length E.
Proof.
  intros S; induction 1 as [|p b l n I _ [w [W L]]].
  - exists 0; split; [constructor|simpl; lia].
  - apply in_split in I; destruct I as [E1 [E2 ->]].
    exists (B ^ length E2 + w); split.
    + apply (weighted_part (D ++ E1)); [now rewrite S, <- app_assoc|exact W].
    + enough (B * B ^ length E2 <= B ^ length (E1 ++ value_is p b :: E2)) by (simpl; lia).
      destruct B as [|B']; [simpl; lia|].
      rewrite <- Nat.pow_succ_r', app_length; apply Nat.pow_le_mono_r; simpl; lia.
Qed.

Lemma weight_smaller (D E : list (claim A)) (l : list A) (n : nat) :
  C = D ++ E -> length l < B -> claimed_sum E l n ->
  exists w, weighted l n w /\ w < B ^ length E.
Proof.
  intros S L H; destruct (weight_before D E l n S H) as [w [W K]]; exists w; split; [exact W|].
  assert (0 < B ^ length E) by (apply Nat.neq_0_lt_0, Nat.pow_nonzero; lia).
  apply (Nat.mul_lt_mono_pos_l B); [lia|].
  apply Nat.le_lt_trans with (1 := K); now apply Nat.mul_lt_mono_pos_r.
Qed.

(* Every smaller number is the nim-sum of a follower. *)
Lemma reaches (u : list A) (n w k : nat) :
  weighted u n w -> k < n ->
  exists v w', follower (g := parts_game) u v /\ weighted v k w' /\ w' < w.
Proof.
  intros H; revert k; induction H as [|D p b E l n w S H IH]; intros k L; [lia|].
  destruct (nim_choice _ _ _ L) as [X|X].
  - rewrite S in HC; destruct (proved_tail D E _ HC) as [_ [reach _]].
    destruct (reach _ X) as [q [I K]].
    assert (Lq : length q < B).
    { enough (2 * length q < B) by lia; apply (HB (value_is p b)); [|exact I].
      rewrite S; apply in_elt. }
    destruct (weight_smaller (D ++ [value_is p b]) E q _ ltac:(now rewrite S, <- app_assoc) Lq K) as [x [Wq Lx]].
    exists (q ++ l), (x + w); split; [now apply follower_first|]; split; [|lia].
    replace k with (Nat.lxor (Nat.lxor n k) n) by (rewrite (Nat.lxor_comm n k); apply lxor_cancel_r).
    now apply weighted_app.
  - destruct (IH _ X) as [v [w' [F [W Lw]]]]; exists (p :: v), (B ^ length E + w'); split.
    + now apply follower_rest.
    + split; [|lia].
      replace k with (Nat.lxor b (Nat.lxor b k)) by apply lxor_cancel; now apply (weighted_part D).
Qed.

(* Every follower is a good sum of another number, or has a move back. *)
Lemma answers (u : list A) (n w : nat) (v : list A) :
  weighted u n w -> follower (g := parts_game) u v ->
  (exists m w', weighted v m w' /\ m <> n /\ w' < w) \/
  (exists x w', follower (g := parts_game) v x /\ weighted x n w' /\ w' < w).
Proof.
  intros H; revert v; induction H as [|D p b E l n w S H IH]; intros v F; [destruct F|].
  destruct (follower_cases p l v F) as [[q [I ->]]|[v' [F' ->]]].
  - pose proof HC as HE; rewrite S in HE; destruct (proved_tail D E _ HE) as [HE' [_ excluded]].
    assert (S' : C = (D ++ [value_is p b]) ++ E) by now rewrite S, <- app_assoc.
    assert (Lq : 2 * length q < B).
    { apply (HB (value_is p b)); [rewrite S; apply in_elt|exact I]. }
    destruct (excluded q I) as [[m [K N]]|[l1 [o [l2 [x [c [-> [K [Io L]]]]]]]]].
    + left; destruct (weight_smaller _ E q m S' ltac:(lia) K) as [y [W Ly]].
      exists (Nat.lxor m n), (y + w); split; [now apply weighted_app|]; split; [|lia].
      intros X; apply lxor_inj_r in X; contradiction.
    + right; pose proof Io as Io'; apply in_split in Io; destruct Io as [E1 [E2 SE]].
      rewrite SE in HE'; destruct (proved_tail E1 E2 _ HE') as [_ reach].
      destruct (reach _ L) as [q' [I' K']].
      assert (Lq' : 2 * length q' < B).
      { apply (HB (at_least o c)); [|exact I'].
        rewrite S; apply in_or_app; right; now right. }
      apply (claimed_more E2 (E1 ++ [at_least o c])) in K'; rewrite <- app_assoc in K'.
      cbn [app] in K'; rewrite <- SE in K'.
      destruct (claimed_split E l1 l2 x K) as [y [z [Y [Z ->]]]].
      assert (K2 : claimed_sum E (l1 ++ q' ++ l2) b).
      { replace b with (Nat.lxor y (Nat.lxor (Nat.lxor b (Nat.lxor y z)) z));
          [apply claimed_app; [exact Y|now apply claimed_app]|].
        rewrite !Nat.lxor_assoc, Nat.lxor_nilpotent, Nat.lxor_0_r.
        rewrite Nat.lxor_comm; now rewrite lxor_cancel_r. }
      rewrite !app_length in Lq; simpl in Lq.
      assert (LL : length (l1 ++ q' ++ l2) < B) by (rewrite !app_length; lia).
      destruct (weight_smaller _ E _ b S' LL K2) as [wx [W Lw]].
      exists ((l1 ++ q' ++ l2) ++ l), (wx + w); split; [|split; [now apply weighted_app|lia]].
      apply (follower_replaces rules); exists l1, o, (l2 ++ l), q'; repeat split.
      * now rewrite <- app_assoc.
      * exact I'.
      * now rewrite <- !app_assoc.
  - destruct (IH v' F') as [[m [w' [W [N L]]]]|[x [w' [Fx [W L]]]]].
    + left; exists (Nat.lxor b m), (B ^ length E + w'); split; [now apply (weighted_part D)|].
      split; [|lia]; intros X; apply lxor_inj in X; contradiction.
    + right; exists (p :: x), (B ^ length E + w'); split; [now apply follower_rest|].
      split; [now apply (weighted_part D)|lia].
Qed.

(* The nim-sum of a good sum is its value: conditions A and C are enough. *)
Lemma weighted_value (G : parts_game -> number) :
  satisfies_A_and_C G -> forall w (u : parts_game) n, weighted u n w -> G u = Some n.
Proof.
  intros HG; induction w as [w IH] using lt_wf_ind; intros u n W.
  assert (below : forall k, k < n -> values G u k).
  { intros k L; destruct (reaches u n w k W L) as [v [w' [F [Wv Lw]]]].
    exists v; split; [exact F|exact (IH w' Lw v k Wv)]. }
  assert (back : forall v, follower u v -> G v <> Some n /\ (G v = infinity -> values G v n)).
  { intros v F; destruct (answers u n w v W F) as [[m [w' [Wv [N L]]]]|[x [w' [Fx [Wx L]]]]].
    - rewrite (IH w' L v m Wv); split; [congruence|discriminate].
    - assert (V : values G v n) by (exists x; split; [exact Fx|exact (IH w' L x n Wx)]).
      split; [|auto]; intros E; destruct (HG v) as [H _]; now apply (H n E). }
  assert (M : is_mex (values G u) n).
  { split; [|exact below]; intros [v [F E]]; now apply (back v F). }
  destruct (HG u) as [HA HD]; destruct (G u) as [m|] eqn:E.
  - f_equal; exact (mex_unique _ _ _ (HA m E) M).
  - destruct (HD E) as [v [m [F [Ev [M' N]]]]]; rewrite (mex_unique _ _ _ M' M) in N.
    destruct N; now apply (back v F).
Qed.

(* It loses and wins as a heap of Nim does. *)
Lemma heap_answers (x : sum parts_game nim) (w : nat) (y : sum parts_game nim) :
  (exists w', weighted (fst x) (snd x) w' /\ w' + snd x = w) -> follower x y ->
  exists z w', follower y z /\ (exists w'', weighted (fst z) (snd z) w'' /\ w'' + snd z = w') /\ w' < w.
Proof.
  destruct x as [u n]; simpl; intros [w0 [W <-]] F.
  unfold follower in F; cbn [moves sum nim fst snd] in F.
  apply in_app_or in F; destruct F as [F|F]; apply in_map_iff in F; destruct F as [v [<- I]].
  - assert (heap : forall k m, k < m -> follower (g := sum parts_game nim) (v, m) (v, k)).
    { intros k m L; unfold follower; cbn [moves sum nim fst snd]; apply in_or_app; right.
      apply in_map_iff; exists k; split; [reflexivity|]; apply in_seq; lia. }
    assert (part : forall x, follower (g := parts_game) v x ->
                   follower (g := sum parts_game nim) (v, n) (x, n)).
    { intros x F; unfold follower; cbn [moves sum nim fst snd]; apply in_or_app; left.
      apply in_map_iff; now exists x. }
    destruct (answers u n w0 v W I) as [[m [w' [Wv [N L]]]]|[x [w' [Fx [Wx L]]]]].
    + destruct (lt_eq_lt_dec m n) as [[Lm|E]|Lm]; [|contradiction|].
      * exists (v, m), (w' + m); split; [now apply heap|]; split; [now exists w'|lia].
      * destruct (reaches v m w' n Wv Lm) as [x [w'' [Fx [Wx Lx]]]].
        exists (x, n), (w'' + n); split; [now apply part|]; split; [now exists w''|lia].
    + exists (x, n), (w' + n); split; [now apply part|]; split; [now exists w'|lia].
  - apply in_seq in I; destruct (reaches u n w0 v W ltac:(lia)) as [x [w' [Fx [Wx Lx]]]].
    exists (x, v), (w' + v); split.
    + unfold follower; cbn [moves sum nim fst snd]; apply in_or_app; left; apply in_map_iff; now exists x.
    + split; [now exists w'|lia].
Qed.

Lemma weighted_heap (u : parts_game) (n w : nat) : weighted u n w -> has_nim_value u n.
Proof.
  intros W; apply (answered_P _ heap_answers (u, n) (w + n)); exists w; split; [exact W|reflexivity].
Qed.

Lemma zero_answers (u : parts_game) (w : nat) (v : parts_game) :
  weighted u 0 w -> follower u v -> exists x w', follower v x /\ weighted x 0 w' /\ w' < w.
Proof.
  intros W F; destruct (answers u 0 w v W F) as [[m [w' [Wv [N L]]]]|H]; [|exact H].
  destruct (reaches v m w' 0 Wv ltac:(lia)) as [x [w'' [Fx [Wx Lx]]]].
  exists x, w''; split; [exact Fx|]; split; [exact Wx|lia].
Qed.

Lemma weighted_P (u : parts_game) (w : nat) : weighted u 0 w -> has_outcome normal u P_position.
Proof. exact (answered_P (fun (u : parts_game) w => weighted u 0 w) zero_answers u w). Qed.

Lemma excluded_N (u : parts_game) : excluded C u 0 -> has_outcome normal u N_position.
Proof.
  assert (weigh : forall l n, claimed_sum C l n -> exists w, weighted l n w).
  { intros l n K; destruct (weight_before [] C l n eq_refl K) as [w [W _]]; now exists w. }
  enough (X : excluded C u 0 -> exists v w, follower u v /\ weighted v 0 w).
  { intros H; destruct (X H) as [v [w [F W]]].
    exact (answered_N (fun (u : parts_game) w => weighted u 0 w) zero_answers u v w F W). }
  intros [[m [K N]]|[l1 [o [l2 [x [c [-> [K [Io L]]]]]]]]].
  - destruct (weigh u m K) as [w W].
    destruct (reaches u m w 0 W ltac:(lia)) as [v [w' [F [Wv _]]]]; now exists v, w'.
  - rewrite Nat.lxor_0_l in L; pose proof HC as HE.
    apply in_split in Io; destruct Io as [E1 [E2 SE]].
    rewrite SE in HE; destruct (proved_tail E1 E2 _ HE) as [_ reach].
    destruct (reach _ L) as [q' [I' K']].
    apply (claimed_more E2 (E1 ++ [at_least o c])) in K'; rewrite <- app_assoc in K'.
    cbn [app] in K'; rewrite <- SE in K'.
    destruct (claimed_split C l1 l2 x K) as [y [z [Y [Z ->]]]].
    assert (K2 : claimed_sum C (l1 ++ q' ++ l2) 0).
    { replace 0 with (Nat.lxor y (Nat.lxor (Nat.lxor y z) z));
        [apply claimed_app; [exact Y|now apply claimed_app]|].
      now rewrite lxor_cancel_r, Nat.lxor_nilpotent. }
    destruct (weigh _ _ K2) as [w W]; exists (l1 ++ q' ++ l2), w; split; [|exact W].
    apply (follower_replaces rules); now exists l1, o, l2, q'.
Qed.

End Weights.

(* A number that is large enough. *)
Lemma base_exists (C : list (claim A)) :
  exists B, forall c q, In c C -> In q (rules (subject c)) -> 2 * length q < B.
Proof.
  exists (S (2 * list_max (flat_map (fun c => map (@length A) (rules (subject c))) C))).
  intros c q I Iq.
  enough (length q <= list_max (flat_map (fun c => map (@length A) (rules (subject c))) C)) by lia.
  pose proof (proj1 (list_max_le _ _) (Nat.le_refl (list_max (flat_map (fun c => map (@length A) (rules (subject c))) C)))) as F.
  rewrite Forall_forall in F; apply F, in_flat_map; exists c; split; [exact I|]; now apply in_map.
Qed.

Theorem claims_are_true (C : list (claim A)) (u : parts_game) (n : nat) :
  proved rules C -> claimed_sum C u n ->
  has_nim_value u n /\ forall G : parts_game -> number, satisfies_A_and_C G -> G u = Some n.
Proof.
  intros HC H; destruct (base_exists C) as [B HB].
  destruct (weight_before B C HB [] C u n eq_refl H) as [w [W _]]; split.
  - exact (weighted_heap B C HC HB u n w W).
  - intros G HG; exact (weighted_value B C HC HB G HG w u n W).
Qed.

Theorem claimed_P (C : list (claim A)) (u : parts_game) :
  proved rules C -> claimed_sum C u 0 -> has_outcome normal u P_position.
Proof.
  intros HC H; destruct (base_exists C) as [B HB].
  destruct (weight_before B C HB [] C u 0 eq_refl H) as [w [W _]]; exact (weighted_P B C HC HB u w W).
Qed.

Theorem claimed_N (C : list (claim A)) (u : parts_game) :
  proved rules C -> excluded C u 0 -> has_outcome normal u N_position.
Proof. intros HC H; destruct (base_exists C) as [B HB]; exact (excluded_N B C HC HB u H). Qed.

End Parts.
