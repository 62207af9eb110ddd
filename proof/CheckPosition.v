(* Certificates of one position.

   A certificate is a text with an answer and claims, each of which follows
   from earlier ones (docs/one-position.md). The moves of the parts that it
   claims something about are listed in a second file. [listing_of] says what
   the bytes of this file mean. What the certificate means need not be known:
   if it is accepted, the answer that is returned is true in every game of parts
   with the listed moves. *)

Require Import List ZArith Lia Bool Uint63 ZifyUint63 PArray.
Import ListNotations.
From Grundy Require Import Digraph NimSum Loops Rows CheckMoves Text Names ReadTable OnePosition.
Local Open Scope uint63_scope.

(* ---- what a list of moves means -------------------------------------------- *)

(* A line of the list: a part, or the parts that a move of it leads to. *)
Inductive entry := Part (p : word) | Move (q : list word).

Definition moves_heading : word :=      (* grundy moves 1 *)
  [103; 114; 117; 110; 100; 121; 32; 109; 111; 118; 101; 115; 32; 49].
Definition start_word : word := [115; 116; 97; 114; 116].
Definition part_word : word := [112; 97; 114; 116].
Definition move_word : word := [109; 111; 118; 101].
Definition end_word : word := [101; 110; 100].

Definition is_comment (line : word) : bool :=
  match line with b :: _ => b =? number_sign | [] => false end.

Definition entry_of (line : word) : option entry :=
  match split tab line with
  | k :: q =>
      if same_word k move_word then Some (Move q)
      else if same_word k part_word then match q with [p] => Some (Part p) | _ => None end
      else None
  | [] => None
  end.

(* Lines up to the line "end", after which only the end of the file is. *)
Fixpoint entries (ls : list word) : option (list entry) :=
  match ls with
  | [] => None
  | line :: ls =>
      if same_word line end_word then match ls with [] | [[]] => Some [] | _ => None end
      else match entry_of line, entries ls with
           | Some e, Some l => Some (e :: l)
           | _, _ => None
           end
  end.

Definition start_of (line : word) : option (list word) :=
  match split tab line with
  | k :: q => if same_word k start_word then Some q else None
  | [] => None
  end.

(* The parts of the position and the entries of a file, without comments. *)
Definition listing_of (file : list int) : option (list word * list entry) :=
  match filter (fun line => negb (is_comment line)) (lines file) with
  | heading :: start :: ls =>
      if same_word heading moves_heading then
        match start_of start, entries ls with
        | Some q, Some l => Some (q, l)
        | _, _ => None
        end
      else None
  | _ => None
  end.

(* The moves before the first part, and the parts with their moves. *)
Fixpoint table_of (l : list entry) : list (list word) * list (word * list (list word)) :=
  match l with
  | [] => ([], [])
  | Move q :: l => let (m, t) := table_of l in (q :: m, t)
  | Part p :: l => let (m, t) := table_of l in ([], (p, m) :: t)
  end.

(* The moves of the listed parts are those of the list. *)
Definition agrees (rules : word -> list (list word)) (l : list entry) : Prop :=
  forall p m, In (p, m) (snd (table_of l)) -> forall q, In q (rules p) <-> In q m.

(* ---- the reader of lists ----------------------------------------------------- *)

(* Equal names share memory. *)
Definition intern (pool : tree word) (w : word) : word * tree word :=
  match find w pool with
  | Some w' => if same_word w w' then (w', pool) else (w, pool)
  | None => (w, insert w w pool)
  end.

Fixpoint intern_all (pool : tree word) (l : list word) : list word * tree word :=
  match l with
  | [] => ([], pool)
  | w :: l =>
      let (w, pool) := intern pool w in
      let (l, pool) := intern_all pool l in (w :: l, pool)
  end.

Definition intern_entry (pool : tree word) (e : entry) : entry * tree word :=
  match e with
  | Part p => let (p, pool) := intern pool p in (Part p, pool)
  | Move q => let (q, pool) := intern_all pool q in (Move q, pool)
  end.

Lemma intern_same (pool : tree word) (w : word) : fst (intern pool w) = w.
Proof.
  unfold intern; destruct (find w pool) as [w'|]; [|reflexivity].
  destruct (same_word w w') eqn:E; [|reflexivity]; apply same_word_spec in E; now subst w'.
Qed.

Lemma intern_all_same (l : list word) : forall pool, fst (intern_all pool l) = l.
Proof.
  induction l as [|w l IH]; intros pool; [reflexivity|]; simpl.
  pose proof (intern_same pool w) as E; destruct (intern pool w) as [w' pool']; simpl in E; subst w'.
  specialize (IH pool'); destruct (intern_all pool' l) as [l' pool'']; simpl in *; now subst l'.
Qed.

Lemma intern_entry_same (pool : tree word) (e : entry) : fst (intern_entry pool e) = e.
Proof.
  destruct e as [p|q]; simpl.
  - pose proof (intern_same pool p) as E; destruct (intern pool p); simpl in *; now subst p.
  - pose proof (intern_all_same q pool) as E; destruct (intern_all pool q); simpl in *; now subst q.
Qed.

(* How far the reader is; later entries come first. *)
Inductive list_stage :=
  | At_heading
  | At_start
  | At_entries (start : list word) (l : list entry) (pool : tree word)
  | At_end (start : list word) (l : list entry) (is_over : bool).

Definition read_list_line (s : list_stage) (line : word) : option list_stage :=
  if is_comment line then Some s
  else match s with
       | At_heading => if same_word line moves_heading then Some At_start else None
       | At_start => match start_of line with Some q => Some (At_entries q [] Leaf) | None => None end
       | At_entries start l pool =>
           if same_word line end_word then Some (At_end start l false)
           else match entry_of line with
                | Some e => let (e, pool) := intern_entry pool e in Some (At_entries start (e :: l) pool)
                | None => None
                end
       | At_end start l false => match line with [] => Some (At_end start l true) | _ => None end
       | At_end _ _ true => None
       end.

(* From the last line back, so that the moves of a part are known when it is
   met. A part that is listed twice is refused. *)
Definition add_entry (s : list (list word) * tree (list (list word))) (e : entry) :
    option (list (list word) * tree (list (list word))) :=
  let (m, t) := s in
  match e with
  | Move q => Some (q :: m, t)
  | Part p => match find p t with Some _ => None | None => Some ([], insert p m t) end
  end.

Record listing := Listing { start_parts : list word; listed_moves : tree (list (list word)) }.

Definition read_listing (t : text) : option listing :=
  match fold_lines read_list_line t At_heading with
  | Some (At_end start l _) =>
      match fold_list add_entry l ([], Leaf) with
      | Some ([], moves) => Some (Listing start moves)
      | _ => None
      end
  | _ => None
  end.

Notation significant ls := (filter (fun line => negb (is_comment line)) ls).

Lemma read_end (ls : list word) (start : list word) (l : list entry) (o : bool) (s : list_stage) :
  fold_list read_list_line ls (At_end start l o) = Some s ->
  (exists o', s = At_end start l o') /\
  (significant ls = [] \/ o = false /\ significant ls = [[]]).
Proof.
  revert o; induction ls as [|line ls IH]; intros o E; simpl in E |- *.
  - injection E as <-; split; [now exists o|now left].
  - unfold read_list_line in E at 1; destruct (is_comment line); [now apply IH|]; simpl.
    destruct o; [discriminate E|]; destruct line; [|discriminate E].
    destruct (IH true E) as [X [Y|[Y _]]]; [|discriminate Y]; split; [exact X|right; now rewrite Y].
Qed.

Lemma read_entries (ls : list word) : forall start l pool s,
  fold_list read_list_line ls (At_entries start l pool) = Some s ->
  match s with
  | At_end start' l' _ => start' = start /\ exists m, entries (significant ls) = Some m /\ l' = rev m ++ l
  | At_entries _ _ _ => True
  | _ => False
  end.
Proof.
  induction ls as [|line ls IH]; intros start l pool s E; simpl in E |- *.
  - injection E as <-; exact I.
  - unfold read_list_line in E at 1; destruct (is_comment line); [now apply (IH start l pool)|]; simpl.
    destruct (same_word line end_word).
    { destruct (read_end _ _ _ _ _ E) as [[o' ->] H]; split; [reflexivity|]; exists []; split; [|reflexivity].
      destruct H as [->|[_ ->]]; reflexivity. }
    destruct (entry_of line) as [e|]; [|discriminate E].
    pose proof (intern_entry_same pool e) as Ee; destruct (intern_entry pool e) as [e' pool'].
    simpl in Ee; subst e'; specialize (IH _ _ _ _ E); destruct s as [| |? ? ?|start' l' o]; auto.
    destruct IH as [-> [m [-> ->]]]; split; [reflexivity|]; exists (e :: m); split; [reflexivity|].
    simpl; now rewrite <- app_assoc.
Qed.

Lemma read_list_lines (ls : list word) (start : list word) (l : list entry) (o : bool) :
  fold_list read_list_line ls At_heading = Some (At_end start l o) ->
  exists heading first rest, significant ls = heading :: first :: rest /\
    same_word heading moves_heading = true /\ start_of first = Some start /\
    entries rest = Some (rev l).
Proof.
  induction ls as [|line ls IH]; intros E; simpl in E |- *; [discriminate E|].
  unfold read_list_line in E at 1; destruct (is_comment line); [now apply IH|]; clear IH; simpl.
  destruct (same_word line moves_heading) eqn:H; [|discriminate E].
  enough (X : exists first rest, significant ls = first :: rest /\ start_of first = Some start /\
                                 entries rest = Some (rev l)).
  { destruct X as [first [rest [-> X]]]; now exists line, first, rest. }
  revert E; induction ls as [|line' ls IH]; intros E; simpl in E |- *; [discriminate E|].
  unfold read_list_line in E at 1; destruct (is_comment line'); [now apply IH|]; simpl.
  destruct (start_of line') as [q|] eqn:Q; [|discriminate E].
  pose proof (read_entries ls q [] Leaf _ E) as [-> [m [Em ->]]].
  exists line', (significant ls); split; [reflexivity|]; split; [exact Q|].
  now rewrite app_nil_r, rev_involutive.
Qed.

(* The tree has parts of the list, with their moves. *)
Lemma add_entries (l : list entry) : forall m t,
  fold_list add_entry (rev l) ([], Leaf) = Some (m, t) ->
  m = fst (table_of l) /\ forall p n, find p t = Some n -> In (p, n) (snd (table_of l)).
Proof.
  assert (fold_app : forall A S (f : S -> A -> option S) x y s,
            fold_list f (x ++ y) s = match fold_list f x s with Some s => fold_list f y s | None => None end).
  { intros A S f x y; induction x as [|a x IH]; intros s; simpl; [reflexivity|].
    destruct (f s a); [apply IH|reflexivity]. }
  induction l as [|e l IH]; intros m t; simpl.
  - intros [= <- <-]; split; [reflexivity|discriminate].
  - rewrite fold_app; destruct (fold_list add_entry (rev l) ([], Leaf)) as [[m' t']|]; [|discriminate].
    destruct (IH m' t' eq_refl) as [Em Et]; destruct (table_of l) as [m'' t'']; simpl in Em, Et; subst m''.
    destruct e as [p|q]; simpl.
    + destruct (find p t'); [discriminate|]; intros [= <- <-]; split; [reflexivity|].
      intros p' n F; destruct (list_eq_dec Uint63.eqs p' p) as [->|D].
      * rewrite find_insert in F; left; congruence.
      * rewrite find_insert_other in F by exact D; right; now apply Et.
    + intros [= <- <-]; split; [reflexivity|exact Et].
Qed.

Theorem read_listing_correct (t : text) (L : listing) :
  read_listing t = Some L ->
  exists l, listing_of (bytes_of t) = Some (start_parts L, l) /\
    forall p m, find p (listed_moves L) = Some m -> In (p, m) (snd (table_of l)).
Proof.
  unfold read_listing; destruct (fold_lines read_list_line t At_heading) as [s|] eqn:F; [|discriminate].
  destruct s as [| | |start l o]; try discriminate.
  destruct (fold_list add_entry l ([], Leaf)) as [[m moves]|] eqn:A; [|discriminate].
  destruct m; [|discriminate]; intros [= <-]; simpl; apply fold_lines_true in F.
  destruct (read_list_lines _ _ _ _ F) as [heading [first [rest [S [H [Q E]]]]]].
  exists (rev l); unfold listing_of; rewrite S, H, Q, E; split; [reflexivity|].
  rewrite <- (rev_involutive l) in A; now apply add_entries in A.
Qed.

(* ---- claims -------------------------------------------------------------------- *)

(* What has been proved so far. *)
Record known := Known { known_values : tree int; known_bounds : tree int }.

Inductive summed :=
  | All (x : int)             (* all parts have values, with the nim-sum x *)
  | All_but_one (x c : int)   (* all but one have, and the last one has the bound c *)
  | Unknown.

Fixpoint add_up (k : known) (l : list word) : summed :=
  match l with
  | [] => All 0
  | p :: l =>
      match find p (known_values k), add_up k l with
      | Some v, All x => All (v lxor x)
      | Some v, All_but_one x c => All_but_one (v lxor x) c
      | None, All x =>
          match find p (known_bounds k) with Some c => All_but_one x c | None => Unknown end
      | _, _ => Unknown
      end
  end.

Definition excludes (s : summed) (b : int) : bool :=
  match s with
  | All x => negb (x =? b)
  | All_but_one x c => b lxor x <? c
  | Unknown => false
  end.

(* Marks the values below b that moves lead to. If [exact], no move may lead to
   b. *)
Fixpoint examine (k : known) (exact : bool) (b : int) (moves : list (list word)) (marks : array int) :
    option (array int) :=
  match moves with
  | [] => Some marks
  | q :: moves =>
      let s := add_up k q in
      if exact && negb (excludes s b) then None
      else examine k exact b moves (match s with All x => set marks x 1 | _ => marks end)
  end.

(* There are at least b moves. *)
Fixpoint has_moves (b : int) (moves : list (list word)) : bool :=
  if b =? 0 then true
  else match moves with [] => false | _ :: moves => has_moves (b - 1) moves end.

Definition check_claim (k : known) (exact : bool) (b : int) (moves : list (list word)) : bool :=
  if has_moves b moves then
    match examine k exact b moves (make b 0) with
    | Some marks => all_in (fun j => get marks j =? 1) 0 b
    | None => false
    end
  else false.

Definition raise_bound (t : tree int) (p : word) (b : int) : tree int :=
  match find p t with
  | Some c => if c <? b then insert p b t else t
  | None => insert p b t
  end.

Definition remember (k : known) (exact : bool) (b : int) (p : word) : known :=
  if exact then Known (insert p b (known_values k)) (known_bounds k)
  else Known (known_values k) (raise_bound (known_bounds k) p b).

Section Claims.
Context (rules : word -> list (list word)).

(* What is known is claimed in C, whose claims are proved. *)
Record supported (C : list (claim word)) (k : known) : Prop := {
  all_proved : proved rules C;
  values_claimed p b : find p (known_values k) = Some b -> In (value_is p (to_nat b)) C;
  bounds_claimed p b : find p (known_bounds k) = Some b -> In (at_least p (to_nat b)) C
}.

Lemma add_up_correct (C : list (claim word)) (k : known) (l : list word) :
  supported C k ->
  match add_up k l with
  | All x => claimed_sum C l (to_nat x)
  | All_but_one x c => exists l1 u l2, l = l1 ++ u :: l2 /\ claimed_sum C (l1 ++ l2) (to_nat x) /\
                                       In (at_least u (to_nat c)) C
  | Unknown => True
  end.
Proof.
  intros H; induction l as [|p l IH]; simpl; [constructor|].
  destruct (find p (known_values k)) as [v|] eqn:V, (add_up k l) as [x|x c|]; try exact I.
  - rewrite to_nat_lxor; constructor; [now apply (values_claimed C k H)|exact IH].
  - destruct IH as [l1 [u [l2 [-> [S B]]]]]; exists (p :: l1), u, l2; split; [reflexivity|]; split; [|exact B].
    rewrite to_nat_lxor; simpl; constructor; [now apply (values_claimed C k H)|exact S].
  - destruct (find p (known_bounds k)) as [c|] eqn:B; [|exact I].
    exists [], p, l; split; [reflexivity|]; split; [exact IH|now apply (bounds_claimed C k H)].
Qed.

Lemma to_nat_lt (x y : int) : (x <? y) = true -> (to_nat x < to_nat y)%nat.
Proof. unfold to_nat; pose proof (to_Z_bounded x); lia. Qed.

Lemma excludes_correct (C : list (claim word)) (k : known) (l : list word) (b : int) :
  supported C k -> excludes (add_up k l) b = true -> excluded C l (to_nat b).
Proof.
  intros H E; pose proof (add_up_correct C k l H) as S; destruct (add_up k l) as [x|x c|]; simpl in E.
  - left; exists (to_nat x); split; [exact S|]; intros X; apply to_nat_inj in X; subst x.
    rewrite eqb_refl in E; discriminate E.
  - right; destruct S as [l1 [u [l2 [-> [S B]]]]]; exists l1, u, l2, (to_nat x), (to_nat c).
    split; [reflexivity|]; split; [exact S|]; split; [exact B|].
    rewrite <- to_nat_lxor; now apply to_nat_lt.
  - discriminate E.
Qed.

Lemma get_set_one (marks : array int) (x j : int) :
  get (set marks x 1) j = 1 -> j = x \/ get marks j = 1.
Proof.
  intros E; destruct (Uint63.eqs x j) as [D|D]; [now left|right].
  now rewrite get_set_other in E by exact D.
Qed.

Lemma examine_correct (C : list (claim word)) (k : known) (exact : bool) (b : int) (moves : list (list word)) :
  supported C k -> forall marks marks',
  examine k exact b moves marks = Some marks' ->
  (forall j, get marks' j = 1 ->
     get marks j = 1 \/ exists q, In q moves /\ claimed_sum C q (to_nat j)) /\
  (exact = true -> forall q, In q moves -> excluded C q (to_nat b)).
Proof.
  intros H; induction moves as [|q moves IH]; intros marks marks' E; simpl in E.
  - injection E as <-; split; [now left|intros _ q []].
  - destruct (exact && negb (excludes (add_up k q) b)) eqn:X; [discriminate E|].
    destruct (IH _ _ E) as [reached none]; split.
    + intros j G; destruct (reached j G) as [G'|[q' [I S]]]; [|right; exists q'; split; [now right|exact S]].
      pose proof (add_up_correct C k q H) as S; destruct (add_up k q) as [x|x c|]; [|now left|now left].
      destruct (get_set_one _ _ _ G') as [->|G'']; [|now left].
      right; exists q; split; [now left|exact S].
    + intros -> q' [<-|I]; [|now apply none].
      apply (excludes_correct C k); [exact H|]; simpl in X; now apply negb_false_iff in X.
Qed.

Lemma check_claim_correct (C : list (claim word)) (k : known) (exact : bool) (b : int) (p : word)
    (moves : list (list word)) :
  supported C k -> (forall q, In q (rules p) <-> In q moves) -> check_claim k exact b moves = true ->
  follows rules C (if exact then value_is p (to_nat b) else at_least p (to_nat b)).
Proof.
  intros H same; unfold check_claim; destruct (has_moves b moves); [|discriminate].
  destruct (examine k exact b moves (make b 0)) as [marks|] eqn:E; [|discriminate]; intros A.
  destruct (examine_correct C k exact b moves H _ _ E) as [reached none].
  assert (R : forall j, (j < to_nat b)%nat -> exists l, In l (rules p) /\ claimed_sum C l j).
  { intros j L; pose proof (to_Z_bounded b) as Bb.
    assert (Ej : to_Z (of_Z (Z.of_nat j)) = Z.of_nat j).
    { rewrite of_Z_spec; apply Z.mod_small; unfold to_nat in L; lia. }
    assert (W : within 0 b (of_Z (Z.of_nat j))).
    { unfold within; rewrite Ej; unfold to_nat in L; change (to_Z 0) with 0%Z; lia. }
    pose proof (all_in_true _ _ _ A _ W) as G; apply eqb_correct in G.
    destruct (reached _ G) as [G'|[q [I S]]].
    - rewrite get_make in G'; apply (f_equal to_Z) in G'; vm_compute in G'; discriminate G'.
    - exists q; split; [now apply same|]; replace j with (to_nat (of_Z (Z.of_nat j))); [exact S|].
      unfold to_nat; rewrite Ej; apply Nat2Z.id. }
  destruct exact; simpl; [split; [exact R|]|exact R].
  intros l I; apply none; [reflexivity|now apply same].
Qed.

Lemma remember_supported (C : list (claim word)) (k : known) (exact : bool) (b : int) (p : word) :
  supported C k ->
  let c := if exact then value_is p (to_nat b) else at_least p (to_nat b) in
  follows rules C c -> supported (c :: C) (remember k exact b p).
Proof.
  intros H c F; subst c.
  assert (new : forall t q x, find q (insert p b t) = Some x -> q = p /\ x = b \/ find q t = Some x).
  { intros t q x; destruct (list_eq_dec Uint63.eqs q p) as [->|D].
    - rewrite find_insert; left; split; congruence.
    - rewrite find_insert_other by exact D; now right. }
  destruct exact; constructor; simpl.
  - now constructor; [apply (all_proved C k)|].
  - intros q x E; destruct (new _ _ _ E) as [[-> ->]|E']; [now left|right; now apply (values_claimed C k)].
  - intros q x E; right; now apply (bounds_claimed C k).
  - now constructor; [apply (all_proved C k)|].
  - intros q x E; right; now apply (values_claimed C k).
  - intros q x E; unfold raise_bound in E.
    assert (X : find q (insert p b (known_bounds k)) = Some x \/ find q (known_bounds k) = Some x).
    { destruct (find p (known_bounds k)) as [c|]; [destruct (c <? b)|]; auto. }
    destruct X as [X|X]; [destruct (new _ _ _ X) as [[-> ->]|X']|]; [now left| |];
      right; now apply (bounds_claimed C k).
Qed.

End Claims.

(* ---- the certificate ------------------------------------------------------------ *)

Definition certificate_heading : word :=      (* grundy certificate 1 *)
  [103; 114; 117; 110; 100; 121; 32; 99; 101; 114; 116; 105; 102; 105; 99; 97; 116; 101; 32; 49].
Definition value_word : word := [118; 97; 108; 117; 101].
Definition outcome_word : word := [111; 117; 116; 99; 111; 109; 101].

Inductive position_answer := Value (n : int) | Outcome_P | Outcome_N.

Definition answer_of (line : word) : option position_answer :=
  match split 32 line with
  | [k; w] =>
      if same_word k value_word then option_map Value (read_number w)
      else if same_word k outcome_word then
        if same_word w [80] then Some Outcome_P
        else if same_word w [78] then Some Outcome_N else None
      else None
  | _ => None
  end.

(* The digits, and what follows the blank after them. *)
Fixpoint until_blank (done line : word) : option (word * word) :=
  match line with
  | [] => None
  | b :: line => if b =? 32 then Some (rev_append done [], line) else until_blank (b :: done) line
  end.

Record claim_line := Claim { is_exact : bool; bound : int; claimed_name : word }.

(* NUMBER NAME or >=NUMBER NAME *)
Definition claim_of (line : word) : option claim_line :=
  let (exact, rest) :=
    match line with
    | b :: b' :: rest => if (b =? 62) && (b' =? 61) then (false, rest) else (true, line)
    | _ => (true, line)
    end in
  match until_blank [] rest with
  | Some (w, name) => match read_number w with Some b => Some (Claim exact b name) | None => None end
  | None => None
  end.

Inductive certificate_stage :=
  | Before_heading
  | Before_answer
  | Before_claim (a : position_answer) (k : known)
  | After_claims (a : position_answer) (k : known).

Definition nothing_known : known := Known Leaf Leaf.

Definition read_claim (moves : tree (list (list word))) (s : certificate_stage) (line : word) :
    option certificate_stage :=
  if is_comment line then Some s
  else match s with
       | Before_heading => if same_word line certificate_heading then Some Before_answer else None
       | Before_answer =>
           match answer_of line with Some a => Some (Before_claim a nothing_known) | None => None end
       | Before_claim a k =>
           match line with
           | [] => Some (After_claims a k)
           | _ =>
               match claim_of line with
               | Some (Claim exact b p) =>
                   match find p moves with
                   | Some m =>
                       if check_claim k exact b m then Some (Before_claim a (remember k exact b p)) else None
                   | None => None
                   end
               | None => None
               end
           end
       | After_claims _ _ => None
       end.

Definition is_proved (start : list word) (a : position_answer) (k : known) : bool :=
  let s := add_up k start in
  match a with
  | Value n => match s with All x => x =? n | _ => false end
  | Outcome_P => match s with All x => x =? 0 | _ => false end
  | Outcome_N => excludes s 0
  end.

(* The answer of the certificate, if it is proved. *)
Definition check_position (L : listing) (certificate : text) : option position_answer :=
  match fold_lines (read_claim (listed_moves L)) certificate Before_heading with
  | Some (Before_claim a k) | Some (After_claims a k) =>
      if is_proved (start_parts L) a k then Some a else None
  | _ => None
  end.

(* What an answer says about a position. *)
Definition holds {g : digraph} (u : g) (a : position_answer) : Prop :=
  match a with
  | Value n => has_nim_value u (to_nat n) /\
               forall G : g -> number, satisfies_A_and_C G -> G u = Some (to_nat n)
  | Outcome_P => has_outcome normal u P_position
  | Outcome_N => has_outcome normal u N_position
  end.

Theorem check_position_correct (moves_file certificate : text) (L : listing) (a : position_answer) :
  read_listing moves_file = Some L -> check_position L certificate = Some a ->
  exists start l, listing_of (bytes_of moves_file) = Some (start, l) /\
  forall rules, agrees rules l -> holds (g := game_of_parts rules) start a.
Proof.
  intros R C; destruct (read_listing_correct _ _ R) as [l [M T]].
  exists (start_parts L), l; split; [exact M|]; intros rules A.
  assert (steps : forall ls s s', fold_list (read_claim (listed_moves L)) ls s = Some s' ->
    match s with
    | Before_claim _ k | After_claims _ k => exists D, supported rules D k
    | _ => True
    end ->
    match s' with
    | Before_claim _ k | After_claims _ k => exists D, supported rules D k
    | _ => True
    end).
  { induction ls as [|line ls IH]; intros s s' E H; simpl in E; [injection E as <-; exact H|].
    destruct (read_claim (listed_moves L) s line) as [s1|] eqn:E1; [|discriminate E].
    apply (IH s1 s' E); clear IH E; unfold read_claim in E1.
    destruct (is_comment line); [injection E1 as <-; exact H|].
    destruct s as [| |a' k|a' k].
    - destruct (same_word _ _); [|discriminate E1]; injection E1 as <-; exact I.
    - destruct (answer_of line); [|discriminate E1]; injection E1 as <-.
      exists []; constructor; simpl; [constructor|discriminate|discriminate].
    - destruct line as [|b0 line]; [injection E1 as <-; exact H|].
      destruct (claim_of (b0 :: line)) as [[exact b p]|]; [|discriminate E1].
      destruct (find p (listed_moves L)) as [m|] eqn:F; [|discriminate E1].
      destruct (check_claim k exact b m) eqn:K; [|discriminate E1]; injection E1 as <-.
      destruct H as [D H]; eexists; apply remember_supported; [exact H|].
      apply (check_claim_correct rules D k exact b p m H); [|exact K].
      exact (A p m (T p m F)).
    - discriminate E1. }
  unfold check_position in C.
  destruct (fold_lines _ certificate Before_heading) as [s|] eqn:F; [|discriminate C].
  apply fold_lines_true in F; pose proof (steps _ _ _ F I) as H; clear steps F.
  assert (X : exists k, is_proved (start_parts L) a k = true /\ exists D, supported rules D k).
  { destruct s as [| |a' k|a' k]; try discriminate C;
      destruct (is_proved (start_parts L) a' k) eqn:Q; try discriminate C; injection C as <-;
      now exists k. }
  destruct X as [k [Q [D S]]]; pose proof (add_up_correct rules D k (start_parts L) S) as U.
  pose proof (all_proved rules D k S) as P; unfold is_proved in Q; destruct a as [n| |]; simpl.
  - destruct (add_up k (start_parts L)) as [x|x c|]; try discriminate Q; apply eqb_correct in Q; subst x.
    now apply (claims_are_true rules D).
  - destruct (add_up k (start_parts L)) as [x|x c|]; try discriminate Q; apply eqb_correct in Q; subst x.
    now apply (claimed_P rules D).
  - apply (claimed_N rules D); [exact P|].
    exact (excludes_correct rules D k _ 0 S Q).
Qed.
