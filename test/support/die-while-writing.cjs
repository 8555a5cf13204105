// Loaded into a build with `node --require`: it is killed in the middle of writing its articles.
const fs = require('node:fs');
const { syncBuiltinESMExports } = require('node:module');

const { writeFileSync } = fs;
let left = 40;
fs.writeFileSync = (file, ...others) => {
  writeFileSync(file, ...others);
  if (/[/]articles[/]/.test(file) && --left === 0) process.kill(process.pid, 'SIGKILL');
};
syncBuiltinESMExports();
