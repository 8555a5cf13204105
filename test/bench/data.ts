import { join } from 'node:path';
import { type SetArticle, setArticle } from '../../build/release/set-article.ts';
import { setRelease } from '../../build/release/set-release.ts';
import { writeRelease } from '../../build/release/write-release.ts';
import type { Range } from '../../build/stages.ts';

const site = 'https://articles.example.com';

/** Characters of a body, as Markdown; with it the JSON of an article has some 12,000 octets. */
const bodyLength = 5500;

/** One article in this many has a level-one heading. */
const headingEvery = 3;

/** Writes a release of `count` generated articles below `out`, always the same. Resolves to their ids. */
export async function writeArticles(out: string, count: number): Promise<number[]> {
  const random = seeded(1);
  const articles = Array.from({ length: count }, (_, index) => makeArticle(index + 1, random));
  await writeRelease(join(out, 'api', 'v1'), setRelease(articles, site));
  return articles.map(({ id }) => id);
}

function makeArticle(id: number, random: () => number): SetArticle {
  const title = sentence(5, random);
  const excerpt = sentence(25, random);
  // Three hours apart from 2020 on: all are due, 10,000 of them and more.
  const publishAt = 1_577_836_800 + id * 10_800;
  const date = `${new Date(publishAt * 1000).toISOString().slice(0, 19)}Z`;
  let html = '';
  let markdown = '';
  const htmlCuts: Range[] = [];
  const markdownCuts: Range[] = [];
  if (id % headingEvery === 0) {
    html += `<h1>${title}</h1>\n`;
    markdown += `# ${title}\n\n`;
    htmlCuts.push([0, html.length]);
    markdownCuts.push([0, markdown.length]);
  }
  while (markdown.length < bodyLength) {
    const text = sentence(60, random);
    html += `<p>${text}</p>\n`;
    markdown += `${text}\n\n`;
  }
  return setArticle(
    {
      id,
      slug: `article-${id}`,
      excerpt,
      title,
      meta_title: title,
      meta_description: excerpt,
      html,
      markdown,
      header_image_url: `${site}/media/picture-${id}.jpg`,
      publish_at: date,
      published_at: date,
      updated_at: null,
    },
    { aliases: [], publishAt, modified: publishAt, htmlCuts, markdownCuts },
  );
}

const words =
  'a the galley holds type that waits to be cut into pages while ink dries and readers ask for more “quoted” café naïve über'.split(
    ' ',
  );

function sentence(length: number, random: () => number): string {
  return `${Array.from({ length }, () => words[Math.floor(random() * words.length)]).join(' ')}.`;
}

/** Numbers from 0 up to 1, the same for the same seed (mulberry32 by T. Ettinger, public domain). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
