/** The lines of a text one by one: a long text of short lines would take much memory if they were all made at once. */
export function* linesOf(text: string): Generator<string> {
  let at = 0;
  for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', at)) {
    yield text.slice(at, end);
    at = end + 1;
  }
  yield text.slice(at);
}
