(* Columns of windows of larger games, by the checkers of CheckWindows.v. *)

open Source

(* Returns the function that judges a column. [marks] is the column that marks the frontier with the letter F. *)
let judges source (marks, mark) =
  let game = source.game in
  let window = lazy (Window_hints.prepare game (fun u -> mark u = 70)) in
  let normal = lazy (Window_hints.bounds (Lazy.force window) true) in
  let misere = lazy (Window_hints.bounds (Lazy.force window) false) in
  let bounds normal_play = Lazy.force (if normal_play then normal else misere) in
  let numbers name = Option.get (source.numbers name) in
  let remoteness normal_play name =
    judge (Checker.check_window_remoteness normal_play game.rows marks (bounds normal_play) (fst (numbers name)))
  in
  let outcome normal_play name =
    let letters = Option.get (source.letters name) in
    judge (Checker.check_window_outcome normal_play game.rows marks (bounds normal_play) letters)
  in
  let values =
    lazy (
      let column, grundy = numbers "grundy" in
      let hints = Window_hints.values (Lazy.force window) grundy in
      Checker.check_window_values game.rows marks (bounds true) hints column)
  in
  function
  | "remoteness" -> remoteness true "remoteness"
  | "misere_remoteness" -> remoteness false "misere_remoteness"
  | "outcome" -> outcome true "outcome"
  | "misere" -> outcome false "misere"
  | "distance" -> judge (Checker.check_window_distance game.rows marks (fst (numbers "distance")))
  | "grundy" -> judge (Lazy.force values)
  | ("k" | "j") as name ->
      if source.has "grundy" && Lazy.force values then
        (match source.sets name (fst (numbers "grundy")) with
         | Ok answer -> judge answer
         | Error text -> Not_checked text)
      else Not_checked "needs a certified grundy"
  | "window" -> Not_checked "the frontier is part of the game"
  | _ -> Not_checked "grundy-certify cannot check this column of a window"
