import type { CurrentBody, Edit } from '../../markdown/adapt/body-dialect.ts';
import { editImages, toSizedImage, withTextBelow } from '../sized-images.ts';
import { hasEnding, readSize } from './fix-wiki-links.ts';

/** `![text|300](image.png)` as a tag with its width; in `![image.png|text](image.png)` the name goes. */
export function fixSizes(body: CurrentBody): Edit[] {
  const { markdown } = body.rendered;
  if (!markdown.includes('![') || !barInText.test(markdown)) return [];
  return editImages(body, (image, start, end) => {
    const bar = image.text.indexOf('|');
    const isNamed = hasEnding.test(image.text.slice(0, Math.max(bar, 0)).trim());
    const read = bar === -1 ? null : readSize(isNamed ? image.text.slice(bar + 1) : image.text);
    if (read !== null)
      return { start, end, text: withTextBelow(toSizedImage({ ...image, text: read.text }, read), markdown, end) };
    return isNamed ? { start: start + '!['.length, end: markdown.indexOf('|', start) + 1, text: '' } : null;
  });
}

const barInText = /!\[[^\]|\n]{0,500}\|/;
