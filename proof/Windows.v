(* Windows of larger games: what holds in every game of which g is a window.

   The proofs are those of docs/infinite-proofs.md. The larger game h may be
   infinite; each of its positions has finitely many moves. *)

Require Import List Arith Lia Bool.
Import ListNotations.
From Grundy Require Import Digraph Play Grundy Distance Remoteness Iterate Outcome.

(* ---- rounds of backward induction in infinite games ------------------------ *)

Section Rounds.
Context {g : digraph} (sp : convention g).

Lemma history_length (p : nat -> g) (n : nat) : length (history p n) = n.
Proof. induction n as [|n IH]; [reflexivity|simpl; now rewrite IH]. Qed.

Lemma other_turn (b : player) (n : nat) : turn n <> b -> turn n = opponent b.
Proof. destruct (turn n), b; simpl; congruence. Qed.

Lemma same_player (b c : player) : opponent b = opponent c -> b = c.
Proof. destruct b, c; simpl; congruence. Qed.

(* Moves where the property holds, if there is such a move. *)
Definition choose (A : g -> bool) (u : g) : g :=
  match find A (moves u) with
  | Some v => v
  | None => hd u (moves u)
  end.

Lemma choose_follower (A : g -> bool) (u : g) : ~ terminal u -> follower u (choose A u).
Proof.
  unfold terminal, follower, choose; intros T; destruct (find A (moves u)) as [v|] eqn:E.
  - exact (proj1 (find_some _ _ E)).
  - destruct (moves u); [congruence|now left].
Qed.

Lemma choose_true (A : g -> bool) (u v : g) : follower u v -> A v = true -> A (choose A u) = true.
Proof.
  unfold follower, choose; intros F Av; destruct (find A (moves u)) as [w|] eqn:E.
  - exact (proj2 (find_some _ _ E)).
  - pose proof (find_none _ _ E v F); congruence.
Qed.

(* The winner moves to positions that are lost in the rounds that are left. *)
Definition hurry (r : nat) : strategy g :=
  fun u past => choose (lost_in sp (r - S (length past))) u.

(* The loser moves to positions that are not won in the rounds that are left. *)
Definition delay (r : nat) : strategy g :=
  fun u past => choose (fun v => negb (won_in sp (r - S (S (length past))) v)) u.

Lemma hurry_wins (r : nat) (b : player) (u : g) (p : nat -> g) :
  consistent (hurry r) b u p ->
  forall k n, n + k = r ->
  (turn n = b -> won_in sp k (p n) = true) -> (turn n <> b -> lost_in sp k (p n) = true) ->
  (forall m, m < n -> ~ terminal (p m)) ->
  exists m, ends_at p m /\ winner sp p m = b /\ play_length sp p m <= r.
Proof.
  intros [Hp [_ C]] k; induction k as [|k IH]; intros n N W L B.
  - destruct (Bool.bool_dec (turn n) b) as [t|t]; [discriminate (W t)|].
    destruct (terminal_dec (p n)) as [T|T].
    + exists n; split; [split; [exact T|exact B]|].
      specialize (L t); rewrite lost_in_terminal in L by exact T.
      unfold winner, play_length; rewrite L; split; [|lia].
      rewrite (other_turn b n t); unfold opponent; now rewrite negb_involutive.
    + rewrite lost_in_zero in L by exact T; discriminate (L t).
  - destruct (terminal_dec (p n)) as [T|T].
    + exists n; split; [split; [exact T|exact B]|].
      unfold winner, play_length; destruct (Bool.bool_dec (turn n) b) as [t|t].
      * specialize (W t); rewrite won_in_terminal in W by exact T.
        destruct (sp (p n)); [discriminate W|]; split; [exact t|lia].
      * specialize (L t); rewrite lost_in_terminal in L by exact T; rewrite L; split; [|lia].
        rewrite (other_turn b n t); unfold opponent; now rewrite negb_involutive.
    + assert (B' : forall m, m < S n -> ~ terminal (p m)).
      { intros m M; destruct (Nat.eq_dec m n) as [->|D]; [exact T|apply B; lia]. }
      destruct (Bool.bool_dec (turn n) b) as [t|t].
      * assert (t' : turn (S n) <> b).
        { rewrite turn_step, t; apply opponent_differs. }
        apply (IH (S n)); [lia|intros E; contradiction| |exact B']; intros _.
        specialize (W t); rewrite won_in_step in W by exact T; apply existsb_exists in W.
        destruct W as [v [F Lv]].
        rewrite (C n t T); unfold hurry; rewrite history_length.
        replace (r - S n) with k by lia; now apply (choose_true _ _ v).
      * assert (t' : turn (S n) = b).
        { rewrite turn_step, (other_turn b n t); unfold opponent; now rewrite negb_involutive. }
        apply (IH (S n)); [lia| |intros E; contradiction|exact B']; intros _.
        specialize (L t); rewrite lost_in_step in L by exact T.
        rewrite forallb_forall in L; exact (L _ (Hp n T)).
Qed.

Lemma hurry_legal (r : nat) : legal (hurry r).
Proof. intros u past T; now apply choose_follower. Qed.

Lemma delay_legal (r : nat) : legal (delay r).
Proof. intros u past T; now apply choose_follower. Qed.

(* Before round r, the loser b has not lost yet. *)
Definition held (r : nat) (b : player) (p : nat -> g) (n : nat) : Prop :=
  n < r ->
  (turn n = b -> lost_in sp (r - S n) (p n) = false) /\
  (turn n <> b -> won_in sp (r - S n) (p n) = false).

Lemma delay_holds (r : nat) (b : player) (u : g) (p : nat -> g) :
  consistent (delay r) b u p -> held r b p 0 ->
  forall n, (forall m, m < n -> ~ terminal (p m)) -> held r b p n.
Proof.
  intros [Hp [_ C]] H0; induction n as [|n IH]; intros B; [exact H0|]; intros N.
  assert (T : ~ terminal (p n)) by (apply B; lia).
  destruct (IH (fun m M => B m (Nat.lt_lt_succ_r _ _ M)) ltac:(lia)) as [L W].
  replace (r - S n) with (S (r - S (S n))) in L, W by lia.
  rewrite lost_in_step in L by exact T; rewrite won_in_step in W by exact T; split; intros t.
  - assert (t' : turn n <> b).
    { rewrite turn_step in t; intros E; rewrite E in t; exact (opponent_differs b t). }
    specialize (W t'); destruct (lost_in sp (r - S (S n)) (p (S n))) eqn:E; [|reflexivity].
    rewrite <- W; symmetry; apply existsb_exists; exists (p (S n)); split; [exact (Hp n T)|exact E].
  - assert (t' : turn n = b).
    { rewrite turn_step in t; destruct (Bool.bool_dec (turn n) b) as [E|E]; [exact E|exfalso].
      apply t; rewrite (other_turn b n E); unfold opponent; now rewrite negb_involutive. }
    specialize (L t'); apply negb_true_iff.
    rewrite (C n t' T); unfold delay; rewrite history_length.
    destruct (existsb (fun v => negb (won_in sp (r - S (S n)) v)) (moves (p n))) eqn:E.
    + apply existsb_exists in E; destruct E as [v [F Nv]].
      exact (choose_true (fun v => negb (won_in sp (r - S (S n)) v)) (p n) v F Nv).
    + exfalso; enough (X : forallb (won_in sp (r - S (S n))) (moves (p n)) = true) by congruence.
      apply forallb_forall; intros v F; destruct (won_in sp (r - S (S n)) v) eqn:V; [reflexivity|].
      rewrite <- E; apply existsb_exists; exists v; split; [exact F|now rewrite V].
Qed.

Lemma delay_delays (r : nat) (b : player) (u : g) :
  (b = next_player -> 0 < r -> lost_in sp (r - 1) u = false) ->
  (b = previous_player -> 0 < r -> won_in sp (r - 1) u = false) ->
  delaying sp (delay r) b u r.
Proof.
  intros L W; split; [apply delay_legal|]; intros p C n [T B] V.
  assert (H0 : held r b p 0).
  { destruct C as [_ [E0 _]]; unfold held; rewrite E0; intros N; split; intros t.
    - apply L; [symmetry; exact t|exact N].
    - apply W; [|exact N]; destruct b; [destruct t; reflexivity|reflexivity]. }
  pose proof (delay_holds r b u p C H0 n B) as H; unfold held in H.
  destruct (Nat.le_gt_cases r n) as [G|G].
  { unfold play_length; destruct (sp (p n)); lia. }
  destruct (H G) as [HL HW]; unfold winner, play_length in *.
  destruct (sp (p n)) eqn:X.
  - apply same_player in V; specialize (HL V); rewrite lost_in_terminal in HL by exact T; congruence.
  - assert (t : turn n <> b) by (rewrite V; apply opponent_differs).
    specialize (HW t); destruct (r - S n) as [|k] eqn:K; [lia|].
    rewrite won_in_terminal, X in HW by exact T; discriminate HW.
Qed.

(* The rounds in which a position can be won or lost. *)
Definition labelled (r : nat) (u : g) : bool := if Nat.odd r then won_in sp r u else lost_in sp r u.

Theorem first_round_is_remoteness (r : nat) (u : g) :
  labelled r u = true ->
  (0 < r -> (if Nat.odd r then won_in sp (r - 1) u else lost_in sp (r - 1) u) = false) ->
  has_remoteness sp u (Some r).
Proof.
  unfold labelled; intros H N; simpl; unfold winner_by; split.
  - exists (hurry r); split; [apply hurry_legal|]; intros p C.
    pose proof C as [_ [E0 _]].
    apply (hurry_wins r _ u p C r 0 eq_refl); [| |intros m L; lia]; intros t; rewrite E0;
      unfold turn in t; simpl in t; destruct (Nat.odd r); congruence.
  - exists (delay r); apply delay_delays; intros E G; specialize (N G);
      destruct (Nat.odd r); first [exact N|discriminate E].
Qed.

(* What is labelled in round r has a remoteness of at most r. *)
Theorem labelled_has_remoteness (r : nat) (u : g) :
  labelled r u = true ->
  exists k, k <= r /\ Nat.odd k = Nat.odd r /\ has_remoteness sp u (Some k).
Proof.
  unfold labelled; intros H.
  set (f := fun t => if Nat.odd r then won_in sp t u else lost_in sp t u).
  destruct (first f r) as [k|] eqn:E.
  - destruct (first_some _ _ _ E) as [K [L B]]; exists k; split; [exact L|].
    assert (O : Nat.odd k = Nat.odd r).
    { unfold f in K, B; destruct (Nat.odd r).
      - apply (proj2 (rounds_parity sp k u) K B).
      - apply (proj1 (rounds_parity sp k u) K B). }
    split; [exact O|]; unfold f in K, B; apply first_round_is_remoteness.
    + unfold labelled; now rewrite O.
    + intros G; rewrite O; apply B; lia.
  - pose proof (first_none _ _ E r (le_n r)) as X; unfold f in X; congruence.
Qed.

End Rounds.

(* ---- outcomes and remoteness ------------------------------------------------ *)

Section Window.
Context {g h : digraph} (frontier : g -> bool) (place : h -> option g).
Hypothesis window : is_window frontier place.

Lemma window_end (x : h) (u : g) :
  place x = Some u -> terminal x -> terminal u /\ frontier u = false.
Proof.
  intros E T; split.
  - destruct (terminal_dec u) as [Tu|Tu]; [exact Tu|exfalso].
    destruct (not_terminal u Tu) as [v F]; destruct (window_moves _ _ window x u v E F) as [y [Fy _]].
    exact (follower_not_terminal x y Fy T).
  - destruct (frontier u) eqn:Fr; [|reflexivity].
    destruct (window_leaves _ _ window x u E Fr T).
Qed.

Lemma window_goes_on (x : h) (u : g) :
  place x = Some u -> ~ terminal x -> terminal u -> frontier u = false -> False.
Proof.
  intros E T Tu Fr; destruct (not_terminal x T) as [y F].
  destruct (window_inside _ _ window x u y E Fr F) as [v [_ Fv]].
  exact (follower_not_terminal u v Fv Tu).
Qed.

Context (normal_play : bool).

(* An upper bound r of the remoteness whose parity tells who wins. *)
Inductive upper_at (U : g -> number) (u : g) (r : nat) : Prop :=
  | upper_end :
      terminal u -> frontier u = false -> r = (if normal_play then 0 else 1) -> upper_at U u r
  | upper_odd v k :
      follower u v -> U v = Some k -> Nat.odd k = false -> k < r -> Nat.odd r = true ->
      upper_at U u r
  | upper_even :
      ~ terminal u -> frontier u = false -> Nat.odd r = false ->
      (forall v, follower u v -> exists k, U v = Some k /\ Nat.odd k = true /\ k < r) ->
      upper_at U u r.

Definition is_upper (U : g -> number) : Prop := forall u r, U u = Some r -> upper_at U u r.

Definition play_in_h : convention h := fun _ => normal_play.

Lemma upper_labelled (U : g -> number) :
  is_upper U -> forall r x u, place x = Some u -> U u = Some r -> labelled play_in_h r x = true.
Proof.
  intros HU r; induction r as [r IH] using lt_wf_ind; intros x u E Eu.
  destruct (HU u r Eu) as [T Fr ->|v k F Ev O L Or|T Fr Or all].
  - assert (Tx : terminal x).
    { destruct (terminal_dec x) as [Tx|Tx]; [exact Tx|exfalso].
      exact (window_goes_on x u E Tx T Fr). }
    unfold labelled, play_in_h; destruct normal_play.
    + exact (lost_in_terminal _ 0 x Tx).
    + exact (won_in_terminal _ 0 x Tx).
  - destruct (window_moves _ _ window x u v E F) as [y [Fy Ey]].
    pose proof (IH k L y v Ey Ev) as H; unfold labelled in *; rewrite O in H; rewrite Or.
    destruct r as [|r]; [discriminate Or|].
    rewrite won_in_step by exact (follower_not_terminal x y Fy); apply existsb_exists.
    exists y; split; [exact Fy|]; apply (lost_in_grows _ k r); [lia|exact H].
  - assert (Tx : ~ terminal x) by (intros Tx; apply T, (window_end x u E Tx)).
    unfold labelled; rewrite Or; destruct r as [|r].
    { destruct (not_terminal u T) as [v F]; destruct (all v F) as [k [_ [_ L]]]; lia. }
    rewrite lost_in_step by exact Tx; apply forallb_forall; intros y Fy.
    destruct (window_inside _ _ window x u y E Fr Fy) as [v [Ey Fv]].
    destruct (all v Fv) as [k [Ek [Ok L]]].
    pose proof (IH k L y v Ey Ek) as H; unfold labelled in H; rewrite Ok in H.
    apply (won_in_grows _ k r); [lia|exact H].
Qed.

(* x <= t, where infinity is larger than every number. *)
Definition bounded (x : number) (t : nat) : Prop :=
  match x with Some k => k <= t | None => False end.

(* x <= 1 + y. *)
Definition at_most_next (x y : number) : Prop := forall t, bounded y t -> bounded x (S t).

Lemma next_infinite (y : number) : at_most_next infinity y -> y = infinity.
Proof. destruct y as [k|]; [intros H; destruct (H k (le_n k))|reflexivity]. Qed.

(* Lower bounds of the optimistic game: A u of the rounds in which the player to
   move can win, B u of those in which the player to move can lose. *)
Record lower_at (A B : g -> number) (u : g) : Prop := {
  lower_end : terminal u -> frontier u = false ->
    if normal_play then bounded (B u) 0 else bounded (A u) 1;
  lower_leaves : frontier u = true -> bounded (A u) (if normal_play then 1 else 3);
  lower_win v : follower u v -> at_most_next (A u) (B v);
  lower_loss :
    terminal u /\ frontier u = false \/ (exists v, follower u v /\ at_most_next (B u) (A v)) \/
    frontier u = true /\ bounded (B u) 2
}.

Definition is_lower (A B : g -> number) : Prop := forall u, lower_at A B u.

Section Lower.
Context (A B : g -> number) (lower : is_lower A B).

Lemma bounded_grows (x : number) (t t' : nat) : t <= t' -> bounded x t -> bounded x t'.
Proof. destruct x; simpl; [lia|auto]. Qed.

(* In misère play, a position cannot be lost before round 2. *)
Lemma lost_round_late (t : nat) (y : h) :
  lost_in play_in_h t y = true -> (if normal_play then 1 else 3) <= S t.
Proof.
  destruct normal_play eqn:N; [lia|]; intros L; destruct (terminal_dec y) as [T|T].
  - rewrite lost_in_terminal in L by exact T; unfold play_in_h in L; congruence.
  - destruct t as [|t]; [rewrite lost_in_zero in L by exact T; discriminate L|].
    rewrite lost_in_step in L by exact T; rewrite forallb_forall in L.
    destruct (not_terminal y T) as [z F]; specialize (L z F).
    destruct t; [discriminate L|lia].
Qed.

(* Theorem 3 of docs/infinite-proofs.md. *)
Lemma lower_rounds (t : nat) (x : h) (u : g) :
  place x = Some u ->
  (won_in play_in_h t x = true -> bounded (A u) t) /\
  (lost_in play_in_h t x = true -> bounded (B u) t).
Proof.
  revert x u; induction t as [|t IH]; intros x u E; destruct (terminal_dec x) as [T|T].
  - destruct (window_end x u E T) as [Tu Fr]; pose proof (lower_end _ _ _ (lower u) Tu Fr) as N.
    rewrite lost_in_terminal by exact T; unfold play_in_h; split; [discriminate|].
    destruct normal_play; [intros _; exact N|discriminate].
  - rewrite lost_in_zero by exact T; split; discriminate.
  - destruct (window_end x u E T) as [Tu Fr]; pose proof (lower_end _ _ _ (lower u) Tu Fr) as N.
    rewrite lost_in_terminal, won_in_terminal by exact T; unfold play_in_h.
    destruct normal_play; (split; [try discriminate|try discriminate]); intros _.
    + exact (bounded_grows _ 0 (S t) ltac:(lia) N).
    + exact (bounded_grows _ 1 (S t) ltac:(lia) N).
  - rewrite lost_in_step, won_in_step by exact T; rewrite forallb_forall, existsb_exists; split.
    + intros [y [F L]]; destruct (frontier u) eqn:Fr.
      * apply (bounded_grows _ (if normal_play then 1 else 3)); [|exact (lower_leaves _ _ _ (lower u) Fr)].
        exact (lost_round_late t y L).
      * destruct (window_inside _ _ window x u y E Fr F) as [v [Ey Fv]].
        exact (lower_win _ _ _ (lower u) v Fv t (proj2 (IH y v Ey) L)).
    + intros all; destruct (lower_loss _ _ _ (lower u)) as [[Tu Fr]|[[v [Fv N]]|[Fr N]]].
      * destruct (window_goes_on x u E T Tu Fr).
      * destruct (window_moves _ _ window x u v E Fv) as [y [Fy Ey]].
        exact (N t (proj1 (IH y v Ey) (all y Fy))).
      * destruct (not_terminal x T) as [y Fy]; specialize (all y Fy).
        destruct t as [|t]; [discriminate all|].
        exact (bounded_grows _ 2 (S (S t)) ltac:(lia) N).
Qed.

(* A player who never lets the opponent win stays in the window. *)
Definition is_hopeless (x : h) : bool :=
  match place x with
  | Some u => match A u with Some _ => false | None => true end
  | None => false
  end.

Definition stay : strategy h := fun x _ => choose is_hopeless x.

Lemma stay_not_losing (b : player) (x : h) (u : g) :
  place x = Some u -> A u = infinity -> B u = infinity -> not_losing play_in_h stay b x.
Proof.
  intros E EA EB; split; [intros y past T; now apply choose_follower|].
  intros p [Hp [E0 C]] n [T before].
  assert (H : forall m, m <= n -> exists v, place (p m) = Some v /\
                (turn m = b -> B v = infinity) /\ (turn m <> b -> A v = infinity)).
  { induction m as [|m IH]; intros M.
    - exists u; rewrite E0; split; [exact E|split; intros _; assumption].
    - destruct (IH ltac:(lia)) as [v [Ev [HB HA]]].
      assert (Tm : ~ terminal (p m)) by (apply before; lia).
      destruct (Bool.bool_dec (turn m) b) as [t|t].
      + specialize (HB t).
        assert (X : is_hopeless (p (S m)) = true).
        { rewrite (C m t Tm); unfold stay.
          destruct (lower_loss _ _ _ (lower v)) as [[Tv Fr]|[[w [Fw N]]|[Fr N]]].
          - destruct (window_goes_on _ v Ev Tm Tv Fr).
          - destruct (window_moves _ _ window _ v w Ev Fw) as [y [Fy Ey]].
            apply (choose_true _ _ y Fy); unfold is_hopeless; rewrite Ey.
            rewrite HB in N; now rewrite (next_infinite _ N).
          - rewrite HB in N; destruct N. }
        unfold is_hopeless in X; destruct (place (p (S m))) as [w|]; [|discriminate X].
        destruct (A w) eqn:Ew; [discriminate X|].
        exists w; split; [reflexivity|]; split; [|intros _; exact Ew].
        intros t'; exfalso; rewrite turn_step, t in t'; exact (opponent_differs b t').
      + specialize (HA t).
        destruct (frontier v) eqn:Fr.
        { pose proof (lower_leaves _ _ _ (lower v) Fr) as N; rewrite HA in N; destruct N. }
        destruct (window_inside _ _ window _ v _ Ev Fr (Hp m Tm)) as [w [Ew Fw]].
        pose proof (lower_win _ _ _ (lower v) w Fw) as N; rewrite HA in N.
        exists w; split; [exact Ew|]; split; [intros _; exact (next_infinite _ N)|].
        intros t'; exfalso; apply t'; rewrite turn_step, (other_turn b m t).
        unfold opponent; now rewrite negb_involutive. }
  destruct (H n (le_n n)) as [v [Ev [HB HA]]]; destruct (window_end _ v Ev T) as [Tv Fr].
  pose proof (lower_end _ _ _ (lower v) Tv Fr) as N; unfold winner, play_in_h.
  destruct (Bool.bool_dec (turn n) b) as [t|t]; destruct normal_play.
  - rewrite (HB t) in N; destruct N.
  - exact t.
  - rewrite (other_turn b n t); unfold opponent; now rewrite negb_involutive.
  - rewrite (HA t) in N; destruct N.
Qed.

Theorem window_draw (x : h) (u : g) :
  place x = Some u -> A u = infinity -> B u = infinity -> has_outcome play_in_h x D_position.
Proof.
  intros E EA EB; split; apply (not_losing_prevents_win play_in_h stay);
    exact (stay_not_losing _ x u E EA EB).
Qed.

End Lower.

(* Theorem 1 of docs/infinite-proofs.md. *)
Theorem window_remoteness_bound (U : g -> number) (x : h) (u : g) (r : nat) :
  is_upper U -> place x = Some u -> U u = Some r ->
  exists k, k <= r /\ Nat.odd k = Nat.odd r /\ has_remoteness play_in_h x (Some k).
Proof. intros HU E Eu; apply labelled_has_remoteness; exact (upper_labelled U HU r x u E Eu). Qed.

(* The remoteness is r if the lower bound of the winner is not smaller. *)
Theorem window_remoteness (U A B : g -> number) (x : h) (u : g) (r : nat) :
  is_upper U -> is_lower A B -> place x = Some u -> U u = Some r ->
  (forall t, t < r -> ~ bounded (if Nat.odd r then A u else B u) t) ->
  has_remoteness play_in_h x (Some r).
Proof.
  intros HU HL E Eu N; apply first_round_is_remoteness; [exact (upper_labelled U HU r x u E Eu)|].
  intros G; destruct (lower_rounds A B HL (r - 1) x u E) as [W L].
  specialize (N (r - 1) ltac:(lia)); destruct (Nat.odd r).
  - destruct (won_in play_in_h (r - 1) x); [destruct (N (W eq_refl))|reflexivity].
  - destruct (lost_in play_in_h (r - 1) x); [destruct (N (L eq_refl))|reflexivity].
Qed.

End Window.

Lemma remoteness_gives_outcome {g : digraph} (sp : convention g) (u : g) (r : number) :
  has_remoteness sp u r -> has_outcome sp u (outcome_by r).
Proof.
  destruct r as [r|]; [|intros H; exact H]; intros [[s W] _]; apply winning_within_wins in W.
  unfold winner_by in W; simpl; destruct (Nat.odd r); now exists s.
Qed.

(* ---- terminal distance -------------------------------------------------------- *)

Section WindowDistance.
Context {g h : digraph} (frontier : g -> bool) (place : h -> option g).
Hypothesis window : is_window frontier place.

(* What is known about the distance of u: nothing, if D u = None. *)
Inductive known_distance_at (D : g -> option number) (u : g) : Prop :=
  | distance_not_known : D u = None -> known_distance_at D u
  | known_end : terminal u -> frontier u = false -> D u = Some (Some 0) -> known_distance_at D u
  | known_step v d :
      frontier u = false -> follower u v -> D v = Some (Some d) ->
      (forall w, follower u w -> exists k, D w = Some (Some k) /\ k <= d) ->
      D u = Some (Some (S d)) -> known_distance_at D u
  | known_infinite v :
      follower u v -> D v = Some infinity -> D u = Some infinity -> known_distance_at D u.

Context (D : g -> option number) (known : forall u, known_distance_at D u).

Definition distance_in_h (x : h) : option number :=
  match place x with Some u => D u | None => None end.

Lemma distance_in_h_cases (x : h) (d : number) :
  distance_in_h x = Some d ->
  terminal x /\ d = Some 0 \/
  d <> Some 0 /\ (exists y, follower x y /\ distance_in_h y = Some (option_map pred d)) /\
  forall n, d = Some n -> forall y, follower x y -> exists k, distance_in_h y = Some (Some k) /\ k < n.
Proof.
  unfold distance_in_h at 1; destruct (place x) as [u|] eqn:E; [|discriminate]; intros Eu.
  destruct (known u) as [N|T Fr Ed|v n Fr F Ev all Ed|v F Ev Ed]; rewrite Eu in *; [discriminate N|..].
  - left; injection Ed as ->; split; [|reflexivity].
    destruct (terminal_dec x) as [T'|T']; [exact T'|].
    destruct (window_goes_on frontier place window x u E T' T Fr).
  - right; injection Ed as ->; split; [discriminate|split].
    + destruct (window_moves _ _ window x u v E F) as [y [Fy Ey]]; exists y; split; [exact Fy|].
      unfold distance_in_h; now rewrite Ey.
    + intros m [= <-] y Fy; destruct (window_inside _ _ window x u y E Fr Fy) as [w [Ey Fw]].
      destruct (all w Fw) as [k [Ek L]]; exists k; unfold distance_in_h; rewrite Ey.
      split; [exact Ek|lia].
  - right; injection Ed as ->; split; [discriminate|split; [|discriminate]].
    destruct (window_moves _ _ window x u v E F) as [y [Fy Ey]]; exists y; split; [exact Fy|].
    unfold distance_in_h; now rewrite Ey.
Qed.

Lemma known_plays_end (n : nat) (p : nat -> h) :
  distance_in_h (p 0) = Some (Some n) -> play p -> exists m, ends_at p m /\ m <= n.
Proof.
  revert p; induction n as [n IH] using lt_wf_ind; intros p E H.
  destruct (distance_in_h_cases _ _ E) as [[T _]|[_ [[y [F _]] all]]].
  { exists 0; split; [|lia]; split; [exact T|lia]. }
  pose proof (follower_not_terminal _ _ F) as T.
  destruct (all n eq_refl _ (H 0 T)) as [k [Ek L]].
  destruct (IH k L (fun m => p (S m)) Ek (shift_play p H)) as [m [Em Lm]].
  exists (S m); split; [now apply shift_ends_at|lia].
Qed.

Definition same_distance (a b : option number) : bool :=
  match a, b with
  | Some a, Some b => if number_eq_dec a b then true else false
  | _, _ => false
  end.

Lemma same_distance_true (a b : option number) : same_distance a b = true -> a = b.
Proof.
  destruct a as [a|], b as [b|]; simpl; try discriminate.
  destruct (number_eq_dec a b); [congruence|discriminate].
Qed.

Lemma same_distance_refl (a : number) : same_distance (Some a) (Some a) = true.
Proof. simpl; destruct (number_eq_dec a a); [reflexivity|congruence]. Qed.

(* A play that is as long as it can be. *)
Definition farthest (x : h) : h :=
  choose (fun y => same_distance (distance_in_h y) (option_map (option_map pred) (distance_in_h x))) x.

Lemma farthest_distance (x : h) (d : number) :
  distance_in_h x = Some d -> ~ terminal x -> distance_in_h (farthest x) = Some (option_map pred d).
Proof.
  intros E T; destruct (distance_in_h_cases x d E) as [[T' _]|[_ [[y [F Ey]] _]]]; [contradiction|].
  unfold farthest; rewrite E; simpl.
  apply same_distance_true.
  apply (choose_true (fun y => same_distance (distance_in_h y) (Some (option_map pred d))) x y F).
  rewrite Ey; apply same_distance_refl.
Qed.

Definition farthest_play (x : h) (n : nat) : h := Nat.iter n farthest x.

Lemma farthest_is_play (x : h) : play (farthest_play x).
Proof. intros n T; apply choose_follower, T. Qed.

Lemma farthest_step (x : h) (n : nat) : farthest_play x (S n) = farthest_play (farthest x) n.
Proof. induction n as [|n IH]; [reflexivity|]; simpl in *; now rewrite IH. Qed.

Lemma farthest_ends (n : nat) (x : h) :
  distance_in_h x = Some (Some n) -> ends_at (farthest_play x) n.
Proof.
  revert x; induction n as [|n IH]; intros x E.
  - destruct (distance_in_h_cases x _ E) as [[T _]|[N _]]; [|congruence].
    split; [exact T|lia].
  - assert (T : ~ terminal x).
    { destruct (distance_in_h_cases x _ E) as [[_ X]|[_ [[y [F _]] _]]]; [discriminate X|].
      exact (follower_not_terminal x y F). }
    destruct (IH _ (farthest_distance x _ E T)) as [T' B]; split.
    + rewrite farthest_step; exact T'.
    + intros [|m] L; [exact T|]; rewrite farthest_step; apply B; lia.
Qed.

Lemma farthest_never_ends (n : nat) (x : h) :
  distance_in_h x = Some infinity -> ~ terminal (farthest_play x n).
Proof.
  revert x; induction n as [|n IH]; intros x E;
    assert (T : ~ terminal x)
      by (destruct (distance_in_h_cases x _ E) as [[_ X]|[_ [[y [F _]] _]]];
          [discriminate X|exact (follower_not_terminal x y F)]).
  - exact T.
  - rewrite farthest_step; apply IH; exact (farthest_distance x _ E T).
Qed.

Theorem window_distance (x : h) (u : g) (d : number) :
  place x = Some u -> D u = Some d -> has_distance x d.
Proof.
  intros E Eu.
  assert (Ex : distance_in_h x = Some d) by (unfold distance_in_h; now rewrite E).
  destruct d as [n|]; simpl.
  - split.
    + intros p H E0; apply known_plays_end; [now rewrite E0|exact H].
    + exists (farthest_play x); split; [apply farthest_is_play|split; [reflexivity|]].
      exact (farthest_ends n x Ex).
  - exists (farthest_play x); split; [apply farthest_is_play|split; [reflexivity|]].
    intros n; exact (farthest_never_ends n x Ex).
Qed.

End WindowDistance.

(* ---- the game with loops at the frontier ---------------------------------------- *)

Section Looped.
Context {g : digraph} (frontier : g -> bool).

Lemma looped_follower (u v : g) : follower u v -> @follower (looped g frontier) u v.
Proof. unfold follower; simpl; destruct (frontier u); simpl; auto. Qed.

Lemma looped_follower_inv (u v : g) :
  @follower (looped g frontier) u v -> follower u v \/ v = u /\ frontier u = true.
Proof.
  unfold follower; simpl; destruct (frontier u); simpl; [|now left].
  intros [E|I]; [right; now split|now left].
Qed.

Lemma looped_terminal (u : g) : @terminal (looped g frontier) u -> terminal u /\ frontier u = false.
Proof. unfold terminal; simpl; destruct (frontier u); [discriminate|now split]. Qed.

(* Remoteness there is an upper bound. *)
Lemma looped_is_upper (normal_play : bool) (R : g -> number) :
  is_remoteness (g := looped g frontier) (fun _ => normal_play) R -> is_upper frontier normal_play R.
Proof.
  intros HR u r E; destruct (HR u) as [T Eu|v k F Ev ev _ Eu|v k F Ev all Eu|v F Ev _ Eu].
  - destruct (looped_terminal u T) as [T' Fr]; rewrite E in Eu; injection Eu as ->.
    now apply upper_end.
  - rewrite E in Eu; injection Eu as ->.
    assert (O : Nat.odd k = false) by (rewrite <- Nat.negb_even, ev; reflexivity).
    destruct (looped_follower_inv u v F) as [F'|[-> _]].
    + apply (@upper_odd g frontier normal_play R u (S k) v k F' Ev O); [lia|rewrite Nat.odd_succ; exact ev].
    + rewrite E in Ev; injection Ev as Ev; lia.
  - rewrite E in Eu; injection Eu as ->; destruct (frontier u) eqn:Fr.
    + exfalso; destruct (all u) as [l [El [_ L]]].
      * unfold follower; simpl; rewrite Fr; now left.
      * rewrite E in El; injection El as <-; lia.
    + destruct (looped_follower_inv u v F) as [F'|[_ X]]; [|congruence].
      destruct (all v F) as [l [El [Ol _]]]; rewrite Ev in El; injection El as <-.
      apply upper_even; [exact (follower_not_terminal u v F')|exact Fr|now rewrite odd_step, Ol|].
      intros w Fw; destruct (all w (looped_follower u w Fw)) as [m [Em [Om L]]].
      exists m; split; [exact Em|split; [exact Om|lia]].
  - congruence.
Qed.

(* A larger game: moves that leave the window lead to a loop. *)
Definition loop_outside : digraph :=
  Digraph (option g)
    (fun x => match x with
              | Some u => map Some (moves u) ++ if frontier u then [None] else []
              | None => [None]
              end).

Theorem window_exists :
  exists (h : digraph) (place : h -> option g),
    is_window frontier place /\ forall u, exists x, place x = Some u.
Proof.
  exists loop_outside, (fun x => x); split; [split|intros u; now exists (Some u)].
  - intros x u v -> F; exists (Some v); split; [|reflexivity].
    unfold follower; simpl; apply in_or_app; left; now apply in_map.
  - intros x u y -> Fr F; unfold follower in F; simpl in F; rewrite Fr, app_nil_r in F.
    apply in_map_iff in F; destruct F as [v [<- I]]; now exists v.
  - intros x u -> Fr T; unfold terminal in T; simpl in T; rewrite Fr in T.
    apply app_eq_nil in T; destruct T as [_ T]; discriminate T.
Qed.

End Looped.

(* Theorem 1 of docs/infinite-proofs.md. *)
Theorem window_bound {g h : digraph} (frontier : g -> bool) (place : h -> option g)
    (normal_play : bool) (x : h) (u : g) (r : nat) :
  finite (looped g frontier) -> is_window frontier place -> place x = Some u ->
  has_remoteness (g := looped g frontier) (fun _ => normal_play) u (Some r) ->
  exists k, k <= r /\ Nat.odd k = Nat.odd r /\ has_remoteness (fun _ => normal_play) x (Some k).
Proof.
  intros fin window E H; destruct (remoteness_exists (fun _ => normal_play) fin) as [R HR].
  apply (window_remoteness_bound frontier place window normal_play R x u r); [|exact E|].
  - now apply looped_is_upper.
  - exact (has_remoteness_unique _ _ _ _ (remoteness_correct _ _ HR u) H).
Qed.

(* ---- values --------------------------------------------------------------------- *)

Section WindowValues.
Context {g h : digraph} (frontier : g -> bool) (place : h -> option g).
Hypothesis window : is_window frontier place.
Context (G : g -> number) (c : g -> nat).
Hypothesis HG : is_grundy (g := looped g frontier) G c.

Lemma finite_inside (u : g) (k : nat) : G u = Some k -> frontier u = false.
Proof.
  intros E; destruct (frontier u) eqn:Fr; [exfalso|reflexivity].
  destruct (HG u) as [A _]; destruct (A k E) as [no _]; apply no; exists u; split; [|exact E].
  unfold follower; simpl; rewrite Fr; now left.
Qed.

(* What a finite value means for followers in h. *)
Lemma finite_value_moves (x : h) (u : g) (k : nat) :
  place x = Some u -> G u = Some k ->
  (forall j, j < k -> exists y v, follower x y /\ place y = Some v /\ G v = Some j) /\
  forall y, follower x y -> exists v, place y = Some v /\ G v <> Some k /\
    (greater (G v) k -> exists z w, follower y z /\ place z = Some w /\ G w = Some k /\ c w < c u).
Proof.
  intros E Eu; pose proof (finite_inside u k Eu) as Fr.
  destruct (HG u) as [A [B _]]; destruct (A k Eu) as [no below]; split.
  - intros j L; destruct (below j L) as [v [F Ev]].
    destruct (looped_follower_inv frontier u v F) as [Fv|[_ X]]; [|congruence].
    destruct (window_moves _ _ window x u v E Fv) as [y [Fy Ey]]; now exists y, v.
  - intros y Fy; destruct (window_inside _ _ window x u y E Fr Fy) as [v [Ey Fv]].
    exists v; split; [exact Ey|split].
    + intros X; apply no; exists v; split; [now apply looped_follower|exact X].
    + intros gr; destruct (B k v Eu (looped_follower frontier u v Fv) gr) as [w [Fw [Ew L]]].
      destruct (looped_follower_inv frontier v w Fw) as [Fw'|[-> _]].
      * destruct (window_moves _ _ window y v w Ey Fw') as [z [Fz Ez]]; now exists z, w.
      * rewrite Ew in gr; simpl in gr; lia.
Qed.

(* Theorem 2 of docs/infinite-proofs.md, for the G-function of h. *)
Theorem window_value (G' : h -> number) :
  (forall x, condition_A G' x) -> (forall x, condition_C G' x) ->
  forall k x u, place x = Some u -> G u = Some k -> G' x = Some k.
Proof.
  intros A' C' k; induction k as [k IHk] using lt_wf_ind.
  intros x u; remember (c u) as n eqn:N; revert x u N.
  induction n as [n IHn] using lt_wf_ind; intros x u -> E Eu.
  destruct (finite_value_moves x u k E Eu) as [small moves_x].
  assert (reply : forall y, follower x y -> (exists j, G' y = Some j /\ j < k) \/ values G' y k).
  { intros y Fy; destruct (moves_x y Fy) as [v [Ey [Nk back]]].
    destruct (number_cases (G v) k) as [[j [Ej L]]|[Ek|gr]]; [|contradiction|].
    - left; exists j; split; [exact (IHk j L y v Ey Ej)|exact L].
    - right; destruct (back gr) as [z [w [Fz [Ez [Ew L]]]]]; exists z; split; [exact Fz|].
      exact (IHn (c w) L z w eq_refl Ez Ew). }
  assert (none : ~ values G' x k).
  { intros [y [Fy Ey]]; destruct (reply y Fy) as [[j [Ej L]]|V].
    - rewrite Ey in Ej; injection Ej as ->; lia.
    - exact (proj1 (A' y k Ey) V). }
  assert (all : forall j, j < k -> values G' x j).
  { intros j L; destruct (small j L) as [y [v [Fy [Ey Ev]]]]; exists y; split; [exact Fy|].
    exact (IHk j L y v Ey Ev). }
  destruct (number_cases (G' x) k) as [[j [Ej L]]|[Ek|gr]]; [|exact Ek|].
  - destruct (proj1 (A' x j Ej) (all j L)).
  - destruct (G' x) as [l|] eqn:Ex.
    + destruct (none (proj2 (A' x l Ex) k gr)).
    + destruct (C' x Ex) as [y [m [Fy [Ey [mex no]]]]].
      assert (m = k) by (apply (mex_unique (values G' x)); [exact mex|split; assumption]); subst m.
      destruct (reply y Fy) as [[j [Ej _]]|V]; [congruence|contradiction].
Qed.

(* Theorem 2 by strategies: the sum with a heap of k is a P-position. *)
Lemma lost_in_some_round {k : digraph} (u : k) :
  (forall v, follower u v -> exists t, won_in normal t v = true) -> exists t, lost_in normal t u = true.
Proof.
  intros all; destruct (terminal_dec u) as [T|T].
  { exists 0; now rewrite lost_in_terminal. }
  enough (H : exists t, forall v, follower u v -> won_in normal t v = true).
  { destruct H as [t H]; exists (S t); rewrite lost_in_step by exact T; now apply forallb_forall. }
  unfold follower in *; clear T; induction (moves u) as [|v l IH]; [exists 0; intros v []|].
  destruct IH as [t H]; [intros w I; apply all; now right|].
  destruct (all v (or_introl eq_refl)) as [t' H']; exists (t + t'); intros w [<-|I].
  - apply (won_in_grows _ t'); [lia|exact H'].
  - apply (won_in_grows _ t); [lia|now apply H].
Qed.

Lemma sum_first (x y : h) (n : nat) : follower x y -> @follower (sum h nim) (x, n) (y, n).
Proof. intros F; unfold follower; simpl; apply in_or_app; left; now apply (in_map (fun u => (u, n))). Qed.

Lemma sum_second (x : h) (n j : nat) : j < n -> @follower (sum h nim) (x, n) (x, j).
Proof.
  intros L; unfold follower; simpl; apply in_or_app; right; apply (in_map (fun v => (x, v))).
  apply in_seq; lia.
Qed.

Lemma won_by_move {k : digraph} (u v : k) :
  follower u v -> (exists t, lost_in normal t v = true) -> exists t, won_in normal t u = true.
Proof.
  intros F [t H]; exists (S t); rewrite won_in_step by exact (follower_not_terminal u v F).
  apply existsb_exists; now exists v.
Qed.

Theorem window_value_wins (k : nat) (x : h) (u : g) :
  place x = Some u -> G u = Some k -> has_nim_value x k.
Proof.
  intros E Eu.
  enough (H : exists t, lost_in normal t ((x, k) : sum h nim) = true).
  { destruct H as [t H].
    destruct (labelled_has_remoteness normal (2 * t) ((x, k) : sum h nim)) as [r [_ [O R]]].
    - unfold labelled; rewrite Nat.odd_mul; simpl; apply (lost_in_grows _ t); [lia|exact H].
    - pose proof (remoteness_gives_outcome _ _ _ R) as X; simpl outcome_by in X.
      rewrite O, Nat.odd_mul in X; exact X. }
  revert x u E Eu; induction k as [k IHk] using lt_wf_ind.
  intros x u; remember (c u) as n eqn:N; revert x u N.
  induction n as [n IHn] using lt_wf_ind; intros x u -> E Eu.
  destruct (finite_value_moves x u k E Eu) as [small moves_x].
  apply lost_in_some_round; intros [y i] F; unfold follower in F; simpl in F.
  apply in_app_or in F; destruct F as [F|F]; apply in_map_iff in F; destruct F as [z [[= <- <-] I]].
  - destruct (moves_x z I) as [v [Ez [Nk back]]].
    destruct (number_cases (G v) k) as [[j [Ej L]]|[Ek|gr]]; [|contradiction|].
    + apply (won_by_move _ ((z, j) : sum h nim)); [now apply sum_second|exact (IHk j L z v Ez Ej)].
    + destruct (back gr) as [y [w [Fy [Ey [Ew L]]]]].
      apply (won_by_move _ ((y, k) : sum h nim)); [now apply sum_first|].
      exact (IHn (c w) L y w eq_refl Ey Ew).
  - apply in_seq in I; destruct (small z ltac:(lia)) as [y [v [Fy [Ey Ev]]]].
    apply (won_by_move _ ((y, z) : sum h nim)); [now apply sum_first|].
    exact (IHk z ltac:(lia) y v Ey Ev).
Qed.

(* Positions from which the frontier cannot be reached have the same value in
   all games. *)
Section Closed.
Context (closed : g -> bool).
Hypothesis closed_inside :
  forall u, closed u = true -> frontier u = false /\ forall v, follower u v -> closed v = true.

Definition is_closed (x : h) : bool :=
  match place x with Some u => closed u | None => false end.

(* The positions of h in the closed part; all others are terminal. *)
Definition closed_game : digraph := Digraph h (fun x => if is_closed x then moves x else []).

Lemma closed_follower (x y : h) :
  @follower closed_game x y <-> is_closed x = true /\ follower x y.
Proof.
  unfold follower; simpl; destruct (is_closed x); [now split|].
  split; [intros []|intros [X _]; discriminate X].
Qed.

Lemma is_closed_place (x : h) : is_closed x = true -> exists u, place x = Some u /\ closed u = true.
Proof. unfold is_closed; destruct (place x) as [u|]; [now exists u|discriminate]. Qed.

Lemma closed_step (x y : h) :
  is_closed x = true -> follower x y -> is_closed y = true.
Proof.
  intros C F; destruct (is_closed_place x C) as [u [E Cu]]; destruct (closed_inside u Cu) as [Fr all].
  destruct (window_inside _ _ window x u y E Fr F) as [v [Ey Fv]].
  unfold is_closed; rewrite Ey; now apply all.
Qed.

(* A function on h, in the closed part. *)
Definition on_closed (F : h -> number) (x : h) : number := if is_closed x then F x else Some 0.

Lemma on_closed_at (F : h -> number) (x : h) : is_closed x = true -> on_closed F x = F x.
Proof. unfold on_closed; now intros ->. Qed.

Lemma other_closed_grundy {J : Type} (lt : J -> J -> Prop) (F : h -> number) (d : h -> J) (x : h) :
  is_closed x = false ->
  @condition_A closed_game (on_closed F) x /\ @condition_B closed_game (on_closed F) J lt d x /\
  @condition_C closed_game (on_closed F) x.
Proof.
  intros C.
  assert (none : forall y, ~ @follower closed_game x y).
  { intros y Fy; apply closed_follower in Fy; destruct Fy as [X _]; congruence. }
  assert (E : on_closed F x = Some 0) by (unfold on_closed; now rewrite C).
  split; [|split].
  - intros k Ek; rewrite E in Ek; injection Ek as <-; split; [|lia].
    intros [y [Fy _]]; exact (none y Fy).
  - intros k y _ Fy; destruct (none y Fy).
  - intros X; congruence.
Qed.

Lemma closed_values (F : h -> number) (x : h) (k : nat) :
  is_closed x = true -> @values closed_game (on_closed F) x k <-> values F x k.
Proof.
  intros C; split; intros [y [Fy Ey]].
  - apply closed_follower in Fy; destruct Fy as [_ Fy]; exists y; split; [exact Fy|].
    now rewrite on_closed_at in Ey by exact (closed_step x y C Fy).
  - exists y; split; [apply closed_follower; now split|].
    now rewrite on_closed_at by exact (closed_step x y C Fy).
Qed.

Lemma closed_mex (F : h -> number) (x : h) (k : nat) :
  is_closed x = true -> is_mex (values F x) k -> is_mex (@values closed_game (on_closed F) x) k.
Proof.
  intros C [no all]; split; [now rewrite closed_values|].
  intros j L; apply closed_values; [exact C|now apply all].
Qed.

(* If F satisfies the conditions of a G-function in the closed part, it is one there. *)
Lemma closed_grundy {J : Type} (lt : J -> J -> Prop) (F : h -> number) (d : h -> J) :
  (forall x, is_closed x = true ->
     condition_A F x /\ condition_B F lt d x /\ condition_C F x) ->
  @is_grundy_with closed_game J lt (on_closed F) d.
Proof.
  intros H x; destruct (is_closed x) eqn:C; [|now apply other_closed_grundy].
  destruct (H x C) as [A [B K]]; split; [|split].
  - intros k E; rewrite on_closed_at in E by exact C; apply closed_mex; [exact C|now apply A].
  - intros k y E Fy gr; apply closed_follower in Fy; destruct Fy as [_ Fy].
    pose proof (closed_step x y C Fy) as Cy.
    rewrite on_closed_at in E by exact C; rewrite on_closed_at in gr by exact Cy.
    destruct (B k y E Fy gr) as [z [Fz [Ez L]]]; exists z; split; [apply closed_follower; now split|].
    split; [|exact L]; rewrite on_closed_at; [exact Ez|exact (closed_step y z Cy Fz)].
  - intros E; rewrite on_closed_at in E by exact C; destruct (K E) as [y [m [Fy [Ey [M N]]]]].
    pose proof (closed_step x y C Fy) as Cy.
    exists y, m; split; [apply closed_follower; now split|split; [|split]].
    + now rewrite on_closed_at.
    + now apply closed_mex.
    + now rewrite closed_values.
Qed.

(* The values of the window. *)
Definition value_in_window (x : h) : number := match place x with Some u => G u | None => Some 0 end.
Definition counter_in_window (x : h) : nat := match place x with Some u => c u | None => 0 end.

Lemma inside_follower (u v : g) :
  frontier u = false -> @follower (looped g frontier) u v -> follower u v.
Proof. intros Fr F; destruct (looped_follower_inv frontier u v F) as [X|[_ X]]; [exact X|congruence]. Qed.

Lemma window_values (x : h) (u : g) (k : nat) :
  place x = Some u -> frontier u = false ->
  values value_in_window x k <-> @values (looped g frontier) G u k.
Proof.
  intros E Fr; split.
  - intros [y [Fy Ey]]; destruct (window_inside _ _ window x u y E Fr Fy) as [v [Pv Fv]].
    unfold value_in_window in Ey; rewrite Pv in Ey; exists v; split; [now apply looped_follower|exact Ey].
  - intros [v [Fv Ev]]; apply inside_follower in Fv; [|exact Fr].
    destruct (window_moves _ _ window x u v E Fv) as [y [Fy Ey]]; exists y; split; [exact Fy|].
    unfold value_in_window; now rewrite Ey.
Qed.

Lemma window_mex (x : h) (u : g) (m : nat) :
  place x = Some u -> frontier u = false -> is_mex (@values (looped g frontier) G u) m ->
  is_mex (values value_in_window x) m.
Proof.
  intros E Fr [no all]; split; [rewrite (window_values x u m E Fr); exact no|].
  intros j L; apply (window_values x u j E Fr); now apply all.
Qed.

Lemma window_is_grundy (x : h) :
  is_closed x = true ->
  condition_A value_in_window x /\ condition_B value_in_window lt counter_in_window x /\
  condition_C value_in_window x.
Proof.
  intros C; destruct (is_closed_place x C) as [u [E Cu]]; destruct (closed_inside u Cu) as [Fr _].
  destruct (HG u) as [A [B K]].
  assert (Ex : value_in_window x = G u) by (unfold value_in_window; now rewrite E).
  split; [|split].
  - intros k Ek; rewrite Ex in Ek; apply (window_mex x u k E Fr); now apply A.
  - intros k y Ek Fy gr; rewrite Ex in Ek.
    destruct (window_inside _ _ window x u y E Fr Fy) as [v [Ey Fv]].
    unfold value_in_window in gr; rewrite Ey in gr.
    destruct (B k v Ek (looped_follower frontier u v Fv) gr) as [w [Fw [Ew L]]].
    destruct (looped_follower_inv frontier v w Fw) as [Fw'|[-> _]].
    + destruct (window_moves _ _ window y v w Ey Fw') as [z [Fz Ez]].
      exists z; unfold value_in_window, counter_in_window; rewrite Ez, E; now split.
    + rewrite Ew in gr; simpl in gr; lia.
  - intros Ei; rewrite Ex in Ei; destruct (K Ei) as [v [m [Fv [Ev [M N]]]]].
    apply inside_follower in Fv; [|exact Fr].
    destruct (window_moves _ _ window x u v E Fv) as [y [Fy Ey]].
    destruct (closed_inside u Cu) as [_ all]; destruct (closed_inside v (all v Fv)) as [Frv _].
    exists y, m; split; [exact Fy|split; [unfold value_in_window; now rewrite Ey|split]].
    + now apply (window_mex x u).
    + rewrite (window_values y v m Ey Frv); exact N.
Qed.

Theorem window_closed_value {J : Type} (lt : J -> J -> Prop) (G' : h -> number) (c' : h -> J) :
  well_founded lt -> is_grundy_with lt G' c' ->
  forall x u, place x = Some u -> closed u = true -> G' x = G u.
Proof.
  intros wf HG' x u E Cu.
  assert (C : is_closed x = true) by (unfold is_closed; now rewrite E).
  pose proof (closed_grundy lt G' c' (fun x _ => HG' x)) as one.
  pose proof (closed_grundy Nat.lt value_in_window counter_in_window window_is_grundy) as two.
  pose proof (grundy_unique_with lt Nat.lt _ _ _ _ wf lt_wf one two x) as X.
  rewrite !on_closed_at in X by exact C; rewrite X; unfold value_in_window; now rewrite E.
Qed.

End Closed.
End WindowValues.

(* A certain draw has an infinite value. *)
Section DrawValues.
Context {g h : digraph} (frontier : g -> bool) (place : h -> option g).
Hypothesis window : is_window frontier place.
Context (A B : g -> number) (lower : is_lower frontier true A B).
Context {J : Type} (lt : J -> J -> Prop) (wf : well_founded lt) (G : h -> number) (c : h -> J).
Hypothesis HG : is_grundy_with lt G c.

Lemma hopeless_inside (v : g) : A v = infinity -> frontier v = false.
Proof.
  intros E; destruct (frontier v) eqn:Fr; [|reflexivity].
  pose proof (lower_leaves _ _ _ _ _ (lower v) Fr) as N; rewrite E in N; destruct N.
Qed.

Lemma hopeless_not_zero (x : h) (u : g) : place x = Some u -> B u = infinity -> G x <> Some 0.
Proof.
  remember (c x) as n eqn:N; revert x u N; induction (wf n) as [n _ IH].
  intros x u -> E EB Ex; destruct (HG x) as [CA [CB _]].
  destruct (lower_loss _ _ _ _ _ (lower u)) as [[T Fr]|[[v [Fv L]]|[_ L]]].
  - pose proof (lower_end _ _ _ _ _ (lower u) T Fr) as X; simpl in X; rewrite EB in X; destruct X.
  - rewrite EB in L; pose proof (next_infinite _ L) as EA; pose proof (hopeless_inside v EA) as Fr.
    destruct (window_moves _ _ window x u v E Fv) as [y [Fy Ey]].
    destruct (number_cases (G y) 0) as [[j [_ X]]|[E0|gr]]; [lia| |].
    + destruct (CA 0 Ex) as [no _]; apply no; now exists y.
    + destruct (CB 0 y Ex Fy gr) as [z [Fz [Ez Lz]]].
      destruct (window_inside _ _ window y v z Ey Fr Fz) as [w [Pw Fw]].
      pose proof (lower_win _ _ _ _ _ (lower v) w Fw) as X; rewrite EA in X.
      exact (IH (c z) Lz z w eq_refl Pw (next_infinite _ X) Ez).
  - rewrite EB in L; destruct L.
Qed.

Theorem window_draw_value (x : h) (u : g) :
  place x = Some u -> A u = infinity -> B u = infinity -> G x = infinity.
Proof.
  intros E EA EB; destruct (G x) as [[|k]|] eqn:Ex; [|exfalso|reflexivity].
  - destruct (hopeless_not_zero x u E EB Ex).
  - destruct (HG x) as [CA _]; destruct (CA _ Ex) as [_ all].
    destruct (all 0 ltac:(lia)) as [y [Fy Ey]].
    destruct (window_inside _ _ window x u y E (hopeless_inside u EA) Fy) as [v [Pv Fv]].
    pose proof (lower_win _ _ _ _ _ (lower u) v Fv) as X; rewrite EA in X.
    exact (hopeless_not_zero y v Pv (next_infinite _ X) Ey).
Qed.

End DrawValues.
