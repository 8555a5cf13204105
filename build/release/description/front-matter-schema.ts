import * as z from 'zod/mini';
import type { DeclaredField } from '../../front-matter/declared-fields.ts';
import { type FieldName, fieldNames } from '../../front-matter/field-names.ts';
import type { FieldNames } from '../../front-matter/options.ts';
import { FrontMatter } from '../../front-matter/schema.ts';

type Schema = { [key: string]: unknown };

/**
 * What editors complete and check while front matter is written (JSON Schema 2020-12): each field under all names that
 * are read, `more` among them, and the fields that are declared. It is no narrower than the build, which also reports what no schema can say: a date that does not exist, a
 * slug that another article has. Other keys are let be.
 */
export function toFrontMatterSchema(more: FieldNames = {}, declared: readonly DeclaredField[] = []): Schema {
  const properties: Schema = {};
  const $defs: Schema = {};
  for (const [field, names] of Object.entries(fieldNames) as [FieldName, readonly string[]][]) {
    $defs[field] = schemaOf(field);
    for (const name of [...names, ...(more[field] ?? [])]) add(properties, name.split('.'), field);
  }
  for (const [name, type] of declared) properties[name] ??= { description: `Declared as \`${type}\`.` };
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Front matter of an article',
    type: 'object',
    properties,
    $defs,
  };
}

/** What is empty counts as absent, whatever the field. */
function schemaOf(field: FieldName): Schema {
  const own = written[field] ?? toJson(FrontMatter.shape[field as keyof typeof FrontMatter.shape]._zod.def.innerType);
  const { description, ...rest } = own;
  return { description: texts[field] ?? description, anyOf: [rest, { type: 'null' }, { const: '' }] };
}

function toJson(type: z.ZodMiniType): Schema {
  const { $schema: _, ...schema } = z.toJSONSchema(type, { io: 'input' });
  return schema;
}

const word = ['string', 'number', 'boolean'];
// A whole number is a day such as 20260224, or seconds since 1970.
const date = { type: ['string', 'integer'], minimum: 10_000_000 };
const yesOrNo = { enum: [true, false, 'true', 'false', 'yes', 'no', 'on', 'off', 1, 0] };

/** Fields that are read in more forms than the API's own names take. */
const written: Partial<Record<FieldName, Schema>> = {
  // Words are ids of other programs; a permalink may be `false` and hold slashes.
  id: { type: ['integer', 'string'] },
  slug: { type: word },
  publish_at: date,
  published_at: date,
  updated_at: date,
  header_image: {},
  draft: yesOrNo,
  // A date, under the names that both fields have.
  published: { type: word },
  status: { type: word },
  // Other programs have other values there.
  closed: {},
  stage: {},
  kind: {},
  password: { type: word },
  embargo: { type: word },
  expiry: date,
};

const texts: Partial<Record<FieldName, string>> = {
  id: 'A whole number from 1 to 2147483647, under which readers store the article; by default computed from the slug.',
  slug: 'The last part of the address: letters, digits, `-`, `_` and `.`; by default the name of the file.',
  title: 'By default the first level-one heading.',
  excerpt: 'Plain text; by default the text before `<!-- more -->`, or the first paragraph.',
  meta_title: 'By default the title.',
  meta_description: 'By default the excerpt.',
  header_image: 'The path or address of an image.',
  publish_at: 'When the article is published: `2026-03-01` or `2026-03-01T09:30:00Z`.',
  published_at: 'When it first appeared; by default `publish_at`.',
  updated_at: 'The most recent change of the content.',
  aliases: 'Former slugs, which lead to this article.',
  draft: '`true` hides the article.',
  published: '`false` hides the article.',
  status: 'Any word except `published`, `public` and `live` hides the article.',
  closed: '`true` hides the article.',
  stage: 'A word such as `draft` or `members` hides the article.',
  kind: 'A word such as `draft` or `private` hides the article.',
  password: 'Any password hides the article.',
  embargo: 'The article is published after this moment, even if its date is earlier.',
  expiry: 'A build after this moment hides the article.',
};

/** A dot in a name leads into a mapping. The first of several fields that read the same name describes it. */
function add(properties: Schema, [name = '', ...inner]: string[], field: FieldName): void {
  if (inner.length > 0) {
    properties[name] ??= { type: ['object', 'null'], properties: {} };
    const outer = properties[name] as { properties?: Schema };
    outer.properties ??= {};
    add(outer.properties, inner, field);
    return;
  }
  const $ref = `#/$defs/${field}`;
  properties[name] ??= name === fieldNames[field][0] ? { $ref } : { $ref, description: `Read as \`${field}\`.` };
}
