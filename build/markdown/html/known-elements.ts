import { keptHtml } from './kept-html.ts';

/** The names of the HTML standard, its obsolete ones included, and those that browsers knew. */
export const knownElements: ReadonlySet<string> = new Set([
  ...(keptHtml.tagNames ?? []),
  ...(keptHtml.strip ?? []),
  ...['acronym', 'area', 'base', 'basefont', 'bgsound', 'blink', 'body', 'canvas', 'command', 'content', 'data'],
  ...['datalist', 'dialog', 'dir', 'element', 'fencedframe', 'fieldset', 'font', 'form', 'frame', 'head', 'html'],
  ...['image', 'isindex', 'keygen', 'label', 'legend', 'link', 'listing', 'map', 'marquee', 'menu', 'menuitem'],
  ...['meta', 'meter', 'multicol', 'nextid', 'nobr', 'optgroup', 'option', 'output', 'param', 'portal', 'progress'],
  ...['rb', 'rtc', 'search', 'selectedcontent', 'shadow', 'slot', 'spacer'],
]);
