import { languages } from './snippets.ts';

/** The style of the page, in the colour of the operator. */
export function toStyle(color: string): string {
  const accents = toAccents(color);
  const { light, dark } = backgrounds;
  const shown = Object.keys(languages).map((language) => `:root:has(#in-${language}:checked) .in-${language}`);
  return `:root {
  color-scheme: light dark;
  --brand: ${color};
  --accent: ${accents.light};
  --paper: ${light.paper};
  --sheet: ${light.sheet};
  --ink: #1f1c19;
  --soft: #5d574f;
  --rule: #e0dad0;
  --serif: "Iowan Old Style", Charter, "Bitstream Charter", "Palatino Linotype", Palatino, Georgia, serif;
  --sans: system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", Arial, sans-serif;
  --mono: ui-monospace, "SF Mono", SFMono-Regular, Menlo, Consolas, "Liberation Mono", "DejaVu Sans Mono", monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --accent: ${accents.dark};
    --paper: ${dark.paper};
    --sheet: ${dark.sheet};
    --ink: #ece7df;
    --soft: #ada59a;
    --rule: #3a3631;
  }
}
*, ::before, ::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; scroll-padding-top: 4.5rem; }
body { margin: 0; border-top: .4rem solid var(--brand); background: var(--paper); color: var(--ink); font: 1.0625rem/1.6 var(--serif); overflow-wrap: break-word; }
a { color: var(--accent); text-decoration-thickness: 1px; text-underline-offset: .2em; }
a:hover { text-decoration-thickness: 2px; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 3px; }
.skip { position: absolute; left: -999rem; }
.skip:focus { left: 1rem; top: 1rem; z-index: 2; padding: .5rem .9rem; background: var(--sheet); }

header, .columns, footer { width: min(100% - 2.5rem, 68rem); margin-inline: auto; }
header { padding: clamp(1.75rem, 5vw, 4rem) 0 clamp(1.25rem, 3vw, 2.25rem); }
h1 { max-width: 22em; margin: 0; font-size: clamp(2rem, 1.2rem + 3.4vw, 3.4rem); font-weight: 500; line-height: 1.1; letter-spacing: -.018em; text-wrap: balance; }
h1.long { font-size: clamp(1.5rem, 1rem + 2vw, 2.3rem); line-height: 1.2; }
header p { max-width: 34em; margin: .8rem 0 0; font-size: clamp(1.1rem, 1rem + .5vw, 1.3rem); line-height: 1.45; color: var(--soft); text-wrap: pretty; }
header ul { display: grid; gap: .4rem; max-width: none; margin: 1.4rem 0 0; padding: 0; list-style: none; font: .9375rem/1.5 var(--sans); }
header li { position: relative; margin: 0; padding-left: 7.5rem; }
header strong { position: absolute; left: 0; font-weight: 400; color: var(--soft); }

nav ul { display: flex; gap: 1.25rem; margin: 0; padding: .6rem 0; overflow-x: auto; list-style: none; font: .9rem/1.4 var(--sans); white-space: nowrap; }
nav li { margin: 0; }
nav a { display: block; padding: .2rem 0; color: var(--soft); text-decoration: none; }
nav a:hover { color: var(--accent); text-decoration: underline; }
.columns { border-top: 1px solid var(--rule); }
main { min-width: 0; }

.languages { position: sticky; top: 0; z-index: 1; display: flex; align-items: center; gap: .25rem; min-width: 0; margin: 0; padding: .5rem 0; border: 0; border-bottom: 1px solid var(--rule); background: var(--paper); font: .9rem/1.4 var(--sans); }
.languages legend { float: left; padding: 0; margin-right: .6rem; color: var(--soft); }
.languages input { position: absolute; width: 1px; height: 1px; margin: 0; opacity: 0; }
.languages label { padding: .3rem .75rem; border-radius: 99px; color: var(--soft); cursor: pointer; }
.languages label:hover { color: var(--accent); }
.languages input:checked + label { background: var(--accent); color: var(--paper); }
.languages input:focus-visible + label { outline: 2px solid var(--accent); outline-offset: 2px; }

section { margin-top: 3.5rem; }
section:first-of-type { margin-top: 2rem; }
h2 { margin: 0 0 .8rem; font-size: clamp(1.45rem, 1.3rem + .6vw, 1.75rem); font-weight: 500; line-height: 1.2; letter-spacing: -.008em; text-wrap: balance; }
p, ul, ol { max-width: 40em; margin: 0 0 1.1rem; text-wrap: pretty; }
ul, ol { padding-left: 1.4em; }
li { margin: .35rem 0; }
li::marker { color: var(--soft); }
code { font: .875em/1.5 var(--mono); }
:not(pre) > code { padding: .1em .3em; border-radius: 4px; background: var(--sheet); overflow-wrap: anywhere; }
pre { margin: 0 0 1.4rem; padding: 1rem 1.2rem; overflow-x: auto; border: 1px solid var(--rule); border-radius: 8px; background: var(--sheet); font: .84rem/1.6 var(--mono); tab-size: 2; }
pre code { font: inherit; }
.comment { color: var(--soft); font-style: italic; }
.string { color: var(--accent); }
figure { margin: 0; }
figcaption { margin: 0 0 .3rem; font: .8rem/1.4 var(--sans); color: var(--soft); }
@supports selector(:root:has(a)) {
  .examples figcaption { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .examples > figure { display: none; }
  ${shown.join(',\n  ')} { display: block; }
}

.wide { margin: 0 0 1.4rem; overflow-x: auto; }
table { width: 100%; border-collapse: collapse; font: .9rem/1.5 var(--sans); }
th, td { padding: .55rem 1.25rem .55rem 0; border-bottom: 1px solid var(--rule); text-align: left; vertical-align: top; font-variant-numeric: tabular-nums; }
th:last-child, td:last-child { min-width: 16em; padding-right: 0; }
th { font-weight: 500; }
thead th { padding-bottom: .35rem; color: var(--soft); font-size: .82rem; }
tbody th { white-space: nowrap; }
td code, th code { white-space: nowrap; }
footer { margin-top: 4rem; padding: 1.2rem 0 3rem; border-top: 1px solid var(--rule); font: .875rem/1.6 var(--sans); color: var(--soft); }
footer p { margin: 0; max-width: none; }

@media (max-width: 30rem) {
  header li { padding: 0; }
  header strong { position: static; margin-right: .3em; }
  .languages { gap: 0; }
  .languages legend { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  section { margin-top: 3rem; }
}
@media (min-width: 64rem) {
  .columns { display: grid; grid-template-columns: 12.5rem minmax(0, 1fr); gap: 4rem; }
  nav { position: sticky; top: 0; align-self: start; max-height: 100vh; overflow-y: auto; padding: .8rem 0 2rem; }
  nav ul { flex-direction: column; gap: .2rem; padding: 0; white-space: normal; }
}
@media print {
  :root { color-scheme: light; --accent: #000; --brand: #000; --paper: #fff; --sheet: #fff; --ink: #000; --soft: #444; --rule: #bbb; }
  html { font-size: 10pt; }
  header, .columns, footer { width: 100%; }
  .columns { display: block; }
  nav, .languages, .skip { display: none; }
  pre { white-space: pre-wrap; }
  tr, li { break-inside: avoid; }
  h2 { break-after: avoid; }
}
`;
}

/** Red, green and blue, from 0 to 1. */
type Rgb = readonly [number, number, number];

/** Backgrounds behind accented text in each scheme: of the page and of code. */
export const backgrounds = {
  light: { paper: '#fdfcfa', sheet: '#f5f2ec' },
  dark: { paper: '#171614', sheet: '#211f1c' },
} as const;

/** The contrast that WCAG 2.2 asks of text (1.4.3, AA), and a little more for poor screens. */
const leastContrast = 4.6;

/**
 * The colour for text: unchanged where it is legible, else the same hue, darker on light and lighter on dark, by as little
 * as needed. `color` is `#rgb` or `#rrggbb`; so are the results.
 */
export function toAccents(color: string): { light: string; dark: string } {
  const [hue, saturation, lightness] = toHsl(parseColor(color));
  return { light: move(-1, 'light'), dark: move(1, 'dark') };

  function move(direction: number, scheme: keyof typeof backgrounds): string {
    for (let step = 0; ; step++) {
      const moved = Math.min(1, Math.max(0, lightness + (direction * step) / 100));
      const found = step === 0 ? toHex(parseColor(color)) : toHex(fromHsl(hue, saturation, moved));
      const isReadable = Object.values(backgrounds[scheme]).every((under) => contrast(found, under) >= leastContrast);
      if (isReadable || step === 100) return found;
    }
  }
}

/** From 1 to 21 (WCAG 2.2, "contrast ratio"). */
export function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** WCAG 2.2, "relative luminance". */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = parseColor(color).map((value) =>
    value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function parseColor(color: string): Rgb {
  const digits = color.length === 4 ? color.replace(/[\da-f]/gi, '$&$&') : color;
  const value = Number.parseInt(digits.slice(1), 16);
  return [((value >> 16) & 255) / 255, ((value >> 8) & 255) / 255, (value & 255) / 255];
}

/** Hue in turns, saturation and lightness, all from 0 to 1 (CSS Color 4, section 7). */
function toHsl([red, green, blue]: Rgb): readonly [number, number, number] {
  const most = Math.max(red, green, blue);
  const least = Math.min(red, green, blue);
  const lightness = (most + least) / 2;
  const spread = most - least;
  if (spread === 0) return [0, 0, lightness];
  const sixth =
    most === red
      ? (green - blue) / spread + 6
      : most === green
        ? (blue - red) / spread + 2
        : (red - green) / spread + 4;
  return [(sixth / 6) % 1, spread / (1 - Math.abs(2 * lightness - 1)), lightness];
}

function fromHsl(hue: number, saturation: number, lightness: number): Rgb {
  const reach = saturation * Math.min(lightness, 1 - lightness);
  const part = (offset: number): number => {
    const place = (offset + hue * 12) % 12;
    return lightness - reach * Math.max(-1, Math.min(place - 3, 9 - place, 1));
  };
  return [part(0), part(8), part(4)];
}

function toHex(rgb: readonly number[]): string {
  return `#${rgb
    .map((value) =>
      Math.round(value * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}
