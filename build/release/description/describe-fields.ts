import { parameterOf, termFields } from '../../../src/core/fields.ts';
import { maxTermLength } from '../../../src/core/terms.ts';
import type { DeclaredField, FieldType } from '../../front-matter/declared-fields.ts';

type Schema = { [key: string]: unknown };

/** The parts of a description that have to do with fields. */
interface WithFields {
  paths: Record<string, { get: { parameters: { name?: string; schema?: Schema }[] } }>;
  components: { schemas: Record<string, { properties?: Schema; required?: string[] }> };
}

/**
 * Adds the fields of authors: the types of their values, the parameters that select by them, and their kinds of terms.
 */
export function describeFields({ paths, components }: WithFields, fields: readonly DeclaredField[]): void {
  if (fields.length === 0) return;
  const { properties, required } = components.schemas.ArticleDetails ?? {};
  Object.assign(properties ?? {}, {
    fields: {
      ...valuesSchema(fields),
      description: 'Fields that authors have here. Each is null where an article has none.',
    },
  });
  required?.push('fields');
  const selecting = termFields(fields);
  const parameters = selecting.map(([name, type]) => {
    const isText = type === 'text' || type === 'list';
    return {
      name: parameterOf(name),
      in: 'query',
      description: `Only articles whose field \`${name}\` ${type === 'list' ? 'has' : 'is'} this${isText ? ', in any case' : ''}.`,
      schema: isText ? { type: 'string', minLength: 1, maxLength: maxTermLength } : { type },
      example: type === 'boolean' ? true : type === 'number' ? 4 : 'two',
    };
  });
  for (const path of ['/articles', '/changes']) paths[path]?.get.parameters.splice(-1, 0, ...parameters);
  const kind = paths['/terms']?.get.parameters.find(({ name }) => name === 'kind');
  if (Array.isArray(kind?.schema?.enum)) kind.schema.enum.push(...selecting.map(([name]) => name));
}

/** Of the values of an article. */
export function valuesSchema(fields: readonly DeclaredField[]): Schema & { required: string[] } {
  const properties = Object.fromEntries(fields.map(([name, type]) => [name, valueSchemas[type]]));
  return { type: 'object', properties, required: fields.map(([name]) => name) };
}

const uri = { type: ['string', 'null'], format: 'uri' };
const list = { type: ['array', 'null'], maxItems: 100, items: { type: 'string' } };

const valueSchemas: Record<FieldType, Schema> = {
  text: { type: ['string', 'null'] },
  boolean: { type: ['boolean', 'null'] },
  number: { type: ['number', 'null'] },
  list,
  url: uri,
  image: uri,
  images: { ...list, items: { type: 'string', format: 'uri' } },
  any: { description: 'Any JSON.' },
};
