/** How many times as long as its Markdown the HTML of an article may be. */
export const mostTimes = 15;

/** Allowed whatever the length of the Markdown. */
const always = 1_000_000;

/** Characters of HTML that an article may have at most. */
export function mostHtml(markdown: string): number {
  return Math.max(always, mostTimes * markdown.length);
}
