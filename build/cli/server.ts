import { runProcess } from './run-process.ts';
import { serveCommand } from './serve-command.ts';

// One file without other packages: an image needs this and a release.
await runProcess({ commands: [serveCommand], groups: {} });
