(* grundy-certify row FILE: the period of a row of a game on vectors.

   FILE is what `grundy vector GAME --slice ROW --period --certificate FILE`
   writes. The game, the row, the values and the period are taken from it. *)

open Source
open Json_file

type claim = {
  game : string;                           (* as in vector{(1,2),(2,1)*}:7,x *)
  vectors : (int array * bool) list;       (* the second component marks a ray *)
  overshoot : bool;
  before : int array;                      (* the coordinates of the row before x *)
  after : int array;
  preperiod : int;
  period : int;
  saltus : int;
  at : int;                                (* the columns before this one … *)
  rows_period : int;                       (* … equal those that are so much later *)
  values : int array
}

let words_of claim =
  Printf.sprintf "%s: values at 0 to %d, preperiod %d, period %d%s" claim.game (Array.length claim.values - 1)
    claim.preperiod claim.period
    (if claim.saltus = 0 then "" else Printf.sprintf ", saltus %d" claim.saltus)

let most_entry = (1 lsl 30) - 1
let most_dimension = 4
let most_positions = 1 lsl 24
let most_moves = 2_000_000_000

let unable path text = raise (Unable (path ^ ": " ^ text))

(* ---- the game ------------------------------------------------------------------------- *)

(* Returns the vectors, whether there is overshoot, and the row. *)
let parse_game path game =
  let at = ref 0 in
  let fail () = bad path "'game' is not a row of a game on vectors, such as vector{(1,0)*,(0,1)*}:3,x" in
  let next_is word =
    !at + String.length word <= String.length game && String.sub game !at (String.length word) = word
  in
  let accept word = next_is word && (at := !at + String.length word; true) in
  let take word = if not (accept word) then fail () in
  let number () =
    let from = !at in
    if next_is "-" then unable path "vectors with negative entries cannot be certified";
    while !at < String.length game && game.[!at] >= '0' && game.[!at] <= '9' do incr at done;
    let digits = String.sub game from (!at - from) in
    if digits = "" || (digits.[0] = '0' && digits <> "0") then fail ();
    if String.length digits > 10 || int_of_string digits > most_entry then
      unable path (Printf.sprintf "a number of the game is larger than %d" most_entry);
    int_of_string digits
  in
  (* Items that are separated by commas. *)
  let rec items item = let first = item () in first :: (if accept "," then items item else []) in
  let vector () =
    take "(";
    let v = Array.of_list (items number) in
    take ")";
    if Array.length v > most_dimension then fail ();
    if Array.for_all (fun x -> x = 0) v then bad path "a vector of the game is 0";
    (v, accept "*")
  in
  if not (next_is "vector{") then unable path "only games on vectors without operators can be certified";
  take "vector{";
  let listed = items (fun () -> if accept "overshoot" then None else Some (vector ())) in
  take "}:";
  let overshoot = List.mem None listed in
  let vectors = List.filter_map Fun.id listed in
  (match List.rev listed with
   | _ :: others when not (List.mem None others) && vectors <> [] -> ()
   | _ -> fail ());
  let row = items (fun () -> if accept "x" then None else Some (number ())) in
  if !at <> String.length game then fail ();
  if List.exists (fun (v, _) -> Array.length v <> List.length row) vectors then
    bad path "a vector of the game has another dimension than the row";
  let rec split before = function
    | Some y :: rest -> split (y :: before) rest
    | None :: rest when not (List.mem None rest) -> (List.rev before, List.filter_map Fun.id rest)
    | _ -> fail ()
  in
  let before, after = split [] row in
  (vectors, overshoot, Array.of_list before, Array.of_list after)

let read path =
  let file = Json_file.read path in
  let find name = member path file name in
  let number name = number path name (find name) in
  if text path "format" (find "format") <> "grundy vector period 1" then
    unable path "only periods of rows of games on vectors can be certified";
  let game = text path "game" (find "game") in
  let vectors, overshoot, before, after = parse_game path game in
  let claim =
    { game; vectors; overshoot; before; after; preperiod = number "preperiod"; period = number "period";
      saltus = number "saltus"; at = number "at"; rows_period = number "rows_period";
      values = numbers path "values" (find "values") }
  in
  if List.length file <> 8 then bad path "unknown members";
  if claim.period < 1 || claim.rows_period < 1 then bad path "a period is 0";
  if Array.length claim.values <> claim.preperiod + claim.period then
    bad path "'values' has another number of entries than preperiod and period together";
  claim

(* ---- the table ------------------------------------------------------------------------ *)

(* How many multiples of a vector fit at a position; 1 if it is not a ray and fits. *)
let count_multiples (v, is_ray) position =
  let times = ref (if is_ray then max_int else 1) in
  Array.iteri (fun i x -> if x > 0 then times := min !times (position i / x)) v;
  !times

(* The largest number that a move subtracts from x, apart from multiples along the row. *)
let depth_of claim =
  let axis = Array.length claim.before in
  let row i = if i < axis then claim.before.(i) else if i = axis then max_int else claim.after.(i - axis - 1) in
  let is_along v = Array.for_all Fun.id (Array.mapi (fun i x -> i = axis || x = 0) v) in
  let reach (v, is_ray) = if is_along v then if is_ray then 0 else v.(axis) else count_multiples (v, is_ray) row * v.(axis) in
  List.fold_left (fun depth move -> max depth (reach move)) 0 claim.vectors

(* The values of all positions below the corner; the last coordinate changes first. This function is
   not trusted: with a wrong table the checker can only say no. *)
let table claim corner =
  let sides = Array.map (fun x -> x + 1) corner in
  let dimension = Array.length sides in
  let steps = Array.make dimension 1 in
  for i = dimension - 2 downto 0 do steps.(i) <- steps.(i + 1) * sides.(i + 1) done;
  let values = Array.make (steps.(0) * sides.(0)) 0 in
  let most = List.fold_left (fun n move -> n + count_multiples move (Array.get corner)) 2 claim.vectors in
  let stamps = Array.make (most + 1) (-1) in
  let moves =
    List.map (fun (v, is_ray) -> (v, is_ray, Array.fold_left ( + ) 0 (Array.map2 ( * ) v steps))) claim.vectors
  in
  Array.iteri
    (fun u _ ->
      let position i = u / steps.(i) mod sides.(i) in
      List.iter
        (fun (v, is_ray, back) ->
          let times = count_multiples (v, is_ray) position in
          for k = 1 to times do stamps.(values.(u - (k * back))) <- u done;
          if claim.overshoot && (is_ray || times = 0) then stamps.(0) <- u)
        moves;
      let x = ref 0 in
      while stamps.(!x) = u do incr x done;
      values.(u) <- !x)
    values;
  values

(* How many followers all positions together have, or more; very large numbers are cut off. *)
let followers claim corner positions =
  List.fold_left
    (fun n move -> n +. (float_of_int positions *. float_of_int (count_multiples move (Array.get corner) + 1)))
    0. claim.vectors

(* Returns whether the claim is certified. *)
let certify path claim =
  let limit what most = unable path (Printf.sprintf "more than %d %s would be needed" most what) in
  if List.exists (fun n -> n > most_positions) [ claim.preperiod; claim.period; claim.at; claim.rows_period ] then
    limit "positions" most_positions;
  let depth = depth_of claim in
  (* What the checker compares; see [check_row] in CheckRow.v. *)
  let from = max claim.preperiod (claim.at - depth) in
  let columns = max (claim.at + claim.rows_period) (from + claim.rows_period + claim.period) in
  let corner = Array.concat [ claim.before; [| columns - 1 |]; claim.after ] in
  let positions = Array.fold_left (fun n x -> if n > most_positions then n else n * (x + 1)) 1 corner in
  if positions > most_positions then limit "positions" most_positions;
  if followers claim corner positions > float_of_int most_moves then limit "moves" most_moves;
  if depth > claim.at || claim.saltus > most_entry then false
  else
    let integers a = List.map Uint63.of_int (Array.to_list a) in
    Checker.check_row
      { Checker.row_vectors = List.map (fun (v, is_ray) -> (integers v, is_ray)) claim.vectors;
        row_overshoot = claim.overshoot;
        row_before = integers claim.before;
        row_after = integers claim.after;
        row_preperiod = Uint63.of_int claim.preperiod;
        row_period = Uint63.of_int claim.period;
        row_saltus = Uint63.of_int claim.saltus;
        row_values = Source.column_of_array claim.values;
        row_depth = Uint63.of_int depth;
        row_at = Uint63.of_int claim.at;
        row_all_period = Uint63.of_int claim.rows_period;
        row_columns = Uint63.of_int columns;
        row_table = Source.column_of_array (table claim corner) }
