(* Sets of numbers below 62 as the bits of one machine integer. Bit 62 says
   that there are larger numbers; infinity is left out. *)

Require Import List ZArith Lia Bool Uint63 ZifyUint63.
Import ListNotations.
From Grundy Require Import Loops Rows.
Local Open Scope uint63_scope.

Definition add_to_mask (mask x : int) : int :=
  if x <? 62 then mask lor (1 << x) else if infinite x then mask else mask lor (1 << 62).

Fixpoint mask_from (f : int -> int) (hi i mask : int) (a : Acc (nearer hi) i) {struct a} : int :=
  match (i <? hi) as b return (i <? hi) = b -> int with
  | true => fun E => mask_from f hi (i + 1) (add_to_mask mask (f i)) (Acc_inv a (next_nearer i hi E))
  | false => fun _ => mask
  end eq_refl.

(* The set of f(lo) … f(hi - 1). *)
Definition mask_all (f : int -> int) (lo hi : int) : int := mask_from f hi lo 0 (nearer_wf hi lo).

(* As [bit], for j < 63. *)
Definition has_bit (mask j : int) : bool := negb (mask land (1 << j) =? 0).

Definition in_mask (mask j : int) : bool := if j <? 62 then has_bit mask j else false.

Definition has_larger (mask : int) : bool := has_bit mask 62.

(* k is the least number that is not in the set. *)
Definition mex_of_mask (mask k : int) : bool :=
  if k <? 62 then if has_bit mask k then false else all_in (in_mask mask) 0 k else false.

Lemma bit_power (x j : int) : (x <? 63) = true -> bit (1 << x) j = (j =? x).
Proof.
  intros B; rewrite bit_lsl, bit_1; destruct ((j <? x) || (digits <=? j)) eqn:E.
  - symmetry; apply not_true_iff_false; intros Q; apply eqb_correct in Q; subst j.
    apply orb_true_iff in E; change digits with 63 in E; destruct E; lia.
  - apply orb_false_iff in E; destruct E as [E _]; apply eq_true_iff_eq; split; intros Q;
      apply eqb_correct in Q; apply Uint63.eqb_spec; [apply to_Z_inj|subst j; apply to_Z_inj]; lia.
Qed.

Lemma has_bit_spec (mask j : int) : (j <? 63) = true -> has_bit mask j = bit mask j.
Proof.
  intros B; unfold has_bit; destruct (bit mask j) eqn:E.
  - apply negb_true_iff, not_true_iff_false; intros Q; apply eqb_correct in Q.
    assert (X : bit (mask land (1 << j)) j = true).
    { rewrite land_spec, E, bit_power by exact B; apply Uint63.eqb_refl. }
    rewrite Q, bit_0 in X; discriminate X.
  - apply negb_false_iff, Uint63.eqb_spec, bit_ext; intros n.
    rewrite land_spec, bit_0, bit_power by exact B; destruct (n =? j) eqn:Q; [|apply andb_false_r].
    apply eqb_correct in Q; subst n; now rewrite E.
Qed.

Lemma bit_add (mask x j : int) :
  (j <? 62) = true -> bit (add_to_mask mask x) j = bit mask j || (j =? x).
Proof.
  intros B; unfold add_to_mask; destruct (x <? 62) eqn:E.
  - rewrite lor_spec, bit_power by lia; reflexivity.
  - assert (N : (j =? x) = false) by lia; rewrite N, orb_false_r.
    destruct (infinite x); [reflexivity|]; rewrite lor_spec, bit_power by reflexivity.
    assert (N' : (j =? 62) = false) by lia; now rewrite N', orb_false_r.
Qed.

Lemma larger_add (mask x : int) :
  has_larger (add_to_mask mask x) = has_larger mask || (negb (x <? 62) && negb (infinite x)).
Proof.
  unfold has_larger; rewrite !has_bit_spec by reflexivity; unfold add_to_mask; destruct (x <? 62) eqn:E.
  - rewrite lor_spec, bit_power by lia; f_equal; apply not_true_iff_false; intros Q.
    apply eqb_correct in Q; subst x; discriminate E.
  - destruct (infinite x); [now rewrite orb_false_r|].
    rewrite lor_spec, bit_power by reflexivity; reflexivity.
Qed.

Lemma mask_from_spec (f : int -> int) (hi : int) :
  forall lo a mask,
  (forall j, (j <? 62) = true ->
     bit (mask_from f hi lo mask a) j = true <-> bit mask j = true \/ exists i, within lo hi i /\ f i = j) /\
  (has_larger (mask_from f hi lo mask a) = true <->
     has_larger mask = true \/ exists i, within lo hi i /\ (f i <? 62) = false /\ infinite (f i) = false).
Proof.
  intros lo; induction lo as [lo IH] using (well_founded_ind (nearer_wf hi)).
  intros [a] mask; simpl; generalize (next_nearer lo hi); destruct (lo <? hi) eqn:E; intros N.
  - destruct (IH (lo + 1) (N eq_refl) (a _ (N eq_refl)) (add_to_mask mask (f lo))) as [X Y].
    assert (next : forall i, within lo hi i <-> i = lo \/ within (lo + 1) hi i).
    { intros i; unfold within; split.
      - intros W; destruct (Z.eq_dec (to_Z i) (to_Z lo)) as [D|D]; [left; now apply to_Z_inj|right; lia].
      - intros [->|W]; lia. }
    split.
    + intros j B; rewrite (X j B), bit_add by exact B; rewrite orb_true_iff; split.
      * intros [[M|Q]|[i [W F]]]; [now left|right; exists lo|right; exists i].
        -- apply eqb_correct in Q; split; [apply next; now left|now symmetry].
        -- split; [apply next; now right|exact F].
      * intros [M|[i [W F]]]; [left; now left|]; apply next in W; destruct W as [->|W].
        -- left; right; rewrite F; apply Uint63.eqb_refl.
        -- right; now exists i.
    + rewrite Y, larger_add, orb_true_iff, andb_true_iff, !negb_true_iff; split.
      * intros [[M|Q]|[i [W F]]]; [now left|right; exists lo|right; exists i].
        -- split; [apply next; now left|exact Q].
        -- split; [apply next; now right|exact F].
      * intros [M|[i [W F]]]; [left; now left|]; apply next in W; destruct W as [->|W].
        -- left; now right.
        -- right; now exists i.
  - assert (none : forall i, ~ within lo hi i) by (unfold within; lia).
    split; [intros j B|]; (split; [now left|intros [M|[i [W _]]]; [exact M|destruct (none i W)]]).
Qed.

Section Mask.
Context (f : int -> int) (lo hi : int).

Lemma in_mask_all (j : int) :
  (j <? 62) = true -> has_bit (mask_all f lo hi) j = true <-> exists i, within lo hi i /\ f i = j.
Proof.
  intros B; rewrite has_bit_spec by lia; unfold mask_all; rewrite (proj1 (mask_from_spec f hi lo (nearer_wf hi lo) 0) j B), bit_0.
  split; [intros [Q|Q]; [discriminate Q|exact Q]|intros Q; now right].
Qed.

Lemma no_larger (i : int) :
  has_larger (mask_all f lo hi) = false -> within lo hi i -> infinite (f i) = false -> (f i <? 62) = true.
Proof.
  intros L W I; destruct (f i <? 62) eqn:E; [reflexivity|exfalso].
  apply not_true_iff_false in L; apply L, (proj2 (mask_from_spec f hi lo (nearer_wf hi lo) 0)).
  right; now exists i.
Qed.

Lemma not_in_mask_all (j : int) :
  (j <? 62) = true -> has_bit (mask_all f lo hi) j = false -> forall i, within lo hi i -> f i <> j.
Proof.
  intros B Q i W E; apply not_true_iff_false in Q; apply Q, in_mask_all; [exact B|now exists i].
Qed.

Lemma mex_of_mask_true (k : int) :
  mex_of_mask (mask_all f lo hi) k = true ->
  (forall i, within lo hi i -> f i <> k) /\
  (forall j, within 0 k j -> exists i, within lo hi i /\ f i = j).
Proof.
  unfold mex_of_mask; destruct (k <? 62) eqn:B; [|discriminate].
  destruct (has_bit _ k) eqn:Q; [discriminate|]; intros A; split.
  - exact (not_in_mask_all k B Q).
  - intros j W; pose proof (all_in_true _ _ _ A j W) as M; unfold in_mask in M.
    destruct (j <? 62) eqn:Bj; [now apply in_mask_all|discriminate M].
Qed.

End Mask.

(* Two sets with the same mask have the same finite numbers. *)
Definition same_masks (a b : int) : bool := if a =? b then negb (has_larger a) else false.

Lemma same_masks_true (f g : int -> int) (lo hi lo' hi' : int) :
  same_masks (mask_all f lo hi) (mask_all g lo' hi') = true ->
  forall i, within lo hi i -> infinite (f i) = false -> exists j, within lo' hi' j /\ g j = f i.
Proof.
  unfold same_masks; destruct (_ =? _) eqn:E; [|discriminate]; intros L; apply negb_true_iff in L.
  apply eqb_correct in E; intros i W I; pose proof (no_larger f lo hi i L W I) as B.
  apply (in_mask_all g lo' hi' _ B); rewrite <- E; apply in_mask_all; [exact B|now exists i].
Qed.

Lemma same_masks_sym (a b : int) : same_masks a b = same_masks b a.
Proof.
  unfold same_masks; destruct (a =? b) eqn:E; [apply eqb_correct in E; subst b; now rewrite Uint63.eqb_refl|].
  destruct (b =? a) eqn:E'; [apply eqb_correct in E'; subst b; rewrite Uint63.eqb_refl in E; discriminate E|reflexivity].
Qed.
