/* The queue of workers: order, cancelling, and workers that fail. */

import assert from "node:assert/strict";
import test from "node:test";

import { createWorkers } from "./site/workers.js";

const GRACE = 20;
const afterGrace = () => new Promise(resolve => { setTimeout(resolve, 5 * GRACE); });

/* A worker that answers when a test makes it. */
class FakeWorker extends EventTarget {
  sent = [];
  isTerminated = false;

  postMessage(message) {
    this.sent.push(message);
  }

  terminate() {
    this.isTerminated = true;
  }

  say(data) {
    this.dispatchEvent(Object.assign(new Event("message"), { data }));
  }

  answer(body) {
    this.say({ id: this.sent.at(-1).id, answer: { status: 200, type: "text/plain", body } });
  }
}

function fakes(most) {
  const started = [];
  const workers = createWorkers(() => {
    started.push(new FakeWorker());
    return started.at(-1);
  }, most, GRACE);
  return { started, workers };
}

test("requests wait for an idle worker, and are answered in their order", async () => {
  const { started, workers } = fakes(1);
  const first = workers.ask("/api/a", "1"), second = workers.ask("/api/b", "2");
  assert.equal(started.length, 1);
  assert.deepEqual(started[0].sent.map(({ path, body }) => [path, body]), [["/api/a", "1"]]);
  started[0].answer("one");
  assert.equal((await first).body, "one");
  assert.equal(started[0].sent.length, 2);
  started[0].answer("two");
  assert.equal((await second).body, "two");
  assert.equal(started.length, 1);
});

test("a worker that was prepared gets the first request", async () => {
  const { started, workers } = fakes(2);
  workers.prepare();
  workers.prepare();
  assert.equal(started.length, 1);
  const asked = workers.ask("/api/a", "1");
  started[0].answer("one");
  assert.equal((await asked).body, "one");
  assert.equal(started.length, 1);
});

test("a second worker starts only if the first one is busy", async () => {
  const { started, workers } = fakes(2);
  const first = workers.ask("/api/a", "1");
  started[0].answer("one");
  await first;
  const second = workers.ask("/api/b", "2");
  assert.equal(started.length, 1);
  const third = workers.ask("/api/c", "3");
  assert.equal(started.length, 2);
  started[1].answer("three");
  started[0].answer("two");
  assert.deepEqual([(await second).body, (await third).body], ["two", "three"]);
});

test("a cancelled request ends its worker, says how far it was, and lets the next one run", async () => {
  const { started, workers } = fakes(1);
  const long = workers.ask("/api/solve", "{}", { job: "one" }), next = workers.ask("/api/why", "{}");
  started[0].say({ id: started[0].sent[0].id, progress: { positions: 1000, phase: "exploring" } });
  const { state, positions, phase } = JSON.parse(workers.progress("one").body);
  assert.deepEqual([state, positions, phase], ["running", 1000, "exploring"]);
  assert.deepEqual(JSON.parse(workers.cancel("one").body), { cancelled: true });
  const answer = await long, { error } = JSON.parse(answer.body);
  assert.deepEqual([answer.status, error.reason, error.positions, error.code], [422, "cancelled", 1000, 4]);
  assert.equal(started[0].isTerminated, true);
  assert.equal(started.length, 2);
  started[1].answer("next");
  assert.equal((await next).body, "next");
  assert.deepEqual(JSON.parse(workers.cancel("one").body), { cancelled: false });
  assert.equal(JSON.parse(workers.progress("one").body).state, "unknown");
});

test("a request that waits is cancelled without ending a worker", async () => {
  const { started, workers } = fakes(1);
  const first = workers.ask("/api/a", "1"), second = workers.ask("/api/b", "2", { job: "two" });
  workers.cancel("two");
  assert.equal(JSON.parse((await second).body).error.reason, "cancelled");
  assert.equal(started[0].isTerminated, false);
  started[0].answer("one");
  assert.equal((await first).body, "one");
});

test("an aborted request is rejected at once, and its worker ends if it goes on", async () => {
  const { started, workers } = fakes(1), controller = new AbortController();
  const asked = workers.ask("/api/a", "1", { signal: controller.signal }), next = workers.ask("/api/b", "2");
  controller.abort();
  await assert.rejects(asked, { name: "AbortError" });
  assert.equal(started[0].isTerminated, false);
  await afterGrace();
  assert.equal(started[0].isTerminated, true);
  started[1].answer("next");
  assert.equal((await next).body, "next");
  await assert.rejects(workers.ask("/api/c", "3", { signal: controller.signal }), { name: "AbortError" });
});

test("the worker of an aborted request that ends soon goes on with the next one", async () => {
  const { started, workers } = fakes(1), controller = new AbortController();
  const asked = workers.ask("/api/a", "1", { signal: controller.signal }), next = workers.ask("/api/b", "2");
  controller.abort();
  await assert.rejects(asked, { name: "AbortError" });
  started[0].answer("too late");
  started[0].answer("next");
  assert.equal((await next).body, "next");
  await afterGrace();
  assert.equal(started[0].isTerminated, false);
  assert.equal(started.length, 1);
});

test("an aborted request that waits is never sent", async () => {
  const { started, workers } = fakes(1), controller = new AbortController();
  const first = workers.ask("/api/a", "1"), second = workers.ask("/api/b", "2", { signal: controller.signal });
  controller.abort();
  await assert.rejects(second, { name: "AbortError" });
  started[0].answer("one");
  assert.equal((await first).body, "one");
  assert.equal(started[0].sent.length, 1);
});

test("a worker that fails is replaced", async () => {
  const { started, workers } = fakes(1);
  const first = workers.ask("/api/a", "1");
  started[0].say({ id: started[0].sent[0].id, failure: "out of memory" });
  await assert.rejects(first, { message: "out of memory", reason: "memory" });
  const second = workers.ask("/api/b", "2");
  started[0].dispatchEvent(new Event("error"));
  assert.equal(started.length, 2);
  started[1].dispatchEvent(Object.assign(new Event("error"), { message: "no module" }));
  await assert.rejects(second, /no module/);
});
