import { type FileTask, type Setting, setFile } from '../compile-file.ts';
import type { Entry } from '../incremental/file-record.ts';
import { placeAt } from '../incremental/place-at.ts';

/** What became of several files: entries in the order of the tasks, null for content that is known; their records. */
export interface BatchResult {
  entries: (Omit<Entry, 'state' | 'settled'> | null)[];
  records: Uint8Array;
}

/** Sets several files. The places of their records count from the start of `records`. */
export function setBatch(tasks: readonly FileTask[], setting: Setting): BatchResult {
  const records: Uint8Array[] = [];
  let size = 0;
  const entries = tasks.map((task) => {
    const result = setFile(task, setting);
    if (result === null || result.bytes === null) return result?.entry ?? null;
    records.push(result.bytes);
    const entry = placeAt(result.entry, size);
    size += result.bytes.length;
    return entry;
  });
  return { entries, records: Buffer.concat(records, size) };
}
