import type { Recipe } from './recipe.ts';

/** All recipes of `galley init`, by name. */
export const recipes = {
  nginx: {
    title: 'nginx that checks keys and keeps answers, in front of two servers',
    next: [
      'echo "nginxCache: {seconds: 5}" >> galley.config.yaml    # answers may be kept so long',
      'npx galley serve --port {{port}} & npx galley serve --port {{nextPort}} &',
      'sudo apt-get install nginx libnginx-mod-http-js',
      'sudo ln -s {{folder}}/nginx/galley.conf /etc/nginx/conf.d/ && sudo nginx -t && sudo systemctl reload nginx',
      'After each galley key new or revoke: sudo systemctl reload nginx',
    ],
  },
  systemd: {
    title: 'a service of systemd',
    next: [
      'sudo cp systemd/galley.service /etc/systemd/system/',
      'sudo systemctl daemon-reload && sudo systemctl enable --now galley',
    ],
  },
} as const satisfies Record<string, Recipe>;

export type RecipeName = keyof typeof recipes;

export const recipeNames = Object.keys(recipes) as RecipeName[];
