import type { Schema } from './description.ts';

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
