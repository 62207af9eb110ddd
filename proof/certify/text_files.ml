(* Edge lists and solutions as TSV files. The bytes are read by the readers that
   are extracted from ReadEdges.v and ReadTable.v. This file puts what they read
   into rows and columns, and CheckText.v has the functions that compare these
   with what was read. So what is trusted here is that the functions of the
   checker are called, in [read_game], [read_table] and [read_column]. *)

open Source

let most_bytes = 1 lsl 28
let longest_line = 65536   (* the extracted readers use the stack for a line *)

let to_int x = Uint63.to_int_min x max_int
let word text = List.init (String.length text) (fun i -> Uint63.of_int (Char.code text.[i]))

let string_of_word word =
  let text = Buffer.create 16 in
  List.iter (fun b -> Buffer.add_char text (Char.chr (to_int b land 255))) word;
  Buffer.contents text

let load path =
  if Sys.file_exists path && Sys.is_directory path then raise (Bad (path ^ ": is a directory"));
  let channel = open_in_bin path in
  Fun.protect ~finally:(fun () -> close_in_noerr channel) (fun () ->
    let size = in_channel_length channel in
    if size > most_bytes then
      raise (Too_large (Printf.sprintf "%s: text files over %d MiB are not read; use npz files" path (most_bytes lsr 20)));
    really_input_string channel size)

(* The bytes for the readers. *)
let text_of path bytes =
  let first = ref 0 in
  String.iteri
    (fun i c ->
      if c = '\n' then first := i + 1
      else if i - !first >= longest_line then
        raise (Too_large (Printf.sprintf "%s: lines over %d bytes are not read; use npz files" path longest_line)))
    bytes;
  { Checker.size = Uint63.of_int (String.length bytes);
    byte = (fun i -> Uint63.of_int (Char.code bytes.[to_int i])) }

(* The line at which a reader stops, for messages; an empty one if it reads them all. *)
let bad_line bytes read state =
  let rec from number state = function
    | [] -> (number, "")
    | line :: rest -> (
        match read state (word line) with
        | Some state -> from (number + 1) state rest
        | None -> (number, line))
  in
  from 1 state (String.split_on_char '\n' bytes)

(* ---- the game ------------------------------------------------------------------------- *)

let refuse_game path bytes =
  let number, line = bad_line bytes Checker.read_line Checker.no_edges in
  let undefined text = raise (Undefined (Printf.sprintf "%s:%d: games with %s cannot be certified" path number text)) in
  match List.map string_of_word (Checker.words (word line)) with
  | "@" :: _ -> undefined "players, outcomes or payoffs"
  | [ _; ("+>" | "=>" | "!>"); _ ] -> undefined "carry-on or entailing moves"
  | _ -> raise (Bad (Printf.sprintf "%s:%d: not a move 'u v', a position 'u' or a comment '# ...'" path number))

(* The moves in compressed rows, and where each of them is in the list. *)
let arrange n moves =
  let m = List.length moves in
  let source = Array.make m 0 and destination = Array.make m 0 in
  List.iteri (fun i (u, v) -> source.(i) <- to_int u; destination.(i) <- to_int v) moves;
  let start = Array.make (n + 1) 0 in
  Array.iter (fun u -> start.(u + 1) <- start.(u + 1) + 1) source;
  for u = 1 to n do start.(u) <- start.(u) + start.(u - 1) done;
  let next = Array.sub start 0 n and place = Array.make m 0 and origin = Array.make m 0 in
  Array.iteri
    (fun i u ->
      place.(i) <- next.(u);
      origin.(next.(u)) <- i;
      next.(u) <- next.(u) + 1)
    source;
  let target = Array.map (fun i -> destination.(i)) origin in
  ( { rows =
        { Checker.order = Uint63.of_int n; start = column_of_array start; target = column_of_array target };
      n; m; start = Array.get start; target = Array.get target },
    { Checker.source = column_of_array source; destination = column_of_array destination;
      place = column_of_array place; origin = column_of_array origin } )

let read_game path =
  let bytes = load path in
  match Checker.read_edges (text_of path bytes) with
  | None -> refuse_game path bytes
  | Some edges ->
      let game, arrangement = arrange (to_int edges.count) edges.move_list in
      if not (Checker.check_game game.rows arrangement edges && Checker.check_rows game.rows) then
        raise (Bad (path ^ ": the rows are not those of the file"));
      (game, edges.numbering)

(* ---- the solution --------------------------------------------------------------------- *)

(* Where the row of every position is; each must have one. *)
let read_table path game names =
  let bytes = load path in
  let last = String.length bytes - 1 in
  if last >= 0 && (bytes.[0] = '\n' || bytes.[0] = '\r' || bytes.[last] = '\r') then
    raise (Bad (path ^ ": an empty line at the beginning, or an unfinished end of a line"));
  match Checker.read_table names (text_of path bytes) with
  | None ->
      let number, line = bad_line bytes (Checker.add_line names) None in
      if line = "" then raise (Bad (path ^ ": the file has no header"));
      raise (Bad (Printf.sprintf "%s:%d: not a header with different names, or not a row for a position of the game" path number))
  | Some table ->
      let number = Array.of_list (List.map (fun (u, _) -> to_int u) table.entries) in
      let index = Array.make game.n (-1) in
      Array.iteri
        (fun i u ->
          if index.(u) >= 0 then raise (Bad (path ^ ": two rows for one position"));
          index.(u) <- i)
        number;
      if not (Checker.check_coverage game.rows table (column_of_array number) (column_of_array index)) then
        raise (Bad (path ^ ": a position of the game has no row"));
      table

(* A column of the table. *)
let read_column path game (table : Checker.table) parse name =
  let values = Array.make game.n 0 and name_word = word name in
  let refuse fields =
    let text = match Checker.field table.heading fields name_word with Some w -> string_of_word w | None -> "" in
    raise (Bad (Printf.sprintf "%s: %S is not an entry of the column %s" path text name))
  in
  List.iter
    (fun (u, fields) ->
      match Option.bind (Checker.field table.heading fields name_word) parse with
      | Some x -> values.(to_int u) <- (if x = Uint63.of_int (-1) then -1 else to_int x)
      | None -> refuse fields)
    table.entries;
  let (c, _) as column = entries game.n (Array.get values) in
  if not (Checker.check_entries parse name_word table c) then
    raise (Bad (Printf.sprintf "%s: the column %s is not that of the file" path name));
  column

(* Sets are written in one way: values in increasing order, infinity last. *)
let check_sets path (table : Checker.table) name =
  let read text =
    match if name = "k" then Checker.read_set text else Checker.read_values text with
    | Some l -> let l = List.rev_map to_int l in List.sort_uniq compare l = l
    | None -> name = "k" && text = word "-"
  in
  List.iter
    (fun (_, fields) ->
      let entry = Option.get (Checker.field table.heading fields (word name)) in
      if not (read entry) then
        raise (Bad (Printf.sprintf "%s: %S is not an entry of the column %s" path (string_of_word entry) name)))
    table.entries

let source game_path solution_path =
  let game, names = read_game game_path in
  let table = read_table solution_path game names in
  let columns = List.map string_of_word table.heading in
  List.iter
    (fun name ->
      if name <> "vertex" && not (List.mem name all_columns) then
        raise (Bad (Printf.sprintf "%s:1: unknown column %S" solution_path name)))
    columns;
  let has name = List.mem name columns in
  List.iter (fun name -> if has name then check_sets solution_path table name) [ "k"; "j" ];
  let read parse name = if has name then Some (read_column solution_path game table parse name) else None in
  let position_names = lazy (
    let found = Array.make game.n "" in
    List.iter
      (fun (u, fields) ->
        match Option.bind (Checker.field table.heading fields (word "vertex")) Checker.unescape with
        | Some name -> found.(to_int u) <- string_of_word name
        | None -> ())
      table.entries;
    found)
  in
  { game; has;
    numbers = (fun name -> read (if name = "counter" then Checker.read_counter else Checker.read_extended) name);
    letters = (fun name -> Option.map fst (read Checker.read_letter name));
    sets = (fun name grundy ->
      let check = if name = "k" then Checker.check_set_entries else Checker.check_follower_entries in
      Ok (check game.rows grundy (word name) table));
    find = (fun position -> Option.map to_int (Checker.find (word position) names));
    name = (fun i -> (Lazy.force position_names).(i)); window = None }
