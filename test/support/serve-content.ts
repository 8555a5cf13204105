import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type FieldType, toDeclaredFields } from '../../build/front-matter/declared-fields.ts';
import { defaultContentOptions } from '../../build/front-matter/options.ts';
import { plainInfo } from '../../build/release/description/service-info.ts';
import type { NodeServerOptions } from '../../src/adapters/node.ts';
import { writeFiles } from './command.ts';
import { makeProject } from './project.ts';
import { serveNode } from './server.ts';

export interface ContentServer {
  port: number;
  /** Where its links lead: itself. */
  site: string;
  /** Its `openapi.json`. */
  description: OpenApi;
  out: string;
  /** Where that lies. */
  descriptionFile: string;
  /** Takes up a new release now, and looks whether damaged files are whole. */
  refresh(): Promise<void>;
  /** Puts these files in place of all others, builds, and serves what came of it. */
  publish(files: Record<string, string>): Promise<void>;
}

/** The parts of a description that tests read. */
export interface OpenApi {
  paths: Record<string, { get: { parameters: object[]; responses: Record<string, { $ref: string }> } }>;
  components: {
    schemas: Record<string, object>;
    headers: Record<string, { required?: boolean; schema: object; example: unknown }>;
    responses: Record<string, DescribedResponse>;
  };
}

export interface DescribedResponse {
  headers: Record<string, object>;
  content?: Record<string, { schema: { $ref: string }; example: unknown }>;
}

/** A real server on a real socket, over what a real build makes of Markdown files. */
export async function serveContent(
  files: Record<string, string>,
  {
    cors = [],
    rateLimit,
    log = () => {},
    keepAlive = 65,
    fields = {},
  }: Pick<NodeServerOptions, 'cors' | 'rateLimit' | 'log' | 'keepAlive'> & { fields?: Record<string, FieldType> } = {},
): Promise<ContentServer> {
  const { folder, out, build } = await makeProject();
  await mkdir(out);
  const { port, refresh } = await serveNode({ out, log, cors, keepAlive, ...(rateLimit && { rateLimit }) });
  const site = `http://127.0.0.1:${port}`;
  const info = { ...plainInfo, cors, rateLimit: rateLimit ?? null };
  let count = 0;
  const publish = async (contents: Record<string, string>): Promise<void> => {
    const content = join(folder, `content-${count++}`);
    await writeFiles(content, contents);
    const articleUrl = `${site}/api/v1/articles/{slug}`;
    const now = Date.parse('2026-06-01T00:00:00Z') / 1000;
    const contentOptions = { ...defaultContentOptions, fields: toDeclaredFields(fields) };
    const { problems } = await build({ content, site, articleUrl, now, info, contentOptions });
    if (problems.length > 0) throw new Error(JSON.stringify(problems));
    await refresh();
  };
  await publish(files);
  const descriptionFile = join(out, 'openapi.json');
  const description = JSON.parse(await readFile(descriptionFile, 'utf8'));
  return { port, site, out, description, descriptionFile, refresh, publish };
}
