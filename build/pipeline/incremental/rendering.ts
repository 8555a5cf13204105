import type { BodyProblem } from '../../markdown/checks/body-problems.ts';
import type { AddressKind } from '../../markdown/links/find-addresses.ts';
import type { RenderedBody } from '../../markdown/rendered-body.ts';

/** An address that the renderer asked for: what stood there, where in the body, and what it became. */
export type Call = readonly [
  address: string,
  kind: AddressKind | 'name',
  line: number,
  column: number,
  result: string | null,
];

/** A body that was rendered, and all that it takes to tell whether it would be rendered alike again. */
export interface Rendering {
  rendered: RenderedBody;
  calls: Call[];
  /** Those of the body itself, at their places in the body. */
  problems: BodyProblem[];
}
