import { statSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import sirv from 'sirv';

/** The names of the files in a folder. */
export interface MediaList {
  has(name: string): boolean;
  /** Lists the folder again. */
  refresh(): void;
}

/**
 * Has sirv list the folder, and again where a name is not there and the folder has changed since. sirv does not send the files, since it
 * reads ranges (`bytes=-5`, `bytes=0-0`), lists of tags and qualities of codings otherwise than RFC 9110.
 */
export function mediaList(folder: string): MediaList {
  let find: (name: string) => boolean = () => false;
  let listed: number | null = null;
  refresh();
  return {
    has(name) {
      if (!find(name) && listed !== changeOf(folder)) refresh();
      return find(name);
    },
    refresh,
  };

  function refresh(): void {
    // Before it is listed, so that a change in between is seen.
    listed = changeOf(folder);
    find = listed === null ? () => false : listFolder(folder);
  }
}

/** When a name came into the folder or left it; null where there is no folder. */
function changeOf(folder: string): number | null {
  return statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? null;
}

function listFolder(folder: string): (name: string) => boolean {
  const found = new Error('sirv has found a file.');
  const handle = sirv(folder, {
    etag: false,
    extensions: [],
    // Called before it is sent.
    setHeaders: () => {
      throw found;
    },
  });
  return (name) => {
    const request = { url: `/${encodeURIComponent(name)}`, headers: {} };
    try {
      handle(request as IncomingMessage, {} as ServerResponse, () => {});
    } catch (error) {
      if (error === found) return true;
      throw error;
    }
    return false;
  };
}
