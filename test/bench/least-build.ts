import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isMainThread, Worker, workerData } from 'node:worker_threads';
import { constants, deflateRawSync } from 'node:zlib';
import { Marked } from 'marked';

// Arguments: an empty folder, then files of bodies, each file for a thread of its own. The least that any build with
// marked does whose pages can be cut in both forms: renders, sets JSON, compresses it and writes each article, and
// nothing else. It reads no front matter, makes nothing safe, finds no heading, and lays no page out.
if (isMainThread) {
  const [folder = '', ...files] = process.argv.slice(2);
  for (const [index, file] of files.entries()) {
    const out = join(folder, String(index));
    new Worker(fileURLToPath(import.meta.url), { workerData: { file, out } }).once('error', (error) => {
      throw error;
    });
  }
} else {
  const { file, out } = workerData as { file: string; out: string };
  const marked = new Marked();
  let size = 0;
  for (const [id, markdown] of readFileSync(file, 'utf8').split('\0').entries()) {
    const html = String(marked.parse(markdown));
    const json = Buffer.from(JSON.stringify({ id, html, markdown }));
    size += deflateRawSync(json, { finishFlush: constants.Z_FULL_FLUSH }).length;
    const folder = join(out, String(id % 256));
    if (id < 256) mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `${id}.json`), json);
  }
  console.log(`${size} bytes`);
}
