(* The checker of values and periods of heap games. *)

Require Import List ZArith Lia Bool Uint63 ZifyUint63.
Import ListNotations.
From Grundy Require Import Digraph Play Value NimSum Loops Rows Heaps Saltus CheckMoves.
Local Open Scope uint63_scope.

(* A code, the values of its first heaps, and their period. *)
Record heap_claim := HeapClaim {
  digits : column;      (* last + 1 entries *)
  last_digit : int;
  free_end : bool;      (* after the last digit all digits are 3, not 0 *)
  preperiod : int;
  period : int;
  saltus : int;
  heaps : int;
  heap_table : column;  (* the values of the first [heaps] heaps *)
  (* Where to look for a proof, if the saltus is not 0: at this multiple of the period and
     in the period that begins here; and the largest power of two that divides the saltus
     of the multiple has this exponent. *)
  multiple : int;
  window : int;
  shift : int
}.

Definition code_of (h : heap_claim) : code := code_of_digits (digits h) (last_digit h) (free_end h).

Section CheckHeaps.
Context (h : heap_claim).

Notation V i := (at_index (heap_table h) i).
Notation last := (last_digit h).
Notation digit t := (at_index (digits h) t).

Definition table_value (n : nat) : nat := to_nat (V (of_nat n)).

(* ---- values --------------------------------------------------------------------------- *)

Definition add_value (a x : int) : int := x lxor V a.
Definition is_zero (x : int) : bool := x =? 0.

(* A move from a heap of n leads to the value x. *)
Definition some_part (n x : int) : bool :=
  some_move (digits h) last (free_end h) add_value is_zero n x.

Definition check_heap (n : int) : bool :=
  if some_part n (V n) then false else all_in (some_part n) 0 (V n).

(* n beans can be divided into heaps with the nim-sum x. *)
Definition some_heaps (b : nat) (n x : int) : bool := some_division add_value is_zero b n x.

(* ---- periods without saltus ----------------------------------------------------------- *)

(* The theorems about periods begin with heap 1. *)
Definition from : int := if preperiod h =? 0 then 1 else preperiod h.

Definition most_heaps : nat :=
  let enough b := leaves_at_most (digits h) last b in
  if enough 1%nat then 1%nat else if enough 2%nat then 2%nat else if enough 3%nat then 3%nat
  else if enough 4%nat then 4%nat else most_left.

Definition few (b : nat) : int :=
  match b with 0%nat => 0 | 1%nat => 1 | 2%nat => 2 | 3%nat => 3 | 4%nat => 4 | _ => 5 end.

Definition seen : int := few most_heaps * (from + period h) - period h + last.

(* The values of the heaps lo … hi - 1 grow by s if the heaps grow by d. *)
Definition check_repeats (d lo hi s : int) : bool := all_in (fun n => V (n + d) =? V n + s) lo hi.

Definition check_ordinary : bool :=
  if free_end h then false
  else if seen + period h <=? heaps h then check_repeats (period h) (preperiod h) seen (saltus h)
  else false.

(* ---- periods with a saltus -------------------------------------------------------------- *)

Definition tiny (x : int) : bool := x <? 1048576.   (* 2^20 *)

(* The names of docs/heaps-proofs.md, Theorem 3: P and S are period and saltus of the multiple. *)
Notation n0 := from.
Notation n1 := (window h).
Definition P : int := multiple h * period h.
Definition S : int := multiple h * saltus h.
Definition half : int := P / 2.
Definition power : int := 1 << shift h.
Definition sigma : int := S / power.
Definition low_of (x : int) : int := x mod power.
Definition high_of (x : int) : int := x / power.
Definition is_odd (x : int) : bool := x mod 2 =? 1.

Definition check_numbers : bool :=
  tiny (preperiod h) && tiny (period h) && tiny (saltus h) && tiny last && tiny (heaps h) &&
  tiny (multiple h) && tiny P && tiny S && tiny n1 && (shift h <? 20) &&
  (0 <? half) && (half * 2 =? P) && (sigma * power =? S) && is_odd sigma &&
  (n0 + last <? n1) && (n1 + 2 * P <=? heaps h) && all_in (fun n => tiny (V n)) 0 (heaps h).

Definition check_seen : bool :=
  check_repeats P n0 (n1 + P) S && check_repeats (period h) (preperiod h) (n0 + P) (saltus h).

(* Condition 1. *)
Definition check_singles (n : int) : bool :=
  if free_end h then
    all_in (fun a => if V n <=? V a then negb ((V a - V n) mod S =? 0) else true) 0 (n0 + P)
  else true.

(* Condition 2, for heaps with this sum, nim-sum of low parts and sum of high parts, after t beans
   were taken, which are counted in the sum. *)
Definition check_sum (sum low high : int) : bool :=
  let n := n1 + (sum + n1 * (P - 1)) mod P in
  if low =? low_of (V n) then
    let top := high_of (V n) in
    if n <=? sum then
      let x := (sum - n) / P in
      if is_odd (high + top + x) then true else high <? top + x * sigma
    else
      let y := (n - sum) / P in
      if is_odd (high + top + y) then true else high + y * sigma <? top
  else true.

Definition check_sums (b : nat) (sum low high : int) : bool :=
  all_in (fun t => if digit_allows (digit t) b then check_sum (sum + t) low high else true) 0 (last + 1).

(* [check] holds for all lists of b heaps below n0 + P. *)
Fixpoint all_lists (check : int -> int -> int -> bool) (b : nat) (sum low high : int) : bool :=
  match b with
  | O => check sum low high
  | Datatypes.S b =>
      all_in (fun a => all_lists check b (sum + a) (low lxor low_of (V a)) (high + high_of (V a))) 1 (n0 + P)
  end.

Definition some_digit_allows (b : nat) : bool := some_in (fun t => digit_allows (digit t) b) 0 (last + 1).

Definition check_lists : bool :=
  forallb (fun b => if some_digit_allows b then all_lists (check_sums b) b 0 0 0 else true) [2; 3; 4; 5]%nat.

(* Conditions 3 and 4. *)

(* Some move from n that takes at most [last] beans leaves b heaps in the numbers [bs], such
   that [left b m] holds for the m beans left. *)
Definition some_taken (bs : list nat) (left : nat -> int -> bool) (n : int) : bool :=
  some_in (fun t => existsb (fun b => if digit_allows (digit t) b then left b (n - t) else false) bs) 0 (last + 1).

(* Some move that takes more leaves a heap of at least [least] beans, or of 0, with the value v. *)
Definition some_free (least n v : int) : bool :=
  if free_end h then some_in (fun a => V a =? v) least (n - last) else false.

(* Two equal heaps and some others, such that [left m] holds for the m beans of these. *)
Definition some_equal (left : int -> bool) (m : int) : bool :=
  some_in (fun e => left (m - 2 * e)) 1 (m / 2 + 1).

(* A heap of at least n0 beans and b others, whose nim-sum is below the power of two. *)
Definition some_growing (b : nat) (v m : int) : bool :=
  some_in (fun a => let x := V a lxor v in if x <? power then some_heaps b (m - a) x else false) n0 (m + 1).

Definition check_lasting (n v : int) : bool :=
  if some_taken [2; 3; 4; 5]%nat (fun b => some_equal (fun m => some_heaps (b - 2) m v)) n then true
  else some_free 0 n v.

Definition check_lasting_and_growing (n v : int) : bool :=
  if some_taken [3; 4; 5]%nat (fun b => some_equal (some_growing (b - 3) v)) n then true
  else some_free n0 n v.

Definition check_growing (n v : int) : bool :=
  if some_taken [2; 3; 4; 5]%nat (fun b => some_growing (b - 1) v) n then true
  else if some_in (fun t => if digit_allows (digit t) 1 then V (n - t) =? v else false) 1 (last + 1) then true
  else some_free n0 n v.

Definition check_moves (n : int) : bool :=
  (S <=? V n) &&
  all_in (fun v =>
    if v + S <? V n then check_lasting (n + P) v
    else if check_lasting_and_growing (n + P) v then check_growing n v else false) 0 (V n).

Definition check_growth : bool :=
  check_numbers && check_seen && check_lists && all_in check_singles n1 (n1 + P) &&
  all_in check_moves n1 (n1 + P).

Definition check_heaps : bool :=
  small (preperiod h) && small (period h) && small last && small (heaps h) && (0 <? period h) &&
  all_in check_heap 0 (heaps h) &&
  (if saltus h =? 0 then check_ordinary else check_growth).

(* ---- values: why the checks suffice --------------------------------------------------- *)

Lemma combine_values (p : list nat) (x : int) :
  to_nat (combine add_value p x) = Nat.lxor (to_nat x) (total table_value p).
Proof.
  induction p as [|a p IH]; simpl; [now rewrite Nat.lxor_0_r|].
  unfold add_value at 1; rewrite to_nat_lxor, IH; unfold total; simpl.
  rewrite Nat.lxor_assoc; f_equal; apply Nat.lxor_comm.
Qed.

Lemma combine_is_zero (p : list nat) (x : int) :
  is_zero (combine add_value p x) = true <-> total table_value p = to_nat x.
Proof.
  unfold is_zero; rewrite Uint63.eqb_spec; split; intros E.
  - symmetry; apply Nat.lxor_eq; rewrite <- combine_values, E; reflexivity.
  - apply to_nat_inj; rewrite combine_values, E; apply Nat.lxor_nilpotent.
Qed.

Lemma some_heaps_spec (b : nat) (n x : int) : some_heaps b n x = true ->
  exists q, length q = b /\ Forall (le 1) q /\ list_sum q = to_nat n /\ total table_value q = to_nat x.
Proof.
  intros H; apply some_division_spec in H; destruct H as [q [L [F [S E]]]]; exists q.
  apply combine_is_zero in E; auto.
Qed.

Hypothesis small_last : small last = true.

Lemma some_part_spec (n x : int) :
  some_part n x = true <->
  exists p, In p (parts (code_of h) (to_nat n)) /\ total table_value p = to_nat x.
Proof.
  unfold some_part; rewrite some_move_spec by exact small_last.
  split; intros [p [I E]]; exists p; (split; [exact I|]); now apply combine_is_zero.
Qed.

Lemma check_heap_at (n : int) :
  check_heap n = true -> heap_values_at (code_of h) table_value (to_nat n).
Proof.
  unfold check_heap, heap_values_at; destruct (some_part n (V n)) eqn:S; [discriminate|]; intros A.
  assert (E : table_value (to_nat n) = to_nat (V n)) by (unfold table_value; now rewrite of_to_nat).
  rewrite E; split.
  - intros H; apply some_part_spec in H; rewrite H in S; discriminate S.
  - intros j J; pose proof (to_of_nat_below j (V n) ltac:(lia)) as B.
    assert (W : within 0 (V n) (of_nat j)) by (apply within_nat; change (to_nat 0) with 0%nat; lia).
    pose proof (all_in_true _ _ _ A (of_nat j) W) as H; simpl in H.
    apply some_part_spec in H; rewrite B in H; exact H.
Qed.

Lemma code_of_at (t b : nat) : (t <= to_nat last)%nat ->
  code_of h t b = digit_allows (digit (of_nat t)) b.
Proof.
  intros T; pose proof (to_of_nat_below t last T) as B; unfold code_of.
  transitivity (code_of_digits (digits h) last (free_end h) (to_nat (of_nat t)) b); [now rewrite B|].
  apply code_at; now rewrite B.
Qed.

Lemma most_heaps_spec : (1 <= most_heaps <= most_left)%nat /\
  forall t b, (most_heaps < b)%nat -> (t <= to_nat last)%nat -> code_of h t b = false.
Proof.
  unfold most_heaps; cbv zeta; pose proof small_last.
  repeat match goal with |- context [if leaves_at_most ?d ?l ?b then _ else _] =>
    destruct (leaves_at_most d l b) eqn:?;
      [split; [unfold most_left; lia|]; intros; now apply (leaves_at_most_spec d l (free_end h) b)|]
  end.
  split; [unfold most_left; lia|]; intros t b L T; rewrite code_of_at by exact T; now apply digit_allows_few.
Qed.

(* ---- what the table says about the values ------------------------------------------------ *)

Notation game_code := (code_of h).
Notation G := (heap_value (code_of h)).

Hypothesis small_heaps : small (heaps h) = true.
Hypothesis right_values : all_in check_heap 0 (heaps h) = true.

Lemma heaps_bound : (Z.of_nat (to_nat (heaps h)) < 1099511627776)%Z.
Proof. unfold small in small_heaps; pose proof (to_Z_bounded (heaps h)); unfold to_nat; lia. Qed.

Lemma of_nat_known (n : nat) : (n < to_nat (heaps h))%nat -> to_nat (of_nat n) = n.
Proof. intros L; apply (to_of_nat_below n (heaps h)); lia. Qed.

Lemma known (n : nat) : (n < to_nat (heaps h))%nat -> G n = table_value n.
Proof.
  intros L; apply (heap_values_agree game_code G table_value (to_nat (heaps h))); [| |exact L].
  - intros m _; apply heap_values_exist.
  - intros m M; rewrite <- (of_nat_known m M); apply check_heap_at, (all_in_true _ _ _ right_values).
    apply within_nat; rewrite (of_nat_known m M); change (to_nat 0) with 0%nat; lia.
Qed.

Lemma known_at (i : int) : (to_nat i < to_nat (heaps h))%nat -> G (to_nat i) = to_nat (V i).
Proof. intros L; rewrite known by exact L; unfold table_value; now rewrite of_to_nat. Qed.

Lemma known_total (q : list nat) (m : nat) : (list_sum q <= m)%nat -> (m < to_nat (heaps h))%nat ->
  total G q = total table_value q.
Proof.
  intros S L; apply total_ext; intros a I; apply known; pose proof (sum_member q a I); lia.
Qed.

Lemma repeats (d lo hi s : int) : check_repeats d lo hi s = true ->
  (to_nat hi + to_nat d <= to_nat (heaps h))%nat ->
  (forall n, (n < to_nat (heaps h))%nat -> to_nat (V (of_nat n) + s) = (to_nat (V (of_nat n)) + to_nat s)%nat) ->
  forall n, (to_nat lo <= n < to_nat hi)%nat -> G (n + to_nat d)%nat = (G n + to_nat s)%nat.
Proof.
  intros A B add n [L U]; pose proof heaps_bound; pose proof (of_nat_known n ltac:(lia)) as N.
  assert (W : within lo hi (of_nat n)) by (apply within_nat; lia).
  pose proof (all_in_true _ _ _ A _ W) as E; cbv beta in E; apply eqb_correct in E.
  rewrite !known by lia; unfold table_value; rewrite <- add, <- E by lia; do 2 f_equal.
  f_equal; apply to_nat_inj; rewrite of_nat_known by lia.
  clear E W; unfold to_nat in *; pose proof (to_Z_bounded d); lia.
Qed.

End CheckHeaps.
