#include "format/npz.h"

const char *const grundy_npz_solution_members[GRUNDY_NPZ_SOLUTION_MEMBERS] = {
    "outcome.npy",
    "grundy.npy",
    "k_indptr.npy",
    "remoteness.npy",
    "distance.npy",
    "counter.npy",
    "misere.npy",
    "misere_remoteness.npy",
    "hmin.npy",
    "j_indptr.npy",
    "player.npy",
    "q1.npy",
    "q0.npy",
    "q-1.npy",
    "q2.npy",
    "abe.npy",
    "barbara.npy",
    "guarantee.npy",
    "guarantee_moves.npy",
    "cap.npy",
    "cap_moves.npy",
    "qv.npy",
    "k_indices.npy",
    "j_indices.npy",
    "k_absent.npy",
    "names.npy",
};

const char *const grundy_npz_game_members[GRUNDY_NPZ_GAME_MEMBERS] = {
    "indices.npy", "indptr.npy",   "format.npy",    "shape.npy",
    "data.npy",    "names.npy",    "_is_array.npy", "rules.npy",
    "source.npy",  "digraphs.npy", "positions.npy", "position_starts.npy",
    "buckets.npy", "players.npy",  "ends.npy",      "payoffs.npy",
};

const grundy_format_info grundy_format_npz = {
    .name = "npz",
    .game_endings = ".npz",
    .solution_endings = ".npz",
    .read_game = grundy_npz_read_game,
    .write_game = grundy_npz_write_game,
    .read_solution = grundy_npz_read_solution,
    .write_solution = grundy_npz_write_solution,
};
