/* A few workers that run the command, and a queue of requests. Every request runs alone in its
 * worker; cancelling a request that is running ends the worker, and a new one takes its place.
 * Requests that nobody waits for any more may run for a moment: most of them end by themselves,
 * which costs less than a new worker. */

/**
 * @typedef {object} Answer
 * @property {number} status as in HTTP
 * @property {string} type
 * @property {Uint8Array | string} body
 */

/**
 * @typedef {object} Task
 * @property {number} id
 * @property {string} path
 * @property {any} body JSON, or whatever the workers read
 * @property {string} job "" if it has no name
 * @property {Worker | null} worker null while it waits
 * @property {number} began milliseconds
 * @property {{ phase: string | null, positions: number | null }} progress
 * @property {(event: any) => void} [onEvent] gets what the worker says while the request runs
 * @property {(answer: Answer) => void} resolve
 * @property {(error: Error) => void} reject
 */

/**
 * @param {number} status
 * @param {object} value
 * @returns {Answer}
 */
const jsonAnswer = (status, value) => ({ status, type: "application/json", body: JSON.stringify(value) });

/** @param {Task} task */
const cancelledAnswer = ({ progress: { positions } }) => jsonAnswer(422, { error: {
  message: "the request was cancelled", file: "", line: 0, column: 0, code: 4, reason: "cancelled",
  ...(positions === null ? {} : { positions }) } });

/** @param {string} message */
const failureOf = message =>
  Object.assign(new Error(message), { reason: /memory/i.test(message) ? "memory" : "other" });

/** @param {Task | undefined} task */
function progressAnswer(task) {
  if (task === undefined)
    return jsonAnswer(200, { state: "unknown", seconds: null, phase: null, positions: null });
  const { worker, began, progress: { phase, positions } } = task;
  return jsonAnswer(200, { state: worker === null ? "waiting" : "running",
    seconds: (Date.now() - began) / 1000, phase, positions });
}

/**
 * @param {() => Worker} createWorker
 * @param {number} most how many requests run at the same time
 * @param {number} grace milliseconds that aborted requests may still run
 */
export function createWorkers(createWorker, most, grace) {
  /** @type {Task[]} */
  let tasks = []; /* the running ones and those that wait, in the order of their arrival */
  /** @type {Worker[]} */
  let workers = [];
  let count = 0;

  const isIdle = (/** @type {Worker} */ worker) => tasks.every(task => task.worker !== worker);

  function addWorker() {
    const worker = createWorker();
    worker.addEventListener("message", ({ data }) => receive(worker, data));
    worker.addEventListener("error", event => fail(worker, new Error(event.message ?? "no worker")));
    workers.push(worker);
    return worker;
  }

  /** @param {Worker} worker */
  function removeWorker(worker) {
    worker.terminate();
    workers = workers.filter(other => other !== worker);
  }

  /** Gives waiting requests to idle workers. */
  function dispatch() {
    for (const task of tasks.filter(({ worker }) => worker === null)) {
      const worker = workers.find(isIdle) ?? (workers.length < most ? addWorker() : undefined);
      if (worker === undefined) return;
      task.worker = worker;
      worker.postMessage({ id: task.id, path: task.path, body: task.body });
    }
  }

  /** @param {Task} task */
  function remove(task) {
    tasks = tasks.filter(other => other !== task);
    if (task.worker !== null && workers.includes(task.worker)) removeWorker(task.worker);
    dispatch();
  }

  /**
   * @param {Worker} worker
   * @param {any} data
   */
  function receive(worker, data) {
    const task = tasks.find(({ id }) => id === data.id);
    if (task === undefined) return;
    if (data.answer === undefined && data.failure === undefined) {
      if (data.progress !== undefined) task.progress = data.progress;
      task.onEvent?.(data);
      return;
    }
    tasks = tasks.filter(other => other !== task);
    if (data.failure !== undefined) {
      removeWorker(worker); /* it may be out of memory */
      task.reject(failureOf(data.failure));
    } else task.resolve(data.answer);
    dispatch();
  }

  /**
   * @param {Worker} worker
   * @param {Error} error
   */
  function fail(worker, error) {
    removeWorker(worker);
    const lost = tasks.filter(task => task.worker === worker);
    tasks = tasks.filter(task => task.worker !== worker);
    for (const task of lost) task.reject(error);
    dispatch();
  }

  const named = (/** @type {string} */ job) => tasks.find(task => task.job === job && job !== "");

  return {
    /** Starts the first worker, so that it loads the program while the page does other things. */
    prepare() {
      if (workers.length === 0) addWorker();
    },
    /**
     * @param {string} path
     * @param {any} body JSON, or whatever the workers read
     * @param {{ signal?: AbortSignal, job?: string, onEvent?: (event: any) => void }} [options]
     * @returns {Promise<Answer>}
     */
    ask(path, body, { signal, job = "", onEvent } = {}) {
      return new Promise((resolve, reject) => {
        signal?.throwIfAborted();
        /** @type {Task} */
        const task = { id: ++count, path, body, job, worker: null, began: Date.now(),
          progress: { phase: null, positions: null }, onEvent, resolve, reject };
        signal?.addEventListener("abort", () => {
          reject(signal.reason);
          if (task.worker === null) remove(task);
          else setTimeout(() => { if (tasks.includes(task)) remove(task); }, grace);
        });
        tasks.push(task);
        dispatch();
      });
    },
    /** Answers as /api/progress does. @param {string} job */
    progress: job => progressAnswer(named(job)),
    /** Answers as /api/cancel does. @param {string} job */
    cancel(job) {
      const task = named(job);
      if (task !== undefined) {
        remove(task);
        task.resolve(cancelledAnswer(task));
      }
      return jsonAnswer(200, { cancelled: task !== undefined });
    },
    /** Ends all workers; requests are rejected. @param {Error} reason */
    close(reason) {
      const lost = tasks;
      tasks = [];
      for (const worker of workers) removeWorker(worker);
      for (const task of lost) task.reject(reason);
    },
  };
}
