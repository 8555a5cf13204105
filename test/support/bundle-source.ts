import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { root } from './command.ts';

/** Bundles a source of the project for programs that this process starts; gives its address. It finds the package that it is from. */
export async function bundleSource(path: string): Promise<string> {
  const file = join(root, 'node_modules', '.cache', 'galley-tests', `${path.replaceAll('/', '-')}-${process.pid}.mjs`);
  const { sourcePlugins } = await import(pathToFileURL(join(root, 'build/package/source-plugins.mjs')).href);
  const bundle = await rolldown({
    input: join(root, path),
    platform: 'node',
    plugins: sourcePlugins,
    checks: { eval: false },
  });
  await bundle.write({ file, codeSplitting: false });
  return pathToFileURL(file).href;
}
