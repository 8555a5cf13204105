import { describe, expect, test } from 'vitest';
import { deriveFields } from '../../../build/front-matter/fields/derive-fields.ts';
import { defaultContentOptions } from '../../../build/front-matter/options.ts';
import { parsedFile } from '../../support/parsed-file.ts';

/** Front matter as the documentation of each generator describes it; what an article of it must say. */
const now = Date.UTC(2026, 10, 21) / 1000;
const seconds = (date: string) => Date.parse(date) / 1000;

interface Expected {
  title: string | null;
  slug: string;
  date: string;
  updated?: string;
  excerpt?: string;
  image?: string;
  aliases?: string[];
}

const articles: [generator: string, path: string, header: string, expected: Expected][] = [
  [
    'Jekyll',
    '_posts/2015-11-17-welcome.markdown',
    '---\nlayout: post\ntitle:  "Welcome to Jekyll!"\ndate:   2015-11-17 16:16:01 -0600\ncategories: jekyll update\ntags: [a, b]\nexcerpt_separator: <!--more-->\nredirect_from:\n  - /old/welcome-old/\nlast_modified_at: 2016-03-09T16:20:02-05:00\n---\n',
    {
      title: 'Welcome to Jekyll!',
      slug: 'welcome',
      date: '2015-11-17T22:16:01Z',
      updated: '2016-03-09T21:20:02Z',
      aliases: ['welcome-old'],
    },
  ],
  [
    'Jekyll, from the file name',
    'blog/_posts/2012-09-12-how-to-write.md',
    '---\npermalink: /:categories/:title/\n---\n',
    { title: null, slug: 'how-to-write', date: '2012-09-12T00:00:00Z' },
  ],
  [
    'Hugo, YAML',
    'content/example.md',
    "---\ndate: '2024-02-02T04:14:54-08:00'\ndraft: false\nparams:\n  author: John Smith\ntitle: Example\nweight: 10\nkeywords: [a]\nlastmod: 2024-03-02\nlinkTitle: Short\nsummary: In short.\n---\n",
    {
      title: 'Example',
      slug: 'example',
      date: '2024-02-02T12:14:54Z',
      updated: '2024-03-02T00:00:00Z',
      excerpt: 'In short.',
    },
  ],
  [
    'Hugo, TOML',
    'content/posts/my-post/index.md',
    "+++\ndate = 2024-02-02T04:14:54-08:00\ndraft = false\ntitle = 'Example'\nweight = 10\naliases = ['/posts/old-post/']\npublishDate = 2024-02-03\n[params]\n  author = 'John Smith'\n[build]\n  list = 'local'\n[[cascade]]\n  x = 1\n+++\n",
    { title: 'Example', slug: 'my-post', date: '2024-02-03T00:00:00Z', aliases: ['old-post'] },
  ],
  [
    'Hugo, JSON',
    'content/example.md',
    '{\n   "date": "2024-02-02T04:14:54-08:00",\n   "draft": false,\n   "params": {\n      "author": "John Smith"\n   },\n   "title": "Example",\n   "weight": 10,\n   "slug": "my-example"\n}\n',
    { title: 'Example', slug: 'my-example', date: '2024-02-02T12:14:54Z' },
  ],
  [
    'Zola',
    'content/blog/hello/index.md',
    '+++\ntitle = "Hello"\ndescription = "A greeting"\ndate = 2019-09-17\nupdated = 2019-10-01 12:00:00\nweight = 0\ndraft = false\nslug = "hello-zola"\naliases = ["/old-hello/"]\ntemplate = "page.html"\n[taxonomies]\ntags = ["rust"]\n[extra]\ntoc = true\n+++\n',
    {
      title: 'Hello',
      slug: 'hello-zola',
      date: '2019-09-17T00:00:00Z',
      updated: '2019-10-01T12:00:00Z',
      excerpt: 'A greeting',
      aliases: ['old-hello'],
    },
  ],
  [
    'Astro',
    'src/content/blog/first-post.md',
    "---\ntitle: 'First post'\ndescription: 'Lorem ipsum'\npubDate: 'Jul 08 2022'\nupdatedDate: 'Jul 10 2022'\nheroImage: '../../assets/blog-placeholder-3.jpg'\ntags: [\"astro\"]\nlayout: ../../layouts/Post.astro\n---\n",
    {
      title: 'First post',
      slug: 'first-post',
      date: '2022-07-08T00:00:00Z',
      updated: '2022-07-10T00:00:00Z',
      excerpt: 'Lorem ipsum',
      image: '../../assets/blog-placeholder-3.jpg',
    },
  ],
  [
    'AstroPaper',
    'src/data/blog/adding-new-post.md',
    '---\nauthor: Sat Naing\npubDatetime: 2022-09-23T15:22:00Z\nmodDatetime: 2025-03-20T03:15:57.792Z\ntitle: Adding new posts\npostSlug: adding-posts\nfeatured: true\ndraft: false\ntags:\n  - docs\ndescription: Some rules.\nogImage: ""\n---\n',
    {
      title: 'Adding new posts',
      slug: 'adding-posts',
      date: '2022-09-23T15:22:00Z',
      updated: '2025-03-20T03:15:57Z',
      excerpt: 'Some rules.',
    },
  ],
  [
    'Eleventy',
    'posts/2018-05-01.md',
    '---\ntitle: This is my first post.\ndescription: This is a post on My Blog.\ndate: 2018-05-01\ntags:\n  - another tag\nlayout: layouts/post.njk\neleventyNavigation:\n  key: x\npermalink: "/{{ title | slugify }}/"\n---\n',
    {
      title: 'This is my first post.',
      slug: '2018-05-01',
      date: '2018-05-01T00:00:00Z',
      excerpt: 'This is a post on My Blog.',
    },
  ],
  [
    'Eleventy, JSON',
    'posts/json.md',
    '---json\n{\n  "title": "My page title",\n  "date": "2020-01-01"\n}\n---\n',
    { title: 'My page title', slug: 'json', date: '2020-01-01T00:00:00Z' },
  ],
  [
    'Docusaurus',
    'blog/2021-08-26-welcome/index.md',
    '---\ntitle: Welcome Docusaurus\ndescription: My first post.\nslug: /blog/welcome-v2\nauthors:\n  - name: Joel\n    url: https://github.com/joel\ntags: [hello]\nimage: https://i.imgur.com/mErPwqL.png\nhide_table_of_contents: false\nsidebar_label: Welcome\nlast_update:\n  date: 2021-09-01\n---\n',
    {
      title: 'Welcome Docusaurus',
      slug: 'welcome-v2',
      date: '2021-08-26T00:00:00Z',
      updated: '2021-09-01T00:00:00Z',
      excerpt: 'My first post.',
      image: 'https://i.imgur.com/mErPwqL.png',
    },
  ],
  [
    'Gatsby',
    'content/blog/hello-world/index.md',
    '---\ntitle: Hello World\ndate: "2015-05-01T22:12:03.284Z"\ndescription: "Hello"\nfeatured_image: ./egg.jpg\n---\n',
    { title: 'Hello World', slug: 'hello-world', date: '2015-05-01T22:12:03Z', excerpt: 'Hello', image: './egg.jpg' },
  ],
  [
    'Next',
    '_posts/dynamic-routing.md',
    "---\ntitle: 'Dynamic Routing and Static Generation'\nexcerpt: 'Lorem ipsum'\ncoverImage: '/assets/blog/dynamic-routing/cover.jpg'\ndate: '2020-03-16T05:35:07.322Z'\nauthor:\n  name: JJ Kasper\n  picture: '/assets/blog/authors/jj.jpeg'\nogImage:\n  url: '/assets/blog/dynamic-routing/cover.jpg'\n---\n",
    {
      title: 'Dynamic Routing and Static Generation',
      slug: 'dynamic-routing',
      date: '2020-03-16T05:35:07Z',
      excerpt: 'Lorem ipsum',
      image: '/assets/blog/dynamic-routing/cover.jpg',
    },
  ],
  [
    'VitePress',
    'posts/hello.md',
    '---\ntitle: Hello\neditLink: true\nlastUpdated: 2024-01-01\nhead:\n  - - meta\n    - name: description\n      content: x\noutline: deep\ndate: 2023-12-31\n---\n',
    { title: 'Hello', slug: 'hello', date: '2023-12-31T00:00:00Z', updated: '2024-01-01T00:00:00Z' },
  ],
  [
    'VitePress, JSON',
    'posts/hello.md',
    '---\n{\n  "title": "Blogging Like a Hacker",\n  "date": "2023-12-31",\n  "editLink": true\n}\n---\n',
    { title: 'Blogging Like a Hacker', slug: 'hello', date: '2023-12-31T00:00:00Z' },
  ],
  [
    'Hexo',
    'source/_posts/hello-world.md',
    'title: Hello World\ndate: 2013/7/13 20:46:25\nupdated: 2013/7/14\ncategories:\n- Diary\ntags:\n- PS3\n---\n',
    { title: 'Hello World', slug: 'hello-world', date: '2013-07-13T20:46:25Z', updated: '2013-07-14T00:00:00Z' },
  ],
  [
    'Hexo, JSON',
    'source/_posts/hello-world.md',
    ';;;\n"title": "Hello World",\n"date": "2013/7/13 20:46:25"\n;;;\n',
    { title: 'Hello World', slug: 'hello-world', date: '2013-07-13T20:46:25Z' },
  ],
  [
    'Pelican',
    'content/my-super-post.md',
    'Title: My super title: a subtitle\nDate: 2010-12-03 10:20\nModified: 2010-12-05 19:30\nCategory: Python\nTags: pelican, publishing\nSlug: my-super-slug\nAuthors: Alexis Metaireau, Conan Doyle\nSummary: Short version for index and feeds\n\n',
    {
      title: 'My super title: a subtitle',
      slug: 'my-super-slug',
      date: '2010-12-03T10:20:00Z',
      updated: '2010-12-05T19:30:00Z',
      excerpt: 'Short version for index and feeds',
    },
  ],
  [
    'Ghost, exported',
    'posts/welcome.md',
    '---\ntitle: Welcome\nslug: welcome\ndate_published: 2019-01-01T10:00:00.000Z\ndate: 2019-01-01T10:00:00.000Z\nfeature_image: /content/images/a.jpg\ncustom_excerpt: Hi\nstatus: published\nvisibility: public\nmeta_title: null\n---\n',
    { title: 'Welcome', slug: 'welcome', date: '2019-01-01T10:00:00Z', excerpt: 'Hi', image: '/content/images/a.jpg' },
  ],
];

describe('an article of', () => {
  test.each(articles)('%s', (_generator, path, header, { title, slug, date, updated, excerpt, image, aliases }) => {
    const parsed = parsedFile(path, `${header}Text of it.\n`);
    expect(parsed.body.trim()).toBe('Text of it.');
    const { value: outcome, problems } = deriveFields(parsed, defaultContentOptions, now);
    expect(problems).toEqual([]);
    expect(outcome).toMatchObject({
      kind: 'article',
      fields: {
        ...{ title, slug, aliases: aliases ?? [], excerpt: excerpt ?? null },
        ...{ publish_at: seconds(date), updated_at: updated === undefined ? null : seconds(updated) },
        header_image: image === undefined ? null : { value: image },
      },
    });
  });
});

test.each([
  ['Jekyll', '_drafts/a-draft.md', '---\ntitle: x\n---\n', 'drafts-folder'],
  ['Jekyll', '_posts/2020-01-01-x.md', '---\npublished: false\n---\n', 'unpublished'],
  ['Hugo', 'x.md', "+++\ndate = 2020-01-01\nexpiryDate = '2021-01-01'\n+++\n", 'expired'],
  ['Hugo', 'x.md', '{"date": "2020-01-01", "draft": true}\n', 'draft'],
  ['Zola', 'x.md', '+++\ndate = 2020-01-01\ndraft = true\n+++\n', 'draft'],
  ['Docusaurus', 'blog/2020-01-01-x.md', '---\ndraft: yes\n---\n', 'draft'],
  ['Hexo', 'source/_drafts/x.md', 'title: x\ndate: 2020-01-01\n---\n', 'drafts-folder'],
  ['Pelican', 'x.md', 'Title: x\nDate: 2020-01-01\nStatus: draft\n\n', 'draft'],
])('what %s hides in %s is hidden: %j', (_generator, path, header, reason) => {
  expect(deriveFields(parsedFile(path, `${header}Text\n`), defaultContentOptions, now)).toMatchObject({
    value: { kind: 'hidden', reason },
    problems: [],
  });
});
