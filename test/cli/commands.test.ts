import { once } from 'node:events';
import { mkdir, readdir, readFile, stat, symlink } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ListEnvelope } from '../../src/core/article.ts';
import { galley, galleyProcess, start } from '../support/command.ts';
import { get, makeFolder } from '../support/server.ts';
import { makeSite } from '../support/site.ts';

const post = (title: string, more = '') =>
  `---\ntitle: ${title}\npublish_at: 2026-01-02\n${more}---\nText of ${title}.\n`;

const makeProject = (files: Record<string, string | Buffer> = {}) =>
  makeSite({ 'content/a.md': post('A'), 'content/b.md': post('B'), ...files });

describe('galley', () => {
  test('help and version end with 0 and name every command', async () => {
    const help = await galley('.', ['--help']);
    expect(help.code).toBe(0);
    for (const command of ['build', 'serve', 'start', 'key'])
      expect(help.out).toMatch(new RegExp(`^  ${command} `, 'm'));
    expect(await galley('.', ['--version'])).toMatchObject({ code: 0, out: '1.0.0\n' });
    expect((await galley('.', ['key', 'new', '--help'])).code).toBe(0);
    expect((await galley('.', ['check', '--help'])).out).not.toContain('null');
  });

  test('the program ends with the code of its command, and prints on both streams', async () => {
    const { folder } = await makeProject({ 'content/c.md': '---\ndate: [\n---\n' });
    expect(await galleyProcess(folder, ['check'])).toMatchObject({
      code: 1,
      out: expect.stringMatching(/^3 Markdown files, 2 articles, 1 invalid/),
      err: expect.stringContaining('content/c.md:'),
    });
    expect(await galleyProcess(folder, ['bake'])).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringMatching(/unknown command 'bake'/),
    });
  });

  test.each([
    [['bake'], /unknown command 'bake'/],
    [[], /Usage: galley/],
    [['build', '--speed'], /unknown option '--speed'\nRun galley build --help/],
    [['key', 'new'], /missing required argument 'name'\nRun galley key new --help/],
    [['key', 'make'], /unknown command 'make'\nRun galley key --help/],
    [
      ['new', 'Hello', 'world'],
      /too many arguments.*\nPut a title of several words in quotation marks\. Run galley new/,
    ],
    [['build', '--content', 'nowhere'], /content folder nowhere does not exist.*--content/],
    [['build', '--site', 'articles.example.com'], /--site: found "articles\.example\.com"\. Expected scheme and host/],
    [['build', '--site', 'https://example.com/blog'], /--site.*Expected scheme and host/],
    [['build', '--site', 'https://me:secret@example.com'], /--site.*Expected scheme and host/],
    [['serve', '--port', '99999'], /--port: found "99999"/],
    [['serve', '--port', 'http'], /--port: found "http"\. Expected a port/],
    [['serve', '--port', ''], /--port: found ""\. Expected a port/],
    [['key', 'new', 'two words'], /The name of a key: found "two words"/],
    [['key', 'new', 'web', '--expires', '2026-02-30'], /--expires: found 2026-02-30\. Expected a date that exists/],
    [['key', 'revoke', 'nobody'], /no key named nobody/],
    [
      ['push', 'https://s3.example.com/a'],
      /Expected .* s3:\/\/BUCKET\/PREFIX\. The server of the store goes into AWS_ENDPOINT_URL_S3/,
    ],
  ])('%j is wrong usage', async (args, message) => {
    const ended = await galley(await makeFolder(), args);
    expect(ended.code).toBe(2);
    expect(ended.err).toMatch(message);
    expect(ended.err).not.toMatch(/^\s+at /m);
  });

  test.each([
    [
      'sight: x',
      /galley\.config\.yaml: sight: there is no such setting\. The settings are site, content.*\n {2}at galley\.config\.yaml:1:8/,
    ],
    [
      'content: [',
      /this is not YAML: Flow sequence .*\. Expected settings such as .*\n {2}at galley\.config\.yaml:\d:\d/,
    ],
    ['contents: a\ntimezone: UTC', /contents, timezone: there is no such setting\. Did you mean content, timeZone\?/],
    ['out: ./content/', /out: found \.\/content\/, which is a content folder\. Expected/],
    ['port: many', /galley\.config\.yaml: port: found "many"/],
    ['articleUrl: https://example.com/blog', /galley\.config\.yaml: articleUrl: .*\{slug\}/],
    ['trustedHtml: maybe', /galley\.config\.yaml: trustedHtml: found "maybe"\. Expected true or false/],
    ['site:\n  - x', /galley\.config\.yaml: site: found \["x"\]\. Expected scheme and host/],
    ['out:', /galley\.config\.yaml: out: found null\. Expected a folder/],
    ["articleUrl: 'javascript:alert(1)//{slug}'", /articleUrl: found .*\. Expected .* begins with https:\/\//],
    ["articleUrl: ' JavaScript:{slug}'", /articleUrl: found .*\. Expected .* begins with https:\/\//],
    ["articleUrl: 'data:text/html,{slug}'", /articleUrl: found .*\. Expected .* begins with https:\/\//],
    ["articleUrl: 'mailto:a@a.example?{slug}'", /articleUrl: found .*\. Expected .* begins with https:\/\//],
    ["articleUrl: '{slug}:alert(1)'", /articleUrl: found .*\. Expected .* begins with https:\/\//],
    ['articleUrl: 5', /galley\.config\.yaml: articleUrl: found 5\. Expected an address with \{slug\}/],
    ['exclude: 5', /galley\.config\.yaml: exclude: found 5\. Expected globs/],
    ['exclude: [/tmp/**]', /exclude: .*Expected globs below the content folder/],
    ['exclude: ["!a"]', /exclude: .*Expected globs/],
    ['gitDates: maybe', /gitDates: found "maybe"/],
    ['maxFileSize: 5 MB', /maxFileSize: found "5 MB"\. Expected a number of bytes/],
    ['timeZone: Europe/Wien', /timeZone: found "Europe\/Wien"\. Expected the IANA name/],
    ['timeZone: 2', /galley\.config\.yaml: timeZone: found 2\. Expected the IANA name/],
    ['frontMatter: title', /galley\.config\.yaml: frontMatter: found "title"\. Expected a name or a list of names/],
    ['frontMatter: {title: 5}', /galley\.config\.yaml: frontMatter: found \{"title":5\}\. Expected a name or a list/],
    [
      'fields: {series: txt}',
      /galley\.config\.yaml: fields: found \{"series":"txt"\}\. Expected a type: text, .*:1:10$/ms,
    ],
    [
      'a: 1\nfields:\n  a: text\n  __proto__: text',
      /fields: found \{"__proto__":"text"\}\. .*\n {2}at galley\.config\.yaml:4:3$/m,
    ],
    ['fields: {title: text}', /Expected another name than those that the API has: id, slug, .*:1:10$/ms],
    ['fields: {titel: 5}\nframe: {titel: x}', /fields: found \{"titel":5\}\. .*\n {2}at galley\.config\.yaml:1:10$/m],
    ['frontMatter: {titel: x}', /galley\.config\.yaml: frontMatter: found \{"titel":"x"\}\. .* Fields: id, slug/],
    [
      'dialects: obsidian',
      /galley\.config\.yaml: dialects: found "obsidian"\. Expected true or false for each dialect/,
    ],
    [
      'dialects: {hugo: 1}',
      /galley\.config\.yaml: dialects: found \{"hugo":1\}\. Expected true or false for each dialect/,
    ],
    [
      'dialects: {jekill: false}',
      /dialects: found .*\. Expected names of dialects: obsidian, .*\. Did you mean jekyll\?/,
    ],
    ['invalid: leave-out', /galley\.config\.yaml: invalid: found "leave-out"\. Expected skip, or fail/],
    ['content: []', /galley\.config\.yaml: content: found \[\]\. Expected a folder, or a list of folders/],
    ['content: [posts, ""]', /galley\.config\.yaml: content: found \["posts",""\]\. Expected a folder/],
    ['content: [content, notes]', /The content folder notes does not exist/],
    ['title: ""', /galley\.config\.yaml: title: found ""\. Expected one line of text/],
    ['title: "a\\nb"', /galley\.config\.yaml: title: found "a\\nb"\. Expected one line of text/],
    ['contact: me', /galley\.config\.yaml: contact: found "me"\. Expected a name, a url/],
    ['contact: {mail: a@b.example}', /contact: found \{"mail":"a@b\.example"\}\. Expected a name, a url/],
    ['contact: {email: me}', /contact: found \{"email":"me"\}\. Expected .*an email such as/],
    ['contact: {url: "javascript:alert(1)"}', /contact: found .*\. Expected .*a url such as/],
    ['color: "0a6cff"', /galley\.config\.yaml: color: found "0a6cff"\. Expected a colour in quotes/],
    [
      'color: #0a6cff',
      /galley\.config\.yaml: color: found null\. Expected a colour in quotes, such as .* Without quotes, # begins/,
    ],
    ['color: "#12345"', /galley\.config\.yaml: color: found "#12345"\. Expected a colour/],
    [
      'cors: https://a.example/app',
      /galley\.config\.yaml: cors: found "https:\/\/a\.example\/app"\. Expected the origins/,
    ],
    ['cors: "null"', /galley\.config\.yaml: cors: found "null"\. Expected the origins/],
    ['cors: [https://*.a.example]', /galley\.config\.yaml: cors: found .*\. Expected the origins of pages/],
    ['cors: [a.example]', /galley\.config\.yaml: cors: found \["a\.example"\]\. Expected the origins/],
    ['rateLimit: 600', /galley\.config\.yaml: rateLimit: found 600\. Expected two whole numbers/],
    ['rateLimit: {requests: 0, seconds: 1}', /galley\.config\.yaml: rateLimit: .*\. Expected two whole numbers/],
    ['keep: 24', /galley\.config\.yaml: keep: found 24\. Expected hours from 0 to 8784/],
    ['keep: {hours: -1}', /keep: .* Expected hours from 0 to 8784, releases from 1 to 1000, or both, such as .*\.$/m],
    ['keep: {releases: 0}', /galley\.config\.yaml: keep: .*Expected hours/],
    ['keep: {days: 1}', /galley\.config\.yaml: keep: .*Expected hours/],
    ['rateLimit: {requests: 5}', /galley\.config\.yaml: rateLimit: .*\. Expected two whole numbers/],
    ['rateLimit: {requests: 5, seconds: 1, burst: 2}', /galley\.config\.yaml: rateLimit: .*two whole numbers/],
    [
      'nginxCache: 5',
      /galley\.config\.yaml: nginxCache: found 5\. Expected how many seconds nginx may keep a response/,
    ],
    ['nginxCache: {seconds: 0}', /galley\.config\.yaml: nginxCache: .*from 1 to 3600/],
    [
      'nginxCache: {seconds: 5}\nrateLimit: {requests: 5, seconds: 1}',
      /galley\.config\.yaml: nginxCache, rateLimit: found both\. Expected only one of them/,
    ],
    ['editor: "javascript:alert({path})"', /galley\.config\.yaml: editor: .*Expected an address with \{path\} in it/],
    ['- site', /galley\.config\.yaml: found no settings\. Expected settings/],
    ['site: [', /galley\.config\.yaml: /],
  ])('configuration %j is refused by name', async (text, message) => {
    const { run } = await makeProject({ 'galley.config.yaml': text });
    const ended = await run('build');
    expect([ended.code, ended.out]).toEqual([2, '']);
    expect(ended.err).toMatch(message);
  });
});

test.each([
  ['out: link', 'which is a content folder'],
  ['out: .', 'which holds the content folder content'],
  ['out: above', 'which holds the content folder content'],
  ['out: old\ncontent: [content, here]', 'which holds the content folder here'],
  // In a content folder it works, whatever leads there, and nothing of it is read.
  ['content: .', null],
  ['content: .\nout: content/release', null],
  ['content: [., content]\nout: there', null],
  ['content: above', null],
])('of %j and the content folders, none lies in the release', async (text, found) => {
  const { folder, run } = await makeProject({
    'galley.config.yaml': text,
    'old/articles/x.md': post('X', 'draft: true\n'),
  });
  const links = { link: 'content', above: '.', here: 'old/articles', there: 'content/deep/release' };
  for (const [name, target] of Object.entries(links)) await symlink(target, join(folder, name));
  await mkdir(join(folder, 'content/deep/release'), { recursive: true });
  const first = await run('build', '--json');
  if (found !== null) {
    expect([first.code, first.err]).toEqual([2, expect.stringContaining(found)]);
    return;
  }
  const [before, after] = [first, await run('build', '--json')].map(({ out }) => JSON.parse(out));
  expect([before.written.release, before.files, before.problems]).toEqual([
    after.written.release,
    after.files,
    after.problems,
  ]);
});

describe('galley build', () => {
  test('writes a release and says what it did', async () => {
    const { folder, run } = await makeProject({
      'content/later.md': post('Later').replace('2026', '2126'),
      'content/draft.md': post('D', 'draft: true\n'),
    });
    const first = await run('build');
    expect([first.code, first.err]).toEqual([0, '']);
    expect(first.out).toMatch(
      /^4 Markdown files, 3 articles \(1 scheduled\), 1 draft\.\n`draft` hides 1 of 4 files, such as content\/draft\.md\.\nTo publish .*\nRelease [0-9a-f]{12} in public: 29 files written, 0 reused, /,
    );
    expect(await readdir(join(folder, 'public'))).toEqual([
      'api',
      'favicon.svg',
      'front-matter.schema.json',
      'index.html',
      'index.md',
      'llms.txt',
      'openapi.json',
    ]);
    const again = await run('build', '--json');
    expect(JSON.parse(again.out)).toMatchObject({
      files: 4,
      articles: 3,
      scheduled: 1,
      others: { draft: 1 },
      problems: [],
    });
    expect(JSON.parse(again.out).written).toMatchObject({ written: 0, reused: 29 });
  });

  test('the first release says where links between articles lead, unless that was chosen', {
    tags: ['long'],
  }, async () => {
    const links = { 'content/b.md': '---\ntitle: B\ndate: 2026-02-01\n---\n\n[A](a.md)\n' };
    const said = '1 article links to others. These links lead to the API';
    const { run } = await makeProject(links);
    expect((await run('build')).out).toContain(said);
    expect((await run('build')).out).not.toContain(said);
    const chosen = await makeProject({ ...links, 'galley.config.yaml': 'articleUrl: https://a.example/{slug}\n' });
    expect((await chosen.run('build')).out).not.toContain(said);
    expect((await (await makeProject()).run('build')).out).not.toContain('links to others');
  });

  test('options win over the configuration, and the configuration over the defaults', async () => {
    const { read, run } = await makeProject({
      'galley.config.yaml': 'content: posts\nout: web\nsite: https://a.example/\n',
      'posts/c.md': post('C'),
    });
    expect((await run('build')).out).toMatch(/^1 Markdown file, 1 article\.\nRelease \S+ in web:/);
    expect(await read('web/openapi.json')).toContain('https://a.example/api/v1');
    expect((await run('build', '--content', 'content', '--out', 'other', '--site', 'http://b.example')).out).toMatch(
      /^2 Markdown files, 2 articles\.\nRelease \S+ in other:/,
    );
    expect(await read('other/openapi.json')).toContain('http://b.example/api/v1');
  });

  test('articles come from several folders, and refer to each other, but to nothing beside them', async () => {
    const { folder, run, write } = await makeProject({
      'galley.config.yaml': 'content: [src/blog, src/team notes]\nexclude: blog/old\n',
      'src/blog/a.md': post('A').replace(
        'Text',
        'See [B](../team%20notes/b.md#b) ![p](../team%20notes/p.svg) ![s](../s.svg)',
      ),
      'src/blog/old/c.md': post('C'),
      'src/team notes/b.md': `${post('B')}\n## B\n`,
      'src/team notes/p.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
      'src/s.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
      'src/d.md': post('D', 'id: x\n'),
    });
    const built = await run('build', '--json');
    const { articles, problems } = JSON.parse(built.out);
    const places = problems.map(({ code, path }: { code: string; path: string }) => [code, path]);
    expect([articles, places]).toEqual([2, [['missing-image', 'src/blog/a.md']]]);
    expect(await readdir(join(folder, 'public/media'))).toEqual([expect.stringMatching(/^p\./)]);
    await write({ 'src/team notes/e.md': post('E', 'expires: 2026-02-30\n') });
    expect((await run('check')).err).toMatch(/^src\/team notes\/e\.md:4:10 {2}error/m);
    expect((await run('new', 'Hello')).out.trim()).toBe('src/blog/hello.md');
    expect((await run('build', '--content', 'content')).out).toMatch(/2 articles/);
    const both = ['--content', 'content', '--content', 'src/blog'];
    expect((await run('check', ...both)).out).toMatch(/^5 Markdown files, 4 articles, 1 draft/);
  });

  test('the site is written as browsers write it', async () => {
    const { read, run } = await makeProject();
    await run('build', '--site', 'HTTPS://Müller.example:443/');
    expect(await read('public/openapi.json')).toContain('"https://xn--mller-kva.example/api/v1"');
  });

  test('with `invalid: fail` an error ends with 1, names the place, and leaves the earlier release as it was', async () => {
    const { folder, json, run, write } = await makeProject({ 'galley.config.yaml': 'invalid: fail\n' });
    await run('build');
    const before = await fingerprint(join(folder, 'public'));
    await write({
      'content/a.md': post('Changed'),
      'content/bad.md': '---\ntitle: Bad\npublish_at: 2026-02-30\nid: minus\n---\n',
      'content/worse.md': '---\ndate: [\n---\n',
    });
    const ended = await run('build');
    expect(ended.code).toBe(1);
    expect(ended.err).toMatch(
      /^content\/bad\.md:3:13 {2}error {2}bad-date\n(?:.*\|.*\n){2} {2}found +.*2026-02-30.*\n {2}expected .*\n {2}fix /m,
    );
    expect(ended.err).toMatch(/^content\/worse\.md:\d+:\d+ {2}error /m);
    expect(ended.out).toMatch(/Nothing was written/);
    expect(ended.out).toContain('2 files are invalid, so nothing is published (invalid: fail).\n');
    expect(await fingerprint(join(folder, 'public'))).toEqual(before);
    const { written, problems } = await json('build');
    expect(written).toBeNull();
    expect(problems[0]).toMatchObject({
      path: 'content/bad.md',
      line: 3,
      column: 13,
      severity: 'error',
      code: 'bad-date',
    });
  });

  test('skips invalid files, names them, publishes all others, and ends with 1', async () => {
    const { folder, run, write } = await makeProject({ 'content/c.md': post('C') });
    await run('build');
    await write({
      'content/b.md': '---\ndate: [\n---\n',
      'content/c.md': post('C').replace('Text', 'Other text'),
      'content/d.md': post('D').replace('01-02', '02-30'),
    });
    const ended = await galley(folder, ['build'], { FORCE_COLOR: '1' });
    expect(ended.code).toBe(1);
    expect(ended.out).toMatch(/^4 Markdown files, 2 articles, 2 invalid, 2 errors\.\nRelease [0-9a-f]{12} in public: /);
    const red = (text: string) => `\u001b[31m${text}\u001b[39m\n`;
    expect(ended.out).toContain(
      [
        red('2 invalid files are skipped:'),
        red('  content/b.md: readers get its article as it was last published, until the file is fixed or removed'),
        red('  content/d.md'),
      ].join(''),
    );
    expect(ended.out.endsWith(`${red('  content/d.md')}`)).toBe(true);
    const json = await run('build', '--json');
    expect(json.code).toBe(1);
    expect(JSON.parse(json.out)).toMatchObject({
      invalid: [
        { path: 'content/b.md', isOlder: true, isWithdrawn: false },
        { path: 'content/d.md', isOlder: false, isWithdrawn: false },
      ],
      written: { written: 0 },
    });
    const checked = await run('check');
    expect([checked.code, checked.out]).toEqual([1, expect.stringContaining('2 invalid files would be skipped:\n')]);
    expect(checked.out).toContain('  content/b.md: readers get its article as it was last published');
    await write({ 'content/b.md': '---\ndate: [\ndraft: true\n---\n' });
    expect((await run('build')).out).toContain(
      '  content/b.md: its article was published, but now readers get 404 until it is fixed\n',
    );
  });

  test('of very many invalid files twenty are named, and all with --all', { tags: ['long'] }, async () => {
    const invalid = Array.from({ length: 25 }, (_, i) => [`content/c${i}.md`, '---\ndate: [\n---\n']);
    const { run } = await makeProject(Object.fromEntries(invalid));
    const few = await run('build');
    expect(few.out.match(/^ {2}content\//gm)).toHaveLength(20);
    expect(few.out).toContain('  and 5 more files (--all lists them)\n');
    expect((await run('build', '--all')).out.match(/^ {2}content\//gm)).toHaveLength(25);
  });

  test('a release without articles does not replace one with articles, except with --allow-empty', async () => {
    const { json, run } = await makeProject({ 'drafts/a.md': post('A', 'draft: true\n') });
    await run('build');
    const refused = await run('build', '--content', 'drafts');
    expect([refused.code, refused.out]).toEqual([1, expect.stringContaining('add --allow-empty')]);
    expect(await json('build', '--content', 'drafts')).toMatchObject({
      refused: 'empty',
      written: null,
    });
    expect((await run('build', '--content', 'drafts', '--allow-empty')).code).toBe(0);
  });

  test('reports an empty release, unless errors are the reason', async () => {
    const { run } = await makeProject({
      'drafts/a.md': post('A', 'draft: true\n'),
      'invalid/a.md': post('A', 'id: 0\n'),
    });
    const none = 'There is no article in drafts';
    const fix = 'To publish a draft, delete the line of its header that makes it one, such as `draft: true`.\n\n';
    const built = await run('build', '--content', 'drafts');
    expect(built.err).toBe(`${none}, so the release is empty. ${fix}`);
    expect((await run('check', '--content', 'drafts')).err).toBe(`${none}. ${fix}`);
    expect((await run('build', '--content', 'invalid')).err).not.toContain('There is no article');
  });

  test('reports a folder that cannot be written in one sentence, exit code 2', async () => {
    const { run } = await makeProject();
    const ended = await run('build', '--out', 'content/a.md/public');
    expect(ended).toMatchObject({ code: 2, out: '' });
    expect(ended.err).toMatch(
      /^out: found content\/a\.md\/public, which is a file or below one\. Expected a folder\. Choose another with --out\.\n$/,
    );
  });
});

test('a command ends well where nobody reads what it says', { tags: ['long'] }, async () => {
  const { child, ended, text } = start((await makeProject()).folder, ['build']);
  child.stdout?.destroy();
  expect([await ended, text.err]).toEqual([0, '']);
});

describe('galley serve', () => {
  const listening = /listening on http:\/\/127\.0\.0\.1:(\d+)\n/;

  test('makes a key on loopback, activates a new release, refuses a revoked key, and ends on SIGTERM', async () => {
    const { folder, json, run, write } = await makeProject();
    await run('build');
    const running = start(folder, ['serve', '--port', '0']);
    const port = Number((await running.until(listening))[1]);
    const key = /key for this run: (gly_\S{36})/.exec(running.text.err)?.[1] ?? '';
    const ask = (target: string, shown = key) => get(port, target, { headers: { 'X-Api-Key': shown } });
    expect((await ask('/api/v1/articles')).status).toBe(200);
    await write({ 'content/c.md': post('C') });
    await run('build');
    const made = await json('key', 'new', 'web');
    await expect.poll(async () => (await ask('/api/v1/articles/c')).status).toBe(200);
    await expect.poll(async () => (await ask('/api/v1/articles', made.key)).status).toBe(200);
    await run('key', 'revoke', 'web');
    await expect.poll(async () => (await ask('/api/v1/articles', made.key)).status).toBe(401);

    running.child.kill('SIGTERM');
    expect(await running.ended).toBe(0);
  });

  test('--json prints a line of JSON for each event and response, with the name of the key', {
    tags: ['long'],
  }, async () => {
    const { folder, json, run } = await makeProject();
    await run('build');
    const made = await json('key', 'new', 'web');
    const running = start(folder, ['serve', '--port', '0', '--json']);
    const [, address] = await running.until(/"address":"([^"]+)"/);
    await get(Number(new URL(address ?? '').port), '/api/v1/articles?page=0', { headers: { 'X-Api-Key': made.key } });
    await running.until(/"event":"response"/);
    const lines = running.text.out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.at(-1)).toMatchObject({
      event: 'response',
      method: 'GET',
      target: '/api/v1/articles?page=0',
      status: 422,
      key: 'web',
    });
    for (const { time } of lines) expect(time).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    expect(running.text.out).toMatch(/"milliseconds":\d+(?:\.\d{1,3})?,/);
    expect(running.text.out + running.text.err).not.toContain(made.key);
  });

  test('without a key it refuses an address that others reach', { tags: ['long'] }, async () => {
    const { folder, json, run } = await makeProject();
    await run('build');
    for (const host of ['0.0.0.0', '::', '192.0.2.1', '127.0.0.1.example', '127']) {
      const ended = await run('serve', '--host', host, '--port', '0');
      expect([ended.code, ended.err]).toEqual([2, expect.stringMatching(/no active key.*galley key new/)]);
    }
    const old = await run('key', 'new', 'old', '--expires', '2020-01-01');
    expect(old.err).toMatch(/^It is not accepted: 2020-01-01T00:00:00Z has passed\.$/m);
    expect((await run('serve', '--host', '0.0.0.0', '--port', '0')).code).toBe(2);
    const digest = (await json('key', 'new', 'web')).digest;
    const running = start(folder, ['serve', '--host', '0.0.0.0', '--port', '0'], { GALLEY_KEYS: `env:${digest}` });
    await running.until(/listening on http:\/\/0\.0\.0\.0:/);
    expect(running.text.out + running.text.err).not.toContain('gly_');
  });

  test('a port in use, a broken keys file, a broken variable: one sentence, exit code 2', async () => {
    const { folder, run, write } = await makeProject({
      'broken.json': '{"keys": [{"name": "x"}]}',
      'other/galley.config.yaml': 'keys: ../broken.json\n',
    });
    const blocker = createServer().listen(0, '127.0.0.1');
    await once(blocker, 'listening');
    const address = blocker.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    expect(await run('serve', '--port', String(port))).toMatchObject({
      code: 2,
      err: expect.stringMatching(/another program listens there.*--port/),
    });
    blocker.close();
    expect(await galley(join(folder, 'other'), ['serve'])).toMatchObject({
      code: 2,
      err: expect.stringMatching(/broken\.json is not valid.*delete it/),
    });
    await write({ 'broken.json': '{"keys": [' });
    expect(await galley(join(folder, 'other'), ['serve'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('(it is not JSON)'),
    });
    expect(await galley(folder, ['serve'], { GALLEY_KEYS: 'oops' })).toMatchObject({
      code: 2,
      err: expect.stringMatching(/^GALLEY_KEYS: entry 1/),
    });
  });

  test('warns when links lead to another address than the one it listens at', { tags: ['long'] }, async () => {
    const { folder, run } = await makeProject();
    await run('build', '--site', 'http://127.0.0.1:1');
    const running = start(folder, ['serve', '--port', '0']);
    await running.until(listening);
    expect(running.text.err).toMatch(/links of this release lead to http:\/\/127\.0\.0\.1:1, .* --site/);
    await run('build', '--site', 'https://articles.example.com');
    const behind = start(folder, ['serve', '--port', '0']);
    await behind.until(listening);
    expect(behind.text.err).not.toContain('links');
  });

  test('before the first release it says so and responds 503', { tags: ['long'] }, async () => {
    const folder = await makeFolder();
    const running = start(folder, ['serve', '--port', '0', '--out', 'my site']);
    const port = Number((await running.until(listening))[1]);
    expect(running.text.err).toContain('no release in my site yet. Run galley build --out "my site".');
    expect((await get(port, '/healthz')).status).toBe(503);
  });
});

describe('galley start', () => {
  test('builds, serves what is left, names what is not, and prints a curl line that works', {
    tags: ['long'],
  }, async () => {
    const { folder, read } = await makeProject({ 'content/c.md': '---\ndate: [\n---\n' });
    const running = start(folder, ['start', '--port', '0']);
    const [, key, url] = await running.until(/curl -H "X-Api-Key: (\S+)" '(\S+)'/);
    const response = await fetch(url ?? '', { headers: { 'X-Api-Key': key ?? '' } });
    const { data, links } = (await response.json()) as ListEnvelope;
    expect(data.map(({ slug }) => slug)).toEqual(['b', 'a']);
    const file = 'node_modules/.cache/galley/start-key';
    expect((await read(file)).trim()).toBe(key);
    expect((await stat(join(folder, file))).mode & 0o777).toBe(0o600);
    expect(new URL(links.first).origin).toBe(new URL(url ?? '').origin);
    await running.until(
      /listening on [\s\S]*curl [\s\S]*2 articles[\s\S]*1 invalid file is skipped:\n {2}content\/c\.md\n/,
    );
    running.child.kill('SIGTERM');
    expect(await running.ended).toBe(0);
  });

  test('content with errors ends it with 1 where nothing is published then', async () => {
    const { run } = await makeProject({
      'galley.config.yaml': 'invalid: fail\n',
      'content/bad.md': '---\ndate: 2026-01-01\n',
    });
    const ended = await run('start', '--port', '0');
    expect([ended.code, ended.err]).toEqual([1, expect.stringContaining('content/bad.md:2:1  error')]);
  });
});

describe('galley key', () => {
  test('new prints the key once and stores its digest only', async () => {
    const { folder, json, run } = await makeSite();
    const made = await run('key', 'new', 'web', '--expires', '2027-01-01');
    const key = /^gly_\S{36}$/m.exec(made.out)?.[0] ?? '';
    expect([made.code, key.length]).toEqual([0, 40]);
    const file = join(folder, 'galley.keys.json');
    expect(await readFile(file, 'utf8')).not.toContain(key);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await run('key', 'new', 'web')).code).toBe(2);
    expect(made.out).toBe(`${key}\n`);
    expect((await run('key', 'list')).out).toBe(
      'web  active  2027-01-01T00:00:00Z  the public release  galley.keys.json\n',
    );
    await run('key', 'revoke', 'web');
    expect(await json('key', 'list')).toMatchObject([{ name: 'web', state: 'revoked' }]);
  });
});

describe('galley key list and revoke', () => {
  test('report both places and what expired, and touch no other key', async () => {
    const { folder, run } = await makeSite();
    await run('key', 'new', 'old', '--expires', '2020-01-01');
    await run('key', 'new', 'web');
    const env = { GALLEY_KEYS: `fixed:${'0'.repeat(64)}` };
    const list = async () =>
      JSON.parse((await galley(folder, ['key', 'list', '--json'], env)).out).map(
        ({ name, state, source }: Record<string, string>) => [name, state, source],
      );
    expect(await list()).toEqual([
      ['old', 'expired', 'galley.keys.json'],
      ['web', 'active', 'galley.keys.json'],
      ['fixed', 'active', 'GALLEY_KEYS'],
    ]);
    expect(await galley(folder, ['key', 'revoke', 'fixed'], env)).toMatchObject({
      code: 2,
      err: expect.stringMatching(/^Key fixed is in GALLEY_KEYS.*restart the server/),
    });
    expect((await galley(folder, ['key', 'revoke', 'old'], env)).code).toBe(0);
    expect((await list()).map(([, state]: string[]) => state)).toEqual(['revoked', 'active', 'active']);
  });
});
/** Every file below a folder, with its content. */
async function fingerprint(folder: string): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    if (entry.isFile()) files[file] = await readFile(file, 'utf8');
  }
  return files;
}

test('galley key rotate makes a key in place of one, which is accepted for a while', async () => {
  const { read, run } = await makeSite();
  await run('key', 'new', 'web');
  const { code, out, err } = await run('key', 'rotate', 'web', '--overlap', '7d');
  expect([code, out]).toEqual([0, expect.stringMatching(/^gly_\S{36}\n$/)]);
  expect(err).toMatch(/This is key web-2\.[\s\S]*Key web is accepted until \S+\.\n$/);
  const { keys } = JSON.parse(await read('galley.keys.json'));
  const week = Date.now() / 1000 + 7 * 86_400;
  expect(keys.map(({ name }: { name: string }) => name)).toEqual(['web', 'web-2']);
  expect(Math.abs(keys[0].expires - week)).toBeLessThan(60);
  expect(keys[1].expires).toBeUndefined();
  // A second one goes on counting, and does not lengthen the life of the first.
  expect((await run('key', 'rotate', 'web-2')).err).toContain('This is key web-3.');
  expect((await run('key', 'rotate', 'nobody')).code).toBe(2);
  expect((await run('key', 'rotate', 'web-3', '--overlap', 'soon')).err).toContain('Expected hours or days');
});
