import { notFound } from 'next/navigation';
import { readHeads, toAddress, toDate, toTagAddress, website } from '../articles';

const perPage = 10;
type Props = { params: Promise<{ tag?: string }>; searchParams: Promise<{ page?: string }> };

export default async function List({ params, searchParams }: Props) {
  const tag = decodeURIComponent((await params).tag ?? '');
  const page = Number((await searchParams).page ?? 1);
  const found = (await readHeads()).filter(({ details }) => tag === '' || details?.tags.includes(tag));
  const shown = Number.isInteger(page) && page > 0 ? found.slice((page - 1) * perPage, page * perPage) : [];
  if (shown.length === 0 && (tag !== '' || page !== 1)) notFound();
  return (
    <>
      <h1>{tag || website.description}</h1>
      <ol className="list">
        {shown.map((article) => (
          <li key={article.id}>
            {article.header_image_url && <img src={article.header_image_url} alt="" loading="lazy" />}
            <p className="note">{toDate(article.publish_at)}</p>
            <h2><a href={toAddress(article)}>{article.title}</a></h2>
            <p>{article.excerpt}</p>
            <p className="tags">{article.details?.tags.map((each) => <a key={each} href={toTagAddress(each)}>{each}</a>)}</p>
          </li>
        ))}
      </ol>
      <nav className="beside" aria-label="Pages">
        {page > 1 && <a href={`?page=${page - 1}`} rel="prev">← Newer articles</a>}
        {page * perPage < found.length && <a href={`?page=${page + 1}`} rel="next">Older articles →</a>}
      </nav>
    </>
  );
}
