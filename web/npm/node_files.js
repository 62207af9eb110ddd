/* The files of the machine, for the command in Node.js: every operation of Emscripten's file system is
 * that of Node. */

import * as fs from "node:fs";
import { basename, join } from "node:path";

import { withErrno } from "./command.js";

/* Flags of open() in WebAssembly, and those of the machine. Files are created by mknod before. */
const FLAGS = /** @type {[number, number][]} */ ([
  [0o1, fs.constants.O_WRONLY], [0o2, fs.constants.O_RDWR], [0o1000, fs.constants.O_TRUNC],
  [0o2000, fs.constants.O_APPEND]]);

const S_IFMT = 0o170000, S_IFCHR = 0o020000, PERMISSIONS = 0o7777;
const READ_ONLY = 0o555;
/* What stays in memory. Other devices are those of the machine. */
const OWN = ["/dev", "/dev/stdin", "/dev/stdout", "/dev/stderr", "/dev/null", "/dev/random", "/dev/urandom", "/proc"];

/**
 * Returns the status of a file. Links are followed only in /dev, where /dev/fd/63 may be a link to a
 * pipe, which has no path.
 * @param {string} path
 */
const statusOf = path => (path.startsWith("/dev/") ? fs.statSync(path) : fs.lstatSync(path));

/* Results are written to such a file, which is then renamed. */
const TEMPORARY = /^\.grundy-\d+-\d+$/;

/**
 * @typedef {(temporary: { path: string, exists: boolean }) => void} OnTemporary
 *
 * @param {any} FS of Emscripten
 * @param {OnTemporary} onTemporary
 */
function createOperations(FS, onTemporary) {
  const attempt = (/** @type {() => any} */ work) => withErrno(FS, work);

  /** @param {any} node */
  function pathOf(node) {
    const names = [];
    for (; node.parent !== node; node = node.parent) names.push(node.name);
    return join("/", ...names.reverse());
  }

  /**
   * To Emscripten pipes are devices, because it tries to truncate everything else.
   * @param {any} parent
   * @param {string} name
   * @param {number} mode
   */
  function createNode(parent, name, mode) {
    const isStream = !FS.isFile(mode) && !FS.isDir(mode) && !FS.isLink(mode);
    const node = FS.createNode(parent, name, isStream ? S_IFCHR | (mode & PERMISSIONS) : mode, 0);
    node.node_ops = nodeOperations;
    node.stream_ops = streamOperations;
    return node;
  }

  /**
   * @param {string} path
   * @param {boolean} exists
   */
  function report(path, exists) {
    if (TEMPORARY.test(basename(path))) onTemporary({ path, exists });
  }

  const nodeOperations = {
    getattr: (/** @type {any} */ node) => attempt(() => {
      const { dev, ino, mode, nlink, uid, gid, size, atime, mtime, ctime } = statusOf(pathOf(node));
      return { dev, ino, mode, nlink, uid, gid, rdev: 0, size, atime, mtime, ctime,
        blksize: 4096, blocks: Math.ceil(size / 512) };
    }),
    setattr: (/** @type {any} */ node, /** @type {any} */ { mode, size }) => attempt(() => {
      if (mode !== undefined) {
        fs.chmodSync(pathOf(node), mode & PERMISSIONS);
        node.mode = (node.mode & S_IFMT) | (mode & PERMISSIONS);
      }
      if (size !== undefined) fs.truncateSync(pathOf(node), size);
    }),
    lookup: (/** @type {any} */ parent, /** @type {string} */ name) => attempt(() =>
      createNode(parent, name, statusOf(join(pathOf(parent), name)).mode)),
    mknod: (/** @type {any} */ parent, /** @type {string} */ name, /** @type {number} */ mode) => attempt(() => {
      const path = join(pathOf(parent), name);
      if (FS.isDir(mode)) fs.mkdirSync(path, mode & PERMISSIONS);
      else fs.closeSync(fs.openSync(path, "wx", mode & PERMISSIONS));
      report(path, true);
      return createNode(parent, name, mode);
    }),
    rename: (/** @type {any} */ node, /** @type {any} */ folder, /** @type {string} */ name) => attempt(() => {
      const before = pathOf(node);
      fs.renameSync(before, join(pathOf(folder), name));
      report(before, false);
      node.name = name;
      node.parent = folder;
    }),
    unlink: (/** @type {any} */ parent, /** @type {string} */ name) => attempt(() => {
      const path = join(pathOf(parent), name);
      fs.unlinkSync(path);
      report(path, false);
    }),
    rmdir: (/** @type {any} */ parent, /** @type {string} */ name) => attempt(() =>
      fs.rmdirSync(join(pathOf(parent), name))),
    readdir: (/** @type {any} */ node) => attempt(() => [".", "..", ...fs.readdirSync(pathOf(node))]),
    readlink: (/** @type {any} */ node) => attempt(() => fs.readlinkSync(pathOf(node))),
  };

  /** Pipes and devices have no positions. */
  const placeIn = (/** @type {any} */ stream, /** @type {number} */ position) => (stream.seekable ? position : null);

  const streamOperations = {
    open: (/** @type {any} */ stream) => attempt(() => {
      const { mode } = stream.node;
      if (FS.isDir(mode)) return;
      stream.seekable = FS.isFile(mode);
      const flags = FLAGS.reduce((sum, [ours, theirs]) => (stream.flags & ours ? sum | theirs : sum), 0);
      stream.nfd = fs.openSync(pathOf(stream.node), flags);
    }),
    close: (/** @type {any} */ stream) => attempt(() => {
      if (stream.nfd !== undefined) fs.closeSync(stream.nfd);
    }),
    read: (/** @type {any} */ stream, /** @type {any} */ buffer, /** @type {number} */ offset,
      /** @type {number} */ length, /** @type {number} */ position) => attempt(() =>
      fs.readSync(stream.nfd, buffer, offset, length, placeIn(stream, position))),
    write: (/** @type {any} */ stream, /** @type {any} */ buffer, /** @type {number} */ offset,
      /** @type {number} */ length, /** @type {number} */ position) => attempt(() =>
      fs.writeSync(stream.nfd, buffer, offset, length, placeIn(stream, position))),
    llseek: (/** @type {any} */ stream, /** @type {number} */ offset, /** @type {number} */ whence) => attempt(() => {
      const start = whence === 1 ? stream.position : whence === 2 ? fs.fstatSync(stream.nfd).size : 0;
      if (start + offset < 0) throw Object.assign(new Error(), { code: "EINVAL" });
      return start + offset;
    }),
  };

  return nodeOperations;
}

/**
 * Removes the contents of a folder in memory.
 * @param {any} FS of Emscripten
 * @param {string} folder
 */
function clear(FS, folder) {
  for (const name of FS.readdir(folder)) {
    const path = join(folder, name);
    if (name === "." || name === ".." || path === "/proc") continue;
    const isFolder = FS.isDir(FS.lstat(path).mode);
    if (isFolder) clear(FS, path);
    if (OWN.includes(path)) continue;
    if (isFolder) FS.rmdir(path);
    else FS.unlink(path);
  }
}

/**
 * Makes the files of the machine visible to the command, and enters the current folder. Emscripten
 * keeps what is in memory and asks for everything else.
 * @param {any} FS of Emscripten
 * @param {OnTemporary} onTemporary called when a temporary file is created, renamed or removed
 */
export function mountMachine(FS, onTemporary) {
  const operations = createOperations(FS, onTemporary);
  FS.chdir("/");
  clear(FS, "/");
  FS.chmod("/proc", READ_ONLY); /* what is written there would vanish with the instance */
  for (const path of ["/dev", "/"]) FS.lookupPath(path).node.node_ops = operations;
  FS.chdir(process.cwd());
}
