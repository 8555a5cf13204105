import { readHeads, toAddress } from '../../articles';
import { Search } from './search';

export const metadata = { title: 'Search' };

export default async function Page() {
  const heads = (await readHeads()).map(({ id, slug, title, excerpt, details }) => {
    return { id, title, excerpt, tags: details?.tags.join(', '), address: toAddress({ slug }) };
  });
  return <Search heads={heads} />;
}
