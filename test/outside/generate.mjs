// node generate.mjs TOOL DESCRIPTION FOLDER BASE: makes a typed client of a description, in a folder named after the tool.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const [tool, input, folder, base] = process.argv.slice(2);

const tools = {
  async 'openapi-typescript'() {
    const { default: toTypes, astToString } = await import('openapi-typescript');
    await writeFile(join(folder, 'openapi-typescript.ts'), astToString(await toTypes(pathToFileURL(input))));
  },
  async 'hey-api'() {
    const { createClient } = await import('@hey-api/openapi-ts');
    await createClient({
      input,
      output: { path: join(folder, 'hey-api'), importFileExtension: '.ts' },
      logs: { level: 'silent', file: false },
      plugins: ['@hey-api/client-fetch', 'zod', { name: '@hey-api/sdk', validator: true }],
    });
  },
  async orval() {
    const { generate } = await import('orval');
    const make = (name, output) =>
      generate({
        input: { target: input },
        output: { target: join(folder, 'orval', name), mode: 'single', ...output },
      });
    await make('client.ts', { client: 'fetch', httpClient: 'fetch', baseUrl: base });
    await make('zod.ts', { client: 'zod' });
  },
  async kubb() {
    const { build } = await import('@kubb/core');
    const { pluginClient } = await import('@kubb/plugin-client');
    const { pluginOas } = await import('@kubb/plugin-oas');
    const { pluginTs } = await import('@kubb/plugin-ts');
    const { pluginZod } = await import('@kubb/plugin-zod');
    const { error, failedPlugins } = await build({
      config: {
        root: folder,
        input: { path: input },
        output: { path: join(folder, 'kubb'), clean: true, barrelType: false },
        plugins: [
          pluginOas({ validate: false }),
          pluginTs({ output: { path: 'types' } }),
          pluginZod({ output: { path: 'zod' } }),
          pluginClient({ output: { path: 'client' }, client: 'fetch', parser: 'zod' }),
        ],
      },
    });
    if (error ?? failedPlugins.size > 0) throw error ?? new Error([...failedPlugins].join());
  },
};

await tools[tool]();
