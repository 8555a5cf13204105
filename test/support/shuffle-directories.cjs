// Loaded into a build with `node --require`: directories list their entries in reverse, as another disk might.
const fs = require('node:fs');

const { readdir } = fs;
fs.readdir = (path, options, done) => {
  const [settings, callback] = typeof options === 'function' ? [undefined, options] : [options, done];
  readdir(path, settings, (error, entries) => callback(error, entries?.reverse()));
};
