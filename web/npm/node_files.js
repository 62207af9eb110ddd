/* The files of the machine, for the command in Node.js: a file system for Emscripten in which every
 * operation is that of Node. */

import * as fs from "node:fs";
import { join } from "node:path";

/* Numbers of errors in WebAssembly, which are those of WASI. */
const ERRORS = {
  EACCES: 2, EAGAIN: 6, EBADF: 8, EBUSY: 10, EEXIST: 20, EFBIG: 22, EINVAL: 28, EIO: 29, EISDIR: 31, ELOOP: 32,
  EMFILE: 33, ENAMETOOLONG: 37, ENFILE: 41, ENODEV: 43, ENOENT: 44, ENOMEM: 48, ENOSPC: 51, ENOTDIR: 54,
  ENOTEMPTY: 55, EPERM: 63, EPIPE: 64, EROFS: 69, ESPIPE: 70, ETXTBSY: 74, EXDEV: 75,
};

/* Flags of open() in WebAssembly, and those of the machine. Files are created by mknod before. */
const FLAGS = /** @type {[number, number][]} */ ([
  [0o1, fs.constants.O_WRONLY], [0o2, fs.constants.O_RDWR], [0o1000, fs.constants.O_TRUNC],
  [0o2000, fs.constants.O_APPEND]]);

const S_IFDIR = 0o040000, S_IFREG = 0o100000, S_IFLNK = 0o120000, PERMISSIONS = 0o7777;
const READ_ONLY = 0o555;
const SPECIAL = ["dev", "proc", "sys"]; /* folders that WebAssembly has itself */

/** @param {any} FS of Emscripten */
function createFileSystem(FS) {
  /**
   * @template T
   * @param {() => T} work
   */
  function attempt(work) {
    try {
      return work();
    } catch (error) {
      const { code } = /** @type {any} */ (error);
      if (code === undefined) throw error;
      throw new FS.ErrnoError(ERRORS[/** @type {keyof ERRORS} */ (code)] ?? ERRORS.EIO);
    }
  }

  /** @param {any} node */
  function pathOf(node) {
    const names = [];
    for (; node.parent !== node; node = node.parent) names.push(node.name);
    return join(node.mount.opts.root, ...names.reverse());
  }

  /** @param {fs.Stats} status */
  function modeOf(status) {
    const kind = status.isDirectory() ? S_IFDIR : status.isSymbolicLink() ? S_IFLNK : S_IFREG;
    return kind | (status.mode & PERMISSIONS);
  }

  /**
   * @param {any} parent
   * @param {string} name
   * @param {number} mode
   */
  function createNode(parent, name, mode) {
    const node = FS.createNode(parent, name, mode, 0);
    node.node_ops = nodeOperations;
    node.stream_ops = streamOperations;
    return node;
  }

  const nodeOperations = {
    getattr: (/** @type {any} */ node) => attempt(() => {
      const status = fs.lstatSync(pathOf(node));
      const { dev, ino, nlink, uid, gid, size, atime, mtime, ctime } = status;
      return { dev, ino, mode: modeOf(status), nlink, uid, gid, rdev: 0, size, atime, mtime, ctime,
        blksize: 4096, blocks: Math.ceil(size / 512) };
    }),
    setattr: (/** @type {any} */ node, /** @type {any} */ { mode, size }) => attempt(() => {
      if (mode !== undefined) {
        fs.chmodSync(pathOf(node), mode & PERMISSIONS);
        node.mode = mode;
      }
      if (size !== undefined) fs.truncateSync(pathOf(node), size);
    }),
    lookup: (/** @type {any} */ parent, /** @type {string} */ name) => attempt(() =>
      createNode(parent, name, modeOf(fs.lstatSync(join(pathOf(parent), name))))),
    mknod: (/** @type {any} */ parent, /** @type {string} */ name, /** @type {number} */ mode) => attempt(() => {
      const path = join(pathOf(parent), name);
      if (FS.isDir(mode)) fs.mkdirSync(path, mode & PERMISSIONS);
      else fs.closeSync(fs.openSync(path, "wx", mode & PERMISSIONS));
      return createNode(parent, name, mode);
    }),
    rename: (/** @type {any} */ node, /** @type {any} */ folder, /** @type {string} */ name) => attempt(() => {
      fs.renameSync(pathOf(node), join(pathOf(folder), name));
      node.name = name;
    }),
    unlink: (/** @type {any} */ parent, /** @type {string} */ name) => attempt(() =>
      fs.unlinkSync(join(pathOf(parent), name))),
    rmdir: (/** @type {any} */ parent, /** @type {string} */ name) => attempt(() =>
      fs.rmdirSync(join(pathOf(parent), name))),
    readdir: (/** @type {any} */ node) => attempt(() => [".", "..", ...fs.readdirSync(pathOf(node))]),
    readlink: (/** @type {any} */ node) => attempt(() => fs.readlinkSync(pathOf(node))),
  };

  const streamOperations = {
    open: (/** @type {any} */ stream) => attempt(() => {
      if (!FS.isFile(stream.node.mode)) return;
      const flags = FLAGS.reduce((sum, [ours, theirs]) => (stream.flags & ours ? sum | theirs : sum), 0);
      stream.nfd = fs.openSync(pathOf(stream.node), flags);
    }),
    close: (/** @type {any} */ stream) => attempt(() => {
      if (stream.nfd !== undefined) fs.closeSync(stream.nfd);
    }),
    read: (/** @type {any} */ stream, /** @type {any} */ buffer, /** @type {number} */ offset,
      /** @type {number} */ length, /** @type {number} */ position) => attempt(() =>
      fs.readSync(stream.nfd, buffer, offset, length, position)),
    write: (/** @type {any} */ stream, /** @type {any} */ buffer, /** @type {number} */ offset,
      /** @type {number} */ length, /** @type {number} */ position) => attempt(() =>
      fs.writeSync(stream.nfd, buffer, offset, length, position)),
    llseek: (/** @type {any} */ stream, /** @type {number} */ offset, /** @type {number} */ whence) => attempt(() => {
      const start = whence === 1 ? stream.position : whence === 2 ? fs.fstatSync(stream.nfd).size : 0;
      if (start + offset < 0) throw new FS.ErrnoError(ERRORS.EINVAL);
      return start + offset;
    }),
  };

  return {
    mount: (/** @type {any} */ mount) =>
      createNode(null, "/", modeOf(fs.statSync(mount.opts.root))),
    node_ops: nodeOperations,
    stream_ops: streamOperations,
  };
}

/**
 * Makes the folders of the machine visible to the command, and enters the current one.
 * @param {any} FS of Emscripten
 */
export function mountMachine(FS) {
  const type = createFileSystem(FS);
  for (const name of fs.readdirSync("/")) {
    const root = `/${name}`;
    if (SPECIAL.includes(name) || !fs.statSync(root, { throwIfNoEntry: false })?.isDirectory()) continue;
    if (!FS.analyzePath(root).exists) FS.mkdir(root);
    FS.mount(type, { root: fs.realpathSync(root) }, root);
  }
  /* What is written to other folders would vanish with the instance. */
  for (const name of ["", ...SPECIAL]) if (FS.analyzePath(`/${name}`).exists) FS.chmod(`/${name}`, READ_ONLY);
  FS.chdir(process.cwd());
}
