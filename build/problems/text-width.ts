import { createRequire } from 'node:module';
import type stringWidth from 'string-width';
import { lazy } from '../package/lazy.ts';

const load = lazy(() => createRequire(import.meta.url)('string-width') as { default: typeof stringWidth });

/** Columns of a terminal that a text takes. What counts them is loaded with the first text: that takes 10 ms. */
export function textWidth(text: string): number {
  return load().default(text);
}
