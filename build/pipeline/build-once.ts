import type { BuildResult, RebuildOptions } from './build.ts';
import { type SessionOptions, withSession } from './builder.ts';

export interface BuildOptions
  extends SessionOptions,
    Pick<RebuildOptions, 'now'>,
    Partial<Pick<RebuildOptions, 'write'>> {}

/** Builds a release from a folder of Markdown. Throws `UsageError` for a missing folder or another build under way. */
export function build({ now, write = 'durable', ...options }: BuildOptions): Promise<BuildResult> {
  return withSession(options, (session) => session.build({ now, write }));
}
