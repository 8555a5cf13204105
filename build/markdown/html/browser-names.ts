import names from './browser-names.json' with { type: 'json' };

/**
 * The properties of `window`, `document` and a `form` in browsers, those of their prototypes too: an element with such an
 * id could be taken for one of them. From Chromium 156 and the npm package globals 17.14.0.
 */
export const browserNames: ReadonlySet<string> = new Set(names);
