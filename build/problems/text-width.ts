import { createRequire } from 'node:module';
import type stringWidth from 'string-width';
import { lazy } from '../package/lazy.ts';

const load = lazy(() => createRequire(import.meta.url)('string-width') as { default: typeof stringWidth });

/** Columns of a terminal that a text takes. What counts those of other characters than ASCII takes 20 ms to load. */
export function textWidth(text: string): number {
  return /^[ -~]*$/.test(text) ? text.length : load().default(text);
}
