/** A tag of raw HTML that is live: not in a comment, not inside code or any other element whose content is text. */
export interface Tag {
  /** In lower case. */
  name: string;
  closing: boolean;
  /** Where it stands in the text it was found in. */
  start: number;
  end: number;
}

/** The live tags of an article's HTML, which is met in pieces between Markdown. Give it the pieces in their order. */
export function createTagFinder(): (html: string) => Tag[] {
  let textOnly: string | null = null;
  return (html) => {
    const tags: Tag[] = [];
    for (const match of html.matchAll(tagOrComment)) {
      const name = match[2]?.toLowerCase();
      if (name === undefined) continue;
      const closing = match[1] === '/';
      if (textOnly !== null && !(closing && name === textOnly)) continue;
      textOnly = !closing && textElements.has(name) ? name : null;
      tags.push({ name, closing, start: match.index, end: match.index + match[0].length });
    }
    return tags;
  };
}

const tagOrComment = /<!--(?:-?>|[\s\S]*?(?:--!?>|$))|<[!?][^>]*>|<(\/?)([a-z][^\s/>]*)(?:[^>"']|"[^"]*"|'[^']*')*>/gi;

const textElements = new Set([
  'iframe',
  'noembed',
  'noframes',
  'plaintext',
  'script',
  'style',
  'textarea',
  'title',
  'xmp',
]);
