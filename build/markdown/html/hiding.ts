import { decodeValue, readAttributes, type Tag } from './tags.ts';

/** What of a tag hides its element, as a problem names it; null for an element that readers see. */
export function hidingOf(html: string, { name, start, end }: Tag): string | null {
  const attributes = readAttributes(html, start + 1 + name.length, end);
  if (name === 'dialog' && !attributes.some(({ key }) => key === 'open')) return '`<dialog>` without `open`';
  if (name === 'datalist') return '`<datalist>`';
  const [, object] = styleObject.exec(html.slice(start, end)) ?? [];
  if (object !== undefined && hidesByStyle(toCss(object))) return `\`style\` of \`<${name}>\``;
  const found = attributes.find(({ key, value }) => hides(key, value, decodeValue(value).trim()));
  return found === undefined ? null : `\`${found.key}\` of \`<${name}>\``;
}

function hides(key: string, written: string, value: string): boolean {
  if (key === 'hidden') return !/^\{\s*(?:false|null|undefined)/.test(written);
  if (key === 'style') return hidesByStyle(value);
  if (key === 'popover') return true;
  return (shows.test(key) && isFalse.test(value)) || (hidesIf.test(key) && isTrue.test(value));
}

/** Attributes of Vue, Alpine and others with a condition: to show, and to hide. */
const shows = /^(?:v-(?:if|show)|x-(?:if|show)|(?:data-)?ng-(?:if|show)|\*ngif|th:if|n:if)$/;
const hidesIf = /^(?:(?:v-bind|x-bind)?:hidden|\[hidden\]|(?:data-)?ng-hide|th:unless)$/;
const isFalse = /^(?:false|0|null|undefined|!1|!true|''|""|\$\{false\})$/;
const isTrue = /^(?:true|1|!0|!false|\$\{true\})$/;

/** Whether a text in such CSS is not seen. */
export function hidesByStyle(style: string): boolean {
  const declarations = new Map<string, string>();
  for (const declaration of toPlainCss(style).split(';')) {
    const colon = declaration.indexOf(':');
    if (colon !== -1) declarations.set(declaration.slice(0, colon), declaration.slice(colon + 1));
  }
  const isClipped = /^(?:hidden|clip)/.test(declarations.get('overflow') ?? '');
  return [...declarations].some(([property, value]) => {
    if (property === 'color') return value === 'transparent' && !declarations.has('background-clip');
    return hidden[property]?.test(value) === true || (isClipped && sides.test(property) && zero.test(value));
  });
}

/** Without comments, escapes, white space and `!important`, in lower case. */
function toPlainCss(style: string): string {
  return style
    .replace(/\/\*[\s\S]*?(?:\*\/|$)/g, '')
    .replace(/\\(?:([\da-f]{1,6})\s?|([^\n]))/gi, (_, code?: string, character?: string) =>
      code === undefined ? (character ?? '') : String.fromCodePoint(Math.min(Number.parseInt(code, 16), 0x10_ff_ff)),
    )
    .replace(/\s+/g, '')
    .replace(/!important/gi, '')
    .toLowerCase();
}

const zero = /^[+-]?(?:0+(?:\.0*)?|\.0+)(?:[a-z]+|%)?$/;

const far = /^-\d{4}/;

const sides = /^(?:max-)?(?:height|width|block-size|inline-size)$/;

/** Values by which a text is not seen. */
const hidden: Readonly<Record<string, RegExp | undefined>> = {
  display: /^none$/,
  visibility: /^(?:hidden|collapse)$/,
  'content-visibility': /^hidden$/,
  opacity: zero,
  'font-size': zero,
  font: /(?:^|[a-z])0(?:px|em|rem|%)?(?:\/|[a-z"'])/,
  zoom: zero,
  scale: zero,
  filter: /opacity\(0(?:\.0{0,9})?%?\)/,
  transform: /scale[xy]?\(0(?:\.0{0,9})?[,)]|translate[xy]?\(-\d{4}/,
  clip: /^rect\((?:0|1px)/,
  'clip-path': /^(?:inset\((?:50|100)%|circle\(0)/,
  'text-indent': /^-\d{3}/,
  ...{ left: far, right: far, top: far, bottom: far, 'margin-left': far, 'margin-top': far },
};

/** In a tag of JSX. */
const styleObject = /\sstyle=\{\{([^{}]*)\}\}/;

/** Properties of JSX as CSS. */
export function toCss(object: string): string {
  return object
    .replace(/["'`]/g, '')
    .replaceAll(',', ';')
    .replace(/(?<=[a-z])[A-Z](?=[A-Za-z]*\s*:)/g, (letter) => `-${letter}`);
}
