import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import type { Asked } from './case.ts';
import { parseResponses } from './parse-responses.ts';
import type { ReceivedResponse } from './send.ts';

/** A program that others wrote, which asks an adapter. */
export interface Client {
  name: string;
  ask(address: string, asked: Asked): Promise<ReceivedResponse>;
}

export const nodeClient: Client = {
  name: 'http of Node',
  async ask(address, { method = 'GET', target, headers = {} }) {
    const { hostname, port } = new URL(address);
    const plain = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, value as string | string[]]),
    );
    const asking = request({
      hostname,
      port,
      path: target,
      method,
      headers: { Host: 'adapter.example', ...plain },
      agent: false,
    });
    asking.end();
    const [response] = (await once(asking, 'response')) as [IncomingMessage];
    const body: Buffer[] = [];
    for await (const chunk of response) body.push(chunk as Buffer);
    const fields = response.rawHeaders;
    const names = fields.filter((_, index) => index % 2 === 0);
    const pairs = names.map((name, index) => [name.toLowerCase(), fields[index * 2 + 1] ?? ''] as const);
    return { status: response.statusCode ?? 0, headers: pairs, body: Buffer.concat(body) };
  },
};

export const curl: Client = {
  name: 'curl',
  async ask(address, { method = 'GET', target, headers = {} }) {
    const fields = Object.entries({ Host: 'adapter.example', ...headers }).flatMap(([name, value]) =>
      (typeof value === 'string' ? [value] : value).flatMap((one) => [
        '-H',
        one === '' ? `${name};` : `${name}: ${one}`,
      ]),
    );
    const how = method === 'HEAD' ? ['--head'] : ['--request', method];
    const args = [
      '--silent',
      '--show-error',
      '--include',
      '--raw',
      '--http1.1',
      '--path-as-is',
      '--globoff',
      ...how,
      ...fields,
    ];
    const { stdout, stderr } = spawnSync('curl', [...args, address + target]);
    const [response] = parseResponses(stdout, [method], true).responses;
    if (response === undefined) throw new Error(`curl has no response: ${stderr}`);
    return response;
  },
};
