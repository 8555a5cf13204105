import type { ParsedFile, RenderedBody } from '../front-matter/parsed-file.ts';
import type { BodyProblem } from '../markdown/checks/body-problems.ts';
import { createEffort } from '../markdown/links/anchors.ts';
import type { AddressKind } from '../markdown/links/find-addresses.ts';
import { renderBody } from '../markdown/render-body.ts';
import { collectProblems } from '../problems/cap-problems.ts';
import type { Problem } from '../problems/problem.ts';
import { type Addresses, resolveAddress } from '../release/article/resolve-address.ts';

/** An address that the renderer asked for: what stood there, where in the body, and what it became. */
export type Call = readonly [address: string, kind: AddressKind, line: number, column: number, result: string | null];

/** A body that was rendered, and all that it takes to tell whether it would be rendered alike again. */
export interface Rendering {
  rendered: RenderedBody;
  calls: Call[];
  /** Those of the body itself, at their places in the body. */
  problems: BodyProblem[];
}

/** Renders the body of a file; problems stand at their places in the file. */
export function renderSource(
  { path, body, bodyLine }: ParsedFile,
  addresses: Addresses,
  trustedHtml: boolean,
): { rendering: Rendering; problems: Problem[] } {
  const calls: Call[] = [];
  const found = collectProblems<BodyProblem>();
  const effort = createEffort();
  const { rendered, problems } = renderBody(body, {
    trustedHtml,
    resolve: (address, kind, at) => {
      const result = resolveAddress(addresses, path, address, kind, at, found.report, effort);
      calls.push([address, kind, at.line, at.column, result]);
      return result;
    },
  });
  return {
    rendering: { rendered, calls, problems },
    problems: toFile([...found.problems(), ...problems], path, bodyLine),
  };
}

/** Problems of a body that was rendered before; null where one of its addresses is another now. */
export function renderAlike(
  { path, bodyLine }: ParsedFile,
  { calls, problems }: Rendering,
  addresses: Addresses,
): Problem[] | null {
  const found = collectProblems<BodyProblem>();
  const effort = createEffort();
  for (const [address, kind, line, column, result] of calls) {
    const now = resolveAddress(addresses, path, address, kind, { line, column }, found.report, effort);
    if (now !== result) return null;
  }
  return toFile([...found.problems(), ...problems], path, bodyLine);
}

function toFile(problems: readonly BodyProblem[], path: string, bodyLine: number): Problem[] {
  return problems.map((problem) => ({ ...problem, path, line: problem.line + bodyLine - 1 }));
}
