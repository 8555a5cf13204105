'use strict';

// A server of tests looks for changes of files and releases every 50 ms, where it would every 500 or 2,000.
const usual = new Set([500, 2000]);
const { setInterval } = globalThis;
globalThis.setInterval = (run, milliseconds, ...args) =>
  setInterval(run, usual.has(milliseconds) ? 50 : milliseconds, ...args);
