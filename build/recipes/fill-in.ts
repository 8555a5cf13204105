import type { RecipeValues } from './recipe.ts';

/** A text with its `{{name}}` filled in. Throws where a name is none of `RecipeValues`. */
export function fillIn(text: string, values: RecipeValues): string {
  const known = new Map<string, string>(Object.entries(values));
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = known.get(name);
    if (value === undefined)
      throw new Error(`{{${name}}} is no value of a recipe. There are ${[...known.keys()].join(', ')}.`);
    return value;
  });
}
