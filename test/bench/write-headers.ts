import { writeFile } from 'node:fs/promises';
import { fetchAsLoaded } from './check-responses.ts';
import { forEach } from './fetch-response.ts';
import type { Question } from './questions.ts';
import type { RunningServer } from './start-server.ts';

/** What a server adds by itself. */
const ofConnection = new Set(['date', 'connection', 'keep-alive']);

/** Writes the header fields of Galley's responses, by the name of the body, for a rival that sends the same bytes. */
export async function writeHeaders(
  galley: RunningServer,
  question: Question,
  names: readonly string[],
  file: string,
): Promise<void> {
  const headers: Record<string, string[]> = {};
  await forEach(question.targets, async (target, index) => {
    const { fields } = await fetchAsLoaded(galley, question, target);
    headers[names[index] ?? ''] = fields.filter(([name]) => !ofConnection.has(name.toLowerCase())).flat();
  });
  await writeFile(file, JSON.stringify(headers));
}
