(* Computes the hints of CheckWindows.v, in linear time up to a logarithm. This
   file is not trusted: with wrong hints the checker can only say no. *)

open Source

(* A window: the game, the positions with a move that leaves it, and the moves by
   their targets, with their sources. *)
type window = { game : game; leaves : int -> bool; first : int array; sources : int array }

let degree w u = w.game.start (u + 1) - w.game.start u

let iterate_moves w u f = for e = w.game.start u to w.game.start (u + 1) - 1 do f (w.game.target e) done

let iterate_sources w v f = for i = w.first.(v) to w.first.(v + 1) - 1 do f w.sources.(i) done

let is_end w u = degree w u = 0 && not (w.leaves u)

let prepare game leaves =
  let { n; m; start; target; _ } = game in
  let first, _, sources =
    Hints.transpose { Hints.n; m; start; target; grundy = (fun _ -> 0); counter = (fun _ -> 0) } (fun _ _ -> true)
  in
  { game; leaves; first = Hints.to_array first; sources = Hints.to_array sources }

(* ---- bounds of the remoteness ---------------------------------------------------------- *)

(* Rounds 0, 1, 2 ...: [initial t] are nodes that are reached in round t at the latest, for t up to
   [last], and [visit node t reach] calls [reach] for those that follow in round t + 1. Returns
   the round of every node, or -1. *)
let rounds nodes last initial visit =
  let round = Array.make nodes (-1) in
  let current = ref [] and t = ref 0 in
  while !current <> [] || !t <= last do
    let reached = ref [] in
    let reach node = if round.(node) < 0 then begin round.(node) <- !t; reached := node :: !reached end in
    List.iter reach !current;
    if !t <= last then List.iter reach (initial !t);
    let next = ref [] in
    List.iter (fun node -> visit node !t (fun other -> next := other :: !next)) !reached;
    current := !next;
    incr t
  done;
  round

let positions_where w condition =
  let found = ref [] in
  for u = w.game.n - 1 downto 0 do if condition u then found := u :: !found done;
  !found

(* Remoteness if every position of the frontier has a loop: an upper bound in all larger games. *)
let upper w normal =
  let left = Array.init w.game.n (fun u -> degree w u + if w.leaves u then 1 else 0) in
  let initial t = if t = (if normal then 0 else 1) then positions_where w (is_end w) else [] in
  rounds w.game.n 1 initial (fun v t reach ->
    if t land 1 = 0 then iterate_sources w v reach
    else
      iterate_sources w v (fun u ->
        left.(u) <- left.(u) - 1;
        if left.(u) = 0 then reach u))

(* The optimistic game: node u is the copy of the position u in which the player who hopes is to move,
   and node n + u the one in which the opponent is. *)
let lower w normal =
  let n = w.game.n in
  let left = Array.init n (degree w) in
  let leaving = if normal then 1 else 3 in
  let loses u = n + u in
  let initial t =
    let leave = if t = leaving then positions_where w w.leaves else [] in
    let leave_at_once =
      if t = 2 then List.rev_map loses (positions_where w (fun u -> w.leaves u && degree w u = 0)) else []
    in
    let ends =
      if normal && t = 0 then List.rev_map loses (positions_where w (is_end w))
      else if (not normal) && t = 1 then positions_where w (is_end w)
      else []
    in
    List.rev_append leave (List.rev_append leave_at_once ends)
  in
  let round =
    rounds (2 * n) 3 initial (fun node _ reach ->
      if node >= n then iterate_sources w (node - n) reach
      else
        iterate_sources w node (fun u ->
          left.(u) <- left.(u) - 1;
          if left.(u) = 0 then reach (n + u)))
  in
  (Array.sub round 0 n, Array.sub round n n)

let bounds w normal =
  let win, loss = lower w normal in
  { Checker.upper = column_of_array (upper w normal); win = column_of_array win; loss = column_of_array loss }

(* ---- values ---------------------------------------------------------------------------- *)

(* The window with loops at the frontier. *)
let with_loops w =
  let { n; m; start; target; _ } = w.game in
  let starts = Array.make (n + 1) 0 in
  for u = 0 to n - 1 do
    starts.(u + 1) <- starts.(u) + degree w u + if w.leaves u then 1 else 0
  done;
  let targets = Array.make (m + List.length (positions_where w w.leaves)) 0 in
  for u = 0 to n - 1 do
    for i = 0 to degree w u - 1 do targets.(starts.(u) + i) <- target (start u + i) done;
    if w.leaves u then targets.(starts.(u + 1) - 1) <- u
  done;
  { rows = { Checker.order = Uint63.of_int n; start = column_of_array starts; target = column_of_array targets };
    n; m = Array.length targets; start = Array.get starts; target = Array.get targets }

(* The positions in the order of their values; -1 is infinity, and comes last. *)
let by_value n value =
  let order = Array.init n (fun u -> u) in
  let rank u = if value u < 0 then max_int else value u in
  Array.stable_sort (fun u v -> compare (rank u) (rank v)) order;
  order

(* Counters for given values: a position gets one when each move from it to a larger value has a reply to a
   position of the same value that has one already. The counter is the number of positions before. *)
let counters w value =
  let n = w.game.n in
  let larger v k = value v < 0 || value v > k in
  (* The sources of moves, by their targets and then by their values. *)
  let sources = Array.make w.game.m 0 and next = Array.sub w.first 0 n in
  Array.iter
    (fun u -> iterate_moves w u (fun v -> sources.(next.(v)) <- u; next.(v) <- next.(v) + 1))
    (by_value n value);
  let first_of_value v k =
    let rec search lo hi =
      if lo = hi then lo
      else
        let middle = (lo + hi) / 2 in
        let x = value sources.(middle) in
        if x >= 0 && x < k then search (middle + 1) hi else search lo middle
    in
    search w.first.(v) w.first.(v + 1)
  in
  let left = Array.make n 0 and counter = Array.make n (-1) and answered = Array.make w.game.m false in
  let queue = Array.make n 0 and tail = ref 0 in
  let add u = counter.(u) <- !tail; queue.(!tail) <- u; incr tail in
  for u = 0 to n - 1 do
    let k = value u in
    if k >= 0 then begin
      iterate_moves w u (fun v -> if larger v k then left.(u) <- left.(u) + 1);
      if left.(u) = 0 then add u
    end
  done;
  let head = ref 0 in
  while !head < !tail do
    let k = value queue.(!head) in
    iterate_sources w queue.(!head) (fun v ->
      if larger v k then begin
        let i = first_of_value v k in
        if i < w.first.(v + 1) && value sources.(i) = k && not answered.(i) then begin
          answered.(i) <- true;
          let j = ref i in
          while !j < w.first.(v + 1) && value sources.(!j) = k do
            let u = sources.(!j) in
            left.(u) <- left.(u) - 1;
            if left.(u) = 0 then add u;
            incr j
          done
        end
      end);
    incr head
  done;
  Array.iteri (fun u c -> if c < 0 && value u >= 0 then counter.(u) <- 0) counter;
  counter

(* 1 at positions from which the frontier cannot be reached. *)
let enclosed w =
  let inside = Array.make w.game.n 1 in
  let rec spread = function
    | [] -> ()
    | v :: rest ->
        let more = ref rest in
        iterate_sources w v (fun u -> if inside.(u) = 1 then begin inside.(u) <- 0; more := u :: !more end);
        spread !more
  in
  let frontier = positions_where w w.leaves in
  List.iter (fun u -> inside.(u) <- 0) frontier;
  spread frontier;
  inside

(* What is not a number is infinite in the window with loops. *)
let values w grundy =
  let value u = let x = grundy u in if x < 0 then -1 else x in
  let counter = counters w value in
  let loops = with_loops w in
  let { n; m; start; target; _ } = loops in
  { Checker.loops = loops.rows; loop_counter = column_of_array counter;
    loop_hints = Hints.compute { Hints.n; m; start; target; grundy = value; counter = Array.get counter };
    enclosed = column_of_array (enclosed w) }
