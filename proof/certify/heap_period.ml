(* grundy-certify heap FILE: the period of a heap game.

   FILE is what `grundy heap CODE --json` writes. The code, the values, the
   preperiod and the period are taken from it. *)

open Source
open Json_file

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

let read path =
  let file = Json_file.read path in
  let code = text path "code" (member path file "code") in
  match member path file "period" with
  | Null -> raise (Unable (path ^ ": the file has no period"))
  | period ->
      let period = members path period in
      let number name = number path name (member path period name) in
      if number "saltus" <> 0 then raise (Unable (path ^ ": only periods with saltus 0 can be certified"));
      { code; digits = parse_code path code; preperiod = number "preperiod"; period = number "length";
        values = numbers path "values" (member path file "values") }

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
