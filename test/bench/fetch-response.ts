import { Agent, request } from 'node:http';

const agent = new Agent({ keepAlive: true, maxSockets: 8 });

export interface FetchedResponse {
  status: number;
  etag: string;
  /** `gzip`, or '' for none. */
  encoding: string;
  /** The header fields, as they were sent. */
  fields: [name: string, value: string][];
  /** As it was sent. */
  body: Buffer;
}

/** One response, whole. */
export function fetchResponse(
  address: string,
  target: string,
  headers: Record<string, string>,
): Promise<FetchedResponse> {
  return new Promise((resolve, reject) => {
    const asked = request(`${address}${target}`, { agent, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const { statusCode = 0, headers } = response;
        const { etag = '', 'content-encoding': encoding = '' } = headers;
        const { rawHeaders } = response;
        const fields = rawHeaders.flatMap((name, i): FetchedResponse['fields'] =>
          i % 2 ? [] : [[name, rawHeaders[i + 1] ?? '']],
        );
        resolve({ status: statusCode, etag, encoding, fields, body: Buffer.concat(chunks) });
      });
    });
    asked.on('error', reject);
    asked.end();
  });
}

/** Calls `work` for each item, eight at a time. */
export async function forEach<T>(items: readonly T[], work: (item: T, index: number) => Promise<void>): Promise<void> {
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < items.length) {
      const index = next++;
      await work(items[index] as T, index);
    }
  };
  await Promise.all(Array.from({ length: 8 }, worker));
}

/** Lets kept connections go, so that servers can end. */
export function closeConnections(): void {
  agent.destroy();
}
