import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { type ChangeToken, changeLog, toTokenText } from '../../../core/change-log.ts';
import { openRelease, type Release } from '../../../core/release.ts';
import type { Storage } from '../../../core/storage.ts';
import { UsageError } from '../../../usage-error.ts';
import { isLoopback } from '../address.ts';
import { writeWhole } from '../disk/write-whole.ts';
import { createSender, type Event, toName } from './send-event.ts';

export interface HooksOptions {
  /** Where events are sent: `https`, or `http` on this machine. */
  urls: readonly string[];
  /** As Standard Webhooks has it: `whsec_` and 24 to 64 bytes in Base64. */
  secret: string;
  /** Keeps what was not delivered. */
  file: string;
  /** Reads releases. */
  storage: Storage;
  /** Called where an event was not delivered, or the file cannot be written. */
  onError(error: Error): void;
  /** Milliseconds since 1970. */
  now?: () => number;
  /** Seconds before an event is sent again, the last of them over and over, for a day. */
  delays?: readonly number[];
}

export interface Hooks {
  /** Says which release is served. */
  onRelease(id: string): Promise<void>;
  state(): HooksState;
  /** Stops at once; what was not delivered is in the file. */
  close(): void;
}

/** What became of the events of all receivers since the start. */
export interface HooksState {
  delivered: number;
  /** Requests that failed, of which most are tried again. */
  failures: number;
  /** Events that are not delivered yet, and seconds since the oldest of them. */
  waiting: number;
  waitingSeconds: number;
  /** Sentences for anybody that say what is wrong. */
  problems: string[];
}

/** What the file holds. */
interface Kept {
  /** What receivers know. */
  reported: ChangeToken | null;
  queues: Record<string, Event[]>;
}

const day = 24 * 3600 * 1000;

/** The clock may be set: at least this often the date of the next article is compared with it. */
const longestWaitMs = 60_000;

/**
 * Sends an event when a release is activated, and when articles are published by their dates (Standard Webhooks,
 * version 1). Events of one receiver come in order; one that is not delivered is sent again for a day, also after a
 * restart. Several servers of one release send the same ids. Throws `UsageError` for an address or a secret that cannot
 * be, and where the file cannot be written.
 */
export async function startHooks(options: HooksOptions): Promise<Hooks> {
  const { urls, file, storage, onError, now = Date.now } = options;
  const { delays = [5, 30, 120, 300, 900, 1800, 3600] } = options;
  const sender = createSender(parseSecret(options.secret), now);
  for (const url of urls) checkAddress(url);
  const log = changeLog(storage);
  const kept = await read(file);
  for (const url of Object.keys(kept.queues)) if (!urls.includes(url)) delete kept.queues[url];
  const timers = new Map<string, NodeJS.Timeout>();
  const sending = new Set<string>();
  const counts = { delivered: 0, failures: 0 };
  let release: Release | null = null;
  let isClosed = false;
  let saving = Promise.resolve();
  let isUnsaved = false;
  await write().catch((error) => refuseFile(file, error));
  for (const url of urls) void deliver(url);
  return {
    async onRelease(id) {
      release = await openRelease(id, storage);
      await check();
    },
    state() {
      const waiting = Object.values(kept.queues).flat();
      const oldest = Math.min(now(), ...waiting.map(({ created }) => created));
      const problems = isUnsaved ? ['The file of hooks cannot be written. A restart would lose events.'] : [];
      return { ...counts, waiting: waiting.length, waitingSeconds: (now() - oldest) / 1000, problems };
    },
    close() {
      isClosed = true;
      sender.abort();
      for (const timer of timers.values()) clearTimeout(timer);
    },
  };

  /** Makes an event where readers get other articles than receivers know. */
  async function check(): Promise<void> {
    if (release === null || isClosed) return;
    const current = release;
    const seconds = Math.floor(now() / 1000);
    const published = await current.publishedCount(seconds);
    const [newest] = published === 0 ? [] : await current.slices(published - 1, published);
    const publishAt = newest?.table.publishAt(newest.from) ?? 0;
    const reported = { release: current.id, at: Math.max(0, publishAt, await log.sinceOf(current.id)) };
    const before = kept.reported;
    kept.reported =
      before !== null && before.release === reported.release && before.at > reported.at ? before : reported;
    const type = before?.release === reported.release ? 'articles.published' : 'release.activated';
    if (before !== null && (type === 'release.activated' || before.at < reported.at))
      add(toEvent(type, reported, before, published));
    if (before?.release !== reported.release || before.at !== reported.at) await save();
    const next = await current.nextPublishAt(seconds);
    if (current === release) wait('check', Math.min(longestWaitMs, Math.max(0, next * 1000 - now())), check);
  }

  function add(event: Pick<Event, 'id' | 'body'>): void {
    for (const url of urls) {
      const queue = kept.queues[url] ?? [];
      kept.queues[url] = [...queue, { ...event, created: now(), tries: 0 }];
      void deliver(url);
    }
  }

  /** One event after the other, until one fails. */
  async function deliver(url: string): Promise<void> {
    if (sending.has(url)) return;
    sending.add(url);
    for (let event = kept.queues[url]?.[0]; event !== undefined && !isClosed; event = kept.queues[url]?.[0]) {
      const problem = await sender.send(url, event);
      if (isClosed) break;
      counts[problem === null ? 'delivered' : 'failures']++;
      const isOver = problem === null || sender.isDisabled(url) || now() - event.created >= day;
      if (problem !== null) {
        const fate = isOver ? 'not sent again' : 'sent again later';
        onError(new UsageError(`The hook ${toName(url)} did not get event ${event.id}: ${problem}. It is ${fate}.`));
      }
      if (isOver) kept.queues[url] = (kept.queues[url] ?? []).slice(1);
      else event.tries++;
      await save();
      if (isOver) continue;
      const delay = delays[Math.min(event.tries, delays.length) - 1] ?? 0;
      wait(url, delay * 1000, () => deliver(url));
      break;
    }
    sending.delete(url);
  }

  /** Runs the last one of each name. */
  function wait(name: string, milliseconds: number, run: () => Promise<void>): void {
    clearTimeout(timers.get(name));
    if (isClosed) return;
    const timer = setTimeout(() => run().catch(onError), milliseconds);
    timer.unref();
    timers.set(name, timer);
  }

  function save(): Promise<void> {
    saving = saving.then(write).then(
      () => {
        isUnsaved = false;
      },
      (error) => {
        isUnsaved = true;
        onError(error);
      },
    );
    return saving;
  }

  function write(): Promise<void> {
    return writeWhole(file, `${file}.new`, Buffer.from(JSON.stringify(kept)), { durable: true, mode: 0o600 });
  }
}

function toEvent(
  type: string,
  changed: ChangeToken,
  before: ChangeToken,
  published: number,
): Pick<Event, 'id' | 'body'> {
  const token = toTokenText(changed);
  const id = `msg_${createHash('sha256').update(`${type} ${token}`).digest('hex').slice(0, 32)}`;
  const data = { release: changed.release, token, since: toTokenText(before), published };
  return { id, body: JSON.stringify({ type, timestamp: new Date(changed.at * 1000).toISOString(), data }) };
}

function refuseFile(file: string, { code, message }: NodeJS.ErrnoException): never {
  throw new UsageError(
    `hooksFile: ${file} cannot be written (${code ?? message}), so a restart would lose events. Expected a file in a folder in which this ` +
      'user may write. Choose one with --hooks-file or the setting hooksFile.',
  );
}

/** An empty one where there is none, or one that is damaged: then receivers hear of what comes next. */
async function read(file: string): Promise<Kept> {
  try {
    const { reported, queues }: Kept = JSON.parse(await readFile(file, 'utf8'));
    return { reported, queues };
  } catch {
    return { reported: null, queues: {} };
  }
}

function parseSecret(secret: string): Buffer {
  const bytes = Buffer.from(/^whsec_([A-Za-z\d+/]+={0,2})$/.exec(secret)?.[1] ?? '', 'base64');
  if (bytes.length >= 24 && bytes.length <= 64) return bytes;
  throw new UsageError(
    'GALLEY_HOOK_SECRET: expected whsec_ and 24 to 64 bytes in Base64. Make one with: ' +
      `node -p '"whsec_" + crypto.randomBytes(32).toString("base64")'`,
  );
}

function checkAddress(url: string): void {
  const none = { protocol: '', hostname: '', username: '', password: '' };
  const { protocol, hostname, username, password } = URL.canParse(url) ? new URL(url) : none;
  if (`${username}${password}` !== '') {
    const fix = 'Expected an address without them: receivers verify the signature of each event instead.';
    throw new UsageError(`--hook: found ${toName(url)} with a name or a password before it. ${fix}`);
  }
  if (protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))) return;
  throw new UsageError(`--hook: found ${toName(url)}. Expected an address with https, or with http on this machine.`);
}
