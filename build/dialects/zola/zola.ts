import type { Dialect } from '../dialect.ts';
import { fixAddresses } from '../fix-addresses.ts';

export const zola: Dialect = {
  name: 'zola',
  title: 'Zola',
  guide: { reads: '`[text](@/blog/page.md)`', becomes: 'a link to the file, from the content folder on' },
  body: () => [{ stage: 'text', find: (body) => fixAddresses(body, ['@/'], start, () => '/') }],
};

const start = /(?<=\]\(<?|\]:[ \t]?<?|(?:href|src)=["'])@\//g;
