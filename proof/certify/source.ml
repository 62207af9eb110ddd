(* What a reader of files gives to the program: a game and the columns of its
   solution. *)

exception Bad of string        (* a file is not what it should be: exit code 3 *)
exception Too_large of string  (* a limit of a reader: exit code 4 *)
exception Undefined of string  (* the game cannot be certified: exit code 6 *)

type column = Uint63.t Parray.t Parray.t

(* A game for the checker, and the same arrays for the hints. *)
type game = { rows : Checker.rows; n : int; m : int; start : int -> int; target : int -> int }

type source = {
  game : game;
  has : string -> bool;                                   (* is there a column of this name? *)
  numbers : string -> (column * (int -> int)) option;     (* -1 is infinity, or none *)
  letters : string -> column option;
  sets : column -> (bool, string) result;                 (* by certified values: are the sets K right, or why not checked? *)
  find : string -> int option;                            (* the position with this name *)
  name : int -> string;
}

let block = 1 lsl 20

(* The column with the entries f 0 … f (n - 1), in blocks as Rows.v reads them. As a machine integer
   of Coq, -1 is the largest one, which is what Rows.v calls infinite. *)
let column n f =
  let part k =
    let first = k * block in
    Parray.of_array (Array.init (min block (n - first)) (fun i -> Uint63.of_int (f (first + i))))
      Uint63.zero
  in
  Parray.of_array (Array.init ((n + block - 1) / block) part) (Parray.of_array [||] Uint63.zero)

let column_of_array a = column (Array.length a) (Array.get a)

(* The names of all columns, in the order of the file. *)
let all_columns =
  [ "outcome"; "grundy"; "k"; "remoteness"; "distance"; "counter"; "misere"; "misere_remoteness";
    "hmin"; "j"; "player"; "q1"; "q0"; "q-1"; "q2"; "abe"; "barbara"; "guarantee";
    "guarantee_moves"; "cap"; "cap_moves"; "qv"; "draw_level"; "draw_remoteness"; "window"; "c";
    "turn_remoteness"; "turn_distance" ]
