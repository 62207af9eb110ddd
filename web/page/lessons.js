/* The lessons in their order. */

import backwards from "./lesson_backwards.js";
import counters from "./lesson_counters.js";
import draws from "./lesson_draws.js";
import ending from "./lesson_ending.js";
import examination from "./lesson_examination.js";
import howLong from "./lesson_how_long.js";
import infinite from "./lesson_infinite.js";
import staying from "./lesson_staying.js";
import sums from "./lesson_sums.js";
import values from "./lesson_values.js";

/** @type {Lesson[]} */
export const LESSONS = [counters, backwards, draws, staying, howLong, sums, values, infinite, ending, examination];

/** @param {string} name */
export const lessonNamed = name => LESSONS.find(lesson => lesson.name === name) ?? null;

/**
 * Returns the paragraphs of a text as lists of lines. Empty lines separate paragraphs; lines that begin with "|" are
 * kept apart, and others are joined.
 * @param {string} words
 */
export const paragraphsOf = words => words.split(/\n\s*\n/).map(paragraph => {
  const lines = paragraph.split("\n").map(line => line.trim());
  return lines[0].startsWith("|") ? lines.map(line => line.replace(/^\|\s*/, "")) : [lines.join(" ")];
});
