/* Recognizes files of other programs by their endings; the message says how to convert them. */

#include "format/impl.h"

#define NETWORKX(graph) "convert it with networkx.write_graphml(" graph ", \"game.graphml\")"
#define SCIPY(matrix)                                                                              \
  "convert it with scipy.sparse.save_npz(\"game.npz\", scipy.sparse.csr_array(" matrix "))"
#define COMMAND(command) "convert it with " command " > game.edges"

/* Many of these files would be accepted as edge lists, but of a meaningless game: `a,b` would be
 * the name of a position, and `graph [` a move. */
static const struct {
  const char *endings;
  const char *what; /* completes "grundy does not read ..." */
  const char *hint;
  bool is_text; /* the file may still be an edge list */
} foreign[] = {
    {".gml", "GML", NETWORKX("networkx.read_gml(FILE)"), true},
    {".gexf", "GEXF", NETWORKX("networkx.read_gexf(FILE)"), true},
    {".net .paj", "Pajek files", NETWORKX("networkx.read_pajek(FILE)"), true},
    {".json", "games from JSON", NETWORKX("networkx.node_link_graph(json.load(open(FILE)))"), true},
    {".csv", "games from CSV", COMMAND("tr , ' ' < FILE"), true},
    {".adjlist", "adjacency lists",
     NETWORKX("networkx.read_adjlist(FILE, create_using=networkx.DiGraph)"), true},
    {".multiline_adjlist", "adjacency lists",
     NETWORKX("networkx.read_multiline_adjlist(FILE, create_using=networkx.DiGraph)"), true},
    {".graph6 .g6", "graph6", NETWORKX("networkx.read_graph6(FILE).to_directed()"), true},
    {".sparse6 .s6", "sparse6", NETWORKX("networkx.read_sparse6(FILE).to_directed()"), true},
    {".tgf", "the Trivial Graph Format", COMMAND("sed '1,/^#/d' FILE | cut -d ' ' -f 1,2"), true},
    {".lg", "files of gSpan", COMMAND("awk '$1 == \"e\" {print $2, $3}' FILE"), true},
    {".lgl", "the LGL format", COMMAND("awk '$1 == \"#\" {u = $2; next} {print u, $1}' FILE"),
     true},
    {".digraph6 .d6 .lgf .gdf .dl .yaml .yml", "this format", "save it as GraphML or an edge list",
     true},
    {".mat", "MATLAB files", SCIPY("scipy.io.loadmat(FILE)[\"NAME\"]"), false},
    {".npy", "single NumPy arrays", SCIPY("numpy.load(FILE)"), false},
    {".pickle .pkl .gpickle", "pickled objects", NETWORKX("pickle.load(open(FILE, \"rb\"))"),
     false},
    {".xlsx .xls .ods", "spreadsheets", "save the two columns as text separated by tabs", false},
    {".h5 .hdf5 .parquet .feather", "tables of pandas",
     "convert it with frame.to_csv(\"game.edges\", sep=\" \", header=False, index=False)", false},
    {".bz2 .xz .zst", "compressed files", "decompress it first", false},
    {".graphmlz", "this ending", "rename the file to .graphml.gz", false},
    {".zip .tar .tgz .7z .rar", "archives", "unpack it first", false},
    {".pdf .png .svg .jpg .jpeg .gif", "pictures", "give the game that it shows", false},
};

grundy_status grundy_refuse_foreign(const char *path, grundy_error *error) {
  for (size_t i = 0; i < sizeof foreign / sizeof *foreign; i++)
    if (grundy_has_ending(path, foreign[i].endings))
      return grundy_because(
          error, foreign[i].is_text ? GRUNDY_REASON_ENDING : GRUNDY_REASON_NO_FORMAT,
          grundy_fail_at(error, GRUNDY_BAD_INPUT, path, 0, 0, "grundy does not read %s; %s%s",
                         foreign[i].what, foreign[i].hint,
                         foreign[i].is_text ? "; an edge list needs the ending .edges" : ""));
  return GRUNDY_OK;
}
