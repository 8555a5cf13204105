// Imported before all else in `galley build` and in its thread: counts what they do, and writes it into the file that GALLEY_COUNTS names.
import fs from 'node:fs';
import fsPromises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import os from 'node:os';
import { resolve } from 'node:path';
import { getEnvironmentData, isMainThread, MessagePort, setEnvironmentData, Worker } from 'node:worker_threads';
import zlib from 'node:zlib';

const names = [
  'filesRead',
  'bytesRead',
  'filesWritten',
  'bytesWritten',
  'flushes',
  'messages',
  'deflated',
  'bytesDeflated',
  'bytesInflated',
  'bytesParsed',
  'headersSplit',
  'bodiesLexed',
];

const key = 'galley:counts';
if (isMainThread) setEnvironmentData(key, new SharedArrayBuffer(names.length * 8));
const counts = new BigInt64Array(getEnvironmentData(key));

function add(name, amount = 1) {
  Atomics.add(counts, names.indexOf(name), BigInt(amount));
}

/** Calls `count` with what a function was given and gave; a promise is waited for. One that another calls is not counted. */
let isInside = false;
function watch(object, name, count) {
  const original = object[name];
  object[name] = function (...args) {
    if (isInside) return Reflect.apply(original, this, args);
    let result;
    isInside = true;
    try {
      result = Reflect.apply(original, this, args);
    } finally {
      isInside = false;
    }
    if (result instanceof Promise) result.then((value) => count(value, ...args)).catch(() => {});
    else count(result, ...args);
    return result;
  };
}

/** Not code, which Node reads in other ways in each of its versions. */
const isOfProject = (path) =>
  typeof path === 'string' && !path.startsWith('file:') && resolve(path).startsWith(process.cwd());
const isWriting = (flags) => (typeof flags === 'string' ? /[wa+]/.test(flags) : (flags & 3) !== 0);
const others = new Set();
const opened = (descriptor, path, flags = 'r') => {
  others.delete(descriptor);
  // A lock is written into again at every tenth second, so that is a matter of the clock.
  if (flags === 'r+' && /lock$/.test(String(path))) others.add(descriptor);
  else if (isOfProject(path)) add(isWriting(flags) ? 'filesWritten' : 'filesRead');
  else others.add(descriptor);
};
/** Of `writeFile`, which opens a path itself. */
const wrote = (_, file, content) => {
  if (typeof file === 'string') add('filesWritten');
  add('bytesWritten', Buffer.byteLength(content));
};

watch(fs, 'openSync', opened);
watch(fs, 'readSync', (bytes, descriptor) => add('bytesRead', others.has(descriptor) ? 0 : bytes));
watch(fs, 'writeSync', (bytes) => add('bytesWritten', bytes));
watch(fs, 'writeFileSync', wrote);
watch(fs, 'readFileSync', (bytes, path) => {
  if (!isOfProject(path)) return;
  add('filesRead');
  add('bytesRead', Buffer.byteLength(bytes));
});
watch(fs, 'fsyncSync', () => add('flushes'));
watch(fsPromises, 'open', opened);
const handle = await fsPromises.open(import.meta.filename);
const prototype = Object.getPrototypeOf(handle);
await handle.close();
watch(prototype, 'sync', () => add('flushes'));
watch(fsPromises, 'writeFile', wrote);
watch(zlib, 'deflateRawSync', (_, bytes) => {
  add('deflated');
  add('bytesDeflated', bytes.length);
});
for (const name of ['inflateRawSync', 'gunzipSync']) watch(zlib, name, (bytes) => add('bytesInflated', bytes.length));
watch(JSON, 'parse', (_, text) => add('bytesParsed', text.length));
watch(MessagePort.prototype, 'postMessage', () => add('messages'));
watch(Worker.prototype, 'postMessage', () => add('messages'));

// What the packages in the bundle do once for each text: gray-matter looks for a header of comments alone, and marked for carriage returns.
const counted = new Map([
  ['^\\s*#[^\\n]+', 'headersSplit'],
  ['\\r\\n|\\r', 'bodiesLexed'],
]);
const { replace } = String.prototype;
String.prototype.replace = function (...args) {
  const name = args[0] instanceof RegExp ? counted.get(args[0].source) : undefined;
  if (name !== undefined) add(name);
  return Reflect.apply(replace, this, args);
};

// One thread, so that none takes what another has read.
os.availableParallelism = () => 1;
syncBuiltinESMExports();

if (isMainThread) {
  const { writeFileSync } = fs;
  process.on('exit', () => {
    const found = Object.fromEntries(names.map((name, i) => [name, Number(counts[i])]));
    writeFileSync(process.env.GALLEY_COUNTS, JSON.stringify(found));
  });
}
