import node from '@astrojs/node';
import { defineConfig, envField } from 'astro/config';

const secret = (optional = false) => envField.string({ context: 'server', access: 'secret', optional });
const readers = { WEBSITE: secret(), GALLEY_SITE: secret(), GALLEY_KEY: secret(), GALLEY_HOOK_SECRET: secret() };
const previews = { GALLEY_DRAFTS_KEY: secret(true), GALLEY_PREVIEW_SECRET: secret(true) };

export default defineConfig({
  output: 'server',
  trailingSlash: 'never',
  adapter: node({ mode: 'standalone' }),
  env: { schema: { ...readers, ...previews } },
});
