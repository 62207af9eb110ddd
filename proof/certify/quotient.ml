(* grundy-certify quotient FILE: a misère quotient.

   FILE is what `grundy heap CODE --misere --quotient --certificate FILE` writes.
   Everything that is computed here is checked again by the checker: with a wrong
   table it can only say no. *)

open Source
open Json_file

type claim = {
  code : string;
  digits : int array;
  size : int;
  generators : int array;            (* heaps *)
  cayley : int array array;          (* of a generator and an element: their product *)
  phi : int array;                   (* values of heaps *)
  p : int array;                     (* the elements of P *)
  pairs : (int * bool array) list;   (* an element and a set of elements *)
  period : (int * int) option        (* start and length *)
}

let words_of claim =
  Printf.sprintf "%s: misere quotient of order %d, %d in P, of %s" claim.code claim.size (Array.length claim.p)
    (match claim.period with
     | Some (start, length) -> Printf.sprintf "all heaps, with period %d from heap %d on" length start
     | None -> Printf.sprintf "heaps 0 to %d" (Array.length claim.phi - 1))

let most_elements = 20_000
let most_heaps = 20_000

(* ---- the file ------------------------------------------------------------------------- *)

(* Element y is bit y mod 4 of digit y / 4. *)
let parse_set path size text =
  if String.length text <> (size + 3) / 4 then bad path "a set has another number of digits";
  Array.init size (fun y ->
    let digit =
      match text.[y / 4] with
      | '0' .. '9' as c -> Char.code c - Char.code '0'
      | 'a' .. 'f' as c -> Char.code c - Char.code 'a' + 10
      | _ -> bad path "a set has other digits than 0 to 9 and a to f"
    in
    (digit lsr (y mod 4)) land 1 = 1)

let parse_pair path size = function
  | List [ Number x; Text set ] -> (x, parse_set path size set)
  | _ -> bad path "'transitions' has other entries than an element and a set"

let read path =
  let file = Json_file.read path in
  let find name = member path file name in
  let is name expected why =
    if text path name (find name) <> expected then raise (Unable (path ^ ": " ^ why))
  in
  is "format" "grundy misere quotient 1" "only certificates of misere quotients can be certified";
  is "play" "misere" "only misere play can be certified";
  is "claim" "quotient" "only quotients can be certified, not lower bounds";
  let game = members path (find "game") in
  if not (List.mem_assoc "code" game) then raise (Unable (path ^ ": only octal codes can be certified"));
  let code = text path "code" (member path game "code") in
  let digits, free = Heap_period.parse_code path code in
  if free || Array.exists (fun d -> d > 7) digits then
    raise (Unable (path ^ ": only finite octal codes can be certified, with digits 0 to 7"));
  let only what members n = if List.length members <> n then bad path ("unknown members of " ^ what) in
  only "the certificate" file 11;
  only "'game'" game 1;
  let size = number path "size" (find "size") in
  if size > most_elements then raise (Unable (Printf.sprintf "%s: at most %d elements can be certified" path most_elements));
  let below limit name array =
    Array.iter (fun x -> if x >= limit then bad path (Printf.sprintf "%S has a number that is too large" name)) array;
    array
  in
  let elements name value = below size name (numbers path name value) in
  let increasing name array =
    Array.iteri
      (fun i x -> if i > 0 && array.(i - 1) >= x then bad path (Printf.sprintf "the numbers of %S do not increase" name))
      array;
    array
  in
  let phi = elements "phi" (find "phi") in
  let known = Array.length phi in
  if known = 0 then bad path "'phi' is empty";
  if number path "heaps" (find "heaps") <> known - 1 then bad path "'phi' has another number of heaps than 'heaps'";
  if known > most_heaps then raise (Unable (Printf.sprintf "%s: at most %d heaps can be certified" path most_heaps));
  let generators = increasing "generators" (below known "generators" (numbers path "generators" (find "generators"))) in
  let cayley =
    match find "cayley" with
    | List rows -> Array.of_list (List.map (elements "cayley") rows)
    | _ -> bad path "'cayley' is not a list"
  in
  if Array.length cayley <> Array.length generators || Array.exists (fun row -> Array.length row <> size) cayley then
    bad path "'cayley' has another number of rows or columns";
  let level =
    match find "levels" with List [ level ] -> members path level | _ -> bad path "'levels' is not a list with one entry"
  in
  only "a level" level 2;
  let pairs =
    match member path level "transitions" with
    | List pairs -> List.map (parse_pair path size) pairs
    | _ -> bad path "'transitions' is not a list"
  in
  let period =
    match find "period" with
    | Null -> None
    | period ->
        let period = members path period in
        only "'period'" period 2;
        let positive name =
          match number path name (member path period name) with
          | 0 -> bad path (Printf.sprintf "%S of the period is 0" name)
          | n -> n
        in
        Some (positive "start", positive "length")
  in
  let p = increasing "P" (elements "P" (member path level "P")) in
  { code; digits; size; generators; cayley; phi; p; pairs; period }

(* ---- tables for the checker -------------------------------------------------------------- *)

(* For every element that is reached, a sum of generators with this value, the last one first. *)
let words claim =
  let found = Array.make claim.size None in
  let queue = Queue.create () in
  let reach x word = if found.(x) = None then (found.(x) <- Some word; Queue.add (x, word) queue) in
  reach 0 [];
  while not (Queue.is_empty queue) do
    let x, word = Queue.pop queue in
    Array.iteri (fun i row -> reach row.(x) (i :: word)) claim.cayley
  done;
  Array.map (function Some word -> word | None -> []) found

(* The products of an element, given as a sum, with all elements. *)
let products claim word =
  Array.init claim.size (fun x -> List.fold_right (fun i y -> claim.cayley.(i).(y)) word x)

(* The heaps that the moves from a heap leave. *)
let moves digits n =
  let found = ref [] in
  Array.iteri
    (fun t d ->
      if d land 1 <> 0 && t = n && t > 0 then found := [] :: !found;
      if d land 2 <> 0 && t < n && t > 0 then found := [ n - t ] :: !found;
      if d land 4 <> 0 then for a = 1 to n - t - 1 do found := [ a; n - t - a ] :: !found done)
    digits;
  !found

(* Sums that tell all elements apart: elements that no known sum tells apart are, if a generator leads
   them to elements that some sum tells apart. *)
let tests claim in_p =
  let n = claim.size in
  let apply word x = List.fold_right (fun i y -> claim.cayley.(i).(y)) word x in
  let classes = Array.map (fun b -> if b then 1 else 0) in_p in
  let found = ref [ [] ] in
  let split word =
    let ids = Hashtbl.create n in
    Array.iteri
      (fun x c ->
        let key = (c, in_p.(apply word x)) in
        if not (Hashtbl.mem ids key) then Hashtbl.add ids key (Hashtbl.length ids);
        classes.(x) <- Hashtbl.find ids key)
      (Array.copy classes);
    found := word :: !found
  in
  (* A generator and two elements of a class that it leads to different classes. *)
  let next () =
    let rec look i =
      if i = Array.length claim.cayley then None
      else begin
        let row = claim.cayley.(i) and first = Hashtbl.create n in
        let rec scan x =
          if x = n then look (i + 1)
          else
            match Hashtbl.find_opt first classes.(x) with
            | None -> Hashtbl.add first classes.(x) x; scan (x + 1)
            | Some y -> if classes.(row.(x)) <> classes.(row.(y)) then Some (i, row.(x), row.(y)) else scan (x + 1)
        in
        scan 0
      end
    in
    look 0
  in
  let rec refine () =
    match next () with
    | None -> ()
    | Some (i, x, y) ->
        let word = List.find (fun word -> in_p.(apply word x) <> in_p.(apply word y)) !found in
        split (word @ [ i ]);
        refine ()
  in
  refine ();
  List.rev !found

let certify path claim =
  if claim.size = 0 then bad path "the quotient has no elements";
  let last = Array.length claim.digits - 1 in
  (* What the theorem about periods needs; see [check_period] in CheckQuotients.v. *)
  let heaps, start, period =
    match claim.period with
    | None -> (Array.length claim.phi, 0, 0)
    | Some (start, length) ->
        if start + length > Array.length claim.phi then bad path "'phi' is shorter than the period";
        (max (Array.length claim.phi) ((2 * (start + length)) + last), start, length)
  in
  if heaps > most_heaps then raise (Unable (Printf.sprintf "%s: at most %d heaps can be certified" path most_heaps));
  let phi = Array.make heaps 0 in
  for h = 0 to heaps - 1 do
    phi.(h) <- (if h < Array.length claim.phi then claim.phi.(h) else phi.(h - period))
  done;
  let words = words claim in
  let in_p = Array.make claim.size false in
  Array.iter (fun x -> in_p.(x) <- true) claim.p;
  (* Heaps with the same value share their products, and heaps with the same reached elements these. *)
  let tables = Hashtbl.create 64 in
  let products_of x =
    match Hashtbl.find_opt tables x with
    | Some table -> table
    | None -> let table = products claim words.(x) in Hashtbl.add tables x table; table
  in
  let product = Array.map products_of phi in
  let kinds = Hashtbl.create 64 in
  let like = Array.make heaps 0 in
  let reaches =
    Array.init heaps (fun h ->
      let left = moves claim.digits h in
      let ends = Hashtbl.create 64 in
      List.iter (fun heaps -> Hashtbl.replace ends (List.map (fun a -> phi.(a)) heaps) ()) left;
      let ends = List.of_seq (Hashtbl.to_seq_keys ends) in
      let reached z =
        List.exists (fun values -> in_p.(List.fold_right (fun x y -> (products_of x).(y)) values z)) ends
      in
      let column = Array.init claim.size (fun z -> if reached z then 1 else 0) in
      let key = (phi.(h), left <> [], Digest.string (String.init claim.size (fun z -> if column.(z) = 1 then '1' else '0'))) in
      match Hashtbl.find_opt kinds key with
      | Some (other, column) -> like.(h) <- other; column
      | None -> Hashtbl.add kinds key (h, column); like.(h) <- h; column)
  in
  let columns arrays =
    let made = Array.map column_of_array arrays in
    fun h -> made.(min (Uint63.to_int_min h (Array.length made)) (Array.length made - 1))
  in
  let word_of list = List.map (fun i -> Uint63.of_int claim.generators.(i)) list in
  let column_of_set set = column_of_array (Array.map (fun b -> if b then 1 else 0) set) in
  Checker.check_quotient
    { Checker.q_digits = column_of_array claim.digits;
      q_last = Uint63.of_int last;
      q_heaps = Uint63.of_int heaps;
      q_size = Uint63.of_int claim.size;
      q_product = columns product;
      q_P = column_of_set in_p;
      q_reaches = columns reaches;
      q_like = column_of_array like;
      q_pairs =
        List.map
          (fun (x, set) ->
            if x >= claim.size then bad path "'transitions' has an element that is too large";
            ((Uint63.of_int x, word_of words.(x)), column_of_set set))
          claim.pairs;
      q_words = (fun x -> word_of words.(min (Uint63.to_int_min x claim.size) (claim.size - 1)));
      q_tests = List.map word_of (tests claim in_p);
      q_start = Uint63.of_int start;
      q_period = Uint63.of_int period }
