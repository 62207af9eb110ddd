(* Computes the hints of CheckGrundy.v, in linear time, and the offers of
   CheckPairs.v. This file is not trusted: with wrong hints the checker can only
   say no. *)

(* A game with n positions, its values and counters; -1 is infinity. *)
type input = {
  n : int;
  m : int;
  start : int -> int;
  target : int -> int;
  grundy : int -> int;
  counter : int -> int;
}

let iterate_row x v f = for e = x.start v to x.start (v + 1) - 1 do f e (x.target e) done

(* Arrays of numbers below 2^31, in four bytes each; games in files have fewer moves. *)
let zeros n = Bytes.make (4 * n) '\000'
let get b i = Int32.to_int (Bytes.get_int32_ne b (4 * i))
let set b i x = Bytes.set_int32_ne b (4 * i) (Int32.of_int x)
let column b = Source.column_of_fours (Bytes.length b / 4) b
let to_array b = Array.init (Bytes.length b / 4) (get b)

(* The moves u -> v that are wanted, sorted by v, and their sources in this order. *)
let transpose x wanted =
  let first = zeros (x.n + 1) in
  for u = 0 to x.n - 1 do
    iterate_row x u (fun _ v -> if wanted u v then set first v (get first v + 1))
  done;
  let sum = ref 0 in
  for v = 0 to x.n do
    let count = get first v in
    set first v !sum;
    sum := !sum + count
  done;
  let next = Bytes.copy first and sources = zeros !sum and moves = zeros !sum in
  for u = 0 to x.n - 1 do
    iterate_row x u (fun e v ->
      if wanted u v then begin
        let i = get next v in
        set moves i e;
        set sources i u;
        set next v (i + 1)
      end)
  done;
  (first, moves, sources)

(* For every value of a follower of v: the move to it with the least counter.
   Right values are at most 2^21; see Marks.v. *)
type table = { owner : int array; best : int array }

let new_table x =
  let size = min x.n 2097152 + 1 in
  { owner = Array.make size (-1); best = Array.make size 0 }

let is_value table k = k >= 0 && k < Array.length table.owner

let fill table x v =
  iterate_row x v (fun e w ->
    let k = x.grundy w in
    if is_value table k
       && (table.owner.(k) <> v || x.counter w < x.counter (x.target table.best.(k)))
    then begin
      table.owner.(k) <- v;
      table.best.(k) <- e
    end)

let has table v k = is_value table k && table.owner.(k) = v

(* Whether condition B asks for a reply to the move u -> v. *)
let needs_reply x u v =
  let k = x.grundy u in
  k >= 0 && (let l = x.grundy v in l < 0 || l > k)

(* ---- values below 62 --------------------------------------------------------------------- *)

(* The least number that is not in the set, up to 62. *)
let mex_of_mask mask =
  let rec from k = if k < 62 && (mask lsr k) land 1 = 1 then from (k + 1) else k in
  from 0

(* The values of the followers of u, as the bits of a number (Masks.v). *)
let mask_of x u =
  let mask = ref 0 in
  for e = x.start u to x.start (u + 1) - 1 do
    let k = x.grundy (x.target e) in
    if k >= 0 then mask := !mask lor (1 lsl min k 62)
  done;
  !mask

(* Replies with the least counter. *)
let replies x =
  let first, moves, sources = transpose x (needs_reply x) in
  let table = new_table x and reply = zeros x.m in
  for v = 0 to x.n - 1 do
    if get first v < get first (v + 1) then begin
      fill table x v;
      for i = get first v to get first (v + 1) - 1 do
        let k = x.grundy (get sources i) in
        if has table v k then set reply (get moves i) table.best.(k)
      done
    end
  done;
  reply

let compute_masks x masks mask =
  let witness = zeros x.n in
  for u = 0 to x.n - 1 do
    if x.grundy u < 0 then begin
      let k = mex_of_mask (mask u) and last = x.start (u + 1) in
      let rec search e =
        if e < last then
          let v = x.target e in
          if x.grundy v < 0 && (mask v lsr k) land 1 = 0 then set witness u e else search (e + 1)
      in
      search (x.start u)
    end
  done;
  let none = column (zeros 0) in
  { Checker.reply = column (replies x); mex = Source.column x.n (fun u -> mex_of_mask (mask u));
    witness = column witness; by_masks = true; masks; rank = none; client_start = none; client = none }

(* ---- all values -------------------------------------------------------------------------- *)

let mexes x =
  let table = new_table x and mex = zeros x.n in
  for v = 0 to x.n - 1 do
    if x.grundy v < 0 then begin
      fill table x v;
      let k = ref 0 in
      while has table v !k do incr k done;
      set mex v !k
    end
  done;
  mex

let compute_clients x =
  let first, moves, sources = transpose x (fun u v -> x.grundy u < 0 && x.grundy v < 0) in
  let mex = mexes x and table = new_table x in
  let witness = zeros x.n and rank = Bytes.make (4 * x.n) '\255' in
  let client_start = zeros (x.n + 1) and client = zeros x.n and clients = ref 0 in
  for v = 0 to x.n - 1 do
    set client_start v !clients;
    fill table x v;
    for i = get first v to get first (v + 1) - 1 do
      let u = get sources i in
      if get rank u < 0 && not (has table v (get mex u)) then begin
        set witness u (get moves i);
        set rank u !clients;
        set client !clients u;
        incr clients
      end
    done
  done;
  set client_start x.n !clients;
  { Checker.reply = column (replies x); mex = column mex; witness = column witness; by_masks = false;
    masks = column (zeros 0); rank = column rank; client_start = column client_start; client = column client }

let compute x =
  let sets = Array.init x.n (mask_of x) in
  let masks, mask = Source.entries x.n (Array.get sets) in
  let rec all_small u = u = x.n || (mex_of_mask (mask u) < 62 && all_small (u + 1)) in
  if all_small 0 then compute_masks x masks mask else compute_clients x

(* ---- offers ---------------------------------------------------------------------------- *)

(* The least H among the followers of v of value k, for which the table is filled; infinity is max_int. *)
let number h = if h < 0 then max_int else h
let least table x v k = if has table v k then number (x.counter (x.target table.best.(k))) else max_int

(* Why H is not smaller: a value, or a move for which an offer must exist. Reasons are -1 until they are found. *)
type reasons = { by_move : bytes; reason : bytes; asked : int list array }

let find_reasons x (first, moves, sources) =
  let table = new_table x in
  let found = { by_move = zeros x.n; reason = Bytes.make (4 * x.n) '\255'; asked = Array.make x.n [] } in
  let open_at u = x.grundy u >= 0 && x.counter u > 0 && get found.reason u < 0 in
  for v = 0 to x.n - 1 do
    fill table x v;
    let y = ref 0 in
    while open_at v && !y < x.grundy v && is_value table !y do
      if least table x v !y >= x.counter v - 1 then set found.reason v !y;
      incr y
    done;
    for i = get first v to get first (v + 1) - 1 do
      let u = get sources i in
      if open_at u && number (x.counter v) >= x.counter u - 1 && least table x v (x.grundy u) >= x.counter u - 2
      then begin
        set found.by_move u 1;
        set found.reason u (get moves i);
        if not (has table v (x.grundy u)) then found.asked.(v) <- x.grundy u :: found.asked.(v)
      end
    done
  done;
  found

(* The offers of v: values of its followers, and those that are asked for. *)
let offered x table asked v =
  let values = ref (List.filter (is_value table) asked.(v)) in
  iterate_row x v (fun _ w -> if is_value table (x.grundy w) then values := x.grundy w :: !values);
  List.sort_uniq Int.compare !values

(* The offers of CheckPairs.v, where the counters of x are H. *)
let offers x =
  let ((first, moves, sources) as transposed) = transpose x (fun u _ -> x.grundy u >= 0) in
  let { by_move; reason; asked } = find_reasons x transposed in
  let table = new_table x in
  let start = zeros (x.n + 1) and offer_of = zeros x.m and answer = zeros x.m in
  for v = 0 to x.n - 1 do
    set start (v + 1) (get start v + List.length (offered x table asked v))
  done;
  let most = get start x.n in
  let value = zeros most and least_of = Bytes.make (4 * most) '\255' and best = zeros most in
  let owner = Array.make (Array.length table.owner) (-1) and index = Array.make (Array.length table.owner) 0 in
  for v = 0 to x.n - 1 do
    fill table x v;
    List.iteri
      (fun j k ->
        let i = get start v + j in
        owner.(k) <- v;
        index.(k) <- i;
        set value i k;
        if has table v k then begin
          set best i table.best.(k);
          set least_of i (x.counter (x.target table.best.(k)))
        end)
      (offered x table asked v);
    let offer k = if is_value table k && owner.(k) = v then index.(k) else 0 in
    iterate_row x v (fun e w -> set offer_of e (offer (x.grundy w)));
    for i = get first v to get first (v + 1) - 1 do
      set answer (get moves i) (offer (x.grundy (get sources i)))
    done
  done;
  { Checker.offer_start = column start; offer_value = column value; offer_least = column least_of;
    offer_move = column best; offer_of = column offer_of; answer = column answer; by_move = column by_move;
    reason = column reason }
