import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { buildOnce } from '../../build/pipeline/builder.ts';
import { Pointer, pointerPath } from '../../src/core/format.ts';
import { readJson } from '../../src/core/read-json.ts';
import { openRelease } from '../../src/core/release.ts';
import { diskStorage } from '../../src/storage/disk.ts';
import { amount, seed } from '../support/amount.ts';
import { seededRandom } from '../support/fire/random.ts';
import { buildDefaults, makeProject } from '../support/project.ts';
import { ask } from '../support/release.ts';

const changes = amount({ test: 30, all: 100, soak: 3000 });

/** An article of an author, wherever its file is. */
interface Written {
  path: string;
  title: string;
  date: number;
  text: string;
}

/** How much of what tells articles apart two have in common: of two that are nearly the same, no build could say which moved. */
const likeness = (a: Written, b: Written): number =>
  Number(a.title === b.title) + Number(a.date === b.date) + Number(a.text === b.text);

test(`${changes} times, files are renamed, moved, copied, swapped and edited on two machines, and readers lose no article`, {
  tags: ['scaled'],
  timeout: 600_000,
}, async () => {
  const random = seededRandom(seed);
  const project = await makeProject();
  /** The folder of the machine that published last: readers get what is there. */
  let current = join(project.folder, 'none');
  const machines = ['a', 'b'].map((name) => join(project.folder, name));
  let [last, done] = [0, 0];
  const create = (path: string): Written => {
    last++;
    return {
      path,
      title: `Title ${last}`,
      date: 1 + random.below(4),
      text: `Text ${last}, ${'which goes on, '.repeat(9)}`,
    };
  };
  const files = new Set(Array.from({ length: 12 }, (_, i) => create(`n${i}.md`)));
  for (const each of files) await save(each);
  /** What readers hold: the ids of articles, and to which article each slug led. */
  const [ids, slugs] = [new Map<Written, number>(), new Map<string, Written>()];
  await publish();
  await read();
  expect(ids.size).toBe(files.size);
  while (done < changes) {
    const busy: Written[] = [];
    for (let i = 1 + random.below(3); i > 0; i--) if (await change(busy)) done++;
    await publish();
    await read();
  }

  /** One change of files that none in `busy` is like; false where that is not possible. */
  async function change(busy: Written[]): Promise<boolean> {
    const free = [...files].filter((each) => busy.every((other) => likeness(each, other) < 2));
    const one = random.pick(free);
    const path = `${random.pick(['', 'x/', 'y/'])}${random.pick(['n', 'm'])}${random.below(12)}.md`;
    const others = free.filter((each) => each !== one && likeness(each, one) < 2 && each.text !== one?.text);
    const other = random.pick(others);
    const kind = random.pick([
      'rename',
      'rename',
      'rewrite',
      'retitle',
      'edit',
      'copy',
      'swap',
      'replace',
      'shift',
      'add',
      'remove',
    ]);
    // A file under the name of another may be an error. One may move into another folder under its own.
    const isMove = /^(?:rename|rewrite|retitle)$/.test(kind);
    const isFree = [...files, ...busy].every(
      (each) => basename(each.path) !== basename(path) || (isMove && each === one),
    );
    if (one === undefined || (!isFree && kind !== 'edit')) return false;
    busy.push({ ...one });
    const edits = { text: `${one.text}More. `, title: `${one.title}!`, date: 1 + (one.date % 4) };
    if (kind === 'rename') await move(one, path);
    else if (kind === 'rewrite') await move(Object.assign(one, { text: edits.text }), path);
    else if (kind === 'retitle') await move(Object.assign(one, { title: edits.title }), path);
    else if (kind === 'edit')
      await move(Object.assign(one, random.pick([{}, { title: edits.title }, edits])), one.path);
    else if (kind === 'copy') await add({ ...one, path, title: random.pick([one.title, `Copy of ${one.title}`]) });
    else if (kind === 'add') await add(create(path));
    else if (other === undefined) return false;
    else {
      busy.push({ ...other });
      const place = other.path;
      if (kind === 'swap') await swap(one, other);
      else if (files.size < 8 || [...files].some((each) => each !== one && likeness(each, one) > 1)) return false;
      else if (kind === 'remove') await remove(one);
      else if (kind === 'replace') await remove(one).then(() => move(other, one.path));
      else await move(other, path).then(() => move(one, place));
    }
    const touched = [one.path, other?.path, path];
    busy.push(...[...files].filter((each) => touched.includes(each.path)).map((each) => ({ ...each })));
    return true;
  }

  async function add(article: Written): Promise<void> {
    files.add(article);
    await save(article);
  }

  async function move(article: Written, path: string): Promise<void> {
    if (path !== article.path) await project.remove(article.path);
    article.path = path;
    await save(article);
  }

  async function remove(article: Written): Promise<void> {
    files.delete(article);
    ids.delete(article);
    await project.remove(article.path);
  }

  /** Readers take both for articles that were changed. */
  async function swap(one: Written, other: Written): Promise<void> {
    const { path: _, ...was } = one;
    const { path: __, ...is } = other;
    await save(Object.assign(one, is));
    await save(Object.assign(other, was));
  }

  function save({ path, title, date, text }: Written): Promise<unknown> {
    return project.write({ [path]: `---\ntitle: ${title}\npublish_at: 2026-01-0${date}\n---\n${text}\n` });
  }

  /** One of the machines builds after the release that readers get, and publishes. Now and then it has lost its cache. */
  async function publish(): Promise<void> {
    const machine = random.pick(machines);
    if (random.below(4) === 0) await project.forget();
    const [out, cache] = [join(machine, 'public'), join(machine, random.below(4) === 0 ? `cache-${done}` : 'cache')];
    const published = { storage: diskStorage(join(current, 'api', 'v1')) };
    const keep = { hours: 0, releases: 1 };
    const { invalid } = await buildOnce({ ...buildDefaults, content: project.content, out, cache, published, keep });
    published.storage.close();
    expect(invalid).toEqual([]);
    current = out;
  }

  /** Readers ask for all that they hold, and take what is new. */
  async function read(): Promise<void> {
    const storage = diskStorage(join(current, 'api', 'v1'));
    const release = await openRelease((await readJson(storage, pointerPath, Pointer)).release, storage);
    const get = async (name: string | number): Promise<{ id: number; slug: string; title: string } | null> => {
      const { status, text, headers } = await ask({ storage, release }, `/api/v1/articles/${name}`);
      if (status === 308) return get(String(headers.Location).split('/').at(-1) ?? '');
      return status === 200 ? JSON.parse(text) : null;
    };
    const listed = await ask({ storage, release }, '/api/v1/articles');
    const found: { id: number; title: string }[] = JSON.parse(listed.text).data;
    expect(found).toHaveLength(files.size);
    for (const [article, id] of ids) expect([id, await get(id)]).toMatchObject([id, { id, title: article.title }]);
    const known = new Set(ids.values());
    const added = found.filter(({ id }) => !known.has(id));
    for (const article of files) {
      if (ids.has(article)) continue;
      const [own] = added.filter(({ title, id }) => title === article.title && !known.has(id));
      expect(own).toBeDefined();
      ids.set(article, own?.id ?? 0);
      known.add(own?.id ?? 0);
    }
    const byId = new Map([...ids].map(([article, id]) => [id, article]));
    for (const article of files) slugs.set((await get(ids.get(article) ?? 0))?.slug ?? '', article);
    for (const [slug, article] of slugs) {
      const now = await get(slug);
      if (files.has(article)) expect([slug, now]).not.toEqual([slug, null]);
      const leadsTo = byId.get(now?.id ?? 0);
      if (leadsTo === undefined) slugs.delete(slug);
      else slugs.set(slug, leadsTo);
    }
    storage.close();
  }
});
