import type { Schema } from 'hast-util-sanitize';
import { splitWords } from '../../package/split-words.ts';
import { safeSchemes } from './address.ts';

/** Elements without content (HTML standard, "void elements"), and the obsolete `param`. */
export const voidElements: ReadonlySet<string> = new Set(
  splitWords('area base br col embed hr img input link meta param source track wbr'),
);

/** Elements that need no end tag: void ones, and those that end with their parent or at the next block. */
export const endless: ReadonlySet<string> = new Set([
  ...voidElements,
  ...splitWords('dd dt li option p rp rt tbody td tfoot th thead tr'),
]);

/** Elements whose end tags leave other elements open (HTML standard, "formatting elements"). */
export const formatting: ReadonlySet<string> = new Set(
  splitWords('a b big code em font i nobr s small strike strong tt u'),
);

/** Elements whose content is text, whatever tags seem to stand in it. */
export const textElements: ReadonlySet<string> = new Set(
  splitWords('iframe noembed noframes plaintext script style textarea title xmp'),
);

/**
 * What `sanitize` keeps: elements, attributes and schemes of addresses; and the elements that it removes with their
 * content.
 */
export const keptHtml: Schema = {
  allowComments: false,
  allowDoctypes: false,
  ancestors: {
    caption: ['table'],
    col: ['table'],
    colgroup: ['table'],
    tbody: ['table'],
    td: ['table'],
    tfoot: ['table'],
    th: ['table'],
    thead: ['table'],
    tr: ['table'],
  },
  attributes: {
    '*': ['align', 'ariaDescribedBy', 'ariaHidden', 'ariaLabel', 'className', 'dir', 'id', 'lang', 'role', 'title'],
    a: ['href', 'hrefLang', 'rel', ['target', '_blank']],
    audio: ['controls', 'loop', 'muted', 'preload', 'src'],
    blockquote: ['cite'],
    col: ['span', 'width'],
    colgroup: ['span', 'width'],
    del: ['cite', 'dateTime'],
    details: ['open'],
    img: ['alt', 'border', 'decoding', 'height', 'loading', 'sizes', 'src', 'srcSet', 'width'],
    input: ['checked', ['disabled', true], ['type', 'checkbox']],
    ins: ['cite', 'dateTime'],
    li: ['value'],
    ol: ['reversed', 'start', 'type'],
    q: ['cite'],
    source: ['height', 'media', 'sizes', 'src', 'srcSet', 'type', 'width'],
    table: ['border', 'cellPadding', 'cellSpacing', 'summary', 'width'],
    td: ['abbr', 'colSpan', 'headers', 'height', 'rowSpan', 'vAlign', 'width'],
    th: ['abbr', 'colSpan', 'headers', 'height', 'rowSpan', 'scope', 'vAlign', 'width'],
    time: ['dateTime'],
    tr: ['vAlign'],
    track: ['default', 'kind', 'label', 'src', 'srcLang'],
    ul: ['type'],
    video: ['autoPlay', 'controls', 'height', 'loop', 'muted', 'playsInline', 'poster', 'preload', 'src', 'width'],
  },
  clobber: [],
  clobberPrefix: '',
  protocols: {
    cite: [...safeSchemes.image],
    href: [...safeSchemes.link],
    poster: [...safeSchemes.image],
    src: [...safeSchemes.image],
  },
  required: { input: { disabled: true, type: 'checkbox' } },
  // Removed with their content, which is code, a fallback, or parsed by special rules. Other elements only lose their tags.
  strip: splitWords(
    'applet button canvas embed frameset iframe math noembed noframes object plaintext script select style svg',
    'template textarea title xmp',
  ),
  tagNames: splitWords(
    'a abbr address article aside audio b bdi bdo big blockquote br caption center cite code col colgroup dd',
    'del details dfn div dl dt em figcaption figure footer h1 h2 h3 h4 h5 h6 header hgroup hr i img input ins',
    'kbd li main mark nav ol p picture pre q rp rt ruby s samp section small source span strike strong sub',
    'summary sup table tbody td tfoot th thead time tr track tt u ul var video wbr',
  ),
};

/** Elements with content of which browsers show no text. */
export const unseenElements: ReadonlySet<string> = new Set([
  ...(keptHtml.strip ?? []).filter((name) => !voidElements.has(name)),
  'audio',
  'video',
]);

/** The names of the HTML standard, its obsolete ones included, and those that browsers knew. */
export const knownElements: ReadonlySet<string> = new Set([
  ...(keptHtml.tagNames ?? []),
  ...(keptHtml.strip ?? []),
  ...splitWords(
    'acronym area base basefont bgsound blink body canvas command content data datalist dialog dir element',
    'fencedframe fieldset font form frame head html image isindex keygen label legend link listing map',
    'marquee menu menuitem meta meter multicol nextid nobr optgroup noscript option output param portal',
    'progress rb rtc search selectedcontent shadow slot spacer',
  ),
]);
