import { fetchResponse, forEach } from './fetch-response.ts';
import { askForPages, type ListOptions } from './questions.ts';
import type { RunningServer } from './start-server.ts';

/** Asks for every page of a list once. Throws where one is refused. */
export async function serveEveryPage({ address }: RunningServer, options: ListOptions): Promise<void> {
  const { targets, headers } = askForPages(options);
  await forEach(targets, async (target) => {
    const { status } = await fetchResponse(address, target, headers);
    if (status !== 200) throw new Error(`${target} is answered with ${status}.`);
  });
}
