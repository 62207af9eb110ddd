/* Requests to `grundy serve`. Answers are the output of the commands with --json. */

import { formatMessage } from "./messages.js";

/* An error reported by the program. `line` and `column` refer to the text of the game and are 0 if
 * there are none; `code` is the exit code of the command. */
export class Refusal extends Error {
  constructor(error) {
    const { message, line, column, code } = formatMessage(error);
    super(message);
    Object.assign(this, { line, column, code });
  }
}

/* Returns whether a request was aborted because a later one has replaced it. */
export const isStale = error => error.name === "AbortError";

async function refusalOf(response) {
  let error = null;
  try {
    error = (await response.json()).error;
  } catch {
    /* the answer does not come from the program itself */
  }
  return new Refusal(error ?? { message: `the server answers ${response.status}` });
}

async function ask(path, options) {
  let response;
  try {
    response = await fetch(path, { credentials: "same-origin", cache: "no-store", ...options });
  } catch (error) {
    if (isStale(error)) throw error;
    throw new Refusal({ message: "the server does not answer; is 'grundy serve' still running?" });
  }
  if (!response.ok) throw await refusalOf(response);
  return response;
}

function post(name, body, signal) {
  return ask(`api/${name}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
    signal,
  });
}

export const postForJson = async (name, body, signal) => (await post(name, body, signal)).json();
export const postForText = async (name, body, signal) => (await post(name, body, signal)).text();
export const postForBlob = async (name, body, signal) => (await post(name, body, signal)).blob();
export const getJson = async name => (await ask(`api/${name}`, {})).json();

/* A sequence of requests of which only the last one counts: a new request aborts the previous
 * one. */
export function createChannel() {
  let controller = null;
  return {
    run(work) {
      controller?.abort();
      controller = new AbortController();
      return work(controller.signal);
    },
  };
}

/* Keeps up to `most` answers by request, except failures. The work must not use a signal of a
 * channel: aborting it would also fail the other callers with the same request. */
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
