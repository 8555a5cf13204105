import { count, type Pattern } from './pattern.ts';
import { toPattern } from './to-pattern.ts';

/** Whole files: what hurts stands in their front matter. */
export const frontMatterPatterns = (): Pattern[] => [
  ...[
    ...yaml.map((text) => `---\n${text}---\nText.\n`),
    ...toml.map((text) => `+++\n${text}+++\nText.\n`),
    ...values.map((text) => `---\ndate: 2026-01-01\n${text}\n---\nText.\n`),
    ...jsonAndFields.map((text) => `${text}\nText.\n`),
    ...fences,
  ].map(toPattern),
  ...keys.map(([name, make]) => ({ name, make: (size: number) => `---\n${count(size, make)}---\nText.\n` })),
];

/** Keys that differ from each other and from names that are read. */
const keys: readonly [name: string, make: (index: number) => string][] = [
  ['titles that are cut', (index) => `${inCase('title', index)}: a #b\n`],
  ['keys of the letters of a name that is read', (index) => `${shuffled('modified', index)}${index}: b\n`],
  ['keys that differ in case', (index) => `${inCase('descriptionpublished', index)}: b\n`],
];

/** YAML between its fences. */
const yaml: readonly string[] = [
  ...['«a: "\n»\n', '«a: [\n»\n', 'title: "a\n«b\n»\nc"\n', '«title:a\n»\n', '«k№: a: b\n»', 'tags:\n«- a\n»\n'],
  ...['«- a\n»\n', 'tags:\n«  - a\n»\n', 'tags:\n«- - a\n»\n', 'tags:\n«- "a"\n»\n', 'tags:\n«- a # b\n»\n'],
  ...['tags:\n«- a: b\n»\n', 'tags:\n«-\n»\n', 'aliases:\n«- a\n»\n', 'aliases:\n«- a!\n»\n', '«a: b\n»\n'],
  ...['«title: b\n»\n', '«a:\n»\n', 'a: b\n«a\n»\n', 'a: b\n«\ta: b\n»\n', '«a:\n\tb: c\n»\n', '«a: "b\n»\n'],
  ...["«a: 'b\n»\n", '«a: [b\n»\n', '«a: b]\n»\n', '«a: b: c\n»\n', '«a: @b\n»\n', '«a: "b" c\n»\n'],
  ...['«a: "\\y"\n»\n', 'a: "«\\y»\n"\n', '«a: *b\n»\n', 'tags:\n«- &a b\n»\n', 'x: &a b\ntags:\n«- *a\n»\n'],
  ...['tags:\n«- !a b\n»\n', 'tags:\n«- !!binary YQ==\n»\n', '«%TAG !a! b\n»\n', 'a: b\n«# a\n»\n'],
  ...['a:\n«  # a\n»\n', 'a:\n  - b\n«# a\n»\n', 'a: b\n« # a\n»\n', '«#\n»\n', 'a: "b" # c\n«\n»\nc: d\n'],
  ...['a: "b" # c\n«  \n»\nc: d\n', 'a: "b«\n»\n"\n', 'a: |\n  b\n«\n»\n  c\n', 'a: |\n«  a\n»\n'],
  ...['a: >-\n«  a\n\n»\n', 'a: >\n«   a\n  b\n»\n', '«a: |\n  b\n»\n', 'a: b\n«  a\n»\n', 'a: "b\n«  a\n»\n"\n'],
  ...['a: "«a  »\n"\n', 'a: b« »\nc\n', 'a: b\n«---a: b\n--- \n»\n', 'a: b\n«--- |\n a\n»\n', 'a: «[»\n'],
  ...['a: [«[],»\n]\n', 'a: «{»\n', 'a: «{a: »\n', 'a: [«a, »\na]\n', 'a: [«"a",»\n,]\n', 'a: [«,»\n]\n'],
  ...['a: {«a: b, »\nc: d}\n', 'a: {\n«"a": b,\n»\n}\n', 'a: {«? a : b, »\nc: d}\n', '«? a\n»\n'],
  ...['«? [a]\n: b\n»\n', 'a:\n  «- »\n', '«? »\n', 'a: «: »\n', 'a: b\n«~\n»\n', '«key№: b\n»', '«titl№: b\n»'],
  ...['«a№: {image: {src: b}}\n»', 'tags:\n«- &a№ b\n»', 'tags:\n«- &a№ b\n- *a№\n»'],
  ...['tags:\n«- &a№ b\n- ? [a]\n  : b\n»', 'a0: &a0 {b: c}\n«a№+: &a№+\n  <<: *a№\n  b№: c\n»'],
  ...['a0: &a0 [b]\n«a№+: &a№+ [*a№]\n»', 'a0: &a0 [b, b]\n«a№+: &a№+ [*a№, *a№]\n»'],
  ...['a0: &a0 [b]\n«a№+: &a№+ [‹*a№, ›9;]\n»', '«‹ ›№9999;a:\n»', 'tags:\n«- ‹1›1500;x\n»', '«a: ‹1›1500;.x\n»'],
  ...['«%YAML 1.2\n»', 'base: &a\n«  k№: b\n»«m№:\n  <<: *a\n»', 'base: &a\n«  - b\n»‹m№: *a\n›60;'],
  ...['a: &«b» c\nd: *«b»\n', '«a»: b\n', '"«a»": b\n', '«a»: b\n«a»: b\n', 'title: "a"« »b\nb: "\n'],
  ...['title: "a"«\t»b\nb: "\n', 'title: a« »\u2028b\nb: "\n', 'title: a«\t»\u2028b\nb: "\n'],
  ...['title:« »"a" b\nb: "\n', 'title:«\t»"a" b\nb: "\n', 'tags: [a« »b\nb: "\n', 'tags: [a«\t»b\nb: "\n'],
  ...['date: 2026-01-01« »1 x\nb: "\n', 'date: 2026-01-01«\t»1 x\nb: "\n', '- « »a: "b\nb: "\n'],
  ...['- «\t»a: "b\nb: "\n', '.. « »title\nb: "\n', '.. «\t»title\nb: "\n', 'slug: a« »/b\nb: "\n'],
  ...['slug: a«\t»/b\nb: "\n', 'a« »: b: c\nb: "\n', 'a«\t»: b: c\nb: "\n', 'tags:\n«-  »\na\u2028b\nc: "\n'],
  ...['title: a« »b\n ', 'date: «2026-01-01 »\n', 'date: «1»\n', 'date: «Februrary »\n', 'date: «augost mai »\n'],
  ...['date: 2026-02-30 10:00 («T1»\n', 'date: "2026-01-01 10:00 «(»"\n'],
  ...['date: 2026-01-01\naliases: \n«  - /blog/a№/\n»', 'date: 2026-01-01\naliases: \n«  - №\n»'],
  ...['date: 2026-01-01\naliases: \n«  - [a]\n»', 'date: 2026-01-01\naliases: \n«  - ""\n»'],
  ...['date: 2026-01-01\nimage: \n«  - a№.png\n»', 'date: \n«  - 2026-01-01\n»'],
];

/** TOML between its fences. */
const toml: readonly string[] = [
  ...['«a.»a = 1\n', '[«a.»a]\n', '«k№ = 1\n»', '«a.b.k№ = 1\n»', '«a‹.b›№9999;.c№ = 1\n»', '«a = 1\n»', '«[t№]\n»'],
  ...['«[‹t.›№9999;t№]\n»', '«[t.t№]\na = 1\n»', '«[[t]]\n»', '«[[t]]\na = 1\n»', '«[[‹t.›№9999;t]]\n»'],
  ...['«[[t]]\n[t.a№]\n»', 'a = [«1,»]\n', 'a = [\n«"b",\n»]\n', 'a = «[»\n', 'a = «[»«]»\n', 'a = «{a=»1\n'],
  ...['a = {«k№=1,»z=1}\n', 'a = "«b»"\n', 'a = "«\\n»"\n', 'a = """\n«b\n»"""\n', 'a = """\n«b\n»', 'a = «1»\n'],
  ...['a = 1.«1_»1\n', 'a = 1\n«# a\n»', 'a = 1\n«\n»b = 2\n', '«k№ = 2026-01-01T00:00:00Z\n»', '«a» = 1\n'],
  '"«a»" = 1\n',
];

/** One value, beside a date. */
const values: readonly string[] = [
  ...['title: «a»', 'title: «a b »', 'title: "« »a"', 'title: "«<>&»"', 'excerpt: «word »', 'id: «1»', 'id: "«0»x"'],
  ...['id: "«1.»"', 'id: "« »1x"', 'slug: «a»', 'slug: "«.»!"', 'slug: "a«-.»b!"', 'slug: "«/»"', 'slug: «a/»'],
  ...['slug: «../»', 'slug: "«%41»/"', 'path: «2016/07/25/»', 'permalink: "«/:a»"', 'permalink: "«.html»"'],
  ...['image: «a»', 'image: «../»a.png', 'image: «a/../»a.png', 'image: «a/»«../»a.png', 'image: "«%»a.png"'],
  ...['image: "https://a.example/«ä»"', 'image: https://a.example/«a/../»', 'image: "/«?#»"', 'draft: «true »'],
  ...['status: "« »draft‹ ›9;x"', 'expires: «never »', 'aliases: «/a/»', 'aliases: "«?»"', 'aliases: "«.»!"'],
  ...['tags: "«,»"', 'aliases: [«a№, »z]'],
];

/** Front matter that no line of YAML encloses, above a text. */
const jsonAndFields: readonly string[] = [
  ...['{«"k№":1,»"z":1}', '{«"k":1,\n»"z":1}', '{«"k":1,»"z":1}', '{"a":«[»}', '{"a":«[»«]»}', '⟦{"a":⟧1⟦}⟧'],
  ...['«{"a":»', '{"a":[«1,»1]}', '{"a":[\n«"b",\n»1]}', '{"date":"2026-01-01","aliases":[«"a№",»"z"]}'],
  ...['{"a":"«b»"}', '{"a":"«\\n»"}', '{"a":"«\\ud800»"}', '{"a":1«,\n»}', '{"a":1\n«"b":1\n»}', '{"a":\n«b\n»}'],
  ...['{"a":1,\n«// b\n»"c":1}', '{"a":1,\n«"b\n»}', '{"a":1,« »"b":1}', '{"a":1,«\n»"b":1}', '{"a":«1»}'],
  ...[';;;\n«"k№":1,\n»"z":1\n;;;', ';;;\n"a":«[»«]»\n;;;', 'Title: a\nDate: 2026-01-01\n«Key: b\n»'],
  ...['Title: a\nDate: 2026-01-01\nSummary: b\n«  c\n»', 'Title: a\nDate: 2026-01-01\n‹K№: c\n›150;«Key: c\n»'],
  ...['title: a\ndate: 2026-01-01\n«# b\n»---', '.. title: a\n.. date: 2026-01-01\n«.. b: c\n»'],
  '<!--\n«.. title: b\n»-->',
];

/** Whole files. */
const fences: readonly string[] = [
  ...['---\na: "b«\u2028»c"\n---\n', '---\ntags:\n-  -  -  -  -  -  -  -  -  -  a\u2028b\nc: "\n---\n«word »'],
  ...['---\ntags:\n‹-  ›30;a\u2028b\nc: "\n---\n«word »', '---\ntags:\n‹-  ›300;a\u2028b\nc: "\n---\n«word »'],
  ...['«---\n»', '«+++\n»', '«;;;\n»', '«---\na: b\n---\n»', '«---\ntitle: b\n---\n»', '«---\n---\n»'],
  ...['---\n«a: b\n»', '+++\n«a = 1\n»', '«-»', '«-»a!\n', '---« »!\n---\n', '---«a»\n---\n'],
  ...['«\n»---\na: b\n---\n', '« »', '---\n«\n»a: b\n---\n', '---\n«# a\n»', '«\ufeff»', '«\r»', '«\u0000»'],
  ...['---\na: «\u0001»\n---\n', '---\n«\u0001: b\n»---\n', '---\na: «\ufffd»\n---\n', '---\na: «😀»\n---\n'],
  ...['«title: a\n»', 'title: «a»', '<!-- «a\n»-->\ntitle: b\n---\n', '«<!-- a -->\n»title: b\n---\n', '<!-- «a\n»'],
  ...['---\ntitle: |\n«  ---\n»', '\u2013\u2013\n«title: b\n»\u2013\u2013\n', '# a\n\n«title: b\n»'],
];

/** The letters of a word in another order for each number. */
function shuffled(word: string, seed: number): string {
  const letters = [...word];
  for (let i = letters.length - 1, rest = seed; i > 0; i--) {
    const j = rest % (i + 1);
    rest = Math.floor(rest / (i + 1));
    [letters[i], letters[j]] = [letters[j] ?? '', letters[i] ?? ''];
  }
  return letters.join('');
}

/** A word in capitals where the number has a bit. */
function inCase(word: string, bits: number): string {
  return [...word].map((letter, i) => ((bits >> i) & 1 ? letter.toUpperCase() : letter)).join('');
}
