import { userInfo } from 'node:os';
import type { Bodies } from './write-bodies.ts';

/** nginx as a static file server at its best: one worker, sendfile, files kept open, no log. */
export function nginxConf(folder: string, { folder: root, status, errorBody }: Bodies, port: number): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  // A worker of root's would run as another user, who may not read the folder.
  const user = process.getuid?.() === 0 ? `user ${userInfo().username};` : '';
  return `
daemon off;
worker_processes 1;
${user}
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
events { worker_connections 1024; }
http {
  ${temporary.join('\n  ')}
  access_log off;
  sendfile on;
  tcp_nopush on;
  gzip_static on;
  keepalive_timeout 1h;
  keepalive_requests 1000000000;
  open_file_cache max=100000 inactive=1h;
  open_file_cache_valid 1h;
  types { application/json json; }
  default_type application/problem+json;
  server {
    listen 127.0.0.1:${port};
    root ${root};
    ${status < 400 ? '' : `location / { return ${status} ${quote(errorBody)}; }`}
  }
}
`;
}

function quote(text: string): string {
  if (text.includes('$')) throw new Error('nginx would take a $ in the body for a variable.');
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
