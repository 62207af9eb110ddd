/* Places, arrows and the camera of the drawing. */

import assert from "node:assert/strict";
import test from "node:test";
import {
  arrange, bendMoves, borderDistance, boundsOf, fittingCamera, freePlace, movePoints, nearestTowards, nodeScale, smallestText,
  placeNew, shortText, sizeOf,
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
  assert.equal(shortText("abc"), "abc");
  assert.equal(shortText("abcdefghijklmnopqrstuvwxyz"), "abcdefghijk…uvwxyz");
  assert.equal([...shortText("😀".repeat(30))].length, 18);
  assert.ok(sizeOf({ name: "abcdefgh" }).width > sizeOf({ name: "a" }).width);
  assert.ok(sizeOf({ name: "a", value: "∞{0,1,2}" }).width > sizeOf({ name: "a" }).width); /* values are inside */
});

test("a line leaves a wide box on its border", () => {
  const wide = { width: 100, height: 40 };
  assert.equal(borderDistance(wide, 0, 1), 20);
  assert.equal(borderDistance(wide, 1, 0), 50);
  assert.equal(borderDistance({ width: 38, height: 38 }, 0.6, 0.8), 19);
  for (const radius of [5, 12, 19])
    for (let angle = 0; angle < 6.3; angle += 0.1) {
      const dx = Math.cos(angle), dy = Math.sin(angle), far = borderDistance({ ...wide, radius }, dx, dy);
      /* The distance from the rectangle of the centres of the corners is the radius. */
      const x = Math.max(0, Math.abs(far * dx) - (50 - radius)), y = Math.max(0, Math.abs(far * dy) - (20 - radius));
      assert.ok(Math.abs(Math.hypot(x, y) - radius) < 1e-9);
    }
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
  const [[x], , , [tip]] = movePoints(box(0, 0), box(100, 0), { bend: 0 });
  assert.ok(x >= 19 && x < 25 && tip > 75 && tip <= 81);
  const loops = [0, 1, 2].map(bend => movePoints(box(5, 5), box(5, 5), { bend }));
  for (const loop of loops)
    for (const [px, py] of loop) assert.ok(Math.hypot(px - 5, py - 5) >= 19.9);
  assert.equal(new Set(loops.map(String)).size, 3);
});

test("loops avoid neighbours and other moves", () => {
  const loopAt = (...others) => {
    const boxes = new Map([["a", box(0, 0)], ...others.map(([x, y], i) => [`b${i}`, box(x, y)])]);
    return bendMoves(boxes, [{ from: "a", to: "a" }, { from: "b0", to: "a" }])[0].turn;
  };
  assert.equal(loopAt([0, 90]), 0); /* upwards */
  assert.equal(loopAt([0, -90]), 4);
  assert.ok([1, 2, 3].includes(loopAt([-90, 0], [0, -60], [0, 60])));
});

const kinds = ["ordinary", "carry-on", "local", "entailing"];

test("moves of several kinds are bent apart, and keep their kinds", () => {
  const boxes = new Map([["a", box(0, 0)], ["b", box(200, 0)]]);
  const there = kinds.map(kind => ({ from: "a", to: "b", kind }));
  const loops = kinds.map(kind => ({ from: "a", to: "a", kind }));
  const back = { from: "b", to: "a", kind: "local" };
  for (const moves of [there, loops, [...there, back]]) {
    const bent = bendMoves(boxes, moves);
    assert.deepEqual(bent.map(({ bend, turn, ...move }) => move), moves);
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
        Math.abs(a.x - b.x) * z > sizeOf(a).width * nodeScale(z), `${a.name} ${b.name}`);
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

test("boards are so small that they do not overlap, and names keep their size", () => {
  const picture = { width: 52, height: 52 }, frame = { width: 600, height: 400 };
  const row = count => Array.from({ length: count }, (_, i) => ({ name: `p${i}`, x: 110 * i, y: 0, more: false, picture }));
  assert.equal(smallestText(row(4), frame), 11);
  assert.equal(smallestText(row(12).map(node => ({ ...node, picture: undefined })), frame), 11);
  const smallest = smallestText(row(12), frame), { z } = fittingCamera(row(12), frame);
  assert.ok(smallest < 11 && 110 * z > sizeOf(row(1)[0]).width * nodeScale(z, smallest), `${smallest} ${z}`);
  assert.equal(smallestText(row(200), frame), 5);
});

test("boards that would overlap are put in rows, in which they do not", () => {
  const picture = { width: 73, height: 57 }, frame = { width: 358, height: 337 };
  const board = (name, x, y) => ({ name, x, y, more: false, picture });
  const star = [board("start", 0, 0), ...Array.from({ length: 10 }, (_, i) => board(`p${i}`, 60 * i, 90))];
  const chain = Array.from({ length: 28 }, (_, i) => board(`p${i}`, 40 * (i % 3), 60 * i));
  for (const nodes of [star, chain]) {
    const placed = arrange(nodes, frame), smallest = smallestText(placed, frame), { x, y, z } = fittingCamera(placed, frame);
    const { width, height } = sizeOf(nodes[0]), scale = nodeScale(z, smallest);
    for (const [i, a] of placed.entries()) {
      assert.ok(placed.slice(0, i).every(b => Math.abs(a.x - b.x) * z > width * scale || Math.abs(a.y - b.y) * z > height * scale), a.name);
      assert.ok(Math.abs(a.x * z + x - frame.width / 2) < (frame.width - width * scale) / 2, `${a.name} is cut off`);
      assert.ok(Math.abs(a.y * z + y - frame.height / 2) < (frame.height - height * scale) / 2, `${a.name} is cut off`);
    }
    assert.ok(14 * scale >= 7, `boards are large enough: ${14 * scale}`);
    assert.equal(placed.length, nodes.length);
    assert.equal(Math.min(...placed.map(node => node.y)), placed.find(({ name }) => name === nodes[0].name)?.y); /* the first is at the top */
  }
});
