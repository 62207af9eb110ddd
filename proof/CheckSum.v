(* The outcome of a sum whose components have certified values. *)

Require Import List ZArith Lia Bool Uint63 ZifyUint63.
Import ListNotations.
From Grundy Require Import Digraph Play Grundy Existence Value NimSum Definition2 Sum Parts Loops Rows
  CheckGrundy CheckMoves.
Local Open Scope uint63_scope.

(* A component: a game, its values, and a position. *)
Record component := Component {
  component_rows : rows;
  component_values : column;
  component_position : int
}.

(* The sum of their games, and the position in it. *)
Fixpoint sum_game (l : list component) : digraph :=
  match l with
  | [] => Digraph unit (fun _ => [])
  | s :: l => sum (Rows.game (component_rows s)) (sum_game l)
  end.

Fixpoint sum_position (l : list component) : sum_game l :=
  match l with
  | [] => tt
  | s :: l => (component_position s, sum_position l)
  end.

(* Values as machine integers; None is infinite. *)
Definition read (x : int) : option int := if infinite x then None else Some x.

Definition add (x y : option int) : option int :=
  match x, y with Some a, Some b => Some (a lxor b) | _, _ => None end.

Definition is_zero (x : option int) : bool := match x with Some a => a =? 0 | None => false end.

Definition value_at (s : component) (u : int) : option int := read (at_index (component_values s) u).

Fixpoint sum_total (l : list component) : option int :=
  match l with
  | [] => Some 0
  | s :: l => add (value_at s (component_position s)) (sum_total l)
  end.

(* A move in one of the components makes the total 0, if [before] is the total
   of the components that were left out. *)
Fixpoint zero_move (before : option int) (l : list component) : bool :=
  match l with
  | [] => false
  | s :: l =>
      let r := component_rows s in
      let u := component_position s in
      let after := sum_total l in
      if some_in (fun e => is_zero (add before (add (value_at s (head r e)) after)))
           (first_move r u) (end_of_row r u)
      then true
      else zero_move (add before (value_at s u)) l
  end.

(* The outcome of the sum. *)
Definition outcome_of_sum (l : list component) : outcome :=
  match sum_total l with
  | Some x => if x =? 0 then P_position else N_position
  | None => if zero_move (Some 0) l then N_position else D_position
  end.

(* The values of a component are certified, and its position exists. *)
Definition certified (s : component) : Prop :=
  is_position (component_rows s) (component_position s) /\
  exists counter hints, check_grundy (component_rows s) (component_values s) counter hints = true.

Definition to_number (x : option int) : number := option_map to_nat x.

Lemma number_of_add (x y : option int) : to_number (add x y) = nim_sum (to_number x) (to_number y).
Proof. destruct x as [a|], y as [b|]; simpl; try reflexivity; f_equal; apply to_nat_lxor. Qed.

Lemma number_of_read (x : int) : to_number (read x) = decode x.
Proof. unfold read, decode; now destruct (infinite x). Qed.

Lemma is_zero_spec (x : option int) : is_zero x = true <-> to_number x = Some 0%nat.
Proof.
  destruct x as [a|]; simpl; [|split; discriminate]; split.
  - intros E; apply eqb_correct in E; now subst a.
  - intros [= E]; apply Uint63.eqb_spec, to_nat_inj; now rewrite E.
Qed.

(* The value of a position of the sum. *)
Fixpoint sum_values (l : list component) : sum_game l -> number :=
  match l with
  | [] => fun _ => Some 0%nat
  | s :: l => fun x => nim_sum (value_of (component_rows s) (component_values s) (fst x)) (sum_values l (snd x))
  end.

Lemma sum_values_grundy (l : list component) :
  Forall certified l ->
  exists (G : sum_game l -> number) (c : sum_game l -> nat),
    is_grundy_2 G c /\ forall x, G x = sum_values l x.
Proof.
  induction 1 as [|s l [_ [counter [h C]]] _ [G [c [HG E]]]].
  - exists (fun _ => Some 0%nat), (fun _ => 0%nat); split; [exact no_game_is_grundy_2|reflexivity].
  - destruct (grundy_exists _ (game_finite (component_rows s))) as [G' [c' [HG' M]]].
    exists (sum_value G' G), (sum_counter c' c); split.
    + apply sum_is_grundy_2; [now apply definition_1_implies_2|exact HG].
    + intros [u x]; unfold sum_value; simpl; rewrite E; f_equal.
      exact (grundy_unique _ _ _ _ HG' (check_grundy_correct _ _ _ _ C) u).
Qed.

Lemma value_at_spec (s : component) (u : int) :
  is_position (component_rows s) u ->
  to_number (value_at s u) = value_of (component_rows s) (component_values s) u.
Proof.
  intros P; unfold value_at; rewrite number_of_read; symmetry; exact (numbers_at _ _ _ _ P).
Qed.

Lemma sum_total_spec (l : list component) :
  Forall certified l -> to_number (sum_total l) = sum_values l (sum_position l).
Proof.
  induction 1 as [|s l [P _] _ IH]; [reflexivity|].
  simpl; rewrite number_of_add, IH; f_equal; now apply value_at_spec.
Qed.

Lemma certified_rows (s : component) : certified s -> check_rows (component_rows s) = true.
Proof.
  intros [_ [counter [h C]]]; unfold check_grundy in C; now destruct (check_rows (component_rows s)).
Qed.

Lemma zero_move_spec (l : list component) :
  Forall certified l -> forall before,
  zero_move before l = true <->
  exists x, follower (sum_position l) x /\ nim_sum (to_number before) (sum_values l x) = Some 0%nat.
Proof.
  induction 1 as [|s l C L IH]; intros before.
  - simpl; split; [discriminate|intros [x [[] _]]].
  - pose proof (certified_rows s C) as W; destruct C as [P C].
    assert (T : to_number (sum_total l) = sum_values l (sum_position l)) by now apply sum_total_spec.
    assert (value_head : forall e, within (first_move (component_rows s) (component_position s))
                                          (end_of_row (component_rows s) (component_position s)) e ->
              to_number (value_at s (head (component_rows s) e)) =
              value_of (component_rows s) (component_values s) (head (component_rows s) e)).
    { intros e We; apply value_at_spec, (follower_is_position _ (component_position s)); [exact W|].
      now apply move_follower. }
    cbn [zero_move]; destruct (some_in _ _ _) eqn:S.
    + split; [intros _|reflexivity]; apply some_in_true in S; destruct S as [e [We Z]].
      apply is_zero_spec in Z; rewrite !number_of_add, T, (value_head e We) in Z.
      exists (head (component_rows s) e, sum_position l); split; [|exact Z].
      apply sum_follower; left; exists (head (component_rows s) e); split; [|reflexivity].
      now apply move_follower.
    + rewrite IH; split.
      * intros [x [F Z]]; exists (component_position s, x); split.
        { apply sum_follower; right; now exists x. }
        rewrite number_of_add, (value_at_spec s _ P), nim_sum_assoc in Z; exact Z.
      * intros [x [F Z]]; apply sum_follower in F; destruct F as [[u [F ->]]|[x' [F ->]]].
        { exfalso; apply follower_row in F; destruct F as [_ [e [We <-]]].
          change (nim_sum (to_number before) (nim_sum
            (value_of (component_rows s) (component_values s) (head (component_rows s) e))
            (sum_values l (sum_position l))) = Some 0%nat) in Z; rewrite <- T, <- (value_head e We), <- !number_of_add in Z.
          apply is_zero_spec in Z; rewrite (some_in_intro _ _ _ e We Z) in S; discriminate S. }
        exists x'; split; [exact F|].
        rewrite number_of_add, (value_at_spec s _ P), nim_sum_assoc; exact Z.
Qed.

(* The outcome is the one that strategies define. *)
Theorem outcome_of_sum_correct (l : list component) :
  Forall certified l -> has_outcome normal (sum_position l) (outcome_of_sum l).
Proof.
  intros C; destruct (sum_values_grundy l C) as [G [c [HG E]]].
  apply (outcome_grundy G c (definition_2_implies_1 _ _ HG)).
  pose proof (sum_total_spec l C) as T; rewrite <- E in T; unfold outcome_of_sum.
  destruct (sum_total l) as [x|]; simpl in T.
  - destruct (x =? 0) eqn:Z.
    + apply eqb_correct in Z; subst x; now apply value_P.
    + destruct (to_nat x) as [|k] eqn:N.
      * exfalso; assert (x = 0) by now apply to_nat_inj. subst x; discriminate Z.
      * now apply (value_N _ _ k).
  - assert (M : zero_move (Some 0) l = true <-> values G (sum_position l) 0).
    { rewrite (zero_move_spec l C); unfold values; split; intros [x [F Z]]; exists x; split; auto.
      - rewrite E; simpl in Z; destruct (sum_values l x); [|discriminate Z].
        change (to_nat 0) with 0%nat in Z; now rewrite Nat.lxor_0_l in Z.
      - rewrite <- E, Z; reflexivity. }
    destruct (zero_move (Some 0) l); [apply value_N_infinite|apply value_D]; auto; try now apply M.
    intros V; apply M in V; discriminate V.
Qed.
