/* Requests to `grundy serve`. Answers are what the commands print with --json. */

import { retold } from "./words.js";

/* What the program says is wrong: its line and column in the text of the game are 0 if it has none,
 * and its code is the exit code of the command. */
export class Refusal extends Error {
  constructor(error) {
    const { message, line, column, code } = retold(error);
    super(message);
    Object.assign(this, { line, column, code });
  }
}

/* A request was overtaken by a later one: nobody waits for its answer. */
export const isStale = error => error.name === "AbortError";

async function refusalOf(response) {
  let error = null;
  try {
    error = (await response.json()).error;
  } catch {
    /* not from the program itself */
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

/* A line of requests of which only the last one counts: asking again aborts what is under way. */
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

/* What was answered to equal questions is kept, up to `most` of them; failures are not. The work
 * takes no signal of a channel: if one who asks gave up, others who ask the same got nothing. */
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
