import type { Recipe } from './recipe.ts';

/** All recipes of `galley init`, by name. */
export const recipes = {
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
