/** Why a file is hidden or no article, as people read it after a number. */
export const reasons: Readonly<Record<string, string>> = {
  draft: 'draft',
  'drafts-folder': 'in a drafts folder',
  unpublished: 'unpublished',
  password: 'with a password',
  embargo: 'under embargo',
  expired: 'expired',
  generator: 'not published by the generator',
  section: 'listing a section',
  'no-page': 'without a page',
  template: 'template',
  resource: 'beside the index of an article',
  copy: 'copied by a program',
  'no-date': 'without a date',
};
