import { expect, test } from 'vitest';
import { toFirstFormat } from '../../../../build/front-matter/dates/format-date.ts';

test.each([
  ['MMM do, yyyy', 'May 2nd, 2022'],
  ['EEE, d/M/yyyy', 'Mon, 2/5/2022'],
  ['E do MMMM yyyy', 'Mon 2nd May 2022'],
  ['EEEE dd-MM-yyyy', 'Monday 02-05-2022'],
  ['yyyy年MM月dd日', '2022年05月02日'],
  ['yyyyMMdd', '20220502'],
  ["yyyy'W'ww", '2022_05_02'],
  ['dd.MM.yy', '2022_05_02'],
])('%s is %s', (format, text) => {
  expect(toFirstFormat('2022_05_02', [format, 'yyyy_MM_dd'])).toBe(text);
});

test.each([
  ['2022_01_01', '1st'],
  ['2022_01_03', '3rd'],
  ['2022_01_11', '11th'],
  ['2022_01_12', '12th'],
  ['2022_01_20', '20th'],
  ['2022_01_23', '23rd'],
])('%s is the %s', (text, day) => expect(toFirstFormat(text, ['do', 'yyyy_MM_dd'])).toBe(day));

test.each(['2022', '2022_13_01', '2022.05.02', '2022_05_02 a', 'May 2022', '1650000000', 'a'])('%s stays', (text) => {
  expect(toFirstFormat(text, ['MMM do, yyyy', 'yyyy_MM_dd'])).toBe(text);
});
