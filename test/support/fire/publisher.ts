import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Builder, withBuilder } from '../../../build/pipeline/builder.ts';
import type { BuildOptions } from '../../../build/pipeline/options.ts';
import { site } from '../release.ts';
import type { Random } from './random.ts';

/** What readers may see of an article. */
export interface Known {
  id: number;
  /** In seconds. */
  publishAt: number;
  title: string;
}

/** Counts of what was done. */
export interface Done {
  publishes: number;
  removals: number;
  dates: number;
  edits: number;
  additions: number;
}

export interface Publisher {
  done: Done;
  /** The articles of each release that was published, oldest first. */
  releases: ReadonlyMap<string, readonly Known[]>;
  /** Changes some files, builds and publishes; gives the ids that were removed. `now` and `clock` are the system's by default. */
  publish(now?: number, clock?: () => number): Promise<number[]>;
}

/** Publishes articles by the real build, from files that change at random, while `work` is under way. */
export function withPublisher<T>(
  { content, out, cache, random }: Pick<BuildOptions, 'content' | 'out' | 'cache'> & { random: Random },
  keep: NonNullable<BuildOptions['keep']>,
  currentRelease: () => Promise<string>,
  work: (publisher: Publisher) => Promise<T>,
): Promise<T> {
  const written = new Map<number, Known>();
  const removed: Known[] = [];
  const releases = new Map<string, Known[]>();
  const done: Done = { publishes: 0, removals: 0, dates: 0, edits: 0, additions: 0 };
  let lastId = 0;
  const options = { content, out, cache, site, articleUrl: `${site}/{slug}`, trustedHtml: false, keep };
  return withBuilder(options, (builder) =>
    work({ done, releases, publish: (now, clock) => publish(builder, now, clock) }),
  );

  async function publish(builder: Builder, at?: number, clock = () => at ?? seconds()): Promise<number[]> {
    const now = at ?? seconds();
    const gone: number[] = [];
    if (written.size === 0) for (let i = 0; i < 120; i++) await add(now - random.below(100_000));
    for (let changes = 1 + random.below(3); changes > 0; changes--) await change(now, gone);
    const { problems, written: result } = await builder.build({ now, write: 'quick', clock });
    if (result === null) throw new Error(JSON.stringify(problems));
    const inOrder = [...written.values()].sort((a, b) => a.publishAt - b.publishAt || a.id - b.id);
    releases.set(await currentRelease(), inOrder);
    done.publishes++;
    return gone;
  }

  async function change(now: number, gone: number[]): Promise<void> {
    const one = random.pick([...written.values()]);
    switch (
      random.pick(['new', 'old', 'published soon', 'edit', 'date', 'date', 'remove', 'remove', 'again'] as const)
    ) {
      case 'new':
        return add(now - random.below(3));
      case 'old':
        return add(now - random.below(100_000));
      case 'published soon':
        return add(now + 1 + random.below(4));
      case 'edit':
        done.edits++;
        return write({ ...one, title: `${one.title}!` });
      case 'date':
        done.dates++;
        return write({ ...one, publishAt: now - random.pick([-3, -1, 0, 2, 50_000]) - random.below(50_000) });
      case 'remove':
        if (written.size < 80) return add(now);
        done.removals++;
        written.delete(one.id);
        removed.push(one);
        gone.push(one.id);
        return rm(join(content, fileOf(one.id)));
      case 'again': {
        const [again] = removed.splice(random.below(removed.length), 1);
        if (again === undefined) return;
        gone.splice(0, gone.length, ...gone.filter((id) => id !== again.id));
        return write(again);
      }
    }
  }

  function add(publishAt: number): Promise<void> {
    lastId += 1 + random.below(5);
    done.additions++;
    return write({ id: lastId, publishAt, title: `Article ${lastId}` });
  }

  async function write(article: Known): Promise<void> {
    const { id, publishAt, title } = article;
    written.set(id, article);
    const header = `---\nid: ${id}\ntitle: ${title}\npublish_at: ${new Date(publishAt * 1000).toISOString()}\n---\n`;
    await writeFile(join(content, fileOf(id)), `${header}\n# Heading\n\n${`Text of ${id}. `.repeat(1 + (id % 40))}\n`);
  }
}

function fileOf(id: number): string {
  return `article-${id}.md`;
}

function seconds(): number {
  return Math.floor(Date.now() / 1000);
}
