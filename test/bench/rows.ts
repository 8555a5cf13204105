import { millionRow } from './million.ts';
import type { Row } from './row.ts';
import { adaptersRow } from './rows/adapters.ts';
import { buildRow } from './rows/build.ts';
import { changedFilesRow } from './rows/changed-files.ts';
import { checksRow } from './rows/checks.ts';
import { cloudflareRow } from './rows/cloudflare.ts';
import { dearestRow } from './rows/dearest.ts';
import { devRow } from './rows/dev.ts';
import { fromStoreRow } from './rows/from-store.ts';
import { gzipSizeRow } from './rows/gzip-size.ts';
import { buildMemoryRow, serverMemoryRow } from './rows/memory.ts';
import { pushRow } from './rows/push.ts';
import { scaleRows, servingRows, workersRow } from './rows/serving.ts';
import { startRow } from './rows/start.ts';
import { viewsRow } from './rows/views.ts';

/** In the order in which they are run. */
export const rows: readonly Row[] = [
  ...servingRows,
  workersRow,
  ...scaleRows,
  viewsRow,
  checksRow,
  adaptersRow,
  fromStoreRow,
  cloudflareRow,
  buildRow,
  devRow,
  serverMemoryRow,
  buildMemoryRow,
  startRow,
  gzipSizeRow,
  changedFilesRow,
  pushRow,
  dearestRow,
  millionRow,
];
