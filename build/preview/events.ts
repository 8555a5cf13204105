import type { ServerResponse } from 'node:http';
import { beginEvents } from './reply.ts';

interface Follower {
  response: ServerResponse;
  file: string;
  /** The version of its page. */
  version: string;
}

interface Followed {
  /** Changes whenever pages do. */
  version(): string;
  /** The path of the file that a page goes to. */
  next(file: string, version: string): string;
}

/** Sends open pages, as JSON, the path of the file that they show next, once there is something new to show. */
export function createEvents({ version, next }: Followed) {
  const followers = new Set<Follower>();
  return { follow, send };

  /** Waits for what is new since a version, until the page disconnects. */
  function follow(response: ServerResponse, query: URLSearchParams): void {
    beginEvents(response);
    const follower = { response, file: query.get('file') ?? '', version: query.get('version') ?? '' };
    followers.add(follower);
    response.once('close', () => followers.delete(follower));
    send();
  }

  /** Call when something may be new. A page that was sent something loads itself again. */
  function send(): void {
    for (const follower of followers) {
      if (follower.version === version()) continue;
      followers.delete(follower);
      follower.response.write(`data: ${JSON.stringify(next(follower.file, follower.version))}\n\n`);
    }
  }
}
