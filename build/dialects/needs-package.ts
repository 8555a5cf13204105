import type { Sign } from './dialect.ts';

/**
 * A project that depends on a package of Node; `name` is the source of an expression. Under other keys the name has no
 * version.
 */
export function needsPackage(name: string): Sign {
  return ['package.json', new RegExp(`"${name}"\\s*:\\s*"`)];
}
