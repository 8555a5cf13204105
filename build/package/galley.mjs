#!/usr/bin/env node
// The command. npm links it whether or not it is compiled yet: where npm was told to run no scripts, it is compiled at its first use.
import { existsSync } from 'node:fs';

const compiled = new URL('../../dist/build/cli.js', import.meta.url);
if (!existsSync(compiled)) await import('./prepare.mjs');
await import(compiled);
