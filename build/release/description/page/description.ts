/** The part of an OpenAPI 3.1 document that the page reads. */
export interface Description {
  paths: Record<string, { get: Operation }>;
  components: Record<string, Record<string, unknown>>;
}

export interface Operation {
  parameters: (Parameter | Reference)[];
  responses: Record<string, Response | Reference>;
}

export interface Parameter {
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
