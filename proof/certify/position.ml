(* Certificates of one position, and the lists of moves that belong to them.
   Both files are read by the readers that are extracted from CheckPosition.v.
   What is trusted here is that [certify] calls them and prints the answer that
   they return, and the parts of the position. *)

open Source

type verdict = Certified of Checker.position_answer | Wrong of string

let words_of = function
  | Checker.Value n -> Printf.sprintf "value %d" (Text_files.to_int n)
  | Checker.Outcome_P -> "outcome P"
  | Checker.Outcome_N -> "outcome N"

(* A name of a part for the terminal: in quotation marks if it could be taken for several parts, or for an answer. *)
let printable_part word =
  let name = printable (Text_files.string_of_word word) in
  if name = "" || String.exists (fun c -> c = ' ' || c = '"') name then Printf.sprintf "\"%s\"" name else name

let position_of (listing : Checker.listing) =
  match listing.start_parts with
  | [] -> "no parts"
  | parts -> String.concat " + " (List.map printable_part parts)

let read_moves path =
  let bytes = Text_files.load path in
  match Checker.read_listing (Text_files.text_of path bytes) with
  | Some listing -> listing
  | None ->
      let number, line = Text_files.bad_line bytes Checker.read_list_line Checker.At_heading in
      raise
        (Bad
           (if line = "" then path ^ ": a part is listed twice, moves come before the first part, or the end is missing"
            else Printf.sprintf "%s:%d: not a line of a list of moves" path number))

(* Why the certificate is refused: the first line that the checker does not accept. *)
let refuse path bytes (listing : Checker.listing) =
  let bad number what = raise (Bad (Printf.sprintf "%s:%d: %s" path number what)) in
  let read = Checker.read_claim listing.listed_moves in
  let rec from number stage = function
    | [] -> (
        match stage with
        | Checker.Before_claim (answer, _) | After_claims (answer, _) ->
            Wrong (Printf.sprintf "%s: the claims do not prove it" (words_of answer))
        | _ -> bad number "the certificate has no answer")
    | line :: rest -> (
        let line = Text_files.word line in
        match read stage line, stage with
        | Some stage, _ -> from (number + 1) stage rest
        | None, Before_claim (answer, _) -> (
            match Checker.claim_of line with
            | None -> bad number "not a claim 'VALUE NAME' or '>=VALUE NAME'"
            | Some claim when Checker.find claim.claimed_name listing.listed_moves = None ->
                bad number "the moves of this part are not listed"
            | Some _ ->
                Wrong
                  (Printf.sprintf "%s: line %d does not follow from the lines before it"
                     (words_of answer) number))
        | None, _ -> bad number "not a line of a certificate")
  in
  from 1 Checker.Before_heading (String.split_on_char '\n' bytes)

let certify path listing =
  let bytes = Text_files.load path in
  match Checker.check_position listing (Text_files.text_of path bytes) with
  | Some answer -> Certified answer
  | None -> refuse path bytes listing
