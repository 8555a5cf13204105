import fc from 'fast-check';
import { expect, test } from 'vitest';
import { backgrounds, contrast, toAccents } from '../../../../../build/release/description/page/style.ts';

test('contrast is that of WCAG', () => {
  expect(contrast('#000', '#fff')).toBe(21);
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
  expect(contrast('#fff', '#fff')).toBe(1);
});

test('any colour can be read on every background, light and dark, and as a background of the page', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 0xffffff }), (value) => {
      const accents = toAccents(`#${value.toString(16).padStart(6, '0')}`);
      for (const scheme of ['light', 'dark'] as const) {
        for (const under of Object.values(backgrounds[scheme])) {
          expect(contrast(accents[scheme], under)).toBeGreaterThanOrEqual(4.5);
        }
      }
    }),
  );
});

test.each([
  ['#96351f', 'light', 'that can be read on light is as it was given'],
  ['#fc0', 'dark', 'that can be read on dark is as it was given'],
  ['#000', 'light', 'may be short'],
] as const)('a colour, %s on %s, %s', (color, scheme, _why) => {
  expect(toAccents(color)[scheme]).toMatch(new RegExp(`^#(?:${color.slice(1)}|000000|ffcc00)$`));
});
