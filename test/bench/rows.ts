import { millionRow } from './million.ts';
import type { Row } from './row.ts';
import { adaptersRow } from './rows/adapters.ts';
import { buildRow } from './rows/build.ts';
import { checksRow } from './rows/checks.ts';
import { cloudflareRow } from './rows/cloudflare.ts';
import { dearestRow } from './rows/dearest.ts';
import { devRow } from './rows/dev.ts';
import { gzipSizeRow } from './rows/gzip-size.ts';
import { buildMemoryRow, serverMemoryRow } from './rows/memory.ts';
import { pushRow } from './rows/push.ts';
import { scaleRows, servingRows, workersRow } from './rows/serving.ts';
import { startRow } from './rows/start.ts';

/** In the order in which they are run. */
export const rows: readonly Row[] = [
  ...servingRows,
  workersRow,
  ...scaleRows,
  checksRow,
  adaptersRow,
  cloudflareRow,
  buildRow,
  devRow,
  serverMemoryRow,
  buildMemoryRow,
  startRow,
  gzipSizeRow,
  pushRow,
  dearestRow,
  millionRow,
];
