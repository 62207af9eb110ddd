(* The checker for text files: the bytes of an edge list and of a solution as a
   TSV file.

   The game that the file means has names as positions. The checker works on
   the same game in compressed rows, and on columns in arrays. A program that
   is not trusted builds these; the functions below compare them with what was
   read. *)

Require Import List ZArith Lia Bool Uint63 ZifyUint63 Ascii String.
Import ListNotations.
From Grundy Require Import Digraph Play Value Loops Rows Cover Text Names ReadEdges ReadTable
  CheckRemoteness CheckDistance Draws CheckDraws Marks CheckGrundy CheckFollowers Pairs CheckPairs
  CheckOutcome CheckMoves.
Local Open Scope list_scope.
Local Open Scope uint63_scope.

(* The bytes of a string, for statements. *)
Definition word_of (s : string) : word :=
  map (fun a => of_Z (Z.of_N (N_of_ascii a))) (list_ascii_of_string s).

Lemma words_of_the_formats :
  arrow = word_of "->" /\ at_sign = word_of "@" /\ vertex = word_of "vertex" /\
  infinity_word = word_of "inf" /\ none_word = word_of "-" /\ braces = word_of "{}".
Proof. repeat split; reflexivity. Qed.

(* ---- the game ------------------------------------------------------------- *)

(* Where the moves of the file are in the rows, and where those of the rows are
   in the file. *)
Record arrangement := Arrangement {
  source : column;        (* the moves of the file *)
  destination : column;
  place : column;         (* for each of them, its number in the rows *)
  origin : column         (* for each move in the rows, its number in the file *)
}.

Section CheckGame.
Context (r : rows) (a : arrangement).

(* Compares the moves of the file from number i on; returns their end. *)
Fixpoint check_moves (i : int) (l : list (int * int)) : option int :=
  match l with
  | [] => Some i
  | (u, v) :: l =>
      let e := at_index (place a) i in
      if in_row r u e && (head r e =? v) &&
         (at_index (source a) i =? u) && (at_index (destination a) i =? v) && (i <? max_int)
      then check_moves (i + 1) l else None
  end.

Definition check_origin (m u e : int) : bool :=
  let i := at_index (origin a) e in
  (i <? m) && (at_index (source a) i =? u) && (at_index (destination a) i =? head r e).

(* The rows have exactly the positions and the moves of the file. *)
Definition check_game (e : edges) : bool :=
  if order r =? count e then
    match check_moves 0 (move_list e) with
    | Some m => all_in (fun u => all_in (check_origin m u) (first_move r u) (end_of_row r u)) 0 (order r)
    | None => false
    end
  else false.

Lemma check_moves_true (l : list (int * int)) : forall i m,
  check_moves i l = Some m ->
  (forall u v, In (u, v) l -> exists e, within (first_move r u) (end_of_row r u) e /\ head r e = v) /\
  (forall k, within i m k -> In (at_index (source a) k, at_index (destination a) k) l).
Proof.
  induction l as [|[u v] l IH]; intros i m; cbn [check_moves].
  - intros [= <-]; split; [intros u v []|intros k W; unfold within in W; lia].
  - destruct (_ && _) eqn:C; [|discriminate]; intros H.
    do 4 (apply andb_true_iff in C; destruct C as [C ?]).
    destruct (IH _ _ H) as [A B]; split.
    + intros x y [[= <- <-]|I]; [|now apply A].
      exists (at_index (place a) i); split; [now apply in_row_true|now apply eqb_correct].
    + intros k W; destruct (Z.eq_dec (to_Z k) (to_Z i)) as [E|E].
      * left; apply to_Z_inj in E; subst k; f_equal; symmetry; now apply eqb_correct.
      * right; apply B; unfold within in *; lia.
Qed.

(* The number of a position; other words have a number that is not one. *)
Definition number_in (e : edges) (u : word) : int :=
  match find u (numbering e) with Some i => i | None => order r end.

Lemma check_game_cover (e : edges) (l : list item) :
  numbered l e -> check_game e = true -> is_cover (number_in e : game_of l -> game r).
Proof.
  intros N; unfold check_game; destruct (order r =? count e) eqn:O; [|discriminate].
  apply eqb_correct in O.
  destruct (check_moves 0 (move_list e)) as [m|] eqn:M; [|discriminate]; intros A u v'.
  destruct (check_moves_true _ _ _ M) as [place_right source_right].
  rewrite follower_row; unfold number_in at 1 2 3; split.
  - destruct (find u (numbering e)) as [i|] eqn:F; [|intros [P _]; unfold is_position in P; lia].
    intros [P [x [W <-]]].
    pose proof (all_in_true _ _ _ A i (position_within r i P)) as R; simpl in R.
    pose proof (all_in_true _ _ _ R x W) as C; unfold check_origin in C.
    apply andb_true_iff in C; destruct C as [C D]; apply andb_true_iff in C; destruct C as [C S].
    apply eqb_correct in D, S.
    assert (I : In (i, head r x) (move_list e)).
    { rewrite <- D, <- S; apply source_right; unfold within; lia. }
    apply (listed l e N) in I; destruct I as [u' [v [I [Eu Ev]]]].
    rewrite <- (distinct l e N u u' i F Eu) in I; exists v.
    split; [now apply game_of_follower|]; unfold number_in; now rewrite Ev.
  - intros [v [F <-]]; apply game_of_follower in F.
    assert (U : occurs u l) by (exists (Move u v); auto).
    assert (V : occurs v l) by (exists (Move u v); auto).
    destruct (found l e N u U) as [i Ei], (found l e N v V) as [j Ej].
    unfold number_in; rewrite Ei, Ej; split.
    + unfold is_position; rewrite O; exact (bounded l e N u i Ei).
    + apply place_right, (listed l e N); now exists u, v.
Qed.

End CheckGame.

(* ---- columns -------------------------------------------------------------- *)

(* The column has the entries of the table. *)
Definition check_entries (parse : word -> option int) (name : word) (t : table) (c : column) : bool :=
  forallb (fun x =>
    match field (heading t) (snd x) name with
    | Some w => match parse w with Some y => at_index c (fst x) =? y | None => false end
    | None => false
    end) (entries t).

(* Every position has a row: [row_number] has the numbers of the rows' positions
   and [row_index] says where each of them is. *)
Fixpoint check_numbers (row_number : column) (i : int) (l : list (int * list word)) : option int :=
  match l with
  | [] => Some i
  | (u, _) :: l =>
      if (at_index row_number i =? u) && (i <? max_int) then check_numbers row_number (i + 1) l else None
  end.

Definition check_coverage (r : rows) (t : table) (row_number row_index : column) : bool :=
  match check_numbers row_number 0 (entries t) with
  | Some m =>
      all_in (fun u =>
        let i := at_index row_index u in (i <? m) && (at_index row_number i =? u)) 0 (order r)
  | None => false
  end.

(* The sets K, compared with the values of followers directly. *)
Definition check_set (r : rows) (grundy : column) (u : int) (w : word) : bool :=
  let lo := first_move r u in
  let hi := end_of_row r u in
  if same_word w none_word then negb (infinite (at_index grundy u))
  else match read_set w with
       | Some l =>
           infinite (at_index grundy u) &&
           forallb (fun x => some_in (fun e => at_index grundy (head r e) =? x) lo hi) l &&
           all_in (fun e =>
             let y := at_index grundy (head r e) in
             if infinite y then true else existsb (fun x => x =? y) l) lo hi
       | None => false
       end.

Definition check_set_entries (r : rows) (grundy : column) (name : word) (t : table) : bool :=
  forallb (fun x =>
    match field (heading t) (snd x) name with
    | Some w => check_set r grundy (fst x) w
    | None => false
    end) (entries t).

(* The sets J, in the same way. *)
Definition check_values_of (r : rows) (grundy : column) (u : int) (w : word) : bool :=
  let lo := first_move r u in
  let hi := end_of_row r u in
  match read_values w with
  | Some l =>
      forallb (fun x => some_in (fun e => at_index grundy (head r e) =? x) lo hi) l &&
      all_in (fun e => existsb (fun x => x =? at_index grundy (head r e)) l) lo hi
  | None => false
  end.

Definition check_follower_entries (r : rows) (grundy : column) (name : word) (t : table) : bool :=
  forallb (fun x =>
    match field (heading t) (snd x) name with
    | Some w => check_values_of r grundy (fst x) w
    | None => false
    end) (entries t).

(* ---- the theorems --------------------------------------------------------- *)

(* Both files were read, and the rows are those of the game. *)
Record reading (game_file solution_file : text) (r : rows) (e : edges) (t : table) : Prop := {
  edges_read : read_edges game_file = Some e;
  table_read : read_table (numbering e) solution_file = Some t;
  rows_right : exists a, check_game r a e = true
}.

Section Theorems.
Context (game_file solution_file : text) (r : rows) (e : edges) (t : table) (l : list item).
Hypothesis (read : reading game_file solution_file r e t)
  (meaning : edge_list (bytes_of game_file) = Some l).

(* What the file says about u in a column. *)
Notation says u name entry := (says (bytes_of solution_file) u (word_of name) entry).

Let numbers_right : numbered l e.
Proof.
  destruct (read_edges_correct _ _ (edges_read _ _ _ _ _ read)) as [l' [E N]]; congruence.
Qed.

Let cover : is_cover (number_in r e : game_of l -> game r).
Proof.
  destruct (rows_right _ _ _ _ _ read) as [a C]; exact (check_game_cover r a e l numbers_right C).
Qed.

Let number_is_position (u : word) (i : int) : find u (numbering e) = Some i -> is_position r i.
Proof.
  intros F; destruct (rows_right _ _ _ _ _ read) as [a C]; unfold check_game in C.
  destruct (order r =? count e) eqn:O; [|discriminate C]; apply eqb_correct in O.
  unfold is_position; rewrite O; exact (bounded l e numbers_right u i F).
Qed.

(* A row of the file is a row of the table. *)
Let says_row (u name entry : word) :
  ReadTable.says (bytes_of solution_file) u name entry ->
  exists i row, In (i, row) (entries t) /\ find u (numbering e) = Some i /\
  field (heading t) row name = Some entry.
Proof.
  destruct (read_table_correct _ _ _ (table_read _ _ _ _ _ read)) as [L R].
  intros [h [rs [row [code [T [I [V [U F]]]]]]]]; rewrite L in T; injection T as <- <-.
  apply in_rev, in_map_iff in I; destruct I as [[i row'] [E I]]; simpl in E; subst row'.
  destruct (proj1 (Forall_forall _ _) R (i, row) I) as [code' [u' [V' [U' N]]]]; simpl in *.
  exists i, row; split; [exact I|split; [congruence|exact F]].
Qed.

Let says_entry (parse : word -> option int) (name : string) (c : column) (u entry : word) :
  check_entries parse (word_of name) t c = true -> says u name entry ->
  is_position r (number_in r e u) /\ parse entry = Some (at_index c (number_in r e u)).
Proof.
  intros C S; destruct (says_row u _ entry S) as [i [row [I [F E]]]].
  pose proof (proj1 (forallb_forall _ _) C (i, row) I) as X; simpl in X; rewrite E in X.
  unfold number_in; rewrite F; split; [exact (number_is_position u i F)|].
  destruct (parse entry) as [y|]; [|discriminate X]; apply eqb_correct in X; now rewrite X.
Qed.

(* Every position of the game has an entry in a column that was compared. *)
Theorem text_complete (parse : word -> option int) (name : string) (c row_number row_index : column) :
  check_coverage r t row_number row_index = true -> check_entries parse (word_of name) t c = true ->
  forall u, occurs u l -> exists entry, says u name entry.
Proof.
  unfold check_coverage; destruct (check_numbers row_number 0 (entries t)) as [m|] eqn:M; [|discriminate].
  intros A C u O; destruct (found l e numbers_right u O) as [i F].
  pose proof (all_in_true _ _ _ A i (position_within r i (number_is_position u i F))) as X; simpl in X.
  apply andb_true_iff in X; destruct X as [L X]; apply eqb_correct in X.
  assert (H : forall es k n, check_numbers row_number k es = Some n ->
            forall j, within k n j -> exists row, In (at_index row_number j, row) es).
  { clear; induction es as [|[u row] es IH]; intros k n; simpl.
    - intros [= <-] j W; unfold within in W; lia.
    - destruct (_ && _) eqn:B; [|discriminate]; apply andb_true_iff in B; destruct B as [B B'].
      apply eqb_correct in B; intros E j W; destruct (Z.eq_dec (to_Z j) (to_Z k)) as [D|D].
      + apply to_Z_inj in D; subst j; exists row; left; now rewrite B.
      + destruct (IH _ _ E j) as [x I]; [unfold within in *; lia|exists x; now right]. }
  destruct (H _ _ _ M (at_index row_index i)) as [row I]; [unfold within; lia|]; rewrite X in I.
  pose proof (proj1 (forallb_forall _ _) C (i, row) I) as Y; simpl in Y.
  destruct (field (heading t) row (word_of name)) as [entry|] eqn:E; [|discriminate Y].
  exists entry; destruct (read_table_correct _ _ _ (table_read _ _ _ _ _ read)) as [T R].
  destruct (proj1 (Forall_forall _ _) R (i, row) I) as [code [u' [V [U N]]]]; simpl in *.
  assert (u = u') by exact (distinct l e numbers_right u u' i F N); subst u'.
  exists (heading t), (rev (map snd (entries t))), row, code; repeat split; auto.
  apply -> in_rev; apply in_map_iff; now exists (i, row).
Qed.

(* Remoteness is the one that strategies define … *)
Theorem text_remoteness (normal_play : bool) (c : column) :
  let name := if normal_play then "remoteness"%string else "misere_remoteness"%string in
  check_entries read_extended (word_of name) t c = true -> check_remoteness normal_play r c = true ->
  forall (u : game_of l) entry, says u name entry ->
  exists x, denotes entry x /\ has_remoteness (fun _ => normal_play) u x.
Proof.
  intros name C H u entry S; destruct (says_entry _ _ _ _ _ C S) as [P E].
  exists (decode (at_index c (number_in r e u))); split; [now apply read_extended_spec|].
  apply (cover_has_remoteness _ cover (fun _ => normal_play) u); [apply game_finite|].
  exact (check_remoteness_correct _ _ _ H _ P).
Qed.

(* … and so are terminal distance … *)
Theorem text_distance (c : column) :
  check_entries read_extended (word_of "distance") t c = true -> check_distance r c = true ->
  forall (u : game_of l) entry, says u "distance" entry ->
  exists x, denotes entry x /\ has_distance u x.
Proof.
  intros C H u entry S; destruct (says_entry _ _ _ _ _ C S) as [P E].
  exists (decode (at_index c (number_in r e u))); split; [now apply read_extended_spec|].
  apply (cover_has_distance _ cover u); [apply game_finite|exact (check_distance_correct _ _ H _ P)].
Qed.

(* … and the levels of draws, with the remoteness in them … *)
Theorem text_draws (level remoteness : column) :
  check_entries read_extended (word_of "draw_level") t level = true ->
  check_entries read_extended (word_of "draw_remoteness") t remoteness = true ->
  check_draws r level remoteness = true ->
  exists L R : game_of l -> number, draw_levels L R /\ forall u entry,
  (says u "draw_level" entry -> denotes entry (L u)) /\
  (says u "draw_remoteness" entry -> denotes entry (R u)).
Proof.
  intros CL CR H; eexists; eexists; split.
  - exact (cover_draw_levels _ _ _ cover (game_finite r) (check_draws_correct _ _ _ H)).
  - intros u entry; split; intros S; simpl.
    + destruct (says_entry _ _ _ _ _ CL S) as [P E]; unfold level_of; rewrite numbers_at by exact P.
      now apply read_extended_spec.
    + destruct (says_entry _ _ _ _ _ CR S) as [P E]; unfold remoteness_of; rewrite numbers_at by exact P.
      now apply read_extended_spec.
Qed.

(* … and outcomes, by any column that is a remoteness … *)
Theorem text_outcome (normal_play : bool) (outcomes c : column) :
  let name := if normal_play then "outcome"%string else "misere"%string in
  check_entries read_letter (word_of name) t outcomes = true ->
  check_remoteness normal_play r c = true -> check_outcome r outcomes c = true ->
  forall (u : game_of l) entry, says u name entry ->
  exists o, entry = [letter o] /\ has_outcome (fun _ => normal_play) u o.
Proof.
  intros name C H O u entry S; destruct (says_entry _ _ _ _ _ C S) as [P E].
  destruct (check_outcome_correct _ _ _ _ H O _ P) as [o [L W]]; exists o; split.
  - destruct entry as [|b [|? ?]]; try discriminate E; injection E as E; now rewrite E, L.
  - exact (cover_has_outcome _ cover (fun _ => normal_play) u o (game_finite r) W).
Qed.

(* … or by values. *)
Theorem text_outcome_by_value (outcomes grundy counter : column) (h : hints) :
  check_entries read_letter (word_of "outcome") t outcomes = true ->
  check_grundy r grundy counter h = true -> check_outcome_by_value r outcomes grundy = true ->
  forall (u : game_of l) entry, says u "outcome" entry ->
  exists o, entry = [letter o] /\ has_outcome normal u o.
Proof.
  intros C H O u entry S; destruct (says_entry _ _ _ _ _ C S) as [P E].
  destruct (check_outcome_by_value_correct _ _ _ _ _ H O _ P) as [o [L W]]; exists o; split.
  - destruct entry as [|b [|? ?]]; try discriminate E; injection E as E; now rewrite E, L.
  - exact (cover_has_outcome _ cover normal u o (game_finite r) W).
Qed.

(* Values, counters and the sets K and J belong to one G-function of the game, which is
   the only one. A column that the file does not have says nothing. *)
Theorem text_values (grundy counter : column) (h : hints) :
  check_grundy r grundy counter h = true ->
  exists (G : game_of l -> number) (c : game_of l -> nat), is_grundy G c /\
  (check_entries read_extended (word_of "grundy") t grundy = true ->
   forall u entry, says u "grundy" entry -> denotes entry (G u)) /\
  (check_entries read_counter (word_of "counter") t counter = true ->
   forall u entry, says u "counter" entry ->
   entry = word_of "-" /\ G u = infinity \/ denotes entry (Some (c u)) /\ G u <> infinity) /\
  (check_set_entries r grundy (word_of "k") t = true ->
   forall u entry, says u "k" entry ->
   entry = word_of "-" /\ G u <> infinity \/
   entry <> word_of "-" /\ G u = infinity /\ forall k, contains entry k <-> values G u k) /\
  (check_follower_entries r grundy (word_of "j") t = true ->
   forall (u : game_of l) entry, says u "j" entry ->
   forall x, contains_value entry x <-> exists v, follower u v /\ G v = x).
Proof.
  intros H.
  set (G := fun u : game_of l => value_of r grundy (number_in r e u)).
  set (c := fun u : game_of l => counter_of r counter (number_in r e u)).
  assert (V : forall u, is_position r (number_in r e u) -> G u = decode (at_index grundy (number_in r e u))).
  { intros u P; exact (numbers_at r 0 grundy _ P). }
  exists G, c; split; [|split; [|split; [|split]]].
  - exact (cover_grundy _ cover _ _ (check_grundy_correct _ _ _ _ H)).
  - intros C u entry S; destruct (says_entry _ _ _ _ _ C S) as [P E].
    rewrite (V u P); now apply read_extended_spec.
  - intros C u entry S; destruct (says_entry _ _ _ _ _ C S) as [P E].
    pose proof (check_grundy_counters _ _ _ _ H _ P) as I; rewrite <- (V u P) in I.
    unfold read_counter in E; destruct (same_word entry none_word) eqn:D.
    + left; split; [now apply same_word_spec|]; injection E as E; apply I; now rewrite <- E.
    + right; destruct (read_number_spec _ _ E) as [X F]; rewrite decode_finite in X by exact F.
      split.
      * unfold c; now rewrite counter_of_position.
      * intros Z; apply I in Z; rewrite decode_finite in Z by exact F; discriminate Z.
  - intros C u entry S; destruct (says_row u _ entry S) as [i [row [I [F E]]]].
    pose proof (proj1 (forallb_forall _ _) C (i, row) I) as X; simpl in X; rewrite E in X.
    assert (N : number_in r e u = i) by (unfold number_in; now rewrite F).
    pose proof (number_is_position u i F) as P; rewrite <- N in P; rewrite <- N in X.
    unfold check_set in X; destruct (same_word entry none_word) eqn:D.
    { left; split; [now apply same_word_spec|]; rewrite (V u P), decode_finite; [discriminate|].
      now apply negb_true_iff. }
    right; split; [intros ->; change (same_word none_word none_word = false) in D;
                   rewrite same_word_refl in D; discriminate D|].
    destruct (read_set entry) as [ks|] eqn:K; [|discriminate X].
    apply andb_true_iff in X; destruct X as [X A]; apply andb_true_iff in X; destruct X as [Inf B].
    split; [now rewrite (V u P), decode_infinite|].
    destruct (read_set_spec _ _ K) as [finite_ks contains_ks].
    pose proof (check_grundy_rows _ _ _ _ H) as W.
    intros k; rewrite contains_ks; unfold G.
    rewrite (cover_values _ cover), (values_row r grundy W (number_in r e u) k P); split.
    + intros [x [Ix <-]]; pose proof (proj1 (forallb_forall _ _) B x Ix) as Y; simpl in Y.
      apply some_in_true in Y; destruct Y as [y [Wy Ey]]; apply eqb_correct in Ey; exists y.
      split; [exact Wy|]; rewrite Ey; apply decode_finite; now apply finite_ks.
    + intros [y [Wy Ey]]; pose proof (all_in_true _ _ _ A y Wy) as Y; simpl in Y.
      apply decode_some in Ey; destruct Ey as [Fy <-]; rewrite Fy in Y.
      apply existsb_exists in Y; destruct Y as [x [Ix Ex]]; apply eqb_correct in Ex.
      exists x; split; [exact Ix|now rewrite Ex].
  - intros C u entry S; destruct (says_row u _ entry S) as [i [row [I [F E]]]].
    pose proof (proj1 (forallb_forall _ _) C (i, row) I) as X; simpl in X; rewrite E in X.
    assert (N : number_in r e u = i) by (unfold number_in; now rewrite F).
    pose proof (number_is_position u i F) as P; rewrite <- N in P; rewrite <- N in X.
    unfold check_values_of in X; destruct (read_values entry) as [ks|] eqn:K; [|discriminate X].
    apply andb_true_iff in X; destruct X as [B A].
    pose proof (check_grundy_rows _ _ _ _ H) as W.
    intros x; rewrite (read_values_spec _ _ K x).
    assert (Q : (exists v, follower u v /\ G v = x) <->
                exists v', follower (number_in r e u : game r) v' /\ value_of r grundy v' = x).
    { split.
      - intros [v [Fv Ev]]; exists (number_in r e v); split; [now apply (cover_follower _ cover)|exact Ev].
      - intros [v' [Fv Ev]]; destruct (cover_lift _ cover u v' Fv) as [v [Fv' <-]]; now exists v. }
    rewrite Q, (follower_values r grundy W _ x P); split.
    + intros [y [Iy <-]]; pose proof (proj1 (forallb_forall _ _) B y Iy) as Y; simpl in Y.
      apply some_in_true in Y; destruct Y as [m [Wm Em]]; apply eqb_correct in Em; exists m.
      split; [exact Wm|now rewrite Em].
    + intros [m [Wm <-]]; pose proof (all_in_true _ _ _ A m Wm) as Y; simpl in Y.
      apply existsb_exists in Y; destruct Y as [y [Iy Ey]]; apply eqb_correct in Ey.
      exists y; split; [exact Iy|now rewrite Ey].
Qed.

(* The column hmin has the least H of Smith's pairs. *)
Theorem text_pairs (grundy counter hmin : column) (h : hints) (o : offers) :
  check_grundy r grundy counter h = true ->
  check_entries read_extended (word_of "hmin") t hmin = true -> check_pairs r grundy hmin o = true ->
  exists G H : game_of l -> number, is_least_pair G H /\
  forall u entry, says u "hmin" entry -> denotes entry (H u).
Proof.
  intros HG C HP; eexists; eexists; split.
  - exact (cover_least_pair _ _ _ _ cover (check_grundy_correct _ _ _ _ HG) (check_pairs_true _ _ _ _ _ _ HG HP)).
  - intros u entry S; destruct (says_entry _ _ _ _ _ C S) as [P E]; simpl; unfold hmin_of.
    rewrite numbers_at by exact P; now apply read_extended_spec.
Qed.

End Theorems.
