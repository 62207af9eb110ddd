(* The reader of edge lists.

   [edge_list] says what the bytes of a file mean: a list of positions and
   moves, by the names of positions. [read_edges] reads the same in one pass
   and numbers the positions. *)

Require Import List ZArith Lia Bool Uint63 ZifyUint63.
Import ListNotations.
From Grundy Require Import Digraph Loops Rows Text Names.
Local Open Scope uint63_scope.

Inductive item := Position (u : word) | Move (u v : word).

Definition arrow : word := [45; 62].        (* -> *)
Definition quotes : word := [34; 34].       (* "" is the empty name *)
Definition at_sign : word := [64].          (* @ begins attributes *)
Definition byte_order_mark : word := [239; 187; 191].

Fixpoint begins_with (prefix w : word) : bool :=
  match prefix, w with
  | [], _ => true
  | b :: prefix, b' :: w => if b =? b' then begins_with prefix w else false
  | _, [] => false
  end.

(* A word that is a name. Control characters are not allowed, so that
   compressed files are not read as games. Quoted names are not read, except
   the empty one: they may contain blanks. *)
Definition is_name (w : word) : bool :=
  negb (same_word w arrow) && negb (begins_with byte_order_mark w) &&
  (same_word w quotes || negb (begins_with [34] w)) &&
  forallb (fun b => (32 <? b) && negb (b =? 127)) w.

Definition name (w : word) : word := if same_word w quotes then [] else w.

Definition move_of (u v : word) : option item :=
  if is_name u && negb (same_word u at_sign) && is_name v then Some (Move (name u) (name v)) else None.

(* What the words of a line mean. *)
Definition item_of (line : list word) : option item :=
  match line with
  | [u] => if is_name u && negb (same_word u at_sign) then Some (Position (name u)) else None
  | [u; v] => move_of u v
  | [u; a; v] => if same_word a arrow then move_of u v else None
  | _ => None
  end.

Fixpoint items (l : list word) : option (list item) :=
  match l with
  | [] => Some []
  | line :: l =>
      match words line with
      | [] => items l
      | ws => match item_of ws, items l with
              | Some i, Some rest => Some (i :: rest)
              | _, _ => None
              end
      end
  end.

Definition edge_list (file : list int) : option (list item) := items (lines file).

(* The game: positions are names, and a move is a line. Words that are not in
   the file are terminal positions without moves to them. *)
Definition move_from (u : word) (i : item) : list word :=
  match i with
  | Move a b => if same_word a u then [b] else []
  | Position _ => []
  end.

Definition game_of (l : list item) : digraph := Digraph word (fun u => flat_map (move_from u) l).

(* u is a name in the file. *)
Definition occurs (u : word) (l : list item) : Prop :=
  exists i, In i l /\ match i with Position a => a = u | Move a b => a = u \/ b = u end.

Lemma game_of_follower (l : list item) (u v : game_of l) : follower u v <-> In (Move u v) l.
Proof.
  unfold follower; simpl; rewrite in_flat_map; split.
  - intros [[a|a b] [I M]]; simpl in M; [destruct M|].
    destruct (same_word a u) eqn:E; [|destruct M]; apply same_word_spec in E; subst a.
    destruct M as [<-|[]]; exact I.
  - intros I; exists (Move u v); split; [exact I|]; simpl; rewrite same_word_refl; now left.
Qed.

(* ---- printing ------------------------------------------------------------- *)

(* The lines of a file as words, without blanks, comments and empty lines. *)
Definition tokens (file : list int) : list (list word) :=
  filter (fun ws => match ws with [] => false | _ => true end) (map words (lines file)).

(* A move may be written with or without an arrow. *)
Definition without_arrow (line : list word) : list word :=
  match line with
  | [u; a; v] => if same_word a arrow then [u; v] else line
  | _ => line
  end.

Definition print_name (w : word) : word := match w with [] => quotes | _ => w end.

Definition print_item (i : item) : list int :=
  match i with
  | Position u => print_name u
  | Move u v => print_name u ++ 32 :: print_name v
  end.

Definition print (l : list item) : list int := flat_map (fun i => print_item i ++ [newline]) l.

Lemma print_name_name (w : word) : w <> [] -> print_name (name w) = w.
Proof.
  intros N; unfold name; destruct (same_word w quotes) eqn:E; [apply same_word_spec in E; now subst w|].
  destruct w; [contradiction|reflexivity].
Qed.

(* The words that an item is printed as. *)
Definition item_words (i : item) : list word :=
  match i with Position u => [print_name u] | Move u v => [print_name u; print_name v] end.

Definition good_word (w : word) : Prop := is_word w /\ without newline w.

Lemma good_not_nil (w : word) : good_word w -> w <> [].
Proof. now intros [[N _] _]. Qed.

Lemma move_of_words (u v : word) (i : item) :
  good_word u -> good_word v -> move_of u v = Some i -> item_words i = [u; v].
Proof.
  intros U V; unfold move_of; destruct (_ && _); [|discriminate]; intros [= <-]; simpl.
  now rewrite !print_name_name by now apply good_not_nil.
Qed.

Lemma item_of_words (ws : list word) (i : item) :
  Forall good_word ws -> item_of ws = Some i ->
  item_words i = without_arrow ws /\ Forall good_word (item_words i).
Proof.
  intros W E; destruct ws as [|u [|v [|w [|x ws]]]]; simpl in E; try discriminate E.
  - inversion W as [|? ? U _]; subst.
    destruct (is_name u && negb (same_word u at_sign)); [|discriminate E]; injection E as <-; simpl.
    rewrite print_name_name by now apply good_not_nil.
    auto using Forall_cons, Forall_nil.
  - inversion W as [|? ? U W']; inversion W' as [|? ? V _]; subst.
    rewrite (move_of_words u v i U V E); auto using Forall_cons, Forall_nil.
  - inversion W as [|? ? U W']; inversion W' as [|? ? _ W'']; inversion W'' as [|? ? V _]; subst.
    simpl; destruct (same_word v arrow); [|discriminate E].
    rewrite (move_of_words u w i U V E); auto using Forall_cons, Forall_nil.
Qed.

Lemma words_of_item (i : item) : Forall good_word (item_words i) ->
  words (print_item i) = item_words i /\ without newline (print_item i).
Proof.
  destruct i as [u|u v]; simpl; intros W; inversion W as [|? ? [U U'] W']; subst.
  - split; [now apply words_one|exact U'].
  - inversion W' as [|? ? [V V'] _]; subst; split; [now apply words_two|].
    intros b I; apply in_app_or in I; destruct I as [I|[<-|I]]; [now apply U'|reflexivity|now apply V'].
Qed.

(* Printing what was read gives an equal file, up to comments, blanks and
   arrows. *)
Theorem print_edge_list (file : list int) (l : list item) :
  edge_list file = Some l -> tokens (print l) = map without_arrow (tokens file).
Proof.
  unfold edge_list, tokens.
  assert (N : forall line, In line (lines file) -> without newline line) by apply split_without.
  revert l N; induction (lines file) as [|line ls IH]; intros l N E; cbn [items] in E.
  - injection E as <-; reflexivity.
  - assert (N' : forall line, In line ls -> without newline line) by (intros x I; apply N; now right).
    assert (W : Forall good_word (words line)).
    { apply Forall_forall; intros w I; split.
      - exact (proj1 (Forall_forall _ _) (words_are_words line) w I).
      - exact (proj1 (Forall_forall _ _) (words_bytes _ _ (N line (or_introl eq_refl))) w I). }
    cbn [map filter]; destruct (words line) as [|w ws] eqn:Ew; [now apply IH|].
    destruct (item_of (w :: ws)) as [i|] eqn:Ei; [|discriminate E].
    destruct (items ls) as [rest|]; [|discriminate E]; injection E as <-.
    destruct (item_of_words _ i W Ei) as [Q G]; destruct (words_of_item i G) as [P NL].
    change (print (i :: rest)) with ((print_item i ++ [newline]) ++ print rest).
    rewrite <- app_assoc; cbn [app]; unfold lines; rewrite split_first by exact NL.
    cbn [map filter]; rewrite P, <- Q.
    assert (X : item_words i <> []) by (destruct i; discriminate).
    destruct (item_words i); [contradiction|]; f_equal; exact (IH rest N' eq_refl).
Qed.

(* ---- the reader ----------------------------------------------------------- *)

(* Positions and moves by number; later moves come first. *)
Record edges := Edges { numbering : tree int; count : int; move_list : list (int * int) }.

Definition no_edges : edges := Edges Leaf 0 [].

Definition number_of (u : word) (e : edges) : option (int * edges) :=
  match find u (numbering e) with
  | Some i => Some (i, e)
  | None =>
      if count e <? 2147483647
      then Some (count e, Edges (insert u (count e) (numbering e)) (count e + 1) (move_list e))
      else None
  end.

Definition add_item (e : edges) (i : item) : option edges :=
  match i with
  | Position u => match number_of u e with Some (_, e) => Some e | None => None end
  | Move u v =>
      match number_of u e with
      | Some (a, e) =>
          match number_of v e with
          | Some (b, e) => Some (Edges (numbering e) (count e) ((a, b) :: move_list e))
          | None => None
          end
      | None => None
      end
  end.

Definition read_line (e : edges) (line : word) : option edges :=
  match words line with
  | [] => Some e
  | ws => match item_of ws with Some i => add_item e i | None => None end
  end.

Definition read_edges (t : text) : option edges := fold_lines read_line t no_edges.

(* The numbering belongs to the items l. *)
Record numbered (l : list item) (e : edges) : Prop := {
  found : forall u, occurs u l -> exists i, find u (numbering e) = Some i;
  bounded : forall u i, find u (numbering e) = Some i -> (to_Z i < to_Z (count e))%Z;
  distinct : forall u v i, find u (numbering e) = Some i -> find v (numbering e) = Some i -> u = v;
  listed : forall a b, In (a, b) (move_list e) <->
    exists u v, In (Move u v) l /\ find u (numbering e) = Some a /\ find v (numbering e) = Some b
}.

(* The same without the moves: what numbering one more name keeps. *)
Lemma number_of_spec (l : list item) (e e' : edges) (u : word) (i : int) :
  numbered l e -> number_of u e = Some (i, e') ->
  numbered l e' /\ find u (numbering e') = Some i /\
  (forall v j, find v (numbering e) = Some j -> find v (numbering e') = Some j).
Proof.
  intros H; unfold number_of; destruct (find u (numbering e)) as [j|] eqn:F.
  { intros [= <- <-]; auto. }
  destruct (count e <? 2147483647) eqn:B; [|discriminate]; intros [= <- <-]; simpl.
  assert (keep : forall v j, find v (numbering e) = Some j ->
                 find v (insert u (count e) (numbering e)) = Some j).
  { intros v j E; rewrite find_insert_other; [exact E|]; intros ->; congruence. }
  assert (cases : forall v j, find v (insert u (count e) (numbering e)) = Some j ->
                  v = u /\ j = count e \/ find v (numbering e) = Some j /\ v <> u).
  { intros v j E; destruct (list_eq_dec Uint63.eqs v u) as [->|D].
    - rewrite find_insert in E; left; split; congruence.
    - right; rewrite find_insert_other in E; auto. }
  split; [|split; [apply find_insert|exact keep]].
  constructor; simpl.
  - intros v O; destruct (found l e H v O) as [j E]; exists j; now apply keep.
  - intros v j E; destruct (cases v j E) as [[_ ->]|[E' _]]; [lia|].
    pose proof (bounded l e H v j E'); lia.
  - intros v w j E E'; destruct (cases v j E) as [[-> X]|[X _]], (cases w j E') as [[-> Y]|[Y _]]; auto.
    + subst j; pose proof (bounded l e H w _ Y); lia.
    + subst j; pose proof (bounded l e H v _ X); lia.
    + exact (distinct l e H v w j X Y).
  - intros a b; rewrite (listed l e H a b); split; intros [v [w [I [Ev Ew]]]]; exists v, w.
    + auto.
    + split; [exact I|].
      assert (Ov : occurs v l) by (exists (Move v w); auto).
      assert (Ow : occurs w l) by (exists (Move v w); auto).
      destruct (found l e H v Ov) as [a' Fa], (found l e H w Ow) as [b' Fb].
      rewrite (keep v a' Fa) in Ev; rewrite (keep w b' Fb) in Ew; split; congruence.
Qed.

Lemma add_item_spec (l : list item) (e e' : edges) (i : item) :
  numbered l e -> add_item e i = Some e' -> numbered (l ++ [i]) e'.
Proof.
  assert (occurs_cases : forall x u, occurs u (l ++ [x]) ->
            occurs u l \/ match x with Position a => a = u | Move a b => a = u \/ b = u end).
  { intros x u [y [I O]]; apply in_app_or in I; destruct I as [I|[<-|[]]]; [left; now exists y|now right]. }
  intros H; destruct i as [u|u v]; simpl.
  - destruct (number_of u e) as [[a e1]|] eqn:N; [|discriminate]; intros [= <-].
    destruct (number_of_spec l e e1 u a H N) as [H1 [F _]]; constructor.
    + intros w O; destruct (occurs_cases _ _ O) as [O'| <-]; [now apply (found l e1)|now exists a].
    + apply (bounded l e1 H1).
    + apply (distinct l e1 H1).
    + intros x y; rewrite (listed l e1 H1 x y); split; intros [w [z [I E]]]; exists w, z; split; auto.
      * apply in_or_app; now left.
      * apply in_app_or in I; destruct I as [I|[I|[]]]; [exact I|discriminate I].
  - destruct (number_of u e) as [[a e1]|] eqn:N; [|discriminate].
    destruct (number_of v e1) as [[b e2]|] eqn:N2; [|discriminate]; intros [= <-].
    destruct (number_of_spec l e e1 u a H N) as [H1 [F _]].
    destruct (number_of_spec l e1 e2 v b H1 N2) as [H2 [F2 keep]]; apply keep in F.
    constructor; simpl.
    + intros w O; destruct (occurs_cases _ _ O) as [O'|[<- | <-]];
        [now apply (found l e2)|now exists a|now exists b].
    + apply (bounded l e2 H2).
    + apply (distinct l e2 H2).
    + intros x y; rewrite (listed l e2 H2 x y); split.
      * intros [[= <- <-]|[w [z [I E]]]]; [exists u, v|exists w, z]; split; auto;
          apply in_or_app; [right; now left|now left].
      * intros [w [z [I E]]]; apply in_app_or in I; destruct I as [I|[I|[]]].
        { right; now exists w, z. }
        left; injection I as <- <-; destruct E; f_equal; congruence.
Qed.

Lemma read_lines_spec (ls : list word) : forall before e e',
  numbered before e -> fold_list read_line ls e = Some e' ->
  exists l, items ls = Some l /\ numbered (before ++ l) e'.
Proof.
  induction ls as [|line ls IH]; intros before e e' H E; simpl in E.
  - injection E as <-; exists []; split; [reflexivity|now rewrite app_nil_r].
  - unfold read_line in E at 1; cbn [items]; destruct (words line) as [|w ws]; [now apply (IH before e e')|].
    destruct (item_of (w :: ws)) as [i|]; [|discriminate E].
    destruct (add_item e i) as [e1|] eqn:A; [|discriminate E].
    destruct (IH (before ++ [i]) e1 e' (add_item_spec before e e1 i H A) E) as [l [-> N]].
    exists (i :: l); split; [reflexivity|]; now rewrite <- app_assoc in N.
Qed.

Theorem read_edges_correct (t : text) (e : edges) :
  read_edges t = Some e -> exists l, edge_list (bytes_of t) = Some l /\ numbered l e.
Proof.
  intros H; apply fold_lines_true in H.
  apply (read_lines_spec _ [] no_edges e); [|exact H]; constructor; simpl.
  - intros u [i [[] _]].
  - discriminate.
  - discriminate.
  - intros a b; split; [intros []|intros [u [v [[] _]]]].
Qed.
