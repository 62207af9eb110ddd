/* Places, arrows and the camera of the drawing. */

import assert from "node:assert/strict";
import test from "node:test";
import {
  arrange, bendMoves, borderDistance, boundsOf, fittingCamera, freePlace, movePath, nearestTowards, nodeScale,
  nodeSize, placeNew, shortName,
} from "./page/geometry.js";

const box = (x, y) => ({ x, y, width: 38, height: 38 });

test("text has 11 to 18 pixels at any zoom", () => {
  for (let zoom = 0.01; zoom < 50; zoom *= 1.3) {
    const size = 14 * nodeScale(zoom);
    assert.ok(size >= 10.999 && size <= 18.001, `zoom ${zoom}: ${size}`);
  }
  assert.equal(nodeScale(1), 1);
});

test("long names are shortened in their middle", () => {
  assert.equal(shortName("abc"), "abc");
  assert.equal(shortName("abcdefghijklmnopqrstuvwxyz"), "abcdefghijk…uvwxyz");
  assert.ok(nodeSize("abcdefgh").width > nodeSize("a").width);
});

test("a line leaves a wide box on its border", () => {
  const wide = { width: 100, height: 40 };
  assert.equal(borderDistance(wide, 0, 1), 20);
  assert.equal(borderDistance(wide, 1, 0), 50);
  assert.equal(borderDistance({ width: 40, height: 40 }, 0.6, 0.8), 20);
  const slanted = borderDistance(wide, 0.96, 0.28);
  assert.ok(Math.abs(Math.hypot(0.96 * slanted - 30, 0.28 * slanted) - 20) < 1e-9);
});

test("opposite moves are bent apart", () => {
  const boxes = new Map([["a", box(0, 0)], ["b", box(200, 0)]]);
  const [there, back] = bendMoves(boxes, [{ from: "a", to: "b" }, { from: "b", to: "a" }]);
  assert.ok(there.bend > 0 && back.bend > 0); /* each to its own left */
  assert.equal(bendMoves(boxes, [{ from: "a", to: "b" }])[0].bend, 0);
});

test("a move goes around a position that is in its way", () => {
  const boxes = new Map([["a", box(0, 0)], ["b", box(100, 0)], ["c", box(200, 0)]]);
  assert.notEqual(bendMoves(boxes, [{ from: "a", to: "c" }])[0].bend, 0);
});

test("curves begin and end outside of positions", () => {
  const { path } = movePath(box(0, 0), box(100, 0), 0, 8);
  const [, x] = path.match(/^M([\d.]+)/);
  assert.ok(Number(x) >= 19 && Number(x) < 25);
  assert.match(movePath(box(5, 5), box(5, 5), 0, 8).path, /^M.* C/); /* a loop */
});

const kinds = ["ordinary", "carry-on", "local", "entailing"];

test("kinds of moves differ by the shape of the arrow", () => {
  const shapes = kinds.map(kind => {
    const { head, open } = movePath(box(0, 0), box(200, 0), 0, 8, kind);
    return [head.split("Z").length - 1, open.split("Z").length - 1, open.includes("a")];
  });
  assert.deepEqual(shapes, [[1, 0, false], [2, 0, false], [0, 2, false], [1, 0, true]]);
  const loops = kinds.map((kind, i) => movePath(box(0, 0), box(0, 0), i, 8, kind));
  assert.equal(new Set(loops.map(({ path }) => path)).size, 4);
});

test("moves of several kinds are bent apart, and keep their kinds", () => {
  const boxes = new Map([["a", box(0, 0)], ["b", box(200, 0)]]);
  const there = kinds.map(kind => ({ from: "a", to: "b", kind }));
  const loops = kinds.map(kind => ({ from: "a", to: "a", kind }));
  const back = { from: "b", to: "a", kind: "local" };
  for (const moves of [there, loops, [...there, back]]) {
    const bent = bendMoves(boxes, moves);
    assert.deepEqual(bent.map(({ bend, ...move }) => move), moves);
    assert.equal(new Set(bent.filter(({ from }) => from === "a").map(({ bend }) => bend)).size, 4);
  }
  for (const { bend } of bendMoves(boxes, [...there, back])) assert.ok(bend > 0); /* each to its own left */
});

test("everything fits into the frame", () => {
  const nodes = [{ name: "a", x: -500, y: 0 }, { name: "b", x: 3000, y: 900 }];
  const { x, y, z } = fittingCamera(nodes, { width: 800, height: 500 });
  for (const node of nodes) {
    assert.ok(node.x * z + x > 0 && node.x * z + x < 800);
    assert.ok(node.y * z + y > 0 && node.y * z + y < 500);
  }
  assert.ok(Number.isFinite(fittingCamera([], { width: 10, height: 10 }).z));
});

test("a tall layout is turned on a wide screen, and only there", () => {
  const tall = [{ name: "a", x: 0, y: 0 }, { name: "b", x: 0, y: 800 }];
  assert.equal(arrange(tall, { width: 900, height: 400 })[1].y, 0);
  assert.equal(arrange(tall, { width: 300, height: 600 })[1].x, 0);
});

test("positions with long names do not overlap", () => {
  const row = Array.from({ length: 9 }, (_, i) => ({ name: `position-${i}-long`, x: 70 * i, y: 70 * (i % 2) }));
  const frame = { width: 900, height: 560 };
  const nodes = arrange(row, frame), { z } = fittingCamera(nodes, frame);
  for (const a of nodes)
    for (const b of nodes)
      assert.ok(a === b || Math.abs(a.y - b.y) * z > 38 * nodeScale(z) ||
        Math.abs(a.x - b.x) * z > nodeSize(a.name).width * nodeScale(z), `${a.name} ${b.name}`);
});

test("new positions find a free place, and others stay", () => {
  const places = new Map([["a", { x: 0, y: 0 }], ["b", { x: 84, y: 0 }]]);
  placeNew(places, ["a", "b", "c", "d"], [{ from: "a", to: "c" }]);
  assert.deepEqual(places.get("a"), { x: 0, y: 0 });
  const all = [...places.values()];
  for (let i = 0; i < all.length; i++)
    for (let j = 0; j < i; j++)
      assert.ok(Math.hypot(all[i].x - all[j].x, all[i].y - all[j].y) > 60);
  assert.ok(Math.hypot(places.get("c").x, places.get("c").y) < 200); /* near its neighbour */
  assert.deepEqual(freePlace({ x: 0, y: 0 }, []), freePlace({ x: 0, y: 0 }, []));
});

test("arrow keys go to the nearest position in their direction", () => {
  const points = [{ x: 0, y: 0 }, { x: 10, y: 9 }, { x: 30, y: 0 }];
  assert.equal(nearestTowards(points[0], points, [1, 0]), points[1]);
  assert.equal(nearestTowards(points[0], points, [-1, 0]), null);
});

test("bounds", () => {
  assert.deepEqual(boundsOf([]), { x: 0, y: 0, width: 0, height: 0 });
  assert.deepEqual(boundsOf([{ x: 1, y: 5 }, { x: -2, y: 7 }]), { x: -2, y: 5, width: 3, height: 2 });
});
