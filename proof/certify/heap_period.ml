(* grundy-certify heap FILE: the period of a heap game.

   FILE is what `grundy heap CODE --json` writes. The code, the values, the
   preperiod, the period and the saltus are taken from it. *)

open Source
open Json_file

type claim = {
  code : string;
  digits : int array;
  free : bool;  (* after the last digit all digits are 3 *)
  preperiod : int;
  period : int;
  saltus : int;
  values : int array;
  known : int;  (* the heaps whose values prove the period, as the file says; only a hint *)
}

(* The digits of a code such as 0.137, 0.3F or 4.3...; the first is the one before the point. And whether the
   digit 3 is repeated forever. *)
let parse_code path code =
  let malformed () = bad path "'code' is not a code such as 0.137" in
  let length = String.length code in
  if length < 3 || code.[1] <> '.' then malformed ();
  if String.contains code '(' then raise (Unable (path ^ ": codes that repeat several digits forever cannot be certified"));
  let repeats = length > 5 && String.sub code (length - 3) 3 = "..." in
  let length = if repeats then length - 3 else length in
  if repeats && code.[length - 1] <> '3' then
    raise (Unable (path ^ ": codes that repeat another digit than 3 forever cannot be certified"));
  let digit i =
    match code.[i] with
    | '0' .. '9' as c -> Char.code c - Char.code '0'
    | 'A' .. 'Z' as c -> Char.code c - Char.code 'A' + 10
    | _ -> malformed ()
  in
  if digit 0 land 3 <> 0 then bad path "the digit before the point must be a multiple of 4";
  (Array.init (length - 1) (fun i -> digit (if i = 0 then 0 else i + 1)), repeats)

let read path =
  let file = Json_file.read path in
  let code = text path "code" (member path file "code") in
  match member path file "period" with
  | Null -> raise (Unable (path ^ ": the file has no period"))
  | period ->
      let period = members path period in
      let number name = number path name (member path period name) in
      let digits, free = parse_code path code in
      let values = numbers path "values" (member path file "values") in
      if values = [||] then bad path "'values' is empty";
      let known = if List.mem_assoc "proved_at" period then number "proved_at" + 1 else 0 in
      { code; digits; free; preperiod = number "preperiod"; period = number "length"; saltus = number "saltus"; values;
        known = max known (Array.length values) }

(* The largest number of heaps, and of steps that the checker may need. *)
let most_heaps = 1_000_000
let most_steps = 2e10

(* No move leaves more heaps. *)
let most_left digits =
  let all = Array.fold_left (lor) 0 digits in
  let rec highest b = if b = 1 || all lsr b land 1 <> 0 then b else highest (b - 1) in
  highest 5

(* Calls f with the nim-sum of the values of all b heaps with n beans in total. *)
let rec each_division values b n x f =
  if b = 0 then (if n = 0 then f x)
  else if b = 1 then (if n > 0 then f (x lxor values.(n)))
  else for a = 1 to n - 1 do each_division values (b - 1) (n - a) (x lxor values.(a)) f done

(* Larger values are left out of tables: they occur only in wrong files. *)
let most_value = 1 lsl 22

(* The values of `known` heaps: those of the file and, where it has too few, values by the definition. This
   function is not trusted: with a wrong table the checker can only say no. *)
let table claim known =
  let last = Array.length claim.digits - 1 in
  let count = max known (Array.length claim.values) in
  let values = Array.make count 0 in
  let stamps = ref (Array.make 1024 (-1)) in
  for n = 0 to count - 1 do
    if n < Array.length claim.values then values.(n) <- claim.values.(n)
    else begin
      let mark x =
        if x < most_value then begin
          while x >= Array.length !stamps do stamps := Array.append !stamps (Array.make (Array.length !stamps) (-1)) done;
          !stamps.(x) <- n
        end
      in
      for t = 0 to min last n do
        for b = (if t = 0 then 2 else 0) to 5 do
          if claim.digits.(t) lsr b land 1 <> 0 then each_division values b (n - t) 0 mark
        done
      done;
      if claim.free then for a = 0 to n - last - 1 do mark values.(a) done;
      let x = ref 0 in
      while !x < Array.length !stamps && !stamps.(!x) = n do incr x done;
      values.(n) <- !x
    end
  done;
  values

let checked claim values multiple window shift =
  let int = Uint63.of_int in
  Checker.check_heaps
    { Checker.digits = Source.column_of_array claim.digits;
      last_digit = int (Array.length claim.digits - 1);
      free_end = claim.free;
      preperiod = int claim.preperiod;
      period = int claim.period;
      saltus = int claim.saltus;
      heaps = int (Array.length values);
      heap_table = Source.column_of_array values;
      multiple = int multiple; window = int window; shift = int shift }

(* Three heaps and more take long: the steps for the values of so many heaps. *)
let steps claim heaps =
  let left = most_left claim.digits in
  if left < 3 then 0. else float_of_int (Array.length claim.digits) *. (float_of_int heaps ** float_of_int left)

let is_feasible claim heaps = heaps <= most_heaps && steps claim heaps <= most_steps

let limit path claim heaps =
  if heaps > most_heaps then raise (Unable (Printf.sprintf "%s: at most %d heaps can be certified" path most_heaps));
  if not (is_feasible claim heaps) then raise (Unable (path ^ ": checking this takes too many steps"))

(* Whether the definition gives the values of the claim and, as far as they go, its period. *)
let is_true_so_far claim heaps =
  let right = table { claim with values = [||] } heaps in
  let holds = ref true in
  Array.iteri (fun n x -> if right.(n) <> x then holds := false) claim.values;
  for n = claim.preperiod to Array.length right - claim.period - 1 do
    if right.(n + claim.period) <> right.(n) + claim.saltus then holds := false
  done;
  !holds

(* Tries multiples of the period and windows, as grundy does. *)
let certify_growth path claim =
  let last = Array.length claim.digits - 1 and first = max 1 claim.preperiod in
  let multiple = 1 + (claim.period land 1) in
  let heaps = max claim.known (first + last + 1 + (2 * multiple * claim.period)) in
  limit path claim heaps;
  let values = table claim heaps in
  let rec exponent s = if s land 1 = 0 then 1 + exponent (s / 2) else 0 in
  let rec windows multiple window =
    window + (2 * multiple * claim.period) <= Array.length values
    && (checked claim values multiple window (exponent (multiple * claim.saltus))
        || windows multiple (window + (multiple * claim.period)))
  in
  let rec search multiple =
    multiple <= 32
    && (windows multiple (first + last + 1) || search (2 * multiple))
  in
  is_true_so_far claim heaps
  && (search multiple || raise (Unable (path ^ ": the theorem about periods with a saltus does not prove this one")))

(* Returns whether the claim is certified. *)
let certify path claim =
  let last = Array.length claim.digits - 1 in
  if claim.period < 1 then bad path "the period is 0";
  let largest = Array.fold_left max claim.known [| claim.preperiod; claim.period; claim.saltus |] in
  if largest > most_heaps then limit path claim largest;
  if claim.saltus > 0 then certify_growth path claim
  else begin
    if claim.free then raise (Unable (path ^ ": codes that repeat digits forever are only certified with a saltus"));
    (* What the theorem needs; see [seen] in CheckHeaps.v. *)
    let known = (most_left claim.digits * (max 1 claim.preperiod + claim.period)) + last in
    let heaps = max known (Array.length claim.values) in
    limit path claim heaps;
    checked claim (table claim heaps) 1 0 0
  end
