import cluster from 'node:cluster';
import { toAddress } from '../../src/adapters/node/address.ts';
import type { Metrics } from '../../src/adapters/node/metrics/metrics.ts';
import type { LogEntry } from '../../src/adapters/node.ts';
import type { Config } from './config.ts';
import type { Output } from './output.ts';
import { refuseAddress } from './refuse-address.ts';

export interface RunningMetrics extends Pick<Metrics, 'observe' | 'watch'> {
  close(): void;
}

/**
 * Counts answers. Serves the counts at the configured address, or in a worker gives them to the primary; null where no address
 * is configured. Throws `UsageError` where it cannot listen there.
 */
export async function startMetrics(config: Config, output: Output): Promise<RunningMetrics | null> {
  if (config.metrics === null) return null;
  const { createMetrics, metricsOfWorkers } = await import('../../src/adapters/node/metrics/metrics.ts');
  const metrics = createMetrics(config.metrics);
  if (cluster.isWorker) {
    metrics.share();
    return { ...metrics, close() {} };
  }
  const { serveMetrics } = await import('../../src/adapters/node/metrics/serve-metrics.ts');
  const { host, port } = config.metrics;
  const source = config.workers === 1 ? metrics : metricsOfWorkers();
  const served = await serveMetrics(source, config.metrics).catch((error) =>
    refuseAddress(error, { host, port, option: '--metrics' }),
  );
  output.printError(`metrics on ${toAddress(host, served.port)}/metrics`);
  return { ...metrics, close: served.close };
}

export function observing(log: (entry: LogEntry) => void, metrics: RunningMetrics | null): (entry: LogEntry) => void {
  if (metrics === null) return log;
  return (entry) => {
    log(entry);
    metrics.observe(entry);
  };
}
