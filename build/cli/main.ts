#!/usr/bin/env node
import { allCommands } from './commands.ts';
import { runProcess } from './run-process.ts';

await runProcess(allCommands);
