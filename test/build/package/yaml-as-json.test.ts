import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import source from '../../../build/release/description/openapi.yaml?json';

test('a YAML file is imported as its text in JSON, so that no build parses YAML of the product', () => {
  const file = new URL('../../../build/release/description/openapi.yaml', import.meta.url);
  expect(JSON.parse(source)).toEqual(parse(readFileSync(file, 'utf8')));
});
