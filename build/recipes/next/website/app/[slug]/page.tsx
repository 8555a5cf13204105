import { notFound, permanentRedirect } from 'next/navigation';
import { client, readHeads, toAddress, toDate, toTagAddress } from '../../articles';

type Props = { params: Promise<{ slug: string }> };
async function read({ params }: Props) {
  const slug = decodeURIComponent((await params).slug);
  return client.get(slug, { exclude_h1: true, exclude_markdown: true, include_details: true });
}

export async function generateMetadata(props: Props) {
  const article = await read(props);
  const images = article?.header_image_url ?? [];
  return { title: article?.meta_title, description: article?.meta_description, openGraph: { images } };
}

export default async function Page(props: Props) {
  const article = await read(props);
  if (article === null) notFound();
  if (article.movedTo !== null) permanentRedirect(toAddress(article));
  const heads = await readHeads();
  const at = heads.findIndex(({ id }) => id === article.id);
  const [newer, older] = at === -1 ? [] : [heads[at - 1], heads[at + 1]];
  const { details, header_image_url: image } = article;
  const { alt = '', width, height } = details?.header_image ?? {};
  const headings = (details?.headings ?? []).filter(({ level }) => level > 1);
  return (
    <>
      <article lang={details?.language ?? undefined}>
        <p className="note">{[toDate(article.publish_at), ...(details?.authors ?? [])].join(' · ')}</p>
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
