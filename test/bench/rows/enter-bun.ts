import { join } from 'node:path';
import { compareResponses } from '../check-responses.ts';
import { type Entrant, enter } from '../entrant.ts';
import type { Question } from '../questions.ts';
import type { Context } from '../row.ts';
import { startBun } from '../servers.ts';
import type { RunningServer } from '../start-server.ts';
import type { Keep } from '../with-servers.ts';

/** Galley in Bun, for those who can run it; null, and reported, where it cannot be run here. */
export async function enterBun(
  place: string,
  galley: RunningServer,
  question: Question,
  keep: Keep,
  context: Context,
): Promise<Entrant | null> {
  const { bun } = context.machine;
  if (bun === null) {
    context.skip('bun is neither in PATH nor named by the variable BUN: npm install bun');
    return null;
  }
  const server = await keep(startBun(bun, place));
  await compareResponses(galley, question, server, question);
  return enter('Galley in Bun', server, question, join(context.folder, 'targets-bun'));
}
