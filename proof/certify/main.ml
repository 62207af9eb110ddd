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
has players, outcomes or payoffs of its own, is a window of a larger game, or
consists of parts of positions|}

exception Undefined of string

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
  if starts <> n + 1 || start 0 <> 0 || start n <> m then
    bad archive "indptr does not fit shape and indices";
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
let check_names game solution =
  let same () = has game "names" && read_member game "names" = read_member solution "names" in
  if has solution "names" && not (same ()) then
    bad solution "the names are not those of the game, in the same order"

(* ---- the report ----------------------------------------------------------------------- *)

let wrong = ref false
let certified = ref 0

let report name verdict = Printf.printf "%-18s %s\n%!" name verdict

let judge name answer =
  if answer then incr certified else wrong := true;
  report name (if answer then "certified" else "wrong");
  answer

(* Returns the column if the checker says that it is the remoteness. *)
let certify_remoteness game solution normal name =
  match read_column solution game.n extended name with
  | Some (c, _) when judge name (Checker.check_remoteness normal game.rows c) -> Some c
  | _ -> None

(* Outcomes follow from remoteness, and under normal play also from values. *)
let certify_outcome game solution name needed remoteness values =
  match read_column solution game.n natural name, remoteness, values with
  | None, _, _ -> ()
  | Some (outcomes, _), Some c, _ ->
      ignore (judge name (Checker.check_outcome game.rows outcomes c))
  | Some (outcomes, _), None, Some g ->
      ignore (judge name (Checker.check_outcome_by_value game.rows outcomes g))
  | Some _, None, None -> report name ("not checked: needs a certified " ^ needed)

let certify_distance game solution =
  match read_column solution game.n extended "distance" with
  | Some (c, _) -> ignore (judge "distance" (Checker.check_distance game.rows c))
  | None -> ()

(* K, stored in compressed rows. *)
let certify_sets game solution values =
  if has solution "k_absent" then report "k" "not checked: the file has the member k_absent"
  else begin
    let starts, start = read_array solution "k_indptr" in
    let count, entry = read_array solution "k_indices" in
    if starts <> game.n + 1 || start 0 <> 0 || start game.n <> count then
      bad solution "k_indptr does not fit the game and k_indices";
    let starts = column starts (natural solution "k_indptr" start) in
    let entries = column count (natural solution "k_indices" entry) in
    ignore (judge "k" (Checker.check_sets game.rows values starts entries))
  end

(* Values and counters are certified together. Returns the values if they are
   right. *)
let certify_values game solution =
  let read = read_column solution game.n extended in
  match read "grundy", read "counter" with
  | Some (g, grundy), Some (c, counter) ->
      let { n; m; start; target; _ } = game in
      let hints = Hints.compute { n; m; start; target; grundy; counter } in
      if judge "grundy, counter" (Checker.check_grundy game.rows g c hints) then Some g else None
  | Some _, None -> report "grundy" "not checked: needs counter"; None
  | None, Some _ -> report "counter" "not checked: needs grundy"; None
  | None, None -> None

let certify game_path solution_path =
  let game_file = open_archive game_path in
  let solution = open_archive solution_path in
  let game = read_game game_file in
  check_names game_file solution;
  let remoteness = certify_remoteness game solution true "remoteness" in
  let values = certify_values game solution in
  if has solution "k_indptr" then begin
    match values with
    | Some g -> certify_sets game solution g
    | None -> report "k" "not checked: needs a certified grundy"
  end;
  certify_outcome game solution "outcome" "remoteness or grundy" remoteness values;
  certify_distance game solution;
  let remoteness = certify_remoteness game solution false "misere_remoteness" in
  certify_outcome game solution "misere" "misere_remoteness" remoteness None;
  if has solution "hmin" then report "hmin" "not checked";
  if has solution "j_indptr" then report "j" "not checked";
  if !wrong then 1
  else if !certified = 0 then begin
    Printf.eprintf "grundy-certify: %s: no column can be checked\n" solution_path;
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
         | Sys_error text ->
             fail (if Sys.file_exists game && Sys.file_exists solution then 5 else 3) text)
     | _ -> fail 2 usage)
