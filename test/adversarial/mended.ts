/** An expression that Galley had, and on what of a text it ran. */
export interface Mended {
  expression: RegExp;
  /** The grammar whose texts made it slow. */
  grammar: string;
  /** The part of a text that it was given; each line by default. */
  parts?: (text: string) => string[];
}

const from =
  (mark: string, offset = 0) =>
  (text: string) => [text.slice(text.indexOf(mark) + offset)];
const whole = (text: string) => [text];

/** Expressions that took time in proportion to the square of a text's length, the first and the last one exponentially. */
export const mended: readonly Mended[] = [
  {
    expression: /^( *(?:- +)*(?:[^\s"'#:[{&*!|>-][^:"']{0,80}|"[^"]*"|'[^']*') *: +|(?: *- +)+| +(?=["'[{]))(?! )(.+)$/,
    grammar: 'YAML',
  },
  { expression: /^(\s*(?:- +)*[^\s"'#:][^:]*: +)(\S.*?)\s*$/, grammar: 'YAML' },
  { expression: /^(?!\s)(?:\.\.[ \t]+)?([^:]*?)[ \t]*::?[ \t]*/, grammar: 'fields without fences' },
  {
    expression: /^\[!([\p{L}\p{N}_-]+)(\|[^\]\n]*)?\]([+-]?)[ \t]*([^\n]*?)[ \t]*(?:\n|$)/u,
    grammar: 'Obsidian',
    parts: from('[!'),
  },
  { expression: /\s+markdown(?:\s*=\s*["']?(\w+)["']?)?(?=[\s/>])/i, grammar: 'HTML', parts: whole },
  { expression: /\S\s.*\.[a-z][a-z\d]{1,7}(?:[?#]\S*)?$/i, grammar: 'CommonMark inlines' },
  { expression: /\]\([^()<>\n]+ [^()<>\n]+\)/, grammar: 'CommonMark inlines', parts: whole },
  { expression: /<[a-z][^>]*>/g, grammar: 'HTML', parts: whole },
  {
    expression: /[\s,]*([^\s,](?:\S*[^\s,])?)(?:,+(?=\s|$)|\s[^,]*|(?=\s|$))/g,
    grammar: 'HTML',
    parts: from('srcset="', 'srcset="'.length),
  },
  { expression: /\s*\{#([\p{L}\p{N}_.-]+)\}$/u, grammar: 'kramdown' },
  {
    expression: /<\/?h1(?![\w-])|(?<=^[\s>*+\-\d.)]*)#(?=\s|$)|(?<=^[\s>]*)=+(?=\s*$)/gim,
    grammar: 'CommonMark blocks',
    parts: whole,
  },
  {
    expression: /\n\[\/\/begin\]: # "[^"\n]*"\n(?:\[[^\n]*\]: [^\n]*\n){0,1000}?\[\/\/end\]: # "[^"\n]*"(?=\n|$)/g,
    grammar: 'Foam',
    parts: whole,
  },
];
