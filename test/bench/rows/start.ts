import { startChild } from '../child.ts';
import { startGalley } from '../galley.ts';
import { percentile } from '../percentile.ts';
import type { Row } from '../row.ts';
import { toCount } from '../to-count.ts';

/** Starts are short, so there are more of them in a round. */
const perRound = 3;

export const startRow: Row = {
  name: 'start',
  group: 'memory',
  about: 'from starting a server of many articles until it listens, beside node -e 0',
  async run({ options, dataSet, result, report }) {
    const { folder, count } = await dataSet(options.many);
    const galley: number[] = [];
    const node: number[] = [];
    for (let turn = 0; turn <= perRound * options.rounds; turn++) {
      report(`start ${turn} of ${perRound * options.rounds}`);
      const began = performance.now();
      await startChild(process.execPath, ['-e', '0']).untilEnded();
      const started = performance.now();
      const server = await startGalley(folder);
      const listened = performance.now();
      await server.stop();
      // The first turn only reads the programs from the disk.
      if (turn === 0) continue;
      node.push(started - began);
      galley.push(listened - started);
    }
    const medians = { galley: percentile(galley, 0.5), node: percentile(node, 0.5) };
    result.figures.push({
      row: 'start',
      what: `until a server of ${toCount(count)} articles listens, more than node -e 0`,
      value: medians.galley - medians.node,
      unit: 'ms',
      atMost: 100,
      detail: `${medians.galley.toFixed(0)} and ${medians.node.toFixed(0)} ms`,
    });
  },
};
