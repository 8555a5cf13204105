import { languageOf } from './languages.ts';
import type { RecipeValues } from './recipe.ts';

/** A value that a file cannot hold as it is. */
export class Unfit extends Error {
  readonly found: { value: keyof RecipeValues; file: string; expected: string };

  constructor(found: Unfit['found']) {
    super(`${found.file} cannot hold ${found.value}. Expected ${found.expected}.`);
    this.found = found;
  }
}

/**
 * The text of a file with its `{{name}}` filled in, as the language of the file writes values; as they are without a file.
 * Throws `Unfit`, and where a name is none of `RecipeValues`.
 */
export function fillIn(text: string, values: RecipeValues, file: string | null = null): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    if (!isName(name, values))
      throw new Error(`{{${name}}} is no value of a recipe. There are ${Object.keys(values).join(', ')}.`);
    if (file === null) return values[name];
    const { write, expected } = languageOf(file);
    const written = write(values[name]);
    if (written === null) throw new Unfit({ value: name, file, expected });
    return written;
  });
}

function isName(name: string, values: RecipeValues): name is keyof RecipeValues {
  return Object.hasOwn(values, name);
}
