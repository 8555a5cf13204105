import { crc32, inflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Range } from '../../build/markdown/rendered-body.ts';
import type { Article } from '../../src/core/article.ts';
import { cases } from '../support/amount.ts';
import {
  ask,
  encodeTestArticle,
  makeArticle,
  makeRelease,
  site,
  type TestRelease,
  type TestResponse,
} from '../support/release.ts';

/** Text with what is hard to cut: escapes, several bytes, surrogate pairs, lone surrogates, separators. */
const text = fc.string({
  unit: fc.constantFrom('a', '<', '"', '\\', '\n', '\t', 'é', '漢', '😀', '\u2028', '\0', '\ud800', '# '),
  maxLength: 40,
});

/** Disjoint ascending ranges of a text, none inside a surrogate pair. */
function cutsOf(text: string): fc.Arbitrary<Range[]> {
  const edges = [0];
  for (const unit of text) edges.push((edges.at(-1) ?? 0) + unit.length);
  return fc.subarray(edges).map((chosen) => {
    const ranges: Range[] = [];
    for (let i = 0; i + 1 < chosen.length; i += 2) ranges.push([chosen[i] ?? 0, chosen[i + 1] ?? 0]);
    return ranges;
  });
}

interface Sample {
  article: Article;
  htmlCuts: Range[];
  markdownCuts: Range[];
}

const now = '2026-06-01T00:00:00Z';

const sample = (id: number): fc.Arbitrary<Sample> =>
  fc
    .record({
      title: text,
      html: text,
      markdown: text,
      // Few moments, so that many articles share one and some lie ahead.
      publish_at: fc.constantFrom(
        '2025-01-01T00:00:00Z',
        '2026-03-01T09:30:00Z',
        now,
        '2026-06-01T00:00:01Z',
        '2030-01-01T00:00:00Z',
      ),
    })
    .chain((fields) =>
      fc.record({
        article: fc.constant(makeArticle({ id, ...fields })),
        htmlCuts: cutsOf(fields.html),
        markdownCuts: cutsOf(fields.markdown),
      }),
    );

const corpus = fc
  .uniqueArray(fc.integer({ min: 1, max: 2 ** 31 - 1 }), { maxLength: 260, size: 'max' })
  .chain((ids) => fc.tuple(...ids.map(sample)));

/** The slow obvious way. */
function slowList(samples: readonly Sample[], page: number, perPage: number, excludeH1: boolean): string {
  const due = samples.filter(({ article }) => Date.parse(article.publish_at) <= Date.parse(now));
  due.sort(
    (a, b) => Date.parse(b.article.publish_at) - Date.parse(a.article.publish_at) || b.article.id - a.article.id,
  );
  const shown = due.slice((page - 1) * perPage, page * perPage);
  return JSON.stringify(shown.map((one) => (excludeH1 ? without(one) : one.article)));
}

function without({ article, htmlCuts, markdownCuts }: Sample): Article {
  return { ...article, html: leaveOut(article.html, htmlCuts), markdown: leaveOut(article.markdown, markdownCuts) };
}

function leaveOut(text: string, cuts: readonly Range[]): string {
  let kept = '';
  let from = 0;
  for (const [start, end] of cuts) {
    kept += text.slice(from, start);
    from = end;
  }
  return kept + text.slice(from);
}

/** Asks plainly and with gzip, which must be one member that decodes to the same bytes. */
async function askBothForms(release: TestRelease, target: string): Promise<TestResponse> {
  const plain = await ask(release, target, { now });
  const gzip = await ask(release, target, { now, headers: { 'accept-encoding': 'gzip' } });
  expect([plain.status, gzip.status]).toEqual([200, 200]);
  expect(gzip.headers['Content-Encoding']).toBe('gzip');
  expect(gzip.headers.ETag).toBe(plain.headers.ETag?.replace(/"$/, '-gz"'));
  expect(gunzipOneMember(gzip.bytes).equals(plain.bytes)).toBe(true);
  return plain;
}

/** Node would read several members; browsers read the first alone. */
function gunzipOneMember(bytes: Buffer): Buffer {
  const { buffer, engine } = inflateRawSync(bytes.subarray(10), { info: true }) as unknown as {
    buffer: Buffer;
    engine: { bytesWritten: number };
  };
  const trailer = bytes.subarray(10 + engine.bytesWritten);
  expect([...bytes.subarray(0, 4)]).toEqual([0x1f, 0x8b, 8, 0]);
  expect(trailer).toHaveLength(8);
  expect([trailer.readUInt32LE(0), trailer.readUInt32LE(4)]).toEqual([crc32(buffer), buffer.length]);
  return buffer;
}

test('a list is, byte by byte, what filtering, sorting, slicing and serialising give', {
  tags: ['scaled'],
}, async () => {
  await fc.assert(
    fc.asyncProperty(corpus, fc.integer({ min: 1, max: 100 }), fc.boolean(), async (samples, perPage, excludeH1) => {
      const release = await makeRelease(samples.map((one) => encodeTestArticle(one.article, one)));
      const due = samples.filter(({ article }) => article.publish_at <= now).length;
      const lastPage = Math.max(1, Math.ceil(due / perPage));
      for (const page of new Set([1, 2, Math.ceil(lastPage / 2), lastPage, lastPage + 1])) {
        const target = `/api/v1/articles?page=${page}&per_page=${perPage}&exclude_h1=${excludeH1}`;
        const answer = await askBothForms(release, target);
        const { links, meta } = JSON.parse(answer.text);
        const data = slowList(samples, page, perPage, excludeH1);
        expect(answer.text).toBe(`{"data":${data},"links":${JSON.stringify(links)},"meta":${JSON.stringify(meta)}}`);
        const shown = JSON.parse(data).length;
        const from = shown === 0 ? null : (page - 1) * perPage + 1;
        expect(meta).toEqual({
          current_page: page,
          from,
          path: `${site}/api/v1/articles`,
          per_page: perPage,
          to: from === null ? null : from + shown - 1,
        });
        expect([links.next === null, links.prev === null]).toEqual([page >= lastPage, page === 1 || due === 0]);
      }
    }),
    cases(60),
  );
});

test('an article is, byte by byte, what serialising it gives', { tags: ['scaled'] }, async () => {
  await fc.assert(
    fc.asyncProperty(corpus, fc.boolean(), async (samples, excludeH1) => {
      const release = await makeRelease(samples.map((one) => encodeTestArticle(one.article, one)));
      for (const one of samples.slice(0, 20)) {
        const isDue = one.article.publish_at <= now;
        for (const address of [one.article.id, one.article.slug]) {
          const target = `/api/v1/articles/${address}?exclude_h1=${excludeH1}`;
          if (!isDue) expect((await ask(release, target, { now })).status).toBe(404);
          else {
            const { text } = await askBothForms(release, target);
            expect(text).toBe(JSON.stringify(excludeH1 ? without(one) : one.article));
          }
        }
      }
    }),
    cases(40),
  );
});
