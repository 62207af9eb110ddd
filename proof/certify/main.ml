(* grundy-certify GAME.npz SOLUTION.npz [--columns LIST]
   grundy-certify sum GAME.npz SOLUTION.npz POSITION [GAME.npz SOLUTION.npz POSITION]...
   grundy-certify heap FILE *)

open Npz

let usage =
  "usage: grundy-certify GAME.npz SOLUTION.npz [--columns LIST] | sum GAME.npz SOLUTION.npz POSITION ... | heap FILE"

let help = usage ^ {|

Checks a solution with a checker that is proved correct in Coq. Prints one line
per column of SOLUTION: certified, wrong, or not checked and why. Both files are
npz files as grundy writes them, byte by byte; a tablebase is both.

With sum, every three words are a component: its values are certified first, then
the outcome of the sum, and a winning move if there is one.

With heap, FILE is what 'grundy heap CODE --json' writes for an octal code: its
values and the period are certified, for all heaps.

  --columns LIST   check only these columns, such as outcome,grundy
  -h, --help       print this help

Columns that can be certified: outcome, remoteness, distance, grundy with
counter, k, misere, misere_remoteness.

Exit codes: 0 all columns (of LIST) are certified, 1 a column is wrong, 2 wrong
usage, 3 bad input, 4 a column was not checked, there is none, or a file is too
large, 5 reading failed, 6 the game has players, outcomes or payoffs of its own,
is a window of a larger game, has carry-on or entailing moves, or consists of
parts of positions|}

exception Undefined of string
exception Usage of string

(* ---- the game ------------------------------------------------------------------------- *)

(* A game for the checker, and the same arrays for the hints. *)
type game = { rows : Checker.rows; n : int; m : int; start : int -> int; target : int -> int }

let read_game archive =
  let refuse text names =
    if List.exists (has archive) names then
      raise (Undefined (archive.path ^ ": " ^ text ^ " cannot be certified"))
  in
  refuse "games with players, outcomes or payoffs" [ "players"; "ends"; "payoffs" ];
  refuse "windows of larger games" [ "window" ];
  refuse "games with carry-on or entailing moves" [ "kinds" ];
  refuse "parts of positions" [ "sum_rows"; "sum_starts"; "sum_parts" ];
  if read_text archive "format" <> "csr" then
    bad archive "the matrix of the game is not in compressed rows (csr)";
  let n =
    match read_array archive "shape" with
    | 2, f when f 0 = f 1 && f 0 >= 0 -> f 0
    | _ -> bad archive "the matrix of the game is not square"
  in
  let starts, start = read_array archive "indptr" in
  let m, target = read_array archive "indices" in
  let ones, one = read_array archive "data" in
  if starts <> n + 1 || start 0 <> 0 || start n <> m || ones <> m then
    bad archive "shape, indptr, indices and data do not fit";
  for e = 0 to m - 1 do if one e <> 1 then bad archive "data has entries other than 1" done;
  check_names archive;
  let rows =
    { Checker.order = Uint63.of_int n;
      start = column starts (natural archive "indptr" start);
      target = column m (natural archive "indices" target) }
  in
  if not (Checker.check_rows rows) then bad archive "indptr or indices do not describe a game";
  { rows; n; m; start; target }

(* ---- the solution --------------------------------------------------------------------- *)

let read_column archive n convert name =
  if not (has archive name) then None
  else begin
    let length, f = read_array archive name in
    if length <> n then
      bad archive (Printf.sprintf "%s has %d entries; the game has %d positions" name length n);
    let f = convert archive name f in
    Some (column n f, f)
  end

(* The rows of the solution belong to the positions of the game, one by one. *)
let check_rows game solution =
  let same name = has game name && read_member game name = read_member solution name in
  if has solution "names" && not (same "names") then
    bad solution "the names are not those of the game, in the same order";
  if has solution "indices" && not (List.for_all same [ "indices"; "indptr"; "shape" ]) then
    bad solution "this is a tablebase of another game"

(* Starts and entries of the sets K, in compressed rows. *)
let read_sets solution n =
  let starts, start = read_array solution "k_indptr" in
  let count, entry = read_array solution "k_indices" in
  if starts <> n + 1 || start 0 <> 0 || start n <> count then
    bad solution "k_indptr does not fit the game and k_indices";
  for v = 0 to n - 1 do
    if start v > start (v + 1) || start (v + 1) > count then
      bad solution (Printf.sprintf "k_indptr: entry %d is less than the one before it" (v + 1));
    for i = start v + 1 to start (v + 1) - 1 do
      if entry (i - 1) >= entry i then
        bad solution (Printf.sprintf "k_indices: entry %d is not larger than the one before it" i)
    done
  done;
  (column starts (natural solution "k_indptr" start), column count (natural solution "k_indices" entry))

(* The values and whether they are certified, with the counters; None if a column is missing. *)
let check_values game solution =
  let read = read_column solution game.n extended in
  match read "grundy", read "counter" with
  | Some (g, grundy), Some (c, counter) ->
      let { n; m; start; target; _ } = game in
      let hints = Hints.compute { n; m; start; target; grundy; counter } in
      Some (g, Checker.check_grundy game.rows g c hints)
  | _ -> None

(* ---- columns -------------------------------------------------------------------------- *)

(* The names of all columns, in the order of the file. *)
let all_columns =
  [ "outcome"; "grundy"; "k"; "remoteness"; "distance"; "counter"; "misere"; "misere_remoteness";
    "hmin"; "j"; "player"; "q1"; "q0"; "q-1"; "q2"; "abe"; "barbara"; "guarantee";
    "guarantee_moves"; "cap"; "cap_moves"; "qv"; "draw_level"; "draw_remoteness"; "window"; "c";
    "turn_remoteness"; "turn_distance" ]

let has_column solution = function
  | ("k" | "j" | "c") as name -> has solution (name ^ "_indptr")
  | name -> has solution name

type verdict = Certified | Wrong of string | Not_checked of string

let judge answer = if answer then Certified else Wrong ""

(* Returns the function that judges a column of the solution. *)
let judges game solution =
  let read convert name = read_column solution game.n convert name in
  let needs what = Not_checked ("needs a certified " ^ what) in
  let remoteness_of normal name =
    lazy (match read extended name with
          | Some (c, _) -> Some (c, Checker.check_remoteness normal game.rows c)
          | None -> None)
  in
  let remoteness = remoteness_of true "remoteness" in
  let misere_remoteness = remoteness_of false "misere_remoteness" in
  let values = lazy (check_values game solution) in
  let certified column =
    match Lazy.force column with Some (c, true) -> Some c | _ -> None
  in
  let judge_outcome name by_remoteness by_value what =
    match read natural name, certified by_remoteness with
    | None, _ -> assert false
    | Some (outcomes, _), Some c -> judge (Checker.check_outcome game.rows outcomes c)
    | Some (outcomes, _), None -> (
        match certified by_value with
        | Some g -> judge (Checker.check_outcome_by_value game.rows outcomes g)
        | None -> needs what)
  in
  let judge_remoteness column =
    match Lazy.force column with Some (_, answer) -> judge answer | None -> assert false
  in
  function
  | "remoteness" -> judge_remoteness remoteness
  | "misere_remoteness" -> judge_remoteness misere_remoteness
  | "outcome" -> judge_outcome "outcome" remoteness values "remoteness or grundy"
  | "misere" -> judge_outcome "misere" misere_remoteness (lazy None) "misere_remoteness"
  | "distance" -> (
      match read extended "distance" with
      | Some (c, _) -> judge (Checker.check_distance game.rows c)
      | None -> assert false)
  | ("grundy" | "counter") as name -> (
      match Lazy.force values with
      | Some (_, true) -> Certified
      | Some (_, false) -> Wrong ": grundy or counter"
      | None -> Not_checked ("needs " ^ if name = "grundy" then "counter" else "grundy"))
  | "k" when has solution "k_absent" -> Not_checked "the file has the member k_absent"
  | "k" -> (
      let starts, entries = read_sets solution game.n in
      match certified values with
      | Some g -> judge (Checker.check_sets game.rows g starts entries)
      | None -> needs "grundy")
  | _ -> Not_checked "grundy-certify cannot check this column"

(* ---- the program ---------------------------------------------------------------------- *)

let report name verdict =
  let text =
    match verdict with
    | Certified -> "certified"
    | Wrong text -> "wrong" ^ text
    | Not_checked text -> "not checked: " ^ text
  in
  Printf.printf "%-18s %s\n%!" name text

let certify game_path solution_path asked =
  let game_file = open_archive game_path in
  let solution = open_archive solution_path in
  let game = read_game game_file in
  check_rows game_file solution;
  let present = List.filter (has_column solution) all_columns in
  let chosen =
    match asked with
    | None -> present
    | Some names ->
        List.iter
          (fun name -> if not (List.mem name present) then bad solution ("no column " ^ name))
          names;
        List.filter (fun name -> List.mem name names) present
  in
  if chosen = [] then begin
    Printf.eprintf "grundy-certify: %s: there is no column to check\n" solution_path;
    4
  end
  else begin
    let judge = judges game solution in
    let worst code name =
      let verdict = judge name in
      report name verdict;
      match verdict with Certified -> code | Wrong _ -> 1 | Not_checked _ -> if code = 1 then 1 else 4
    in
    List.fold_left worst 0 chosen
  end

(* ---- sums ------------------------------------------------------------------------------ *)

exception Not_certified of int * string

type part = { component : Checker.component; name : int -> string; of_game : game; at : int }

let read_part number (game_path, solution_path, position) =
  let archive = open_archive game_path and solution = open_archive solution_path in
  let of_game = read_game archive in
  check_rows archive solution;
  let refuse code text = raise (Not_certified (code, Printf.sprintf "component %d: %s" number text)) in
  let values =
    match check_values of_game solution with
    | Some (g, true) -> g
    | Some (_, false) -> refuse 1 "wrong: grundy or counter"
    | None -> refuse 4 "not checked: needs grundy and counter"
  in
  let name = position_names archive in
  let rec find i =
    if i = of_game.n then raise (Bad (Printf.sprintf "%s: no position %S" game_path position))
    else if name i = position then i
    else find (i + 1)
  in
  let at = find 0 in
  let component =
    { Checker.component_rows = of_game.rows; component_values = values; component_position = Uint63.of_int at }
  in
  { component; name; of_game; at }

let outcome_of parts = Checker.outcome_of_sum (List.map (fun part -> part.component) parts)

(* A move to a sum whose outcome the checker says is P. *)
let winning_move parts =
  let replace part at = { part with component = { part.component with component_position = Uint63.of_int at }; at } in
  let rec search before = function
    | [] -> None
    | part :: after ->
        let rec moves e =
          if e = part.of_game.start (part.at + 1) then search (part :: before) after
          else
            let to_ = part.of_game.target e in
            match outcome_of (List.rev_append before (replace part to_ :: after)) with
            | Checker.P_position -> Some (List.length before + 1, part, to_)
            | _ -> moves (e + 1)
        in
        moves (part.of_game.start part.at)
  in
  search [] parts

let certify_sum words =
  let rec triples = function
    | [] -> []
    | game :: solution :: position :: rest -> (game, solution, position) :: triples rest
    | _ -> raise (Usage usage)
  in
  let parts = List.mapi (fun i words -> read_part (i + 1) words) (triples words) in
  let letter =
    match outcome_of parts with Checker.P_position -> "P" | N_position -> "N" | D_position -> "D"
  in
  Printf.printf "outcome            %s, certified\n%!" letter;
  (match if letter = "N" then winning_move parts else None with
   | Some (number, part, to_) ->
       Printf.printf "winning move       %d: %s -> %s, certified\n%!" number
         (part.name part.at) (part.name to_)
   | None -> ());
  0

(* ---- heap games ------------------------------------------------------------------------ *)

let certify_heap path =
  if Sys.file_exists path && Sys.is_directory path then raise (Bad (path ^ ": is a directory"));
  let channel = open_in_bin path in
  let size = in_channel_length channel in
  if size > Heap_period.most_bytes then raise (Too_large (path ^ ": the file is too large"));
  let text = really_input_string channel size in
  close_in channel;
  let claim = Heap_period.read path text in
  let right = Heap_period.certify path claim in
  Printf.printf "%s: %s: %s\n%!" claim.code
    (Printf.sprintf "values of heaps 0 to %d, preperiod %d, period %d" (Array.length claim.values - 1) claim.preperiod
       claim.period)
    (if right then "certified" else "wrong");
  if right then 0 else 1

let parse_columns list =
  let names = String.split_on_char ',' list in
  List.iter
    (fun name ->
      if not (List.mem name all_columns) then
        raise (Usage (Printf.sprintf "--columns: %S is not a column" name)))
    names;
  Some names

(* The files in reverse, and the columns that are asked for. *)
let rec parse files asked = function
  | "--columns" :: list :: rest when asked = None -> parse files (parse_columns list) rest
  | word :: _ when String.length word > 1 && word.[0] = '-' -> raise (Usage usage)
  | file :: rest -> parse (file :: files) asked rest
  | [] -> (files, asked)

let () =
  let fail code text = Printf.eprintf "grundy-certify: %s\n" text; code in
  let exists path = try Sys.file_exists path with Sys_error _ -> false in
  let guarded files run =
    try run () with
    | Usage text -> fail 2 text
    | Bad text | Heap_period.Bad text -> fail 3 text
    | Too_large text | Heap_period.Unable text -> fail 4 text
    | Not_certified (code, text) -> fail code text
    | Undefined text -> fail 6 text
    | Out_of_memory -> fail 4 "out of memory"
    | End_of_file -> fail 5 "a file ended while it was read"
    | Sys_error text -> fail (if List.for_all exists files then 5 else 3) text
  in
  exit
    (match List.tl (Array.to_list Sys.argv) with
     | [ ("-h" | "--help") ] -> print_endline help; 0
     | [ "heap"; file ] -> guarded [ file ] (fun () -> certify_heap file)
     | "sum" :: (_ :: _ as words) -> guarded (List.filteri (fun i _ -> i mod 3 < 2) words) (fun () -> certify_sum words)
     | ("heap" | "sum") :: _ -> fail 2 usage
     | arguments -> (
         match parse [] None arguments with
         | exception Usage text -> fail 2 text
         | [ solution; game ], asked -> guarded [ game; solution ] (fun () -> certify game solution asked)
         | _ -> fail 2 usage))
