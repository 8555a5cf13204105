import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { toOpenApi } from '../build/release/openapi.ts';
import { hasOutside, outside } from './support/needs.ts';
import { makeFolder } from './support/server.ts';

const site = 'https://articles.galley.test';
const descriptions = {
  'with no settings': toOpenApi({ site }),
  'with a title and a contact': toOpenApi({
    site,
    title: 'News',
    contact: { name: 'Desk', email: 'desk@galley.test' },
  }),
};

const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };

/** What a tool of `test/outside` prints. */
async function run(tool: string, args: string[]): Promise<string> {
  const ended = promisify(execFile)(join(outside, 'node_modules', '.bin', tool), args, { env });
  const { stdout } = await ended.catch((error) => error);
  return stdout;
}

test.skipIf(!hasOutside('@redocly/cli')).each(Object.entries(descriptions))(
  'Redocly finds nothing to say %s',
  async (_, description) => {
    const file = join(await makeFolder(), 'openapi.json');
    await writeFile(file, JSON.stringify(description));
    const { problems, totals } = JSON.parse(
      await run('redocly', ['lint', '--format', 'json', '--extends', 'recommended', file]),
    );
    expect(problems).toEqual([]);
    expect(totals).toMatchObject({ errors: 0, warnings: 0 });
  },
  60_000,
);

test.skipIf(!hasOutside('@stoplight/spectral-cli')).each(Object.entries(descriptions))(
  'Spectral finds nothing to say %s',
  async (_, description) => {
    const folder = await makeFolder();
    const [file, ruleset] = [join(folder, 'openapi.json'), join(folder, 'ruleset.json')];
    await writeFile(file, JSON.stringify(description));
    await writeFile(ruleset, JSON.stringify({ extends: ['spectral:oas'] }));
    const found = JSON.parse(
      await run('spectral', ['lint', '--ruleset', ruleset, '--format', 'json', '--quiet', file]),
    );
    expect(found).toEqual([]);
  },
  60_000,
);
