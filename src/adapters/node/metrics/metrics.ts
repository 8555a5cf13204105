import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { changesPath, listPath, termsListPath } from '../../../core/links.ts';
import type { HooksState } from '../hooks/hooks.ts';
import type { LogEntry, ServerState } from '../node-server.ts';

/** In seconds: most responses take less than a millisecond. */
const buckets = [0.000_1, 0.000_25, 0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1, 5];

/** What a scraper reads: the text format of Prometheus (https://prometheus.io/docs/instrumenting/exposition_formats). */
export interface MetricsText {
  type: string;
  read(): Promise<string>;
}

/** What one process counts. */
export interface Metrics extends MetricsText {
  observe(entry: LogEntry): void;
  /** Says where the state of the server is read, once there is one. */
  watch(state: () => Promise<ServerState>): void;
  /** In a worker of `node:cluster`: the primary may read them. */
  share(): void;
}

/**
 * Counts the responses of this process, beside what `prom-client` measures of every process: event-loop delay, memory
 * and so on. `dropped` says how many lines of the log were dropped.
 */
export function createMetrics(dropped: () => number): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const byRoute = { labelNames: ['route'], registers };
  let readState = async (): Promise<ServerState | null> => null;
  const requests = new Counter({
    name: 'galley_requests_total',
    help: 'Responses, by route (list, article, changes, terms, open, other) and status.',
    labelNames: ['route', 'status'],
    registers,
  });
  const durations = new Histogram({
    name: 'galley_request_duration_seconds',
    help: 'Seconds from reading a request until its response is ready, by route.',
    buckets,
    ...byRoute,
  });
  const bytes = new Counter({
    name: 'galley_response_bytes_total',
    help: 'Bytes of the bodies of responses, by route.',
    ...byRoute,
  });
  const limited = new Counter({ name: 'galley_rate_limited_total', help: 'Responses with status 429.', registers });
  new Gauge({
    name: 'galley_release_info',
    help: 'Always 1; the label names the release that is served.',
    labelNames: ['release'],
    registers,
    aggregator: 'max',
    async collect() {
      const state = await readState();
      this.reset();
      if (state?.release != null) this.set({ release: state.release }, 1);
    },
  });
  addGauge('galley_articles_published', 'Articles that are served at this moment.', ({ published }) => published);
  addCounter('galley_cache_hits_total', 'Blocks of page files found in memory.', ({ cacheHits }) => cacheHits);
  addCounter('galley_cache_misses_total', 'Blocks of page files not in memory.', ({ cacheMisses }) => cacheMisses);
  addGauge('galley_degraded', '1 if /healthz says degraded, else 0.', ({ degraded }) => Number(degraded));
  addGauge('galley_release_age_seconds', 'Seconds since the last publish.', ({ releaseAge }) => releaseAge);
  addCounter('galley_store_requests_total', 'Requests to the object store.', ({ store }) => store?.requests);
  addCounter(
    'galley_store_failures_total',
    'Requests to the object store that failed; some are tried again.',
    ({ store }) => store?.failures,
  );
  addGauge(
    'galley_store_success_age_seconds',
    'Seconds since the store responded.',
    ({ store }) => store?.sinceSuccess,
  );
  addGauge(
    'galley_clock_difference_seconds',
    'Seconds by which the clock of this machine is at least ahead of that of the store; negative if it is behind.',
    ({ store }) => store?.clockDifference,
  );
  addCounter('galley_log_lines_dropped_total', 'Lines of the log that were dropped.', dropped);
  collectDefaultMetrics({ register: registry });
  return {
    type: registry.contentType,
    read: () => registry.metrics(),
    observe,
    watch(state) {
      readState = state;
    },
    share() {
      AggregatorRegistry.setRegistries(registry);
      // Listens for the primary.
      new AggregatorRegistry();
    },
  };

  function observe(entry: LogEntry): void {
    if (entry.event !== 'response') return;
    const route = toRoute(entry.target, entry.status);
    requests.inc({ route, status: entry.status });
    durations.observe({ route }, entry.milliseconds / 1000);
    bytes.inc({ route }, entry.bytes);
    if (entry.status === 429) limited.inc();
  }

  /** Of workers, which all serve the same release, the greatest counts. */
  function addGauge(name: string, help: string, read: (state: ServerState) => number | null | undefined): void {
    new Gauge({
      name,
      help,
      registers,
      aggregator: 'max',
      async collect() {
        const state = await readState();
        this.reset();
        const value = state && read(state);
        if (value != null) this.set(value);
        else this.remove();
      },
    });
  }

  function addCounter(name: string, help: string, read: (state: ServerState) => number | undefined): void {
    new Counter({
      name,
      help,
      registers,
      async collect() {
        const state = await readState();
        this.reset();
        if (state !== null) this.inc(read(state) ?? 0);
      },
    });
  }
}

/** These metrics, and what became of the events of hooks. */
export function withHooks({ type, read }: MetricsText, state: () => HooksState): MetricsText {
  const registry = new Registry();
  const registers = [registry];
  const [delivered, failures] = [
    new Counter({ name: 'galley_hook_deliveries_total', help: 'Events that were sent to hooks.', registers }),
    new Counter({ name: 'galley_hook_failures_total', help: 'Requests to hooks that failed.', registers }),
  ];
  const [waiting, seconds] = [
    new Gauge({ name: 'galley_hook_events_waiting', help: 'Events that are not yet sent to hooks.', registers }),
    new Gauge({ name: 'galley_hook_wait_seconds', help: 'Seconds since the oldest of these events, or 0.', registers }),
  ];
  return {
    type,
    async read() {
      const now = state();
      registry.resetMetrics();
      delivered.inc(now.delivered);
      failures.inc(now.failures);
      waiting.set(now.waiting);
      seconds.set(now.waitingSeconds);
      return (await read()) + (await registry.metrics());
    },
  };
}

/** In the primary of `node:cluster`: what its workers counted, together. */
export function metricsOfWorkers(): MetricsText {
  const registry = new AggregatorRegistry();
  return { type: registry.contentType, read: () => registry.clusterMetrics() };
}

/** Few values, whatever the target: each value is a series of its own. */
function toRoute(target: string, status: number): 'list' | 'article' | 'changes' | 'terms' | 'open' | 'other' {
  const path = target.split(/[?#]/, 1)[0] ?? '';
  if (path === listPath) return 'list';
  if (path === changesPath) return 'changes';
  if (path === termsListPath) return 'terms';
  if (path.startsWith(`${listPath}/`)) return 'article';
  return path === '/healthz' || path.startsWith('/api') || status === 404 ? 'other' : 'open';
}
