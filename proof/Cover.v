(* Maps that respect all moves: what is known about the image is true of the
   position itself. So a game may be checked with its positions numbered. *)

Require Import List Arith Lia Bool.
Import ListNotations.
From Grundy Require Import Digraph Play Grundy Distance Remoteness Outcome.

Section Cover.
Context {g h : digraph} (f : g -> h).

(* The followers of f(u) are the images of the followers of u. *)
Definition is_cover : Prop :=
  forall u v', follower (f u) v' <-> exists v, follower u v /\ f v = v'.

Hypothesis cover : is_cover.

Lemma cover_follower (u v : g) : follower u v -> follower (f u) (f v).
Proof. intros F; apply cover; now exists v. Qed.

Lemma cover_lift (u : g) (v' : h) : follower (f u) v' -> exists v, follower u v /\ f v = v'.
Proof. now intros F; apply cover. Qed.

Lemma cover_terminal (u : g) : terminal (f u) -> terminal u.
Proof.
  intros T; destruct (terminal_dec u) as [E|E]; [exact E|].
  destruct (not_terminal u E) as [v F]; destruct (follower_not_terminal _ _ (cover_follower u v F) T).
Qed.

Lemma cover_remoteness (sp : convention h) (R : h -> number) :
  is_remoteness sp R -> is_remoteness (fun u => sp (f u)) (fun u => R (f u)).
Proof.
  intros HR u; destruct (HR (f u)) as [T E|v r F E Ev L E'|v r F E A E'|v F E A E'].
  - apply remoteness_end; [now apply cover_terminal|exact E].
  - destruct (cover_lift u v F) as [w [Fw <-]].
    apply (remoteness_odd _ _ u w r); auto; intros x k Fx; apply L; now apply cover_follower.
  - destruct (cover_lift u v F) as [w [Fw <-]].
    apply (remoteness_even _ _ u w r); auto; intros x Fx; apply A; now apply cover_follower.
  - destruct (cover_lift u v F) as [w [Fw <-]].
    apply (remoteness_infinite _ _ u w); auto; intros x k Fx; apply A; now apply cover_follower.
Qed.

Lemma cover_distance (D : h -> number) : is_distance D -> is_distance (fun u => D (f u)).
Proof.
  intros HD u; destruct (HD (f u)) as [T E|v d F E A E'|v F E E'].
  - apply distance_end; [now apply cover_terminal|exact E].
  - destruct (cover_lift u v F) as [w [Fw <-]].
    apply (distance_step _ u w d); auto; intros x Fx; apply A; now apply cover_follower.
  - destruct (cover_lift u v F) as [w [Fw <-]]; now apply (distance_infinite _ u w).
Qed.

Lemma cover_values (G : h -> number) (u : g) (k : nat) :
  values (fun u => G (f u)) u k <-> values G (f u) k.
Proof.
  split; intros [v [F E]].
  - exists (f v); split; [now apply cover_follower|exact E].
  - destruct (cover_lift u v F) as [w [Fw <-]]; now exists w.
Qed.

Lemma cover_mex (G : h -> number) (u : g) (m : nat) :
  is_mex (values G (f u)) m -> is_mex (values (fun u => G (f u)) u) m.
Proof.
  intros [N B]; split; [now rewrite cover_values|]; intros j L; apply cover_values; now apply B.
Qed.

Lemma cover_grundy (G : h -> number) (c : h -> nat) :
  is_grundy G c -> is_grundy (fun u => G (f u)) (fun u => c (f u)).
Proof.
  intros HG u; destruct (HG (f u)) as [A [B C]]; split; [|split].
  - intros k E; apply cover_mex; now apply A.
  - intros k v E F gr; destruct (B k (f v) E (cover_follower u v F) gr) as [w' [F' [Ew L]]].
    destruct (cover_lift v w' F') as [w [Fw <-]]; now exists w.
  - intros E; destruct (C E) as [v' [m [F [Ev [M N]]]]].
    destruct (cover_lift u v' F) as [v [Fv <-]]; exists v, m; repeat split; auto.
    + now apply cover_mex.
    + intros j L; now apply (cover_mex G u m M).
    + now rewrite cover_values.
Qed.

(* What strategies define, if the image is a finite game. *)

Theorem cover_has_outcome (sp : convention h) (u : g) (o : outcome) :
  finite h -> has_outcome sp (f u) o -> has_outcome (fun u => sp (f u)) u o.
Proof.
  intros fin H; destruct (remoteness_exists sp fin) as [R HR].
  pose proof (remoteness_outcome _ _ (cover_remoteness sp R HR) u) as X.
  now rewrite (has_outcome_unique sp (f u) _ _ H (remoteness_outcome sp R HR (f u))).
Qed.

Theorem cover_has_remoteness (sp : convention h) (u : g) (r : number) :
  finite h -> has_remoteness sp (f u) r -> has_remoteness (fun u => sp (f u)) u r.
Proof.
  intros fin H; destruct (remoteness_exists sp fin) as [R HR].
  pose proof (remoteness_correct _ _ (cover_remoteness sp R HR) u) as X.
  now rewrite (has_remoteness_unique sp (f u) _ _ H (remoteness_correct sp R HR (f u))).
Qed.

Theorem cover_has_distance (u : g) (d : number) :
  finite h -> has_distance (f u) d -> has_distance u d.
Proof.
  intros fin H; destruct (distance_exists fin) as [D HD].
  pose proof (distance_correct _ (cover_distance D HD) u) as X.
  now rewrite (has_distance_unique (f u) _ _ H (distance_correct D HD (f u))).
Qed.

End Cover.
