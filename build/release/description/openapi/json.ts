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
