import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { toOpenApi } from '../../build/release/description/openapi.ts';
import { hasCommand } from '../support/needs.ts';
import { makeSite } from '../support/site.ts';

const description = JSON.parse(JSON.stringify(toOpenApi({ site: 'https://articles.galley.test' })));

describe('it declares', () => {
  test('version 1.0.0 of OpenAPI 3.1', () => {
    expect([description.openapi, description.info.version]).toEqual([expect.stringMatching(/^3\.1\./), '1.0.0']);
    expect(description.servers).toEqual([{ url: 'https://articles.galley.test/api/v1' }]);
    expect(description.components.securitySchemes.key).toMatchObject({
      type: 'apiKey',
      in: 'header',
      name: 'X-Api-Key',
    });
  });

  test('the title and the contact that the operator gives', () => {
    const site = 'https://articles.galley.test';
    expect(description.info).toMatchObject({ title: 'Articles' });
    expect(description.info.contact).toEqual({ url: site });
    const contact = { name: 'Editors', email: 'api@example.com' };
    expect(toOpenApi({ site, title: 'News', contact })).toMatchObject({ info: { title: 'News', contact } });
  });

  test('an example of every parameter, header and body', () => {
    const { parameters, headers, responses } = description.components;
    const operations = Object.values<{ get: { parameters: object[] } }>(description.paths);
    const described = [
      ...operations.flatMap(({ get }) => get.parameters).filter((parameter) => !('$ref' in parameter)),
      ...Object.values(parameters),
      ...Object.values(headers),
      ...Object.values<{ content?: object }>(responses).flatMap(({ content = {} }) => Object.values(content)),
    ];
    expect(described.length).toBeGreaterThan(30);
    for (const one of described) expect('example' in one || 'examples' in one, JSON.stringify(one)).toBe(true);
  });

  test('what the operator set: who may ask how often, from where, and whether HTML was sanitised', () => {
    const plain = JSON.stringify(description);
    expect(plain).toContain('The API does not limit how often a key may ask');
    expect(plain).toContain('do not let pages of other origins');
    expect(plain).not.toContain('Access-Control-Allow-Origin');
    expect(description.components.schemas.Article.properties.html.description).toContain('sanitised');
    expect(plain).toContain('The build has sanitised');
    const set = toOpenApi({
      site: 'https://articles.galley.test',
      cors: ['https://app.example.com'],
      rateLimit: { requests: 600, seconds: 60 },
      trustedHtml: true,
    });
    const text = JSON.stringify(set);
    expect(text).toContain('Each key may send 600 requests in 60 seconds');
    expect(text).toContain('Pages of `https://app.example.com`');
    expect(text).toContain('Access-Control-Allow-Origin');
    expect(text).not.toContain('has sanitised');
  });
});

test('what galley.config.yaml says stands in it', async () => {
  const { read, run, write } = await makeSite();
  const config =
    'title: News\ncors: https://app.example.com\nrateLimit: {requests: 7, seconds: 60}\ntrustedHtml: true\n';
  await write({ 'galley.config.yaml': config, 'content/a.md': '---\ndate: 2026-01-01\n---\nText\n' });
  expect((await run('build')).code).toBe(0);
  const built = await read('public/openapi.json');
  expect(JSON.parse(built)).toEqual(
    JSON.parse(
      JSON.stringify(
        toOpenApi({
          site: 'http://127.0.0.1:8787',
          title: 'News',
          trustedHtml: true,
          cors: ['https://app.example.com'],
          rateLimit: { requests: 7, seconds: 60 },
        }),
      ),
    ),
  );
});

describe('its patterns can be read by', () => {
  const patterns = [
    ...new Set(
      [...JSON.stringify(description).matchAll(/"pattern":("(?:[^"\\]|\\.)*")/g)].map(([, text]) => JSON.parse(text!)),
    ),
  ];
  const token = '1772357400-373562248';
  const accepted = patterns.map(() => [true, false]);

  test('JavaScript without the flag u', () => {
    expect(patterns).toHaveLength(2);
    expect(patterns.map((text) => [token, `x${token}`].map((value) => new RegExp(text).test(value)))).toEqual(accepted);
  });

  test('RE2, as Go has it: nothing looks around or back', () => {
    for (const text of patterns) expect(text).not.toMatch(/\(\?(?!:)|\\[1-9kpPuxXRhQEGZ]|[*+?}]\+/);
  });

  test.skipIf(!hasCommand('python3'))('Python', { tags: ['program'] }, () => {
    const program =
      'import json,re,sys; print(json.dumps([[re.search(p,v) is not None for v in sys.argv[2:]] for p in json.loads(sys.argv[1])]))';
    const printed = execFileSync('python3', ['-c', program, JSON.stringify(patterns), token, `x${token}`]);
    expect(JSON.parse(String(printed))).toEqual(accepted);
  });

  test.skipIf(!hasCommand('php'))('PHP without the modifier u', { tags: ['program'] }, () => {
    const program =
      'echo json_encode(array_map(fn($p) => array_map(fn($v) => preg_match("/$p/", $v) === 1, array_slice($argv, 2)), json_decode($argv[1])));';
    const printed = execFileSync('php', ['-r', program, '--', JSON.stringify(patterns), token, `x${token}`]);
    expect(JSON.parse(String(printed))).toEqual(accepted);
  });
});
