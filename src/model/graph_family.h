/* Families of graphs, by name: path:6, cycle:6, complete:4, grid:3,4, star:2,2,3 and tree:0,1,1,2.
 * Rules that are played on a graph take one instead of a file. */

#ifndef GRUNDY_SRC_MODEL_GRAPH_FAMILY_H
#define GRUNDY_SRC_MODEL_GRAPH_FAMILY_H

#include <grundy/digraph.h>

/* The most vertices and edges of such a graph. */
enum { GRUNDY_GRAPH_FAMILY_MAX_ORDER = 100000, GRUNDY_GRAPH_FAMILY_MAX_EDGES = 2000000 };

/* Returns the names of the numbers of the family with which the text begins, separated by commas,
 * such as "m,n", or "leg..." if there may be any number of them; NULL if it begins with none. */
const char *grundy_graph_family_numbers(const char *text);

/* Returns how many of the arguments describe a graph, of which the first one begins with the name
 * of a family; 0 if it does not. A star and a tree take all arguments up to the first that is not a
 * number. */
size_t grundy_graph_family_take(const char *const *arguments, size_t count);

/* Makes the graph as a digraph with moves in both directions along every edge. Vertices have the
 * names 1, 2, 3, …: along a path or a cycle, row by row in a grid, the centre first and then leg by
 * leg in a star. GRUNDY_BAD_INPUT if the text is not a graph of a family. O(V + E). */
grundy_status grundy_graph_family_make(const char *text, grundy_digraph **g, grundy_error *error);

#endif
