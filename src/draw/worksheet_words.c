/* The words of worksheets, in every language, and the rules of games in words. */

#include "draw/worksheet.h"

#include <grundy/game.h>

#include "text/markup.h"

#include <ctype.h>
#include <string.h>

static const grundy_worksheet_words languages[] = {
    [GRUNDY_ENGLISH] =
        {
            .language = "en",
            .worksheet = "Worksheet",
            .solution = "solution",
            .name = "Name",
            .date = "Date",
            .position = "position",
            .best_move = "best move",
            .none = "none",
            .more = "and %u more",
            .token = "Two players take turns moving a token along an arrow.",
            .loses = "A player who cannot move loses.",
            .misere = "This is misère play: a player who cannot move wins.",
            .ends = "Where play ends, the table gives the outcome.",
            .payoffs = "Where play ends, A gets the amount that the table gives.",
            .here = "Here ",
            .fill_table = "Fill in the table, for play that begins at each of the positions:",
            .fill_cards = "For play that begins at each of these positions, write down:",
            .to_move = "%c to move",
            .outcome = "who wins with best play: the next player, who is to move (N), the previous "
                       "player (P), or nobody (D, a draw)",
            .outcome_coloured = "who wins with best play: A, B, or nobody (D, a draw)",
            .remoteness =
                "how many moves the play takes if the winner hurries and the loser delays; "
                "∞ for a draw",
            .misere_remoteness =
                "one more than the number of moves that the play takes if the winner "
                "hurries and the loser delays; ∞ for a draw",
            .value =
                "the Sprague–Grundy value: the least of the numbers 0, 1, 2, … that is not the "
                "value of a position one move away",
            .infinite_value =
                "the generalized Sprague–Grundy value: a number or, where none fits, ∞ "
                "with the set of the finite values one move away, such as ∞{0,2}",
            .guarantee = "the most that A can be sure to get",
            .cap = "the least that B can hold A to",
            .distance = "how many moves the longest play has; ∞ if it may be endless",
            .values_of_followers = "the set of all values one move away, ∞ among them",
            .counter =
                "a number from 0, 1, 2, …, in the order in which Algorithm G gives finite values; "
                "other numberings can be right, too",
            .best_question =
                "a move that wins as fast as possible; in a draw, a move that keeps it; in "
                "a lost position, a move that delays the end",
            .heading_outcome = "outcome",
            .heading_remoteness = "remoteness",
            .heading_value = "value",
            .heading_distance = "distance",
            .heading_guarantee = "guarantee",
            .heading_cap = "cap",
            .heading_counter = "counter",
        },
    [GRUNDY_GERMAN] =
        {
            .language = "de",
            .worksheet = "Arbeitsblatt",
            .solution = "Lösung",
            .name = "Name",
            .date = "Datum",
            .position = "Stellung",
            .best_move = "bester Zug",
            .none = "keiner",
            .more = "und %u weitere",
            .token = "Zwei Spieler ziehen abwechselnd einen Stein entlang eines Pfeils.",
            .loses = "Wer nicht ziehen kann, verliert.",
            .misere = "Gespielt wird misère: Wer nicht ziehen kann, gewinnt.",
            .ends = "Wo das Spiel endet, steht der Ausgang in der Tabelle.",
            .payoffs = "Wo das Spiel endet, erhält A den Betrag in der Tabelle.",
            .here = "Hier: ",
            .fill_table =
                "Fülle die Tabelle aus, für Partien, die in der jeweiligen Stellung beginnen:",
            .fill_cards = "Notiere für Partien, die in der jeweiligen Stellung beginnen:",
            .to_move = "%c ist am Zug",
            .outcome =
                "wer bei bestem Spiel gewinnt: wer am Zug ist (N), wer zuletzt gezogen hat (P) "
                "oder niemand (D, Remis)",
            .outcome_coloured = "wer bei bestem Spiel gewinnt: A, B oder niemand (D, Remis)",
            .remoteness =
                "die Zugzahl bis zum Ende, wenn der Gewinner sich beeilt und der Verlierer "
                "hinauszögert; ∞ bei Remis",
            .misere_remoteness = "eins mehr als die Zugzahl bis zum Ende, wenn der Gewinner sich "
                                 "beeilt und der Verlierer hinauszögert; ∞ bei Remis",
            .value =
                "der Sprague-Grundy-Wert: die kleinste der Zahlen 0, 1, 2, …, die nicht der Wert "
                "einer Stellung einen Zug weiter ist",
            .infinite_value = "der verallgemeinerte Sprague-Grundy-Wert: eine Zahl oder, wo keine "
                              "passt, ∞ mit der Menge der endlichen Werte einen Zug weiter, etwa "
                              "∞{0,2}",
            .guarantee = "das Meiste, was A sicher bekommen kann",
            .cap = "das Wenigste, worauf B den Betrag von A begrenzen kann",
            .distance = "die Zugzahl der längsten Partie; ∞, wenn sie endlos sein kann",
            .values_of_followers = "die Menge aller Werte einen Zug weiter, auch ∞",
            .counter = "eine der Zahlen 0, 1, 2, … in der Reihenfolge, in der Algorithmus G "
                       "endliche Werte "
                       "vergibt; auch andere Nummerierungen können richtig sein",
            .best_question = "ein Zug, der so schnell wie möglich gewinnt; bei Remis einer, der es "
                             "hält; in verlorener Stellung einer, der das Ende hinauszögert",
            .heading_outcome = "Ausgang",
            .heading_remoteness = "Remoteness",
            .heading_value = "Wert",
            .heading_distance = "Länge",
            .heading_guarantee = "sicher für A",
            .heading_cap = "Grenze durch B",
            .heading_counter = "Zähler",
        },
};

const grundy_worksheet_words *grundy_worksheet_words_of(grundy_language language) {
  return &languages[language];
}

/* ---- rules ------------------------------------------------------------------------------- */

static void put(FILE *out, const char *text, size_t length) {
  grundy_write_xml(out, text, length, "&<>");
}

/* Writes the names of arguments with their values, "rows = 3, columns = 4": the last name takes all
 * that is left if dots follow it. Defaults in the names, as in "rows=3", are left out. */
static void put_arguments(const char *names, const char *values, FILE *out) {
  const char *before = "";
  while (*names != '\0' && *values != '\0') {
    const size_t whole = strcspn(names, ",");
    const size_t name = strcspn(names, ",=.:");
    const char *dots = strstr(names, "...");
    const bool takes_rest = dots != NULL && dots < names + whole;
    const size_t value = takes_rest ? strlen(values) : strcspn(values, ",");
    (void)fprintf(out, "%s<i>", before);
    for (size_t i = 0; i < name; i++) (void)putc(tolower((unsigned char)names[i]), out);
    (void)fputs("</i> = ", out);
    for (size_t i = 0; i < value; i++) {
      put(out, values + i, 1);
      if (values[i] == ',') (void)putc(' ', out);
    }
    before = ", ";
    names += whole + (names[whole] == ',');
    values += value + (values[value] == ',');
  }
}

/* Returns the length of rules without what they say about positions that are one. */
static size_t length_of(const char *rules) {
  const char *reduced = strstr(rules, " Reduced: ");
  return reduced == NULL ? strlen(rules) : (size_t)(reduced - rules);
}

/* Returns the length of the first sentence, which says how one moves in a game of the gallery. */
static size_t first_sentence(const char *rules) {
  const char *end = strstr(rules, ". ");
  return end == NULL ? strlen(rules) : (size_t)(end - rules) + 1;
}

/* Returns whether rules in English that are not in the gallery say who wins. */
static bool names_winner(const char *rules) {
  static const char *const words[] = {"win", "wins", "lose", "loses"};
  for (const char *at = rules; *at != '\0';) {
    size_t length = 0;
    while (isalpha((unsigned char)at[length])) length++;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
      if (strlen(words[i]) == length && memcmp(at, words[i], length) == 0) return true;
    at += length == 0 ? 1 : length;
  }
  return false;
}

grundy_status grundy_worksheet_put_rules(const char *game, const grundy_worksheet_words *words,
                                         bool is_misere, bool *is_known, bool *is_complete,
                                         FILE *out, grundy_error *error) {
  grundy_gallery_description rules;
  const grundy_game_name name = game == NULL ? (grundy_game_name){0} : grundy_game_parse(game);
  *is_known = *is_complete = false;
  if (game == NULL || !grundy_game_kind_describe(name.kind)->is_rules) return GRUNDY_OK;
  grundy_status status = grundy_rules_describe(game, &rules, error);
  if (status != GRUNDY_OK || rules.title[0] == '\0') return status;
  *is_known = true;
  const bool is_ours = strcmp(grundy_game_kind_describe(name.kind)->name, "gallery") == 0;
  const char *text = rules.rules;
  if (strcmp(words->language, "de") == 0)
    text = grundy_worksheet_german_rules(name.text, name.length);
  if (text == NULL) text = "";
  const bool says_who_wins = is_ours ? text[0] != '\0' : names_winner(text);
  *is_complete = says_who_wins && !is_misere;
  if (text[0] != '\0')
    put(out, text, says_who_wins && is_misere ? first_sentence(text) : length_of(text));
  else {
    put(out, rules.title, strlen(rules.title));
    (void)putc('.', out);
  }
  if (rules.arguments[0] != '\0' && name.arguments[0] != '\0') {
    (void)fprintf(out, " %s", words->here);
    if (strcmp(words->language, "en") == 0)
      put_arguments(rules.arguments, name.arguments, out);
    else
      put(out, game, strlen(game)); /* the names of arguments are English */
    (void)putc('.', out);
  }
  return GRUNDY_OK;
}
