(* A growing family of subsets of a finite set stops growing. *)

Require Import List Arith Lia Bool.
Import ListNotations.

Section Iterate.
Context {A : Type}.

Lemma filter_le (f h : A -> bool) (l : list A) :
  (forall u, f u = true -> h u = true) -> length (filter f l) <= length (filter h l).
Proof.
  intros M; induction l as [|u l IH]; [reflexivity|]; simpl.
  destruct (f u) eqn:E; [rewrite (M u E); simpl; lia|].
  destruct (h u); simpl; lia.
Qed.

Lemma filter_same (f h : A -> bool) (l : list A) :
  (forall u, f u = true -> h u = true) -> length (filter f l) = length (filter h l) ->
  forall u, In u l -> h u = f u.
Proof.
  intros M; induction l as [|v l IH]; simpl; [contradiction|].
  pose proof (filter_le f h l M) as L.
  destruct (f v) eqn:E.
  - rewrite (M v E); simpl; intros H u [<-|I]; [now rewrite E, (M v E)|apply IH; [lia|exact I]].
  - destruct (h v) eqn:E'; simpl; intros H u [<-|I]; try lia.
    + now rewrite E, E'.
    + apply IH; [lia|exact I].
Qed.

Lemma bounded_stops (f : nat -> nat) (m : nat) :
  (forall t, f t <= f (S t)) -> (forall t, f t <= m) ->
  exists t, 1 <= t <= S m /\ f t = f (S t).
Proof.
  intros M B.
  assert (H : forall k, (exists t, 1 <= t <= k /\ f t = f (S t)) \/ k <= f (S k)).
  { induction k as [|k IH]; [right; lia|].
    destruct IH as [[t [L E]]|IH]; [left; exists t; split; [lia|exact E]|].
    destruct (Nat.eq_dec (f (S k)) (f (S (S k)))) as [E|E].
    - left; exists (S k); split; [lia|exact E].
    - right; specialize (M (S k)); lia. }
  destruct (H (S m)) as [X|X]; [exact X|]. specialize (B (S (S m))); lia.
Qed.

Lemma family_stops (f : nat -> A -> bool) (l : list A) :
  (forall t u, f t u = true -> f (S t) u = true) ->
  exists t, 1 <= t <= S (length l) /\ forall u, In u l -> f (S t) u = f t u.
Proof.
  intros M; destruct (bounded_stops (fun t => length (filter (f t) l)) (length l)) as [t [L E]].
  - intros t; apply filter_le, M.
  - intros t; induction l as [|u l IH]; simpl; [lia|]; destruct (f t u); simpl; lia.
  - exists t; split; [exact L|]. apply filter_same; [apply M|exact E].
Qed.

End Iterate.

(* The least t up to n with f t. *)
Fixpoint first (f : nat -> bool) (n : nat) : option nat :=
  match n with
  | 0 => if f 0 then Some 0 else None
  | S m =>
      match first f m with
      | Some t => Some t
      | None => if f (S m) then Some (S m) else None
      end
  end.

Lemma first_none (f : nat -> bool) (n : nat) : first f n = None -> forall t, t <= n -> f t = false.
Proof.
  induction n as [|n IH]; simpl.
  - intros H t L; replace t with 0 by lia; destruct (f 0); congruence.
  - destruct (first f n); [discriminate|].
    intros H t L; destruct (Nat.eq_dec t (S n)) as [->|D]; [destruct (f (S n)); congruence|].
    apply IH; [reflexivity|lia].
Qed.

Lemma first_some (f : nat -> bool) (n k : nat) :
  first f n = Some k -> f k = true /\ k <= n /\ forall t, t < k -> f t = false.
Proof.
  revert k; induction n as [|n IH]; intros k; simpl.
  - destruct (f 0) eqn:E; [|discriminate]; intros X; injection X as <-; repeat split; auto; lia.
  - destruct (first f n) as [t|] eqn:E.
    + intros X; injection X as <-; destruct (IH t eq_refl) as [F [L B]]; repeat split; auto; lia.
    + destruct (f (S n)) eqn:F; [|discriminate]; intros X; injection X as <-.
      repeat split; auto; intros t L; apply (first_none f n E); lia.
Qed.
