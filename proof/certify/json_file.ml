(* A reader of JSON, as far as claims need it. *)

let bad path text = raise (Source.Bad (path ^ ": " ^ text))

type json = Null | Number of int | Text of string | List of json list | Object of (string * json) list

(* Reads one value. Numbers are natural numbers below 2^40, and strings have no backslashes. *)
let parse path text =
  let at = ref 0 in
  let fail what = bad path (Printf.sprintf "byte %d: expected %s" (!at + 1) what) in
  let peek () = if !at < String.length text then text.[!at] else '\000' in
  let rec blanks () =
    match peek () with ' ' | '\n' | '\r' | '\t' -> incr at; blanks () | _ -> ()
  in
  let take c = blanks (); if peek () <> c then fail (Printf.sprintf "'%c'" c); incr at in
  let next_is c = blanks (); peek () = c in
  let word w =
    if !at + String.length w <= String.length text && String.sub text !at (String.length w) = w then
      at := !at + String.length w
    else fail w
  in
  let string () =
    take '"';
    let from = !at in
    while peek () <> '"' do
      if peek () < ' ' || peek () = '\\' then fail "a string without backslashes";
      incr at
    done;
    incr at;
    String.sub text from (!at - 1 - from)
  in
  let number () =
    let from = !at in
    while peek () >= '0' && peek () <= '9' do incr at done;
    let digits = String.sub text from (!at - from) in
    if digits = "" || String.length digits > 12 || (digits.[0] = '0' && digits <> "0") then
      fail "a natural number below 10^12";
    int_of_string digits
  in
  (* The depth is limited, so the recursion is not deep. *)
  let rec value depth =
    blanks ();
    if depth > 5 then fail "fewer nested lists and objects";
    match peek () with
    | '{' -> Object (items depth '{' '}' (fun () -> blanks (); let name = string () in take ':'; (name, value (depth + 1))))
    | '[' -> List (items depth '[' ']' (fun () -> value (depth + 1)))
    | '"' -> Text (string ())
    | 'n' -> word "null"; Null
    | _ -> Number (number ())
  and items : 'a. int -> char -> char -> (unit -> 'a) -> 'a list =
    fun _ opening closing item ->
      take opening;
      if next_is closing then (incr at; [])
      else begin
        let found = ref [ item () ] in
        while next_is ',' do incr at; found := item () :: !found done;
        take closing;
        List.rev !found
      end
  in
  let read = value 0 in
  blanks ();
  if !at <> String.length text then fail "the end of the file";
  read

let member path members name =
  match List.filter (fun (other, _) -> other = name) members with
  | [ (_, value) ] -> value
  | _ -> bad path (Printf.sprintf "expected one member %S" name)

let number path name = function Number n -> n | _ -> bad path (Printf.sprintf "%S is not a natural number" name)
let text path name = function Text t -> t | _ -> bad path (Printf.sprintf "%S is not a string" name)

let numbers path name = function
  | List l -> Array.map (number path name) (Array.of_list l) (* a list may be long, and List.map is recursive *)
  | _ -> bad path (Printf.sprintf "%S is not a list of natural numbers" name)

let members path = function Object members -> members | _ -> bad path "expected an object"

(* The largest file. *)
let most_bytes = 100_000_000

let read path =
  if Sys.file_exists path && Sys.is_directory path then bad path "is a directory";
  let channel = open_in_bin path in
  let size = in_channel_length channel in
  if size > most_bytes then raise (Source.Too_large (path ^ ": the file is too large"));
  let bytes = really_input_string channel size in
  close_in channel;
  members path (parse path bytes)
