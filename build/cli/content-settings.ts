import * as z from 'zod/mini';
import { isTimeZone } from '../front-matter/dates/time-zones.ts';
import { type FieldType, fieldTypes, findWrongField, toDeclaredFields } from '../front-matter/declared-fields.ts';
import { type DetailName, detailNames, type FieldName, fieldNames } from '../front-matter/field-names.ts';
import { defaultContentOptions, type FieldNames } from '../front-matter/options.ts';
import type { Setting } from './setting.ts';
import { nonEmpty, oneOrMore, wholeNumber, yesOrNo } from './setting-types.ts';

const fields = Object.keys({ ...fieldNames, ...detailNames }) as (FieldName | DetailName)[];

/** How the articles are read, in the order of the guide. */
export const contentSettings = {
  trustedHtml: {
    text: 'Whether HTML that authors write is served as it is, scripts included.',
    type: z._default(z.boolean(), false),
    expected: yesOrNo,
    examples: ['trustedHtml: true'],
  },
  invalid: {
    text: 'Whether a file with an error is skipped, or stops the build.',
    type: z._default(z.enum(['skip', 'fail']), 'skip'),
    expected: 'Expected skip, or fail.',
    examples: ['invalid: fail'],
  },
  exclude: {
    text: 'Globs of files in the content folder that are not content.',
    type: z._default(
      oneOrMore(nonEmpty.check(z.refine((text) => !/^(?:!|\/|[a-z]:)|(?:^|\/)\.\.(?:\/|$)|\\/i.test(text)))),
      [],
    ),
    byDefault: 'none',
    expected: 'Expected globs below the content folder, such as archive/**.',
    examples: ['exclude: archive/**', 'exclude: [archive/**, README.md]'],
  },
  dialects: {
    text: 'Turns a dialect of another program on or off. By default, the content folder and those above it decide.',
    // The names are checked where the table of dialects is loaded.
    type: z._default(z.record(z.string(), z.boolean()), {}),
    byDefault: 'what is detected',
    expected: 'Expected true or false for each dialect.',
    examples: ['dialects: {obsidian: false}'],
  },
  frontMatter: {
    text: 'Further names under which fields of front matter are read.',
    type: z._default(
      z.pipe(
        z.partialRecord(z.enum(fields), oneOrMore(nonEmpty)),
        z.transform((given): FieldNames => given),
      ),
      {},
    ),
    byDefault: 'none',
    expected: `Expected a name or a list of names for fields, such as {title: heading}. Fields: ${fields.join(', ')}.`,
    examples: ['frontMatter: {title: heading, header_image: [extra.thumbnail, images]}'],
  },
  fields: {
    text: 'Fields of front matter that readers get in `details`, each with its type: `text`, `boolean`, `number`, `list`, `url`, `image`, `images` or `any`.',
    type: z._default(
      z.pipe(
        z
          .custom<Readonly<Record<string, FieldType>>>((given) => findWrongField(given) === null)
          .check(z.meta({ type: 'object', additionalProperties: { enum: fieldTypes } })),
        z.transform(toDeclaredFields),
      ),
      [],
    ),
    byDefault: 'none',
    expected: 'Expected names of fields and their types, such as {series: text, featured: boolean}.',
    examples: [
      'fields: {series: text, featured: boolean, rating: number}',
      'fields: {contributors: list, cover: image}',
    ],
  },
  notHiding: {
    text: 'Rules that hide no article: names of front matter, `drafts-folder`, `draft-name`, `conflict-copy`, `template`, `resource`, and rules of other programs.',
    // The names are checked where the table of dialects is loaded.
    type: z._default(oneOrMore(nonEmpty), []),
    byDefault: 'none',
    expected: 'Expected names that hide an article, such as expires, drafts-folder or conflict-copy.',
    examples: ['notHiding: expires', 'notHiding: [unlisted, template]'],
  },
  timeZone: {
    text: 'The time zone of dates that name none, by its IANA name.',
    type: z._default(z.nullable(z.string().check(z.refine(isTimeZone))), null),
    byDefault: 'that of the settings of [the site](./moving-a-folder.md#dates), or `UTC`',
    expected: 'Expected the IANA name of a time zone, such as Europe/Vienna.',
    examples: ['timeZone: Europe/Vienna'],
  },
  gitDates: {
    text: 'Whether dates that are in neither front matter nor path come from the history in git.',
    type: z._default(z.boolean(), defaultContentOptions.gitDates),
    expected: yesOrNo,
    examples: ['gitDates: true'],
  },
  maxFileSize: {
    text: 'The size of the largest Markdown file that is read, in bytes.',
    type: z._default(wholeNumber(1, 2 ** 29), defaultContentOptions.maxFileSize),
    expected: 'Expected a number of bytes, from 1 to 536870912.',
    examples: ['maxFileSize: 1000000'],
  },
} as const satisfies Record<string, Setting>;
