import { securityHeaders } from '../../../../src/core/reply.ts';

/** All parameters of all operations, each once. */
export function parameterTable(description: Description): string {
  const paths = new Map<string, string[]>();
  const rows = new Map<string, Parameter>();
  for (const [path, { get }] of Object.entries(description.paths)) {
    for (const parameter of get.parameters.map((found) => resolve<Parameter>(description, found))) {
      rows.set(parameter.name, rows.get(parameter.name) ?? parameter);
      paths.set(parameter.name, [...(paths.get(parameter.name) ?? []), `\`${path}\``]);
    }
  }
  const operations = Object.keys(description.paths).length;
  return toMarkdownTable(
    ['name', 'in', 'of', 'form', 'default', 'meaning'],
    [...rows.values()].map(({ name, in: place, schema, description: meaning = '' }) => {
      const of = paths.get(name) ?? [];
      const byDefault = schema.default === undefined ? '' : `\`${schema.default}\``;
      return [
        `\`${name}\``,
        place,
        of.length === operations ? 'all' : of.join(', '),
        boundsOf(schema),
        byDefault,
        meaning,
      ];
    }),
  );
}

/** What values a schema allows, in words. */
function boundsOf({ type, minimum, maximum, minLength, maxLength }: Schema): string {
  const kind = [type ?? 'any'].flat().join(' or ');
  const isBounded = maximum !== undefined && maximum < 2 ** 31 - 1;
  if (minimum !== undefined) return `${kind}, ${isBounded ? `${minimum} to ${maximum}` : `at least ${minimum}`}`;
  if (maxLength === undefined) return kind;
  return `${kind}, ${minLength === undefined ? 'at most' : `${minLength} to`} ${maxLength} characters`;
}

/** The headers of responses that a program reads, with the statuses that carry them. */
export function headerTable(description: Description): string {
  const rows = new Map<string, { meaning: string; statuses: Set<string> }>();
  const all = new Set<string>();
  for (const [status, response] of allResponses(description)) {
    all.add(status);
    for (const [name, found] of Object.entries(response.headers ?? {})) {
      const meaning = resolve<{ description?: string }>(description, found).description ?? '';
      const row = rows.get(name) ?? { meaning, statuses: new Set() };
      rows.set(name, { meaning, statuses: row.statuses.add(status) });
    }
  }
  for (const name of ['Vary', ...Object.keys(securityHeaders)]) rows.delete(name);
  return toMarkdownTable(
    ['header', 'on', 'meaning'],
    [...rows].map(([name, { meaning, statuses }]) => [`\`${name}\``, toList(statuses, all), meaning]),
  );
}

/** Statuses in words; where most apply, as the exceptions. */
function toList(statuses: ReadonlySet<string>, all: ReadonlySet<string>): string {
  if (statuses.size === all.size) return 'all';
  const others = [...all].filter((status) => !statuses.has(status));
  const isMost = others.length < 4 && statuses.size > others.length;
  const named = (isMost ? others : [...statuses]).map((status) => (status === 'default' ? 'others' : status)).sort();
  return `${isMost ? 'all but ' : ''}${named.join(', ')}`;
}

/** All statuses that are no success, each with what it means. */
export function statusTable(description: Description): string {
  const meanings = new Map<string, Set<string>>();
  for (const [status, response] of allResponses(description)) {
    if (!/^[23]/.test(status)) meanings.set(status, (meanings.get(status) ?? new Set()).add(response.description));
  }
  const rows = [...meanings].sort(([one], [other]) => (one < other ? -1 : 1));
  return toMarkdownTable(
    ['status', 'when'],
    rows.map(([status, texts]) => [status === 'default' ? 'other' : status, [...texts].join(' ').replace(/\s+/g, ' ')]),
  );
}

function toMarkdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map(toMarkdownRow).join('\n');
}

/** A row of a table in Markdown. Cells are Markdown of one line. */
function toMarkdownRow(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replace(/(?<!\\)\|/g, '\\|')).join(' | ')} |`;
}

/** The body that the description shows for a response of the operation at `path`. */
export function exampleOf(description: Description, path: string, status: string): unknown {
  const found = description.paths[path]?.get.responses[status];
  return found && Object.values(resolve<Response>(description, found).content ?? {})[0]?.example;
}

function* allResponses(description: Description): Generator<[string, Response]> {
  for (const { get } of Object.values(description.paths)) {
    for (const [status, found] of Object.entries(get.responses)) yield [status, resolve<Response>(description, found)];
  }
}

/** The part of an OpenAPI 3.1 document that the page reads. */
export interface Description {
  paths: Record<string, { get: { parameters: object[]; responses: Record<string, object> } }>;
  components: Record<string, Record<string, unknown>>;
}

interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  description?: string;
  schema: Schema;
}

interface Response {
  description: string;
  headers?: Record<string, object>;
  content?: Record<string, { example?: unknown }>;
}

/** The part of JSON Schema that our schemas use. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  default?: unknown;
  const?: unknown;
  anyOf?: Schema[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
}

/** What a reference names in the document; gives anything else back. Throws where there is nothing of that name. */
function resolve<T extends object>({ components }: Description, found: object): T {
  if (!('$ref' in found)) return found as T;
  const [, kind = '', name = ''] = /^#\/components\/(\w+)\/(.+)$/.exec(String(found.$ref)) ?? [];
  const named = components[kind]?.[name];
  if (typeof named !== 'object' || named === null) throw new Error(`${found.$ref} is not in the description.`);
  return named as T;
}

/**
 * TypeScript interfaces of schemas, by name, with what is said about each member beside it. One that has all members of an earlier one
 * extends it.
 */
export function toTypes(schemas: Readonly<Record<string, Schema>>): string {
  const entries = Object.entries(schemas);
  const interfaces = entries.map(([name, schema], i) => {
    const all = membersOf(schema);
    const [base, shared] = entries
      .slice(0, i)
      .map(([earlier, other]) => [earlier, membersOf(other)] as const)
      .filter(([, members]) => members.length > 0 && members.every((member) => all.includes(member)))
      .reduce((most, each) => (each[1].length > most[1].length ? each : most), ['', []] as readonly [string, string[]]);
    const own = Object.entries(schema.properties ?? {}).filter((_, at) => !shared.includes(all[at] ?? ''));
    const rest = { ...schema, properties: Object.fromEntries(own) };
    return `interface ${name}${base && ` extends ${base}`} ${toObject(rest, '')}`;
  });
  return interfaces.join('\n\n');
}

function membersOf({ properties = {}, required = [] }: Schema): string[] {
  return Object.entries(properties).map((member) => JSON.stringify([...member, required.includes(member[0])]));
}

/** Characters that fit on a line without scrolling. */
const maxWidth = 92;

function toObject({ properties = {}, required = [] }: Schema, indent: string): string {
  const inner = `${indent}  `;
  const lines = Object.entries(properties).map(([name, schema]) => {
    const key = /^[\w$]+$/.test(name) ? name : JSON.stringify(name);
    const line = `${inner}${key}${required.includes(name) ? '' : '?'}: ${toType(schema, inner)};`;
    if (schema.description === undefined || schema.$ref !== undefined) return line;
    if (line.length + schema.description.length < maxWidth) return `${line} // ${schema.description}`;
    const comment = wrap(schema.description, maxWidth - inner.length).map((words) => `${inner}// ${words}\n`);
    return `${comment.join('')}${line}`;
  });
  return `{\n${lines.join('\n')}\n${indent}}`;
}

function toType(schema: Schema, indent: string): string {
  if (schema.$ref !== undefined) return schema.$ref.split('/').at(-1) ?? 'unknown';
  if (schema.anyOf !== undefined) return schema.anyOf.map((some) => toType(some, indent)).join(' | ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  return [schema.type ?? 'unknown'].flat().map(toOne).join(' | ');

  function toOne(type: string): string {
    if (type === 'integer') return 'number';
    if (type === 'array') return `${toType(schema.items ?? {}, indent)}[]`;
    if (type !== 'object') return type;
    if (schema.properties !== undefined) return toObject(schema, indent);
    const { additionalProperties: values } = schema;
    return `Record<string, ${typeof values === 'object' ? toType(values, indent) : 'unknown'}>`;
  }
}

function wrap(text: string, width: number): string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = `${lines.at(-1)} ${word}`.trim();
    if (line.length <= width) lines[lines.length - 1] = line;
    else lines.push(word);
  }
  return lines;
}
