import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import type { Asked } from './case.ts';
import { parseAnswers } from './parse-answers.ts';
import type { Answered } from './send.ts';

/** A program that others wrote, which asks a door. */
export interface Client {
  name: string;
  ask(address: string, asked: Asked): Promise<Answered>;
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
      headers: { Host: 'door.example', ...plain },
      agent: false,
    });
    asking.end();
    const [answer] = (await once(asking, 'response')) as [IncomingMessage];
    const body: Buffer[] = [];
    for await (const piece of answer) body.push(piece as Buffer);
    const fields = answer.rawHeaders;
    const names = fields.filter((_, index) => index % 2 === 0);
    const pairs = names.map((name, index) => [name.toLowerCase(), fields[index * 2 + 1] ?? ''] as const);
    return { status: answer.statusCode ?? 0, headers: pairs, body: Buffer.concat(body) };
  },
};

export const curl: Client = {
  name: 'curl',
  async ask(address, { method = 'GET', target, headers = {} }) {
    const fields = Object.entries({ Host: 'door.example', ...headers }).flatMap(([name, value]) =>
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
    const [answer] = parseAnswers(stdout, [method], true).answers;
    if (answer === undefined) throw new Error(`curl has no answer: ${stderr}`);
    return answer;
  },
};
