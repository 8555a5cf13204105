/** A table in Markdown. Cells are Markdown of one line. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** All parameters of all operations, each once. */
export function parameterTable(description: Description): string {
  const rows = new Map<string, { parameter: Parameter; of: string[] }>();
  for (const [path, { get }] of Object.entries(description.paths)) {
    for (const found of get.parameters) {
      const parameter = resolve(description, found);
      const row = rows.get(parameter.name) ?? { parameter, of: [] };
      rows.set(parameter.name, { ...row, of: [...row.of, `\`${path}\``] });
    }
  }
  const operations = Object.keys(description.paths).length;
  return table(
    ['name', 'in', 'of', 'form', 'default', 'meaning'],
    [...rows.values()].map(({ parameter: { name, in: place, schema, description: meaning = '' }, of }) => [
      `\`${name}\``,
      place,
      of.length === operations ? 'both' : of.join(', '),
      boundsOf(schema),
      schema.default === undefined ? '' : `\`${schema.default}\``,
      meaning,
    ]),
  );
}

/** What values a schema allows, in words. */
function boundsOf({ type, minimum, maximum, minLength, maxLength }: Schema): string {
  const kind = [type ?? 'any'].flat().join(' or ');
  if (minimum !== undefined && maximum !== undefined && maximum < 2 ** 31 - 1)
    return `${kind}, ${minimum} to ${maximum}`;
  if (minimum !== undefined) return `${kind}, at least ${minimum}`;
  if (maxLength !== undefined) {
    return `${kind}, ${minLength === undefined ? 'at most' : `${minLength} to`} ${maxLength} characters`;
  }
  return kind;
}

/** All headers of responses, with the statuses that carry them. */
export function headerTable(description: Description): string {
  const rows = new Map<string, { meaning: string; statuses: Set<string> }>();
  const all = new Set<string>();
  for (const [status, response] of allResponses(description)) {
    all.add(status);
    for (const [name, found] of Object.entries(response.headers ?? {})) {
      const { description: meaning = '' } = resolve<Header>(description, found);
      const row = rows.get(name) ?? { meaning, statuses: new Set<string>() };
      row.statuses.add(status);
      rows.set(name, row);
    }
  }
  return table(
    ['header', 'on', 'meaning'],
    [...rows].map(([name, { meaning, statuses }]) => {
      return [`\`${name}\``, statuses.size === all.size ? 'all' : toList(statuses, all), meaning];
    }),
  );
}

/** Statuses in words; where most apply, as the exceptions. */
function toList(statuses: ReadonlySet<string>, all: ReadonlySet<string>): string {
  const others = [...all].filter((status) => !statuses.has(status));
  const isMost = others.length < 4 && statuses.size > others.length;
  const named = (isMost ? others : [...statuses]).map((status) => (status === 'default' ? 'others' : status)).sort();
  return `${isMost ? 'all but ' : ''}${named.join(', ')}`;
}

/** All statuses that are no success, each with what it means. */
export function statusTable(description: Description): string {
  const meanings = new Map<string, Set<string>>();
  for (const [status, response] of allResponses(description)) {
    if (/^[23]/.test(status)) continue;
    meanings.set(status, (meanings.get(status) ?? new Set()).add(response.description));
  }
  const rows = [...meanings].sort(([one], [other]) => (one < other ? -1 : 1));
  return table(
    ['status', 'when'],
    rows.map(([status, texts]) => [status === 'default' ? 'other' : status, oneLine([...texts].join(' '))]),
  );
}

/** The body that the description shows for an answer of the operation at `path`. */
export function exampleOf(description: Description, path: string, status: string): unknown {
  const found = description.paths[path]?.get.responses[status];
  const { content = {} } = found === undefined ? {} : resolve<Response>(description, found);
  return Object.values(content)[0]?.example;
}

function* allResponses(description: Description): Generator<[string, Response]> {
  for (const { get } of Object.values(description.paths)) {
    for (const [status, found] of Object.entries(get.responses)) yield [status, resolve<Response>(description, found)];
  }
}

/** Markdown of several lines as a cell holds it. */
function oneLine(text: string): string {
  return text
    .split(/\n\s*/)
    .map((line) => line.trimEnd())
    .join(' ');
}

/** The part of an OpenAPI 3.1 document that the page reads. */
export interface Description {
  paths: Record<string, { get: Operation }>;
  components: Record<string, Record<string, unknown>>;
}

interface Operation {
  parameters: (Parameter | Reference)[];
  responses: Record<string, Response | Reference>;
}

interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  description?: string;
  schema: Schema;
}

export interface Response {
  description: string;
  headers?: Record<string, Header | Reference>;
  content?: Record<string, { example?: unknown }>;
}

export interface Header {
  description?: string;
}

/** The part of JSON Schema that our schemas use. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  format?: string;
  default?: unknown;
  const?: unknown;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  anyOf?: Schema[];
}

interface Reference {
  $ref: string;
}

/** Resolves a reference within the document; gives anything else back. Throws where the reference leads nowhere. */
export function resolve<T extends object>(description: Description, found: T | Reference): T {
  if (!('$ref' in found) || typeof found.$ref !== 'string') return found as T;
  let value: unknown = description;
  for (const part of found.$ref.split('/').slice(1)) {
    value = (value as Record<string, unknown> | undefined)?.[part.replaceAll('~1', '/').replaceAll('~0', '~')];
  }
  if (typeof value !== 'object' || value === null) throw new Error(`${found.$ref} is not in the description.`);
  return resolve(description, value as T | Reference);
}

/** TypeScript interfaces of schemas, by name, with what is said about each member beside it. */
export function toTypes(schemas: Readonly<Record<string, Schema>>): string {
  return Object.entries(schemas)
    .map(([name, schema]) => `interface ${name} ${toObject(schema, '')}`)
    .join('\n\n');
}

/** Characters that fit on a line without scrolling. */
const widest = 92;

function toObject({ properties = {}, required = [] }: Schema, indent: string): string {
  const inner = `${indent}  `;
  const lines = Object.entries(properties).map(([name, schema]) => {
    const line = `${inner}${name}${required.includes(name) ? '' : '?'}: ${toType(schema, inner)};`;
    if (schema.description === undefined || schema.$ref !== undefined) return line;
    if (line.length + schema.description.length < widest) return `${line} // ${schema.description}`;
    return `${wrap(schema.description, widest - inner.length)
      .map((words) => `${inner}// ${words}\n`)
      .join('')}${line}`;
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
