import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { toEvent } from './to-event.ts';
import { readAll, writeFailure, writeResult, writeStream } from './write-result.ts';

export interface Front {
  /** Where clients ask. */
  address: string;
  /** `AWS_LAMBDA_RUNTIME_API`: where the runtime asks for events. */
  runtimeApi: string;
  /** Resolves once the runtime asked for its first event; rejects with what it reported where it could not start. */
  ready: Promise<void>;
  close(): Promise<void>;
}

/**
 * What stands around a function: a server that makes each request an event, and Lambda's Runtime API
 * (https://docs.aws.amazon.com/lambda/latest/dg/runtimes-api.html), by which one runtime takes events, one after another, and returns results.
 */
export async function startFront(): Promise<Front> {
  const waiting: { id: string; event: string }[] = [];
  const asked = new Map<string, ServerResponse>();
  /** Connections that end with the response that is being made. */
  const closing = new WeakSet<Duplex>();
  let next: ServerResponse | null = null;
  let settle = { resolve: (): void => {}, reject: (_: Error): void => {} };
  const ready = new Promise<void>((resolve, reject) => {
    settle = { resolve, reject };
  });
  ready.catch(() => {});
  const take = (request: IncomingMessage, response: ServerResponse): void => {
    const id = randomUUID();
    // A body is not read: what follows may not be taken for a request.
    if (hasMore(request)) {
      response.setHeader('Connection', 'close');
      closing.add(request.socket);
    }
    asked.set(id, response);
    response.once('close', () => asked.delete(id));
    waiting.push({ id, event: JSON.stringify(toEvent(request, id)) });
    handOn();
  };
  const clients = createServer({ maxHeaderSize: 64 * 1024 }, take);
  clients.on('checkContinue', take);
  clients.on('checkExpectation', take);
  clients.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    // What comes behind the last request of a connection is not read (RFC 9112 section 9.6).
    if (error.code !== 'HPE_CLOSED_CONNECTION' && !closing.has(socket)) refuse(error, socket);
  });
  clients.maxHeadersCount = 0;
  const api = createServer((request, response) => void serveRuntime(request, response));
  const [address, runtimeApi] = await Promise.all([listen(clients), listen(api)]);
  const close = async (): Promise<void> => {
    for (const server of [clients, api]) {
      server.close();
      server.closeAllConnections();
    }
  };
  return { address: `http://${address}`, runtimeApi, ready, close };

  function handOn(): void {
    const first = next === null ? undefined : waiting.shift();
    if (next === null || first === undefined) return;
    const fields = {
      'Content-Type': 'application/json',
      'Lambda-Runtime-Aws-Request-Id': first.id,
      'Lambda-Runtime-Deadline-Ms': String(Date.now() + 30_000),
      'Lambda-Runtime-Invoked-Function-Arn': 'arn:aws:lambda:eu-central-1:000000000000:function:galley',
      'Lambda-Runtime-Trace-Id': 'Root=1-00000000-000000000000000000000000;Sampled=0',
    };
    next.writeHead(200, fields).end(first.event);
    next = null;
  }

  async function serveRuntime(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, id = '', what = ''] =
      /^\/2018-06-01\/runtime\/(?:invocation|init)\/?([^/]*)\/([a-z]+)$/.exec(
        (request.url ?? '').replace('/invocation/next', '/invocation//next'),
      ) ?? [];
    if (what === 'next') {
      next = response;
      settle.resolve();
      handOn();
      return;
    }
    const client = asked.get(id);
    if (what === 'response' && client !== undefined) {
      const isStream = request.headers['lambda-runtime-function-response-mode'] === 'streaming';
      await (isStream ? writeStream : writeResult)(request, client).catch(() => client.destroy());
    } else {
      const text = String(await readAll(request));
      if (client === undefined) settle.reject(new Error(text));
      else writeFailure(client);
    }
    response.writeHead(202, { 'Content-Type': 'application/json' }).end('{"status":"OK"}');
  }
}

function hasMore({ headers }: IncomingMessage): boolean {
  const { 'content-length': length = '0', 'transfer-encoding': coding, upgrade } = headers;
  return length !== '0' || coding !== undefined || upgrade !== undefined;
}

/** As Node does unless `clientError` is listened to. */
function refuse({ code }: NodeJS.ErrnoException, socket: Duplex): void {
  const status = code === 'HPE_HEADER_OVERFLOW' ? '431 Request Header Fields Too Large' : '400 Bad Request';
  if (socket.writable) socket.write(`HTTP/1.1 ${status}\r\nConnection: close\r\n\r\n`);
  socket.destroy();
}

async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}
