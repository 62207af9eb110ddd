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

(* The moves sorted by their targets, and their sources in this order. *)
let transpose x =
  let first = Array.make (x.n + 1) 0 and sources = Array.make x.m 0 and moves = Array.make x.m 0 in
  for e = 0 to x.m - 1 do
    let v = x.target e in
    first.(v) <- first.(v) + 1
  done;
  let sum = ref 0 in
  for v = 0 to x.n do
    let count = first.(v) in
    first.(v) <- !sum;
    sum := !sum + count
  done;
  let next = Array.sub first 0 x.n in
  for u = 0 to x.n - 1 do
    iterate_row x u (fun e v ->
      let i = next.(v) in
      moves.(i) <- e;
      sources.(i) <- u;
      next.(v) <- i + 1)
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

let mexes x =
  let table = new_table x and mex = Array.make x.n 0 in
  for v = 0 to x.n - 1 do
    if x.grundy v = -1 then begin
      fill table x v;
      while has table v mex.(v) do mex.(v) <- mex.(v) + 1 done
    end
  done;
  mex

let compute x =
  let first, moves, sources = transpose x in
  let mex = mexes x and table = new_table x in
  let reply = Array.make x.m 0 and witness = Array.make x.n 0 and rank = Array.make x.n (-1) in
  let client_start = Array.make (x.n + 1) 0 and client = Array.make x.n 0 and clients = ref 0 in
  for v = 0 to x.n - 1 do
    client_start.(v) <- !clients;
    fill table x v;
    for i = first.(v) to first.(v + 1) - 1 do
      let e = moves.(i) and u = sources.(i) in
      let k = x.grundy u in
      if k <> -1 then begin
        if has table v k then reply.(e) <- table.best.(k)
      end
      else if x.grundy v = -1 && rank.(u) = -1 && not (has table v mex.(u)) then begin
        witness.(u) <- e;
        rank.(u) <- !clients;
        client.(!clients) <- u;
        incr clients
      end
    done
  done;
  client_start.(x.n) <- !clients;
  let column = Source.column_of_array in
  { Checker.reply = column reply; mex = column mex; witness = column witness;
    rank = column rank; client_start = column client_start; client = column client }

(* ---- offers ---------------------------------------------------------------------------- *)

(* The least H among the followers of v of value k, for which the table is filled; infinity is max_int. *)
let number h = if h < 0 then max_int else h
let least table x v k = if has table v k then number (x.counter (x.target table.best.(k))) else max_int

(* Why H is not smaller: a value, or a move for which an offer must exist. *)
type reasons = { by_move : int array; reason : int array; asked : int list array }

let find_reasons x (first, moves, sources) =
  let table = new_table x in
  let found = { by_move = Array.make x.n 0; reason = Array.make x.n (-1); asked = Array.make x.n [] } in
  let open_at u = x.grundy u >= 0 && x.counter u > 0 && found.reason.(u) < 0 in
  for v = 0 to x.n - 1 do
    fill table x v;
    let y = ref 0 in
    while open_at v && !y < x.grundy v && is_value table !y do
      if least table x v !y >= x.counter v - 1 then found.reason.(v) <- !y;
      incr y
    done;
    for i = first.(v) to first.(v + 1) - 1 do
      let u = sources.(i) in
      if open_at u && number (x.counter v) >= x.counter u - 1 && least table x v (x.grundy u) >= x.counter u - 2
      then begin
        found.by_move.(u) <- 1;
        found.reason.(u) <- moves.(i);
        if not (has table v (x.grundy u)) then found.asked.(v) <- x.grundy u :: found.asked.(v)
      end
    done
  done;
  found

(* The offers of CheckPairs.v, where the counters of x are H. *)
let offers x =
  let ((first, moves, sources) as transposed) = transpose x in
  let { by_move; reason; asked } = find_reasons x transposed in
  let table = new_table x in
  let most = x.m + x.n in
  let start = Array.make (x.n + 1) 0 and offer_of = Array.make x.m 0 and answer = Array.make x.m 0 in
  let value = Array.make most 0 and least_of = Array.make most (-1) and best = Array.make most 0 in
  let owner = Array.make (Array.length table.owner) (-1) and index = Array.make (Array.length table.owner) 0 in
  let count = ref 0 in
  let add v k =
    owner.(k) <- v;
    index.(k) <- !count;
    value.(!count) <- k;
    if has table v k then begin
      best.(!count) <- table.best.(k);
      least_of.(!count) <- x.counter (x.target table.best.(k))
    end;
    incr count
  in
  for v = 0 to x.n - 1 do
    start.(v) <- !count;
    fill table x v;
    let values = ref (List.filter (is_value table) asked.(v)) in
    iterate_row x v (fun _ w -> if is_value table (x.grundy w) then values := x.grundy w :: !values);
    List.iter (add v) (List.sort_uniq compare !values);
    let offer k otherwise = if is_value table k && owner.(k) = v then index.(k) else otherwise in
    iterate_row x v (fun e w -> offer_of.(e) <- offer (x.grundy w) 0);
    for i = first.(v) to first.(v + 1) - 1 do answer.(moves.(i)) <- offer (x.grundy sources.(i)) 0 done
  done;
  start.(x.n) <- !count;
  let column = Source.column_of_array in
  { Checker.offer_start = column start; offer_value = column value; offer_least = column least_of;
    offer_move = column best; offer_of = column offer_of; answer = column answer; by_move = column by_move;
    reason = column reason }
