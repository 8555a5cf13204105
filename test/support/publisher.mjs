// Publishes, rolls back and prunes until it is killed, as the numbers from 0 to 1 say that it is given. Says which release it is about
// to make current, and when that is done.
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { runPrune } from '../../build/cli/prune.ts';
import { runRollback } from '../../build/cli/rollback.ts';
import { withBuilder } from '../../build/pipeline/builder.ts';

const [folder, numbers, kind = 'public'] = process.argv.slice(2);
const chances = numbers.split(',').map(Number);
const [content, out] = [join(folder, 'content'), join(folder, kind)];
const ledgerFile = join(out, 'api', 'v1', 'releases.json');
/** Releases, each with the files that it is made from. */
const states = JSON.parse(readFileSync(join(folder, 'states.json'), 'utf8'));
/** For what the commands print. */
const silent = { print() {}, printJson() {}, printError() {} };

const say = (text) => process.stdout.write(`${text}\n`);
let taken = 0;
const chance = () => chances[taken++ % chances.length];
const pick = (list) => list[Math.floor(chance() * list.length)];
const clock = () => Math.floor(Date.now() / 1000);
const readLedger = () => JSON.parse(readFileSync(ledgerFile, 'utf8'));

let before = {};
rmSync(content, { recursive: true, force: true });

function writeContent(files) {
  for (const path of Object.keys(before)) if (files[path] === undefined) rmSync(join(content, path));
  for (const [path, text] of Object.entries(files)) {
    if (before[path] === text) continue;
    mkdirSync(dirname(join(content, path)), { recursive: true });
    writeFileSync(join(content, path), text);
  }
  before = files;
}

/** As if two minutes had passed, so that there is something to remove. */
function age() {
  const ledger = readLedger();
  for (const entry of ledger.releases) entry.since -= 120;
  writeFileSync(join(folder, 'aged'), JSON.stringify(ledger));
  renameSync(join(folder, 'aged'), ledgerFile);
}

const cache = join(folder, 'cache');
const drafts = kind === 'public-drafts';
const options = {
  ...(drafts && { drafts }),
  content,
  out,
  cache,
  site: 'https://a.example',
  articleUrl: '{site}/{slug}',
  trustedHtml: false,
};
for (;;) {
  await withBuilder({ ...options, keep: { hours: 1, releases: 4 } }, async (builder) => {
    for (let builds = 0; builds < 4; builds++) {
      const { release, files } = pick(states);
      writeContent(files);
      say(`begin ${release}`);
      const { written } = await builder.build({ now: clock(), write: pick(['durable', 'quick']), clock });
      say(`done ${written?.release}`);
      const choice = chance();
      if (choice < 0.4) {
        const target = pick(readLedger().releases).release;
        say(`begin ${target}`);
        await runRollback({ out }, target, { json: true }, silent);
        say(`done ${target}`);
      } else if (choice < 0.7) {
        age();
        say('pruning');
        await runPrune({ out, keep: { hours: 0, releases: 1 } }, { json: true, now: choice < 0.5 }, silent);
        say('pruned');
      }
    }
  });
}
