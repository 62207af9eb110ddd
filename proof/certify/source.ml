(* What a reader of files gives to the program: a game and the columns of its
   solution. *)

exception Bad of string        (* a file is not what it should be: exit code 3 *)
exception Too_large of string  (* a limit of a reader: exit code 4 *)
exception Unable of string     (* a claim that cannot be certified: exit code 4 *)
exception Undefined of string  (* the game cannot be certified: exit code 6 *)

type column = Uint63.t -> Uint63.t

(* A game for the checker, and the same arrays for the hints. *)
type game = { rows : Checker.rows; n : int; m : int; start : int -> int; target : int -> int }

type source = {
  game : game;
  has : string -> bool;                                   (* is there a column of this name? *)
  numbers : string -> (column * (int -> int)) option;     (* -1 is infinity, or none; in a window, -2 is not known and -3 - n at most n *)
  letters : string -> column option;
  sets : string -> column -> (bool, string) result;       (* by certified values: are the sets k or j right, or why not checked? *)
  find : string -> int option;                            (* the position with this name *)
  name : int -> string;
  window : (column * (int -> int)) option;                (* of a window: where the frontier is, by the letters F and I *)
}

(* A table of parts for the checker (CheckParts.v), and the same arrays for the hints. *)
type parts = {
  table : Checker.part_table;
  count : int;
  moves : int;
  move_start : int -> int;
  part_start : int -> int;
  part : int -> int;
}

type part_files = {
  parts : parts;
  part_has : string -> bool;
  part_numbers : string -> (column * (int -> int)) option;
  part_letters : string -> column option;
  part_sets : unit -> (column * column, string) result;   (* starts and entries of the sets k, or why not checked *)
}

(* The rows of a solution are positions, or parts of positions. *)
type files = Positions of source | Parts of part_files

type verdict = Certified | Wrong of string | Not_checked of string

(* A name for the terminal: it can neither add lines to the answer nor control the terminal. *)
let printable = String.map (fun c -> if c < ' ' || c = '\127' then '?' else c)

let judge answer = if answer then Certified else Wrong ""

(* The column with the entries of an array. As a machine integer of Coq, -1 is the largest one, which
   is what Rows.v calls infinite. Nobody changes the array. *)
let column_of_array (a : int array) : column =
  let n = Array.length a in
  fun x ->
    let i = Uint63.to_int_min x n in
    if i < n then Uint63.of_int (Array.unsafe_get a i) else Uint63.zero

(* The same for numbers of one, two and four bytes. The compiler does not inline closures, so each is written out. *)
let column_of_bytes n b : column =
  fun x ->
    let i = Uint63.to_int_min x n in
    if i < n then Uint63.of_int (Bytes.get_int8 b i) else Uint63.zero

let column_of_pairs n b : column =
  fun x ->
    let i = Uint63.to_int_min x n in
    if i < n then Uint63.of_int (Bytes.get_int16_ne b (2 * i)) else Uint63.zero

let column_of_fours n b : column =
  fun x ->
    let i = Uint63.to_int_min x n in
    if i < n then Uint63.of_int (Int32.to_int (Bytes.get_int32_ne b (4 * i))) else Uint63.zero

(* The entries f 0 … f (n - 1) as a column and as a function, in as few bytes as suffice for each of them:
   the checker follows moves through the columns, so most of its time is waiting for memory. *)
let entries n f : column * (int -> int) =
  let least = ref 0 and largest = ref 0 in
  for i = 0 to n - 1 do
    let x = f i in
    if x < !least then least := x else if x > !largest then largest := x
  done;
  let fits bits = !least >= -(1 lsl (bits - 1)) && !largest < 1 lsl (bits - 1) in
  let fill size set =
    let b = Bytes.create (size * n) in
    for i = 0 to n - 1 do set b (size * i) (f i) done;
    b
  in
  if fits 8 then
    let b = fill 1 Bytes.set_int8 in
    (column_of_bytes n b, fun i -> Bytes.get_int8 b i)
  else if fits 16 then
    let b = fill 2 Bytes.set_int16_ne in
    (column_of_pairs n b, fun i -> Bytes.get_int16_ne b (2 * i))
  else if fits 32 then
    let b = fill 4 (fun b i x -> Bytes.set_int32_ne b i (Int32.of_int x)) in
    (column_of_fours n b, fun i -> Int32.to_int (Bytes.get_int32_ne b (4 * i)))
  else
    let a = Array.init n f in
    (column_of_array a, Array.get a)

let column n f = fst (entries n f)

(* The names of all columns, in the order of the file. *)
let all_columns =
  [ "outcome"; "grundy"; "k"; "remoteness"; "distance"; "counter"; "misere"; "misere_remoteness";
    "hmin"; "j"; "player"; "q1"; "q0"; "q-1"; "q2"; "abe"; "barbara"; "guarantee";
    "guarantee_moves"; "cap"; "cap_moves"; "qv"; "draw_level"; "draw_remoteness"; "window"; "c";
    "turn_remoteness"; "turn_distance" ]
