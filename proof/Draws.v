(* Levels of draws: equations that only speak about a position and its
   followers determine them, and every finite game has them. *)

Require Import List Arith Lia Bool.
Import ListNotations.
From Grundy Require Import Digraph Play Remoteness Outcome Cover.

Lemma below_true (x : number) (k : nat) : below x k = true <-> exists l, x = Some l /\ l < k.
Proof.
  destruct x as [l|]; simpl; [rewrite Nat.ltb_lt|]; split.
  - intros H; now exists l.
  - intros [m [[= <-] H]]; exact H.
  - discriminate.
  - intros [m [E _]]; discriminate E.
Qed.

Lemma below_false (x : number) (k : nat) : below x k = false <-> x = Some k \/ greater x k.
Proof.
  destruct x as [l|]; simpl; [|split; auto].
  rewrite Nat.ltb_ge; split.
  - intros H; destruct (Nat.eq_dec l k); [left; congruence|right; lia].
  - intros [[= ->]|H]; lia.
Qed.

Section Draws.
Context {g : digraph}.

(* The remoteness in the game of level k. *)
Definition level_remoteness (L R : g -> number) (k : nat) (u : g) : number :=
  if below (L u) k then Some 0 else if below (L u) (S k) then R u else infinity.

Lemma level_remoteness_below (L R : g -> number) (k l : nat) (u : g) :
  L u = Some l -> l < k -> level_remoteness L R k u = Some 0.
Proof. unfold level_remoteness; intros -> H; simpl; now rewrite (proj2 (Nat.ltb_lt l k) H). Qed.

Lemma level_remoteness_at (L R : g -> number) (k : nat) (u : g) :
  L u = Some k -> level_remoteness L R k u = R u.
Proof.
  unfold level_remoteness; intros ->; simpl.
  now rewrite Nat.ltb_irrefl, (proj2 (Nat.ltb_lt k (S k)) (Nat.lt_succ_diag_r k)).
Qed.

Lemma level_remoteness_above (L R : g -> number) (k : nat) (u : g) :
  greater (L u) k -> level_remoteness L R k u = infinity.
Proof.
  unfold level_remoteness; destruct (L u) as [l|]; simpl; [|reflexivity]; intros H.
  now rewrite (proj2 (Nat.ltb_ge l k)), (proj2 (Nat.ltb_ge l (S k))) by lia.
Qed.

(* The fringe of level k, and what is removed. *)
Lemma level_terminal (L : g -> number) (k : nat) (u : g) :
  below (L u) k = true \/ (exists v, follower u v /\ below (L v) k = true) ->
  terminal (g := level_game L k) u.
Proof.
  intros H; unfold terminal; simpl.
  replace (below (L u) k || _) with true; [reflexivity|symmetry; apply orb_true_iff].
  destruct H as [H|[v [F H]]]; [now left|right; apply existsb_exists; now exists v].
Qed.

Lemma level_moves (L : g -> number) (k : nat) (u : g) :
  below (L u) k = false -> (forall v, follower u v -> below (L v) k = false) ->
  moves (d := level_game L k) u = moves u.
Proof.
  intros H A; simpl; rewrite H; simpl.
  destruct (existsb _ (moves u)) eqn:E; [exfalso|reflexivity].
  apply existsb_exists in E; destruct E as [v [F B]]; rewrite (A v F) in B; discriminate B.
Qed.

Lemma level_cases (L : g -> number) (k : nat) (u : g) :
  (below (L u) k = true \/ exists v, follower u v /\ below (L v) k = true) \/
  (below (L u) k = false /\ forall v, follower u v -> below (L v) k = false).
Proof.
  destruct (below (L u) k) eqn:B; [now left; left|].
  destruct (existsb (fun v => below (L v) k) (moves u)) eqn:E.
  - apply existsb_exists in E; now left; right.
  - right; split; [reflexivity|]; intros v F.
    destruct (below (L v) k) eqn:Bv; [|reflexivity].
    rewrite <- E; symmetry; apply existsb_exists; now exists v.
Qed.

(* In a game with the same moves at u the conditions there are the same. *)
Lemma same_moves_remoteness {h h' : digraph} (f : h -> h') (R : h -> number) (R' : h' -> number) (u : h) :
  moves (f u) = map f (moves u) ->
  R' (f u) = R u -> (forall v, follower u v -> R' (f v) = R v) ->
  remoteness_at normal R u -> remoteness_at normal R' (f u).
Proof.
  intros E Eu A.
  assert (there : forall v, follower u v -> follower (f u) (f v)).
  { intros v F; unfold follower; rewrite E; now apply in_map. }
  assert (back : forall w, follower (f u) w -> exists v, follower u v /\ f v = w).
  { intros w F; unfold follower in F; rewrite E in F; apply in_map_iff in F.
    destruct F as [v [Ev F]]; now exists v. }
  intros H; destruct H as [T Ru|v r F Rv ev L Ru|v r F Rv B Ru|v F Rv B Ru].
  - apply remoteness_end; [unfold terminal in *; now rewrite E, T|now rewrite Eu].
  - apply (remoteness_odd normal R' (f u) (f v) r); rewrite ?Eu, ?(A v F); auto.
    intros w k Fw Ew; destruct (back w Fw) as [x [Fx <-]]; rewrite (A x Fx) in Ew; exact (L x k Fx Ew).
  - apply (remoteness_even normal R' (f u) (f v) r); rewrite ?Eu, ?(A v F); auto.
    intros w Fw; destruct (back w Fw) as [x [Fx <-]]; rewrite (A x Fx); now apply B.
  - apply (remoteness_infinite normal R' (f u) (f v)); rewrite ?Eu, ?(A v F); auto.
    intros w k Fw Ew; destruct (back w Fw) as [x [Fx <-]]; rewrite (A x Fx) in Ew; exact (B x k Fx Ew).
Qed.

(* The equations: m is the least level of followers, and the definition of R is
   applied to the followers of this level, with infinity for the others. If the
   result is finite, it is the remoteness in level m; otherwise the position is
   in the fringe of level m + 1. *)
Inductive draws_at (L R : g -> number) (u : g) : Prop :=
  | draws_end : terminal u -> L u = Some 0 -> R u = Some 0 -> draws_at L R u
  | draws_never v :
      follower u v -> (forall w, follower u w -> L w = infinity) ->
      L u = infinity -> R u = infinity -> draws_at L R u
  | draws_level m :
      ~ terminal u -> (forall v, follower u v -> below (L v) m = false) ->
      remoteness_at normal (level_remoteness L R m) u ->
      L u = Some m -> R u <> infinity -> draws_at L R u
  | draws_fringe m v :
      follower u v -> L v = Some m -> (forall w, follower u w -> below (L w) m = false) ->
      remoteness_at normal (level_remoteness L R m) u ->
      L u = Some (S m) -> R u = Some 0 -> draws_at L R u.

Lemma draws_at_remoteness (L R : g -> number) (u : g) (k : nat) :
  draws_at L R u -> remoteness_at (g := level_game L k) normal (level_remoteness L R k) u.
Proof.
  intros H; destruct (level_cases L k u) as [C|[B A]].
  - apply remoteness_end; [now apply level_terminal|].
    destruct C as [B|[v [F B]]]; apply below_true in B; destruct B as [l [E lk]].
    + exact (level_remoteness_below L R k l u E lk).
    + destruct H as [T Lu Ru|x _ N Lu Ru|m _ N _ Lu Ru|m x Fx Lx N _ Lu Ru].
      * destruct (follower_not_terminal u v F T).
      * rewrite (N v F) in E; discriminate E.
      * pose proof (N v F) as X; rewrite E in X; apply Nat.ltb_ge in X.
        apply (level_remoteness_below L R k m u Lu); lia.
      * pose proof (N v F) as X; rewrite E in X; apply Nat.ltb_ge in X.
        destruct (Nat.eq_dec k (S m)) as [->|D].
        -- now rewrite (level_remoteness_at L R (S m) u Lu).
        -- apply (level_remoteness_below L R k (S m) u Lu); lia.
  - assert (E := level_moves L k u B A).
    apply below_false in B; destruct H as [T Lu Ru|x Fx N Lu Ru|m T N HR Lu Ru|m x Fx Lx N HR Lu Ru].
    + apply remoteness_end; [unfold terminal in *; now rewrite E|].
      rewrite Lu in B; destruct B as [[= <-]|B]; [now rewrite (level_remoteness_at L R 0 u Lu)|].
      simpl in B; lia.
    + apply (@remoteness_infinite (level_game L k) normal _ u x).
      * unfold follower; now rewrite E.
      * apply level_remoteness_above; now rewrite (N x Fx).
      * intros w j Fw; unfold follower in Fw; rewrite E in Fw.
        rewrite level_remoteness_above; [discriminate|now rewrite (N w Fw)].
      * apply level_remoteness_above; now rewrite Lu.
    + rewrite Lu in B; destruct B as [[= ->]|B].
      * revert HR; apply (same_moves_remoteness ((fun v => v) : g -> level_game L k)); auto.
        now rewrite map_id.
      * simpl in B.
        assert (X : forall w, follower u w -> level_remoteness L R k w = infinity).
        { intros w F; apply level_remoteness_above; pose proof (N w F) as X.
          destruct (L w) as [l|]; simpl in *; [apply Nat.ltb_ge in X; lia|exact I]. }
        destruct (not_terminal u T) as [v F].
        apply (@remoteness_infinite (level_game L k) normal _ u v).
        -- unfold follower; now rewrite E.
        -- exact (X v F).
        -- intros w j Fw; unfold follower in Fw; rewrite E in Fw; rewrite (X w Fw); discriminate.
        -- apply level_remoteness_above; now rewrite Lu.
    + rewrite Lu in B; destruct B as [[= <-]|B].
      * exfalso; pose proof (A x Fx) as X; rewrite Lx in X; change ((m <? S m) = false) in X.
        apply Nat.ltb_ge in X; lia.
      * simpl in B; destruct (Nat.eq_dec k m) as [->|D].
        -- revert HR; apply (same_moves_remoteness ((fun v => v) : g -> level_game L m)); auto.
           now rewrite map_id.
        -- pose proof (N x Fx) as X.
           assert (Y : forall w, follower u w -> level_remoteness L R k w = infinity).
           { intros w F; apply level_remoteness_above; pose proof (N w F) as Z.
             destruct (L w) as [l|]; simpl in *; [apply Nat.ltb_ge in Z; lia|exact I]. }
           apply (@remoteness_infinite (level_game L k) normal _ u x).
           ++ unfold follower; now rewrite E.
           ++ exact (Y x Fx).
           ++ intros w j Fw; unfold follower in Fw; rewrite E in Fw; rewrite (Y w Fw); discriminate.
           ++ apply level_remoteness_above; rewrite Lu; exact B.
Qed.

(* The equations are sufficient … *)
Theorem draws_at_correct (L R : g -> number) :
  (forall u, draws_at L R u) -> draw_levels L R.
Proof.
  intros H u; assert (HR : forall k, is_remoteness (g := level_game L k) normal (level_remoteness L R k)).
  { intros k v; now apply draws_at_remoteness. }
  split.
  - destruct (L u) as [k|] eqn:E.
    + split; [destruct (H u); congruence|].
      rewrite <- (level_remoteness_at L R k u E); exact (remoteness_correct _ _ (HR k) u).
    + destruct (H u); congruence.
  - intros k G; pose proof (remoteness_correct _ _ (HR k) u) as X.
    rewrite (level_remoteness_above L R k u G) in X; exact X.
Qed.

Lemma level_finite (L : g -> number) (k : nat) : finite g -> finite (level_game L k).
Proof.
  intros [l H]; exists l; intros u; destruct (H u) as [I|T]; [now left|right].
  unfold terminal in *; simpl; rewrite T; now destruct (_ || _).
Qed.

(* … and necessary. *)
Theorem draw_levels_equations (L R : g -> number) :
  finite g -> draw_levels L R -> forall u, draws_at L R u.
Proof.
  intros fin H u.
  assert (decided : forall w k, terminal (g := level_game L k) w -> below (L w) (S k) = true).
  { intros w k T; destruct (below (L w) (S k)) eqn:B; [reflexivity|exfalso].
    assert (Gk : greater (L w) k).
    { apply below_false in B; destruct B as [->|B]; [simpl; lia|].
      destruct (L w); simpl in *; [lia|exact I]. }
    destruct (remoteness_exists (g := level_game L k) normal (level_finite L k fin)) as [Q HQ].
    pose proof (remoteness_outcome normal Q HQ w) as O.
    rewrite (terminal_remoteness normal Q HQ w T) in O.
    pose proof (has_outcome_unique _ _ _ _ O (proj2 (H w) k Gk)); discriminate. }
  assert (HR : forall k, is_remoteness (g := level_game L k) normal (level_remoteness L R k)).
  { intros k; destruct (remoteness_exists (g := level_game L k) normal (level_finite L k fin)) as [Q HQ].
    assert (E : forall w, level_remoteness L R k w = Q w).
    { intros w; pose proof (remoteness_correct normal Q HQ w) as C.
      destruct (below (L w) k) eqn:B.
      - pose proof (level_terminal L k w (or_introl B)) as T.
        rewrite (terminal_remoteness normal Q HQ w T).
        apply below_true in B; destruct B as [l [El lk]].
        exact (level_remoteness_below L R k l w El lk).
      - apply below_false in B; destruct B as [E|Gk].
        + rewrite (level_remoteness_at L R k w E); pose proof (proj1 (H w)) as X; rewrite E in X.
          exact (has_remoteness_unique _ _ _ _ (proj2 X) C).
        + rewrite (level_remoteness_above L R k w Gk).
          exact (has_remoteness_unique _ _ infinity _ (proj2 (H w) k Gk) C). }
    intros w; specialize (HQ w); revert HQ.
    apply (same_moves_remoteness ((fun v => v) : level_game L k -> level_game L k)); auto; now rewrite map_id. }
  assert (here : forall k, below (L u) k = false -> (forall v, follower u v -> below (L v) k = false) ->
            remoteness_at normal (level_remoteness L R k) u).
  { intros k B A; generalize (HR k u).
    apply (same_moves_remoteness ((fun v => v) : level_game L k -> g)); auto.
    now rewrite map_id, (level_moves L k u B A). }
  destruct (terminal_dec u) as [T|T].
  - assert (T0 : terminal (g := level_game L 0) u).
    { unfold terminal in *; simpl; rewrite T; now destruct (_ || _). }
    pose proof (decided u 0 T0) as B; apply below_true in B; destruct B as [l [E Ll]].
    replace l with 0 in E by lia; apply draws_end; [exact T|exact E|].
    rewrite <- (level_remoteness_at L R 0 u E); exact (terminal_remoteness _ _ (HR 0) u T0).
  - assert (near : forall v k, follower u v -> below (L v) k = true -> below (L u) (S k) = true).
    { intros v k F B; apply decided, level_terminal; right; now exists v. }
    destruct (L u) as [k|] eqn:E.
    + pose proof (proj1 (H u)) as X; rewrite E in X; destruct X as [N _].
      destruct (level_cases L k u) as [[B|[v [F B]]]|[B A]].
      * rewrite E in B; simpl in B; apply Nat.ltb_lt in B; lia.
      * pose proof (proj1 (below_true _ _) B) as [l [El ll]].
        assert (k = S l).
        { pose proof (near v (S l) F) as Q; rewrite El, ?E in Q; unfold below in Q.
          rewrite !Nat.ltb_lt in Q; specialize (Q (Nat.lt_succ_diag_r l)); lia. }
        subst k.
        assert (A : forall w, follower u w -> below (L w) l = false).
        { intros w Fw; destruct (below (L w) l) eqn:Bw; [|reflexivity].
          pose proof (near w l Fw Bw) as Q; rewrite ?E in Q; apply Nat.ltb_lt in Q; lia. }
        apply (draws_fringe L R u l v F El A); [|exact E|].
        -- apply here; [rewrite ?E; apply Nat.ltb_ge; lia|exact A].
        -- rewrite <- (level_remoteness_at L R (S l) u E).
           apply (terminal_remoteness (g := level_game L (S l)) normal _ (HR (S l))).
           apply level_terminal; right; now exists v.
      * rewrite E in B; exact (draws_level L R u k T A (here k B A) E N).
    + pose proof (proj1 (H u)) as X; rewrite E in X.
      destruct (not_terminal u T) as [v F]; apply (draws_never L R u v F); auto.
      intros w Fw; destruct (L w) as [l|] eqn:El; [exfalso|reflexivity].
      pose proof (near w (S l) Fw) as Q; rewrite El, ?E in Q; unfold below in Q.
      rewrite Nat.ltb_lt in Q; specialize (Q (Nat.lt_succ_diag_r l)); discriminate Q.
Qed.

(* Two games of levels from which the same positions are removed are the same. *)
Lemma level_cover (L L' : g -> number) (k k' : nat) :
  (forall u, below (L u) k = below (L' u) k') ->
  is_cover ((fun u => u) : level_game L k -> level_game L' k').
Proof.
  intros H u v; unfold follower; simpl; rewrite (H u).
  replace (existsb (fun v => below (L v) k) (moves (d := g) u))
    with (existsb (fun v => below (L' v) k') (moves (d := g) u))
    by (induction (moves (d := g) u) as [|w l IH]; simpl; [reflexivity|now rewrite IH, H]).
  split; [intros F; now exists v|intros [w [F <-]]; exact F].
Qed.

Lemma levels_agree (L R L' R' : g -> number) (k : nat) :
  finite g -> draw_levels L R -> draw_levels L' R' ->
  (forall u, below (L u) k = below (L' u) k) ->
  forall u, L u = Some k -> L' u = Some k /\ R u = R' u.
Proof.
  intros fin H H' B u E; pose proof (proj1 (H u)) as X; rewrite E in X; destruct X as [N X].
  assert (X' : has_remoteness (g := level_game L' k) normal u (R u)).
  { apply (cover_has_remoteness _ (level_cover L' L k k (fun v => eq_sym (B v))) normal u (R u));
      [now apply level_finite|exact X]. }
  assert (E' : L' u = Some k).
  { pose proof (B u) as Y; rewrite E in Y; simpl in Y; rewrite Nat.ltb_irrefl in Y.
    symmetry in Y; apply below_false in Y; destruct Y as [Y|Y]; [exact Y|exfalso].
    apply N; exact (has_remoteness_unique _ _ _ infinity X' (proj2 (H' u) k Y)). }
  split; [exact E'|]; pose proof (proj1 (H' u)) as Y; rewrite E' in Y.
  exact (has_remoteness_unique _ _ _ _ X' (proj2 Y)).
Qed.

Theorem draw_levels_unique (L R L' R' : g -> number) :
  finite g -> draw_levels L R -> draw_levels L' R' -> forall u, L u = L' u /\ R u = R' u.
Proof.
  intros fin H H'.
  assert (B : forall k u, below (L u) k = below (L' u) k).
  { induction k as [|k IH]; intros u.
    - destruct (L u), (L' u); reflexivity.
    - assert (S : forall x : number, below x (S k) = true <-> below x k = true \/ x = Some k).
      { intros x; rewrite !below_true; split.
        - intros [l [-> Q]]; destruct (Nat.eq_dec l k); [right; congruence|left; exists l; split; auto; lia].
        - intros [[l [-> Q]]| ->]; [exists l; split; auto|exists k; auto]. }
      apply eq_true_iff_eq; rewrite !S, IH; split; (intros [Q|Q]; [now left|right]).
      + exact (proj1 (levels_agree L R L' R' k fin H H' IH u Q)).
      + exact (proj1 (levels_agree L' R' L R k fin H' H (fun v => eq_sym (IH v)) u Q)). }
  intros u; destruct (L u) as [k|] eqn:E.
  - destruct (levels_agree L R L' R' k fin H H' (B k) u E); auto.
  - assert (E' : L' u = infinity).
    { destruct (L' u) as [k|] eqn:E'; [|reflexivity].
      destruct (levels_agree L' R' L R k fin H' H (fun v => eq_sym (B k v)) u E'); congruence. }
    pose proof (proj1 (H u)) as X; pose proof (proj1 (H' u)) as Y; rewrite E in X; rewrite E' in Y.
    split; congruence.
Qed.

(* ---- existence ------------------------------------------------------------------- *)

(* The levels below n are right, and the others are infinite. *)
Definition levels_below (n : nat) (L R : g -> number) : Prop :=
  forall u : g,
  match L u with
  | Some k => k < n /\ R u <> infinity /\ has_remoteness (g := level_game L k) normal u (R u)
  | None => R u = infinity
  end /\
  forall k, k < n -> greater (L u) k -> has_outcome (g := level_game L k) normal u D_position.

Definition is_none (x : number) : bool := match x with None => true | Some _ => false end.

(* One more level, by the remoteness Q in its game. *)
Definition next_level (n : nat) (L Q : g -> number) (u : g) : number :=
  if is_none (L u) && negb (is_none (Q u)) then Some n else L u.

Definition next_remoteness (L R Q : g -> number) (u : g) : number :=
  if is_none (L u) then Q u else R u.

Lemma next_level_below (n : nat) (L R Q : g -> number) (k : nat) (u : g) :
  levels_below n L R -> k <= n -> below (next_level n L Q u) k = below (L u) k.
Proof.
  intros H B; unfold next_level; destruct (L u) as [l|]; simpl; [reflexivity|].
  destruct (Q u); [apply Nat.ltb_ge; lia|reflexivity].
Qed.

Lemma levels_step (n : nat) (L R Q : g -> number) :
  finite g -> levels_below n L R -> is_remoteness (g := level_game L n) normal Q ->
  levels_below (S n) (next_level n L Q) (next_remoteness L R Q).
Proof.
  intros fin H HQ u.
  assert (C : forall k, k <= n -> is_cover ((fun u => u) : level_game (next_level n L Q) k -> level_game L k)).
  { intros k B; apply level_cover; intros v; exact (next_level_below n L R Q k v H B). }
  assert (move_R : forall k x, k <= n -> has_remoteness (g := level_game L k) normal u x ->
            has_remoteness (g := level_game (next_level n L Q) k) normal u x).
  { intros k x B; exact (cover_has_remoteness _ (C k B) normal u x (level_finite L k fin)). }
  destruct (H u) as [X D]; set (L' := next_level n L Q) in *.
  replace (L' u) with (if is_none (L u) && negb (is_none (Q u)) then Some n else L u) by reflexivity.
  unfold next_remoteness.
  pose proof (remoteness_correct (g := level_game L n) normal Q HQ u) as HQu.
  destruct (L u) as [l|] eqn:E; simpl.
  - destruct X as [B [N X]]; split.
    + split; [lia|split; [exact N|apply move_R; [lia|exact X]]].
    + intros k Bk Gk; apply (move_R k infinity); [lia|]; apply D; [simpl in Gk; lia|exact Gk].
  - destruct (Q u) as [q|] eqn:Eq; simpl; rewrite ?E.
    + split; [split; [lia|split; [discriminate|apply (move_R n (Some q)); [lia|exact HQu]]]|].
      intros k Bk Gk; apply (move_R k infinity); [lia|]; apply D; [simpl in Gk; lia|exact I].
    + split; [reflexivity|]; intros k Bk _; apply (move_R k infinity); [lia|].
      destruct (Nat.eq_dec k n) as [->|Dk]; [exact HQu|apply D; [lia|exact I]].
Qed.

Lemma levels_done (n : nat) (L R Q : g -> number) :
  finite g -> levels_below n L R -> is_remoteness (g := level_game L n) normal Q ->
  (forall u, L u = infinity -> Q u = infinity) -> draw_levels L R.
Proof.
  intros fin H HQ A u; destruct (H u) as [X D]; split.
  - destruct (L u); [now destruct X|exact X].
  - intros k Gk; destruct (lt_dec k n) as [B|B]; [now apply D|].
    assert (E : L u = infinity).
    { destruct (L u) as [l|] eqn:E; [|reflexivity]; simpl in Gk; destruct X; lia. }
    assert (C : is_cover ((fun u => u) : level_game L k -> level_game L n)).
    { apply level_cover; intros v; pose proof (proj1 (H v)) as Y; destruct (L v) as [l|]; [|reflexivity].
      destruct Y as [Y _]; simpl; rewrite (proj2 (Nat.ltb_lt l n) Y); apply Nat.ltb_lt; lia. }
    apply (cover_has_remoteness _ C normal u infinity (level_finite L n fin)).
    pose proof (remoteness_correct (g := level_game L n) normal Q HQ u) as Y; now rewrite (A u E) in Y.
Qed.

Theorem draw_levels_exist : finite g -> exists L R : g -> number, draw_levels L R.
Proof.
  intros fin; pose proof fin as [l all].
  assert (next : forall n L R, levels_below n L R -> exists Q, is_remoteness (g := level_game L n) normal Q).
  { intros n L R _; exact (remoteness_exists (g := level_game L n) normal (level_finite L n fin)). }
  assert (run : forall c n L R, levels_below (S n) L R ->
            length (filter (fun u => is_none (L u)) l) <= c -> exists L R : g -> number, draw_levels L R).
  { induction c as [|c IH]; intros n L R H B; destruct (next _ _ _ H) as [Q HQ];
      (destruct (forallb (fun u => negb (is_none (L u)) || is_none (Q u)) l) eqn:A).
    1, 3: exists L, R; apply (levels_done (S n) L R Q fin H HQ); intros u E;
      (destruct (all u) as [I|T];
       [pose proof (proj1 (forallb_forall _ _) A u I) as X; cbv beta in X; rewrite E in X; simpl in X;
        destruct (Q u); [discriminate X|reflexivity]|]);
      exfalso; destruct (H u) as [_ D]; assert (G : greater (L u) 0) by (now rewrite E);
      specialize (D 0 (Nat.lt_0_succ n) G);
      destruct (remoteness_exists (g := level_game L 0) normal (level_finite L 0 fin)) as [Q0 H0];
      pose proof (remoteness_outcome normal Q0 H0 u) as O;
      (rewrite (terminal_remoteness normal Q0 H0 u) in O;
       [pose proof (has_outcome_unique _ _ _ _ O D); discriminate|]);
      unfold terminal in *; simpl; rewrite T; now destruct (_ || _).
    - exfalso; assert (X : exists u, In u l /\ (negb (is_none (L u)) || is_none (Q u)) = false).
      { clear - A; induction l as [|u l IH]; [discriminate A|]; simpl in A.
        apply andb_false_iff in A; destruct A as [A|A]; [exists u; split; [now left|exact A]|].
        destruct (IH A) as [v [I E]]; exists v; split; [now right|exact E]. }
      destruct X as [u [I E]]; apply orb_false_iff in E; destruct E as [E _].
      assert (In u (filter (fun u => is_none (L u)) l)) as Y.
      { apply filter_In; split; [exact I|now apply negb_false_iff]. }
      destruct (filter _ l); [destruct Y|simpl in B; lia].
    - apply (IH (S n) _ _ (levels_step (S n) L R Q fin H HQ)).
      assert (S : length (filter (fun u => is_none (next_level (S n) L Q u)) l) <
                  length (filter (fun u => is_none (L u)) l)); [|lia].
      clear - A; induction l as [|u l IH]; [discriminate A|].
      assert (M : length (filter (fun u => is_none (next_level (S n) L Q u)) l) <=
                  length (filter (fun u => is_none (L u)) l)).
      { clear; induction l as [|v l IH]; [apply le_n|]; simpl; unfold next_level at 1.
        destruct (L v); simpl; [exact IH|]; destruct (Q v); simpl; lia. }
      simpl in A; simpl; unfold next_level at 1; destruct (L u); simpl in *.
      + now apply IH.
      + destruct (Q u); simpl in *; [lia|specialize (IH A); lia]. }
  assert (H0 : levels_below 0 (fun _ => infinity) (fun _ => infinity)) by (intros u; split; [reflexivity|lia]).
  destruct (next _ _ _ H0) as [Q HQ].
  exact (run _ 0 _ _ (levels_step 0 _ _ Q fin H0 HQ) (le_n _)).
Qed.

End Draws.

(* A map that respects all moves carries levels over. *)
Theorem cover_draw_levels {g h : digraph} (f : g -> h) (L R : h -> number) :
  is_cover f -> finite h -> draw_levels L R -> draw_levels (fun u => L (f u)) (fun u => R (f u)).
Proof.
  intros cover fin H u.
  assert (C : forall k, is_cover (f : level_game (fun u => L (f u)) k -> level_game L k)).
  { intros k v w'; destruct (level_cases (fun u => L (f u)) k v) as [B|[B A]].
    - assert (T : terminal (g := level_game (fun u => L (f u)) k) v) by (now apply level_terminal).
      assert (T' : terminal (g := level_game L k) (f v)).
      { apply level_terminal; destruct B as [B|[w [F B]]]; [now left|right].
        exists (f w); split; [now apply cover_follower|exact B]. }
      split; [intros F; destruct (follower_not_terminal _ _ F T')|].
      intros [w [F _]]; destruct (follower_not_terminal _ _ F T).
    - unfold follower; rewrite (level_moves (fun u => L (f u)) k v B A), (level_moves L k (f v) B).
      + exact (cover v w').
      + intros w F; destruct (cover_lift f cover v w F) as [x [Fx <-]]; exact (A x Fx). }
  destruct (H (f u)) as [X D]; split.
  - destruct (L (f u)) as [k|]; [|exact X]; destruct X as [N X]; split; [exact N|].
    exact (cover_has_remoteness _ (C k) normal u _ (level_finite L k fin) X).
  - intros k Gk; exact (cover_has_outcome _ (C k) normal u _ (level_finite L k fin) (D k Gk)).
Qed.
