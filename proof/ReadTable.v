(* The reader of solutions as TSV files.

   [table_lines] says what the bytes of a file mean: lines of fields, of which
   the first is the header. [says] is what the file says about a position.
   [read_table] reads the same in one pass and replaces the names of positions
   by their numbers. *)

Require Import List ZArith Lia Bool Uint63 ZifyUint63.
Import ListNotations.
From Grundy Require Import Digraph Loops Rows Text Names.
Local Open Scope uint63_scope.

(* A carriage return before the end of a line does not count. *)
Fixpoint without_return (line : word) : word :=
  match line with
  | [] => []
  | [b] => if b =? 13 then [] else [b]
  | b :: line => b :: without_return line
  end.

Definition is_empty (w : word) : bool := match w with [] => true | _ => false end.

Definition table_lines (file : list int) : list (list word) :=
  map (split tab) (filter (fun line => negb (is_empty line)) (map without_return (lines file))).

(* The entry in the first column of that name. *)
Fixpoint field (header row : list word) (column : word) : option word :=
  match header, row with
  | c :: header, w :: row => if same_word c column then Some w else field header row column
  | _, _ => None
  end.

(* Names of positions: \t, \n, \r and \\ are a tab, the ends of lines and a
   backslash. *)
Definition backslash : int := 92.

Definition escaped (b : int) : option int :=
  if b =? 116 then Some 9 else if b =? 110 then Some 10 else if b =? 114 then Some 13
  else if b =? backslash then Some backslash else None.

Fixpoint unescape (w : word) : option word :=
  match w with
  | [] => Some []
  | b :: w =>
      if b =? backslash then
        match w with
        | c :: w => match escaped c, unescape w with Some d, Some w => Some (d :: w) | _, _ => None end
        | [] => None
        end
      else match unescape w with Some w => Some (b :: w) | None => None end
  end.

Definition vertex : word := [118; 101; 114; 116; 101; 120].

(* The file has a row for the position u in which the column has this entry. *)
Definition says (file : list int) (u column entry : word) : Prop :=
  exists header rows row code,
    table_lines file = header :: rows /\ In row rows /\
    field header row vertex = Some code /\ unescape code = Some u /\
    field header row column = Some entry.

(* ---- printing ------------------------------------------------------------- *)

(* Printing what was read gives the same lines, up to carriage returns before
   the ends of lines, and empty lines. *)
Theorem print_read_table (file : list int) :
  map (join tab) (table_lines file) =
  filter (fun line => negb (is_empty line)) (map without_return (lines file)).
Proof.
  unfold table_lines; rewrite map_map.
  rewrite (map_ext _ (fun w => w)) by (intros w; apply join_split); apply map_id.
Qed.

(* ---- the reader ----------------------------------------------------------- *)

Fixpoint has_word (w : word) (l : list word) : bool :=
  match l with [] => false | x :: l => if same_word x w then true else has_word w l end.

Fixpoint all_distinct (l : list word) : bool :=
  match l with [] => true | w :: l => if has_word w l then false else all_distinct l end.

Fixpoint same_length (l l' : list word) : bool :=
  match l, l' with [], [] => true | _ :: l, _ :: l' => same_length l l' | _, _ => false end.

(* Rows with the number of their position; later rows come first. *)
Record table := Table { heading : list word; entries : list (int * list word) }.

Definition add_line (names : tree int) (s : option table) (line : word) : option (option table) :=
  let line := without_return line in
  if is_empty line then Some s
  else
    let fields := split tab line in
    match s with
    | None => if all_distinct fields then Some (Some (Table fields [])) else None
    | Some t =>
        if same_length (heading t) fields then
          match field (heading t) fields vertex with
          | Some code =>
              match unescape code with
              | Some u =>
                  match find u names with
                  | Some i => Some (Some (Table (heading t) ((i, fields) :: entries t)))
                  | None => None
                  end
              | None => None
              end
          | None => None
          end
        else None
    end.

Definition read_table (names : tree int) (t : text) : option table :=
  match fold_lines (add_line names) t None with Some (Some t) => Some t | _ => None end.

(* The row belongs to the position with the number. *)
Definition row_of (names : tree int) (header : list word) (i : int) (row : list word) : Prop :=
  exists code u, field header row vertex = Some code /\ unescape code = Some u /\ find u names = Some i.

Lemma add_lines_spec (names : tree int) (ls : list word) : forall t t',
  fold_list (add_line names) ls (Some t) = Some (Some t') ->
  Forall (fun x => row_of names (heading t) (fst x) (snd x)) (entries t) ->
  heading t' = heading t /\
  map snd (entries t') =
    rev (map (split tab) (filter (fun line => negb (is_empty line)) (map without_return ls))) ++
    map snd (entries t) /\
  Forall (fun x => row_of names (heading t) (fst x) (snd x)) (entries t').
Proof.
  induction ls as [|line ls IH]; intros t t' E R; simpl in E.
  - injection E as <-; auto.
  - unfold add_line in E at 1; cbn [map filter].
    destruct (is_empty (without_return line)); [now apply IH|]; cbn [negb].
    set (fields := split tab (without_return line)) in *.
    destruct (same_length (heading t) fields); [|discriminate E].
    destruct (field (heading t) fields vertex) as [code|] eqn:F; [|discriminate E].
    destruct (unescape code) as [u|] eqn:U; [|discriminate E].
    destruct (find u names) as [i|] eqn:N; [|discriminate E].
    destruct (IH _ t' E) as [H [L R']].
    + simpl; constructor; [now exists code, u|exact R].
    + simpl in *; split; [exact H|split; [|exact R']]; rewrite L; cbn [map rev].
      now rewrite <- app_assoc.
Qed.

(* The table has the rows of the file, and its numbers belong to them. *)
Theorem read_table_correct (names : tree int) (file : text) (t : table) :
  read_table names file = Some t ->
  table_lines (bytes_of file) = heading t :: rev (map snd (entries t)) /\
  Forall (fun x => row_of names (heading t) (fst x) (snd x)) (entries t).
Proof.
  unfold read_table; destruct (fold_lines (add_line names) file None) as [[t'|]|] eqn:F; try discriminate.
  intros [= ->]; apply fold_lines_true in F; unfold table_lines.
  induction (lines (bytes_of file)) as [|line ls IH]; [discriminate F|].
  simpl in F; unfold add_line in F at 1; cbn [map filter].
  destruct (is_empty (without_return line)); [now apply IH|]; cbn [negb].
  destruct (all_distinct (split tab (without_return line))); [|discriminate F].
  destruct (add_lines_spec names ls _ t F (Forall_nil _)) as [H [L R]]; simpl in H, L, R.
  cbn [map]; rewrite H, L, app_nil_r, rev_involutive; auto.
Qed.

(* ---- numbers -------------------------------------------------------------- *)

Definition is_digit (b : int) : bool := (47 <? b) && (b <? 58).

(* The number that digits mean. *)
Definition decimal (w : word) : Z := fold_left (fun n b => 10 * n + (to_Z b - 48))%Z w 0%Z.

Definition infinity_word : word := [105; 110; 102].   (* inf *)
Definition none_word : word := [45].                  (* - *)

(* What an entry means: a decimal number, or inf. *)
Definition denotes (w : word) (x : number) : Prop :=
  w = infinity_word /\ x = infinity \/
  w <> [] /\ forallb is_digit w = true /\ x = Some (Z.to_nat (decimal w)).

Fixpoint digits_from (n : int) (w : word) : option int :=
  match w with
  | [] => Some n
  | b :: w =>
      if is_digit b && (n <? 4294967296) then digits_from (10 * n + (b - 48)) w else None
  end.

(* A number without leading zeros. *)
Definition read_number (w : word) : option int :=
  match w with
  | [] => None
  | b :: rest =>
      if (b =? 48) && negb (is_empty rest) then None
      else match digits_from 0 w with
           | Some x => if x <? 4294967295 then Some x else None
           | None => None
           end
  end.

Lemma digits_from_spec (w : word) : forall n x,
  digits_from n w = Some x ->
  forallb is_digit w = true /\
  to_Z x = fold_left (fun n b => 10 * n + (to_Z b - 48))%Z w (to_Z n).
Proof.
  induction w as [|b w IH]; intros n x E; simpl in E.
  - injection E as <-; auto.
  - destruct (is_digit b && (n <? 4294967296)) eqn:D; [|discriminate E].
    apply andb_true_iff in D; destruct D as [D L]; destruct (IH _ _ E) as [A V].
    split; [simpl; now rewrite D|]; rewrite V; cbn [fold_left].
    unfold is_digit in D; apply andb_true_iff in D; destruct D.
    replace (to_Z (10 * n + (b - 48))) with (10 * to_Z n + (to_Z b - 48))%Z by lia; reflexivity.
Qed.

Lemma read_number_spec (w : word) (x : int) :
  read_number w = Some x -> denotes w (decode x) /\ infinite x = false.
Proof.
  unfold read_number; destruct w as [|b w]; [discriminate|].
  destruct (_ && _); [discriminate|].
  destruct (digits_from 0 (b :: w)) as [y|] eqn:D; [|discriminate].
  destruct (y <? 4294967295) eqn:L; [|discriminate]; intros [= <-].
  assert (F : infinite y = false) by (apply infinite_false; lia).
  split; [right|exact F]; destruct (digits_from_spec _ _ _ D) as [A V].
  split; [discriminate|split; [exact A|]].
  rewrite decode_finite by exact F; unfold to_nat; now rewrite V.
Qed.

(* Numbers or inf, and counters, which are - where they do not exist. *)
Definition read_extended (w : word) : option int :=
  if same_word w infinity_word then Some max_int else read_number w.

Definition read_counter (w : word) : option int :=
  if same_word w none_word then Some max_int else read_number w.

(* Letters, as their codes. *)
Definition read_letter (w : word) : option int := match w with [b] => Some b | _ => None end.

Lemma read_extended_spec (w : word) (x : int) : read_extended w = Some x -> denotes w (decode x).
Proof.
  unfold read_extended; destruct (same_word w infinity_word) eqn:E.
  - apply same_word_spec in E; intros [= <-]; left; split; [exact E|reflexivity].
  - intros R; now apply read_number_spec.
Qed.

(* Sets: numbers with commas, {} for the empty set. *)
Definition braces : word := [123; 125].
Definition comma : int := 44.

Definition read_set (w : word) : option (list int) :=
  if same_word w braces then Some []
  else fold_list (fun l w => match read_number w with Some x => Some (x :: l) | None => None end)
         (split comma w) [].

(* k is one of the numbers. *)
Definition contains (w : word) (k : nat) : Prop :=
  w <> braces /\ exists v, In v (split comma w) /\ denotes v (Some k).

Lemma denotes_unique (w : word) (x y : number) : denotes w x -> denotes w y -> x = y.
Proof.
  assert (N : forallb is_digit infinity_word = false) by reflexivity.
  intros [[-> ->]|[_ [D ->]]] [[E ->]|[_ [D' ->]]]; auto; [|subst w]; congruence.
Qed.

Lemma read_set_spec (w : word) (l : list int) :
  read_set w = Some l ->
  (forall x, In x l -> infinite x = false) /\
  forall k, contains w k <-> exists x, In x l /\ to_nat x = k.
Proof.
  unfold read_set, contains; destruct (same_word w braces) eqn:E.
  { apply same_word_spec in E; intros [= <-]; split; [intros x []|].
    intros k; split; [intros [N _]; contradiction|intros [x [[] _]]]. }
  assert (N : w <> braces) by (intros ->; rewrite same_word_refl in E; discriminate E).
  intros F.
  enough (H : forall ws l0 l1,
     fold_list (fun l w => match read_number w with Some x => Some (x :: l) | None => None end) ws l0 = Some l1 ->
     (forall x, In x l1 <-> In x l0 \/ exists v, In v ws /\ read_number v = Some x) /\
     (forall v, In v ws -> exists x, read_number v = Some x)).
  { destruct (H _ _ _ F) as [I A].
    assert (only : forall x, In x l -> exists v, In v (split comma w) /\ read_number v = Some x).
    { intros x X; apply I in X; destruct X as [[]|X]; exact X. }
    split.
    - intros x X; destruct (only x X) as [v [_ R]]; now apply (read_number_spec v).
    - intros k; split.
      + intros [_ [v [Iv D]]]; destruct (A v Iv) as [x R]; exists x.
        split; [apply I; right; now exists v|].
        destruct (read_number_spec v x R) as [D' Fx]; rewrite decode_finite in D' by exact Fx.
        pose proof (denotes_unique v _ _ D D') as Q; congruence.
      + intros [x [X <-]]; split; [exact N|]; destruct (only x X) as [v [Iv R]]; exists v.
        split; [exact Iv|]; destruct (read_number_spec v x R) as [D' Fx].
        now rewrite decode_finite in D'. }
  clear; induction ws as [|w ws IH]; intros l0 l1 F; simpl in F.
  - injection F as <-; split; [|intros v []]; intros x; split; [now left|intros [I|[v [[] _]]]; exact I].
  - destruct (read_number w) as [y|] eqn:R; [|discriminate F].
    destruct (IH _ _ F) as [I A]; split.
    + intros x; rewrite I; split.
      * intros [[->|X]|[v [Iv Rv]]]; [right; exists w|now left|right; exists v]; simpl; auto.
      * intros [X|[v [[->|Iv] Rv]]]; [left; now right|left; left; congruence|right; now exists v].
    + intros v [<-|Iv]; [now exists y|now apply A].
Qed.

(* Sets of values, in which inf may occur, too. *)
Definition read_values (w : word) : option (list int) :=
  if same_word w braces then Some []
  else fold_list (fun l w => match read_extended w with Some x => Some (x :: l) | None => None end)
         (split comma w) [].

Definition contains_value (w : word) (x : number) : Prop :=
  w <> braces /\ exists v, In v (split comma w) /\ denotes v x.

Lemma read_values_spec (w : word) (l : list int) :
  read_values w = Some l -> forall x, contains_value w x <-> exists y, In y l /\ decode y = x.
Proof.
  unfold read_values, contains_value; destruct (same_word w braces) eqn:E.
  { apply same_word_spec in E; intros [= <-] x; split; [intros [N _]; contradiction|intros [y [[] _]]]. }
  assert (N : w <> braces) by (intros ->; rewrite same_word_refl in E; discriminate E).
  intros F.
  enough (H : forall ws l0 l1,
     fold_list (fun l w => match read_extended w with Some x => Some (x :: l) | None => None end) ws l0 = Some l1 ->
     forall x, (exists y, In y l1 /\ decode y = x) <->
               (exists y, In y l0 /\ decode y = x) \/ exists v, In v ws /\ denotes v x).
  { intros x; rewrite (H _ _ _ F x); split.
    - intros [_ D]; now right.
    - intros [[y [[] _]]|D]; now split. }
  clear; induction ws as [|w ws IH]; intros l0 l1 F x; simpl in F.
  - injection F as <-; split; [now left|intros [I|[v [[] _]]]; exact I].
  - destruct (read_extended w) as [z|] eqn:R; [|discriminate F].
    pose proof (read_extended_spec w z R) as D; rewrite (IH _ _ F x); split.
    + intros [[y [[->|I] Y]]|[v [I V]]].
      * right; exists w; rewrite <- Y; split; [now left|exact D].
      * left; now exists y.
      * right; exists v; split; [now right|exact V].
    + intros [[y [I Y]]|[v [[->|I] V]]].
      * left; exists y; split; [now right|exact Y].
      * left; exists z; split; [now left|exact (denotes_unique v _ _ D V)].
      * right; now exists v.
Qed.
