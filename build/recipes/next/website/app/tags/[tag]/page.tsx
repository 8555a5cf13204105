export { default } from '../../page';

export async function generateMetadata({ params }: PageProps<'/tags/[tag]'>) {
  return { title: decodeURIComponent((await params).tag) };
}
