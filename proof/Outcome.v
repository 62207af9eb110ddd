(* Outcomes: the least labelling is what the players can force
   [FY86, §5, Lemma 2, Theorem 3]; [Smi66, §4].

   [lost u] and [won u] say that the player to move at u loses or wins by the
   rules of backward induction. They are the least sets with these rules. In a
   finite digraph, [lost] are the positions where the previous player can force
   a win, and [won] those where the next player can. *)

Require Import List Arith Lia Bool.
Import ListNotations.
From Grundy Require Import Digraph Play Grundy Remoteness Iterate.

Section Labelling.
Context {g : digraph} (sp : convention g).

Inductive lost : g -> Prop :=
  | lost_end u : terminal u -> sp u = true -> lost u
  | lost_step u : ~ terminal u -> (forall v, follower u v -> won v) -> lost u
with won : g -> Prop :=
  | won_end u : terminal u -> sp u = false -> won u
  | won_step u v : follower u v -> lost v -> won u.

Scheme lost_induction := Minimality for lost Sort Prop
  with won_induction := Minimality for won Sort Prop.
Combined Scheme labelling_induction from lost_induction, won_induction.

Notation closed := (closed sp).

(* [lost] and [won] are the least such sets. *)
Theorem labelling_closed : closed lost won.
Proof.
  split; [|split].
  - intros u T; destruct (sp u) eqn:E; [now apply lost_end|now apply won_end].
  - apply lost_step.
  - apply won_step.
Qed.

Theorem labelling_least (X Y : g -> Prop) :
  closed X Y -> (forall u, lost u -> X u) /\ (forall u, won u -> Y u).
Proof.
  intros [E [A B]]; apply labelling_induction.
  - intros u T S; specialize (E u T); now rewrite S in E.
  - intros u T _ H; now apply A.
  - intros u T S; specialize (E u T); now rewrite S in E.
  - intros u v F _ H; now apply (B u v).
Qed.

(* With a remoteness function, labels are its parity. *)
Section WithRemoteness.
Context (R : g -> number) (HR : is_remoteness sp R).

Lemma label_remoteness (r : nat) (u : g) :
  R u = Some r -> if Nat.odd r then won u else lost u.
Proof.
  revert u; induction r as [r IH] using lt_wf_ind; intros u E.
  destruct (HR u) as [T Eu|v k F Ev ev _ Eu|v k F Ev all Eu|v F Ev _ Eu].
  - rewrite E in Eu; injection Eu as ->.
    destruct (sp u) eqn:S; simpl; [now apply lost_end|now apply won_end].
  - rewrite E in Eu; injection Eu as ->.
    rewrite Nat.odd_succ, ev; apply (won_step u v F).
    pose proof (IH k (Nat.lt_succ_diag_r k) v Ev) as H.
    rewrite <- Nat.negb_even, ev in H; exact H.
  - rewrite E in Eu; injection Eu as ->.
    destruct (all v F) as [k' [Ek [Ok _]]].
    rewrite Ev in Ek; injection Ek as <-.
    rewrite odd_step, Ok; simpl.
    apply lost_step; [exact (follower_not_terminal u v F)|].
    intros w Fw; destruct (all w Fw) as [l [El [Ol Ll]]].
    pose proof (IH l ltac:(lia) w El) as H; now rewrite Ol in H.
  - congruence.
Qed.

Lemma remoteness_label :
  (forall u, lost u -> exists r, R u = Some r /\ Nat.odd r = false) /\
  (forall u, won u -> exists r, R u = Some r /\ Nat.odd r = true).
Proof.
  apply labelling_least; split; [|split].
  - intros u T; rewrite (terminal_remoteness sp R HR u T).
    destruct (sp u); eexists; split; reflexivity.
  - intros u T all.
    destruct (HR u) as [T' _|v k F Ev ev _ Eu|v k F Ev odds Eu|v F Ev _ Eu].
    + destruct (T T').
    + destruct (all v F) as [l [El Ol]]; rewrite Ev in El; injection El as <-.
      rewrite <- Nat.negb_even, ev in Ol; discriminate Ol.
    + exists (S k); split; [exact Eu|].
      destruct (all v F) as [l [El Ol]]; rewrite Ev in El; injection El as <-.
      now rewrite odd_step, Ol.
    + destruct (all v F) as [l [El _]]; congruence.
  - intros u v F [k [Ek Ok]].
    destruct (odd_remoteness sp R HR u v k F Ek Ok) as [r [Er [Or _]]]; now exists r.
Qed.

End WithRemoteness.

(* Rounds of backward induction: the player to move loses or wins within t. *)
Fixpoint lost_in (t : nat) (u : g) : bool :=
  match moves u, t with
  | [], _ => sp u
  | _, 0 => false
  | l, S t => forallb (won_in t) l
  end
with won_in (t : nat) (u : g) : bool :=
  match t with
  | 0 => false
  | S t =>
      match moves u with
      | [] => negb (sp u)
      | l => existsb (lost_in t) l
      end
  end.

Lemma lost_in_step (t : nat) (u : g) :
  ~ terminal u -> lost_in (S t) u = forallb (won_in t) (moves u).
Proof. unfold terminal; simpl; destruct (moves u); [congruence|reflexivity]. Qed.

Lemma won_in_step (t : nat) (u : g) :
  ~ terminal u -> won_in (S t) u = existsb (lost_in t) (moves u).
Proof. unfold terminal; simpl; destruct (moves u); [congruence|reflexivity]. Qed.

Lemma lost_in_terminal (t : nat) (u : g) : terminal u -> lost_in t u = sp u.
Proof. unfold terminal; intros T; destruct t; simpl; now rewrite T. Qed.

Lemma won_in_terminal (t : nat) (u : g) : terminal u -> won_in (S t) u = negb (sp u).
Proof. unfold terminal; intros T; simpl; now rewrite T. Qed.

Lemma lost_in_zero (u : g) : ~ terminal u -> lost_in 0 u = false.
Proof. unfold terminal; simpl; destruct (moves u); [congruence|reflexivity]. Qed.

Lemma rounds_grow (t : nat) (u : g) :
  (lost_in t u = true -> lost_in (S t) u = true) /\ (won_in t u = true -> won_in (S t) u = true).
Proof.
  revert u; induction t as [|t IH]; intros u; destruct (terminal_dec u) as [T|T].
  - rewrite !lost_in_terminal by exact T; split; [auto|discriminate].
  - rewrite lost_in_zero by exact T; split; discriminate.
  - rewrite !lost_in_terminal, !won_in_terminal by exact T; auto.
  - rewrite !lost_in_step, !won_in_step by exact T; rewrite !forallb_forall, !existsb_exists.
    split.
    + intros H v F; now apply IH, H.
    + intros [v [F H]]; exists v; split; [exact F|now apply IH].
Qed.

Lemma lost_in_grows (t t' : nat) (u : g) : t <= t' -> lost_in t u = true -> lost_in t' u = true.
Proof. induction 1 as [|t' L IH]; auto; intros H; now apply rounds_grow, IH. Qed.

Lemma won_in_grows (t t' : nat) (u : g) : t <= t' -> won_in t u = true -> won_in t' u = true.
Proof. induction 1 as [|t' L IH]; auto; intros H; now apply rounds_grow, IH. Qed.

(* Nobody wins and loses. *)
Lemma rounds_disjoint (t t' : nat) (u : g) : lost_in t u = true -> won_in t' u = true -> False.
Proof.
  revert t' u; induction t as [|t IH]; intros t' u; destruct (terminal_dec u) as [T|T].
  - destruct t'; [discriminate|].
    rewrite lost_in_terminal, won_in_terminal by exact T; destruct (sp u); discriminate.
  - rewrite lost_in_zero by exact T; discriminate.
  - destruct t'; [discriminate|].
    rewrite lost_in_terminal, won_in_terminal by exact T; destruct (sp u); discriminate.
  - destruct t' as [|t']; [discriminate|].
    rewrite lost_in_step, won_in_step by exact T; rewrite forallb_forall, existsb_exists.
    intros H [v [F L]].
    specialize (H v F); revert L H.
    (* The follower v is won within t and lost within t'. *)
    destruct (Nat.le_gt_cases t' t) as [C|C].
    + intros L W; exact (IH t v (lost_in_grows t' t v C L) W).
    + (* t < t': descend into a follower of v that is lost within t - 1. *)
      clear T F; intros L W.
      destruct (terminal_dec v) as [T|T].
      { destruct t; [discriminate W|].
        rewrite lost_in_terminal in L by exact T; rewrite won_in_terminal in W by exact T.
        destruct (sp v); discriminate. }
      destruct t as [|t]; [discriminate W|].
      rewrite won_in_step in W by exact T; rewrite existsb_exists in W.
      destruct W as [w [F Lw]].
      destruct t' as [|t']; [lia|].
      rewrite lost_in_step in L by exact T; rewrite forallb_forall in L.
      exact (IH t' w (lost_in_grows t (S t) w (Nat.le_succ_diag_r t) Lw) (L w F)).
Qed.

(* A position is lost for the first time in an even round, and won in an odd one. *)
Lemma rounds_parity (t : nat) (u : g) :
  (lost_in t u = true -> (forall s, s < t -> lost_in s u = false) -> Nat.odd t = false) /\
  (won_in t u = true -> (forall s, s < t -> won_in s u = false) -> Nat.odd t = true).
Proof.
  revert u; induction t as [|t IH]; intros u; [split; [reflexivity|discriminate]|].
  destruct (terminal_dec u) as [T|T].
  - split.
    + intros H B; specialize (B 0 ltac:(lia)); rewrite lost_in_terminal in * by exact T; congruence.
    + intros H B; destruct t as [|t]; [reflexivity|].
      specialize (B 1 ltac:(lia)); rewrite won_in_terminal in * by exact T; congruence.
  - rewrite lost_in_step, won_in_step by exact T; rewrite forallb_forall, existsb_exists; split.
    + intros H B; rewrite odd_step.
      destruct (follower_search u (fun v => forall s, s < t ->
        won_in s v = false)) as [[v [F N]]|N].
      * intros v; destruct t as [|t]; [left; lia|].
        destruct (won_in t v) eqn:E; [right|left].
        -- intros N; rewrite (N t) in E by lia; discriminate.
        -- intros s L; destruct (won_in s v) eqn:E'; [|reflexivity].
           rewrite (won_in_grows s t v) in E by (lia || exact E'); discriminate.
      * now rewrite (proj2 (IH v) (H v F) N).
      * exfalso; destruct t as [|t].
        { destruct (not_terminal u T) as [v F]; apply (N v F); lia. }
        specialize (B (S t) ltac:(lia)); rewrite lost_in_step in B by exact T.
        assert (X : forallb (won_in t) (moves u) = true); [|congruence].
        apply forallb_forall; intros v F; destruct (won_in t v) eqn:E; [reflexivity|].
        exfalso; apply (N v F); intros s L; destruct (won_in s v) eqn:E'; [|reflexivity].
        rewrite (won_in_grows s t v) in E by (lia || exact E'); discriminate.
    + intros [v [F H]] B; rewrite odd_step.
      rewrite (proj1 (IH v) H); [reflexivity|].
      intros s L; specialize (B (S s) ltac:(lia)); rewrite won_in_step in B by exact T.
      destruct (lost_in s v) eqn:E; [|reflexivity].
      rewrite <- B; symmetry; apply existsb_exists; now exists v.
Qed.

(* In a finite digraph nothing changes after some round. *)
Lemma rounds_stop :
  finite g -> exists n, forall t u, n <= t ->
    lost_in t u = lost_in n u /\ won_in t u = won_in n u.
Proof.
  intros [l fin].
  destruct (family_stops
    (fun t (x : g + g) => match x with inl u => lost_in t u | inr u => won_in t u end)
    (map inl l ++ map inr l)) as [n [L E]].
  { intros t [u|u]; apply rounds_grow. }
  assert (stop : forall u, lost_in (S n) u = lost_in n u /\ won_in (S n) u = won_in n u).
  { intros u; destruct (fin u) as [I|T].
    - split.
      + apply (E (inl u)), in_app_iff; left; now apply in_map.
      + apply (E (inr u)), in_app_iff; right; now apply in_map.
    - destruct n as [|n]; [lia|].
      now rewrite !lost_in_terminal, !won_in_terminal by exact T. }
  exists n; intros t u H; revert u; induction H as [|t H IH]; [split; reflexivity|].
  intros u; destruct (stop u) as [SL SW].
  destruct (terminal_dec u) as [T|T].
  - rewrite !lost_in_terminal by exact T; split; [reflexivity|].
    destruct n as [|n]; [lia|]; now rewrite !won_in_terminal by exact T.
  - rewrite <- SL, <- SW, !lost_in_step, !won_in_step by exact T; split.
    + apply eq_true_iff_eq; rewrite !forallb_forall; split; intros X v F;
        specialize (X v F); [now rewrite <- (proj2 (IH v))|now rewrite (proj2 (IH v))].
    + apply eq_true_iff_eq; rewrite !existsb_exists; split; intros [v [F X]]; exists v;
        (split; [exact F|]); [now rewrite <- (proj1 (IH v))|now rewrite (proj1 (IH v))].
Qed.

(* Every finite digraph has a remoteness function. *)
Theorem remoteness_exists : finite g -> exists R, is_remoteness sp R.
Proof.
  intros fin; destruct (rounds_stop fin) as [n stop].
  set (known := fun u t => lost_in t u || won_in t u).
  set (R := fun u : g => first (known u) n).
  exists R.
  assert (some : forall u k, R u = Some k ->
    (if Nat.odd k then won_in k u = true else lost_in k u = true) /\ k <= n /\
    forall t, t < k -> lost_in t u = false /\ won_in t u = false).
  { intros u k E; destruct (first_some _ _ _ E) as [K [L B]].
    assert (B' : forall t, t < k -> lost_in t u = false /\ won_in t u = false).
    { intros t Lt; now apply orb_false_iff, B. }
    repeat split; auto; try (now apply B').
    apply orb_true_iff in K; destruct K as [K|K].
    - rewrite (proj1 (rounds_parity k u) K); [exact K|]. intros s Ls; now apply B'.
    - rewrite (proj2 (rounds_parity k u) K); [exact K|]. intros s Ls; now apply B'. }
  assert (none : forall u, R u = None -> forall t, lost_in t u = false /\ won_in t u = false).
  { intros u E t; destruct (Nat.le_gt_cases t n) as [L|L].
    - apply orb_false_iff; exact (first_none _ _ E t L).
    - destruct (stop t u ltac:(lia)) as [-> ->].
      apply orb_false_iff; exact (first_none _ _ E n (le_n n)). }
  assert (from_lost : forall u t, lost_in t u = true ->
                      exists k, R u = Some k /\ Nat.odd k = false /\ k <= t).
  { intros u t H; destruct (R u) as [k|] eqn:E.
    - destruct (some u k E) as [K [L B]]; exists k; split; [reflexivity|].
      destruct (Nat.odd k); [destruct (rounds_disjoint t k u H K)|split; [reflexivity|]].
      destruct (Nat.le_gt_cases k t) as [C|C]; [exact C|]. destruct (B t C); congruence.
    - destruct (none u E t); congruence. }
  assert (from_won : forall u t, won_in t u = true ->
                     exists k, R u = Some k /\ Nat.odd k = true /\ k <= t).
  { intros u t H; destruct (R u) as [k|] eqn:E.
    - destruct (some u k E) as [K [L B]]; exists k; split; [reflexivity|].
      destruct (Nat.odd k); [split; [reflexivity|]|destruct (rounds_disjoint k t u K H)].
      destruct (Nat.le_gt_cases k t) as [C|C]; [exact C|]. destruct (B t C); congruence.
    - destruct (none u E t); congruence. }
  assert (to_won : forall u v k, ~ terminal u -> follower u v -> R v = Some k ->
    Nat.odd k = false ->
                   won_in (S k) u = true).
  { intros u v k T F E O; rewrite won_in_step by exact T; apply existsb_exists; exists v.
    split; [exact F|]; destruct (some v k E) as [K _]; now rewrite O in K. }
  intros u; destruct (terminal_dec u) as [T|T].
  { apply remoteness_end; [exact T|].
    destruct (sp u) eqn:S.
    - destruct (from_lost u 0) as [k [E [_ L]]]; [now rewrite lost_in_terminal|].
      rewrite E; f_equal; lia.
    - destruct (from_won u 1) as [k [E [O L]]]; [now rewrite won_in_terminal, S|].
      rewrite E; f_equal; destruct k as [|k]; [discriminate O|lia]. }
  destruct (R u) as [k|] eqn:E.
  - destruct (some u k E) as [K [L B]]; destruct (Nat.odd k) eqn:O.
    + destruct k as [|t]; [discriminate O|].
      pose proof K as K'; rewrite won_in_step in K' by exact T; apply existsb_exists in K'.
      destruct K' as [v [F Lv]]; destruct (from_lost v t Lv) as [s [Es [Os Ls]]].
      assert (s = t).
      { destruct (Nat.eq_dec s t) as [X|X]; [exact X|exfalso].
        destruct (B (S s) ltac:(lia)) as [_ W]; rewrite (to_won u v s T F Es Os) in W;
          discriminate W. }
      subst s; apply (remoteness_odd sp R u v t F Es); [now rewrite <- Nat.negb_odd, Os| |exact E].
      intros w j Fw Ew ev; destruct (Nat.le_gt_cases t j) as [C|C]; [exact C|exfalso].
      destruct (B (S j) ltac:(lia)) as [_ W].
      rewrite (to_won u w j T Fw Ew) in W; [discriminate W|now rewrite <- Nat.negb_even, ev].
    + destruct k as [|t]; [rewrite lost_in_zero in K by exact T; discriminate K|].
      pose proof K as K'; rewrite lost_in_step in K' by exact T; rewrite forallb_forall in K'.
      destruct (follower_search u (fun v => R v = Some t)) as [[v [F Ev]]|no].
      * intros v; apply number_eq_dec.
      * apply (remoteness_even sp R u v t F Ev); [|exact E].
        intros w Fw; destruct (from_won w t (K' w Fw)) as [j [Ej [Oj Lj]]]; now exists j.
      * exfalso; destruct t as [|t].
        { destruct (not_terminal u T) as [v F]; specialize (K' v F); discriminate K'. }
        destruct (B (S t) ltac:(lia)) as [X _]; rewrite lost_in_step in X by exact T.
        enough (forallb (won_in t) (moves u) = true) by congruence.
        apply forallb_forall; intros v F; destruct (from_won v (S t) (K' v F)) as [j [Ej [Oj Lj]]].
        destruct (some v j Ej) as [Kj _]; rewrite Oj in Kj.
        apply (won_in_grows j); [|exact Kj].
        destruct (Nat.eq_dec j (S t)) as [->|D]; [destruct (no v F Ej)|lia].
  - destruct (follower_search u (fun v => R v = None)) as [[v [F Ev]]|no].
    + intros v; apply number_eq_dec.
    + apply (remoteness_infinite sp R u v F Ev); [|exact E].
      intros w k Fw Ew; destruct (Nat.odd k) eqn:O; [reflexivity|exfalso].
      destruct (none u E (S k)) as [_ W]; rewrite (to_won u w k T Fw Ew O) in W; discriminate W.
    + exfalso; destruct (follower_search u (fun v => exists k, R v = Some k /\ Nat.odd k = false))
        as [[v [F [k [Ek Ok]]]]|no'].
      * intros v; destruct (R v) as [k|]; [|right; intros [j [X _]]; discriminate X].
        destruct (Nat.odd k) eqn:O; [right|left; now exists k].
        intros [j [X Y]]; injection X as <-; congruence.
      * destruct (none u E (S k)) as [_ W]; rewrite (to_won u v k T F Ek Ok) in W; discriminate W.
      * destruct (none u E (S n)) as [W _]; rewrite lost_in_step in W by exact T.
        enough (forallb (won_in n) (moves u) = true) by congruence.
        apply forallb_forall; intros v F; destruct (R v) as [k|] eqn:Ev; [|destruct (no v F Ev)].
        destruct (some v k Ev) as [K [L _]].
        destruct (Nat.odd k) eqn:O; [|destruct (no' v F); now exists k].
        exact (won_in_grows k n v L K).
Qed.

(* The main theorem on outcomes. *)
Theorem outcomes_are_labels :
  finite g -> forall u,
    (has_outcome sp u P_position <-> lost u) /\
    (has_outcome sp u N_position <-> won u) /\
    (has_outcome sp u D_position <-> ~ lost u /\ ~ won u).
Proof.
  intros fin; destruct (remoteness_exists fin) as [R HR].
  destruct (remoteness_label R HR) as [RL RW].
  assert (P : forall u, has_outcome sp u P_position <-> lost u).
  { intros u; pose proof (remoteness_outcome sp R HR u) as H; split.
    - intros X; apply (has_outcome_unique sp u _ _ X) in H.
      destruct (R u) as [r|] eqn:E; [|discriminate H]; simpl in H.
      pose proof (label_remoteness R HR r u E) as L; destruct (Nat.odd r); [discriminate H|exact L].
    - intros X; destruct (RL u X) as [r [E O]]; rewrite E in H; simpl in H; now rewrite O in H. }
  assert (N : forall u, has_outcome sp u N_position <-> won u).
  { intros u; pose proof (remoteness_outcome sp R HR u) as H; split.
    - intros X; apply (has_outcome_unique sp u _ _ X) in H.
      destruct (R u) as [r|] eqn:E; [|discriminate H]; simpl in H.
      pose proof (label_remoteness R HR r u E) as L; destruct (Nat.odd r); [exact L|discriminate H].
    - intros X; destruct (RW u X) as [r [E O]]; rewrite E in H; simpl in H; now rewrite O in H. }
  intros u; split; [apply P|split; [apply N|]].
  specialize (P u); specialize (N u); simpl in *; tauto.
Qed.

(* [FY86, Theorem 3]: every position has exactly one outcome. *)
Theorem outcome_exists : finite g -> forall u, exists o, has_outcome sp u o.
Proof.
  intros fin u; destruct (remoteness_exists fin) as [R HR].
  exists (outcome_by (R u)); now apply remoteness_outcome.
Qed.

(* Positional strategies are enough: the same one for all positions, for both
   players and for draws. *)
Theorem positional_strategies_suffice :
  finite g -> exists f : g -> g, forall u b,
    (can_win sp b u -> winning sp (positional f) b u) /\
    (~ can_win sp (opponent b) u -> not_losing sp (positional f) b u).
Proof.
  intros fin; destruct (remoteness_exists fin) as [R HR]; exists (best R); intros u b.
  assert (wins : forall r, R u = Some r -> winning sp (positional (best R)) (winner_by r) u).
  { intros r E; apply (winning_within_wins sp _ _ u r); now apply best_winning. }
  split.
  - intros W; destruct (R u) as [r|] eqn:E.
    + specialize (wins r eq_refl).
      destruct (Bool.bool_dec (winner_by r) b) as [<-|X]; [exact wins|exfalso].
      apply (only_one_can_win sp b u W); replace (opponent b) with (winner_by r); [now eexists;
        eauto|].
      destruct (winner_by r), b; simpl; congruence.
    + pose proof (remoteness_outcome sp R HR u) as H; rewrite E in H; destruct H, b; contradiction.
  - intros W; apply best_not_losing; [exact HR|]; intros r E; specialize (wins r E).
    destruct (Bool.bool_dec (winner_by r) b) as [X|X]; [exact X|exfalso].
    apply W; replace (opponent b) with (winner_by r); [now eexists; eauto|].
    destruct (winner_by r), b; simpl; congruence.
Qed.

End Labelling.

(* [FY86, Lemma 2], for normal play. *)
Theorem outcome_equations {g : digraph} :
  finite g -> forall u : g,
    (has_outcome normal u P_position <->
       forall v, follower u v -> has_outcome normal v N_position) /\
    (has_outcome normal u N_position <->
       exists v, follower u v /\ has_outcome normal v P_position) /\
    (has_outcome normal u D_position <->
       (forall v, follower u v -> ~ has_outcome normal v P_position) /\
       exists v, follower u v /\ has_outcome normal v D_position).
Proof.
  intros fin.
  assert (E : forall u : g, has_outcome normal u P_position <->
              forall v, follower u v -> has_outcome normal v N_position).
  { intros u; rewrite (proj1 (outcomes_are_labels normal fin u)); split.
    - intros H v F; apply (outcomes_are_labels normal fin v).
      inversion H as [x T S|x T X]; subst; [destruct (follower_not_terminal u v F T)|now apply X].
    - intros H; destruct (terminal_dec u) as [T|T]; [now apply lost_end|].
      apply lost_step; [exact T|]; intros v F; now apply (outcomes_are_labels normal fin v), H. }
  assert (E' : forall u : g, has_outcome normal u N_position <->
               exists v, follower u v /\ has_outcome normal v P_position).
  { intros u; rewrite (proj1 (proj2 (outcomes_are_labels normal fin u))); split.
    - intros H; inversion H as [x T S|x v F X]; subst; [discriminate S|].
      exists v; split; [exact F|]; now apply (outcomes_are_labels normal fin v).
    - intros [v [F X]]; apply (won_step _ u v F); now apply (outcomes_are_labels normal fin v). }
  intros u; split; [apply E|split; [apply E'|]]; split.
  - intros H; split.
    + intros v F X; assert (Y : has_outcome normal u N_position) by (apply E'; now exists v).
      discriminate (has_outcome_unique normal u _ _ H Y).
    + destruct (remoteness_exists normal fin) as [R HR].
      pose proof (has_outcome_unique normal u _ _ H (remoteness_outcome normal R HR u)) as Y.
      destruct (HR u) as [T Eu|v k F Ev ev _ Eu|v k F Ev all Eu|v F Ev _ Eu]; rewrite Eu in Y.
      * discriminate Y.
      * simpl in Y; destruct (Nat.odd (S k)); discriminate Y.
      * simpl in Y; destruct (Nat.odd (S k)); discriminate Y.
      * exists v; split; [exact F|].
        pose proof (remoteness_outcome normal R HR v) as Z; now rewrite Ev in Z.
  - intros [H [v [F X]]]; destruct (outcome_exists normal fin u) as [[| |] Y]; [| |exact Y].
    + pose proof (proj1 (E u) Y v F) as Z; discriminate (has_outcome_unique normal v _ _ X Z).
    + destruct (proj1 (E' u) Y) as [w [Fw Z]]; destruct (H w Fw Z).
Qed.
