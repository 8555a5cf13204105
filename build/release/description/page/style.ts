import style from './style.css?raw';

/** The style of the page, in the colour of the operator. */
export function toStyle(color: string): string {
  const { light, dark } = toAccents(color);
  return `:root {
  --brand: ${color};
  ${toVariables('light', light)}
}
@media (prefers-color-scheme: dark) {
  :root {
    ${toVariables('dark', dark)}
  }
}
${style}`;
}

function toVariables(scheme: keyof typeof backgrounds, accent: string): string {
  const { paper, sheet } = backgrounds[scheme];
  return `--accent: ${accent}; --paper: ${paper}; --sheet: ${sheet};`;
}

/** Red, green and blue, from 0 to 1. */
type Rgb = readonly [number, number, number];

/** Backgrounds behind accented text in each scheme: of the page and of code. */
export const backgrounds = {
  light: { paper: '#fdfcfa', sheet: '#f5f2ec' },
  dark: { paper: '#171614', sheet: '#211f1c' },
} as const;

/** The contrast that WCAG 2.2 asks of text (1.4.3, AA), and a little more for poor screens. */
const minContrast = 4.6;

/**
 * The colour for text: unchanged where it is legible, else the same hue, darker on light and lighter on dark, by as little
 * as needed. `color` is `#rgb` or `#rrggbb`; so are the results.
 */
export function toAccents(color: string): { light: string; dark: string } {
  const own = parseColor(color);
  return { light: mix(0, 'light'), dark: mix(1, 'dark') };

  /** With black (0) or white (1), which keeps the hue. */
  function mix(end: number, scheme: keyof typeof backgrounds): string {
    for (let step = 0; ; step++) {
      const found = toHex(own.map((value) => value + ((end - value) * step) / 100));
      const isReadable = Object.values(backgrounds[scheme]).every((under) => contrast(found, under) >= minContrast);
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

function toHex(rgb: readonly number[]): string {
  const bytes = rgb.map((value) => Math.round(value * 255));
  return `#${Buffer.from(bytes).toString('hex')}`;
}
