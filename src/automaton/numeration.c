/* Numerations: names, digits, and numbers of any size in decimal. */

#include "automaton/impl.h"

#include "text/numbers.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

grundy_status grundy_numeration_parse(const char *text, grundy_numeration *numeration,
                                      grundy_error *error) {
  uint64_t base = 0;
  if (strcmp(text, "zeckendorf") == 0) {
    *numeration = GRUNDY_ZECKENDORF;
    return GRUNDY_OK;
  }
  if (strncmp(text, "base", 4) != 0 ||
      !grundy_number_parse(text + 4, strlen(text + 4), GRUNDY_NUMERATION_MAX_BASE, &base) ||
      base < 2)
    return grundy_fail(error, GRUNDY_BAD_ARGUMENT,
                       "unknown numeration '%.*s'; expected base2 to base16, or zeckendorf",
                       grundy_excerpt(text, strlen(text)), text);
  *numeration = (grundy_numeration)base;
  return GRUNDY_OK;
}

const char *grundy_numeration_name(grundy_numeration numeration, char text[16]) {
  if (numeration == GRUNDY_ZECKENDORF) return "zeckendorf";
  (void)snprintf(text, 16, "base%" PRIu32, numeration);
  return text;
}

uint32_t grundy_numeration_digits(grundy_numeration numeration) {
  return numeration == GRUNDY_ZECKENDORF ? 2 : numeration;
}

uint32_t grundy_numeration_symbols(grundy_numeration numeration, uint32_t tracks) {
  uint64_t symbols = 1;
  for (uint32_t i = 0; i < tracks; i++)
    if (symbols <= GRUNDY_AUTOMATON_MAX_SYMBOLS) symbols *= grundy_numeration_digits(numeration);
  return symbols <= GRUNDY_AUTOMATON_MAX_SYMBOLS ? (uint32_t)symbols
                                                 : GRUNDY_AUTOMATON_MAX_SYMBOLS + 1;
}

uint64_t grundy_numeration_side(grundy_numeration numeration, uint32_t digits) {
  uint64_t side = 1, last = 1; /* 1, 2, 3, 5, … */
  for (uint32_t i = 0; i < digits; i++) {
    uint64_t next = 0;
    bool fits = numeration == GRUNDY_ZECKENDORF
                    ? !__builtin_add_overflow(side, last, &next)
                    : !__builtin_mul_overflow(side, (uint64_t)numeration, &next);
    if (!fits) return UINT64_MAX;
    last = side;
    side = next;
  }
  return side;
}

/* The most digits of a 64-bit number. */
enum { MOST_WEIGHTS = 96 };

/* Lists the values of digits, from the last one, up to `most`. Returns how many there are. */
static uint32_t list_weights(grundy_numeration numeration, uint64_t most,
                             uint64_t weights[MOST_WEIGHTS]) {
  uint32_t count = 0;
  uint64_t weight = 1, before = 1;
  while (weight <= most) {
    uint64_t next = 0;
    weights[count++] = weight;
    if (numeration == GRUNDY_ZECKENDORF ? __builtin_add_overflow(weight, before, &next)
                                        : __builtin_mul_overflow(weight, numeration, &next))
      break;
    before = weight;
    weight = next;
  }
  return count;
}

void grundy_digits_of(grundy_numeration numeration, uint64_t number, grundy_digits *digits) {
  uint64_t weights[MOST_WEIGHTS];
  digits->count = list_weights(numeration, number, weights);
  for (uint32_t i = digits->count; i-- > 0; number %= weights[i])
    digits->at[digits->count - 1 - i] = (uint8_t)(number / weights[i]);
}

uint64_t grundy_digits_value(grundy_numeration numeration, const uint8_t *digits, uint32_t count) {
  uint64_t weights[MOST_WEIGHTS], value = 0;
  uint32_t known = list_weights(numeration, UINT64_MAX, weights);
  assert(count <= known);
  (void)known;
  for (uint32_t i = 0; i < count; i++) value += digits[count - 1 - i] * weights[i];
  return value;
}

/* ---- large numbers ------------------------------------------------------------------------ */

/* A number in decimal, least significant digit first. */
enum { ROOM = GRUNDY_AUTOMATON_MAX_DIGITS + 7 };
typedef struct decimal {
  uint8_t at[ROOM];
} decimal;

/* Replaces the number by number * factor + more. */
static void multiply(decimal *number, uint32_t factor, uint32_t more) {
  for (int i = 0; i < ROOM; i++) {
    more += number->at[i] * factor;
    number->at[i] = (uint8_t)(more % 10);
    more /= 10;
  }
  assert(more == 0);
}

/* Divides the number and returns the remainder. */
static uint32_t divide(decimal *number, uint32_t divisor) {
  uint32_t rest = 0;
  for (int i = ROOM - 1; i >= 0; i--) {
    rest = 10 * rest + number->at[i];
    number->at[i] = (uint8_t)(rest / divisor);
    rest %= divisor;
  }
  return rest;
}

static int compare(const decimal *left, const decimal *right) {
  int i = ROOM - 1;
  while (i > 0 && left->at[i] == right->at[i]) i--;
  return (int)left->at[i] - (int)right->at[i];
}

/* Adds sign times a number; the result is not negative. */
static void add(decimal *to, const decimal *number, int sign) {
  int carry = 0;
  for (int i = 0; i < ROOM; i++) {
    int sum = to->at[i] + sign * number->at[i] + carry;
    carry = sum < 0 ? -1 : sum / 10;
    to->at[i] = (uint8_t)(sum - 10 * carry);
  }
  assert(carry == 0);
}

static bool is_zero(const decimal *number) {
  const decimal zero = {{0}};
  return compare(number, &zero) == 0;
}

static void reverse(grundy_digits *digits) {
  for (uint32_t i = 0; 2 * i + 1 < digits->count; i++) {
    uint8_t digit = digits->at[i];
    digits->at[i] = digits->at[digits->count - 1 - i];
    digits->at[digits->count - 1 - i] = digit;
  }
}

/* Two neighbouring Fibonacci numbers. */
typedef struct fibonacci {
  decimal number, before;
} fibonacci;

static void fibonacci_start(fibonacci *pair) {
  *pair = (fibonacci){.number = {{1}}, .before = {{1}}};
}

static void fibonacci_up(fibonacci *pair) {
  decimal number = pair->number;
  add(&pair->number, &pair->before, 1);
  pair->before = number;
}

static void fibonacci_down(fibonacci *pair) {
  decimal before = pair->number;
  add(&before, &pair->before, -1);
  pair->number = pair->before;
  pair->before = before;
}

void grundy_digits_of_decimal(grundy_numeration numeration, const char *text, size_t length,
                              grundy_digits *digits) {
  decimal number = {{0}};
  assert(length <= GRUNDY_AUTOMATON_MAX_DIGITS);
  for (size_t i = 0; i < length; i++) number.at[i] = (uint8_t)(text[length - 1 - i] - '0');
  digits->count = 0;
  if (numeration != GRUNDY_ZECKENDORF) {
    while (!is_zero(&number)) {
      assert(digits->count < GRUNDY_NUMERATION_ROOM);
      digits->at[digits->count++] = (uint8_t)divide(&number, numeration);
    }
    reverse(digits);
    return;
  }
  fibonacci pair;
  fibonacci_start(&pair);
  uint32_t count = 0;
  for (; compare(&pair.number, &number) <= 0; count++) fibonacci_up(&pair);
  assert(count <= GRUNDY_NUMERATION_ROOM);
  for (; digits->count < count; digits->count++) {
    fibonacci_down(&pair);
    bool is_in = compare(&pair.number, &number) <= 0;
    if (is_in) add(&number, &pair.number, -1);
    digits->at[digits->count] = is_in;
  }
}

void grundy_digits_to_decimal(grundy_numeration numeration, const grundy_digits *digits,
                              char text[GRUNDY_AUTOMATON_MAX_DIGITS + 8]) {
  decimal number = {{0}};
  fibonacci pair;
  fibonacci_start(&pair);
  for (uint32_t i = 0; i < digits->count; i++) {
    if (numeration != GRUNDY_ZECKENDORF) {
      multiply(&number, numeration, digits->at[i]);
    } else {
      if (digits->at[digits->count - 1 - i] == 1) add(&number, &pair.number, 1);
      if (i + 1 < digits->count) fibonacci_up(&pair);
    }
  }
  int top = ROOM - 1;
  while (top > 0 && number.at[top] == 0) top--;
  for (int i = top; i >= 0; i--) *text++ = (char)('0' + number.at[i]);
  *text = '\0';
}
