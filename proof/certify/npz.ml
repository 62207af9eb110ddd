(* Reads arrays of integers from npz files that grundy has written. This file is
   trusted: the checker decides about the arrays that these functions return.

   An npz file is a zip archive whose members are arrays in NumPy's npy format.
   The reader makes every header itself, as src/npz/write.c does, and compares
   it with the bytes of the file. So each byte of the file has one meaning, and
   all readers of npz files that follow the formats find the same arrays. *)

open Source

(* Members are in the order of the file; array is where the header of the array
   begins, and bytes counts that header and the entries. *)
type archive = { path : string; channel : in_channel; members : (string * member) list }
and member = { array : int; bytes : int; crc : int }

let bad archive text = raise (Bad (archive.path ^ ": " ^ text))

(* ---- the members that grundy writes --------------------------------------------------- *)

(* The types of a member: u1, i1, i4 and i8 are integers, f8 is a real number, S
   a text of bytes without dimensions, U an array of texts. In an archive of less
   than 4 GiB all numbers of a solution fit into i4, so grundy writes them so. *)
let numbers = [ "<i4" ] and letters = [ "|u1" ] and reals = [ "<f8" ]

(* All members in the order in which grundy writes them, those of tablebases
   between the game and the columns. *)
let known_members =
  [ ("indices", [ "<i4" ]); ("indptr", [ "<i8" ]); ("format", [ "S" ]); ("shape", [ "<i8" ]);
    ("data", [ "|i1" ]); ("kinds", letters);
    ("rules", [ "S" ]); ("source", [ "S" ]); ("digraphs", letters); ("positions", letters);
    ("position_starts", [ "<i8" ]); ("buckets", letters); ("sum_rows", [ "<i8" ]);
    ("sum_starts", [ "<i8" ]); ("sum_parts", [ "<i4" ]); ("players", letters); ("ends", letters);
    ("payoffs", reals);
    ("outcome", letters); ("grundy", numbers); ("k_indptr", numbers); ("k_indices", numbers);
    ("k_absent", letters); ("remoteness", numbers); ("distance", numbers); ("counter", numbers);
    ("misere", letters); ("misere_remoteness", numbers); ("hmin", numbers);
    ("j_indptr", numbers); ("j_indices", numbers); ("player", letters); ("q1", numbers);
    ("q0", numbers); ("q-1", numbers); ("q2", numbers); ("abe", letters); ("barbara", letters);
    ("guarantee", reals); ("guarantee_moves", numbers); ("cap", reals); ("cap_moves", numbers);
    ("qv", numbers); ("draw_level", numbers); ("draw_remoteness", numbers); ("window", letters);
    ("c_indptr", numbers); ("c_indices", numbers); ("c_absent", letters);
    ("turn_remoteness", numbers); ("turn_distance", numbers);
    ("names", [ "U" ]); ("position_names", [ "U" ]) ]

(* The place of a member in that order and its types; fields of positions come
   last. *)
let known name =
  let rec find i = function
    | (n, types) :: rest -> if n = name then Some (i, types) else find (i + 1) rest
    | [] ->
        if String.length name > 6 && String.sub name 0 6 = "field_" then Some (i, [ "<i8" ])
        else None
  in
  find 0 known_members

(* ---- bytes ---------------------------------------------------------------------------- *)

let u16 = Bytes.get_uint16_le
let u32 b i = Int32.to_int (Bytes.get_int32_le b i) land 0xffffffff

let read_at path channel size offset count =
  if offset < 0 || count < 0 || offset > size - count then
    raise (Bad (path ^ ": the archive is truncated or damaged"));
  let b = Bytes.create count in
  seek_in channel offset;
  really_input channel b 0 count;
  b

(* Puts numbers together, each with its size in bytes, lowest byte first. *)
let record fields =
  let b = Buffer.create 64 in
  List.iter
    (fun (size, number) ->
      for i = 0 to size - 1 do Buffer.add_uint8 b ((number lsr (8 * i)) land 0xff) done)
    fields;
  Buffer.contents b

(* Entry 256 k + n is the checksum of the byte n with k zeros after it. *)
let crc_table =
  let table = Array.make 2048 0 in
  for n = 0 to 255 do
    let c = ref n in
    for _ = 1 to 8 do
      c := if !c land 1 = 1 then 0xedb88320 lxor (!c lsr 1) else !c lsr 1
    done;
    table.(n) <- !c
  done;
  for i = 256 to 2047 do
    let c = table.(i - 256) in
    table.(i) <- table.(c land 0xff) lxor (c lsr 8)
  done;
  table

(* Takes eight bytes at a time. *)
let crc32 b =
  let c = ref 0xffffffff and length = Bytes.length b in
  let entry k x = Array.unsafe_get crc_table ((k * 256) + (x land 0xff)) in
  let eights = length / 8 in
  for i = 0 to eights - 1 do
    let low = u32 b (8 * i) lxor !c and high = u32 b ((8 * i) + 4) in
    c := entry 7 low lxor entry 6 (low lsr 8) lxor entry 5 (low lsr 16) lxor entry 4 (low lsr 24)
         lxor entry 3 high lxor entry 2 (high lsr 8) lxor entry 1 (high lsr 16) lxor entry 0 (high lsr 24)
  done;
  for i = 8 * eights to length - 1 do
    c := entry 0 (!c lxor Bytes.get_uint8 b i) lxor (!c lsr 8)
  done;
  !c lxor 0xffffffff

(* ---- the headers that grundy writes --------------------------------------------------- *)

(* What both headers of a member have: version, no flags, stored, the first of
   January 1980, checksum, size twice. *)
let description crc bytes =
  [ (2, 20); (2, 0); (2, 0); (2, 0); (2, 33); (4, crc); (4, bytes); (4, bytes) ]

let central_header file offset crc bytes =
  record
    ([ (4, 0x02014b50); (2, (3 lsl 8) lor 45) ] @ description crc bytes
     @ [ (2, String.length file); (2, 0); (2, 0); (2, 0); (2, 0); (4, 0o100644 lsl 16); (4, offset) ])
  ^ file

(* Padded so that the array begins at a multiple of 64. *)
let local_header file offset crc bytes =
  let padding = -(offset + 30 + String.length file + 6) land 63 in
  record
    ((4, 0x04034b50) :: description crc bytes @ [ (2, String.length file); (2, 6 + padding) ])
  ^ file
  ^ record [ (2, 0xd935); (2, 2 + padding); (2, 64) ]
  ^ String.make padding '\000'

let end_record count bytes offset =
  record [ (4, 0x06054b50); (4, 0); (2, count); (2, count); (4, bytes); (4, offset); (2, 0) ]

let array_header descr shape =
  let text = Printf.sprintf "{'descr': '%s', 'fortran_order': False, 'shape': %s, }" descr shape in
  "\x93NUMPY\x01\x00\x76\x00" ^ text ^ String.make (117 - String.length text) ' ' ^ "\n"

(* ---- the archive ---------------------------------------------------------------------- *)

(* The members of an archive whose directory is at offset, one after the other
   from the beginning of the file. *)
let read_members path read directory count offset =
  let differs what = raise (Bad (path ^ ": " ^ what ^ " is not as grundy writes it")) in
  let rec next i position count rank members =
    if count = 0 then
      if i = Bytes.length directory && position = offset then List.rev members
      else differs "the directory of the archive"
    else begin
      if i + 46 > Bytes.length directory then differs "the directory of the archive";
      let crc = u32 directory (i + 16) and bytes = u32 directory (i + 20) in
      let length = u16 directory (i + 28) in
      if i + 46 + length > Bytes.length directory then differs "the directory of the archive";
      let file = Bytes.sub_string directory (i + 46) length in
      let central = central_header file position crc bytes in
      if Bytes.sub_string directory i (String.length central) <> central then
        differs "the directory of the archive";
      let name =
        if Filename.check_suffix file ".npy" then Filename.chop_suffix file ".npy" else file
      in
      let place =
        match if name = file then None else known name with
        | Some (place, _) -> place
        | None -> raise (Bad (Printf.sprintf "%s: unknown member %S" path file))
      in
      if List.mem_assoc name members then raise (Bad (path ^ ": duplicate member " ^ name));
      if place < rank then raise (Bad (path ^ ": the member " ^ name ^ " is not in grundy's order"));
      let local = local_header file position crc bytes in
      if Bytes.to_string (read position (String.length local)) <> local then
        differs ("the header of the member " ^ name);
      let array = position + String.length local in
      next (i + 46 + length) (array + bytes) (count - 1) place
        ((name, { array; bytes; crc }) :: members)
    end
  in
  next 0 0 count 0 []

let read_bytes archive name member =
  let size = in_channel_length archive.channel in
  let b = read_at archive.path archive.channel size member.array member.bytes in
  if crc32 b <> member.crc then bad archive ("the checksum of " ^ name ^ " is wrong");
  b

(* Splits an npy file, whose header has 128 bytes: the type of the entries, their
   size and their number. *)
let parse archive name b =
  let differs () =
    bad archive ("the header of the array " ^ name ^ " is not as grundy writes it")
  in
  if Bytes.length b < 128 then differs ();
  let header = Bytes.sub_string b 0 128 in
  let descr =
    match String.split_on_char '\'' header with _ :: _ :: _ :: descr :: _ -> descr | _ -> differs ()
  in
  let sized letter scale =
    match int_of_string_opt (String.sub descr 2 (String.length descr - 2)) with
    | Some n when n >= 0 && n <= Bytes.length b && descr.[1] = letter -> scale * n
    | _ -> differs ()
  in
  let kind, size =
    match descr with
    | "|u1" | "|i1" -> (descr, 1)
    | "<i4" -> (descr, 4)
    | "<i8" | "<f8" -> (descr, 8)
    | _ when String.length descr < 3 -> differs ()
    | _ when descr.[0] = '|' -> ("S", sized 'S' 1)
    | _ -> ("U", sized 'U' 4)
  in
  let types = match known name with Some (_, types) -> types | None -> [] in
  if not (List.mem kind types) then
    bad archive (Printf.sprintf "%s has the type %s, which grundy does not write there" name descr);
  let data = Bytes.length b - 128 in
  let count = if kind = "S" then 1 else if size = 0 then 0 else data / size in
  let number = if kind = "U" then size / 4 else size in
  let descr = Printf.sprintf "%c%c%d" descr.[0] descr.[1] number in
  let shape = if kind = "S" then "()" else Printf.sprintf "(%d,)" count in
  if header <> array_header descr shape || count * size <> data then differs ();
  (kind, size, count)

let open_archive path =
  if Sys.file_exists path && Sys.is_directory path then raise (Bad (path ^ ": is a directory"));
  let channel = open_in_bin path in
  let size = in_channel_length channel in
  if size < 22 then raise (Bad (path ^ ": not an npz file"));
  if size >= 0xffffffff then
    raise (Too_large (path ^ ": grundy-certify does not read archives over 4 GiB"));
  let read = read_at path channel size in
  let ending = read (size - 22) 22 in
  if u32 ending 0 <> 0x06054b50 then
    raise (Bad (path ^ ": not an npz file, or there is something after the archive"));
  let count = u16 ending 10 and bytes = u32 ending 12 and offset = u32 ending 16 in
  if Bytes.to_string ending <> end_record count bytes offset || offset + bytes <> size - 22 then
    raise (Bad (path ^ ": the end of the archive is not as grundy writes it"));
  let archive =
    { path; channel; members = read_members path read (read offset bytes) count offset }
  in
  (* Also of the arrays that are not used here. *)
  List.iter (fun (name, m) -> ignore (parse archive name (read_bytes archive name m))) archive.members;
  let has name = List.mem_assoc name archive.members in
  let is_of_tablebase (name, _) =
    match known name with
    | Some (place, _) ->
        (place > 5 && place < 18) || place >= List.length known_members - 1
    | None -> false
  in
  if not (has "rules") && List.exists is_of_tablebase archive.members then
    bad archive "a member of tablebases without the member rules";
  List.iter
    (fun (one, other) ->
      if has one && not (has other) then
        bad archive (Printf.sprintf "the member %s without the member %s" one other))
    [ ("k_indptr", "k_indices"); ("k_indices", "k_indptr"); ("k_absent", "k_indptr");
      ("j_indptr", "j_indices"); ("j_indices", "j_indptr"); ("c_indptr", "c_indices");
      ("c_indices", "c_indptr"); ("c_absent", "c_indptr") ];
  archive

let has archive name = List.mem_assoc name archive.members

(* ---- arrays --------------------------------------------------------------------------- *)

(* The bytes of a member. *)
let read_member archive name =
  match List.assoc_opt name archive.members with
  | Some member -> read_bytes archive name member
  | None -> bad archive ("the archive has no member " ^ name)

(* An array of integers: its length, and a function that reads entry i. *)
let read_array archive name =
  let b = read_member archive name in
  let kind, size, count = parse archive name b in
  let entry =
    match kind with
    | "|u1" -> fun i -> Bytes.get_uint8 b i
    | "|i1" -> fun i -> Bytes.get_int8 b i
    | "<i4" -> fun i -> Int32.to_int (Bytes.get_int32_le b i)
    | "<i8" ->
        fun i ->
          let x = Bytes.get_int64_le b i in
          let y = Int64.to_int x in
          if Int64.of_int y <> x then
            bad archive (name ^ ": the number " ^ Int64.to_string x ^ " is too large");
          y
    | _ -> bad archive (name ^ " is not an array of integers")
  in
  (count, fun i -> entry (128 + (i * size)))

(* A text of bytes. *)
let read_text archive name =
  let b = read_member archive name in
  Bytes.sub_string b 128 (Bytes.length b - 128)

(* Fails unless there is a name for each of n positions, all are different, and zeros are only at their ends:
   then the names below are different, too. *)
let check_names archive n =
  if has archive "names" then begin
    let b = read_member archive "names" in
    let _, size, count = parse archive "names" b in
    if count <> n then bad archive (Printf.sprintf "names: %d entries for %d positions" count n);
    let seen = Hashtbl.create count in
    for i = 0 to count - 1 do
      let name = Bytes.sub_string b (128 + (i * size)) size in
      let refuse what = bad archive (Printf.sprintf "names: entry %d %s" i what) in
      if Hashtbl.mem seen name then refuse "occurs before";
      Hashtbl.add seen name ();
      let character k = u32 b (128 + (i * size) + (4 * k)) in
      for k = 1 to (size / 4) - 1 do
        if character k <> 0 && character (k - 1) = 0 then refuse "has a zero in it"
      done
    done
  end

(* The names of positions, by number: four bytes per character, padded with zeros. Without names, the
   numbers themselves. *)
let position_names archive =
  if not (has archive "names") then string_of_int
  else begin
    let b = read_member archive "names" in
    let _, size, _ = parse archive "names" b in
    fun i ->
      let text = Buffer.create size in
      for k = 0 to (size / 4) - 1 do
        let c = u32 b (128 + (i * size) + (4 * k)) in
        if c <> 0 then
          if Uchar.is_valid c then Buffer.add_utf_8_uchar text (Uchar.of_int c)
          else bad archive (Printf.sprintf "names: entry %d is not text" i)
      done;
      Buffer.contents text
  end

(* ---- columns -------------------------------------------------------------------------- *)

(* Numbers as they are. *)
let natural archive name f i =
  let x = f i in
  if x < 0 then bad archive (Printf.sprintf "%s: entry %d is negative" name i);
  x

(* Numbers in which -1 is infinity. *)
let extended archive name f i =
  let x = f i in
  if x < -1 then bad archive (Printf.sprintf "%s: entry %d is less than -1" name i);
  x

(* Numbers of a window: -2 is not known, and where there are bounds, -3 - n is at most n. *)
let uncertain n archive name f i =
  let x = f i in
  let least = if name = "remoteness" || name = "misere_remoteness" then -2 - n else -2 in
  if x < least then bad archive (Printf.sprintf "%s: entry %d is less than %d" name i least);
  x

(* ---- the game ------------------------------------------------------------------------- *)

let read_game archive =
  let refuse text names =
    if List.exists (has archive) names then
      raise (Undefined (archive.path ^ ": " ^ text ^ " cannot be certified"))
  in
  refuse "games with players, outcomes or payoffs" [ "players"; "ends"; "payoffs" ];
  refuse "games with carry-on or entailing moves" [ "kinds" ];
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
  check_names archive n;
  let start_column, start = entries starts (natural archive "indptr" start) in
  let target_column, target = entries m (natural archive "indices" target) in
  let rows = { Checker.order = Uint63.of_int n; start = start_column; target = target_column } in
  if not (Checker.check_rows rows) then bad archive "indptr or indices do not describe a game";
  { rows; n; m; start; target }

(* ---- parts of positions ----------------------------------------------------------------- *)

let sum_members = [ "sum_rows"; "sum_starts"; "sum_parts" ]

(* An array of starts: it begins with 0, does not fall, and ends with count. *)
let read_starts archive name n count =
  let length, start = read_array archive name in
  if length <> n + 1 || start 0 <> 0 || start n <> count then bad archive (name ^ " does not fit the other arrays");
  for i = 0 to n - 1 do
    if start i > start (i + 1) then
      bad archive (Printf.sprintf "%s: entry %d is less than the one before it" name (i + 1))
  done;
  start

(* The moves of a part are those of the matrix, to one part each, and then those to sums. *)
let read_parts archive =
  if has archive "window" then
    raise (Undefined (archive.path ^ ": windows of larger games whose rows are parts cannot be certified"));
  let game = read_game archive in
  let n = game.n in
  let sums = fst (read_array archive "sum_starts") - 1 and total, entry = read_array archive "sum_parts" in
  if sums < 0 then bad archive "sum_starts has no entries";
  let row = read_starts archive "sum_rows" n sums and sum = read_starts archive "sum_starts" sums total in
  for i = 0 to total - 1 do
    if entry i < 0 || entry i >= n then bad archive (Printf.sprintf "sum_parts: entry %d is not a part" i)
  done;
  let moves = game.m + sums in
  let starts = Array.make (moves + 1) 0 and parts = Array.make (game.m + total) 0 in
  let e = ref 0 and i = ref 0 in
  let add part = parts.(!i) <- part; incr i in
  let close () = incr e; starts.(!e) <- !i in
  for p = 0 to n - 1 do
    for single = game.start p to game.start (p + 1) - 1 do
      add (game.target single);
      close ()
    done;
    for s = row p to row (p + 1) - 1 do
      for k = sum s to sum (s + 1) - 1 do add (entry k) done;
      close ()
    done
  done;
  let move_column, move_start = entries (n + 1) (fun p -> game.start p + row p) in
  let part_column, part_start = entries (moves + 1) (Array.get starts) in
  let entry_column, part = entries (game.m + total) (Array.get parts) in
  let table =
    { Checker.part_count = Uint63.of_int n; move_start = move_column; part_start = part_column;
      part_entry = entry_column }
  in
  { table; count = n; moves; move_start; part_start; part }

(* ---- the solution --------------------------------------------------------------------- *)

let read_column archive n convert name =
  if not (has archive name) then None
  else begin
    let length, f = read_array archive name in
    if length <> n then
      bad archive (Printf.sprintf "%s has %d entries; the game has %d positions" name length n);
    Some (entries n (convert archive name f))
  end

(* The rows of the solution belong to the positions of the game, one by one. *)
let check_rows game solution =
  let same name = has game name && read_member game name = read_member solution name in
  if has solution "names" && not (same "names") then
    bad solution "the names are not those of the game, in the same order";
  let same_or_absent name = (not (has game name || has solution name)) || (has solution name && same name) in
  if has solution "indices"
     && not (List.for_all same [ "indices"; "indptr"; "shape" ] && List.for_all same_or_absent sum_members)
  then bad solution "this is a tablebase of another game"

(* The letters F and I of a window, which both files have. Without F the game would be whole. *)
let read_window game solution n =
  match has game "window", has solution "window" with
  | false, false -> None
  | true, true ->
      if read_member game "window" <> read_member solution "window" then
        bad solution "the window is not that of the game";
      let ((_, mark) as marks) = Option.get (read_column game n natural "window") in
      let on_frontier = ref false in
      for i = 0 to n - 1 do
        if mark i = 70 then on_frontier := true
        else if mark i <> 73 then bad game (Printf.sprintf "window: entry %d is not F or I" i)
      done;
      if not !on_frontier then bad game "window: no position is on the frontier";
      Some marks
  | true, false -> bad solution "the solution of a window needs the member window"
  | false, true -> bad solution "this is the solution of a window, and the game is whole"

(* Starts and entries of the sets k or j, in compressed rows. In j, -1 is infinity, the largest value; in a window, -2 is
   the one before it, and says that there may be others. *)
let read_sets solution n name convert =
  let starts_name = name ^ "_indptr" and entries_name = name ^ "_indices" in
  let starts, start = read_array solution starts_name in
  let count, entry = read_array solution entries_name in
  if starts <> n + 1 || start 0 <> 0 || start n <> count then
    bad solution (Printf.sprintf "%s does not fit the game and %s" starts_name entries_name);
  let rank i = if entry i < 0 then max_int - (-1 - entry i) else entry i in
  for v = 0 to n - 1 do
    if start v > start (v + 1) || start (v + 1) > count then
      bad solution (Printf.sprintf "%s: entry %d is less than the one before it" starts_name (v + 1));
    for i = start v + 1 to start (v + 1) - 1 do
      if rank (i - 1) >= rank i then
        bad solution (Printf.sprintf "%s: entry %d is not larger than the one before it" entries_name i)
    done
  done;
  (column starts (natural solution starts_name start), column count (convert solution entries_name entry))

let has_column solution = function
  | ("k" | "j" | "c") as name -> has solution (name ^ "_indptr")
  | name -> has solution name

(* The sets k or j as they are stored, or why they are not checked. *)
let stored_sets solution n name convert =
  if name = "k" && has solution "k_absent" then Error "the file has the member k_absent"
  else Ok (read_sets solution n name convert)

let source archive solution =
  let game = read_game archive in
  check_rows archive solution;
  let window = read_window archive solution game.n in
  let name = position_names archive in
  let find position =
    let rec from i = if i = game.n then None else if name i = position then Some i else from (i + 1) in
    from 0
  in
  let sets name grundy =
    let is_j = name = "j" in
    let number = if is_j then extended else natural in
    let number_or_unknown archive name f i = if f i = -2 then -2 else number archive name f i in
    let convert, check =
      match window with
      | Some (marks, _) ->
          ( number_or_unknown,
            fun (starts, entries) -> Checker.check_window_sets game.rows marks grundy starts entries is_j )
      | None ->
          let check = if is_j then Checker.check_followers else Checker.check_sets in
          (number, fun (starts, entries) -> check game.rows grundy starts entries)
    in
    Result.map check (stored_sets solution game.n name convert)
  in
  { game;
    has = has_column solution;
    numbers = read_column solution game.n (if window = None then extended else uncertain game.n);
    letters = (fun name -> Option.map fst (read_column solution game.n natural name));
    sets; find; name; window }

let part_files archive solution =
  let parts = read_parts archive in
  check_rows archive solution;
  { parts;
    part_has = has_column solution;
    part_numbers = read_column solution parts.count extended;
    part_letters = (fun name -> Option.map fst (read_column solution parts.count natural name));
    part_sets = (fun () -> stored_sets solution parts.count "k" natural) }

let files game_path solution_path =
  let archive = open_archive game_path and solution = open_archive solution_path in
  if List.exists (has archive) sum_members then Parts (part_files archive solution)
  else Positions (source archive solution)
