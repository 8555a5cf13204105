/** The next matches of expressions in a text, of which less and less is left: no part of it is searched twice. */
export class NextMatches {
  readonly #found: Found[] = [];

  /** Where an expression matches first in what is left of the text; -1 for nowhere. */
  find(expression: RegExp, left: string): number {
    let found = this.#found.find((each) => each.expression === expression);
    if (found === undefined) {
      found = { expression, searched: -1, left: 0 };
      this.#found.push(found);
    }
    if (found.left > left.length || found.searched < left.length) {
      const index = left.search(expression);
      found.searched = left.length;
      found.left = index === -1 ? 0 : left.length - index;
    }
    return found.left === 0 ? -1 : left.length - found.left;
  }
}

interface Found {
  expression: RegExp;
  /** The length of the text that was searched, and of what is left from the match on: 0 for none. */
  searched: number;
  left: number;
}
