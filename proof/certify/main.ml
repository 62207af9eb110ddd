(* grundy-certify GAME.npz SOLUTION.npz *)

open Npz

let usage = "usage: grundy-certify GAME.npz SOLUTION.npz"

let help = usage ^ {|

Checks a solution with a checker that is proved correct in Coq. Prints one line
per column: certified, wrong, or not checked and why. Both files are npz files
that grundy has written; a tablebase is both.

Columns: outcome, remoteness, distance, grundy with k and counter, misere,
misere_remoteness.

Exit codes: 0 certified, 1 a column is wrong, 2 wrong usage, 3 bad input,
4 nothing can be checked or a file is too large, 5 reading failed, 6 the game
has players, outcomes or payoffs of its own|}

exception Undefined of string

(* ---- the game ------------------------------------------------------------------------- *)

let read_game archive =
  List.iter (fun name ->
    if has archive name then
      raise (Undefined (archive.path ^ ": games with players, outcomes or payoffs cannot be certified")))
    [ "players"; "ends"; "payoffs" ];
  let n, square =
    match read_array archive "shape" with
    | 2, f -> (f 0, f 0 = f 1)
    | _ -> (0, false)
  in
  if not square || n < 0 then bad archive "the matrix of the game is not square";
  let starts, start = read_array archive "indptr" in
  let moves, target = read_array archive "indices" in
  if starts <> n + 1 || start 0 <> 0 || start n <> moves then
    bad archive "indptr does not fit shape and indices";
  let start = column starts (natural archive "indptr" start) in
  let target = column moves (natural archive "indices" target) in
  ({ Checker.order = Uint63.of_int n; start; target }, n)

(* ---- the solution --------------------------------------------------------------------- *)

let read_column archive n convert name =
  if not (has archive name) then None
  else begin
    let length, f = read_array archive name in
    if length <> n then
      bad archive (Printf.sprintf "%s has %d entries; the game has %d positions" name length n);
    Some (column n (convert archive name f))
  end

(* The rows of the solution belong to the positions of the game, one by one. *)
let check_names game solution =
  if has solution "names" && (not (has game "names") || read_member game "names" <> read_member solution "names")
  then bad solution "the names are not those of the game, in the same order"

(* ---- the report ----------------------------------------------------------------------- *)

let wrong = ref false
let certified = ref 0

let report name verdict = Printf.printf "%-18s %s\n%!" name verdict

let judge name answer =
  if answer then incr certified else wrong := true;
  report name (if answer then "certified" else "wrong");
  answer

let certify game_path solution_path =
  let game_file = open_archive game_path in
  let solution_file = open_archive solution_path in
  let game, n = read_game game_file in
  check_names game_file solution_file;
  if not (Checker.check_rows game) then bad game_file "indptr or indices do not describe a game";
  let numbers = read_column solution_file n extended in
  let letters = read_column solution_file n natural in
  let play normal outcome_name remoteness_name =
    let right =
      match numbers remoteness_name with
      | None -> None
      | Some c -> if judge remoteness_name (Checker.check_remoteness normal game c) then Some c else None
    in
    match letters outcome_name, right with
    | None, _ -> ()
    | Some outcomes, Some c -> ignore (judge outcome_name (Checker.check_outcome game outcomes c))
    | Some _, None -> report outcome_name ("not checked: needs a certified " ^ remoteness_name)
  in
  play true "outcome" "remoteness";
  play false "misere" "misere_remoteness";
  if !wrong then 1
  else if !certified = 0 then begin
    Printf.eprintf "%s: no column can be checked\n" solution_path;
    4
  end
  else 0

let () =
  let fail code text = Printf.eprintf "grundy-certify: %s\n" text; code in
  exit
    (match Array.to_list Sys.argv with
     | [ _; ("-h" | "--help") ] -> print_endline help; 0
     | [ _; game; solution ] -> (
         try certify game solution with
         | Bad text -> fail 3 text
         | Too_large text -> fail 4 text
         | Undefined text -> fail 6 text
         | Out_of_memory -> fail 4 "out of memory"
         | End_of_file -> fail 5 "a file ended while it was read"
         | Sys_error text -> fail (if Sys.file_exists game && Sys.file_exists solution then 5 else 3) text)
     | _ -> fail 2 usage)
