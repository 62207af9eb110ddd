/* Requests to the program. Answers are the output of the commands with --json. */

import { fetchAnswer, UNREACHABLE } from "./answers.js";
import { language, t } from "./language.js";
import { formatMessage } from "./messages.js";

/* An error reported by the program. `reason` is a word for programs; `line` and `column` refer to
 * the text of the game and are 0 if there are none; `positions` is how many were found before a
 * limit was reached, null if that is not known. */
export class Refusal extends Error {
  /** @param {any} error */
  constructor(error) {
    const { message, line, column } = formatMessage(error);
    super(message);
    this.line = line;
    this.column = column;
    this.reason = error.reason ?? "other";
    this.positions = error.positions ?? null;
  }
}

/**
 * Returns whether a request was aborted because a later one has replaced it.
 * @param {any} error
 */
export const isStale = error => error.name === "AbortError";

const LIMITS = ["too-many", "memory", "time", "limit", "too-long", "cancelled", "busy"];

/**
 * Returns whether a limit was reached, so that nothing is wrong with the game.
 * @param {any} refusal
 */
export const isLimit = refusal => LIMITS.includes(refusal?.reason);

/** @param {Response} response */
async function refusalOf(response) {
  let error = null;
  try {
    error = (await response.json()).error;
  } catch {
    /* the answer does not come from the program itself */
  }
  return new Refusal(error ?? { message: t("the answer has the status {status}", { status: String(response.status) }) });
}

/* Calls whose answers have sentences, which the program can word in the language of the page. */
const WORDED = ["why", "trace", "match"];

/**
 * @param {string} name
 * @param {Parameters<typeof fetchAnswer>[1]} [request]
 */
async function ask(name, request) {
  if (language !== "en" && WORDED.includes(name)) request = { ...request, body: { ...request?.body, language } };
  let response;
  try {
    response = await fetchAnswer(name, request);
  } catch (error) {
    if (isStale(error)) throw error;
    const { reason } = /** @type {any} */ (error); /* undefined if nothing answered */
    throw new Refusal(reason !== undefined ? error : { message: UNREACHABLE });
  }
  if (!response.ok) throw await refusalOf(response);
  return response;
}

/**
 * `job` names the request, so that its progress can be asked for and it can be cancelled.
 * @param {string} name
 * @param {object} body
 * @param {AbortSignal} [signal]
 * @param {string} [job]
 */
export const postForJson = async (name, body, signal, job) =>
  (await ask(name, { body, signal, job })).json();
/**
 * @param {string} name
 * @param {object} body
 * @param {AbortSignal} [signal]
 */
export const postForText = async (name, body, signal) => (await ask(name, { body, signal })).text();
/**
 * @param {string} name
 * @param {object} body
 */
export const postForBlob = async (name, body) => (await ask(name, { body })).blob();
/** @param {string} name */
export const getJson = async name => (await ask(name)).json();

/* A sequence of requests of which only the last one counts: a new request aborts the previous
 * one. */
export function createChannel() {
  /** @type {AbortController | null} */
  let controller = null;
  return {
    /**
     * @template T
     * @param {(signal: AbortSignal) => T} work
     */
    run(work) {
      controller?.abort();
      controller = new AbortController();
      return work(controller.signal);
    },
    abort() {
      controller?.abort();
    },
  };
}

/**
 * Keeps up to `most` answers by request, except failures. The work must not use a signal of a
 * channel: aborting it would also fail the other callers with the same request.
 * @param {number} most
 * @returns {<T>(question: unknown, work: () => Promise<T>) => Promise<T>}
 */
export function createCache(most) {
  const answers = new Map();
  return (question, work) => {
    const key = JSON.stringify(question);
    if (!answers.has(key)) {
      if (answers.size >= most) answers.delete(answers.keys().next().value);
      const answer = work();
      answers.set(key, answer);
      answer.catch(() => answers.delete(key));
    }
    return answers.get(key);
  };
}
