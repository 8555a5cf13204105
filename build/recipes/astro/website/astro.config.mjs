import node from '@astrojs/node';
import { defineConfig, envField } from 'astro/config';

const secret = () => envField.string({ context: 'server', access: 'secret' });

export default defineConfig({
  output: 'server',
  trailingSlash: 'never',
  adapter: node({ mode: 'standalone' }),
  env: { schema: { WEBSITE: secret(), GALLEY_SITE: secret(), GALLEY_KEY: secret(), GALLEY_HOOK_SECRET: secret() } },
});
