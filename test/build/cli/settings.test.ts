import { expect, test } from 'vitest';
import { toBuildOptions } from '../../../build/cli/build-options.ts';
import type { Setting } from '../../../build/cli/setting.ts';
import { Config, settings } from '../../../build/cli/settings.ts';

test('a setting that no build reads names the command that alone obeys it', () => {
  const read = new Set<string | symbol>(['site']);
  const config = new Proxy(Config.parse({}), {
    get(target, name, receiver) {
      read.add(name);
      return Reflect.get(target, name, receiver);
    },
  });
  toBuildOptions(config, 'https://a.example', undefined);
  const others = Object.entries(settings).filter(([name]) => !read.has(name));
  expect(others.length).toBeGreaterThan(5);
  const silent = others.filter(([, { text }]) => !/`(?:serve|galley dev)`/.test(text));
  expect(silent.map(([name]) => name)).toEqual([]);
  const ofServe = Object.entries<Setting>(settings).filter(([, setting]) => setting.ofServe === true);
  expect(ofServe.filter(([name, { text }]) => read.has(name) || !text.includes('`serve`'))).toEqual([]);
  // What readers of the API meet is none of these.
  expect(['cors', 'rateLimit', 'trustedHtml', 'articleUrl', 'title'].filter((name) => !read.has(name))).toEqual([]);
});
