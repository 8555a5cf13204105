/**
 * What a program does with the client, on any platform. `galley` is the client; `fileStore` is given where there are files. The server
 * publishes something else when `change` is posted. Gives what it found, as JSON.
 */
export async function scenario({ createClient, memoryStore, ProblemError }, { site, key, fileStore = null }) {
  const client = createClient({ site, key });
  const stores = [memoryStore(), ...(fileStore === null ? [] : [fileStore])];
  const idsOf = (articles) => articles.map(({ id }) => id);
  const failure = (promise) =>
    promise.then(
      () => 'nothing',
      (error) => [error instanceof ProblemError, error.status ?? error.message],
    );

  const page = await client.list({ per_page: 2, tag: ['x', 'Y'], exclude_html: true, include_details: true });
  const all = [];
  for await (const { id } of client.all({ exclude_markdown: true })) all.push(id);
  const syncs = [];
  for (const store of stores) syncs.push(await client.sync(store));
  const got = [await client.get('old'), await client.get(2, { exclude_h1: true }), await client.get('none')];
  const terms = await client.terms('tag');
  await (await fetch(`${site}/change`, { method: 'POST' })).text();
  for (const store of stores) syncs.push(await client.sync(store), await client.sync(store));
  const controller = new AbortController();
  const aborted = failure(client.get('slow', {}, { signal: controller.signal }));
  setTimeout(() => controller.abort(new Error('stopped')), 20);
  return {
    page: [idsOf(page.data), page.total, page.data.map(({ html }) => html), page.data[0].details.tags],
    all: [all.length, new Set(all).size, all[0], all.at(-1)],
    got: got.map((article) => article?.slug ?? null),
    terms,
    syncs: syncs.map(({ changed, removed }) => [changed.length > 5 ? changed.length : changed, removed]),
    failures: [
      await failure(client.list({ per_page: 1000 })),
      await failure(createClient({ site, key: 'none' }).list()),
      await aborted,
    ],
  };
}
