import { expect, test } from 'vitest';
import { readBody as read } from '../../../support/read-body.ts';

test.each([
  ['over several lines', 'a {{ b\n| c\n}} d', ['1:3']],
  ['behind a comment', '<!-- a --> {{ b }}\n\nc', ['1:12']],
  ['not in a comment', '<!-- {{ b }} -->\n\nc', []],
  ['in addresses', '[a]({{b}}/c) ![d]( {{b}}e.png )\n\n[f]: {% g %}', ['1:5', '3:6']],
  ['in a definition', '[a]\n\n[a]: {{b}}', ['3:6']],
  ['around text', '{% raw %}\na\n{% endraw %}', ['1:1']],
  ['in code', 'a\n\n```\n{% raw %}{{ b }}{% endraw %}\n```', ['4:1']],
  ['no other in code', '```\n{% if %}{{ b }}\n```', []],
])('templates are reported once for each kind: %s', (_, body, places) => {
  expect(read(body)).toMatchObject({ markdown: body, problems: places.map((place) => `${place} template-syntax`) });
});
