(* The checker of games that come apart: values and counters of parts, sets K
   and outcomes.

   Like the checker in [CheckGrundy.v] it needs hints, which it does not
   trust. *)

Require Import List ZArith Lia Bool Uint63 ZifyUint63 PArray.
Import ListNotations.
From Grundy Require Import Digraph Play Grundy Value NimSum Definition2 Sum Parts Loops Rows Marks
  CheckRemoteness CheckGrundy CheckSets CheckMoves CheckSum.
Local Open Scope uint63_scope.

(* ---- what the arrays mean -------------------------------------------------------- *)

(* Parts are numbers below [part_count]. The moves of part p are
   move_start(p) … move_start(p + 1) - 1, and move e leads to the parts
   part_entry(part_start(e)) … part_entry(part_start(e + 1) - 1). *)
Record part_table := PartTable {
  part_count : int;
  move_start : column;
  part_start : column;
  part_entry : column
}.

Definition entries (t : part_table) (lo hi : int) : list int :=
  map (fun i => at_index (part_entry t) i) (interval lo hi).

Definition parts_of (t : part_table) (e : int) : list int :=
  entries t (at_index (part_start t) e) (at_index (part_start t) (e + 1)).

(* The moves of a part. Integers from the number of parts on have no moves. *)
Definition moves_of (t : part_table) (p : int) : list (list int) :=
  if p <? part_count t
  then map (parts_of t) (interval (at_index (move_start t) p) (at_index (move_start t) (p + 1)))
  else [].

Definition is_part (t : part_table) (p : int) : Prop := (to_Z p < to_Z (part_count t))%Z.

(* The column of values. *)
Definition part_value (t : part_table) (grundy : column) (p : int) : number :=
  if p <? part_count t then decode (at_index grundy p) else Some 0%nat.

(* ---- numbers with three digits ------------------------------------------------------ *)

(* Sealed, so that Coq does not count up to it. *)
Lemma base_exists : { b : nat | forall x : int, (to_nat x < b)%nat }.
Proof. exists (Z.to_nat wB); intros x; unfold to_nat; pose proof (to_Z_bounded x); lia. Qed.

Definition base : nat := proj1_sig base_exists.

Lemma below_base (x : int) : (to_nat x < base)%nat.
Proof. exact (proj2_sig base_exists x). Qed.

Lemma digits_lt (b x y x' y' : nat) :
  (y < b -> y' < b -> (x * b + y < x' * b + y' <-> x < x' \/ x = x' /\ y < y'))%nat.
Proof. intros A B; split; [|intros [L|[-> L]]; nia]. intros L; destruct (Nat.lt_trichotomy x x') as [D|[D|D]]; nia. Qed.

Lemma digits_eq (b x y x' y' : nat) :
  (y < b -> y' < b -> x * b + y = x' * b + y' -> x = x' /\ y = y')%nat.
Proof.
  intros A B E; assert (x = x') by (destruct (Nat.lt_trichotomy x x') as [D|[D|D]]; nia).
  subst x'; split; [reflexivity|lia].
Qed.

Lemma part_cases (t : part_table) (p : int) :
  (p <? part_count t) = true /\ is_part t p \/ (p <? part_count t) = false /\ ~ is_part t p.
Proof. unfold is_part; destruct (p <? part_count t) eqn:E; [left|right]; (split; [reflexivity|lia]). Qed.

Lemma in_moves (t : part_table) (p : int) (m : list int) :
  In m (moves_of t p) <->
  is_part t p /\ exists e, within (at_index (move_start t) p) (at_index (move_start t) (p + 1)) e /\ parts_of t e = m.
Proof.
  unfold moves_of; destruct (part_cases t p) as [[-> P]|[-> P]].
  - rewrite in_map_iff; split.
    + intros [e [E I]]; split; [exact P|]; exists e; split; [now apply in_interval|exact E].
    + intros [_ [e [W E]]]; exists e; split; [exact E|now apply in_interval].
  - split; [intros []|intros [X _]; contradiction].
Qed.

Lemma bounded_moves (t : part_table) (p : int) (m : list int) : In m (moves_of t p) -> (List.length m <= base)%nat.
Proof.
  intros I; apply in_moves in I; destruct I as [_ [e [_ <-]]].
  unfold parts_of, entries, interval; rewrite !map_length, seq_length.
  pose proof (to_Z_bounded (at_index (part_start t) e)); pose proof (below_base (at_index (part_start t) (e + 1))); unfold to_nat in *; lia.
Qed.

(* ---- the checker ------------------------------------------------------------------- *)

Record part_hints := PartHints {
  level : column;         (* of a part: no move leads to a higher level *)
  room : int;             (* more than all numbers that are marked *)
  reply_entry : column;   (* for a move that needs a reply: where it moves, as an entry … *)
  reply_move : column;    (* … and the move there *)
  part_mex : column;      (* where the value is infinite: the mex of the moves *)
  part_witness : column;  (* there: the move of condition C … *)
  infinite_entry : column;(* … an entry of infinite value there … *)
  slot : column;          (* … and where the number that it cannot reach is listed *)
  slot_start : column;    (* the numbers that no move of a part leads to … *)
  absent : column         (* … are listed here *)
}.

(* A value as an entry of a column. *)
Definition code_of (x : option int) : int := match x with Some x => x | None => max_int end.

Lemma code_of_finite (x : option int) (k : int) :
  (to_Z k < to_Z max_int)%Z -> code_of x = k -> x = Some k.
Proof. destruct x as [y|]; simpl; [now intros _ ->|intros L <-; lia]. Qed.

Section CheckParts.
Context (t : part_table) (grundy counter : column) (h : part_hints).

Notation G p := (at_index grundy p).
Notation c p := (at_index counter p).
Notation lo_move p := (at_index (move_start t) p).
Notation hi_move p := (at_index (move_start t) (p + 1)).
Notation lo e := (at_index (part_start t) e).
Notation hi e := (at_index (part_start t) (e + 1)).
Notation entry i := (at_index (part_entry t) i).

(* The arrays are in order, all entries are parts, and levels do not rise. *)
Definition check_table : bool :=
  all_in (fun p =>
    if lo_move p <=? hi_move p then
      all_in (fun e =>
        if lo e <=? hi e then
          all_in (fun i => if entry i <? part_count t
                           then at_index (level h) (entry i) <=? at_index (level h) p else false)
            (lo e) (hi e)
        else false) (lo_move p) (hi_move p)
    else false) 0 (part_count t).

(* The nim-sum of x and the values of entries; None is infinite. *)
Definition add_up (x from upto : int) : option int :=
  fold (fun i x => if infinite (G (entry i)) then None else Some (x lxor G (entry i))) from upto x.

Definition move_value (e : int) : option int := add_up 0 (lo e) (hi e).

(* The same without entry i. *)
Definition value_without (e i : int) : option int :=
  match add_up 0 (lo e) i with Some x => add_up x (i + 1) (hi e) | None => None end.

(* Ranks compare levels, then values, then counters. *)
Definition is_before (q p : int) : bool :=
  let x := at_index (level h) q in
  let y := at_index (level h) p in
  if x <? y then true
  else if x =? y then
    if G q <? G p then true else if G q =? G p then c q <? c p else false
  else false.

Definition entries_before (p from upto : int) : bool :=
  all_in (fun i => is_before (entry i) p) from upto.

(* What is marked for a move: its value. Where the value of p is finite, only
   moves to parts before p count. *)
Definition mark_of (p e : int) : int :=
  if infinite (G p) then code_of (move_value e)
  else if entries_before p (lo e) (hi e) then code_of (move_value e) else max_int.

Definition is_move_of (p e : int) : bool := if lo_move p <=? e then e <? hi_move p else false.

Definition is_entry_of (e i : int) : bool := if lo e <=? i then i <? hi e else false.

Definition has_part_reply (p e : int) : bool :=
  let fine := if entries_before p (lo e) (hi e)
              then match move_value e with Some _ => true | None => false end else false in
  if fine then true
  else
    let i := at_index (reply_entry h) e in
    let e' := at_index (reply_move h) e in
    if is_entry_of e i then if is_move_of (entry i) e' then
      if entries_before p (lo e) i then if entries_before p (i + 1) (hi e) then
        if entries_before p (lo e') (hi e') then
          match value_without e i, move_value e' with
          | Some x, Some y => x lxor y =? G p
          | _, _ => false
          end
        else false
      else false else false
    else false else false.

Definition has_part_witness (p : int) : bool :=
  let e := at_index (part_witness h) p in
  let i := at_index (infinite_entry h) p in
  if is_move_of p e then if is_entry_of e i then if infinite (G (entry i)) then
    match value_without e i with
    | None => true
    | Some x =>
        let s := at_index (slot h) p in
        if at_index (slot_start h) (entry i) <=? s then
          if s <? at_index (slot_start h) (entry i + 1) then
            at_index (absent h) s =? (x lxor at_index (part_mex h) p)
          else false
        else false
    end
  else false else false else false.

Definition check_part_at (p : int) (marks : array int) : bool :=
  if infinite (G p) then
    if infinite (c p) then
      if has_part_witness p then
        if mex_marked marks (p + 1) (at_index (part_mex h) p) then
          all_in (fun s => unmarked marks (p + 1) (at_index (absent h) s))
            (at_index (slot_start h) p) (at_index (slot_start h) (p + 1))
        else false
      else false
    else false
  else if infinite (c p) then false
  else if mex_marked marks (p + 1) (G p) then all_in (has_part_reply p) (lo_move p) (hi_move p)
  else false.

Definition check_part_step (p : int) (marks : array int) : option (array int) :=
  match mark_all (mark_of p) (lo_move p) (hi_move p) (p + 1) marks with
  | Some marks => if check_part_at p marks then Some marks else None
  | None => None
  end.

Definition check_parts : bool :=
  if check_table then
    match fold check_part_step 0 (part_count t) (make (room h) 0) with Some _ => true | None => false end
  else false.

(* Outcomes by values. *)
Definition reaches_zero_sum (p : int) : bool :=
  some_in (fun e => is_zero (move_value e)) (lo_move p) (hi_move p).

Definition check_part_outcomes (outcomes : column) : bool :=
  all_in (fun p =>
    at_index outcomes p =?
    (if G p =? 0 then letter P_position
     else if infinite (G p) then
       if reaches_zero_sum p then letter N_position else letter D_position
     else letter N_position)) 0 (part_count t).

(* ---- intervals and lists ------------------------------------------------------------- *)

Notation V := (part_value t grundy).
Notation sums := (game_of_parts (moves_of t)).

Lemma interval_step (a b : int) : (to_Z a < to_Z b)%Z -> interval a b = a :: interval (a + 1) b.
Proof.
  intros L; unfold interval; pose proof (to_Z_bounded a); pose proof (to_Z_bounded b).
  replace (Z.to_nat (to_Z b - to_Z a)) with (S (Z.to_nat (to_Z b - to_Z (a + 1)))) by lia.
  simpl; f_equal.
  - rewrite Z.add_0_r; apply of_to_Z.
  - rewrite <- seq_shift, map_map; apply map_ext; intros k; f_equal; lia.
Qed.

Lemma interval_empty (a b : int) : (to_Z b <= to_Z a)%Z -> interval a b = [].
Proof. intros L; unfold interval; replace (Z.to_nat (to_Z b - to_Z a)) with 0%nat by lia; reflexivity. Qed.

Lemma interval_app (a b d : int) :
  (to_Z a <= to_Z b <= to_Z d)%Z -> interval a d = interval a b ++ interval b d.
Proof.
  induction a as [a IH] using (well_founded_ind (nearer_wf b)); intros L.
  destruct (Z.eq_dec (to_Z a) (to_Z b)) as [E|E].
  - apply to_Z_inj in E; subst b; rewrite (interval_empty a a) by lia; reflexivity.
  - rewrite (interval_step a d), (interval_step a b) by lia; simpl; f_equal; apply IH; [unfold nearer; lia|lia].
Qed.

Lemma entries_split (a b i : int) :
  within a b i -> entries t a b = entries t a i ++ entry i :: entries t (i + 1) b.
Proof.
  unfold within; intros W; unfold entries; rewrite (interval_app a i b), map_app by lia.
  now rewrite (interval_step i b) by lia.
Qed.

Lemma in_entries (a b q : int) : In q (entries t a b) <-> exists i, within a b i /\ entry i = q.
Proof.
  unfold entries; rewrite in_map_iff; split; intros [i [A B]]; exists i.
  - split; [now apply in_interval|exact A].
  - split; [exact B|now apply in_interval].
Qed.

Lemma add_up_step (x a b : int) :
  (to_Z a < to_Z b)%Z ->
  add_up x a b = if infinite (G (entry a)) then None else add_up (x lxor G (entry a)) (a + 1) b.
Proof.
  intros L; unfold add_up, fold; generalize (nearer_wf b a) as w; intros [w]; simpl.
  generalize (next_nearer a b); destruct (a <? b) eqn:E; [|lia]; intros N.
  destruct (infinite (G (entry a))); [reflexivity|].
  generalize (nearer_wf b (a + 1)) (w (a + 1) (N eq_refl)).
  generalize (x lxor G (entry a)) (a + 1); clear.
  intros x i; revert x; induction i as [i IH] using (well_founded_ind (nearer_wf b)).
  intros x [v] [w]; simpl; generalize (next_nearer i b); destruct (i <? b) eqn:E; intros N; [|reflexivity].
  destruct (infinite (G (entry i))); [reflexivity|]; apply IH; now apply N.
Qed.

Lemma add_up_empty (x a b : int) : (to_Z b <= to_Z a)%Z -> add_up x a b = Some x.
Proof.
  intros L; unfold add_up, fold; generalize (nearer_wf b a) as w; intros [w]; simpl.
  generalize (next_nearer a b); destruct (a <? b) eqn:E; [lia|reflexivity].
Qed.

Definition all_parts (a b : int) : Prop := forall i, within a b i -> is_part t (entry i).

Lemma part_value_at (p : int) : is_part t p -> V p = decode (G p).
Proof. unfold is_part, part_value; intros P; destruct (p <? part_count t) eqn:E; [reflexivity|lia]. Qed.

Lemma add_up_spec (x a b : int) :
  all_parts a b ->
  to_number (add_up x a b) = nim_sum (Some (to_nat x)) (total_value V (entries t a b)).
Proof.
  revert x; induction a as [a IH] using (well_founded_ind (nearer_wf b)); intros x A.
  destruct (Z_lt_ge_dec (to_Z a) (to_Z b)) as [L|L].
  - rewrite add_up_step by exact L; unfold entries; rewrite interval_step by exact L.
    change (map (fun i => entry i) (a :: interval (a + 1) b)) with (entry a :: entries t (a + 1) b).
    rewrite total_value_cons, part_value_at by (apply A; unfold within; lia).
    unfold decode; destruct (infinite (G (entry a))); [reflexivity|].
    rewrite IH; [|unfold nearer; lia|intros i W; apply A; unfold within in *; lia].
    rewrite to_nat_lxor, <- nim_sum_assoc; reflexivity.
  - rewrite add_up_empty by lia; unfold entries; rewrite interval_empty by lia.
    simpl; now rewrite Nat.lxor_0_r.
Qed.

(* ---- tables ---------------------------------------------------------------------------- *)

Hypothesis table_is_right : check_table = true.

Lemma moves_ordered (p : int) : is_part t p -> (to_Z (lo_move p) <= to_Z (hi_move p))%Z.
Proof.
  intros P; assert (W : within 0 (part_count t) p) by (unfold within, is_part in *; lia).
  pose proof (all_in_true _ _ _ table_is_right p W) as R; simpl in R.
  destruct (lo_move p <=? hi_move p) eqn:E; [lia|discriminate R].
Qed.

Lemma move_right (p e : int) :
  is_part t p -> within (lo_move p) (hi_move p) e ->
  (to_Z (lo e) <= to_Z (hi e))%Z /\
  forall i, within (lo e) (hi e) i ->
    is_part t (entry i) /\ (at_index (level h) (entry i) <=? at_index (level h) p) = true.
Proof.
  intros P We; assert (W : within 0 (part_count t) p) by (unfold within, is_part in *; lia).
  pose proof (all_in_true _ _ _ table_is_right p W) as R; simpl in R.
  destruct (lo_move p <=? hi_move p); [|discriminate R].
  pose proof (all_in_true _ _ _ R e We) as S; simpl in S.
  destruct (lo e <=? hi e) eqn:E; [|discriminate S]; split; [lia|].
  intros i Wi; pose proof (all_in_true _ _ _ S i Wi) as T; simpl in T; unfold is_part.
  destruct (entry i <? part_count t) eqn:X; [|discriminate T]; split; [lia|exact T].
Qed.

Lemma move_parts (p e : int) :
  is_part t p -> within (lo_move p) (hi_move p) e -> all_parts (lo e) (hi e).
Proof. intros P W i Wi; exact (proj1 (proj2 (move_right p e P W) i Wi)). Qed.

Lemma move_value_spec (p e : int) :
  is_part t p -> within (lo_move p) (hi_move p) e ->
  to_number (move_value e) = total_value V (parts_of t e).
Proof.
  intros P W; unfold move_value, parts_of; rewrite add_up_spec by exact (move_parts p e P W).
  apply nim_sum_zero_l.
Qed.

Lemma value_without_spec (p e i : int) :
  is_part t p -> within (lo_move p) (hi_move p) e -> within (lo e) (hi e) i ->
  to_number (value_without e i) =
  total_value V (entries t (lo e) i ++ entries t (i + 1) (hi e)).
Proof.
  intros P W Wi; pose proof (move_parts p e P W) as A.
  pose proof (to_Z_bounded (hi e)) as B.
  assert (A1 : all_parts (lo e) i) by (intros j Wj; apply A; unfold within in *; lia).
  assert (A2 : all_parts (i + 1) (hi e)) by (intros j Wj; apply A; unfold within in *; lia).
  unfold value_without; rewrite total_value_app.
  pose proof (add_up_spec 0 _ _ A1) as S1; change (to_nat 0) with 0%nat in S1.
  rewrite nim_sum_zero_l in S1; rewrite <- S1.
  destruct (add_up 0 (lo e) i) as [x|]; [|reflexivity]; exact (add_up_spec x _ _ A2).
Qed.

(* ---- ranks ----------------------------------------------------------------------------- *)

Definition rank_of (p : int) : nat :=
  ((to_nat (at_index (level h) p) * base + to_nat (G p)) * base + to_nat (c p))%nat.

Lemma is_before_spec (q p : int) : is_before q p = true <-> (rank_of q < rank_of p)%nat.
Proof.
  unfold rank_of; rewrite digits_lt, digits_lt by apply below_base.
  assert (E : forall x y : int, (x <? y) = true <-> (to_nat x < to_nat y)%nat) by (intros; unfold to_nat; lia).
  assert (F : forall x y : int, (x =? y) = true <-> to_nat x = to_nat y).
  { intros x y; split; [intros X; apply eqb_correct in X; now subst y|].
    intros X; apply Uint63.eqb_spec; now apply to_nat_inj. }
  unfold is_before; set (a := at_index (level h) q); set (b := at_index (level h) p).
  destruct (a <? b) eqn:L; [apply E in L; split; [intros _; left; left; exact L|reflexivity]|].
  assert (nL : ~ (to_nat a < to_nat b)%nat) by (rewrite <- E; congruence).
  destruct (a =? b) eqn:D.
  - apply F in D; rewrite D.
    destruct (G q <? G p) eqn:LG; [apply E in LG; split; [intros _; left; right; split; [reflexivity|exact LG]|reflexivity]|].
    assert (nG : ~ (to_nat (G q) < to_nat (G p))%nat) by (rewrite <- E; congruence).
    destruct (G q =? G p) eqn:DG.
    + apply F in DG; rewrite DG, E; split; [intros X; right; split; [reflexivity|exact X]|].
      intros [[X|[_ X]]|[_ X]]; [lia|lia|exact X].
    + assert (nD : to_nat (G q) <> to_nat (G p)) by (intros X; apply F in X; congruence).
      split; [discriminate|]. intros [[X|[_ X]]|[X _]]; [destruct (Nat.lt_irrefl _ X)|destruct (nG X)|].
      apply digits_eq in X; [destruct (nD (proj2 X))|apply below_base|apply below_base].
  - assert (nD : to_nat a <> to_nat b) by (intros X; apply F in X; congruence).
    split; [discriminate|]. intros [[X|[X _]]|[X _]]; [destruct (nL X)|destruct (nD X)|].
    apply digits_eq in X; [destruct (nD (proj1 X))|apply below_base|apply below_base].
Qed.

Lemma entries_before_spec (p a b : int) :
  entries_before p a b = true <-> all_before rank_of p (entries t a b).
Proof.
  unfold entries_before; split.
  - intros A q I; apply in_entries in I; destruct I as [i [W <-]].
    apply is_before_spec; exact (all_in_true _ _ _ A i W).
  - intros A; destruct (all_in _ a b) eqn:E; [reflexivity|exfalso].
    apply all_in_false in E; destruct E as [i [W X]].
    assert (is_before (entry i) p = true); [|congruence].
    apply is_before_spec, A, in_entries; now exists i.
Qed.

(* ---- one part ---------------------------------------------------------------------------- *)

Lemma is_move_of_true (p e : int) : is_move_of p e = true -> within (lo_move p) (hi_move p) e.
Proof. unfold is_move_of, within; destruct (lo_move p <=? e) eqn:E; [lia|discriminate]. Qed.

Lemma is_entry_of_true (e i : int) : is_entry_of e i = true -> within (lo e) (hi e) i.
Proof. unfold is_entry_of, within; destruct (lo e <=? i) eqn:E; [lia|discriminate]. Qed.

Section OnePart.
Context (p : int) (marks marks' : array int).
Hypothesis (P : is_part t p) (old : stamped p marks)
  (M : mark_all (mark_of p) (lo_move p) (hi_move p) (p + 1) marks = Some marks').

Let room_for_stamp : (to_Z p < to_Z max_int)%Z.
Proof. pose proof (to_Z_bounded (part_count t)); unfold is_part in P; lia. Qed.

(* Moves that count. *)
Definition counts (e : int) : Prop :=
  within (lo_move p) (hi_move p) e /\ (infinite (G p) = true \/ entries_before p (lo e) (hi e) = true).

Lemma unmarked_no_move (k : int) :
  unmarked marks' (p + 1) k = true ->
  forall e, counts e -> total_value V (parts_of t e) <> Some (to_nat k).
Proof.
  intros N e [W X] E.
  apply (unmarked_not_in _ _ _ _ _ _ (moves_ordered p P) old room_for_stamp M k N e W).
  rewrite <- (move_value_spec p e P W) in E; unfold mark_of.
  destruct (move_value e) as [x|]; [|discriminate E]; injection E as E; apply to_nat_inj in E; subst x.
  destruct X as [->| ->]; [reflexivity|now destruct (infinite (G p))].
Qed.

Lemma mex_marked_moves (k : int) :
  mex_marked marks' (p + 1) k = true ->
  (forall e, counts e -> total_value V (parts_of t e) <> Some (to_nat k)) /\
  forall j, (j < to_nat k)%nat -> exists e, counts e /\ total_value V (parts_of t e) = Some j.
Proof.
  unfold mex_marked; destruct (unmarked marks' (p + 1) k) eqn:N; [|discriminate]; intros A.
  split; [now apply unmarked_no_move|].
  intros j L; pose proof (to_Z_bounded k) as B; unfold to_nat in L.
  assert (J : to_Z (of_Z (Z.of_nat j)) = Z.of_nat j) by (rewrite of_Z_spec; apply Z.mod_small; lia).
  assert (Jk : (to_Z (of_Z (Z.of_nat j)) < to_Z max_int)%Z) by lia.
  destruct (marked_in _ _ _ _ _ _ (moves_ordered p P) old room_for_stamp M (of_Z (Z.of_nat j))) as [e [W E]].
  - apply (all_in_true _ _ _ A); unfold within; rewrite J; lia.
  - exists e; assert (X : counts e /\ move_value e = Some (of_Z (Z.of_nat j))).
    { unfold mark_of in E; unfold counts; destruct (infinite (G p)) eqn:I.
      - split; [split; [exact W|now left]|]. exact (code_of_finite _ _ Jk E).
      - destruct (entries_before p (lo e) (hi e)) eqn:Q.
        + split; [split; [exact W|right; reflexivity]|]. exact (code_of_finite _ _ Jk E).
        + exfalso; rewrite <- E in Jk; lia. }
    destruct X as [X Y]; split; [exact X|].
    rewrite <- (move_value_spec p e P W), Y; simpl; f_equal; unfold to_nat; rewrite J; lia.
Qed.

End OnePart.

(* What one step of the loop makes sure. *)
Definition part_right_at (p : int) : Prop :=
  (infinite (G p) = infinite (c p)) /\
  if infinite (G p) then
    has_part_witness p = true /\
    is_mex (part_values (moves_of t) V p) (to_nat (at_index (part_mex h) p)) /\
    forall s, within (at_index (slot_start h) p) (at_index (slot_start h) (p + 1)) s ->
      ~ part_values (moves_of t) V p (to_nat (at_index (absent h) s))
  else
    (forall j, (j < to_nat (G p))%nat -> exists m, In m (moves_of t p) /\ total_value V m = Some j /\
       all_before rank_of p m) /\
    (forall m, In m (moves_of t p) -> all_before rank_of p m -> total_value V m <> Some (to_nat (G p))) /\
    forall e, within (lo_move p) (hi_move p) e -> has_part_reply p e = true.

Lemma check_part_step_true (p : int) (marks marks' : array int) :
  is_part t p -> stamped p marks -> check_part_step p marks = Some marks' ->
  part_right_at p /\ stamped (p + 1) marks'.
Proof.
  intros P old; unfold check_part_step.
  destruct (mark_all _ _ _ _ marks) as [x|] eqn:M; [|discriminate].
  destruct (check_part_at p x) eqn:C; [|discriminate]; intros [= <-].
  assert (R : (to_Z p < to_Z max_int)%Z).
  { pose proof (to_Z_bounded (part_count t)); unfold is_part in P; lia. }
  split; [|exact (proj2 (proj2 (proj2 (mark_all_spec _ _ _ _ _ _ (moves_ordered p P) old R M))))].
  unfold check_part_at in C; unfold part_right_at.
  destruct (infinite (G p)) eqn:I.
  - destruct (infinite (c p)); [|discriminate C]; split; [reflexivity|].
    destruct (has_part_witness p); [|discriminate C].
    destruct (mex_marked x (p + 1) (at_index (part_mex h) p)) eqn:Q; [|discriminate C].
    destruct (mex_marked_moves p marks x P old M _ Q) as [Q1 Q2].
    split; [reflexivity|split; [split|]].
    + intros [m [I' E]]; apply in_moves in I'; destruct I' as [_ [e [W <-]]].
      apply (Q1 e); [split; [exact W|left; exact I]|exact E].
    + intros j L; destruct (Q2 j L) as [e [[W _] E]]; exists (parts_of t e).
      split; [apply in_moves; split; [exact P|now exists e]|exact E].
    + intros s W [m [I' E]]; apply in_moves in I'; destruct I' as [_ [e [We <-]]].
      apply (unmarked_no_move p marks x P old M _ (all_in_true _ _ _ C s W) e); [|exact E].
      split; [exact We|left; exact I].
  - destruct (infinite (c p)); [discriminate C|]; split; [reflexivity|].
    destruct (mex_marked x (p + 1) (G p)) eqn:Q; [|discriminate C].
    destruct (mex_marked_moves p marks x P old M _ Q) as [Q1 Q2].
    split; [|split].
    + intros j L; destruct (Q2 j L) as [e [[W X] E]]; exists (parts_of t e).
      split; [apply in_moves; split; [exact P|now exists e]|split; [exact E|]].
      apply entries_before_spec; destruct X as [X|X]; [congruence|exact X].
    + intros m I' B; apply in_moves in I'; destruct I' as [_ [e [W <-]]].
      apply Q1; split; [exact W|right; now apply entries_before_spec].
    + intros e W; exact (all_in_true _ _ _ C e W).
Qed.

Hypothesis parts_are_right : check_parts = true.

Lemma part_right (p : int) : is_part t p -> part_right_at p.
Proof.
  unfold check_parts in parts_are_right; rewrite table_is_right in parts_are_right.
  destruct (fold check_part_step 0 (part_count t) (make (room h) 0)) as [m|] eqn:F; [|discriminate].
  revert p; apply (fold_positions (Rows (part_count t) (move_start t) (part_start t)) check_part_step stamped
    part_right_at (make (room h) 0) m); [|intros j; rewrite get_make; lia|exact F].
  intros u x y P S E; exact (check_part_step_true u x y P S E).
Qed.

Lemma right_part_reply (p e : int) (k : nat) :
  is_part t p -> within (lo_move p) (hi_move p) e -> decode (G p) = Some k ->
  has_part_reply p e = true ->
  total_value V (parts_of t e) = infinity \/ ~ all_before rank_of p (parts_of t e) ->
  exists w, In w (sum_moves (moves_of t) (parts_of t e)) /\ total_value V w = Some k /\
            all_before rank_of p w.
Proof.
  intros P W E R X; unfold has_part_reply in R.
  assert (F : (if entries_before p (lo e) (hi e)
               then match move_value e with Some _ => true | None => false end else false) = false).
  { destruct (entries_before p (lo e) (hi e)) eqn:B; [|reflexivity].
    apply entries_before_spec in B; destruct X as [X|X]; [|now destruct X].
    rewrite <- (move_value_spec p e P W) in X; destruct (move_value e); [discriminate X|reflexivity]. }
  rewrite F in R; clear F X.
  set (i := at_index (reply_entry h) e) in *; set (e' := at_index (reply_move h) e) in *.
  destruct (is_entry_of e i) eqn:Wi; [|discriminate R]; apply is_entry_of_true in Wi.
  pose proof (move_parts p e P W i Wi) as Pi.
  destruct (is_move_of (entry i) e') eqn:W'; [|discriminate R]; apply is_move_of_true in W'.
  destruct (entries_before p (lo e) i) eqn:B1; [|discriminate R]; apply entries_before_spec in B1.
  destruct (entries_before p (i + 1) (hi e)) eqn:B2; [|discriminate R]; apply entries_before_spec in B2.
  destruct (entries_before p (lo e') (hi e')) eqn:B3; [|discriminate R]; apply entries_before_spec in B3.
  pose proof (value_without_spec p e i P W Wi) as V1.
  pose proof (move_value_spec (entry i) e' Pi W') as V2.
  destruct (value_without e i) as [x|]; [|discriminate R].
  destruct (move_value e') as [y|]; [|discriminate R]; apply eqb_correct in R.
  exists (entries t (lo e) i ++ parts_of t e' ++ entries t (i + 1) (hi e)); split; [|split].
  - apply (follower_replaces (moves_of t)).
    exists (entries t (lo e) i), (entry i), (entries t (i + 1) (hi e)), (parts_of t e').
    split; [now apply entries_split|split; [|reflexivity]].
    apply in_moves; split; [exact Pi|now exists e'].
  - rewrite total_value_app in V1; rewrite !total_value_app, <- V2.
    destruct (total_value V (entries t (lo e) i)) as [a|]; [|discriminate V1].
    destruct (total_value V (entries t (i + 1) (hi e))) as [b|]; [|discriminate V1].
    simpl in V1; injection V1 as V1; simpl; f_equal.
    apply decode_some in E; destruct E as [_ <-]; rewrite <- R, to_nat_lxor, V1.
    now rewrite (Nat.lxor_comm (to_nat y)), Nat.lxor_assoc.
  - intros q I; apply in_app_iff in I; rewrite in_app_iff in I.
    destruct I as [I|[I|I]]; [now apply B1|now apply B3|now apply B2].
Qed.

Lemma right_part_witness (p : int) :
  is_part t p -> has_part_witness p = true ->
  exists m, In m (moves_of t p) /\ total_value V m = infinity /\
    ~ values (g := sums) (total_value V) m (to_nat (at_index (part_mex h) p)).
Proof.
  intros P H; unfold has_part_witness in H.
  set (e := at_index (part_witness h) p) in *; set (i := at_index (infinite_entry h) p) in *.
  destruct (is_move_of p e) eqn:W; [|discriminate H]; apply is_move_of_true in W.
  destruct (is_entry_of e i) eqn:Wi; [|discriminate H]; apply is_entry_of_true in Wi.
  destruct (infinite (G (entry i))) eqn:I; [|discriminate H].
  pose proof (move_parts p e P W i Wi) as Pi.
  assert (Vi : V (entry i) = infinity) by (rewrite part_value_at by exact Pi; now apply decode_infinite).
  exists (parts_of t e); split; [apply in_moves; split; [exact P|now exists e]|].
  unfold parts_of; rewrite (entries_split _ _ i Wi); split.
  { rewrite total_value_app, total_value_cons, Vi; now destruct (total_value V (entries t (lo e) i)). }
  intros X; apply values_around in X; [|exact Vi]; destruct X as [a [y [A [Y E]]]].
  rewrite <- (value_without_spec p e i P W Wi) in A.
  destruct (value_without e i) as [x|]; [|discriminate A]; injection A as A.
  set (s := at_index (slot h) p) in *.
  destruct (at_index (slot_start h) (entry i) <=? s) eqn:L1; [|discriminate H].
  destruct (s <? at_index (slot_start h) (entry i + 1)) eqn:L2; [|discriminate H].
  apply eqb_correct in H; destruct (part_right _ Pi) as [_ R]; rewrite I in R; destruct R as [_ [_ R]].
  apply (R s); [unfold within; lia|].
  rewrite H, to_nat_lxor, E, A, lxor_cancel; exact Y.
Qed.

Lemma right_parts (p : int) : right_part (moves_of t) V rank_of p.
Proof.
  destruct (part_cases t p) as [[_ P]|[X P]].
  - pose proof (part_right p P) as [_ R]; pose proof (part_value_at p P) as E.
    destruct (infinite (G p)) eqn:I.
    + rewrite (decode_infinite _ I) in E; destruct R as [W [M _]]; constructor; try congruence.
      intros _; destruct (right_part_witness p P W) as [m [Im [Em N]]].
      exists m, (to_nat (at_index (part_mex h) p)); split; [exact Im|split; [exact Em|split; [exact M|exact N]]].
    + pose proof (decode_finite _ I) as D; rewrite D in E; destruct R as [A1 [A2 B]]; constructor.
      * intros k j Ek L; rewrite E in Ek; injection Ek as <-; exact (A1 j L).
      * intros k m Ek; rewrite E in Ek; injection Ek as <-; exact (A2 m).
      * intros k m Ek Im X; rewrite E, <- D in Ek; apply in_moves in Im; destruct Im as [_ [e [W <-]]].
        exact (right_part_reply p e k P W Ek (B e W) X).
      * congruence.
  - assert (N : moves_of t p = []) by (unfold moves_of; now rewrite X).
    assert (Z : V p = Some 0%nat) by (unfold part_value; now rewrite X).
    constructor.
    + intros k j E L; rewrite Z in E; injection E as <-; lia.
    + intros k m _ Im; rewrite N in Im; destruct Im.
    + intros k m _ Im; rewrite N in Im; destruct Im.
    + congruence.
Qed.

End CheckParts.

(* ---- what certified columns say --------------------------------------------------------------- *)

Lemma check_parts_table (t : part_table) (grundy counter : column) (h : part_hints) :
  check_parts t grundy counter h = true -> check_table t h = true.
Proof. unfold check_parts; destruct (check_table t h); [reflexivity|discriminate]. Qed.

(* If the checker says yes, nim-sums of the values are the values of all sums of
   parts. *)
Theorem check_parts_correct (t : part_table) (grundy counter : column) (h : part_hints) :
  check_parts t grundy counter h = true ->
  exists c, is_grundy (g := game_of_parts (moves_of t)) (total_value (part_value t grundy)) c.
Proof.
  intros H; pose proof (check_parts_table _ _ _ _ H) as W; eexists.
  apply definition_2_implies_1, (right_parts_grundy_2 _ _ (rank_of grundy counter h) base).
  - intros p m I; exact (bounded_moves t p m I).
  - intros p; exact (right_parts t grundy counter h W H p).
Qed.

Theorem check_parts_unique (t : part_table) (grundy counter : column) (h : part_hints)
    (V : game_of_parts (moves_of t) -> number) (c : game_of_parts (moves_of t) -> nat) :
  check_parts t grundy counter h = true -> is_grundy V c ->
  forall p, is_part t p -> decode (at_index grundy p) = V [p].
Proof.
  intros H HV p P; destruct (check_parts_correct _ _ _ _ H) as [c' HG].
  rewrite (grundy_unique _ _ _ _ HV HG [p]), total_value_part; symmetry; now apply part_value_at.
Qed.

(* The counter: parts have levels that no move raises, and parts of one level
   and one value are ranked by their counters. Counters are given where values
   are finite, and only there. *)
Theorem check_parts_counters (t : part_table) (grundy counter : column) (h : part_hints) :
  check_parts t grundy counter h = true ->
  (forall p, is_part t p ->
     (decode (at_index counter p) = infinity <-> decode (at_index grundy p) = infinity)) /\
  exists level rank : int -> nat,
    (forall p m q, In m (moves_of t p) -> In q m -> level q <= level p)%nat /\
    (forall p q, level p = level q -> at_index grundy p = at_index grundy q ->
       (rank p < rank q <-> to_nat (at_index counter p) < to_nat (at_index counter q)))%nat /\
    forall p, right_part (moves_of t) (part_value t grundy) rank p.
Proof.
  intros H; pose proof (check_parts_table _ _ _ _ H) as W; split.
  - intros p P; destruct (part_right _ _ _ _ W H p P) as [E _]; unfold decode; rewrite E.
    destruct (infinite (at_index counter p)); split; try discriminate; reflexivity.
  - exists (fun p => to_nat (at_index (level h) p)), (rank_of grundy counter h); split; [|split].
    + intros p m q I J; apply (in_moves t) in I; destruct I as [P [e [We <-]]].
      apply in_entries in J; destruct J as [i [Wi <-]].
      pose proof (proj2 (proj2 (move_right t h W p e P We) i Wi)) as L; unfold to_nat; lia.
    + intros p q L E; unfold rank_of; rewrite L, E; lia.
    + intros p; exact (right_parts t grundy counter h W H p).
Qed.

Lemma reaches_zero_sum_spec (t : part_table) (grundy : column) (h : part_hints) (p : int) :
  check_table t h = true -> is_part t p ->
  reaches_zero_sum t grundy p = true <-> part_values (moves_of t) (part_value t grundy) p 0.
Proof.
  intros W P; unfold reaches_zero_sum; split.
  - intros S; apply some_in_true in S; destruct S as [e [We Z]]; apply is_zero_spec in Z.
    exists (parts_of t e); split; [apply in_moves; split; [exact P|now exists e]|].
    now rewrite <- (move_value_spec t grundy h W p e P We).
  - intros [m [I E]]; apply in_moves in I; destruct I as [_ [e [We <-]]].
    apply (some_in_intro _ _ _ e We), is_zero_spec.
    now rewrite (move_value_spec t grundy h W p e P We).
Qed.

(* If the values are certified, outcomes are those that strategies define. *)
Theorem check_part_outcomes_correct (t : part_table) (grundy counter outcomes : column) (h : part_hints) :
  check_parts t grundy counter h = true -> check_part_outcomes t grundy outcomes = true ->
  forall p, is_part t p ->
  exists o, at_index outcomes p = letter o /\ has_outcome (g := game_of_parts (moves_of t)) normal [p] o.
Proof.
  intros H O p P; pose proof (check_parts_table _ _ _ _ H) as W.
  assert (Wp : within 0 (part_count t) p) by (unfold within, is_part in *; lia).
  pose proof (all_in_true _ _ _ O p Wp) as E; apply eqb_correct in E.
  destruct (check_parts_correct _ _ _ _ H) as [c HG].
  pose proof (part_value_at t grundy p P) as V.
  assert (Vp : total_value (part_value t grundy) [p] = decode (at_index grundy p)) by now rewrite total_value_part.
  assert (values_zero : values (g := game_of_parts (moves_of t)) (total_value (part_value t grundy)) [p] 0 <->
                        reaches_zero_sum t grundy p = true).
  { rewrite (reaches_zero_sum_spec t grundy h p W P); split; intros [m [F Z]]; exists m; split; auto;
      now apply (follower_part (moves_of t)). }
  destruct (at_index grundy p =? 0) eqn:Z.
  { exists P_position; split; [exact E|]; apply (outcome_grundy _ _ HG), value_P.
    apply eqb_correct in Z; now rewrite Vp, Z. }
  destruct (infinite (at_index grundy p)) eqn:I.
  - destruct (reaches_zero_sum t grundy p) eqn:S.
    + exists N_position; split; [exact E|]; apply (outcome_grundy _ _ HG), value_N_infinite.
      * now rewrite Vp, decode_infinite.
      * now apply values_zero.
    + exists D_position; split; [exact E|]; apply (outcome_grundy _ _ HG), value_D.
      * now rewrite Vp, decode_infinite.
      * rewrite values_zero; discriminate.
  - exists N_position; split; [exact E|]; apply (outcome_grundy _ _ HG).
    apply (value_N _ _ (Nat.pred (to_nat (at_index grundy p)))).
    rewrite Vp, decode_finite by exact I; f_equal; unfold to_nat; lia.
Qed.

(* ---- the sets K ---------------------------------------------------------------------------------- *)

Section CheckPartSets.
Context (t : part_table) (grundy k_start k_entry : column) (h : part_hints).

Notation G p := (at_index grundy p).
Notation lo p := (at_index k_start p).
Notation hi p := (at_index k_start (p + 1)).
Notation lo_move p := (at_index (move_start t) p).
Notation hi_move p := (at_index (move_start t) (p + 1)).

Definition check_part_set_at (p : int) (listed reached : array int) : bool :=
  if all_in (fun i => if infinite (at_index k_entry i) then false
                      else marked reached (p + 1) (at_index k_entry i)) (lo p) (hi p)
  then all_in (fun e => match move_value t grundy e with
                        | Some x => marked listed (p + 1) x
                        | None => true
                        end) (lo_move p) (hi_move p)
  else false.

Definition check_part_sets_step (p : int) (marks : array int * array int) :
    option (array int * array int) :=
  let (listed, reached) := marks in
  if infinite (G p) then
    if lo p <=? hi p then
      match mark_all (fun i => at_index k_entry i) (lo p) (hi p) (p + 1) listed,
            mark_all (fun e => code_of (move_value t grundy e)) (lo_move p) (hi_move p) (p + 1) reached
      with
      | Some listed, Some reached =>
          if check_part_set_at p listed reached then Some (listed, reached) else None
      | _, _ => None
      end
    else None
  else if lo p =? hi p then Some (listed, reached) else None.

Definition check_part_sets : bool :=
  if check_table t h then
    match fold check_part_sets_step 0 (part_count t) (make (room h) 0, make (room h) 0) with
    | Some _ => true
    | None => false
    end
  else false.

(* The set that is stored for p has the finite values of its moves if the value
   of p is infinite, and is empty otherwise. *)
Definition part_set_right_at (p : int) : Prop :=
  if infinite (G p)
  then forall k, in_set k_start k_entry p k <-> part_values (moves_of t) (part_value t grundy) p k
  else forall k, ~ in_set k_start k_entry p k.

Hypothesis table_is_right : check_table t h = true.

Lemma check_part_sets_step_true (p : int) (a b a' b' : array int) :
  is_part t p -> stamped p a -> stamped p b -> check_part_sets_step p (a, b) = Some (a', b') ->
  part_set_right_at p /\ stamped (p + 1) a' /\ stamped (p + 1) b'.
Proof.
  intros P sa sb; unfold check_part_sets_step, part_set_right_at.
  assert (R : (to_Z p < to_Z max_int)%Z).
  { pose proof (to_Z_bounded (part_count t)); unfold is_part in P; lia. }
  pose proof (moves_ordered t h table_is_right p P) as O.
  destruct (infinite (G p)).
  - destruct (lo p <=? hi p) eqn:L; [|discriminate].
    assert (OL : (to_Z (lo p) <= to_Z (hi p))%Z) by lia.
    destruct (mark_all _ _ _ _ a) as [x|] eqn:A; [|discriminate].
    destruct (mark_all _ _ _ _ b) as [y|] eqn:B; [|discriminate].
    destruct (check_part_set_at p x y) eqn:C; [|discriminate]; intros [= <- <-].
    split; [|split].
    + unfold check_part_set_at in C; destruct (all_in _ (lo p) (hi p)) eqn:E; [|discriminate C].
      intros k; split.
      * intros [i [W D]]; pose proof (all_in_true _ _ _ E i W) as X; simpl in X.
        destruct (decode_some _ _ D) as [F N]; rewrite F in X.
        destruct (marked_in _ _ _ _ _ _ O sb R B _ X) as [e [We Ee]].
        apply infinite_false in F; apply (code_of_finite _ _ F) in Ee.
        exists (parts_of t e); split; [apply in_moves; split; [exact P|now exists e]|].
        rewrite <- (move_value_spec t grundy h table_is_right p e P We), Ee; simpl; now rewrite N.
      * intros [m [I D]]; apply in_moves in I; destruct I as [_ [e [We <-]]].
        rewrite <- (move_value_spec t grundy h table_is_right p e P We) in D.
        pose proof (all_in_true _ _ _ C e We) as X; simpl in X.
        destruct (move_value t grundy e) as [v|]; [|discriminate D].
        destruct (marked_in _ _ _ _ _ _ OL sa R A _ X) as [i [Wi Ei]].
        exists i; split; [exact Wi|].
        pose proof (all_in_true _ _ _ E i Wi) as Y; simpl in Y; rewrite Ei in *.
        destruct (infinite v) eqn:F; [discriminate Y|]; rewrite decode_finite by exact F; exact D.
    + exact (proj2 (proj2 (proj2 (mark_all_spec _ _ _ _ _ _ OL sa R A)))).
    + exact (proj2 (proj2 (proj2 (mark_all_spec _ _ _ _ _ _ O sb R B)))).
  - destruct (lo p =? hi p) eqn:L; [|discriminate]; intros [= <- <-]; split; [|split].
    + intros k [i [W _]]; unfold within in W; lia.
    + intros j; specialize (sa j); lia.
    + intros j; specialize (sb j); lia.
Qed.

End CheckPartSets.

Theorem check_part_sets_correct (t : part_table) (grundy k_start k_entry : column) (h : part_hints) :
  check_part_sets t grundy k_start k_entry h = true ->
  forall p, is_part t p -> part_set_right_at t grundy k_start k_entry p.
Proof.
  unfold check_part_sets; destruct (check_table t h) eqn:W; [|discriminate].
  destruct (fold _ 0 (part_count t) _) as [m|] eqn:F; [|discriminate]; intros _.
  revert F; apply (fold_positions (Rows (part_count t) (move_start t) (part_start t)) _
    (fun u m => stamped u (fst m) /\ stamped u (snd m))).
  - intros u [a b] [a' b'] P [sa sb]; exact (check_part_sets_step_true t grundy k_start k_entry h W u a b a' b' P sa sb).
  - split; intros j; simpl; rewrite get_make; lia.
Qed.
