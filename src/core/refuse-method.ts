import { problem } from './problem.ts';
import type { Reply } from './reply.ts';

export const allow = 'GET, HEAD, OPTIONS';

/** Those of the IANA registry that Node's parser reads. Names of methods are case-sensitive. */
const registered = new Set(
  (
    'ACL BIND CHECKOUT CONNECT COPY DELETE GET HEAD LINK LOCK MERGE MKACTIVITY MKCALENDAR MKCOL MOVE OPTIONS PATCH ' +
    'POST PROPFIND PROPPATCH PUT QUERY REBIND REPORT SEARCH TRACE UNBIND UNLINK UNLOCK'
  ).split(' '),
);

/** Whether HTTP knows a method. */
export function isMethod(name: string): boolean {
  return registered.has(name);
}

/** For a method that is not answered: 405, or 501 where HTTP does not know it (RFC 9110 sections 15.5.6 and 15.6.2). */
export function refuseMethod(name: string): Reply {
  if (!isMethod(name)) return problem(501, `This server does not know the method; it answers ${allow}.`);
  return problem(405, `This address answers ${allow}; the method was another.`, { Allow: allow });
}
