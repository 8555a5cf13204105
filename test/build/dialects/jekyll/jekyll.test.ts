import { expect, test } from 'vitest';
import { htmlOf, readBody as read } from '../../../support/read-body.ts';

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
  expect(read(body)).toMatchObject({ html: htmlOf(body), problems: places.map((place) => `${place} template-syntax`) });
});

test.each([
  ['a post', '[a]({% post_url Page %})', '[a](/Page.md)'],
  ['a post in a folder', '[a]({%- link sub/Other_page.md -%})', '[a](/sub/Other_page.md)'],
  ['a file, with the site before it', '[a]({{ site.url }}{{site.baseurl}}{% link Page.md %})', '[a](/Page.md)'],
  ['a file in a definition', '[a]\n\n[a]: {% post_url Page %}', '[a]\n\n[a]: /Page.md'],
  [
    'a file in HTML',
    '<a href="{% post_url Page %}">a</a> `{% link Page %}`',
    '<a href="/Page.md">a</a> `{% link Page %}`',
  ],
])('a tag that names %s leads there', (_, body, markdown) => {
  expect(read(body)).toMatchObject({ html: htmlOf(markdown), problems: [] });
});

test.each([
  ['nothing', '[a]({% post_url Gone %})', ['1:5 template-syntax']],
  ['something with a space', '[a]({% link a b.png %})', ['1:5 template-syntax']],
  ['a file in code of HTML', '<p><code>{% link Page %}</code></p>', []],
])('a tag that names %s stays', (_, body, problems) => {
  expect(read(body)).toMatchObject({ html: htmlOf(body), problems });
});

test.each([
  ['lines', '{% highlight ruby %}\na *b*\n\n    # c\n{% endhighlight %}\nd', '```ruby\na *b*\n\n    # c\n```\nd'],
  ['one line', '{% highlight html linenos %}<b>{% endhighlight %} c', '```html\n<b>\n```\n\n c'],
  ['in an item', '- a\n\n  {% highlight c %}\n  b\n  {% endhighlight %}', '- a\n\n  ```c\n  b\n  ```'],
  ['in a quote', '> {%- highlight c -%}\n> b\n> {%- endhighlight -%}', '> ```c\n> b\n> ```'],
  ['with fences in it', '{% highlight md %}\n````\n{% endhighlight %}', '`````md\n````\n`````'],
  ['behind a paragraph', 'a\n{% highlight c++ %}\nb\n{% endhighlight %}', 'a\n```c++\nb\n```'],
  [
    'twice',
    '{% highlight c %}\na\n{% endhighlight %}\n\n{% highlight c %}\nb\n{% endhighlight %}',
    '```c\na\n```\n\n```c\nb\n```',
  ],
])('highlighted code is fenced: %s', (_, body, markdown) => {
  expect(read(body)).toMatchObject({ html: htmlOf(markdown), problems: [] });
});

test.each([
  '```\n{% highlight c %}\na\n{% endhighlight %}\n```',
  '`{% highlight c %}` a {% endhighlight %}',
  '{% highlight c %}\na *b*',
])('none: %s', (body) => {
  expect(read(body).html).toBe(htmlOf(body));
});

test.each([
  ['a blank line', '<p>a\n\n<b>c</b>\n \n\t\n_d_</p>\n\n\ne', '<p>a\n<b>c</b>\n_d_</p>\n\n\ne'],
  ['one in a list of HTML', '<ul>\n<li><p>a\n\nb</p></li>\n</ul>', '<ul>\n<li><p>a\nb</p></li>\n</ul>'],
  ['an item', '<ul>\n\n<li>a\n\n<b>c</b></li>\n\n</ul>', '<ul>\n\n<li>a\n<b>c</b></li>\n\n</ul>'],
  ['a paragraph without an end tag', '<p>a\n\n<p>b\n\n<div>c</div>\n\n</p>', null],
  ['a paragraph that has ended', '<p>a</p>\n\nb</p>', null],
  ['another element', '<div>a\n\nb</div>', null],
])('in a folder of the program, a paragraph of HTML lasts to its end tag: %s', (_, body, markdown) => {
  expect(read(body, ['jekyll']).html).toBe(htmlOf(markdown ?? body));
});

test.each([
  ['the site', '![a]({{ site.baseurl }}/b.png) [c]({{site.url}}{{ site.baseurl }}/d)', '![a](/b.png) [c](/d)'],
  ['a filter', '[a]({{ "/b" | relative_url }}) ![c](<{{ \'d e.png\' | absolute_url }}>)', '[a](/b) ![c](</d e.png>)'],
  [
    'HTML',
    '<img src="{{site.baseurl}}/a.png"> <a href="{{ "/b" | url }}">c</a>',
    '<img src="/a.png"> <a href="/b">c</a>',
  ],
  ['a text that is a reference', '![a]({{ site.url }}/b)\n\n[a]: c', '![a](/b)\n\n[a]: c'],
  ['a definition', '[a]\n\n[a]: {{ site.url }}/b', '[a]\n\n[a]: /b'],
])('an address from the root of the site, by %s', (_, body, markdown) => {
  expect(read(body).html).toBe(htmlOf(markdown));
});

test.each([
  '`[a]({{ site.url }}/b)`',
  '{{ site.url }}/b',
  '[a]({{ site.url }})',
  '[a]({{ page.url }}/b)',
  '[a]({{ b | url }})',
])('no such address: %s', (body) => {
  expect(read(body).html).toBe(htmlOf(body));
});

test('tags for what other sites show become links', () => {
  const body = 'a {% youtube "b-1" %} {%- vimeo 2 -%} {% gist c/d3 e.rb %} `{% gist a/b %}`';
  const links =
    'a <https://www.youtube.com/watch?v=b-1> <https://vimeo.com/2> <https://gist.github.com/c/d3> `{% gist a/b %}`';
  expect(read(body)).toMatchObject({ markdown: links, problems: [] });
});
