/** One snippet in each language, by the word after the fence. */
export type Snippet = Record<Language, string>;

export type Language = 'sh' | 'js' | 'python' | 'php';

/** In the order of the page. */
export const languages: Record<Language, string> = { sh: 'curl', js: 'JavaScript', python: 'Python', php: 'PHP' };

/** Prints ids and titles of the newest articles at `list`. */
export function firstCall(list: string): Snippet {
  return {
    sh: `curl -H "X-Api-Key: $KEY" '${list}?per_page=10'`,
    js: `// node list.mjs
const answer = await fetch('${list}?per_page=10', {
  headers: { 'X-Api-Key': process.env.KEY },
});
if (!answer.ok) throw new Error(await answer.text());
const { data } = await answer.json();
for (const { id, title } of data) console.log(id, title);`,
    python: `# python3 list.py
import json, os, urllib.request

request = urllib.request.Request(
    "${list}?per_page=10",
    headers={"X-Api-Key": os.environ["KEY"]},
)
with urllib.request.urlopen(request) as answer:
    page = json.load(answer)
for article in page["data"]:
    print(article["id"], article["title"])`,
    php: `<?php // php list.php
$context = stream_context_create(['http' => ['header' => 'X-Api-Key: ' . getenv('KEY')]]);
$answer = file_get_contents('${list}?per_page=10', false, $context);
if ($answer === false) exit(1);
foreach (json_decode($answer, true)['data'] as $article) {
    echo $article['id'], ' ', $article['title'], "\\n";
}`,
  };
}

/** Takes the id of the newest article from `list`, and fetches that article. */
export function oneArticle(list: string): Snippet {
  return {
    sh: `id=$(curl -sS -H "X-Api-Key: $KEY" '${list}?per_page=1' | grep -o '"id":[0-9]*' | cut -d: -f2)
curl -H "X-Api-Key: $KEY" "${list}/$id?exclude_h1=true"`,
    js: `// node article.mjs
async function get(address) {
  const answer = await fetch(address, { headers: { 'X-Api-Key': process.env.KEY } });
  if (!answer.ok) throw new Error(await answer.text());
  return answer.json();
}

const { data } = await get('${list}?per_page=1');
for (const { id } of data) {
  const article = await get(\`${list}/\${id}?exclude_h1=true\`);
  console.log(article.title, article.html);
}`,
    python: `# python3 article.py
import json, os, urllib.request

def get(address):
    request = urllib.request.Request(address, headers={"X-Api-Key": os.environ["KEY"]})
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)

for newest in get("${list}?per_page=1")["data"]:
    article = get(f"${list}/{newest['id']}?exclude_h1=true")
    print(article["title"], article["html"])`,
    php: `<?php // php article.php
function get(string $address): array {
    $context = stream_context_create(['http' => ['header' => 'X-Api-Key: ' . getenv('KEY')]]);
    $answer = file_get_contents($address, false, $context);
    if ($answer === false) exit(1);
    return json_decode($answer, true);
}

foreach (get('${list}?per_page=1')['data'] as $newest) {
    $article = get("${list}/$newest[id]?exclude_h1=true");
    echo $article['title'], ' ', $article['html'], "\\n";
}`,
  };
}

/** Follows `next` from `list` to the end. */
export function everyArticle(list: string): Snippet {
  return {
    sh: `next='${list}'
number=0
while [ -n "$next" ]; do
  number=$((number + 1))
  curl -sS --fail -H "X-Api-Key: $KEY" -D head.txt -o "page-$number.json" "$next" || break
  next=$(sed -n 's/.*<\\([^>]*\\)>; rel="next".*/\\1/p' head.txt)
done`,
    js: `// node all.mjs
const articles = new Map();
let next = '${list}';
while (next !== null) {
  const answer = await fetch(next, { headers: { 'X-Api-Key': process.env.KEY } });
  if (!answer.ok) throw new Error(await answer.text());
  const { data, links } = await answer.json();
  for (const article of data) articles.set(article.id, article);
  next = links.next;
}
console.log(articles.size, 'articles');`,
    python: `# python3 all.py
import json, os, urllib.request

articles = {}
address = "${list}"
while address:
    request = urllib.request.Request(address, headers={"X-Api-Key": os.environ["KEY"]})
    with urllib.request.urlopen(request) as answer:
        page = json.load(answer)
    for article in page["data"]:
        articles[article["id"]] = article
    address = page["links"]["next"]
print(len(articles), "articles")`,
    php: `<?php // php all.php
$context = stream_context_create(['http' => ['header' => 'X-Api-Key: ' . getenv('KEY')]]);
$articles = [];
$next = '${list}';
while ($next !== null) {
    $answer = file_get_contents($next, false, $context);
    if ($answer === false) exit(1);
    $page = json_decode($answer, true);
    foreach ($page['data'] as $article) $articles[$article['id']] = $article;
    $next = $page['links']['next'];
}
echo count($articles), " articles\\n";`,
  };
}
