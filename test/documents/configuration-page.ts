import { stringify } from 'yaml';
import * as z from 'zod/mini';
import type { Setting } from '../../build/cli/setting.ts';
import { Config, type SettingName, settings } from '../../build/cli/settings.ts';

const names = Object.keys(Config.shape) as SettingName[];
const described: Readonly<Record<SettingName, Setting>> = settings;

/** What of JSON Schema the settings use. */
interface Schema {
  type?: string | string[];
  default?: unknown;
  enum?: string[];
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  propertyNames?: Schema;
  additionalProperties?: Schema | false;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  format?: string;
  pattern?: string;
}

/** The text of each place of the page: a setting with its type, default and examples. */
export function toConfigurationPage(): Record<string, string> {
  const parts = names.map((name) => {
    const { text, examples } = described[name];
    const { type, absent } = factsOf(name);
    return [name, `${text} Takes ${type}. Default: ${absent}.\n\n\`\`\`yaml\n${toExamples(examples)}\n\`\`\``];
  });
  return Object.fromEntries(parts);
}

/** Every way but the first is a comment, so that the whole can be pasted. */
function toExamples(examples: readonly string[]): string {
  return examples.map((line, index) => (index === 0 ? line : `# or ${line}`)).join('\n');
}

function factsOf(name: SettingName): { type: string; absent: string } {
  const schema = Config.shape[name];
  const toJson = (io: 'input' | 'output') => z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Schema;
  // What is given out has the bounds of numbers; where it is made by a function, only what is read has a type.
  const [read, made] = [toJson('input'), toJson('output')];
  const isKnown = (each: Schema): boolean => each.type !== undefined || each.anyOf?.every(isKnown) === true;
  const type = toType(isKnown(made) ? made : read);
  return {
    type,
    absent:
      described[name].byDefault ??
      `\`${stringify(made.default, { collectionStyle: 'flow', flowCollectionPadding: false }).trim()}\``,
  };
}

function toType(schema: Schema): string {
  if (schema.anyOf) {
    const types = schema.anyOf.filter(({ type }) => type !== 'null').map(toType);
    return [...new Set(types)].join(', or ');
  }
  if (schema.enum) return schema.enum.map((word) => `\`${word}\``).join(' or ');
  const kind = [schema.type].flat().find((each) => each !== 'null');
  switch (kind) {
    case 'boolean':
      return '`true` or `false`';
    case 'integer':
      return `a whole number${isBounded(schema) ? ` from ${schema.minimum} to ${schema.maximum}` : ''}`;
    case 'array':
      return 'a list of texts';
    case 'object':
      return toMapping(schema);
    case 'string':
      return `text${schema.maxLength === undefined ? '' : ` of at most ${schema.maxLength} characters`}`;
    default:
      throw new Error(`There are no words for ${JSON.stringify(schema)}.`);
  }
}

function toMapping({ properties = {}, additionalProperties, propertyNames }: Schema): string {
  if (additionalProperties) {
    const names = propertyNames?.enum?.map((name) => `\`${name}\``).join(', ') ?? 'names';
    return `a mapping from ${names} to ${toType(additionalProperties)}`;
  }
  const members = Object.entries(properties).map(([name, schema]) => `\`${name}\` (${toType(schema)})`);
  return `a mapping with ${members.join(', ')}`;
}

function isBounded({ minimum, maximum }: Schema): boolean {
  return minimum !== undefined && maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER;
}
