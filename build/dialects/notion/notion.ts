import type { Dialect } from '../dialect.ts';
import { findProperties } from './find-properties.ts';

export const notion: Dialect = {
  name: 'notion',
  title: 'Notion (exports)',
  guide: {
    reads: '`Created: …` and other lines below the first heading, one of them a date',
    becomes: 'the header; the heading stays in the body',
  },
  header: findProperties,
};
