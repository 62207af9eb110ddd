(* Judges the columns of a solution whose rows are parts of positions. *)

open Source

(* The values, whether they are certified, and the hints; without counters, those of games without cycles
   among the parts can be certified. *)
let check_values (files : part_files) =
  match files.part_numbers "grundy", files.part_numbers "counter" with
  | None, _ -> None
  | Some (g, grundy), found ->
      let c, counter =
        match found with
        | Some columns -> columns
        | None -> entries files.parts.count (fun p -> min (grundy p) 0)
      in
      let hints = Part_hints.compute files.parts grundy counter in
      Some (g, Checker.check_parts files.parts.table g c hints, hints)

let judges (files : part_files) =
  let values = lazy (check_values files) in
  let certified () =
    match Lazy.force values with Some (g, true, hints) -> Some (g, hints) | _ -> None
  in
  let needs what = Not_checked ("needs " ^ what) in
  function
  | "grundy" | "counter" -> (
      match Lazy.force values with
      | None -> needs "grundy"
      | Some (_, true, _) -> Certified
      | Some (_, false, _) ->
          if files.part_has "counter" then Wrong ": grundy or counter" else needs "counter")
  | "outcome" -> (
      match certified (), files.part_letters "outcome" with
      | Some (g, _), Some outcomes -> judge (Checker.check_part_outcomes files.parts.table g outcomes)
      | _ -> needs "a certified grundy")
  | "k" -> (
      match certified () with
      | None -> needs "a certified grundy"
      | Some (g, hints) -> (
          match files.part_sets () with
          | Error text -> Not_checked text
          | Ok (starts, entries) -> judge (Checker.check_part_sets files.parts.table g starts entries hints)))
  | _ -> Not_checked "grundy-certify cannot check this column of parts"
