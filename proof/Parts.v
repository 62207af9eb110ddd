(* Games that come apart: values of parts give values of all sums of parts.

   A move of a part leads to a list of parts. In the game of these lists the
   conditions of [FY86, Definition 2] at all lists of one part imply those at
   all lists, because a list is the sum of its parts. So a program only has to
   look at single parts. Instead of a counter it compares ranks: the parts that
   a reply leads to come before the part that was moved in. *)

Require Import List Arith Lia Bool.
Import ListNotations.
From Grundy Require Import Digraph Play Grundy Value NimSum Definition2 Sum.

Lemma nim_sum_assoc (x y z : number) : nim_sum (nim_sum x y) z = nim_sum x (nim_sum y z).
Proof. destruct x, y, z; simpl; try reflexivity; f_equal; apply Nat.lxor_assoc. Qed.

Lemma nim_sum_zero_l (x : number) : nim_sum (Some 0) x = x.
Proof. destruct x; simpl; [now rewrite Nat.lxor_0_l|reflexivity]. Qed.

Lemma nim_sum_zero_r (x : number) : nim_sum x (Some 0) = x.
Proof. destruct x; simpl; [now rewrite Nat.lxor_0_r|reflexivity]. Qed.

Section Parts.
Context {part : Type} (t : part -> list (list part)).

Notation sums := (game_of_parts t).

(* ---- moves in sums ------------------------------------------------------------ *)

(* A move of a sum of two lists is a move in one of them. *)
Lemma follower_app (l m x : sums) :
  follower (g := sums) (l ++ m) x <->
  (exists l', follower l l' /\ x = l' ++ m) \/ (exists m', follower m m' /\ x = l ++ m').
Proof.
  unfold follower; simpl; revert x; induction l as [|p l IH]; intros x; simpl.
  - split; [intros F; right; now exists x|intros [[l' [[] _]]|[m' [F ->]]]; exact F].
  - rewrite in_app_iff, !in_map_iff; split.
    + intros [[y [<- I]]|[y [<- F]]].
      * left; exists (y ++ l); split; [|now rewrite app_assoc].
        apply in_app_iff; left; apply in_map_iff; now exists y.
      * apply IH in F; destruct F as [[l' [F ->]]|[m' [F ->]]]; [left|right].
        -- exists (p :: l'); split; [|reflexivity].
           apply in_app_iff; right; apply in_map_iff; now exists l'.
        -- now exists m'.
    + intros [[l' [F ->]]|[m' [F ->]]].
      * apply in_app_iff in F; rewrite !in_map_iff in F; destruct F as [[y [<- I]]|[y [<- F]]].
        -- left; exists y; split; [now rewrite app_assoc|exact I].
        -- right; exists (y ++ m); split; [reflexivity|]; apply IH; left; now exists y.
      * right; exists (l ++ m'); split; [reflexivity|]; apply IH; right; now exists m'.
Qed.

Lemma follower_part (p : part) (x : sums) : follower (g := sums) [p] x <-> In x (t p).
Proof.
  unfold follower; simpl; rewrite app_nil_r, in_map_iff; split.
  - intros [m [<- I]]; now rewrite app_nil_r.
  - intros I; exists x; split; [apply app_nil_r|exact I].
Qed.

(* A move replaces one part. *)
Lemma follower_replaces (l x : sums) :
  follower (g := sums) l x <->
  exists before p after m, l = before ++ p :: after /\ In m (t p) /\ x = before ++ m ++ after.
Proof.
  split.
  - revert x; induction l as [|p l IH]; intros x F; [destruct F|].
    change (p :: l) with ([p] ++ l) in F; apply follower_app in F.
    destruct F as [[l' [F ->]]|[m' [F ->]]].
    + apply follower_part in F; now exists [], p, l, l'.
    + destruct (IH m' F) as [before [q [after [m [-> [I ->]]]]]].
      now exists (p :: before), q, after, m.
  - intros [before [p [after [m [-> [I ->]]]]]].
    apply follower_app; right; exists (m ++ after); split; [|reflexivity].
    change (p :: after) with ([p] ++ after); apply follower_app; left.
    exists m; split; [now apply follower_part|reflexivity].
Qed.

(* ---- totals -------------------------------------------------------------------- *)

Section Totals.
Context (G : part -> number) (c : part -> nat).

Lemma total_value_app (l m : list part) :
  total_value G (l ++ m) = nim_sum (total_value G l) (total_value G m).
Proof.
  induction l as [|p l IH]; [now rewrite nim_sum_zero_l|].
  change (nim_sum (G p) (total_value G (l ++ m)) =
          nim_sum (nim_sum (G p) (total_value G l)) (total_value G m)).
  now rewrite IH, nim_sum_assoc.
Qed.

Lemma total_value_part (p : part) : total_value G [p] = G p.
Proof. apply nim_sum_zero_r. Qed.

Lemma total_value_cons (p : part) (l : list part) :
  total_value G (p :: l) = nim_sum (G p) (total_value G l).
Proof. reflexivity. Qed.

Lemma total_counter_app (l m : list part) :
  total_counter c (l ++ m) = total_counter c l + total_counter c m.
Proof.
  induction l as [|p l IH]; [reflexivity|].
  change (c p + total_counter c (l ++ m) = c p + total_counter c l + total_counter c m); lia.
Qed.

Lemma values_app (l m : sums) (k : nat) :
  values (g := sums) (total_value G) (l ++ m) k <->
  values (g := sum sums sums) (sum_value (g := sums) (h := sums) (total_value G) (total_value G)) (l, m) k.
Proof.
  split.
  - intros [x [F E]]; apply follower_app in F; destruct F as [[l' [F ->]]|[m' [F ->]]];
      rewrite total_value_app in E.
    + exists (l', m); split; [apply sum_follower; left; now exists l'|exact E].
    + exists (l, m'); split; [apply sum_follower; right; now exists m'|exact E].
  - intros [[l' m'] [F E]]; apply sum_follower in F.
    exists (l' ++ m'); split; [|now rewrite total_value_app].
    apply follower_app; destruct F as [[x [F [= -> ->]]]|[x [F [= -> ->]]]]; [left|right]; now exists x.
Qed.

(* Next to a part of infinite value, all other parts are finite if a move leads
   to a finite value, and it replaces that part. *)
Lemma values_around (before after : list part) (q : part) (k : nat) :
  G q = infinity -> values (g := sums) (total_value G) (before ++ q :: after) k ->
  exists a y, total_value G (before ++ after) = Some a /\ part_values t G q y /\ k = Nat.lxor a y.
Proof.
  intros Eq [x [F E]].
  change (before ++ q :: after) with (before ++ [q] ++ after) in F.
  apply follower_app in F; destruct F as [[l [_ ->]]|[l [F ->]]].
  - rewrite !total_value_app, total_value_part, Eq in E; destruct (total_value G l); discriminate E.
  - apply follower_app in F; destruct F as [[m [F ->]]|[m [_ ->]]].
    + apply follower_part in F; rewrite !total_value_app in *.
      destruct (total_value G before) as [a|]; [|discriminate E].
      destruct (total_value G m) as [y|] eqn:Em; [|discriminate E].
      destruct (total_value G after) as [b|]; [|discriminate E].
      exists (Nat.lxor a b), y; split; [reflexivity|split; [now exists m|]].
      simpl in E; injection E as <-.
      now rewrite Nat.lxor_assoc, (Nat.lxor_comm b y).
    + rewrite !total_value_app, total_value_part, Eq in E.
      destruct (total_value G before); discriminate E.
Qed.

(* The conditions at a list follow from those at the two lists that it consists
   of: the game of lists is the image of the sum of two such games. *)
Lemma app_is_grundy_2_at (l m : sums) :
  grundy_2_at (g := sums) (total_value G) (total_counter c) l ->
  grundy_2_at (g := sums) (total_value G) (total_counter c) m ->
  grundy_2_at (g := sums) (total_value G) (total_counter c) (l ++ m).
Proof.
  intros Hl Hm; pose proof (sum_is_grundy_2_at _ _ _ _ l m Hl Hm) as [A1 [A2 [B1 C]]].
  set (V := sum_value (g := sums) (h := sums) (total_value G) (total_value G)) in *.
  set (N := sum_counter (g := sums) (h := sums) (total_counter c) (total_counter c)) in *.
  assert (V_app : forall x : sum sums sums, total_value G (fst x ++ snd x) = V x).
  { intros [x y]; apply total_value_app. }
  assert (N_app : forall x : sum sums sums, total_counter c (fst x ++ snd x) = N x).
  { intros [x y]; apply total_counter_app. }
  assert (to : forall x y : sum sums sums, follower x y ->
                 follower (g := sums) (fst x ++ snd x) (fst y ++ snd y)).
  { intros [x x'] y F; apply sum_follower in F; apply follower_app.
    destruct F as [[z [F ->]]|[z [F ->]]]; [left|right]; now exists z. }
  assert (from : forall (x : sum sums sums) (y : sums), follower (g := sums) (fst x ++ snd x) y ->
                   exists z : sum sums sums, follower x z /\ fst z ++ snd z = y).
  { intros [x x'] y F; apply follower_app in F; destruct F as [[z [F ->]]|[z [F ->]]].
    - exists (z, x'); split; [apply sum_follower; left; now exists z|reflexivity].
    - exists (x, z); split; [apply sum_follower; right; now exists z|reflexivity]. }
  assert (val : forall (x : sum sums sums) k, values (g := sums) (total_value G) (fst x ++ snd x) k <-> values V x k).
  { intros [x y] k; apply values_app. }
  pose proof (V_app (l, m)) as Vlm; pose proof (N_app (l, m)) as Nlm; simpl in Vlm, Nlm.
  split; [|split; [|split]].
  - intros k i E L; rewrite Vlm in E; destruct (A1 k i E L) as [x [F [Ex Lx]]].
    exists (fst x ++ snd x); split; [exact (to _ _ F)|]. rewrite V_app, N_app, Nlm; split; [exact Ex|exact Lx].
  - intros k x E F L X; destruct (from (l, m) x F) as [z [Fz <-]].
    rewrite N_app, Nlm in L; rewrite !V_app in X; rewrite Vlm in E, X; exact (A2 k z E Fz L X).
  - intros k x E F X; destruct (from (l, m) x F) as [z [Fz <-]].
    rewrite N_app, Nlm, V_app in X; rewrite Vlm in E.
    destruct (B1 k z E Fz X) as [w [Fw [Ew Lw]]].
    exists (fst w ++ snd w); split; [exact (to _ _ Fw)|]; rewrite V_app, N_app, Nlm.
    split; [exact Ew|exact Lw].
  - intros E; rewrite Vlm in E; destruct (C E) as [x [k [F [Ex [M X]]]]].
    exists (fst x ++ snd x), k; split; [exact (to _ _ F)|split; [now rewrite V_app|split]].
    + destruct M as [M1 M2]; split.
      * intros Y; apply M1, (val (l, m)); exact Y.
      * intros j L; apply (val (l, m)); exact (M2 j L).
    + intros Y; apply X, val; exact Y.
Qed.

(* The conditions at single parts are enough. *)
Theorem single_parts_suffice :
  (forall p, grundy_2_at (g := sums) (total_value G) (total_counter c) [p]) ->
  is_grundy_2 (g := sums) (total_value G) (total_counter c).
Proof.
  intros H l; induction l as [|p l IH].
  - split; [|split; [|split]].
    + intros k i [= <-] L; lia.
    + intros k v E [].
    + intros k v E [].
    + intros E; discriminate E.
  - change (p :: l) with ([p] ++ l); now apply app_is_grundy_2_at.
Qed.

End Totals.

(* ---- ranks -------------------------------------------------------------------- *)

(* The counter of a part of rank r is b^r, where lists are shorter than b. Then
   parts before p together have a smaller counter than p. *)
Section Ranks.
Context (rank : part -> nat) (b : nat).

Definition weight (p : part) : nat := b ^ rank p.

Lemma weight_smaller (p : part) (l : list part) :
  length l < b -> all_before rank p l -> total_counter weight l < weight p.
Proof.
  intros L B; assert (P : 0 < b) by lia; unfold weight at 2; destruct (rank p) as [|r] eqn:R.
  - destruct l as [|q l]; [simpl; lia|]. specialize (B q (or_introl eq_refl)); lia.
  - assert (X : total_counter weight l <= length l * b ^ r).
    { assert (all : forall q, In q l -> rank q <= r) by (intros q I; specialize (B q I); lia).
      clear B L; induction l as [|q l IH]; [simpl; lia|].
      change (total_counter weight (q :: l)) with (weight q + total_counter weight l).
      change (length (q :: l)) with (S (length l)).
      assert (weight q <= b ^ r) by (unfold weight; apply Nat.pow_le_mono_r; [lia|apply all; now left]).
      specialize (IH ltac:(intros x I; apply all; now right)); lia. }
    assert (0 < b ^ r) by (apply Nat.neq_0_lt_0, Nat.pow_nonzero; lia).
    simpl Nat.pow. nia.
Qed.

Lemma weight_larger (p : part) (l : list part) :
  0 < b -> ~ all_before rank p l -> weight p <= total_counter weight l.
Proof.
  intros P N; destruct (existsb (fun q => rank p <=? rank q) l) eqn:E.
  - apply existsb_exists in E; destruct E as [q [I L]]; apply Nat.leb_le in L; clear N.
    assert (weight p <= weight q) by (unfold weight; apply Nat.pow_le_mono_r; lia).
    enough (weight q <= total_counter weight l) by lia.
    induction l as [|x l IH]; [destruct I|].
    change (total_counter weight (x :: l)) with (weight x + total_counter weight l).
    destruct I as [->|I]; [lia|specialize (IH I); lia].
  - exfalso; apply N; intros q I; destruct (Nat.lt_ge_cases (rank q) (rank p)) as [L|L]; [exact L|].
    exfalso; assert (existsb (fun q => rank p <=? rank q) l = true); [|congruence].
    apply existsb_exists; exists q; split; [exact I|now apply Nat.leb_le].
Qed.

End Ranks.

Lemma all_before_dec (rank : part -> nat) (p : part) (l : list part) :
  all_before rank p l \/ ~ all_before rank p l.
Proof.
  destruct (forallb (fun q => rank q <? rank p) l) eqn:E.
  - left; intros q I; rewrite forallb_forall in E; now apply Nat.ltb_lt, E.
  - right; intros B; enough (forallb (fun q => rank q <? rank p) l = true) by congruence.
    apply forallb_forall; intros q I; now apply Nat.ltb_lt, B.
Qed.

(* If the moves of all parts lead to at most n parts each, values and ranks that
   satisfy the conditions at every part are right for all sums. *)
Theorem right_parts_grundy_2 (G : part -> number) (rank : part -> nat) (n : nat) :
  (forall p m, In m (t p) -> length m <= n) ->
  (forall p, right_part t G rank p) ->
  is_grundy_2 (g := sums) (total_value G) (total_counter (weight rank (S (2 * n)))).
Proof.
  intros bound H; apply single_parts_suffice; intros p.
  set (c := weight rank (S (2 * n))).
  assert (Cp : total_counter c [p] = c p) by (simpl; lia).
  destruct (H p) as [A1 A2 B1 C]; split; [|split; [|split]].
  - intros k i E L; rewrite total_value_part in E; destruct (A1 k i E L) as [m [I [Em B]]].
    exists m; split; [now apply follower_part|split; [exact Em|]].
    rewrite Cp; apply weight_smaller; [pose proof (bound p m I); lia|exact B].
  - intros k m E F L X; rewrite total_value_part in *; apply follower_part in F.
    rewrite Cp in L; destruct (all_before_dec rank p m) as [B|B].
    + apply (A2 k m E F B); congruence.
    + pose proof (weight_larger rank (S (2 * n)) p m ltac:(lia) B) as Y; fold c in Y; lia.
  - intros k m E F X; rewrite total_value_part in *; apply follower_part in F.
    rewrite Cp in X.
    destruct (B1 k m E F) as [w [I [Ew B]]].
    { destruct X as [X|X]; [now left|right]. intros B.
      pose proof (weight_smaller rank (S (2 * n)) p m ltac:(pose proof (bound p m F); lia) B) as Y.
      fold c in Y; lia. }
    exists w; split; [exact I|split; [exact Ew|]]; rewrite Cp; apply weight_smaller; [|exact B].
    apply follower_replaces in I; destruct I as [before [q [after [m' [-> [I' ->]]]]]].
    pose proof (bound p _ F) as Lm; pose proof (bound q _ I') as Lq.
    rewrite !app_length in *; simpl in *; lia.
  - intros E; rewrite total_value_part in E; destruct (C E) as [m [x [I [Em [M X]]]]].
    exists m, x; split; [now apply follower_part|split; [exact Em|split; [|exact X]]].
    destruct M as [M1 M2]; split.
    + intros [y [F Y]]; apply follower_part in F; apply M1; now exists y.
    + intros j L; destruct (M2 j L) as [y [F Y]]; exists y; split; [now apply follower_part|exact Y].
Qed.

End Parts.
