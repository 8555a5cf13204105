import type { Problem } from '../../problems/problem.ts';
import { type CompileSetting, type CompileTask, compileFile } from '../files/compile-file.ts';
import { type BodyRecord, moveArticle } from '../incremental/file-record.ts';

/** What became of several files, in the order of the tasks. References count from the start of `bytes`. */
export interface CompiledBatch {
  files: { body: BodyRecord | null; problems: Problem[] }[];
  /** For the articles log. */
  bytes: Uint8Array;
}

/** Renders several files. */
export function compileBatch(tasks: readonly CompileTask[], setting: CompileSetting): CompiledBatch {
  const parts: Uint8Array[] = [];
  let size = 0;
  const files = tasks.map((task) => {
    const { body, problems, bytes } = compileFile(task, setting);
    const moved = body && moveArticle(body, size);
    if (bytes !== null) parts.push(bytes);
    size += bytes?.length ?? 0;
    return { body: moved, problems };
  });
  return { files, bytes: Buffer.concat(parts, size) };
}
