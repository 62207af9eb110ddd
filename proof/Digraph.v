(* Games as digraphs [FY86, §2]; [Smi66, §2].

   A game is a type of positions and a list of moves for every position. The
   order of the list and repetitions in it do not matter: every definition
   below only asks which positions are in the list. A position without moves
   is terminal. A loop is a move like any other.

   Every position has finitely many moves, because they are a list. The number
   of positions may be infinite unless a theorem says [finite]. *)

Require Import List Arith Lia Bool.
Import ListNotations.

Record digraph := Digraph {
  position :> Type;
  moves : position -> list position
}.

Arguments moves {d} _.

(* v is in F(u): a move leads from u to v. *)
Definition follower {g : digraph} (u v : g) : Prop := In v (moves u).

Definition terminal {g : digraph} (u : g) : Prop := moves u = [].

(* The digraph has finitely many positions. Positions outside the list are
   allowed if they are terminal, so that a game on the positions 0 … n - 1 can
   be written down as a game on all numbers. *)
Definition finite (g : digraph) : Prop :=
  exists l : list g, forall u, In u l \/ terminal u.

Lemma terminal_dec {g : digraph} (u : g) : {terminal u} + {~ terminal u}.
Proof. unfold terminal; destruct (moves u); [left | right]; congruence. Qed.

Lemma not_terminal {g : digraph} (u : g) : ~ terminal u -> exists v, follower u v.
Proof.
  unfold terminal, follower; destruct (moves u) as [|v l]; [congruence|].
  intros _; exists v; now left.
Qed.

Lemma follower_not_terminal {g : digraph} (u v : g) : follower u v -> ~ terminal u.
Proof. unfold follower, terminal; intros H E; rewrite E in H; inversion H. Qed.

(* Numbers with infinity: [None] is infinity. *)
Definition number := option nat.
Notation infinity := (@None nat).

(* The least number that is not in S. *)
Definition is_mex (S : nat -> Prop) (m : nat) : Prop :=
  ~ S m /\ forall j, j < m -> S j.
