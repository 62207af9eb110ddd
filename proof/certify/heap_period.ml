(* grundy-certify heap FILE: the period of a heap game.

   FILE is what `grundy heap CODE --json` writes. The code, the values, the
   preperiod and the period are taken from it. *)

exception Bad of string

let bad path text = raise (Bad (path ^ ": " ^ text))

(* ---- JSON ----------------------------------------------------------------------------- *)

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
  (* The depth is at most 3, so the recursion is not deep. *)
  let rec value depth =
    blanks ();
    if depth > 3 then fail "fewer nested lists and objects";
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

(* ---- the claim ------------------------------------------------------------------------ *)

exception Unable of string

type claim = { code : string; digits : int array; preperiod : int; period : int; values : int array }

(* The digits of an octal code such as 0.137; the first is the one before the point. *)
let parse_code path code =
  let length = String.length code in
  let digit i =
    match code.[i] with
    | '0' .. '7' as c -> Char.code c - Char.code '0'
    | '8' | '9' | 'A' .. 'Z' -> raise (Unable (path ^ ": only octal codes can be certified, with digits 0 to 7"))
    | _ -> bad path "'code' is not an octal code such as 0.137"
  in
  if length < 3 || code.[1] <> '.' then bad path "'code' is not an octal code such as 0.137";
  if String.contains code '(' || (length > 3 && String.sub code (length - 3) 3 = "...") then
    raise (Unable (path ^ ": codes that repeat digits forever cannot be certified"));
  if digit 0 land 3 <> 0 then bad path "the digit before the point must be 0 or 4";
  Array.init (length - 1) (fun i -> digit (if i = 0 then 0 else i + 1))

let read path text =
  match parse path text with
  | Object members -> (
      let code = match member path members "code" with Text t -> t | _ -> bad path "'code' is not a string" in
      match member path members "period" with
      | Null -> raise (Unable (path ^ ": the file has no period"))
      | Object period ->
          let number name =
            match member path period name with
            | Number n -> n
            | _ -> bad path (Printf.sprintf "%S is not a natural number" name)
          in
          if number "saltus" <> 0 then raise (Unable (path ^ ": only periods with saltus 0 can be certified"));
          let values =
            match member path members "values" with
            | List l -> Array.of_list (List.map (function Number n -> n | _ -> bad path "'values' has other entries than natural numbers") l)
            | _ -> bad path "'values' is not a list"
          in
          { code; digits = parse_code path code; preperiod = number "preperiod"; period = number "length"; values }
      | _ -> bad path "'period' is neither an object nor null")
  | _ -> bad path "expected an object"

(* The table for the checker: the values of the file and, where it has too few, values by the
   definition. This function is not trusted: with a wrong table the checker can only say no. *)
let table claim known =
  let last = Array.length claim.digits - 1 in
  let values = Array.make (max known (Array.length claim.values)) 0 in
  let stamps = Array.make 1024 (-1) in
  for n = 0 to Array.length values - 1 do
    if n < Array.length claim.values then values.(n) <- claim.values.(n)
    else begin
      let mark x = if x < 1024 then stamps.(x) <- n in
      for t = 0 to min last n do
        let d = claim.digits.(t) in
        if d land 1 <> 0 && t = n && t > 0 then mark 0;
        if d land 2 <> 0 && t < n && t > 0 then mark values.(n - t);
        if d land 4 <> 0 then for a = 1 to (n - t) / 2 do mark (values.(a) lxor values.(n - t - a)) done
      done;
      let x = ref 0 in
      while !x < 1023 && stamps.(!x) = n do incr x done;
      values.(n) <- !x
    end
  done;
  values

(* The largest number of heaps: the time grows with its square. *)
let most_heaps = 1_000_000
let most_bytes = 100_000_000

(* Returns whether the claim is certified. *)
let certify path claim =
  let last = Array.length claim.digits - 1 in
  if claim.period < 1 then bad path "the period is 0";
  if claim.preperiod > most_heaps || claim.period > most_heaps || Array.length claim.values > most_heaps then
    raise (Unable (Printf.sprintf "%s: at most %d heaps can be certified" path most_heaps));
  (* What the theorem needs; see [seen] in CheckHeaps.v. *)
  let known = (2 * max 1 claim.preperiod) + (2 * claim.period) + last in
  if known > most_heaps then
    raise (Unable (Printf.sprintf "%s: at most %d heaps can be certified" path most_heaps));
  let values = table claim known in
  Checker.check_heaps
    { Checker.digits = Source.column_of_array claim.digits;
      last_digit = Uint63.of_int last;
      preperiod = Uint63.of_int claim.preperiod;
      period = Uint63.of_int claim.period;
      heaps = Uint63.of_int (Array.length values);
      heap_table = Source.column_of_array values }
