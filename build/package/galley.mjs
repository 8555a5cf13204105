#!/usr/bin/env node
// The command. npm links it whether or not it is compiled yet: where npm runs no scripts, it is compiled when it is first used.
import { existsSync } from 'node:fs';

const compiled = new URL('../../dist/build/cli.js', import.meta.url);
if (!existsSync(compiled)) await import('./prepare.mjs');
await import(compiled);
