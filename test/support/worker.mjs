// A worker of `leadWorkers` that listens, or ends before where ENDS is set.
import { createServer } from 'node:http';

process.send({ ready: true });
if (process.env.ENDS) process.exit(3);
createServer().listen(0, '127.0.0.1');
