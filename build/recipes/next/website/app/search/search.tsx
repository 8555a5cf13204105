'use client';
import MiniSearch from 'minisearch';
import { useMemo, useState } from 'react';
type Head = Record<'title' | 'excerpt' | 'address', string> & { id: number; tags?: string };

export function Search({ heads }: { heads: Head[] }) {
  const [query, setQuery] = useState('');
  const search = useMemo(() => {
    const made = new MiniSearch<Head>({ fields: ['title', 'excerpt', 'tags'] });
    made.addAll(heads);
    return made;
  }, [heads]);
  const ids = search.search(query, { prefix: true, fuzzy: 0.2, boost: { title: 3 } }).map(({ id }) => id);
  const found = query === '' ? heads : ids.flatMap((id) => heads.find((head) => head.id === id) ?? []);
  return (
    <>
      <h1>Search</h1>
      <input type="search" aria-label="Words of articles" onChange={({ target }) => setQuery(target.value)} />
      <ol className="list" aria-live="polite">
        {found.map(({ id, title, excerpt, tags, address }) => (
          <li key={id}><h2><a href={address}>{title}</a></h2><p>{excerpt}</p><p className="note">{tags}</p></li>
        ))}
      </ol>
    </>
  );
}
