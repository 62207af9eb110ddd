/* Where answers come from: the server, `grundy serve`. The static page has web/site/answers.js in
 * place of this file, with the same exports; the rest of the page does not know the difference. */

import { t } from "./language.js";

/** The address of the script of embedded games, next to the pages that use it: the server does not have it. */
export const EMBED_SCRIPT = "grundy/grundy-game.js";

/** What to say if nothing answers at all. */
export const UNREACHABLE = t("the server does not answer; is 'grundy serve' still running?");

/**
 * Answers one call of the API: a POST if there is a body, otherwise a GET.
 * @param {string} name of the call, such as "solve"
 * @param {object} [request]
 * @param {object} [request.body]
 * @param {AbortSignal} [request.signal]
 * @param {string} [request.job] names the request, to ask for its progress or to cancel it
 * @returns {Promise<Response>}
 */
export function fetchAnswer(name, { body, signal, job } = {}) {
  /** @type {Record<string, string>} */
  const headers = { "Content-Type": "application/json" };
  if (job !== undefined) headers["X-Grundy-Job"] = job;
  const posted = body === undefined ? {} : { method: "POST", headers, body: JSON.stringify(body) };
  return fetch(`api/${name}`, { credentials: "same-origin", cache: "no-store", signal, ...posted });
}
