(* The conditions that a column of a solution must satisfy at every position.

   They only speak about a position and its followers (for G also about the
   followers of followers), so a program can check them. The other files prove
   that functions which satisfy them everywhere are what the definitions by
   strategies say, and that there is only one such function. *)

Require Import List Arith Lia Bool.
Import ListNotations.
From Grundy Require Import Digraph Play.

Section Equations.
Context {g : digraph}.

Definition even_number (r : number) := exists k, r = Some k /\ Nat.even k = true.
Definition odd_number (r : number) := exists k, r = Some k /\ Nat.odd k = true.

(* Remoteness R at u [Smi66, §4], and Q(u; S_P) [Smi66, §5]. *)
Inductive remoteness_at (sp : convention g) (R : g -> number) (u : g) : Prop :=
  | remoteness_end :
      terminal u -> R u = Some (if sp u then 0 else 1) -> remoteness_at sp R u
  | remoteness_odd v r :            (* 1 + the least even R among followers *)
      follower u v -> R v = Some r -> Nat.even r = true ->
      (forall w k, follower u w -> R w = Some k -> Nat.even k = true -> r <= k) ->
      R u = Some (S r) -> remoteness_at sp R u
  | remoteness_even v r :           (* all are odd: 1 + the largest *)
      follower u v -> R v = Some r ->
      (forall w, follower u w -> exists k, R w = Some k /\ Nat.odd k = true /\ k <= r) ->
      R u = Some (S r) -> remoteness_at sp R u
  | remoteness_infinite v :         (* none is even, one is infinite *)
      follower u v -> R v = infinity ->
      (forall w k, follower u w -> R w = Some k -> Nat.odd k = true) ->
      R u = infinity -> remoteness_at sp R u.

Definition is_remoteness (sp : convention g) (R : g -> number) : Prop :=
  forall u, remoteness_at sp R u.

(* The outcome that belongs to a remoteness. *)
Definition outcome_by (r : number) : outcome :=
  match r with
  | Some r => if Nat.odd r then N_position else P_position
  | None => D_position
  end.

(* Terminal distance D at u [Smi66, §3]. *)
Inductive distance_at (D : g -> number) (u : g) : Prop :=
  | distance_end : terminal u -> D u = Some 0 -> distance_at D u
  | distance_step v d :             (* 1 + the largest D among followers *)
      follower u v -> D v = Some d ->
      (forall w, follower u w -> exists k, D w = Some k /\ k <= d) ->
      D u = Some (S d) -> distance_at D u
  | distance_infinite v :
      follower u v -> D v = infinity -> D u = infinity -> distance_at D u.

Definition is_distance (D : g -> number) : Prop := forall u, distance_at D u.

(* The finite values of followers of u: G(F(u)), and K(u) if G(u) = ∞. *)
Definition values (G : g -> number) (u : g) : nat -> Prop :=
  fun k => exists v, follower u v /\ G v = Some k.

(* x > k, where infinity is larger than every number. *)
Definition greater (x : number) (k : nat) : Prop :=
  match x with Some l => k < l | None => True end.

(* The three conditions of [FY86, Definition 1] at u. *)
Definition condition_A (G : g -> number) (u : g) : Prop :=
  forall k, G u = Some k -> is_mex (values G u) k.

Definition condition_B (G : g -> number) {J : Type} (lt : J -> J -> Prop) (c : g -> J)
    (u : g) : Prop :=
  forall k v, G u = Some k -> follower u v -> greater (G v) k ->
  exists w, follower v w /\ G w = Some k /\ lt (c w) (c u).

Definition condition_C (G : g -> number) (u : g) : Prop :=
  G u = infinity ->
  exists v m, follower u v /\ G v = infinity /\ is_mex (values G u) m /\ ~ values G v m.

(* [FY86, Definition 1]: G is a G-function with counterfunction c. What c is
   where G is infinite does not matter. The paper allows the values of c to be
   in any well-ordered set; we do, too, and use numbers unless we say
   otherwise. *)
Definition is_grundy_with {J : Type} (lt : J -> J -> Prop) (G : g -> number) (c : g -> J) : Prop :=
  forall u, condition_A G u /\ condition_B G lt c u /\ condition_C G u.

Definition is_grundy (G : g -> number) (c : g -> nat) : Prop := is_grundy_with lt G c.

(* [FY86, Definition 4]. *)
Definition monotonic (G : g -> number) (c : g -> nat) : Prop :=
  forall u v k l, G u = Some k -> G v = Some l -> k < l -> c u < c v.

(* The outcome that belongs to a value [FY86, Theorem 4]. *)
Inductive outcome_by_value (G : g -> number) (u : g) : outcome -> Prop :=
  | value_P : G u = Some 0 -> outcome_by_value G u P_position
  | value_N k : G u = Some (S k) -> outcome_by_value G u N_position
  | value_N_infinite : G u = infinity -> values G u 0 -> outcome_by_value G u N_position
  | value_D : G u = infinity -> ~ values G u 0 -> outcome_by_value G u D_position.

End Equations.
