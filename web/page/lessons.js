/* The lessons in their order. */

import backwards from "./lesson_backwards.js";
import backwardsInGerman from "./lesson_backwards_de.js";
import counters from "./lesson_counters.js";
import countersInGerman from "./lesson_counters_de.js";
import draws from "./lesson_draws.js";
import drawsInGerman from "./lesson_draws_de.js";
import ending from "./lesson_ending.js";
import endingInGerman from "./lesson_ending_de.js";
import examination from "./lesson_examination.js";
import examinationInGerman from "./lesson_examination_de.js";
import howLong from "./lesson_how_long.js";
import howLongInGerman from "./lesson_how_long_de.js";
import infinite from "./lesson_infinite.js";
import infiniteInGerman from "./lesson_infinite_de.js";
import staying from "./lesson_staying.js";
import stayingInGerman from "./lesson_staying_de.js";
import sums from "./lesson_sums.js";
import sumsInGerman from "./lesson_sums_de.js";
import values from "./lesson_values.js";
import valuesInGerman from "./lesson_values_de.js";
import { language } from "./language.js";

/** The lessons in English, with what is asked. @type {Lesson[]} */
export const ENGLISH_LESSONS = [counters, backwards, draws, staying, howLong, sums, values, infinite, ending, examination];

/** The texts in other languages, by the name of the lesson: those of lesson_sums_de.js belong to lesson_sums.js.
 * @type {Record<string, Record<string, LessonTexts>>}
 */
export const TRANSLATED_LESSONS = {
  de: {
    counters: countersInGerman, backwards: backwardsInGerman, draws: drawsInGerman, staying: stayingInGerman,
    "how-long": howLongInGerman, sums: sumsInGerman, values: valuesInGerman, infinite: infiniteInGerman,
    ending: endingInGerman, examination: examinationInGerman,
  },
};

/**
 * Returns a lesson with other texts.
 * @param {Lesson} lesson
 * @param {LessonTexts} [texts]
 * @returns {Lesson}
 */
const withTexts = (lesson, texts) => (texts === undefined ? lesson
  : { ...lesson, title: texts.title, pages: lesson.pages.map((page, i) => ({ ...page, ...texts.pages[i] })) });

export const LESSONS = ENGLISH_LESSONS.map(lesson => withTexts(lesson, TRANSLATED_LESSONS[language]?.[lesson.name]));

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
