import { expect, test } from 'vitest';
import { readBody } from '../../../support/read-body.ts';

test.each([
  ['in a line', 'a :tada: b', 'a 🎉 b'],
  ['with signs', '(:+1:) :white_check_mark:, :star:。', '(👍) ✅, ⭐。'],
  ['in a heading', '## :rocket: Start', '## 🚀 Start'],
  [
    'in links',
    '[a :tada:](b.md) **:tada:** | [:tada:](https://a.example)',
    '[a 🎉](b.md) **🎉** | [🎉](https://a.example)',
  ],
  ['in items', '- `:tada:` :tada:', '- `:tada:` 🎉'],
  ['in labels', '[:tada:]\n\n[:tada:]: https://a.example', null],
  ['of no emoji', ':math: :fire_and_ice:', null],
  ['in code', '`:tada:`\n\n```\n:tada:\n```', null],
  ['in what is no name', '10:100:30 a:key:b std::fire::c https://a.example/:star:/ <b title=":tada:">c</b>', null],
])('names of emoji %s', (_, body, markdown) => {
  expect(readBody(body)).toMatchObject({ markdown: markdown ?? body, problems: [] });
});
