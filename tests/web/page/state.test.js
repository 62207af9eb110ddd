/* The store: what undo restores. */

import assert from "node:assert/strict";
import test from "node:test";
import { createStore, firstShared, freshStart } from "./page/state.js";

const NIM = { gallery: "nim", args: "3,4" };
const rulesOf = ({ others, operator, misere, stage }) => ({ others, operator, misere, stage });

test("undo restores the sum, the rules and the stage when another game was opened", () => {
  const store = createStore(firstShared());
  store.change({ others: [{ nim: 3 }], operator: "&", misere: true, stage: "graph" });
  const before = rulesOf(store.state);
  store.edit(NIM, { ...freshStart("Nim"), others: [{ nim: 1 }] });
  const after = rulesOf(store.state);
  assert.deepEqual(after, { others: [{ nim: 1 }], operator: "+", misere: false, stage: "auto" });
  assert.ok(store.undo());
  assert.deepEqual([store.state.title, rulesOf(store.state)], ["Ring", before]);
  assert.ok(store.redo());
  assert.deepEqual([store.state.title, rulesOf(store.state)], ["Nim", after]);
  store.undo();
  assert.deepEqual(rulesOf(store.state), before);
});

test("undo of a change to the text leaves them", () => {
  const store = createStore(firstShared());
  store.edit({ format: "edges", text: "a b\n" });
  store.change({ misere: true, stage: "graph" });
  const chosen = rulesOf(store.state);
  store.undo();
  assert.deepEqual(rulesOf(store.state), chosen);
  store.redo();
  assert.deepEqual([store.state.game.text, rulesOf(store.state)], ["a b\n", chosen]);
});
