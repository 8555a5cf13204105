import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take 20 seconds or longer in `npm run test:all`, or wait for others: what begins last should be short. */
export const longest: readonly string[] = [
  'conformance/conformance',
  ...['wrangler-assets', 'wrangler-r2', 'nginx', 'deno', 'node-from-s3'].map((name) => `programs/conformance-${name}`),
  ...['starters', 'recipes', 'dev-browser', 'websites', 'stores', 'page-snippets'].map((name) => `programs/${name}`),
  ...['xss-vectors', 'page-browser', 'description', 'replicas', 'behind-caches', 'clocks'].map(
    (name) => `programs/${name}`,
  ),
  ...['server/activates', 'publish/killed', 'publish/counts', 'build/pipeline/incremental', 'cli/dev-page'],
  ...['adversarial/generated', 'adversarial/mixed', 'build/markdown/exclude-h1'],
  'build/markdown/other-implementations',
];

/** Files that run programs or servers before those that need the sources alone; in each of both the longest first. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const placeOf = ({ moduleId }: TestSpecification): number => {
      const place = longest.findIndex((name) => moduleId.endsWith(`/test/${name}.test.ts`));
      return place === -1 ? longest.length : place;
    };
    const isWhole = ({ project }: TestSpecification): number => Number(project.name === 'whole');
    return sorted.sort((a, b) => isWhole(b) - isWhole(a) || placeOf(a) - placeOf(b));
  }
}
