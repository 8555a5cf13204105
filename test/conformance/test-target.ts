import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isQuick } from '../support/amount.ts';
import { has, hasCommand } from '../support/needs.ts';
import type { Asked, Case } from './case.ts';
import { curl, nodeClient } from './clients.ts';
import { differences } from './differences.ts';
import { type Finding, findAll } from './find-unlisted.ts';
import type { Outcome } from './run-cases.ts';
import { runTarget, type TargetRun } from './run-target.ts';
import { rows, type Shared, share } from './share.ts';
import { type Titled, toSuites } from './suites.ts';
import { readRows, refreshPages, saveRow, saveTable, toRow } from './table.ts';
import type { Running, Target } from './target.ts';
import { targets } from './targets/index.ts';
import { node } from './targets/node.ts';
import { compare } from './validate-responses.ts';

/** Milliseconds for all of a platform: wrangler starts four times, each of which may take ten seconds on a busy machine. */
const timeout = 180_000;

interface Found {
  run: TargetRun;
  findings: readonly Finding[];
  titled: readonly Titled[];
  /** Cases that other clients asked. */
  asked: number;
  /** What they are answered otherwise than over a bare socket. */
  ofClients: readonly string[];
}

/** Tests that a platform responds as the contract has it, and as the Node adapter responds. */
export function testTarget(target: Target): void {
  const missing = target.missing();
  const isHere = missing === null || has(`${missing}, for the conformance of ${target.name}`, false);
  describe.skipIf(!isHere)(target.name, () => {
    let shared: Shared;
    let found: Found | undefined;
    const theFound = (): Found => {
      if (found === undefined) throw new Error('The cases were not asked.');
      return found;
    };
    beforeAll(async () => {
      shared = await share();
    });
    afterAll(showTable);

    test('every case is as the contract has it, and as with the Node adapter or as listed', {
      timeout,
    }, async () => {
      found = await askAll(target, shared);
      const { run, findings, titled } = found;
      const row = toRow(target.name, run, titled, findings);
      await saveRow(rows, row);
      expect(row.failed).toEqual({});
    });

    test('other clients get the same', () => {
      expect(theFound().ofClients).toEqual([]);
      expect(theFound().asked).toBeGreaterThan(15);
    });

    test('every difference that is listed is there', () => {
      const { findings, titled } = theFound();
      const unused = titled.flatMap(({ name }, index) => (findings[index]?.unused.length === 0 ? [] : [name]));
      expect(unused).toEqual([]);
      const needed = new Set(findings.flatMap(({ listed }) => listed));
      expect(differences.filter((each) => each.targets.includes(target.name) && !needed.has(each))).toEqual([]);
    });

    test('with the check of the key switched off, every case that needs it fails', () => {
      const outcomes = theFound().run.outcomes.unchecked;
      const needing = toSuites(shared.fixture, shared.unchecked).suites.unchecked;
      const passed = needing.filter((_, index) => outcomes[index]?.problems.length === 0);
      expect(needing.length).toBeGreaterThan(20);
      expect(passed.map(({ title }) => title)).toEqual([]);
      expect(outcomes.some(({ isLeak }) => isLeak)).toBe(true);
    });
  });
}

async function askAll(target: Target, { fixture, unchecked, reference }: Shared): Promise<Found> {
  const { suites, setups, titled } = toSuites(fixture, unchecked);
  /** One of ten that are asked in parts. */
  const sample = suites.main.filter(({ steps }) => typeof steps[0] === 'object' && steps[0].asked !== null);
  const ofClients: string[] = [];
  let asked = 0;
  const askClients = async ({ address }: Running, outcomes: readonly Outcome[]): Promise<void> => {
    const clients = [nodeClient, ...(isQuick || !hasCommand('curl') ? [] : [curl])];
    for (const [index, { name, ask }] of clients.entries()) {
      for (const each of sample.filter((_, place) => place % 40 === index * 7)) {
        const responses = outcomes[suites.main.indexOf(each)]?.exchanges[0]?.responses ?? [];
        // Where a connection ends without a response, a client has nothing to say.
        if (responses.length === 0) continue;
        const differ = compare([await ask(address, askedOf(each))], responses);
        asked++;
        ofClients.push(...differ.map((text) => `${name}, ${each.section}: ${each.title}: ${text}`));
      }
    }
  };
  let run = reference;
  if (target.name === node.name) {
    // All others are compared with it: it was asked already.
    const running = await target.start(setups.main);
    await askClients(running, reference.outcomes.main).finally(() => running.stop());
  } else run = await runTarget(target, setups, suites, askClients);
  return { run, findings: findAll(target.name, run, reference, titled), titled, asked, ofClients };
}

function askedOf({ steps: [step] }: Case): Asked {
  if (typeof step !== 'object' || step.asked === null) throw new Error('The case is not asked in parts.');
  return step.asked;
}

/** The last file of a run that asks all platforms of this machine prints the table. */
async function showTable(): Promise<void> {
  const found = new Map((await readRows(rows)).map((row) => [row.target, row]));
  const here = targets.filter((target) => target.missing() === null);
  const own = here.flatMap(({ name }) => found.get(name) ?? []);
  if (own.length < here.length) return;
  const table = await saveTable(own);
  console.log(`\n${table}\n`);
  if (process.env.GALLEY_REFRESH_PAGES && own.length === targets.length) await refreshPages(table);
}
