import { listPath } from '../../src/core/links.ts';
import { slugOf } from './data.ts';
import { key } from './galley.ts';

/** What a server is asked for, over and over: any of the targets, always with the same headers. */
export interface Question {
  targets: string[];
  headers: Record<string, string>;
  status: 200 | 304 | 401 | 422;
}

export interface ListOptions {
  gzip?: boolean;
  excludeH1?: boolean;
  /** How many articles there are. */
  count: number;
  perPage: number;
}

const withKey = { 'X-Api-Key': key };

/** The pages on which the newest `count` articles stand. */
export function askForPages({ count, perPage, gzip = false, excludeH1 = false }: ListOptions): Question {
  const query = `per_page=${perPage}${excludeH1 ? '&exclude_h1=true' : ''}`;
  return {
    targets: numbers(Math.ceil(count / perPage)).map((page) => `${listPath}?page=${page}&${query}`),
    headers: gzip ? { ...withKey, 'Accept-Encoding': 'gzip' } : withKey,
    status: 200,
  };
}

/** The newest `newest` of `count` articles. */
export function askForArticles(count: number, newest = count, by: 'id' | 'slug' = 'id'): Question {
  const ids = numbers(newest).map((place) => count + 1 - place);
  const targets = ids.map((id) => `${listPath}/${by === 'id' ? id : slugOf(id)}`);
  return { targets, headers: withKey, status: 200 };
}

/** Pages that the client has already. */
export function askForKnownPages(options: ListOptions): Question {
  return { ...askForPages(options), status: 304 };
}

export function askWithoutKey(): Question {
  return { targets: [`${listPath}?per_page=10`], headers: {}, status: 401 };
}

export function askWrongly(): Question {
  return { targets: [`${listPath}?per_page=0`], headers: withKey, status: 422 };
}

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}
