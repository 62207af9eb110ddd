(* Periods of heap games with a saltus: G(n + p) = G(n) + s [Aus76].

   This is Theorem 3 of docs/heaps-proofs.md. *)

Require Import List Arith Lia Bool.
Import ListNotations.
From Grundy Require Import Digraph Play Grundy Value NimSum Heaps.

(* ---- nim-sums of low and high parts ----------------------------------------------- *)

Lemma testbit_0 (a : nat) : Nat.testbit a 0 = Nat.odd a.
Proof. reflexivity. Qed.

Lemma div2_lxor (a b : nat) : Nat.div2 (Nat.lxor a b) = Nat.lxor (Nat.div2 a) (Nat.div2 b).
Proof. rewrite !Nat.div2_spec; apply Nat.shiftr_lxor. Qed.

Lemma lxor_odd (a b : nat) : Nat.odd (Nat.lxor a b) = xorb (Nat.odd a) (Nat.odd b).
Proof. rewrite <- !Nat.bit0_odd; apply Nat.lxor_spec. Qed.

(* A nim-sum has the parity of the sum, and is at most the sum. *)
Lemma lxor_sum (a b : nat) : exists k, a + b = Nat.lxor a b + 2 * k.
Proof.
  revert b; induction a as [a IH] using lt_wf_ind; intros b.
  destruct (Nat.eq_dec a 0) as [->|N]; [exists 0; rewrite Nat.lxor_0_l; lia|].
  destruct (IH (Nat.div2 a) ltac:(apply Nat.lt_div2; lia) (Nat.div2 b)) as [k E].
  pose proof (Nat.div2_odd a) as A; pose proof (Nat.div2_odd b) as B.
  pose proof (Nat.div2_odd (Nat.lxor a b)) as X; rewrite div2_lxor, lxor_odd in X.
  destruct (Nat.odd a), (Nat.odd b); simpl Nat.b2n in *; simpl xorb in *; simpl Nat.b2n in *;
    [exists (2 * k + 1)|exists (2 * k)|exists (2 * k)|exists (2 * k)]; lia.
Qed.

Section Parts.
Context (c : nat).

Definition low (x : nat) : nat := x mod 2 ^ c.
Definition high (x : nat) : nat := x / 2 ^ c.

Lemma power_positive : 2 ^ c <> 0.
Proof. now apply Nat.pow_nonzero. Qed.

Lemma low_high (x : nat) : x = high x * 2 ^ c + low x.
Proof. unfold low, high; pose proof (Nat.div_mod x (2 ^ c) power_positive); lia. Qed.

Lemma low_lxor (x y : nat) : low (Nat.lxor x y) = Nat.lxor (low x) (low y).
Proof.
  unfold low; rewrite <- !Nat.land_ones; apply Nat.bits_inj; intros i.
  rewrite !Nat.land_spec, !Nat.lxor_spec, !Nat.land_spec.
  now destruct (Nat.testbit x i), (Nat.testbit y i), (Nat.testbit (Nat.ones c) i).
Qed.

Lemma high_lxor (x y : nat) : high (Nat.lxor x y) = Nat.lxor (high x) (high y).
Proof. unfold high; rewrite <- !Nat.shiftr_div_pow2; apply Nat.shiftr_lxor. Qed.

Lemma low_add (x k : nat) : low (x + k * 2 ^ c) = low x.
Proof. apply Nat.mod_add, power_positive. Qed.

Lemma high_add (x k : nat) : high (x + k * 2 ^ c) = high x + k.
Proof. apply Nat.div_add, power_positive. Qed.

(* Low bits do not notice that high ones are added. *)
Lemma lxor_add_high (x y k : nat) :
  y < 2 ^ c -> Nat.lxor (x + k * 2 ^ c) y = Nat.lxor x y + k * 2 ^ c.
Proof.
  intros Y.
  rewrite (low_high (Nat.lxor (x + k * 2 ^ c) y)), (low_high (Nat.lxor x y)).
  rewrite !low_lxor, !high_lxor, low_add, high_add.
  assert (high y = 0) as -> by now apply Nat.div_small.
  rewrite !Nat.lxor_0_r; lia.
Qed.

Section Sums.
Context (G : nat -> nat).

Definition low_sum (q : list nat) : nat := total (fun n => low (G n)) q.
Definition high_sum (q : list nat) : nat := list_sum (map (fun n => high (G n)) q).

Lemma low_total (q : list nat) : low (total G q) = low_sum q.
Proof.
  induction q as [|n q IH]; [apply Nat.mod_0_l, power_positive|].
  unfold low_sum, total in *; simpl; now rewrite low_lxor, IH.
Qed.

Lemma high_total (q : list nat) : exists k, high_sum q = high (total G q) + 2 * k.
Proof.
  induction q as [|n q [k IH]].
  - exists 0; unfold high_sum, high; simpl; rewrite Nat.div_0_l by apply power_positive; reflexivity.
  - destruct (lxor_sum (high (G n)) (high (total G q))) as [l E].
    exists (k + l); unfold high_sum, total in *; simpl; rewrite high_lxor, IH; lia.
Qed.

End Sums.
End Parts.

(* ---- the theorem -------------------------------------------------------------------- *)

Section Theorem3.
Context (allowed : code) (last : nat) (free : bool) (G : nat -> nat).
Context (n0 half sigma c n1 : nat).

Notation parts := (parts allowed).
Notation p := (2 * half).
Notation s := (sigma * 2 ^ c).
Notation in_window n := (n1 <= n < n1 + p) (only parsing).

Hypothesis values : heap_values allowed G.

(* After [last], all digits are 0, or they are 3 if the code is [free]. *)
Hypothesis code_ends : forall t b, last < t -> allowed t b = free && (b <=? 1).

Hypothesis some_period : 1 <= half.
Hypothesis some_heap : 1 <= n0.
Hypothesis odd_sigma : Nat.odd sigma = true.
Hypothesis late : n0 + last < n1.
Hypothesis seen : forall n, n0 <= n < n1 + p -> G (n + p) = G n + s.

(* Condition 1. *)
Hypothesis no_single : free = true ->
  forall n a j, in_window n -> a < n0 + p -> G a <> G n + j * s.

(* Condition 2. The integer x is j - y. *)
Hypothesis small_sums : forall n q t j y,
  in_window n -> Forall (fun a => 1 <= a < n0 + p) q -> 2 <= length q <= most_left ->
  allowed t (length q) = true -> list_sum q + t + y * p = n + j * p ->
  low_sum c G q = low c (G n) -> Nat.Even (high_sum c G q + high c (G n) + y + j) ->
  high_sum c G q + y * sigma < high c (G n) + j * sigma.

(* A move from n to v that leaves two equal heaps, or takes beans after [last]: there
   is such a move from all larger heaps of the same parity. *)
Definition lasting (n v : nat) : Prop :=
  (exists b q, In (b :: b :: q) (parts n) /\ total G q = v) \/
  (free = true /\ exists a, a + last < n /\ G a = v).

(* Such a move that leaves, besides, a heap of the period and low bits. *)
Definition lasting_and_growing (n v : nat) : Prop :=
  (exists b a q, In (b :: b :: a :: q) (parts n) /\ n0 <= a /\ total G q < 2 ^ c /\ total G (a :: q) = v) \/
  (free = true /\ exists a, n0 <= a /\ a + last < n /\ G a = v).

(* A move that leaves a heap of the period and low bits. *)
Definition growing (n v : nat) : Prop :=
  exists a q, In (a :: q) (parts n) /\ n0 <= a /\ total G q < 2 ^ c /\ total G (a :: q) = v.

(* Conditions 3 and 4. *)
Hypothesis large : forall n, in_window n -> s <= G n.
Hypothesis moves_last : forall n v, in_window n -> v + s < G n -> lasting (n + p) v.
Hypothesis moves_grow_later : forall n v, in_window n -> v < G n <= v + s -> lasting_and_growing (n + p) v.
Hypothesis moves_grow : forall n v, in_window n -> v < G n <= v + s -> growing n v.

Lemma zero_value : G 0 = 0.
Proof.
  destruct (values 0) as [_ below]; destruct (G 0) as [|k]; [reflexivity|].
  destruct (below 0 ltac:(lia)) as [q [I _]]; apply in_parts in I.
  destruct I as [t [E [_ [_ [F T]]]]]; destruct q as [|a q]; simpl in *; [lia|].
  inversion_clear F; lia.
Qed.

Lemma lasting_weaker (n v : nat) : lasting_and_growing n v -> lasting n v.
Proof.
  intros [[b [a [q [I [_ [_ E]]]]]]|[F [a [_ [A E]]]]]; [left|right].
  - now exists b, (a :: q).
  - split; [exact F|]; now exists a.
Qed.

Lemma saltus_positive : 1 <= s.
Proof.
  pose proof (power_positive c); destruct sigma as [|k]; [discriminate odd_sigma|]; nia.
Qed.

Lemma code_free (t b : nat) : free = true -> last < t -> b <= 1 -> allowed t b = true.
Proof. intros F L B; rewrite code_ends, F by exact L; now apply Nat.leb_le. Qed.

(* Taking beans after [last], which leaves one heap or nothing. *)
Lemma free_move (n a : nat) : free = true -> a + last < n -> exists q, In q (parts n) /\ total G q = G a.
Proof.
  intros F L; destruct (Nat.eq_dec a 0) as [->|N].
  - exists []; split; [|symmetry; apply zero_value]; apply in_parts; exists n; simpl.
    split; [lia|]; split; [apply code_free; auto; lia|]; split; [lia|]; split; [constructor|lia].
  - exists [a]; split; [|unfold total; simpl; apply Nat.lxor_0_r].
    apply in_parts; exists (n - a); simpl; split; [lia|]; split; [apply code_free; auto; lia|].
    split; [unfold most_left; lia|]; split; [constructor; [lia|constructor]|lia].
Qed.

Section Step.
Context (M : nat).
Hypothesis known : forall a i, n0 <= a -> a + i * p < M -> G (a + i * p) = G a + i * s.

(* Heaps that are made smaller by multiples of p. *)
Lemma fold_heap (a : nat) : 1 <= a < M -> exists a' y,
  a = a' + y * p /\ 1 <= a' < n0 + p /\ (y = 0 \/ n0 <= a') /\ G a = G a' + y * s.
Proof.
  intros [A L]; destruct (lt_dec a n0) as [S|S]; [exists a, 0; lia|].
  exists (n0 + (a - n0) mod p), ((a - n0) / p).
  pose proof (Nat.div_mod (a - n0) p ltac:(lia)) as D.
  pose proof (Nat.mod_upper_bound (a - n0) p ltac:(lia)) as U.
  assert (E : a = n0 + (a - n0) mod p + (a - n0) / p * p) by lia.
  repeat split; [exact E|lia|lia|right; lia|]; rewrite E at 1; apply known; lia.
Qed.

Lemma fold_heaps (q : list nat) : Forall (fun a => 1 <= a < M) q -> exists q' y,
  length q' = length q /\ list_sum q = list_sum q' + y * p /\
  Forall (fun a => 1 <= a < n0 + p) q' /\ low_sum c G q = low_sum c G q' /\
  high_sum c G q = high_sum c G q' + y * sigma.
Proof.
  intros F; induction F as [|a q A F [q' [y [L [S [F' [Lo Hi]]]]]]].
  - exists [], 0; repeat split; auto.
  - destruct (fold_heap a A) as [a' [z [E [B [_ X]]]]]; exists (a' :: q'), (z + y).
    unfold low_sum, high_sum, total in *; simpl; rewrite X, Nat.mul_assoc, low_add, high_add, Lo, Hi.
    repeat split; [lia|nia|now constructor|nia].
Qed.

(* No move leads to the value. *)
Lemma no_move (n J : nat) : in_window n -> 1 <= J -> M = n + J * p ->
  ~ exists q, In q (parts M) /\ total G q = G n + J * s.
Proof.
  intros W PJ E [q [I X]].
  assert (below : Forall (fun a => 1 <= a < M) q).
  { apply Forall_forall; intros a IA; split; [|exact (parts_below _ _ _ I a IA)].
    apply in_parts in I; destruct I as [_ [_ [_ [_ [F _]]]]]; rewrite Forall_forall in F; now apply F. }
  pose proof I as I'; apply in_parts in I'; destruct I' as [t [T [A [L [F _]]]]].
  assert (cases : t <= last \/ last < t /\ free = true /\ length q <= 1).
  { destruct (le_lt_dec t last) as [B|B]; [now left|right]; rewrite code_ends in A by exact B.
    apply andb_true_iff in A; destruct A as [A1 A2]; apply Nat.leb_le in A2; auto. }
  destruct (le_lt_dec (length q) 1) as [One|Several].
  - destruct q as [|a [|]]; simpl in One, T; [| |lia].
    + destruct cases as [B|[_ [Fr _]]]; [nia|]; apply (no_single Fr n 0 J W); [lia|].
      rewrite zero_value; exact X.
    + inversion_clear below as [|? ? Ba _]; unfold total in X; simpl in X; rewrite Nat.lxor_0_r in X.
      destruct cases as [B|[B [Fr _]]].
      * replace a with (n - t + J * p) in X by lia; rewrite known in X by lia.
        destruct (values n) as [no _]; apply no; exists [n - t]; split.
        { apply (parts_replace _ M n a (n - t) [] []); [exact I|lia|lia]. }
        unfold total; simpl; rewrite Nat.lxor_0_r; lia.
      * destruct (fold_heap a Ba) as [a' [y [Ea [Ba' [C Y]]]]].
        destruct (le_lt_dec y J) as [Le|Gt].
        { apply (no_single Fr n a' (J - y) W); [lia|]; rewrite X in Y.
          replace J with (J - y + y) in Y at 1 by lia; rewrite Nat.mul_add_distr_r in Y; lia. }
        assert (Z : G (a' + (y - J) * p) = G n).
        { rewrite known; [|lia|rewrite Nat.mul_sub_distr_r; nia].
          rewrite X in Y; replace y with (y - J + J) in Y by lia; rewrite Nat.mul_add_distr_r in Y; lia. }
        destruct (values n) as [no _]; apply no.
        destruct (free_move n (a' + (y - J) * p) Fr) as [r [Ir Xr]]; [rewrite Nat.mul_sub_distr_r; nia|].
        exists r; split; [exact Ir|]; now rewrite Xr.
  - destruct cases as [B|[_ [_ C]]]; [|lia].
    destruct (fold_heaps q below) as [q' [y [Le [S [F' [Lo Hi]]]]]].
    destruct (high_total c G q) as [k H]; rewrite X, Nat.mul_assoc, high_add in H.
    assert (LX : low_sum c G q = low c (G n)) by (rewrite <- low_total, X, Nat.mul_assoc; apply low_add).
    enough (high_sum c G q' + y * sigma < high c (G n) + J * sigma) by lia.
    apply (small_sums n q' t); auto; try lia.
    + now rewrite Le.
    + apply Nat.odd_spec in odd_sigma; destruct odd_sigma as [r R]; subst sigma.
      rewrite Hi in H; exists (high c (G n) + J + k + J * r - y * r); nia.
Qed.

(* A move leads to each smaller value. *)
Lemma all_moves (n J v : nat) : in_window n -> 1 <= J -> M = n + J * p -> v < G n + J * s ->
  exists q, In q (parts M) /\ total G q = v.
Proof.
  intros W PJ E V; destruct (le_lt_dec (G n) v) as [Ge|Lt].
  - pose proof saltus_positive as P; pose proof (large n W) as Large.
    set (d := v - G n).
    pose proof (Nat.div_mod d s ltac:(lia)) as D; pose proof (Nat.mod_upper_bound d s ltac:(lia)) as U.
    set (w := G n - s + d mod s) in *; set (i := d / s + 1).
    assert (Ev : v = w + i * s) by (unfold i, w, d in *; nia).
    assert (Wv : w < G n <= w + s) by (unfold w; lia).
    assert (I : i <= J).
    { assert (d / s < J) by (apply Nat.div_lt_upper_bound; unfold d; lia); unfold i; lia. }
    assert (add : forall a q, n0 <= a -> total G q < 2 ^ c -> total G (a :: q) = w -> a + i * p < M ->
              total G (a + i * p :: q) = v).
    { intros a q A Q X L; unfold total in *; simpl in *; rewrite known by assumption.
      rewrite Nat.mul_assoc, lxor_add_high by exact Q; rewrite X, Ev; lia. }
    destruct (Nat.eq_dec i J) as [EJ|NJ].
    + destruct (moves_grow n w W Wv) as [a [q [Ia [A [Q X]]]]].
      pose proof (parts_below _ _ _ Ia a (or_introl eq_refl)).
      exists (a + i * p :: q); split; [|apply add; auto; rewrite EJ; lia].
      apply (parts_replace _ n M a _ [] q); [exact Ia|lia|rewrite EJ; lia].
    + assert (Split : J * p = p + i * p + 2 * ((J - i - 1) * half)) by nia.
      generalize dependent ((J - i - 1) * half); intros e Split.
      destruct (moves_grow_later n w W Wv) as [[b [a [q [Ia [A [Q X]]]]]]|[Fr [a [A [L X]]]]].
      * pose proof (parts_below _ _ _ Ia a ltac:(simpl; auto)).
        pose proof Ia as Ib; apply in_parts in Ib; destruct Ib as [_ [_ [_ [_ [Fb _]]]]]; inversion_clear Fb.
        exists (b + e :: b + e :: a + i * p :: q); split.
        { apply (parts_replace _ (n + p + 2 * e) M a _ [b + e; b + e] q); [|lia|lia].
          apply (parts_replace _ (n + p + e) _ b _ [b + e] (a :: q)); [|lia|lia].
          apply (parts_replace _ (n + p) _ b _ [] (b :: a :: q)); [exact Ia|lia|lia]. }
        unfold total in *; cbn [fold_right]; rewrite lxor_cancel; apply add; auto; lia.
      * destruct (free_move M (a + i * p) Fr) as [r [Ir Xr]]; [lia|].
        exists r; split; [exact Ir|]; rewrite Xr, known by lia; lia.
  - assert (Last : lasting (n + p) v).
    { destruct (le_lt_dec (G n) (v + s)) as [B|B]; [|now apply moves_last].
      apply lasting_weaker, moves_grow_later; auto. }
    assert (Split : J * p = p + 2 * ((J - 1) * half)) by nia.
    generalize dependent ((J - 1) * half); intros e Split.
    destruct Last as [[b [q [I X]]]|[Fr [a [A X]]]].
    + pose proof I as Ib; apply in_parts in Ib; destruct Ib as [_ [_ [_ [_ [Fb _]]]]]; inversion_clear Fb.
      exists (b + e :: b + e :: q); split.
      { apply (parts_replace _ (n + p + e) M b _ [b + e] q); [|lia|lia].
        apply (parts_replace _ (n + p) _ b _ [] (b :: q)); [exact I|lia|lia]. }
      unfold total in *; cbn [fold_right]; rewrite lxor_cancel; exact X.
    + destruct (free_move M a Fr) as [r [Ir Xr]]; [lia|]; exists r; split; [exact Ir|]; now rewrite Xr.
Qed.

End Step.

Theorem heaps_grow : forall n, n0 <= n -> G (n + p) = G n + s.
Proof.
  intros m; induction m as [m IH] using lt_wf_ind; intros L.
  destruct (lt_dec m (n1 + p)) as [B|B]; [apply seen; lia|].
  assert (known : forall a i, n0 <= a -> a + i * p < m + p -> G (a + i * p) = G a + i * s).
  { intros a i A; induction i as [|i IHi]; intros C; [simpl; rewrite !Nat.add_0_r; reflexivity|].
    replace (a + S i * p) with (a + i * p + p) in * by lia.
    rewrite IH by lia; rewrite IHi by lia; lia. }
  set (n := n1 + (m - n1) mod p); set (j := (m - n1) / p).
  pose proof (Nat.div_mod (m - n1) p ltac:(lia)) as D.
  pose proof (Nat.mod_upper_bound (m - n1) p ltac:(lia)) as U.
  assert (E : m = n + j * p) by (unfold n, j; lia).
  assert (W : in_window n) by (unfold n; lia).
  assert (Em : G m = G n + j * s) by (rewrite E; apply known; lia).
  rewrite Em; replace (G n + j * s + s) with (G n + S j * s) by lia.
  apply (mex_unique _ _ _ (values (m + p))); split.
  - apply (no_move (m + p) known n (S j)); [exact W|lia|lia].
  - intros v V; apply (all_moves (m + p) known n (S j)); [exact W|lia|lia|exact V].
Qed.

End Theorem3.
