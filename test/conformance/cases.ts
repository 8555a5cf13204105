import type { Case } from './case.ts';
import { casesOfKeys } from './cases/keys.ts';
import type { Fixture } from './fixture.ts';

/** Every line of the HTTP interface, as requests and the answers to them. */
export function toCases(fixture: Fixture): Case[] {
  return [casesOfKeys].flatMap((toOwn) => toOwn(fixture));
}
