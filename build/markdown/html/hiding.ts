import type { HiddenKind } from '../parse/tokens.ts';
import { decodeValue, readAttributes, type Tag } from './tags.ts';

/** What of a tag hides its element; null for an element that readers see. */
export function hidingOf(html: string, { name, start, end }: Tag): HiddenKind | null {
  const attributes = readAttributes(html, start + 1 + name.length, end);
  if (secretElement.test(name) || attributes.some(({ key, value }) => /^(?:data-)?password$/.test(key) && value !== ''))
    return { name: 'a part with a password', isSecret: true };
  if (name === 'dialog' && !attributes.some(({ key }) => key === 'open')) return { name: '`<dialog>` without `open`' };
  if (name === 'datalist' || (component.test(name) && attributes.length === 0)) return { name: `\`<${name}>\`` };
  const [, object] = styleObject.exec(html.slice(start, end)) ?? [];
  if (object !== undefined && hidesByStyle(toCss(object))) return { name: `\`style\` of \`<${name}>\`` };
  const found = attributes.find(({ key, value }) => hides(key, value, decodeValue(value).trim()));
  return found === undefined ? null : { name: `\`${found.key}\` of \`<${name}>\`` };
}

/** Components that programs have for it; no element of HTML has such a name. */
const component = /^(?:hidden|hide|invisible|private|secret|draft)$/;
const secretElement = /^(?:encrypt(?:ed|ion|or)?|password(?:-?protect(?:ed)?)?|protected|locked)$/;

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
  const isInText = [...declarations.keys()].some((property) => property.endsWith('background-clip'));
  const behind = declarations.get('background-color') ?? declarations.get('background');
  return [...declarations].some(([property, value]) => {
    if (property === 'color') return !isInText && (transparent.test(value) || value === behind);
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

const far = /^-(?:\d{4}|\d{3,}(?:r?em|v[hw]))/;

const transparent = /^(?:transparent|(?:rgb|hsl)a?\((?:(?:[^,/]*,){3}|[^,/]*\/)0{0,9}\.?0{0,9}%?\)|#(?:...0|.{6}00))$/;

const sides = /^(?:max-)?(?:height|width|block-size|inline-size)$/;

/** Values by which a text is not seen. */
const hidden: Readonly<Record<string, RegExp | undefined>> = {
  display: /^none$/,
  visibility: /^(?:hidden|collapse)$/,
  'content-visibility': /^hidden$/,
  opacity: zero,
  'font-size': /^[+-]?(?:0+(?:\.0*)?|\.0+|0*(?:\.\d+|1)(?=p[xt]$))(?:[a-z]+|%)?$/,
  font: /(?:^|[a-z])0(?:px|em|rem|%)?(?:\/|[a-z"'])/,
  zoom: zero,
  scale: zero,
  filter: /opacity\(0(?:\.0{0,9})?%?\)/,
  transform: /scale[xy]?\(0(?:\.0{0,9})?[,)]|translate[xy]?\(-\d{4}/,
  clip: /^rect\((?:0|1px)/,
  'clip-path': /^(?:inset\((?:50|100)%|circle\(0|polygon\((?:0(?:px|%)?,?)+\)$)/,
  'text-indent': /^-\d{3}/,
  left: far,
  right: far,
  top: far,
  bottom: far,
  'margin-left': far,
  'margin-top': far,
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
