import * as z from 'zod/mini';
import {
  ArticleSchema,
  ListEnvelopeSchema,
  PageLinksSchema,
  PageMetaSchema,
  ProblemDetailsSchema,
} from '../schemas.ts';

/** The JSON Schemas that components name. Members that later versions add are allowed. */
export function componentSchemas({ trustedHtml }: { trustedHtml: boolean }): Json {
  const registry = z.registry<{ id: string }>();
  registry.add(ArticleSchema, { id: 'Article' });
  registry.add(ListEnvelopeSchema, { id: 'ArticleList' });
  registry.add(PageLinksSchema, { id: 'PageLinks' });
  registry.add(PageMetaSchema, { id: 'PageMeta' });
  registry.add(z.omit(ProblemDetailsSchema, { errors: true, start: true }), { id: 'Problem' });
  registry.add(z.required(z.omit(ProblemDetailsSchema, { start: true }), { errors: true }), {
    id: 'ValidationProblem',
  });
  registry.add(z.required(z.omit(ProblemDetailsSchema, { errors: true }), { start: true }), { id: 'GoneProblem' });
  const uri = (id: string): string => `#/components/schemas/${id}`;
  const { schemas } = z.toJSONSchema(registry, { io: 'input', uri, override: collapseNull });
  for (const [name, description] of Object.entries(descriptions)) Object.assign(schemas[name] ?? {}, { description });
  if (trustedHtml) Object.assign(schemas.Article?.properties?.html ?? {}, { description: trusted });
  return toJson(schemas);
}

/** The JSON Schema of a parameter. */
export function schemaOf(type: z.ZodMiniType): JsonObject {
  return toJson(z.toJSONSchema(type, { io: 'input' })) as JsonObject;
}

const trusted =
  'The body as HTML, as its author wrote it: this API trusts its authors, and whoever does not must sanitise it.';

const descriptions = {
  Article: 'An article. Store it under its `id`. All members are always present; later versions may add some.',
  ArticleList: 'One page of a list.',
  PageLinks: 'Absolute addresses of other pages. They repeat `per_page` and `exclude_h1` where the request gave them.',
  PageMeta: 'Where this page lies in its list.',
  Problem: 'Why a request was not answered as asked (RFC 9457).',
  GoneProblem: 'That a snapshot is gone, and where to start again (RFC 9457).',
  ValidationProblem: 'Which parameters are wrong, all of them at once (RFC 9457).',
};

/** `{anyOf: [X, null]}` as `X` that may be null: what client generators read best. */
function collapseNull({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  const [some, none, ...more] = jsonSchema.anyOf ?? [];
  if (typeof some !== 'object' || typeof none !== 'object' || more.length > 0 || none.type !== 'null') return;
  if (typeof some.type !== 'string') return;
  delete jsonSchema.anyOf;
  Object.assign(jsonSchema, { ...some, ...jsonSchema, type: [some.type, 'null'] });
}

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

export type JsonObject = { [key: string]: Json };

/** Plain JSON, without undefined members, members that OpenAPI states elsewhere, and members that generators do not understand. */
export function toJson(value: unknown): Json {
  return JSON.parse(JSON.stringify(value, (key, member) => (left.has(key) ? undefined : member)));
}

const left = new Set(['$schema', '$id', 'propertyNames']);

export function reference(kind: string, name: string): JsonObject {
  return { $ref: `#/components/${kind}/${name}` };
}
