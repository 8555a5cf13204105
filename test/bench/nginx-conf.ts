import { userInfo } from 'node:os';

/** nginx as a static file server at its best: one worker, sendfile, files kept open, no log. */
export function nginxConf(folder: string, bodies: string, port: number, status: number, body: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  // A worker of root's would run as another user, who may not read the folder.
  const user = process.getuid?.() === 0 ? `user ${userInfo().username};` : '';
  const isFile = status === 200 || status === 304;
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
  keepalive_timeout 1h;
  keepalive_requests 1000000000;
  open_file_cache max=100000 inactive=1h;
  open_file_cache_valid 1h;
  types { application/json json; }
  default_type application/problem+json;
  server {
    listen 127.0.0.1:${port};
    root ${bodies};
    ${isFile ? '' : `location / { return ${status} ${quote(body)}; }`}
  }
}
`;
}

function quote(text: string): string {
  if (text.includes('$')) throw new Error('nginx would take a $ in the body for a variable.');
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
