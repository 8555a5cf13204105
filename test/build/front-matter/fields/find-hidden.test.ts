import { describe, expect, test } from 'vitest';
import { deriveFields } from '../../../../build/front-matter/fields/derive-fields.ts';
import { defaultContentOptions } from '../../../../build/front-matter/options.ts';
import { parsedFile } from '../../../support/parsed-file.ts';

const now = Date.UTC(2026, 10, 21) / 1000;
const outcome = (header: string, path: string, notHiding: readonly string[] = [], body = 'Text\n') =>
  deriveFields(
    parsedFile(path, `---\ndate: 2026-02-24\n${header}\n---\n${body}`),
    { ...defaultContentOptions, notHiding },
    now,
  ).value;

/** Hidden by the rule, and shown where that is turned off. */
function expectHidden(header: string, path: string, rule: string): void {
  expect(outcome(header, path)).toMatchObject({ kind: 'hidden', rule });
  expect(outcome(header, path, [rule])).toMatchObject({ kind: 'article' });
}

describe('in the name of a file', () => {
  test.each([
    ...['oak.draft.md', 'draft.oak.md', 'oak.draft.de.md', 'oak.draft-2.md', 'oak.private.md', 'oak.entwurf.md'],
    ...['[draft] oak.md', 'oak (wip).md', '(Brouillon) oak.md', '【下書き】oak.md', '2026-01-05-[hidden] oak.md'],
    ...['draft--oak.md', 'Draft - oak.md', 'borrador__oak.md', 'oak -- wip.md', '[wip] trees/oak.md'],
  ])('%s: a label hides, whatever the title', (path) => {
    expectHidden('title: The draft of an oak', path, /^\[.*\//.test(path) ? 'drafts-folder' : 'draft-name');
  });

  test.each([
    ...[
      'draft-oak.md',
      'draft_oak.md',
      'oak-draft.md',
      'oak_WIP.md',
      'Draft oak.md',
      'rascunho-oak.md',
      'oak-черновик.md',
    ],
    ...['2026-01-05-draft-oak.md', 'draft-oak/index.md', 'draft.md', 'wip2.md', 'oak-draft-3.md', 'unpublished-oak.md'],
  ])('%s: a word at an end hides, unless the title has it or a key shows the article', (path) => {
    expectHidden('title: The oak', path, 'draft-name');
    expect(outcome('title: "[Draft] The oak"', path)).toMatchObject({ kind: 'hidden' });
    for (const header of ['title: The oak\ndraft: no', 'title: The oak\nstatus: live'])
      expect(outcome(header, path)).toMatchObject({ kind: 'article' });
  });

  test.each([
    ['draft-horses.md', 'title: Draft horses', 'Text\n'],
    ['the-nba-draft.md', 'title: A draft of names', 'Text\n'],
    ['draft-beer.md', 'tags: beer', '# Draft beer\n'],
    ['drafting-a-will.md', 'title: Your will', 'Text\n'],
    ['overdraft.md', 'title: Debts', 'Text\n'],
    ['private-methods.md', 'title: How to', 'Text\n'],
    ['hidden-figures/index.md', 'title: A film', 'Text\n'],
    ['on-drafts-of-air.md', 'title: Wind', 'Text\n'],
  ])('%s: a word of the name does not', (path, header, body) => {
    expect(outcome(header, path, [], body)).toMatchObject({ kind: 'article' });
  });
});

describe('as the name of a folder', () => {
  test.each([
    ...[
      'unlisted',
      'Hidden',
      '_hidden',
      'brouillons',
      'mes-brouillons',
      '草稿',
      '我的 草稿',
      'Entwürfe',
      'Entwu\u0308rfe',
      'entwuerfe-2025',
      'borradores',
    ],
    ...[
      'rascunhos',
      'bozze',
      'черновики',
      '下書き',
      'utkast',
      'kladde',
      'szkice',
      'taslaklar',
      '초안',
      'privé',
      'oculto',
      '非公開',
      'my-drafts',
    ],
  ])('%s', (folder) => {
    expectHidden('title: Oak', `a/${folder}/b/oak.md`, 'drafts-folder');
  });

  test.each(['draft-horses', 'hidden-gems', 'concepts', 'private-methods', 'archive', 'drafting'])(
    '%s does not hide',
    (folder) => {
      expect(outcome('title: Oak', `${folder}/oak.md`)).toMatchObject({ kind: 'article' });
    },
  );
});

describe('as a key', () => {
  test.each([
    ...[
      'saveAsDraft: true',
      'save_as_draft: yes',
      'brouillon: true',
      'brouillon: oui',
      'Entwurf: ja',
      '草稿: true',
      'privado: yes',
    ],
    ...[
      'members_only: true',
      'confidential: 1',
      'deleted: true',
      'ready: false',
      'approved: no',
      'veröffentlicht: false',
    ],
    ...['type: draft', 'layout: Private', 'post_type: [page, wip]'],
    ...['state: draft', 'state: In Review', 'stage: wip', 'workflow: [brouillon]', 'article_state: pending'],
    ...['access: private', 'access: members', 'audience: subscribers-only', 'encrypted: true', 'encrypt: swordfish'],
    ...[
      'expire: 2026-11-20',
      'valid_until: 2025-01-01',
      'visibleTill: 2026-11-21',
      'deleted_at: 2026-01-01',
      'hide-after: 2026-01-01',
    ],
    ...[
      'tags: [oak, draft]',
      'tags: "#wip"',
      'keywords: oak, Brouillon',
      'category: Drafts',
      'taxonomies: {tags: [草稿]}',
    ],
  ])('%s', (header) => {
    const name = header.slice(0, header.indexOf(':'));
    const { rule } = outcome(header, 'oak.md') as { rule: string };
    expect(rule.replace(/[-_.]/g, '').toLowerCase()).toContain(name.replace(/[-_]/g, '').toLowerCase());
    expectHidden(header, 'oak.md', rule);
  });

  test.each([
    ...[
      'saveAsDraft: false',
      'brouillon: non',
      'koncept: An idea',
      'secret: [santa]',
      'ready: true',
      'live: https://a.example/',
    ],
    ...[
      'state: California',
      'state: final',
      'stage: 3',
      'type: page',
      'layout: draft-horses',
      'access: public',
      'permission: granted',
      'encrypted: false',
      'encrypt: no',
    ],
    ...[
      'expire: never',
      'expires: false',
      'valid_until: 2031-01-01',
      'tags: [drafting, private life]',
      'section: NBA draft',
    ],
  ])('%s does not hide', (header) => {
    expect(outcome(header, 'oak.md')).toMatchObject({ kind: 'article' });
  });

  test('of several dates of expiry, one that has passed hides', () => {
    expect(outcome('expires: 2031-01-01\nvalid_until: 2025-01-01', 'oak.md')).toMatchObject({ rule: 'valid_until' });
    expect(outcome('expires: 2025-01-01\nvalid_until: 2024-01-01', 'oak.md', ['expires'])).toMatchObject({
      rule: 'valid_until',
    });
  });

  test('a slip of the word that hides is an error', () => {
    expect(outcome('brouillon: ture', 'oak.md')).toEqual({ kind: 'invalid' });
  });
});
