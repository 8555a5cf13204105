import type { Dialect } from '../dialect.ts';
import { swapLinks } from './swap-links.ts';

export const dendron: Dialect = {
  name: 'dendron',
  title: 'Dendron',
  guide: {
    reads: 'where it is detected: `[[text\\|a.note]]`, `[[dendron://vault/a.note]]`, the field `desc`',
    becomes: 'links to the notes; the excerpt',
  },
  detectedBy: ['dendron.yml'],
  fields: { excerpt: ['desc'] },
  body: (isDetected) => (isDetected ? [{ stage: 'blocks', find: swapLinks }] : []),
};
