/* The course: a lesson next to the stage, page by page, with tasks. */

import { byId, fillSelect, make, makeButton } from "./dom.js";
import { currentVisit, goTo, startHistory } from "./history.js";
import { t } from "./language.js";
import { LESSONS, lessonNamed, paragraphsOf } from "./lessons.js";
import { afterSteps } from "./look.js";
import { currentLook, firstShared, freshStart, isOutdated } from "./state.js";
import { isRight } from "./tasks.js";

const KEPT = "grundy-lessons"; /* the tasks that the reader has solved, as ["draws 2", …] */

/** Keeps the progress in the browser, where it may; private windows forget it. */
function createProgress() {
  /** @type {Set<string>} */
  let done = new Set();
  try {
    done = new Set(JSON.parse(localStorage.getItem(KEPT) ?? "[]"));
  } catch { /* nothing is kept */ }
  return {
    /**
     * @param {string} name
     * @param {number} page
     */
    add(name, page) {
      done.add(`${name} ${page}`);
      try {
        localStorage.setItem(KEPT, JSON.stringify([...done]));
      } catch { /* nothing is kept */ }
    },
    /** Returns whether all tasks of a lesson are solved.
     * @param {Lesson} lesson
     */
    isDone: ({ name, pages }) => pages.every(({ task }, i) => task === undefined || done.has(`${name} ${i}`)),
  };
}

/**
 * Returns the game of a page and where its positions are.
 * @param {LessonPage} page
 * @returns {{ game: Game, places: Record<string, [number, number]> }}
 */
function gameOf({ game, gallery, args, places }) {
  if (gallery !== undefined) return { game: { gallery, ...(args === "" ? {} : { args }) }, places: {} };
  if (game !== undefined) return { game: { format: "edges", text: game }, places: places ?? {} };
  const { game: ring, places: around } = firstShared();
  return { game: ring, places: around };
}

/**
 * Makes paragraphs; words between asterisks are emphasized.
 * @param {string} words
 */
const paragraphs = words => paragraphsOf(words).map(lines => make("p", {}, ...lines.flatMap((line, i) => [
  ...(i === 0 ? [] : [make("br")]),
  ...line.split("*").map((part, j) => (j % 2 === 0 ? part : make("em", { text: part }))),
])));

/** @type {[string, string][]} */
const OUTCOMES = [["N", t("The player to move")], ["P", t("The opponent")], ["D", t("Nobody: a draw")]];

/** @type {Record<string, [string, string]>} */
const FIELDS = { remoteness: [t("Moves"), "3"], value: [t("Value"), t("3 or ∞{2}")] };

/**
 * Makes the controls with which a task is answered; a move, a change and a match are made on the stage.
 * @param {Task} task
 * @param {(given: any) => void} answer
 */
function taskControls(task, answer) {
  if (task.kind === "outcome")
    return make("div", { class: "row" }, ...OUTCOMES.map(([outcome, words]) =>
      makeButton(words, () => answer(outcome), { data: { outcome } })));
  const field = FIELDS[task.kind];
  if (field === undefined) return "";
  const input = make("input", { id: "lesson-answer", autocomplete: "off", placeholder: field[1] });
  const insert = task.kind === "value" ? makeButton("∞{ }", () => {
    input.value = "∞{}";
    input.focus();
    input.setSelectionRange(2, 2);
  }, { title: t("Write an infinite value") }) : null;
  return make("form", { class: "row", on: { submit: (/** @type {Event} */ event) => {
    event.preventDefault();
    answer(input.value);
  } } }, make("label", { class: "field" }, make("span", { text: field[0] }), input), insert,
  make("button", { type: "submit", class: "main", text: t("Check") }));
}

/**
 * @param {Store} store
 */
export function createLessons(store) {
  const progress = createProgress();
  /** @type {Look | null} */
  let first = null; /* what the program says about the position in question */
  let isSolved = false;

  const lessonNow = () => lessonNamed(store.state.lesson);
  const pageNow = () => lessonNow()?.pages[store.state.page] ?? null;

  /**
   * Opens a page with its game.
   * @param {string} name
   * @param {number} number
   */
  function open(name, number) {
    const lesson = lessonNamed(name), page = lesson?.pages[number];
    if (lesson === null || page === undefined) return;
    const { game, places } = gameOf(page), others = page.others ?? [];
    const isSame = JSON.stringify(game) === JSON.stringify(store.state.game);
    first = null;
    isSolved = false;
    store.edit(isSame ? store.state.game : game, { ...freshStart(lesson.title), places, others,
      mode: page.task?.kind === "match" ? "play" : "explore", answers: page.answers === true, lesson: name, page: number,
      ...(page.at === undefined ? {} : { history: startHistory(page.at, others.length > 0 ? others : undefined) }) });
    noteLook();
    byId("lesson-title").focus();
  }

  /** @param {any} given */
  function answer(given) {
    const lesson = lessonNow(), page = pageNow(), { solved } = store.state;
    if (isSolved || lesson === null || page?.task === undefined || solved === null || first === null) return;
    isSolved = isRight(page.task, given, { solved, look: first });
    if (isSolved) {
      progress.add(lesson.name, store.state.page);
      if (page.task.kind !== "match") store.change({ answers: true });
      render();
    } else byId("lesson-said").textContent = `${t("Not quite.")} ${page.hint ?? t("Try again.")}`;
  }

  /* A move on the stage: the second entry of the history. A wrong one is taken back. */
  function followMove() {
    const { history, others } = store.state, visit = currentVisit(history), look = first;
    if (pageNow()?.task?.kind !== "move" || isSolved || look === null || visit === null || history.at === 0) return;
    const made = JSON.stringify({ position: visit.position, others });
    const before = { position: look.position, others: pageNow()?.others ?? [] };
    const move = look.moves.find(({ steps }) => JSON.stringify(afterSteps(before, steps)) === made);
    if (move !== undefined && visit.jump !== true) answer(move);
    if (!isSolved) store.change({ history: goTo(history, 0), others: before.others });
  }

  /* A change of the game, which may be solved before the program has said anything about the position. */
  function followChange() {
    const task = pageNow()?.task, { solved } = store.state;
    if (task?.kind !== "change" || first === null || solved === null || isOutdated(store.state)) return;
    if (isRight(task, null, { solved, look: first })) answer(null);
  }

  function noteLook() {
    const { history, game } = store.state, look = currentLook(store.state);
    if (first === null && look !== null && look.game === game && history.at === 0) {
      first = look;
      render();
      followChange();
    }
  }

  function render() {
    const lesson = lessonNow(), page = pageNow();
    byId("lesson").hidden = lesson === null || page === null;
    document.body.dataset.lesson = page !== null && !isSolved && page.answers !== true ? "asks" : "";
    if (lesson === null || page === null) return;
    fillSelect(byId("lesson-choice"), LESSONS.map((each, i) =>
      [each.name, `${i + 1}. ${each.title}${progress.isDone(each) ? " ✓" : ""}`]), lesson.name);
    byId("lesson-title").textContent = lesson.title;
    byId("lesson-count").textContent = t("page {n} of {all}", { n: store.state.page + 1, all: lesson.pages.length });
    byId("lesson-words").replaceChildren(...paragraphs(page.words));
    byId("lesson-task").replaceChildren(page.task === undefined || isSolved || first === null ? ""
      : taskControls(page.task, answer));
    byId("lesson-said").textContent = isSolved ? page.right ?? t("Right!") : "";
    byId("lesson-back").disabled = store.state.page === 0 && lesson === LESSONS[0];
    byId("lesson-next").textContent = page.task === undefined || isSolved ? t("Next") : t("Skip");
    byId("lesson-next").hidden = lesson === LESSONS.at(-1) && store.state.page === lesson.pages.length - 1;
  }

  /** @param {1 | -1} step */
  function turn(step) {
    const lesson = lessonNow();
    if (lesson === null) return;
    const page = store.state.page + step, next = LESSONS[LESSONS.indexOf(lesson) + step];
    if (page >= 0 && page < lesson.pages.length) open(lesson.name, page);
    else if (next !== undefined) open(next.name, step === 1 ? 0 : next.pages.length - 1);
  }

  byId("lesson-choice").addEventListener("change", (/** @type {any} */ event) => open(event.target.value, 0));
  byId("lesson-back").addEventListener("click", () => turn(-1));
  byId("lesson-next").addEventListener("click", () => turn(1));
  byId("lesson-close").addEventListener("click", () => store.change({ lesson: "", answers: true }));
  const start = () => open((LESSONS.find(lesson => !progress.isDone(lesson)) ?? LESSONS[0]).name, 0);
  byId("open-lessons").addEventListener("click", start);
  store.listen(["lesson", "page"], render);
  store.listen(["look", "history"], noteLook);
  store.listen(["history"], followMove);
  store.listen(["solved"], followChange);
  store.listen(["winner"], ({ winner }) => {
    if (pageNow()?.task?.kind === "match" && winner !== "") answer(winner);
  });
  render();
  return { start };
}
