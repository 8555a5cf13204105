import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { memoize } from '../../build/package/memoize.ts';
import { root } from './command.ts';
import { removeAtEnd } from './remove-at-end.ts';

/**
 * Bundles a source of the project for programs that this process starts; gives its address. It finds the package that
 * it is from.
 */
export const bundleSource = memoize(bundle);

async function bundle(path: string): Promise<string> {
  const file = join(root, 'node_modules', '.cache', 'galley-tests', `${path.replaceAll('/', '-')}-${process.pid}.mjs`);
  const { sourcePlugins } = await import(pathToFileURL(join(root, 'build/package/source-plugins.mjs')).href);
  const bundled = await rolldown({
    input: join(root, path),
    platform: 'node',
    plugins: sourcePlugins,
    checks: { eval: false },
  });
  await bundled.write({ file, codeSplitting: false });
  removeAtEnd(file);
  return pathToFileURL(file).href;
}
