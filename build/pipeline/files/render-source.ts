import type { FoundDialects } from '../../dialects/dialect.ts';
import { bodyDialects } from '../../dialects/index.ts';
import { renderBody } from '../../markdown/render-body.ts';
import { emptyBody } from '../../markdown/rendered-body.ts';
import { withHeadingId } from '../../markdown/walk/anchors.ts';
import type { BodyProblem } from '../../markdown/walk/body-problems.ts';
import { collectProblems } from '../../problems/cap-problems.ts';
import type { Position } from '../../problems/problem.ts';
import { type Addresses, maxAddress, resolveAddress } from '../../release/article/resolve-address.ts';
import type { PixelSize } from '../../source/image-size.ts';
import type { Call, RenderedRecord } from '../incremental/article-record.ts';
import type { FragmentLink } from '../incremental/file-record.ts';

/** A rendering with what became of its addresses. Lines count from the first line of the body. */
export interface ResolvedBody {
  rendering: RenderedRecord;
  fragments: FragmentLink[];
}

/** How bodies are rendered. */
export interface RenderSetting {
  trustedHtml: boolean;
  dialects: FoundDialects;
}

/** Where names are found does not depend on their places. */
const topOfBody: Position = { line: 1, column: 1 };

/** Renders the body of the file at `path`. Problems count lines from the first line of the body. */
export function renderSource(
  path: string,
  body: string,
  addresses: Addresses,
  { trustedHtml, dialects }: RenderSetting,
): { value: ResolvedBody; problems: BodyProblem[] } {
  const calls: Call[] = [];
  const resolver = createResolver(path, addresses);
  const call = (address: string, kind: Call[1], at: Position): string | null => {
    const result = resolver.resolve(address, kind, at);
    calls.push([address, kind, at.line, at.column, result]);
    return result;
  };
  const { value, problems } = renderBody(body, {
    trustedHtml,
    dialects: bodyDialects(dialects),
    lineBreaks: dialects.lineBreaks,
    path,
    resolve: (address, kind, at) => call(address, kind, at),
    findNamed: (name) => call(name, 'name', topOfBody),
    sizeOf: resolver.sizeOf,
  });
  return {
    value: { rendering: { rendered: value ?? emptyBody, calls, problems }, fragments: resolver.fragments },
    problems: [...resolver.problems(), ...problems],
  };
}

/** The same with a rendering of the same body from before; null where one of its addresses is another now. */
export function reuseRendering(
  path: string,
  rendering: RenderedRecord,
  addresses: Addresses,
): { value: ResolvedBody; problems: BodyProblem[] } | null {
  const resolver = createResolver(path, addresses);
  for (const [address, kind, line, column, result] of rendering.calls) {
    if (resolver.resolve(address, kind, { line, column }) !== result) return null;
  }
  return {
    value: { rendering, fragments: resolver.fragments },
    problems: [...resolver.problems(), ...rendering.problems],
  };
}

function createResolver(path: string, addresses: Addresses) {
  const found = collectProblems<BodyProblem>();
  const counted: BodyProblem[] = [];
  const fragments: FragmentLink[] = [];
  const sizes = new Map<string, PixelSize>();
  return {
    fragments,
    sizeOf: (address: string) => sizes.get(address) ?? null,
    problems(): BodyProblem[] {
      const [first, ...others] = counted;
      if (first === undefined) return found.problems();
      if (others.length === 0) return [...found.problems(), first];
      return [...found.problems(), { ...first, others: { count: others.length, are: 'such links' } }];
    },
    resolve(written: string, kind: Call[1], at: Position): string | null {
      if (kind === 'name') return written.length > maxAddress ? null : (addresses.findNamed?.(written, path) ?? null);
      const address = withHeadingId(written);
      if (address.startsWith('#')) return address;
      const { value, problems, anchorIn, asset, isCounted } = resolveAddress(addresses, path, address, kind, at);
      // A template in an address is reported as such.
      for (const problem of /\{[{%]/.test(address) ? [] : problems) {
        if (isCounted) counted.push(problem);
        else found.report(problem, () => problem);
      }
      if (value !== null && asset !== null && asset.pixels !== null) sizes.set(value, asset.pixels);
      if (anchorIn !== null) {
        fragments.push({
          address: written,
          line: at.line,
          column: at.column,
          target: anchorIn,
          checkedWith: '',
          problem: null,
        });
      }
      return value;
    },
  };
}
