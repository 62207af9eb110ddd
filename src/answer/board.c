/* Boards as JSON. */

#include "answer/impl.h"

#include "board/board.h"

void grundy_answer_board_places(grundy_json *json, const grundy_board *board) {
  bool is_heaps = board->kind == GRUNDY_BOARD_HEAPS;
  grundy_json_array(json, is_heaps ? "heaps" : "cells");
  for (uint32_t i = 0; i < board->place_count; i++) {
    if (is_heaps)
      grundy_json_integer(json, NULL, board->places[i].count);
    else
      grundy_json_string(json, NULL, board->places[i].pieces);
  }
  grundy_json_end(json);
}

static void put_points(grundy_json *json, const grundy_board *board) {
  grundy_json_array(json, "points");
  for (uint32_t i = 0; i < board->place_count; i++) {
    grundy_json_object(json, NULL);
    grundy_json_real(json, "x", board->places[i].x);
    grundy_json_real(json, "y", board->places[i].y);
    grundy_json_end(json);
  }
  grundy_json_end(json);
}

static void put_lines(grundy_json *json, const grundy_board *board, const char *name,
                      bool is_arrow) {
  grundy_json_array(json, name);
  for (uint32_t i = 0; i < board->line_count; i++) {
    if (board->lines[i].is_arrow != is_arrow) continue;
    grundy_json_array(json, NULL);
    grundy_json_integer(json, NULL, board->lines[i].from);
    grundy_json_integer(json, NULL, board->lines[i].to);
    grundy_json_end(json);
  }
  grundy_json_end(json);
}

static void put_titles(grundy_json *json, const grundy_board *board) {
  bool has_titles = false, has_facing = false;
  for (uint32_t i = 0; i < board->title_count; i++) {
    has_titles |= board->titles[i].text[0] != '\0';
    has_facing |= board->titles[i].facing != GRUNDY_BOARD_FACING_NONE;
  }
  if (has_titles) grundy_json_object(json, "titles");
  for (uint32_t i = 0; i < board->title_count; i++) {
    const char piece[] = {board->titles[i].piece, '\0'};
    if (board->titles[i].text[0] != '\0') grundy_json_string(json, piece, board->titles[i].text);
  }
  if (has_titles) grundy_json_end(json);
  if (has_facing) grundy_json_object(json, "facing");
  for (uint32_t i = 0; i < board->title_count; i++) {
    const char piece[] = {board->titles[i].piece, '\0'};
    if (board->titles[i].facing != GRUNDY_BOARD_FACING_NONE)
      grundy_json_string(json, piece, grundy_board_ways[board->titles[i].facing]);
  }
  if (has_facing) grundy_json_end(json);
}

void grundy_answer_board(grundy_json *json, const char *name, const grundy_board *board) {
  static const char *const kinds[] = {[GRUNDY_BOARD_GRID] = "grid",
                                      [GRUNDY_BOARD_POINTS] = "points",
                                      [GRUNDY_BOARD_HEAPS] = "heaps"};
  if (board->kind == GRUNDY_BOARD_NONE) {
    grundy_json_null(json, name);
    return;
  }
  grundy_json_object(json, name);
  grundy_json_string(json, "kind", kinds[board->kind]);
  if (board->kind == GRUNDY_BOARD_GRID) {
    grundy_json_integer(json, "rows", board->rows);
    grundy_json_integer(json, "columns", board->columns);
  }
  if (board->kind == GRUNDY_BOARD_POINTS || board->pit_count > 0) put_points(json, board);
  if (board->kind == GRUNDY_BOARD_POINTS) {
    bool has_arrows = false;
    for (uint32_t i = 0; i < board->line_count; i++) has_arrows |= board->lines[i].is_arrow;
    put_lines(json, board, "lines", false);
    if (has_arrows) put_lines(json, board, "arrows", true);
  }
  grundy_answer_board_places(json, board);
  bool has_labels = false;
  for (uint32_t i = 0; i < board->place_count; i++) has_labels |= board->places[i].label[0] != '\0';
  if (has_labels) {
    grundy_json_array(json, "labels");
    for (uint32_t i = 0; i < board->place_count; i++)
      grundy_json_string(json, NULL, board->places[i].label);
    grundy_json_end(json);
  }
  put_titles(json, board);
  grundy_json_end(json);
}

static void put_place(grundy_json *json, const char *name, uint32_t place) {
  if (place == GRUNDY_BOARD_OUTSIDE)
    grundy_json_null(json, name);
  else
    grundy_json_integer(json, name, place);
}

void grundy_answer_board_path(grundy_json *json, const grundy_board *board) {
  grundy_json_array(json, "path");
  for (uint32_t i = 0; i < board->step_count; i++) {
    const grundy_board_step *step = &board->steps[i];
    const char piece[] = {step->piece, '\0'};
    grundy_json_object(json, NULL);
    put_place(json, "from", step->from);
    put_place(json, "to", step->to);
    if (board->kind == GRUNDY_BOARD_HEAPS)
      grundy_json_integer(json, "count", step->count);
    else
      grundy_json_string(json, "piece", piece);
    grundy_json_end(json);
  }
  grundy_json_end(json);
}
