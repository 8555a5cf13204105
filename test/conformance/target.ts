/** What an adapter is started with: no setting, since those for readers are in the release. */
export interface Setup {
  /** Compiled sources to run: `dist`, or a copy whose key check is switched off. */
  dist: string;
  /** What `galley build` wrote, with kept earlier releases, scheduled articles and media. Nobody writes to it. */
  out: string;
  /** What `galley build --drafts` wrote; none by default. */
  drafts?: string;
  /** The value of `GALLEY_KEYS`. */
  keys: string;
  /** Whether the release has a limit: several servers would count separately. */
  isLimited?: boolean;
}

/** An adapter that responds. */
export interface Running {
  /** Scheme, host and port: `http://127.0.0.1:8787`. */
  address: string;
  /** Of the runtime, for the table. */
  version: string;
  /** Processes whose memory counts. */
  pids: readonly number[];
  /** Of `performance.now()` when the adapter itself was started; where absent, when `start` was called. */
  startedAt?: number;
  /** Ends every process, and removes every file that `start` made. */
  stop(): Promise<void>;
}

/** A platform that the suite runs on. */
export interface Target {
  name: string;
  /** Why it cannot run here, for `needs.ts`; null where it can. */
  missing(): string | null;
  /** Resolves once it responds. Rejects, with what it printed, where it does not within a minute. */
  start(setup: Setup): Promise<Running>;
  /** Called after the hostile requests: what they broke in a proxy in front of the adapter shows in the next response. */
  settle?(address: string): Promise<void>;
}
