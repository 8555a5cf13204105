import { describe, expect, test } from 'vitest';
import { code, toCodeReader } from '../../../build/dialects/read-code.ts';

describe('settings in JavaScript and TypeScript', () => {
  test.each([
    ['exclude: [\'a\', "b"]', [['a', 'b']]],
    ['x = { "exclude": `a/**` }', ['a/**']],
    ['exclude: [/a\\/["\']b/i, 1.5, true, null,], y', [[/a\/["']b/i, 1.5, true, null]]],
    ["exclude: { a: 1, 'b-c': [2], }", [{ a: 1, 'b-c': [2] }]],
    ["exclude: 'it\\'s\\u0041\\n'", ["it'sA\n"]],
    ['// exclude: 1\n/* exclude: 2 */ "exclude: 3"', []],
    ['exclude: 1 as const', [1]],
    ['exclude: [...others, name, "a" + b, f(1, 2), "c"]', [[code, code, code, code, 'c']]],
    [`exclude: \`\${a}\``, [code]],
    ['exclude: (page) => page.draft, x: 1', [code]],
    [
      'exclude: { draft: true, run() { return [1, 2]; }, other, ...rest }',
      [{ draft: true, run: code, other: code, '...': code }],
    ],
    ['a ? exclude : 1', []],
    ['exclude: /** @type {A} */ ({ a: (1) }), b', [{ a: 1 }]],
    ['exclude: (1, 2)', [[1, 2]]],
    ['exclude: )', [code]],
    ['exclude: [[[', [[[[]]]]],
  ])('have the properties of %j', (source, expected) => {
    expect(toCodeReader(source).properties('exclude')).toEqual(expected);
  });

  test.each([
    ['module.exports = { draft: true };', { draft: true }],
    ['export default { draft: true }', { draft: true }],
    ['export default defineConfig({ draft: true, a: f(), })', { draft: true, a: code }],
    ['const config: Config = { draft: true };\n\nexport default config;', { draft: true }],
    ['const a = { draft: true }\nmodule.exports = a', { draft: true }],
    ['export default { draft: true } satisfies Config;', { draft: true }],
    ['module.exports = () => ({ draft: true });', code],
    ['export default async function () { return { draft: true }; }', code],
    ['export default function f(a) {}', code],
    ['const a = 1;', code],
    ['export default a; const a = b; const b = a;', code],
  ])('export: %j', (source, expected) => {
    expect(toCodeReader(source).exported()).toEqual(expected);
  });

  test('have the arguments of calls', () => {
    const source = 'c.ignores.add("a"); c.ignores.add(name, 1);\nignores.add("no"); // c.ignores.add("b")';
    expect(toCodeReader(source).calls('.ignores.add')).toEqual([['a'], [code, 1]]);
    expect(toCodeReader('a.b(').calls('.b')).toEqual([[]]);
  });
});
