/* Documents that grundy_json writes are read back with Jansson and compared with what was meant. */

#include <math.h>

#include <grundy/json.h>
#include <jansson.h>

#include "support/games.h"
#include "support/test.h"

static char text[1 << 16];

/* Returns the document that `write` writes; NULL if Jansson rejects it. */
static json_t *written(void (*write)(grundy_json *json)) {
  FILE *out = fmemopen(text, sizeof text, "w");
  assert_non_null(out);
  grundy_json json = grundy_json_start(out);
  write(&json);
  assert_int_equal(fclose(out), 0);
  return json_loads(text, JSON_DECODE_ANY, NULL);
}

static void write_all_kinds(grundy_json *json) {
  grundy_json_object(json, NULL);
  grundy_json_string(json, "text", "a \"b\" \\ \n\x01 ∞ 😀");
  grundy_json_string(json, "nothing", NULL);
  grundy_json_integer(json, "most", INT64_MAX);
  grundy_json_line(json);
  grundy_json_real(json, "tenth", 0.1);
  grundy_json_real(json, "thirty", 30);
  grundy_json_real(json, "large", -1e20);
  grundy_json_real(json, "endless", INFINITY);
  grundy_json_bool(json, "yes", true);
  grundy_json_array(json, "list");
  grundy_json_integer(json, NULL, 1);
  grundy_json_object(json, NULL);
  grundy_json_end(json);
  grundy_json_null(json, NULL);
  grundy_json_end(json);
  grundy_json_end(json);
}

static void every_kind_of_item_reads_back(void **state) {
  json_t *read = written(write_all_kinds);
  json_t *meant =
      json_pack("{s:s,s:n,s:I,s:f,s:i,s:f,s:n,s:b,s:[i,{},n]}", "text", "a \"b\" \\ \n\x01 ∞ 😀",
                "nothing", "most", (json_int_t)INT64_MAX, "tenth", 0.1, "thirty", 30, "large",
                -1e20, "endless", "yes", 1, "list", 1);
  assert_true(json_equal(read, meant));
  assert_non_null(strstr(text, ",\n\"tenth\": 0.1, "));
  assert_int_equal(text[strlen(text) - 1], '\n');
  json_decref(read);
  json_decref(meant);
}

static void write_bad_bytes(grundy_json *json) {
  grundy_json_string(json, NULL, "a\xff\xe2\x88 b");
}

static void bytes_that_are_not_utf8_are_replaced(void **state) {
  json_t *read = written(write_bad_bytes);
  assert_string_equal(json_string_value(read), "a\ufffd\ufffd\ufffd b");
  json_decref(read);
}

/* Builds the same random document with Jansson and with the writer. */
static json_t *meant;
static grundy_random numbers;

static void write_random_item(grundy_json *json, const char *name, json_t *into, int depth);

static void add(json_t *into, const char *name, json_t *item) {
  assert_int_equal(
      name == NULL ? json_array_append_new(into, item) : json_object_set_new(into, name, item), 0);
}

static void write_random_items(grundy_json *json, json_t *into, int depth) {
  char name[16];
  for (uint64_t i = 0, count = grundy_random_below(&numbers, 5); i < count; i++) {
    (void)snprintf(name, sizeof name, "m%d\"\t", (int)i);
    write_random_item(json, json_is_object(into) ? name : NULL, into, depth + 1);
  }
  grundy_json_end(json);
}

static void write_random_item(grundy_json *json, const char *name, json_t *into, int depth) {
  char bytes[4] = {0};
  double real = (double)grundy_random_below(&numbers, 1000003) / 7;
  json_t *inner;
  for (int i = 0; i < 3; i++) bytes[i] = (char)grundy_random_below(&numbers, 128);
  if (grundy_random_below(&numbers, 3) == 0) grundy_json_line(json);
  switch (grundy_random_below(&numbers, depth < 6 ? 6 : 4)) {
  case 0:
    grundy_json_string(json, name, bytes);
    add(into, name, json_string(bytes));
    break;
  case 1:
    grundy_json_integer(json, name, (uint64_t)real);
    add(into, name, json_integer((json_int_t)real));
    break;
  case 2:
    grundy_json_real(json, name, real + 0.5);
    add(into, name, json_real(real + 0.5));
    break;
  case 3:
    grundy_json_bool(json, name, real > 70000);
    add(into, name, json_boolean(real > 70000));
    break;
  case 4:
    grundy_json_object(json, name);
    add(into, name, inner = json_object());
    write_random_items(json, inner, depth);
    break;
  default:
    grundy_json_array(json, name);
    add(into, name, inner = json_array());
    write_random_items(json, inner, depth);
  }
}

static void write_random(grundy_json *json) {
  grundy_json_array(json, NULL);
  meant = json_array();
  write_random_items(json, meant, 0);
}

static void random_documents_read_back(void **state) {
  numbers = grundy_random_new(test_seed());
  for (int i = 0; i < 200; i++) {
    json_t *read = written(write_random);
    assert_non_null(read);
    assert_true(json_equal(read, meant));
    json_decref(read);
    json_decref(meant);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_kind_of_item_reads_back),
      cmocka_unit_test(bytes_that_are_not_utf8_are_replaced),
      cmocka_unit_test(random_documents_read_back),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
