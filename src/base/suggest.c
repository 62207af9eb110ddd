/* Finds the word that a misspelled word may mean. */

#include "base/suggest.h"

#include "base/error.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

/* Words that differ by more edits than this are unrelated. */
enum { MAX_EDITS = 3, LONGEST = GRUNDY_SUGGESTION_MAX_BYTES };

static unsigned smaller(unsigned a, unsigned b) {
  return a < b ? a : b;
}

static bool is_same(char a, char b) {
  return tolower((unsigned char)a) == tolower((unsigned char)b);
}

/* Returns the number of letters to change, insert, delete or swap with a neighbour (optimal string
 * alignment), or some number above MAX_EDITS. Upper and lower case are the same letter. Both words
 * have at most LONGEST bytes. Only a band of the table is computed: cells outside of it are more
 * than MAX_EDITS. O(a_length * MAX_EDITS). */
static unsigned edit_distance(const char *a, size_t a_length, const char *b, size_t b_length) {
  unsigned table[LONGEST + 1][LONGEST + 2];
  for (size_t i = 0; i <= a_length; i++) {
    size_t first = i > MAX_EDITS ? i - MAX_EDITS : 0;
    size_t last = i + MAX_EDITS < b_length ? i + MAX_EDITS : b_length;
    if (first > 0) table[i][first - 1] = MAX_EDITS + 1;
    for (size_t j = first; j <= last; j++) {
      unsigned best = i == 0 ? (unsigned)j : j == 0 ? (unsigned)i : MAX_EDITS + 1;
      if (i > 0 && j > 0) {
        best = table[i - 1][j - 1] + !is_same(a[i - 1], b[j - 1]);
        best = smaller(best, smaller(table[i - 1][j], table[i][j - 1]) + 1);
        if (i > 1 && j > 1 && is_same(a[i - 1], b[j - 2]) && is_same(a[i - 2], b[j - 1]))
          best = smaller(best, table[i - 2][j - 2] + 1);
      }
      table[i][j] = best;
    }
    table[i][last + 1] = MAX_EDITS + 1;
  }
  return table[a_length][b_length];
}

static bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

/* Returns whether both words have the same digits: a different number is not a misspelling, so a7
 * is never suggested for a8. */
static bool has_same_digits(const char *a, size_t a_length, const char *b) {
  const char *end = a + a_length;
  for (;;) {
    while (a < end && !is_digit(*a)) a++;
    while (*b != '\0' && !is_digit(*b)) b++;
    if (a == end || *b == '\0') return a == end && *b == '\0';
    if (*a++ != *b++) return false;
  }
}

/* Returns whether the word is a prefix of the candidate: "col" of "columns", or "r" of
 * "r.edges". */
static bool is_beginning(const char *word, size_t length, const char *candidate) {
  return strncmp(word, candidate, length) == 0 && (length > 1 || candidate[length] == '.');
}

void grundy_suggest(grundy_suggestion *best, const char *word, size_t length,
                    const char *candidate) {
  size_t candidate_length = strlen(candidate);
  size_t longer = length > candidate_length ? length : candidate_length;
  bool is_equal = length == candidate_length && memcmp(word, candidate, length) == 0;
  if (length == 0 || candidate_length == 0 || longer > LONGEST || is_equal) return;
  bool begins = length < candidate_length && is_beginning(word, length, candidate);
  size_t shorter = length + candidate_length - longer;
  if (!begins && longer - shorter > MAX_EDITS) return;
  if (!has_same_digits(word, length, candidate)) return;
  unsigned distance = begins ? 1 : edit_distance(word, length, candidate, candidate_length);
  bool is_close = begins || (distance <= MAX_EDITS && 3UL * distance <= longer + 2 &&
                             (distance == 0 || 2UL * distance < longer));
  if (!is_close || (best->word[0] != '\0' && distance >= best->distance)) return;
  memcpy(best->word, candidate, candidate_length + 1);
  best->distance = distance;
}

bool grundy_error_suggest(grundy_error *error, const grundy_suggestion *best) {
  if (best->word[0] == '\0') return false;
  grundy_error_append(error, "; did you mean '%s'?", best->word);
  return true;
}
