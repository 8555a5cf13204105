import { expect, test } from 'vitest';
import { htmlOf, readBody as read } from '../../../support/read-body.ts';

test.each([
  [
    'with options',
    '{{< highlight go "linenos=table" >}}\na *b*\n\n# c\n{{< /highlight >}}',
    '```go\na *b*\n\n# c\n```',
  ],
  ['without a language', '{{< code >}}\n<b>a</b>\n{{< /code >}}', '```\n<b>a</b>\n```'],
  ['with a named one', '{{% code file="a.html" lang="html" %}}\na\n{{% /code %}}', '```html\na\n```'],
  ['that resembles HTML', '{{<highlight go>}}\n<div>\n{{</highlight>}}\n\na', '```go\n<div>\n```\n\na'],
])('code between shortcodes is fenced: %s', (_, body, markdown) => {
  expect(read(body)).toMatchObject({ html: htmlOf(markdown), problems: [] });
});

test.each([
  ['[a]({{< ref "Page.md" >}})', '[a](/Page.md)'],
  ['[a]({{% relref "sub/Other_page#b" %}})', '[a](/sub/Other_page.md#b)'],
  ['<a href=\'{{< ref "Page" >}}\'>a</a>', "<a href='/Page.md'>a</a>"],
])('%s is a link to the file', (body, markdown) => {
  expect(read(body)).toMatchObject({ html: htmlOf(markdown), problems: [] });
});

test.each([
  '[a]({{< ref "gone" >}})',
  '{{< codepen a >}}',
  '{{< figure alt="a" >}}',
  '{{< youtube >}}',

  '{{< code >}}\na',
  '{{% note %}}\na\n{{% /note %}}',
  '{{% note %}}a 2{{% /note %}}',
])('%s stays, and is reported', (body) => {
  expect(read(body)).toMatchObject({ html: htmlOf(body), problems: [expect.stringContaining('template-syntax')] });
});

test.each([
  [
    'a\n\n{{< img\n  path="https://a.example/b.png"\n\n  - alt="c"\n>}}\n\nd',
    'a\n\n{{< img path="https://a.example/b.png" - alt="c" >}}\n\nd',
    ['3:1 template-syntax'],
  ],
  ['{{<img\n  >}} a', '{{<img >}} a', ['1:1 template-syntax']],
  ['```\n{{< a\n>}}\n```', '```\n{{< a\n>}}\n```', []],
  ['{{< a >}}\n> b', '{{< a >}}\n> b', ['1:1 template-syntax']],
])('%j is one piece of text', (body, markdown, problems) => {
  expect(read(body)).toMatchObject({ html: htmlOf(markdown), problems });
});

test.each([
  ['an image', '{{< figure src="a b.png" alt="c" >}}', '![c](<a b.png>)'],
  [
    'its caption',
    '{{<figure src=`a.png` caption="b *c* \'d\'" alt=e />}}',
    '<figure><img src="a.png" alt="e"><figcaption>\n\nb *c* \'d\'\n\n</figcaption></figure>\n\n',
  ],
  [
    'its caption as the text in its place',
    '{{< figure src="a.png" caption="*b*" >}}',
    '<figure><img src="a.png" alt="b"><figcaption>\n\n*b*\n\n</figcaption></figure>\n\n',
  ],
  [
    'Markdown on the same line',
    '{{< figure src="a.png" caption="b" >}} {{< vimeo 2 >}}',
    '<figure><img src="a.png" alt="b"><figcaption>\n\nb\n\n</figcaption></figure>\n\n <https://vimeo.com/2>',
  ],
  ['what it leads to', '{{< figure src="a.png" link="/b" >}}', '<a href="/b"><img src="a.png" alt=""></a>'],
  [
    'videos',
    '{{<youtube a-B_1>}} {{< vimeo id="2" >}}',
    '<https://www.youtube.com/watch?v=a-B_1> <https://vimeo.com/2>',
  ],
  ['a snippet', '- {{% gist a b3 "c.go" %}}', '- <https://gist.github.com/a/b3>'],
  ['an example', '`{{</* a */>}}`\n\n```\n{{%/* a */%}}\n```', '`{{< a >}}`\n\n```\n{{% a %}}\n```'],
])('shortcodes become Markdown: %s', (_, body, markdown) => {
  expect(read(body)).toMatchObject({ html: htmlOf(markdown) });
});
