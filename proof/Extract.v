(* Extracts the checker to OCaml, as checker.ml. Machine integers and arrays
   become those of Coq's own kernel. *)

From Coq Require Import Extraction ExtrOcamlBasic ExtrOCamlInt63 ExtrOCamlPArray PArray.
From Grundy Require Import Rows CheckRemoteness CheckDistance CheckDraws CheckGrundy CheckSets CheckFollowers CheckPairs
  CheckOutcome CheckHeaps CheckRow CheckQuotients CheckSum CheckParts CheckWindows Text Names ReadEdges ReadTable CheckText
  CheckPosition.

(* If this type is inlined, Coq 8.16 writes its parameter twice. *)
Extraction NoInline PArray.array.

Extraction "checker.ml" check_rows check_remoteness check_outcome check_distance check_draws check_pairs
  check_grundy check_sets check_outcome_by_value check_heaps check_row check_quotient outcome_of_sum
  check_parts check_part_outcomes check_part_sets
  words read_line no_edges read_edges check_game find unescape field add_line read_table
  check_coverage check_entries read_extended read_counter read_letter read_set check_set_entries
  read_values check_follower_entries check_followers
  read_list_line read_listing claim_of read_claim check_position
  check_window_remoteness check_window_outcome check_window_distance check_window_values
  check_window_sets.
