import { expect, test } from 'vitest';
import { defaultContentOptions } from '../../../build/front-matter/options.ts';
import { makeProject } from '../../support/project.ts';

const text = (title: string, more = '') => `---\ntitle: ${title}\ndate: 2026-01-01\n${more}---\nText\n`;

/** The paths of the articles that a build finds, and the number of copies. */
async function check(files: Record<string, string>, notHiding: readonly string[] = []) {
  const { build } = await makeProject(files);
  const contentOptions = { ...defaultContentOptions, notHiding };
  const { articles, others, invalid, hiding } = await build({ contentOptions, write: 'nothing' });
  return { articles, copies: others.copy ?? 0, invalid, rule: hiding[0]?.rule };
}

test.each([
  'tea.sync-conflict-20251224-081500-K3XQZ7L.md',
  "tea (Bea's conflicted copy 2025-12-24).md",
  'tea (Konfliktkopie von Bea 2025-12-24).md',
  'tea (Copie en conflit de Bea 2025-12-24).md',
  'tea (Copia en conflicto de Bea 2025-12-24).md',
  'tea (Bea の競合コピー 2025-12-24).md',
  'tea (Bea 的冲突副本 2025-12-24).md',
  'tea (conflicted copy 2025-12-24 081500).md',
  'tea (Conflicted copy phone 202512240815).md',
  'tea_conflict-20251224-081500.md',
  'tea (SFConflict bea@b.example 2025-12-24-08-15-00).md',
  'tea.Conflict.md',
  'tea_HOME-PC_Dec-24-081500-2025_Conflict.md',
  'tea_REMOTE_4711.md',
  'notes (Selective Sync Conflict)/tea.md',
])('%s is a copy, whatever it holds, and the original keeps its id', async (name) => {
  const files = { 'tea.md': text('Tea', 'id: 7\n'), [name]: text('Tea, and more', 'id: 7\n') };
  expect(await check(files)).toEqual({ articles: 1, copies: 1, invalid: [], rule: 'conflict-copy' });
  expect(await check(files, ['conflict-copy'])).toMatchObject({ copies: 0 });
});

test('a copy is none without its original either, and nothing in it is wrong', async () => {
  const files = {
    'a.md': text('A'),
    'tea.sync-conflict-20251224-081500-K3XQZ7L.md': '---\ntitle: "Tea\ndate: 2026-01-01\n',
  };
  expect(await check(files)).toMatchObject({ articles: 1, copies: 1, invalid: [] });
});

test.each([
  ...['tea 2.md', 'tea (1).md', 'tea(1).md', 'tea - Copy.md', 'tea - Copy (2).md', 'Copy of tea.md', 'tea copy 3.md'],
  ...['tea - Kopie.md', 'Kopie von tea.md', 'tea - コピー.md', 'tea.orig.md', 'tea_backup.md'],
  ...['tea-DESKTOP-4F7K2QP.md', 'tea-Beas-MacBook-Pro.md'],
])('%s is a copy if the original lies beside it and is the same article', async (name) => {
  const copied = { articles: 1, copies: 1, invalid: [] };
  expect(await check({ 'tea.md': text('Tea'), [name]: text('Tea', 'tags: b\n') })).toMatchObject(copied);
  expect(await check({ 'tea.md': text('Tea', 'id: 7\n'), [name]: text('More tea', 'id: 7\n') })).toMatchObject(copied);
  const both = { articles: 2, copies: 0 };
  expect(await check({ 'tea.md': text('Tea'), [name]: text('Another tea') })).toMatchObject(both);
  expect(await check({ 'x/tea.md': text('Tea'), [name]: text('Tea') })).toMatchObject(both);
});

test.each([
  ...[
    'the conflict of 2026.md',
    'a war (conflict in Troy).md',
    'conflict.md',
    'conflict-2025-12-24.md',
    'base_LOCAL_a.md',
  ],
])('%s is an article', async (name) => {
  expect(await check({ [name]: text('Tea') })).toMatchObject({ articles: 1, copies: 0 });
});

test('once the two differ, both are articles, with the same cache', async () => {
  const { build, write } = await makeProject({ 'tea.md': text('Tea'), 'tea 2.md': text('Tea') });
  expect((await build()).others).toEqual({ copy: 1 });
  expect((await build()).others).toEqual({ copy: 1 });
  await write({ 'tea.md': text('Green tea') });
  expect(await build()).toMatchObject({ articles: 2, others: {} });
});
