/**
 * A recipe adds what one platform needs to a repository. To add one:
 *
 * 1. Put its files into `build/recipes/<name>/`. Each is written to the same path in the working directory, so
 *    `build/recipes/nginx/nginx/galley.conf` becomes `nginx/galley.conf`. The folder is shipped as it is, and not compiled.
 * 2. Write `{{port}}` and the like where a value of the configuration belongs; `RecipeValues` has the names. An unknown name
 *    throws. `languages.ts` says how values are written in a file: a new kind of file goes there.
 * 3. Add an entry to `recipes.ts`.
 */
export interface Recipe {
  /** What it is for, in a few words, for the help. */
  title: string;
  /**
   * Lines printed after the names of the files: what to do next, commands first in their line. `{{…}}` is filled in as it is, so only
   * with what needs no quotes: `port`, `nextPort` and `name`.
   */
  next: readonly string[];
}

/** What a recipe is filled in with. All are text. */
export interface RecipeValues {
  /** Scheme and host under which readers reach the API, such as `https://articles.example.com`. */
  site: string;
  /** The host of it alone, without a port: `articles.example.com`. */
  siteHost: string;
  /** Where `galley serve` listens. */
  host: string;
  port: string;
  /** The port after it, for a second replica. */
  nextPort: string;
  /** The folder of the release, relative to the working directory. */
  out: string;
  /** The keys file, as the configuration has it, and absolute. */
  keys: string;
  keysPath: string;
  /** The working directory, absolute. */
  folder: string;
  /** The name of the repository, in lower-case letters, digits and `-`: for a worker, an image, a function. */
  name: string;
}
