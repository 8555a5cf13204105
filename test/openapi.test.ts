import { describe, expect, test } from 'vitest';
import { toOpenApi } from '../build/release/openapi.ts';
import { Article } from '../src/core/article.ts';
import { ListEnvelope } from '../src/core/list-envelope.ts';
import { ProblemDetails } from '../src/core/problem.ts';
import { ask, makeArticle, makeRelease, setTestArticle } from './support/release.ts';

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

  test.each([
    ['/articles', ['200', '304', '401', '406', '410', '422', 'default']],
    ['/articles/{article}', ['200', '304', '308', '401', '404', '406', '422', 'default']],
  ])('the answers of %s', (path, statuses) => {
    expect(Object.keys(description.paths[path].get.responses)).toEqual(statuses);
  });

  test('the parameters with their bounds and defaults', () => {
    const parameters = description.paths['/articles'].get.parameters.slice(0, 4);
    expect(parameters.map(({ name, schema }: { name: string; schema: object }) => ({ name, ...schema }))).toMatchObject(
      [
        { name: 'page', type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER, default: 1 },
        { name: 'per_page', type: 'integer', minimum: 1, maximum: 100, default: 100 },
        { name: 'exclude_h1', type: 'boolean', default: false },
        { name: 'snapshot', type: 'string', pattern: expect.any(String) },
      ],
    );
  });

  test('the article, its members in order, which of them may be null', () => {
    const { properties, required } = description.components.schemas.Article;
    const order = ['id', 'slug', 'excerpt', 'title', 'meta_title', 'meta_description', 'html', 'markdown'];
    order.push('header_image_url', 'publish_at', 'published_at', 'updated_at');
    expect(Object.keys(properties)).toEqual(order);
    expect(required).toEqual(order);
    const nullable = order.filter((name) => [properties[name].type].flat().includes('null'));
    expect(nullable).toEqual(['header_image_url', 'published_at', 'updated_at']);
    expect(JSON.stringify(description)).not.toContain('anyOf');
    expect(properties.header_image_url).toMatchObject({ type: ['string', 'null'], format: 'uri' });
    expect(properties.publish_at).toMatchObject({ type: 'string', format: 'date-time' });
    expect(properties.id).toMatchObject({ type: 'integer', format: 'int32', minimum: 1, maximum: 2 ** 31 - 1 });
  });
});

test('answers are as declared', async () => {
  const release = await makeRelease([1, 2, 3].map((id) => setTestArticle(makeArticle({ id }))));
  const body = async (target: string) => JSON.parse((await ask(release, `/api/v1/articles${target}`)).text);
  for (const target of ['', '?page=2&per_page=2', '?page=9']) {
    const list = await body(target);
    expect(ListEnvelope.parse(list)).toEqual(list);
  }
  const article = await body('/1');
  expect(Article.parse(article)).toEqual(article);
  for (const target of ['/9', '?page=0']) {
    const details = await body(target);
    expect(ProblemDetails.parse(details)).toEqual(details);
  }
});
