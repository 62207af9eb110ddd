(* Facts about digraphs. Whoever imports this file has the definitions, too. *)

Require Import List Arith Lia Bool.
Import ListNotations.
From Grundy Require Export Definitions.

Lemma terminal_dec {g : digraph} (u : g) : {terminal u} + {~ terminal u}.
Proof. unfold terminal; destruct (moves u); [left | right]; congruence. Qed.

Lemma not_terminal {g : digraph} (u : g) : ~ terminal u -> exists v, follower u v.
Proof.
  unfold terminal, follower; destruct (moves u) as [|v l]; [congruence|].
  intros _; exists v; now left.
Qed.

Lemma follower_not_terminal {g : digraph} (u v : g) : follower u v -> ~ terminal u.
Proof. unfold follower, terminal; intros H E; rewrite E in H; inversion H. Qed.
