(* Computes the hints of CheckParts.v, in time n log n. This file is not trusted: with wrong hints the
   checker can only say no. *)

open Source

(* The strong components of parts, numbered so that no move leads to a larger number; Tarjan's algorithm. *)
let levels (t : parts) =
  let number = Array.make t.count (-1) and low = Array.make t.count 0 and level = Array.make t.count (-1) in
  let next = Array.init t.count (fun p -> t.part_start (t.move_start p)) in
  let ending p = t.part_start (t.move_start (p + 1)) in
  let path = Array.make t.count 0 and depth = ref 0 in
  let stack = Array.make t.count 0 and height = ref 0 in
  let numbers = ref 0 and components = ref 0 in
  let enter p =
    number.(p) <- !numbers;
    low.(p) <- !numbers;
    incr numbers;
    stack.(!height) <- p;
    incr height;
    path.(!depth) <- p;
    incr depth
  in
  let leave p =
    decr depth;
    if !depth > 0 then begin
      let parent = path.(!depth - 1) in
      low.(parent) <- min low.(parent) low.(p)
    end;
    if low.(p) = number.(p) then begin
      while level.(p) = -1 do
        decr height;
        level.(stack.(!height)) <- !components
      done;
      incr components
    end
  in
  for root = 0 to t.count - 1 do
    if number.(root) = -1 then enter root;
    while !depth > 0 do
      let p = path.(!depth - 1) in
      if next.(p) = ending p then leave p
      else begin
        let q = t.part next.(p) in
        next.(p) <- next.(p) + 1;
        if number.(q) = -1 then enter q
        else if level.(q) = -1 then low.(p) <- min low.(p) number.(q)
      end
    done
  done;
  level

(* Parts in the order of level, value and counter; equal ones have the same rank. *)
let ranks (t : parts) level grundy counter =
  let last x = if x < 0 then max_int else x in
  let key p = (level.(p), last (grundy p), last (counter p)) in
  let order = Array.init t.count Fun.id and rank = Array.make t.count 0 in
  Array.stable_sort (fun p q -> compare (key p) (key q)) order;
  for i = 1 to t.count - 1 do
    let same = key order.(i) = key order.(i - 1) in
    rank.(order.(i)) <- (rank.(order.(i - 1)) + if same then 0 else 1)
  done;
  rank

(* What a move leads to: the nim-sum of the finite values, how many are infinite, an entry of infinite value, the
   largest rank and an entry that has it. *)
type sums = {
  nimber : int array; infinite : int array; infinite_entry : int array; rank : int array; last : int array;
}

let add_up (t : parts) grundy rank =
  let make x = Array.make t.moves x in
  let s = { nimber = make 0; infinite = make 0; infinite_entry = make 0; rank = make (-1); last = make 0 } in
  for e = 0 to t.moves - 1 do
    for i = t.part_start e to t.part_start (e + 1) - 1 do
      let q = t.part i in
      if grundy q < 0 then begin
        s.infinite.(e) <- s.infinite.(e) + 1;
        s.infinite_entry.(e) <- i
      end
      else s.nimber.(e) <- s.nimber.(e) lxor grundy q;
      if rank.(q) > s.rank.(e) then begin
        s.rank.(e) <- rank.(q);
        s.last.(e) <- i
      end
    done
  done;
  s

(* For every finite value of the moves of a part: the move whose parts have the least rank. *)
type table = { owner : int array; best : int array }

let has table p k = k >= 0 && k < Array.length table.owner && table.owner.(k) = p

let fill table (t : parts) sums p =
  for e = t.move_start p to t.move_start (p + 1) - 1 do
    let k = sums.nimber.(e) in
    if sums.infinite.(e) = 0 && k < Array.length table.owner
       && (table.owner.(k) <> p || sums.rank.(e) < sums.rank.(table.best.(k)))
    then begin
      table.owner.(k) <- p;
      table.best.(k) <- e
    end
  done

(* The checker has marks for numbers below 2^22 at most. *)
let rec power_above x k = if k > x || k >= 4194304 then k else power_above x (2 * k)

let most_room (t : parts) grundy =
  let largest = ref 0 in
  for p = 0 to t.count - 1 do largest := max !largest (max (grundy p) (t.move_start (p + 1) - t.move_start p)) done;
  power_above !largest 1

let compute (t : parts) grundy counter =
  let level = levels t in
  let rank = ranks t level grundy counter in
  let sums = add_up t grundy rank in
  let room = most_room t grundy in
  let table = { owner = Array.make room (-1); best = Array.make room 0 } in
  let mex = Array.make t.count 0 in
  for p = 0 to t.count - 1 do
    if grundy p < 0 then begin
      fill table t sums p;
      while has table p mex.(p) do mex.(p) <- mex.(p) + 1 done
    end
  done;
  (* What is asked about the moves of a part, as (source, move, entry). *)
  let asked = Array.make t.count [] in
  for p = t.count - 1 downto 0 do
    for e = t.move_start (p + 1) - 1 downto t.move_start p do
      let ask i = asked.(t.part i) <- (p, e, i) :: asked.(t.part i) in
      if sums.infinite.(e) = 1 then ask sums.infinite_entry.(e)
      else if sums.infinite.(e) = 0 && grundy p >= 0 && sums.rank.(e) >= rank.(p) then ask sums.last.(e)
    done
  done;
  let reply_entry = Array.make t.moves 0 and reply_move = Array.make t.moves 0 in
  let witness = Array.make t.count (-1) and infinite_entry = Array.make t.count 0 in
  let slot = Array.make t.count 0 and slot_start = Array.make (t.count + 1) 0 in
  let absent = Array.make t.count 0 and slots = ref 0 in
  for q = 0 to t.count - 1 do
    slot_start.(q) <- !slots;
    if asked.(q) <> [] then fill table t sums q;
    List.iter
      (fun (p, e, i) ->
        let others = if grundy q < 0 then sums.nimber.(e) else sums.nimber.(e) lxor grundy q in
        if grundy p >= 0 then begin
          let k = grundy p lxor others in
          if has table q k then begin
            reply_entry.(e) <- i;
            reply_move.(e) <- table.best.(k)
          end
        end
        else if witness.(p) = -1 && not (has table q (mex.(p) lxor others)) then begin
          witness.(p) <- e;
          infinite_entry.(p) <- i;
          slot.(p) <- !slots;
          absent.(!slots) <- mex.(p) lxor others;
          incr slots
        end)
      asked.(q)
  done;
  slot_start.(t.count) <- !slots;
  (* Sums with two infinite parts need no slot. *)
  for p = 0 to t.count - 1 do
    for e = t.move_start p to t.move_start (p + 1) - 1 do
      if grundy p < 0 && witness.(p) = -1 && sums.infinite.(e) > 1 then begin
        witness.(p) <- e;
        infinite_entry.(p) <- sums.infinite_entry.(e)
      end
    done
  done;
  let column = column_of_array in
  { Checker.level = column level; room = Uint63.of_int room; reply_entry = column reply_entry;
    reply_move = column reply_move; part_mex = column mex; part_witness = column witness;
    infinite_entry = column infinite_entry; slot = column slot; slot_start = column slot_start;
    absent = column absent }
