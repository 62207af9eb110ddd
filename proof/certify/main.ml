(* grundy-certify GAME SOLUTION [--columns LIST]
   grundy-certify sum GAME SOLUTION POSITION [GAME SOLUTION POSITION]...
   grundy-certify heap FILE
   grundy-certify row FILE
   grundy-certify quotient FILE
   grundy-certify position MOVES CERTIFICATE *)

open Source

let usage =
  "usage: grundy-certify GAME SOLUTION [--columns LIST] | sum GAME SOLUTION POSITION ... | heap FILE | row FILE | quotient FILE | position MOVES CERTIFICATE"

let help = usage ^ {|

Checks a solution with a checker that is proved correct in Coq. Prints one line
per column of SOLUTION: certified, wrong, or not checked and why. GAME is an edge
list and SOLUTION a TSV file, whose readers are proved correct, too; or both are
npz files as grundy writes them, byte by byte; a tablebase is both. Entries of a
window are certified for every game of which it is a window.

With sum, every three words are a component: its values are certified first, then
the outcome of the sum, and a winning move if there is one.

With heap, FILE is what 'grundy heap CODE --json' writes for a code of digits: its
values, the period and the saltus are certified, for all heaps.

With row, FILE is what 'grundy vector GAME --slice ROW --period --certificate
FILE' writes: the values of the row and the period are certified, for all x.

With quotient, FILE is what 'grundy heap CODE --misere --quotient --certificate
FILE' writes for an octal code: that products of elements tell who wins every sum
of heaps in misere play, and that no smaller quotient does.

With position, CERTIFICATE is what 'grundy value RULES --certificate FILE' writes
and MOVES what 'grundy verify RULES --certificate FILE --list-moves MOVES' writes
for it: the value or the outcome of the position is certified, for all rules with
these moves.

  --columns LIST   check only these columns, such as outcome,grundy
  -h, --help       print this help

Columns that can be certified: outcome, remoteness, distance, grundy with
counter, k, j, hmin, misere, misere_remoteness, draw_level with draw_remoteness.
Where rows are parts of positions: outcome, grundy with counter, and k.

Exit codes: 0 all columns (of LIST) are certified, 1 a column is wrong, 2 wrong
usage, 3 bad input, 4 a column was not checked, there is none, or a file is too
large, 5 reading failed, 6 the game has players, outcomes or payoffs of its own,
has carry-on or entailing moves, or is a component that consists of parts of
positions or is a window|}

exception Usage of string

(* ---- files ------------------------------------------------------------------------------ *)

let ends_with endings path = List.exists (Filename.check_suffix (String.lowercase_ascii path)) endings

(* Edge lists have these endings; solutions as text are TSV files. *)
let read_files game solution =
  match ends_with [ ".edges"; ".txt"; ".tsv" ] game, ends_with [ ".tsv" ] solution with
  | true, true -> Positions (Text_files.source game solution)
  | false, false -> Npz.files game solution
  | _ -> raise (Usage "an edge list is certified with a TSV file, and an npz file with an npz file")

(* ---- columns ---------------------------------------------------------------------------- *)

(* The values and whether they are certified, with the counters; None if a column is missing. *)
let check_values source =
  let game = source.game in
  match source.numbers "grundy", source.numbers "counter" with
  | Some (g, grundy), Some (c, counter) ->
      let { n; m; start; target; _ } = game in
      let hints = Hints.compute { n; m; start; target; grundy; counter } in
      Some (g, Checker.check_grundy game.rows g c hints)
  | _ -> None

(* Returns the function that judges a column of the solution. *)
let judges source =
  let game = source.game in
  let needs what = Not_checked ("needs a certified " ^ what) in
  let remoteness_of normal name =
    lazy (match source.numbers name with
          | Some (c, _) -> Some (c, Checker.check_remoteness normal game.rows c)
          | None -> None)
  in
  let remoteness = remoteness_of true "remoteness" in
  let misere_remoteness = remoteness_of false "misere_remoteness" in
  let values = lazy (check_values source) in
  let draws =
    lazy (match source.numbers "draw_level", source.numbers "draw_remoteness" with
          | Some (level, _), Some (remoteness, _) -> Some (Checker.check_draws game.rows level remoteness)
          | _ -> None)
  in
  let certified column =
    match Lazy.force column with Some (c, true) -> Some c | _ -> None
  in
  let judge_outcome name by_remoteness by_value what =
    match source.letters name, certified by_remoteness with
    | None, _ -> assert false
    | Some outcomes, Some c -> judge (Checker.check_outcome game.rows outcomes c)
    | Some outcomes, None -> (
        match certified by_value with
        | Some g -> judge (Checker.check_outcome_by_value game.rows outcomes g)
        | None -> needs what)
  in
  let judge_pair name first second = function
    | Some true -> Certified
    | Some false -> Wrong (Printf.sprintf ": %s or %s" first second)
    | None -> Not_checked ("needs " ^ if name = first then second else first)
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
      match source.numbers "distance" with
      | Some (c, _) -> judge (Checker.check_distance game.rows c)
      | None -> assert false)
  | ("grundy" | "counter") as name -> judge_pair name "grundy" "counter" (Option.map snd (Lazy.force values))
  | ("draw_level" | "draw_remoteness") as name -> judge_pair name "draw_level" "draw_remoteness" (Lazy.force draws)
  | ("k" | "j") as name -> (
      match certified values with
      | Some g -> (match source.sets name g with Ok answer -> judge answer | Error text -> Not_checked text)
      | None -> needs "grundy")
  | "hmin" -> (
      match certified values, source.numbers "grundy", source.numbers "hmin" with
      | Some g, Some (_, grundy), Some (h, counter) ->
          let { n; m; start; target; _ } = game in
          judge (Checker.check_pairs game.rows g h (Hints.offers { n; m; start; target; grundy; counter }))
      | _ -> needs "grundy")
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
  let has, judge =
    match read_files game_path solution_path with
    | Positions ({ window = Some marks; _ } as source) ->
        let is_asked name = asked <> None || name <> "window" in
        ((fun name -> is_asked name && source.has name), Window.judges source marks)
    | Positions source -> (source.has, judges source)
    | Parts files -> (files.part_has, Parts.judges files)
  in
  let present = List.filter has all_columns in
  let chosen =
    match asked with
    | None -> present
    | Some names ->
        List.iter
          (fun name -> if not (List.mem name present) then raise (Bad (solution_path ^ ": no column " ^ name)))
          names;
        List.filter (fun name -> List.mem name names) present
  in
  if chosen = [] then begin
    Printf.eprintf "grundy-certify: %s: there is no column to check\n" solution_path;
    4
  end
  else begin
    let worst code name =
      let verdict = judge name in
      report name verdict;
      match verdict with Certified -> code | Wrong _ -> 1 | Not_checked _ -> if code = 1 then 1 else 4
    in
    List.fold_left worst 0 chosen
  end

(* ---- sums ------------------------------------------------------------------------------ *)

exception Not_certified of int * string

type part = { component : Checker.component; files : source; at : int }

let read_part number (game_path, solution_path, position) =
  let files =
    match read_files game_path solution_path with
    | Positions { window = Some _; _ } ->
        raise (Undefined (game_path ^ ": windows of larger games cannot be certified as components"))
    | Positions source -> source
    | Parts _ -> raise (Undefined (game_path ^ ": sums of parts cannot be certified as components"))
  in
  let refuse code text = raise (Not_certified (code, Printf.sprintf "component %d: %s" number text)) in
  let values =
    match check_values files with
    | Some (g, true) -> g
    | Some (_, false) -> refuse 1 "wrong: grundy or counter"
    | None -> refuse 4 "not checked: needs grundy and counter"
  in
  let at =
    match files.find position with
    | Some at -> at
    | None -> raise (Bad (Printf.sprintf "%s: no position %S" game_path position))
  in
  let component =
    { Checker.component_rows = files.game.rows; component_values = values; component_position = Uint63.of_int at }
  in
  { component; files; at }

let outcome_of parts = Checker.outcome_of_sum (List.map (fun part -> part.component) parts)

(* A move to a sum whose outcome the checker says is P. *)
let winning_move parts =
  let replace part at = { part with component = { part.component with component_position = Uint63.of_int at }; at } in
  let rec search before = function
    | [] -> None
    | part :: after ->
        let rec moves e =
          if e = part.files.game.start (part.at + 1) then search (part :: before) after
          else
            let to_ = part.files.game.target e in
            match outcome_of (List.rev_append before (replace part to_ :: after)) with
            | Checker.P_position -> Some (List.length before + 1, part, to_)
            | _ -> moves (e + 1)
        in
        moves (part.files.game.start part.at)
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
         (printable (part.files.name part.at)) (printable (part.files.name to_))
   | None -> ());
  0

(* ---- heap games ------------------------------------------------------------------------ *)

(* Prints what is claimed and whether it is certified. *)
let print_claim claim right =
  Printf.printf "%s: %s\n%!" claim (if right then "certified" else "wrong");
  if right then 0 else 1

let certify_heap path =
  let claim = Heap_period.read path in
  let right = Heap_period.certify path claim in
  print_claim
    (Printf.sprintf "%s: values of heaps 0 to %d, preperiod %d, period %d%s" claim.code
       (Array.length claim.values - 1) claim.preperiod claim.period
       (if claim.saltus = 0 then "" else Printf.sprintf ", saltus %d" claim.saltus))
    right

let certify_row path =
  let claim = Row.read path in
  let right = Row.certify path claim in
  print_claim (Row.words_of claim) right

let certify_quotient path =
  let claim = Quotient.read path in
  let right = Quotient.certify path claim in
  print_claim (Quotient.words_of claim) right

let certify_position moves certificate =
  let listing = Position.read_moves moves in
  let position = Position.position_of listing in
  match Position.certify certificate listing with
  | Certified answer -> print_claim (Printf.sprintf "%s: %s" position (Position.words_of answer)) true
  | Wrong why -> Printf.printf "%s: wrong: %s\n%!" position why; 1

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
  (* Most memory is arrays of numbers, which need not be looked at often. *)
  Gc.set { (Gc.get ()) with minor_heap_size = 1 lsl 20; space_overhead = 400 };
  let fail code text = Printf.eprintf "grundy-certify: %s\n" text; code in
  let exists path = try Sys.file_exists path with Sys_error _ -> false in
  let guarded files run =
    try run () with
    | Usage text -> fail 2 text
    | Bad text -> fail 3 text
    | Too_large text | Unable text -> fail 4 text
    | Not_certified (code, text) -> fail code text
    | Undefined text -> fail 6 text
    | Out_of_memory | Stack_overflow -> fail 4 "out of memory"
    | End_of_file -> fail 5 "a file ended while it was read"
    | Sys_error text -> fail (if List.for_all exists files then 5 else 3) text
    (* A mistake of this program: no answer. *)
    | Invalid_argument text | Failure text -> fail 4 ("internal error: " ^ text)
    | Not_found -> fail 4 "internal error"
  in
  exit
    (match List.tl (Array.to_list Sys.argv) with
     | [ ("-h" | "--help") ] -> print_endline help; 0
     | [ "heap"; file ] -> guarded [ file ] (fun () -> certify_heap file)
     | [ "row"; file ] -> guarded [ file ] (fun () -> certify_row file)
     | [ "quotient"; file ] -> guarded [ file ] (fun () -> certify_quotient file)
     | [ "position"; moves; certificate ] ->
         guarded [ moves; certificate ] (fun () -> certify_position moves certificate)
     | "sum" :: (_ :: _ as words) -> guarded (List.filteri (fun i _ -> i mod 3 < 2) words) (fun () -> certify_sum words)
     | ("heap" | "row" | "quotient" | "sum" | "position") :: _ -> fail 2 usage
     | arguments -> (
         match parse [] None arguments with
         | exception Usage text -> fail 2 text
         | [ solution; game ], asked -> guarded [ game; solution ] (fun () -> certify game solution asked)
         | _ -> fail 2 usage))
