(* Reads arrays of integers from npz files. This file is trusted: the checker
   decides about the arrays that these functions return.

   An npz file is a zip archive whose members are arrays in NumPy's npy format.
   Members must be stored without compression, as grundy writes them. *)

exception Bad of string        (* the file is not what it should be: exit code 3 *)
exception Too_large of string  (* a limit of this reader: exit code 4 *)

type archive = { path : string; channel : in_channel; size : int; members : (string * member) list }
and member = { offset : int; bytes : int; stored : bool; crc : int }

let bad archive text = raise (Bad (archive.path ^ ": " ^ text))

let u16 = Bytes.get_uint16_le
let u32 b i = u16 b i lor (u16 b (i + 2) lsl 16)

let read_at path channel size offset count =
  if offset < 0 || count < 0 || offset > size - count then
    raise (Bad (path ^ ": the archive is truncated or damaged"));
  let b = Bytes.create count in
  seek_in channel offset;
  really_input channel b 0 count;
  b

(* Returns the offset of the record at the end of the central directory, which
   is followed by a comment of at most 65535 bytes. *)
let find_end path tail =
  let rec search i =
    if i < 0 then raise (Bad (path ^ ": not an npz file"))
    else if u32 tail i = 0x06054b50 && i + 22 + u16 tail (i + 20) = Bytes.length tail then i
    else search (i - 1)
  in
  search (Bytes.length tail - 22)

let read_directory path channel size =
  let length = min size 65557 in
  let tail = read_at path channel size (size - length) length in
  let e = find_end path tail in
  let count = u16 tail (e + 10) and bytes = u32 tail (e + 12) and offset = u32 tail (e + 16) in
  if count = 0xffff || offset = 0xffffffff then
    raise (Too_large (path ^ ": grundy-certify does not read archives over 4 GiB"));
  let directory = read_at path channel size offset bytes in
  let rec entries i count members =
    if count = 0 then members
    else if i + 46 > bytes || u32 directory i <> 0x02014b50 then
      raise (Bad (path ^ ": the directory of the archive is damaged"))
    else begin
      let name_length = u16 directory (i + 28) in
      let next = i + 46 + name_length + u16 directory (i + 30) + u16 directory (i + 32) in
      if next > bytes then raise (Bad (path ^ ": the directory of the archive is damaged"));
      let stored_bytes = u32 directory (i + 20) and plain_bytes = u32 directory (i + 24) in
      let offset = u32 directory (i + 42) in
      if plain_bytes = 0xffffffff || offset = 0xffffffff then
        raise (Too_large (path ^ ": grundy-certify does not read archives over 4 GiB"));
      let member =
        { offset; bytes = plain_bytes; crc = u32 directory (i + 16);
          stored = u16 directory (i + 10) = 0 && stored_bytes = plain_bytes }
      in
      let name = Bytes.sub_string directory (i + 46) name_length in
      if List.mem_assoc name members then raise (Bad (path ^ ": duplicate member " ^ name));
      entries next (count - 1) ((name, member) :: members)
    end
  in
  entries 0 count []

let open_archive path =
  if Sys.file_exists path && Sys.is_directory path then raise (Bad (path ^ ": is a directory"));
  let channel = open_in_bin path in
  let size = in_channel_length channel in
  if size < 22 then raise (Bad (path ^ ": not an npz file"));
  { path; channel; size; members = read_directory path channel size }

let has archive name = List.mem_assoc (name ^ ".npy") archive.members

(* ---- checksums ------------------------------------------------------------------------ *)

let crc_table =
  Array.init 256 (fun n ->
    let c = ref n in
    for _ = 1 to 8 do
      c := if !c land 1 = 1 then 0xedb88320 lxor (!c lsr 1) else !c lsr 1
    done;
    !c)

let crc32 b =
  let c = ref 0xffffffff in
  for i = 0 to Bytes.length b - 1 do
    c := Array.unsafe_get crc_table ((!c lxor Char.code (Bytes.unsafe_get b i)) land 0xff)
         lxor (!c lsr 8)
  done;
  !c lxor 0xffffffff

(* ---- members -------------------------------------------------------------------------- *)

(* Returns the bytes of a member. *)
let read_member archive name =
  let member =
    match List.assoc_opt (name ^ ".npy") archive.members with
    | Some member -> member
    | None -> bad archive ("the archive has no member " ^ name)
  in
  if not member.stored then
    bad archive (name ^ " is compressed; write the file again with grundy, which stores members");
  let read = read_at archive.path archive.channel archive.size in
  let header = read member.offset 30 in
  if u32 header 0 <> 0x04034b50 then bad archive ("the header of " ^ name ^ " is damaged");
  let b = read (member.offset + 30 + u16 header 26 + u16 header 28) member.bytes in
  if crc32 b <> member.crc then bad archive ("the checksum of " ^ name ^ " is wrong");
  b

(* What follows KEY in the header of an npy file, a dictionary in Python's
   notation, up to one of the characters STOPS. *)
let header_field header key stops =
  let pattern = "'" ^ key ^ "':" in
  let n = String.length header and k = String.length pattern in
  let rec find i =
    if i + k > n then None
    else if String.sub header i k = pattern then Some (i + k)
    else find (i + 1)
  in
  match find 0 with
  | None -> None
  | Some i ->
      let j = ref i in
      while !j < n && not (String.contains stops header.[!j]) do incr j done;
      Some (String.trim (String.sub header i (!j - i)))

(* Splits an npy file: the type of its entries, its shape, and where the data
   begins. *)
let parse archive name b =
  let damaged () = bad archive (name ^ ": the header of the array is damaged") in
  if Bytes.length b < 12 || Bytes.sub_string b 0 6 <> "\x93NUMPY" then damaged ();
  let data =
    match Bytes.get_uint8 b 6 with
    | 1 -> 10 + u16 b 8
    | 2 | 3 -> 12 + u32 b 8
    | _ -> damaged ()
  in
  if data > Bytes.length b then damaged ();
  let header = Bytes.sub_string b 10 (data - 10) in
  let field key stops = match header_field header key stops with Some s -> s | None -> damaged () in
  if field "fortran_order" ",}" <> "False" then
    bad archive (name ^ ": the array is in Fortran order");
  let number s =
    match int_of_string_opt (String.trim s) with Some n when n >= 0 -> n | _ -> damaged ()
  in
  let shape =
    match String.split_on_char '(' (field "shape" ")") with
    | [ ""; s ] ->
        let parts = String.split_on_char ',' s in
        List.map number (List.filter (fun part -> String.trim part <> "") parts)
    | _ -> damaged ()
  in
  (field "descr" ",}", shape, data)

(* The type of an entry: its size and how to read one. *)
let entry_type archive name descr =
  match descr with
  | "'|u1'" | "'<u1'" -> (1, fun b i -> Bytes.get_uint8 b i)
  | "'|i1'" | "'<i1'" -> (1, fun b i -> Bytes.get_int8 b i)
  | "'<u2'" -> (2, fun b i -> Bytes.get_uint16_le b i)
  | "'<i2'" -> (2, fun b i -> Bytes.get_int16_le b i)
  | "'<u4'" -> (4, fun b i -> Int32.to_int (Bytes.get_int32_le b i) land 0xffffffff)
  | "'<i4'" -> (4, fun b i -> Int32.to_int (Bytes.get_int32_le b i))
  | "'<i8'" ->
      (8, fun b i ->
        let x = Bytes.get_int64_le b i in
        let y = Int64.to_int x in
        if Int64.of_int y <> x then
          bad archive (name ^ ": the number " ^ Int64.to_string x ^ " is too large");
        y)
  | _ -> bad archive (name ^ ": the array has the type " ^ descr ^ "; expected integers")

(* An array of one dimension: its length, and a function that reads entry i. *)
let read_array archive name =
  let b = read_member archive name in
  let descr, shape, data = parse archive name b in
  let size, entry = entry_type archive name descr in
  match shape with
  | [ n ] when n <= Bytes.length b && data + (n * size) = Bytes.length b ->
      (n, fun i -> entry b (data + (i * size)))
  | _ -> bad archive (name ^ ": the array does not have the size that its header says")

(* A text without its padding. Characters of 4 bytes are read as such of 1. *)
let read_text archive name =
  let b = read_member archive name in
  let _, _, data = parse archive name b in
  let text = Bytes.sub_string b data (Bytes.length b - data) in
  String.concat "" (String.split_on_char '\000' text)

(* ---- columns -------------------------------------------------------------------------- *)

type column = Uint63.t Parray.t Parray.t

let block = 1 lsl 20

(* The column with the entries f 0 … f (n - 1), in blocks as Rows.v reads them. *)
let column n f =
  let part k =
    let first = k * block in
    Parray.of_array (Array.init (min block (n - first)) (fun i -> Uint63.of_int (f (first + i))))
      Uint63.zero
  in
  Parray.of_array (Array.init ((n + block - 1) / block) part) (Parray.of_array [||] Uint63.zero)

(* Numbers as they are. *)
let natural archive name f i =
  let x = f i in
  if x < 0 then bad archive (Printf.sprintf "%s: entry %d is negative" name i);
  x

(* Numbers in which -1 is infinity. As a machine integer of Coq, -1 is the
   largest one, which is what Rows.v calls infinite. *)
let extended archive name f i =
  let x = f i in
  if x < -1 then bad archive (Printf.sprintf "%s: entry %d is less than -1" name i);
  x
