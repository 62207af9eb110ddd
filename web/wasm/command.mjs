// The command `grundy` in WebAssembly, for workers and pages of a browser and for Node 18 or newer.
//
//   const command = await load();
//   const { code, stdout, stderr, files } = await command.run(["solve", "ring.edges"], { files });
//   const { status, type, body } = await command.answer("/api/solve", { game });
//
// Every run has an instance of its own, with files in memory, as every process has its own memory. A
// run blocks the thread that it is in until it ends, so pages use it in a worker and terminate that
// to cancel a run. There is no second implementation of anything here: answers to requests are made
// by the C code of the server (web/calls.h).

import createGrundy from "./grundy.mjs";

/**
 * @typedef {(dot: string, layout: string) => string} Draw lays out DOT and returns the format `plain` of Graphviz
 * @typedef {Map<string, Uint8Array | string> | Record<string, Uint8Array | string>} Files by name
 *
 * @typedef {object} RunOptions
 * @property {Files} [files] what the command can read, by names relative to its folder
 * @property {Uint8Array | string} [stdin]
 * @property {(buffer: Uint8Array) => number} [read] reads standard input instead, as far as the
 *   buffer has room; 0 at its end
 * @property {(FS: any) => void} [mount] makes other files than those in memory visible to the
 *   command, and enters its folder
 * @property {Record<string, string>} [env] variables of its environment
 * @property {(bytes: Uint8Array) => void} [onStdout] gets the output while the command runs
 * @property {(line: string) => void} [onStderr] gets complete lines of standard error, at once
 * @property {Draw} [draw] lays out pictures; by default only DOT can be written
 *
 * @typedef {object} RunResult
 * @property {number} code the exit code
 * @property {boolean} crashed whether the command ended without an exit code of its own
 * @property {Uint8Array} stdout
 * @property {string} stderr
 * @property {Map<string, Uint8Array>} files those that the command has written
 *
 * @typedef {object} AnswerOptions
 * @property {number} [seconds] limit on time
 * @property {number} [memory] limit on memory, in bytes
 * @property {(progress: object) => void} [onProgress] gets the answers of /api/progress, at once
 * @property {Draw} [draw]
 * @property {{ name: string, bytes: Uint8Array }} [game] a file that takes the place of the text of the request's only
 *   game, which is then not part of the request
 * @property {boolean} [isUnlimited] whether an answer may have more bytes than one of the server
 *
 * @typedef {object} Answer as the server would give it
 * @property {number} status of HTTP
 * @property {string} type the media type
 * @property {Uint8Array} body
 */

const folder = "/work";
const crashCode = 134; // what a shell shows after abort()
const defaultSeconds = 600;
const defaultMemory = 2 ** 31;

// ---- loading ---------------------------------------------------------------------------

/** @param {URL} url */
async function fetchModule(url) {
  if (url.protocol === "file:") {
    const node = "node:fs/promises"; // a name that bundlers for pages do not look for
    const { readFile } = await import(/* webpackIgnore: true */ /* @vite-ignore */ node);
    return WebAssembly.compile(await readFile(url));
  }
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} cannot be loaded: ${response.status}`);
  return WebAssembly.compile(await response.arrayBuffer());
}

/**
 * Compiles the command.
 * @param {string | URL | BufferSource | WebAssembly.Module} [source] grundy.wasm or its address; by
 *   default the file next to this one
 * @param {{draw?: Draw}} [options] used by all runs
 */
export async function load(source = new URL("grundy.wasm", import.meta.url), options = {}) {
  if (source instanceof WebAssembly.Module) return new Command(source, options);
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source))
    return new Command(await WebAssembly.compile(source), options);
  return new Command(await fetchModule(new URL(source, import.meta.url)), options);
}

// ---- errors ----------------------------------------------------------------------------

/* Numbers of errors in WebAssembly, which are those of WASI. */
const errorNumbers = {
  EACCES: 2, EAGAIN: 6, EBADF: 8, EBUSY: 10, EEXIST: 20, EFBIG: 22, EINVAL: 28, EIO: 29, EISDIR: 31, ELOOP: 32,
  EMFILE: 33, ENAMETOOLONG: 37, ENFILE: 41, ENODEV: 43, ENOENT: 44, ENOMEM: 48, ENOSPC: 51, ENOTDIR: 54,
  ENOTEMPTY: 55, ENXIO: 60, EPERM: 63, EPIPE: 64, EROFS: 69, ESPIPE: 70, ETXTBSY: 74, EXDEV: 75,
};

/**
 * Does work with files or streams. An error that has a code, as those of Node, becomes the `errno` of
 * the system call that the command made.
 * @template T
 * @param {any} FS of Emscripten
 * @param {() => T} work
 */
export function withErrno(FS, work) {
  try {
    return work();
  } catch (error) {
    const { code } = /** @type {any} */ (error);
    if (typeof code !== "string") throw error;
    throw new FS.ErrnoError(errorNumbers[/** @type {keyof errorNumbers} */ (code)] ?? errorNumbers.EIO);
  }
}

// ---- streams and files -----------------------------------------------------------------

/** Collects bytes. */
class Collector {
  /** @param {((bytes: Uint8Array) => void) | undefined} onBytes */
  constructor(onBytes) {
    /** @type {Uint8Array[]} */
    this.pieces = [];
    this.onBytes = onBytes;
  }

  /** @param {Uint8Array} bytes */
  add(bytes) {
    this.pieces.push(bytes);
    this.onBytes?.(bytes);
  }

  bytes() {
    const all = new Uint8Array(this.pieces.reduce((sum, piece) => sum + piece.length, 0));
    let at = 0;
    for (const piece of this.pieces) {
      all.set(piece, at);
      at += piece.length;
    }
    return all;
  }

  text() {
    return new TextDecoder().decode(this.bytes());
  }
}

/**
 * Returns a function that takes bytes and calls `onLine` with every complete line.
 * @param {((line: string) => void) | undefined} onLine
 */
function splitLines(onLine) {
  if (onLine === undefined) return undefined;
  const decoder = new TextDecoder();
  let rest = "";
  return (/** @type {Uint8Array} */ bytes) => {
    rest += decoder.decode(bytes, { stream: true });
    const lines = rest.split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) onLine(line);
  };
}

/** @param {Uint8Array | string} content */
function toBytes(content) {
  return typeof content === "string" ? new TextEncoder().encode(content) : content;
}

/**
 * Returns a function that reads these bytes.
 * @param {Uint8Array} bytes
 */
function readerOf(bytes) {
  let at = 0;
  return (/** @type {Uint8Array} */ buffer) => {
    const part = bytes.subarray(at, at + buffer.length);
    buffer.set(part);
    at += part.length;
    return part.length;
  };
}

/**
 * Makes the standard streams, and /dev/stdin and so on, read by `read` and write to the collectors, in
 * whole blocks: the streams of Emscripten call a function for every byte.
 */
function connectStreams(FS, read, collectors) {
  const names = ["/dev/stdin", "/dev/stdout", "/dev/stderr"];
  names.forEach((name, descriptor) => {
    const device = FS.makedev(64, descriptor);
    FS.registerDevice(device, {
      open() {},
      close() {},
      read: (stream, buffer, offset, length) =>
        withErrno(FS, () => read(new Uint8Array(buffer.buffer, buffer.byteOffset + offset, length))),
      write: (stream, buffer, offset, length) =>
        withErrno(FS, () => {
          collectors[descriptor - 1].add(new Uint8Array(buffer.slice(offset, offset + length).buffer));
          return length;
        }),
    });
    FS.unlink(name);
    FS.mkdev(name, 0o666, device);
  });
  for (const descriptor of [0, 1, 2]) FS.close(FS.getStream(descriptor));
  names.forEach((name, descriptor) => FS.open(name, descriptor === 0 ? "r" : "w"));
}

/** Returns the files as pairs of an absolute path and bytes. */
function listInputs(files) {
  const entries = files instanceof Map ? [...files] : Object.entries(files);
  return entries.map(([name, content]) => [
    name.startsWith("/") ? name : `${folder}/${name}`,
    toBytes(content),
  ]);
}

/** Inputs get the oldest possible time, which distinguishes them from files that are written later. */
function writeFiles(FS, inputs) {
  FS.mkdirTree(folder);
  for (const [path, bytes] of inputs) {
    FS.mkdirTree(path.slice(0, path.lastIndexOf("/")) || "/");
    FS.writeFile(path, bytes);
    FS.utime(path, 0, 0);
  }
  FS.chdir(folder);
}

/** Returns the files of the command's folder that it has written, by their names relative to that. */
function readFiles(FS, inputs) {
  const given = new Set(inputs.map(([path]) => path));
  const written = new Map();
  const folders = [folder];
  for (let here = folders.pop(); here !== undefined; here = folders.pop()) {
    for (const name of FS.readdir(here)) {
      if (name === "." || name === "..") continue;
      const path = `${here}/${name}`;
      const { mode, mtime } = FS.stat(path);
      if (FS.isDir(mode)) folders.push(path);
      else if (!given.has(path) || mtime.getTime() !== 0)
        written.set(path.slice(folder.length + 1), FS.readFile(path));
    }
  }
  return written;
}

// ---- the command -----------------------------------------------------------------------

/** Answers requests; its instance runs no command. All addresses are those of this instance. */
class Desk {
  constructor(instance) {
    this.instance = instance;
  }

  /** Calls `use` with the addresses of copies of these texts or bytes. */
  with(contents, use) {
    const addresses = contents.map((content) => {
      const bytes = toBytes(content);
      const address = this.instance._malloc(bytes.length + 1) >>> 0;
      if (address === 0) throw new Error("out of memory");
      this.instance.HEAPU8.set(bytes, address);
      this.instance.HEAPU8[address + bytes.length] = 0;
      return address;
    });
    try {
      return use(...addresses);
    } finally {
      for (const address of addresses) this.instance._free(address);
    }
  }

  text(address) {
    return address === 0 ? null : this.instance.UTF8ToString(address);
  }

  bytes(address, length) {
    return this.instance.HEAPU8.slice(address >>> 0, (address >>> 0) + length);
  }

  open(path, body, seconds, memory) {
    const bytes = body === null ? null : toBytes(body);
    return this.with([path, bytes ?? ""], (pathAt, bodyAt) =>
      this.instance._web_call_new(pathAt, bytes === null ? 0 : bodyAt, bytes?.length ?? 0, seconds, memory),
    );
  }

  /** Returns the texts that `read` gives for 0, 1, 2 and so on, up to a NULL. */
  list(read) {
    const texts = [];
    for (let text = this.text(read(0)); text !== null; text = this.text(read(texts.length)))
      texts.push(text);
    return texts;
  }

  words(call) {
    return this.list((i) => this.instance._web_call_word(call, i));
  }

  environment() {
    const texts = this.list((i) => this.instance._web_call_variable(i));
    return Object.fromEntries(texts.flatMap((text, i) => (i % 2 === 0 ? [[text, texts[i + 1]]] : [])));
  }

  files(call) {
    const names = this.list((i) => this.instance._web_call_file(call, i));
    return new Map(
      names.map((name, i) => [
        name,
        this.bytes(
          this.instance._web_call_file_bytes(call, i),
          this.instance._web_call_file_length(call, i),
        ),
      ]),
    );
  }

  progress(call, line, seconds) {
    const text = this.with([line], (at) =>
      this.text(this.instance._web_call_progress(call, at, seconds)),
    );
    return text === null ? null : JSON.parse(text);
  }

  finish(call, result) {
    this.with([result.stdout, result.stderr], (out, errors) => {
      const { code, crashed, stdout } = result;
      this.instance._web_call_finish(call, code, crashed ? 1 : 0, out, stdout.length, errors);
    });
  }

  answer(call) {
    const status = this.instance._web_call_status(call);
    if (status === 0) throw new Error("out of memory");
    return {
      status,
      type: this.text(this.instance._web_call_type(call)),
      body: this.bytes(this.instance._web_call_bytes(call), this.instance._web_call_length(call)),
    };
  }

  close(call) {
    this.instance._web_call_free(call);
  }
}

export class Command {
  /**
   * @param {WebAssembly.Module} module
   * @param {{draw?: Draw}} options
   */
  constructor(module, options) {
    this.module = module;
    this.options = options;
    /** @type {Promise<Desk> | null} */
    this.desk = null;
  }

  /** Makes an instance that has run nothing. */
  instantiate(env = {}, draw = undefined) {
    return new Promise((resolve, reject) => {
      createGrundy({
        noInitialRun: true,
        thisProgram: "grundy",
        draw,
        print() {},
        printErr() {},
        preRun: [(instance) => Object.assign(instance.ENV, env)],
        instantiateWasm: (imports, done) => {
          WebAssembly.instantiate(this.module, imports)
            .then((instance) => done(instance, this.module))
            .catch(reject); // Emscripten does not learn of it
          return {};
        },
      }).then(resolve, reject);
    });
  }

  /**
   * Runs the command.
   * @param {string[]} argv its arguments, beginning with the subcommand
   * @param {RunOptions} [options]
   * @returns {Promise<RunResult>}
   */
  async run(argv, options = {}) {
    const { files = {}, stdin = "", env = {}, mount, onStdout, onStderr } = options;
    const read = options.read ?? readerOf(toBytes(stdin));
    const draw = options.draw ?? this.options.draw;
    const instance = await this.instantiate({ LC_ALL: "C.UTF-8", ...env }, draw);
    const stdout = new Collector(onStdout);
    const stderr = new Collector(splitLines(onStderr));
    const inputs = listInputs(files);
    writeFiles(instance.FS, inputs);
    connectStreams(instance.FS, read, [stdout, stderr]);
    mount?.(instance.FS);
    let code = crashCode;
    let crashed = false;
    try {
      code = instance.callMain(argv);
    } catch (error) {
      crashed = true;
      stderr.add(toBytes(`grundy: the command crashed: ${/** @type {Error} */ (error).message}\n`));
    }
    return {
      code,
      crashed,
      stdout: stdout.bytes(),
      stderr: stderr.text(),
      files: mount === undefined ? readFiles(instance.FS, inputs) : new Map(),
    };
  }

  /** Returns the instance that answers requests; after a failure the next request tries again. */
  openDesk() {
    this.desk ??= this.instantiate().then(
      (instance) => new Desk(instance),
      (error) => {
        this.desk = null;
        throw error;
      },
    );
    return this.desk;
  }

  /**
   * Answers a request as the server does.
   * @param {string} path such as /api/solve
   * @param {string | object | null} [body] the JSON of a POST, as text or as an object; null: a GET
   * @param {AnswerOptions} [options]
   * @returns {Promise<Answer>}
   */
  async answer(path, body = null, options = {}) {
    const { seconds = defaultSeconds, memory = defaultMemory, isUnlimited = false } = options;
    const desk = await this.openDesk();
    const text = body === null || typeof body === "string" ? body : JSON.stringify(body);
    const call = desk.open(path, text, seconds, memory);
    if (call === 0) throw new Error("out of memory");
    try {
      const argv = desk.words(call);
      if (argv.length === 0) return desk.answer(call);
      const result = await this.runCall(desk, call, argv, options);
      const isWhole = isUnlimited && !result.crashed && result.code <= 1;
      desk.finish(call, isWhole ? { ...result, stdout: new Uint8Array() } : result);
      return { ...desk.answer(call), ...(isWhole ? { body: result.stdout } : {}) };
    } finally {
      desk.close(call);
    }
  }

  /** Runs the command of a call. Its first argument is the game, or begins with its quoted name. */
  async runCall(desk, call, argv, { onProgress, draw, game }) {
    const start = performance.now();
    const words = game === undefined ? argv
      : [argv[0], argv[1].replace(/^("?)game1\.\w+/, `$1${game.name}`), ...argv.slice(2)];
    const files = desk.files(call);
    if (game !== undefined) files.set(game.name, game.bytes);
    return this.run(words, {
      files,
      env: desk.environment(),
      draw,
      onStderr(line) {
        if (onProgress === undefined || !line.startsWith("progress: ")) return;
        const progress = desk.progress(call, `${line}\n`, (performance.now() - start) / 1000);
        if (progress !== null) onProgress(progress);
      },
    });
  }
}
