import { expect, test } from 'vitest';
import { toReport } from './report.ts';
import type { Result } from './result.ts';

const nothing: Result = { comparisons: [], figures: [], growths: [], skipped: [] };

test('each kind of result has its table, with the target and whether it was met', () => {
  const report = toReport({
    comparisons: [
      {
        row: 'list-10',
        unit: 'requests/s',
        series: [
          { subject: 'Galley', rounds: [{ value: 12_000, p50: 1.234, p99: 4 }] },
          { subject: 'nginx', rounds: [{ value: 24_000, p50: 1, p99: 2 }], target: 1 },
        ],
      },
      {
        row: 'build',
        unit: 's',
        series: [
          { subject: 'galley build', rounds: [{ value: 2.5 }] },
          { subject: 'hugo', rounds: [{ value: 10 }], target: 4 },
        ],
      },
    ],
    figures: [
      { row: 'memory', what: 'resident', value: 149.6, unit: 'MB', atMost: 150, detail: 'at the most 180 MB' },
      { row: 'dev', what: 'until served', value: 51.24, unit: 'ms', atMost: 50 },
      { row: 'size', what: 'bytes', value: 3, unit: 'kB' },
    ],
    growths: [
      { row: 'million', articles: [1000, 10_000], costs: [{ what: 'start', unit: 'ms', values: [99.6, 1.234] }] },
    ],
    skipped: [{ row: 'dev', why: 'there is none' }],
  });
  expect(report).toBe(`\
| response | server | requests/s | least–most | p50 ms | p99 ms | the first ÷ it | target | met |
| --- | --- | --: | --: | --: | --: | --: | --: | --: |
| list-10 | Galley | **12,000** | 12,000–12,000 | 1.23 | 4.00 |  |  |  |
|  | nginx | 24,000 | 24,000–24,000 | 1.00 | 2.00 | 0.50 | ≥ 1 | no |

| build | program | seconds | least–most | the first is n times as fast | target | met |
| --- | --- | --: | --: | --: | --: | --: |
| build | galley build | **2.50** | 2.50–2.50 |  |  |  |
|  | hugo | 10.00 | 10.00–10.00 | 4.00 | ≥ 4 | yes |

| row | what | found |  | target | met |
| --- | --- | --: | --: | --: | --: |
| memory | resident | **150** MB | at the most 180 MB | ≤ 150 | yes |
| dev | until served | **51.2** ms |  | ≤ 50 | no |
| size | bytes | **3** kB |  |  |  |

| articles | 1,000 | 10,000 |
| --- | --: | --: |
| start, ms | 99.6 | 1.23 |

Skipped:

- dev: there is none
`);
});

test('nothing found, nothing shown', () => {
  expect(toReport(nothing)).toBe('');
});
