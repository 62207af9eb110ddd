(* Sums of games [FY86, Theorem 5 and Corollary 2].

   In a sum a player moves in exactly one component. The value of a sum is the
   generalized nim-sum of the values of its components:

     a ⊕ b adds without carry, a ⊕ ∞(K) = ∞({a ⊕ x : x in K}), ∞ ⊕ ∞ = ∞(∅).

   The paper states the theorem for monotonic counterfunctions c_i and the
   counterfunction that adds them. The sum of two monotonic counterfunctions is
   in general not monotonic, so the theorem for two components cannot be
   applied again to get it for three. We prove that counterfunctions in the
   sense of Definition 2 can be added; monotonic ones are among them. *)

Require Import List Arith Lia Bool.
Import ListNotations.
From Grundy Require Import Digraph Play Grundy Value NimSum Definition2.

Lemma sum_follower (g h : digraph) (u : g) (v : h) (x : sum g h) :
  follower (g := sum g h) (u, v) x <->
  (exists u', follower u u' /\ x = (u', v)) \/ (exists v', follower v v' /\ x = (u, v')).
Proof.
  unfold follower; simpl; rewrite in_app_iff, !in_map_iff.
  split; intros [[y [A B]]|[y [A B]]]; [left|right|left|right]; exists y; split; auto.
Qed.

Section Values.
Context {g h : digraph} (G : g -> number) (H : h -> number).

Notation sum_value := (sum_value G H).

(* The set K of an infinite value, in the three cases. *)
Lemma sum_values_right (u : g) (v : h) (a : nat) :
  G u = Some a -> H v = infinity ->
  forall k, values sum_value (u, v) k <-> exists x, values H v x /\ k = Nat.lxor a x.
Proof.
  intros Eu Ev k; split.
  - intros [x [F E]]; apply sum_follower in F; destruct F as [[u' [F ->]]|[v' [F ->]]].
    + unfold sum_value in E; simpl in E; rewrite Ev in E; destruct (G u'); discriminate E.
    + unfold sum_value in E; simpl in E; rewrite Eu in E; simpl in E.
      destruct (H v') as [y|] eqn:Ey; [|discriminate E].
      exists y; split; [now exists v'|congruence].
  - intros [x [[v' [F E]] ->]]; exists (u, v'); split; [apply sum_follower; right; now exists v'|].
    unfold sum_value; simpl; now rewrite Eu, E.
Qed.

Lemma sum_values_left (u : g) (v : h) (b : nat) :
  G u = infinity -> H v = Some b ->
  forall k, values sum_value (u, v) k <-> exists x, values G u x /\ k = Nat.lxor x b.
Proof.
  intros Eu Ev k; split.
  - intros [x [F E]]; apply sum_follower in F; destruct F as [[u' [F ->]]|[v' [F ->]]].
    + unfold sum_value in E; simpl in E; rewrite Ev in E.
      destruct (G u') as [y|] eqn:Ey; [|discriminate E].
      exists y; split; [now exists u'|simpl in E; congruence].
    + unfold sum_value in E; simpl in E; rewrite Eu in E; discriminate E.
  - intros [x [[u' [F E]] ->]]; exists (u', v); split; [apply sum_follower; left; now exists u'|].
    unfold sum_value; simpl; now rewrite Ev, E.
Qed.

Lemma sum_values_both (u : g) (v : h) :
  G u = infinity -> H v = infinity -> forall k, ~ values sum_value (u, v) k.
Proof.
  intros Eu Ev k [x [F E]]; apply sum_follower in F; destruct F as [[u' [F ->]]|[v' [F ->]]];
    unfold sum_value in E; simpl in E.
  - rewrite Ev in E; destruct (G u'); discriminate E.
  - rewrite Eu in E; discriminate E.
Qed.

End Values.

(* The arithmetic of condition C for a ⊕ ∞(K): m is the mex of
   {a ⊕ x : x in K} and b the mex of K. Either the move in the component of
   infinite value that condition C gives is right, or a move in the other
   component to the value b ⊕ m. *)
Lemma mex_of_translate (K : nat -> Prop) (a b m : nat) :
  is_mex K b -> is_mex (fun k => exists x, K x /\ k = Nat.lxor a x) m ->
  m = Nat.lxor a b \/ Nat.lxor b m < a.
Proof.
  intros [nb below_b] [nm below_m].
  destruct (Nat.eq_dec m (Nat.lxor a b)) as [E|E]; [now left|right].
  assert (na : ~ K (Nat.lxor a m)).
  { intros X; apply nm; exists (Nat.lxor a m); split; [exact X|now rewrite lxor_cancel]. }
  assert (L : b <= Nat.lxor a m).
  { destruct (Nat.le_gt_cases b (Nat.lxor a m)) as [L|L]; [exact L|destruct (na (below_b _ L))]. }
  assert (L' : m <= Nat.lxor a b).
  { destruct (Nat.le_gt_cases m (Nat.lxor a b)) as [L'|L']; [exact L'|].
    destruct (below_m _ L') as [x [X Y]]; apply lxor_inj in Y; subst x; destruct (nb X). }
  destruct (nim_choice a b m ltac:(lia)) as [X|X]; [exact X|lia].
Qed.

Section Counters.
Context {g h : digraph} (G : g -> number) (H : h -> number) (c : g -> nat) (d : h -> nat).

Notation sum_counter := (sum_counter c d).

(* Mex of a set that can be decided and is bounded. *)
Lemma mex_of_followers {k : digraph} (K : k -> number) (u : k) : exists m, is_mex (values K u) m.
Proof.
  assert (S : forall n, (exists m, is_mex (values K u) m) \/ forall j, j < n -> values K u j).
  { induction n as [|n [IH|IH]]; [right; lia|now left|].
    destruct (values_dec K u n) as [V|V].
    - right; intros j L; destruct (Nat.eq_dec j n) as [->|D]; [exact V|apply IH; lia].
    - left; exists n; now split. }
  destruct (S (Datatypes.S (length (moves u)))) as [M|M]; [exact M|exfalso].
  set (f := fun v => match K v with Some x => x | None => 0 end).
  enough (X : length (seq 0 (Datatypes.S (length (moves u)))) <= length (map f (moves u))).
  { rewrite seq_length, map_length in X; lia. }
  apply NoDup_incl_length; [apply seq_NoDup|].
  intros j I; apply in_seq in I; destruct (M j ltac:(lia)) as [v [F E]].
  apply in_map_iff; exists v; split; [unfold f; now rewrite E|exact F].
Qed.

(* The conditions at a position of the sum follow from those at its two
   components. *)
Theorem sum_is_grundy_2_at (u : g) (v : h) :
  grundy_2_at G c u -> grundy_2_at H d v -> grundy_2_at (sum_value G H) sum_counter (u, v).
Proof.
  intros [A1u [A2u [B1u Cu]]] [A1v [A2v [B1v Cv]]]; split; [|split; [|split]].
  - (* A′: lower one of the two values. *)
    intros k i E L; unfold sum_value in E; simpl in E.
    destruct (G u) as [a|] eqn:Eu; [|discriminate E].
    destruct (H v) as [b|] eqn:Ev; [|discriminate E].
    simpl in E; injection E as <-.
    destruct (nim_choice a b i L) as [X|X].
    + destruct (A1u a _ Eu X) as [u' [F [E' L']]].
      exists (u', v); split; [apply sum_follower; left; now exists u'|].
      unfold sum_value, sum_counter; simpl; rewrite E', Ev; simpl; split; [|lia].
      f_equal; now rewrite (Nat.lxor_comm b i), lxor_cancel_r.
    + destruct (A1v b _ Ev X) as [v' [F [E' L']]].
      exists (u, v'); split; [apply sum_follower; right; now exists v'|].
      unfold sum_value, sum_counter; simpl; rewrite E', Eu; simpl; split; [|lia].
      f_equal; apply lxor_cancel.
  - (* A″: the component that moves changes its value. *)
    intros k x E F L X; unfold sum_value, sum_counter in *; simpl in *.
    destruct (G u) as [a|] eqn:Eu; [|discriminate E].
    destruct (H v) as [b|] eqn:Ev; [|discriminate E].
    apply sum_follower in F; destruct F as [[u' [F ->]]|[v' [F ->]]]; simpl in X.
    + rewrite Ev in X; destruct (G u') as [a'|] eqn:E'; [|discriminate X].
      simpl in X; injection X as X; apply lxor_inj_r in X; subst a'.
      apply (A2u a u' Eu F); [simpl in L; lia|congruence].
    + rewrite Eu in X; destruct (H v') as [b'|] eqn:E'; [|discriminate X].
      simpl in X; injection X as X; apply lxor_inj in X; subst b'.
      apply (A2v b v' Ev F); [simpl in L; lia|congruence].
  - (* B′: reply in the same component. *)
    intros k x E F X; unfold sum_value, sum_counter in *; simpl in *.
    destruct (G u) as [a|] eqn:Eu; [|discriminate E].
    destruct (H v) as [b|] eqn:Ev; [|discriminate E].
    apply sum_follower in F; destruct F as [[u' [F ->]]|[v' [F ->]]]; simpl in X.
    + destruct (B1u a u' Eu F) as [w [Fw [Ew Lw]]].
      { destruct X as [X|X]; [left|right; lia].
        rewrite Ev in X; destruct (G u'); [discriminate X|reflexivity]. }
      exists (w, v); split; [apply sum_follower; left; now exists w|].
      simpl; rewrite Ew, Ev; split; [exact E|lia].
    + destruct (B1v b v' Ev F) as [w [Fw [Ew Lw]]].
      { destruct X as [X|X]; [left|right; lia].
        rewrite Eu in X; destruct (H v'); [discriminate X|reflexivity]. }
      exists (u, w); split; [apply sum_follower; right; now exists w|].
      simpl; rewrite Ew, Eu; split; [exact E|lia].
  - (* C. *)
    intros E; destruct (mex_of_followers (sum_value G H) (u, v)) as [m M].
    enough (X : exists x, follower (g := sum g h) (u, v) x /\ sum_value G H x = infinity /\
                          ~ values (sum_value G H) x m).
    { destruct X as [x [F [Ex N]]]; now exists x, m. }
    unfold sum_value in E; simpl in E.
    destruct (G u) as [a|] eqn:Eu; destruct (H v) as [b|] eqn:Ev; try discriminate E; clear E.
    + (* a ⊕ ∞(K) *)
      destruct (Cv Ev) as [v' [y [F [E' [My N]]]]].
      destruct (mex_of_translate (values H v) a y m My) as [->|L].
      { destruct M as [M1 M2]; split.
        - intros X; apply M1, (sum_values_right G H u v a Eu Ev); exact X.
        - intros j Lj; apply (sum_values_right G H u v a Eu Ev); exact (M2 j Lj). }
      * exists (u, v'); split; [apply sum_follower; right; now exists v'|]; split.
        { unfold sum_value; simpl; now rewrite Eu, E'. }
        rewrite (sum_values_right G H u v' a Eu E').
        intros [x [X Y]]; apply lxor_inj in Y; subst x; exact (N X).
      * destruct (A1u a _ Eu L) as [u' [Fu [Eu' _]]].
        exists (u', v); split; [apply sum_follower; left; now exists u'|]; split.
        { unfold sum_value; simpl; now rewrite Eu', Ev. }
        rewrite (sum_values_right G H u' v _ Eu' Ev).
        intros [x [X Y]].
        assert (x = y) as ->.
        { apply (lxor_inj (Nat.lxor y m)); rewrite <- Y.
          now rewrite (Nat.lxor_comm y m), lxor_cancel_r. }
        exact (proj1 My X).
    + (* ∞(K) ⊕ b *)
      destruct (Cu Eu) as [u' [y [F [E' [My N]]]]].
      destruct (mex_of_translate (values G u) b y m My) as [->|L].
      { destruct M as [M1 M2]; split.
        - intros [x [X Y]]; apply M1, (sum_values_left G H u v b Eu Ev).
          exists x; split; [exact X|now rewrite Nat.lxor_comm].
        - intros j Lj; destruct (proj1 (sum_values_left G H u v b Eu Ev j) (M2 j Lj)) as [x [X Y]].
          exists x; split; [exact X|now rewrite Nat.lxor_comm]. }
      * exists (u', v); split; [apply sum_follower; left; now exists u'|]; split.
        { unfold sum_value; simpl; now rewrite E'. }
        rewrite (sum_values_left G H u' v b E' Ev).
        intros [x [X Y]]; rewrite Nat.lxor_comm in Y; apply lxor_inj_r in Y; subst x; exact (N X).
      * destruct (A1v b _ Ev L) as [v' [Fv [Ev' _]]].
        exists (u, v'); split; [apply sum_follower; right; now exists v'|]; split.
        { unfold sum_value; simpl; now rewrite Eu. }
        rewrite (sum_values_left G H u v' _ Eu Ev').
        intros [x [X Y]].
        assert (x = y) as ->.
        { apply (lxor_inj_r (Nat.lxor y m)); rewrite <- Y; now rewrite lxor_cancel. }
        exact (proj1 My X).
    + (* ∞ ⊕ ∞: any move to an infinite value keeps both infinite. *)
      destruct (Cu Eu) as [u' [y [F [E' _]]]].
      exists (u', v); split; [apply sum_follower; left; now exists u'|]; split.
      { unfold sum_value; simpl; now rewrite E'. }
      now apply sum_values_both.
Qed.

Theorem sum_is_grundy_2 :
  is_grundy_2 G c -> is_grundy_2 H d -> is_grundy_2 (sum_value G H) sum_counter.
Proof. intros HG HH [u v]; apply sum_is_grundy_2_at; [apply HG|apply HH]. Qed.

End Counters.

Lemma no_game_is_grundy_2 : has_grundy_2 (sum_of []).
Proof.
  intros u; simpl; split; [|split; [|split]].
  - intros k i E L; injection E as <-; lia.
  - intros k v E [].
  - intros k v E [].
  - intros E; discriminate E.
Qed.

(* For counterfunctions in the sense of Definition 2. *)
Theorem sum_theorem_2 (l : list solved_game) :
  Forall has_grundy_2 l -> has_grundy_2 (sum_of l).
Proof.
  induction 1 as [|s l Hs _ IH]; [exact no_game_is_grundy_2|].
  now apply sum_is_grundy_2.
Qed.

(* [FY86, Theorem 5]. *)
Theorem sum_theorem (l : list solved_game) :
  Forall (fun s => has_grundy s /\ has_monotonic_counter s) l -> has_grundy (sum_of l).
Proof.
  intros H; apply definition_2_implies_1, sum_theorem_2.
  apply Forall_impl with (2 := H); intros s [A B]; now apply definition_1_implies_2.
Qed.

(* … and these values are the only G-function of the sum. *)
Theorem sum_theorem_unique (l : list solved_game) (G : sum_of l -> number) (c : sum_of l -> nat) :
  Forall (fun s => has_grundy s /\ has_monotonic_counter s) l ->
  is_grundy G c -> forall x, G x = game_value x.
Proof. intros H HG; now apply (grundy_unique G _ c game_counter HG), sum_theorem. Qed.

(* Infinite values, with their sets K. *)
Theorem sum_infinite (s : solved_game) (l : list solved_game) (u : s) (v : sum_of l) :
  (forall a, game_value u = Some a -> game_value v = infinity ->
     game_value (s := sum_of (s :: l)) (u, v) = infinity /\
     forall k, values (@game_value (sum_of (s :: l))) (u, v) k <->
               exists x, values game_value v x /\ k = Nat.lxor a x) /\
  (forall b, game_value u = infinity -> game_value v = Some b ->
     game_value (s := sum_of (s :: l)) (u, v) = infinity /\
     forall k, values (@game_value (sum_of (s :: l))) (u, v) k <->
               exists x, values game_value u x /\ k = Nat.lxor x b) /\
  (game_value u = infinity -> game_value v = infinity ->
     game_value (s := sum_of (s :: l)) (u, v) = infinity /\
     forall k, ~ values (@game_value (sum_of (s :: l))) (u, v) k).
Proof.
  split; [|split].
  - intros a Eu Ev; split; [|now apply sum_values_right].
    simpl; unfold sum_value; simpl; now rewrite Eu, Ev.
  - intros b Eu Ev; split; [|now apply sum_values_left].
    simpl; unfold sum_value; simpl; now rewrite Eu.
  - intros Eu Ev; split; [|now apply sum_values_both].
    simpl; unfold sum_value; simpl; now rewrite Eu.
Qed.

(* [FY86, Corollary 2]. *)
Theorem sum_outcome (l : list solved_game) (x : sum_of l) (o : outcome) :
  Forall (fun s => has_grundy s /\ has_monotonic_counter s) l ->
  has_outcome normal x o <-> outcome_by_value game_value x o.
Proof. intros H; apply (outcome_grundy _ game_counter); now apply sum_theorem. Qed.

(* The strategy by total counters: a player who can move to value 0 and always
   chooses such a move with the least total counter wins in finitely many
   moves, at most 1 + 2 C, where C is the total after the first move. *)
Theorem total_counters_win (l : list solved_game) (x : sum_of l) (s : strategy (sum_of l)) :
  Forall (fun s => has_grundy s /\ has_monotonic_counter s) l ->
  by_counter game_value game_counter s ->
  (game_value x = Some 0 ->
     winning_within normal s previous_player x (2 * game_counter x)) /\
  (values game_value x 0 ->
     winning_within normal s next_player x (1 + 2 * game_counter (s x []))).
Proof.
  intros H S; apply sum_theorem in H; split.
  - now apply (counter_strategy_previous _ game_counter).
  - now apply (counter_strategy_next _ game_counter).
Qed.

Theorem total_counters_exist (l : list solved_game) :
  Forall (fun s => has_grundy s /\ has_monotonic_counter s) l ->
  exists f : sum_of l -> sum_of l, by_counter game_value game_counter (positional f).
Proof.
  intros H; apply sum_theorem in H; eexists; now apply (best_reply_by_counter _ game_counter).
Qed.
