import type { Snippet } from './snippets.ts';

/**
 * Keeps the articles at `list` in the file articles.json: asks again for each page that it has, with its entity tag,
 * then for what is missing. With curl, one page, which comes again only if it changed.
 */
export function keepUpToDate(list: string): Snippet {
  const sh = `curl -sS -H "X-Api-Key: $KEY" --etag-compare page.etag --etag-save page.etag \\
  -o page.json -w '%{http_code}\\n' '${list}'`;
  return {
    sh,
    js: `// node keep.mjs\nimport { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

const list = '${list}';
const headers = { 'X-Api-Key': process.env.KEY };
const idsOf = (pages) => new Set(pages.flatMap(({ articles }) => articles.map(({ id }) => id)));

async function ask(address, tag = '"none"') {
  const answer = await fetch(address, { headers: { ...headers, 'If-None-Match': tag } });
  if (answer.status === 304 || answer.status === 410) return { status: answer.status };
  if (!answer.ok) throw new Error(await answer.text());
  const { data, links } = await answer.json();
  const [, pinned] = /<([^>]*)>; rel="bookmark"/.exec(answer.headers.get('Link'));
  const page = { address: pinned, tag: answer.headers.get('ETag'), articles: data };
  return { status: 200, page, next: links.next };
}

async function read(next, most = Infinity) {
  const pages = [];
  while (next && pages.length < most) {
    const answer = await ask(next);
    if (!answer.page) throw new Error('The articles changed meanwhile. Run this again.');
    pages.unshift(answer.page);
    next = answer.next;
  }
  return pages;
}

// Pages that are kept, the oldest first. After a 410, that page and the newer ones are read again.
const kept = existsSync('articles.json') ? JSON.parse(readFileSync('articles.json', 'utf8')) : [];
let pages = [];
for (const page of kept) {
  const answer = await ask(page.address, page.tag);
  if (answer.status === 410) break;
  pages.push(answer.page ?? page);
}

// What is missing is the newest, in nearly every case.
const now = await fetch(list, { method: 'HEAD', headers });
if (!now.ok) throw new Error(\`\${list} answered \${now.status}.\`);
const total = Number(now.headers.get('X-Total-Count'));
const missing = total - idsOf(pages).size;
if (missing > 0) pages.push(...(await read(\`\${list}?per_page=\${Math.min(missing, 100)}\`, missing / 100)));
if (idsOf(pages).size !== total || pages.length > total / 50 + 10) pages = await read(list);

writeFileSync('articles.json.new', JSON.stringify(pages));
renameSync('articles.json.new', 'articles.json');
console.log(idsOf(pages).size, 'articles');`,
    python: `# python3 keep.py
import json, math, os, re, urllib.error, urllib.request

LIST = "${list}"
KEY = {"X-Api-Key": os.environ["KEY"]}

def ids_of(pages):
    return {article["id"] for page in pages for article in page["articles"]}

def ask(address, tag='"none"'):
    request = urllib.request.Request(address, headers={**KEY, "If-None-Match": tag})
    try:
        with urllib.request.urlopen(request) as answer:
            found = json.load(answer)
            pinned = re.search('<([^>]*)>; rel="bookmark"', answer.headers["Link"])[1]
            page = {"address": pinned, "tag": answer.headers["ETag"], "articles": found["data"]}
            return 200, page, found["links"]["next"]
    except urllib.error.HTTPError as error:
        if error.code in (304, 410):
            return error.code, None, None
        raise

def read(address, most=math.inf):
    pages = []
    while address and len(pages) < most:
        status, page, address = ask(address)
        if page is None:
            raise SystemExit("The articles changed meanwhile. Run this again.")
        pages.insert(0, page)
    return pages

# Pages that are kept, the oldest first. After a 410, that page and the newer ones are read again.
kept = json.load(open("articles.json")) if os.path.exists("articles.json") else []
pages = []
for page in kept:
    status, changed, _ = ask(page["address"], page["tag"])
    if status == 410:
        break
    pages.append(changed or page)

# What is missing is the newest, in nearly every case.
with urllib.request.urlopen(urllib.request.Request(LIST, method="HEAD", headers=KEY)) as now:
    total = int(now.headers["X-Total-Count"])
missing = total - len(ids_of(pages))
if missing > 0:
    pages += read(f"{LIST}?per_page={min(missing, 100)}", missing / 100)
if len(ids_of(pages)) != total or len(pages) > total / 50 + 10:
    pages = read(LIST)

with open("articles.json.new", "w") as file:
    json.dump(pages, file)
os.replace("articles.json.new", "articles.json")
print(len(ids_of(pages)), "articles")`,
    php: `<?php // php keep.php
const LIST_ADDRESS = '${list}';

function idsOf(array $pages): array {
    return array_unique(array_column(array_merge(...array_column($pages, 'articles')), 'id'));
}

function ask(string $address, string $tag = '"none"', string $method = 'GET'): array {
    $header = ['X-Api-Key: ' . getenv('KEY'), "If-None-Match: $tag"];
    $options = ['method' => $method, 'header' => $header, 'ignore_errors' => true];
    $body = file_get_contents($address, false, stream_context_create(['http' => $options]));
    if ($body === false) exit(1);
    $status = (int) explode(' ', $http_response_header[0])[1];
    if (!in_array($status, [200, 304, 410])) throw new Exception("$address answered $status.");
    $headers = [];
    foreach (array_slice($http_response_header, 1) as $line) {
        [$name, $value] = explode(':', $line, 2);
        $headers[strtolower($name)] = trim($value);
    }
    $answer = ['status' => $status, 'total' => (int) ($headers['x-total-count'] ?? 0), 'page' => null];
    if ($body === '' || $status !== 200) return $answer;
    $found = json_decode($body, true);
    preg_match('/<([^>]*)>; rel="bookmark"/', $headers['link'], $pinned);
    $answer['page'] = ['address' => $pinned[1], 'tag' => $headers['etag'], 'articles' => $found['data']];
    return [...$answer, 'next' => $found['links']['next']];
}

function read(?string $next, float $most = INF): array {
    $pages = [];
    while ($next !== null && count($pages) < $most) {
        $answer = ask($next);
        if ($answer['page'] === null) throw new Exception('The articles changed meanwhile. Run this again.');
        array_unshift($pages, $answer['page']);
        $next = $answer['next'];
    }
    return $pages;
}

// Pages that are kept, the oldest first. After a 410, that page and the newer ones are read again.
$kept = file_exists('articles.json') ? json_decode(file_get_contents('articles.json'), true) : [];
$pages = [];
foreach ($kept as $page) {
    $answer = ask($page['address'], $page['tag']);
    if ($answer['status'] === 410) break;
    $pages[] = $answer['page'] ?? $page;
}

// What is missing is the newest, in nearly every case.
$total = ask(LIST_ADDRESS, '"none"', 'HEAD')['total'];
$missing = $total - count(idsOf($pages));
if ($missing > 0) {
    array_push($pages, ...read(LIST_ADDRESS . '?per_page=' . min($missing, 100), $missing / 100));
}
if (count(idsOf($pages)) !== $total || count($pages) > $total / 50 + 10) $pages = read(LIST_ADDRESS);

file_put_contents('articles.json.new', json_encode($pages));
rename('articles.json.new', 'articles.json');
echo count(idsOf($pages)), " articles\\n";`,
  };
}
