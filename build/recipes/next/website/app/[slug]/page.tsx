import { draftMode } from 'next/headers';
import { notFound, permanentRedirect } from 'next/navigation';
import { cache } from 'react';
import { client, parameters, readHeads, toAddress, toDate, toTagAddress } from '../../articles';
import { readDraft } from '../../draft';

type Props = { params: Promise<{ slug: string }> };

/** What readers have, or else the draft that the visitor has a link to. */
const read = cache(async (slug: string) => {
  const article = await client.get(slug, parameters);
  if (article !== null || !(await draftMode()).isEnabled) return { article, isDraft: false };
  const draft = await readDraft();
  return { article: draft?.slug === slug ? draft : null, isDraft: true };
});

export async function generateMetadata({ params }: Props) {
  const { article, isDraft } = await read(decodeURIComponent((await params).slug));
  const images = isDraft ? [] : (article?.header_image_url ?? []);
  const robots = isDraft ? 'noindex' : undefined;
  return { title: article?.meta_title, description: article?.meta_description, openGraph: { images }, robots };
}

export default async function Page({ params }: Props) {
  const slug = decodeURIComponent((await params).slug);
  const { article, isDraft } = await read(slug);
  if (article === null) notFound();
  if (article.slug !== slug) permanentRedirect(toAddress(article));
  const heads = await readHeads();
  const at = heads.findIndex(({ id }) => id === article.id);
  const [newer, older] = at === -1 ? [] : [heads[at - 1], heads[at + 1]];
  const { details, header_image_url: image } = article;
  const { alt = '', width, height } = details?.header_image ?? {};
  const headings = (details?.headings ?? []).filter(({ level }) => level > 1);
  // The API gives the year 9999 to a draft without a date.
  const date = article.publish_at < '9999' ? toDate(article.publish_at) : 'No date yet';
  return (
    <>
      {isDraft && (
        <p className="draft">
          {details?.hidden === 'scheduled'
            ? `Readers see this from ${toDate(article.publish_at)} on. `
            : 'A draft: readers do not see it. '}
          <a href="/preview?leave">Leave the preview</a>
        </p>
      )}
      <article lang={details?.language ?? undefined}>
        <p className="note">{[date, ...(details?.authors ?? [])].join(' · ')}</p>
        <h1>{article.title}</h1>
        <p className="tags">{details?.tags.map((tag) => <a key={tag} href={toTagAddress(tag)}>{tag}</a>)}</p>
        {image && <p><img src={image} alt={alt} width={width ?? undefined} height={height ?? undefined} /></p>}
        {headings.length > 1 && (
          <nav className="contents" aria-label="Contents">
            {headings.map(({ id, level, text }) => <a key={id} href={`#${id}`} style={{ marginLeft: `${level - 2}em` }}>{text}</a>)}
          </nav>
        )}
        <div dangerouslySetInnerHTML={{ __html: article.html }} />
      </article>
      <nav className="beside" aria-label="Other articles">
        {newer && <a href={toAddress(newer)} rel="prev">← {newer.title}</a>}
        {older && <a href={toAddress(older)} rel="next">{older.title} →</a>}
      </nav>
    </>
  );
}
