import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isMainThread, Worker, workerData } from 'node:worker_threads';
import { Marked } from 'marked';

// Arguments: files of bodies, each file for a thread of its own. Renders all, and does nothing else.
if (isMainThread) {
  for (const file of process.argv.slice(2)) {
    new Worker(fileURLToPath(import.meta.url), { workerData: file }).once('error', (error) => {
      throw error;
    });
  }
} else {
  const marked = new Marked();
  let size = 0;
  for (const body of readFileSync(String(workerData), 'utf8').split('\0')) size += String(marked.parse(body)).length;
  console.log(`${size} characters`);
}
