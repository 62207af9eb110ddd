#include "format/npz.h"

const char *const grundy_npz_solution_members[GRUNDY_NPZ_SOLUTION_MEMBERS] = {
    "outcome.npy",   "grundy.npy",    "k_indptr.npy",          "remoteness.npy", "distance.npy",
    "counter.npy",   "misere.npy",    "misere_remoteness.npy", "hmin.npy",       "j_indptr.npy",
    "k_indices.npy", "j_indices.npy", "k_absent.npy",          "names.npy",
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
