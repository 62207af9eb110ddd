(* Files as bytes: lines, fields and words.

   A text is a function from the numbers 0 … size - 1 to bytes. The readers go
   through it once, line by line. *)

Require Import List ZArith Lia Bool Uint63 ZifyUint63.
Import ListNotations.
From Grundy Require Import Digraph Loops Rows.
Local Open Scope uint63_scope.

Record text := Text { size : int; byte : int -> int }.

Definition bytes_of (t : text) : list int := map (byte t) (interval 0 (size t)).

Definition word := list int.

Fixpoint same_word (w w' : word) : bool :=
  match w, w' with
  | [], [] => true
  | b :: w, b' :: w' => if b =? b' then same_word w w' else false
  | _, _ => false
  end.

Lemma same_word_spec (w w' : word) : same_word w w' = true <-> w = w'.
Proof.
  revert w'; induction w as [|b w IH]; intros [|b' w']; simpl; try (split; [discriminate|congruence]).
  - now split.
  - destruct (b =? b') eqn:E.
    + apply eqb_correct in E; subst b'; rewrite IH; split; congruence.
    + split; [discriminate|]; intros [= -> ->]; rewrite eqb_refl in E; discriminate E.
Qed.

Lemma same_word_refl (w : word) : same_word w w = true.
Proof. now apply same_word_spec. Qed.

(* The parts between separators; there is at least one. *)
Fixpoint split (separator : int) (l : list int) : list word :=
  match l with
  | [] => [[]]
  | b :: l =>
      if b =? separator then [] :: split separator l
      else match split separator l with
           | [] => [[b]]
           | w :: rest => (b :: w) :: rest
           end
  end.

(* The parts put together again. *)
Fixpoint join (separator : int) (l : list word) : list int :=
  match l with
  | [] => []
  | [w] => w
  | w :: rest => w ++ separator :: join separator rest
  end.

Definition tab : int := 9.
Definition newline : int := 10.

Definition lines (l : list int) : list word := split newline l.

Lemma split_not_nil (s : int) (l : list int) : split s l <> [].
Proof.
  destruct l as [|b l]; simpl; [discriminate|].
  destruct (b =? s); [discriminate|]; destruct (split s l); discriminate.
Qed.

Theorem join_split (s : int) (l : list int) : join s (split s l) = l.
Proof.
  induction l as [|b l IH]; [reflexivity|]; simpl.
  pose proof (split_not_nil s l) as N.
  destruct (b =? s) eqn:E.
  - apply eqb_correct in E; subst b; destruct (split s l) as [|w rest]; [contradiction|].
    simpl in *; now rewrite IH.
  - destruct (split s l) as [|w [|w' rest]]; [contradiction| |]; simpl in *; now rewrite <- IH.
Qed.

(* w has no separator. *)
Definition without (s : int) (w : word) : Prop := forall b, In b w -> (b =? s) = false.

Lemma split_first (s : int) (w l : list int) :
  without s w -> split s (w ++ s :: l) = w :: split s l.
Proof.
  induction w as [|b w IH]; intros N; simpl.
  - now rewrite eqb_refl.
  - rewrite (N b (or_introl eq_refl)), IH; [reflexivity|]; intros b' I; apply N; now right.
Qed.

Lemma split_last (s : int) (w : list int) : without s w -> split s w = [w].
Proof.
  induction w as [|b w IH]; intros N; simpl; [reflexivity|].
  rewrite (N b (or_introl eq_refl)), IH; [reflexivity|]; intros b' I; apply N; now right.
Qed.

Lemma split_without (s : int) (l : list int) : forall w, In w (split s l) -> without s w.
Proof.
  induction l as [|b l IH]; simpl.
  - intros w [<-|[]] b [].
  - destruct (b =? s) eqn:E.
    + intros w [<-|I]; [intros b' []|now apply IH].
    + destruct (split s l) as [|w' rest]; intros w [<-|I].
      * intros b' [<-|[]]; exact E.
      * destruct I.
      * intros b' [<-|I]; [exact E|]; exact (IH w' (or_introl eq_refl) b' I).
      * apply IH; now right.
Qed.

(* ---- one pass ------------------------------------------------------------ *)

(* Runs through a list; it stops early with [None]. *)
Fixpoint fold_list {A S : Type} (f : S -> A -> option S) (l : list A) (s : S) : option S :=
  match l with
  | [] => Some s
  | x :: l => match f s x with Some s => fold_list f l s | None => None end
  end.

Definition step_byte {S : Type} (f : S -> word -> option S) (t : text) (i : int) (x : S * word) :
    option (S * word) :=
  let (s, line) := x in
  let b := byte t i in
  if b =? newline then
    match f s (rev_append line []) with Some s => Some (s, []) | None => None end
  else Some (s, b :: line).

(* Runs through the lines of the text. *)
Definition fold_lines {S : Type} (f : S -> word -> option S) (t : text) (s : S) : option S :=
  match fold (step_byte f t) 0 (size t) (s, []) with
  | Some (s, line) => f s (rev_append line [])
  | None => None
  end.

Lemma interval_next (lo i : int) :
  (to_Z lo <= to_Z i)%Z -> (to_Z i < to_Z max_int)%Z -> interval lo (i + 1) = interval lo i ++ [i].
Proof.
  intros L B; unfold interval.
  replace (Z.to_nat (to_Z (i + 1) - to_Z lo)) with (S (Z.to_nat (to_Z i - to_Z lo))) by lia.
  rewrite seq_S, map_app; f_equal; simpl; f_equal.
  rewrite Z2Nat.id by lia; replace (to_Z lo + (to_Z i - to_Z lo))%Z with (to_Z i) by lia.
  apply of_to_Z.
Qed.

Lemma fold_lines_true {S : Type} (f : S -> word -> option S) (t : text) (s s' : S) :
  fold_lines f t s = Some s' -> fold_list f (lines (bytes_of t)) s = Some s'.
Proof.
  unfold fold_lines; destruct (fold (step_byte f t) 0 (size t) (s, [])) as [[s1 line]|] eqn:F; [|discriminate].
  intros E.
  enough (H : without newline line /\ forall rest,
            fold_list f (lines (bytes_of t ++ rest)) s = fold_list f (lines (rev line ++ rest)) s1).
  { destruct H as [N H]; specialize (H []); rewrite !app_nil_r in H; rewrite H.
    unfold lines; rewrite split_last; [simpl; rewrite rev_append_rev, app_nil_r in E; now rewrite E|].
    intros b I; apply N; now apply in_rev. }
  revert F; apply (fold_invariant _ _ _ (fun i x => without newline (snd x) /\ forall rest,
    fold_list f (lines (map (byte t) (interval 0 i) ++ rest)) s =
    fold_list f (lines (rev (snd x) ++ rest)) (fst x))).
  - intros i [s2 l] y W [N I]; unfold step_byte; simpl in N, I |- *.
    pose proof (to_Z_bounded (size t)); unfold within in W.
    assert (J : interval 0 (i + 1) = interval 0 i ++ [i]) by (apply interval_next; lia).
    destruct (byte t i =? newline) eqn:B.
    + rewrite rev_append_rev, app_nil_r.
      destruct (f s2 (rev l)) as [s3|] eqn:Fl; [|discriminate]; intros [= <-]; simpl.
      split; [intros b []|]; intros rest; rewrite J, map_app, <- app_assoc, I; simpl.
      apply eqb_correct in B; rewrite B; unfold lines; rewrite split_first; [simpl; now rewrite Fl|].
      intros b X; apply N; now apply in_rev.
    + intros [= <-]; simpl; split; [intros b [<-|X]; [exact B|now apply N]|].
      intros rest; rewrite J, map_app, <- app_assoc, I; simpl; now rewrite <- app_assoc.
  - pose proof (to_Z_bounded (size t)); lia.
  - split; [intros b []|]; intros rest; reflexivity.
Qed.

(* ---- words ---------------------------------------------------------------- *)

Definition is_blank (b : int) : bool :=
  (b =? 32) || (b =? tab) || (b =? 13) || (b =? 11) || (b =? 12).

Definition number_sign : int := 35.

Definition finish (done : list word) (current : word) : list word :=
  match current with [] => done | _ => rev_append current [] :: done end.

(* The words of a line. A word that begins with # begins a comment. *)
Fixpoint words_from (done : list word) (current line : word) : list word :=
  match line with
  | [] => rev_append (finish done current) []
  | b :: line =>
      if is_blank b then words_from (finish done current) [] line
      else match current with
           | [] => if b =? number_sign then rev_append done [] else words_from done [b] line
           | _ => words_from done (b :: current) line
           end
  end.

Definition words (line : word) : list word := words_from [] [] line.

(* A word as a line can have it. *)
Definition is_word (w : word) : Prop :=
  w <> [] /\ (forall b, In b w -> is_blank b = false) /\ hd 0 w <> number_sign.

Lemma finish_words (done : list word) (current : word) :
  Forall is_word done -> current = [] \/ is_word (rev current) -> Forall is_word (finish done current).
Proof.
  intros D C; unfold finish; destruct current as [|b c]; [exact D|].
  constructor; [|exact D]; destruct C as [C|C]; [discriminate C|].
  now rewrite rev_append_rev, app_nil_r.
Qed.

Lemma hd_app (w w' : word) : w <> [] -> hd 0 (w ++ w') = hd 0 w.
Proof. destruct w; [contradiction|reflexivity]. Qed.

Lemma words_from_words (line : word) : forall done current,
  Forall is_word done -> current = [] \/ is_word (rev current) ->
  Forall is_word (words_from done current line).
Proof.
  induction line as [|b line IH]; intros done current D C; simpl.
  - rewrite rev_append_rev, app_nil_r; apply Forall_rev; now apply finish_words.
  - destruct (is_blank b) eqn:B; [apply IH; [now apply finish_words|now left]|].
    destruct current as [|b' c].
    + destruct (b =? number_sign) eqn:E; [rewrite rev_append_rev, app_nil_r; now apply Forall_rev|].
      apply IH; [exact D|]; right; simpl; split; [discriminate|split].
      * intros x [<-|[]]; exact B.
      * simpl; intros ->; rewrite eqb_refl in E; discriminate E.
    + apply IH; [exact D|]; right; destruct C as [C|[N [C H]]]; [discriminate C|].
      change (rev (b :: b' :: c)) with (rev (b' :: c) ++ [b]); split; [|split].
      * intros X; apply app_eq_nil in X; destruct X as [_ X]; discriminate X.
      * intros x I; apply in_app_or in I; destruct I as [I|[<-|[]]]; [now apply C|exact B].
      * rewrite hd_app by exact N; exact H.
Qed.

Lemma words_are_words (line : word) : Forall is_word (words line).
Proof. apply words_from_words; [constructor|now left]. Qed.

(* The bytes of words are bytes of the line. *)
Lemma words_from_bytes (s : int) (line : word) : without s line -> forall done current,
  Forall (without s) done -> without s current -> Forall (without s) (words_from done current line).
Proof.
  assert (turn : forall w, without s w -> without s (rev_append w [])).
  { intros w N b I; apply N; rewrite rev_append_rev, app_nil_r in I; now apply in_rev. }
  assert (end_of : forall done c, Forall (without s) done -> without s c -> Forall (without s) (finish done c)).
  { intros done [|b c] D C; [exact D|]; constructor; [now apply turn|exact D]. }
  induction line as [|b line IH]; intros N done current D C; simpl.
  - rewrite rev_append_rev, app_nil_r; apply Forall_rev; now apply end_of.
  - assert (N' : without s line) by (intros x I; apply N; now right).
    pose proof (N b (or_introl eq_refl)) as Nb.
    destruct (is_blank b); [apply IH; [exact N'|now apply end_of|intros x []]|].
    destruct current as [|b' c].
    + destruct (b =? number_sign); [rewrite rev_append_rev, app_nil_r; now apply Forall_rev|].
      apply IH; [exact N'|exact D|]; intros x [<-|[]]; exact Nb.
    + apply IH; [exact N'|exact D|]; intros x [<-|I]; [exact Nb|now apply C].
Qed.

Lemma words_bytes (s : int) (line : word) : without s line -> Forall (without s) (words line).
Proof. intros N; apply words_from_bytes; [exact N|constructor|intros b []]. Qed.

(* A word in front of a blank or of the end of the line is read as it is. *)
Lemma words_from_word (w rest : word) : forall done current,
  (forall b, In b w -> is_blank b = false) -> current <> [] \/ hd 0 w <> number_sign -> w <> [] ->
  words_from done current (w ++ rest) = words_from done (rev w ++ current) rest.
Proof.
  induction w as [|b w IH]; intros done current B H N; [contradiction|].
  cbn [app words_from]; rewrite (B b (or_introl eq_refl)).
  assert (E : words_from done (b :: current) (w ++ rest) = words_from done (rev (b :: w) ++ current) rest).
  { destruct w as [|b' w]; [reflexivity|]; rewrite IH.
    - simpl; now rewrite <- !app_assoc.
    - intros x I; apply B; now right.
    - left; discriminate.
    - discriminate. }
  destruct current as [|b' c]; [|exact E].
  destruct H as [H|H]; [contradiction|]; simpl in H.
  destruct (b =? number_sign) eqn:S; [apply eqb_correct in S; contradiction|exact E].
Qed.

Lemma finish_rev (done : list word) (w : word) : w <> [] -> finish done (rev w) = w :: done.
Proof.
  intros N; unfold finish; destruct (rev w) as [|b c] eqn:E.
  - destruct N; rewrite <- (rev_involutive w), E; reflexivity.
  - rewrite <- E, rev_append_rev, app_nil_r, rev_involutive; reflexivity.
Qed.

Lemma words_one (u : word) : is_word u -> words u = [u].
Proof.
  intros [N [B H]]; unfold words; rewrite <- (app_nil_r u) at 1.
  rewrite words_from_word by auto; rewrite app_nil_r; simpl; now rewrite finish_rev.
Qed.

Lemma words_two (u v : word) : is_word u -> is_word v -> words (u ++ 32 :: v) = [u; v].
Proof.
  intros [N [B H]] [N' [B' H']]; unfold words.
  rewrite words_from_word by auto; rewrite app_nil_r; simpl; rewrite finish_rev by exact N.
  rewrite <- (app_nil_r v) at 1; rewrite words_from_word by auto.
  rewrite app_nil_r; simpl; now rewrite finish_rev.
Qed.
