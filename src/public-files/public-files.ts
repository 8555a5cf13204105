import { allow, problem, refuseMethod } from '../core/problem.ts';
import { options as allowed, type Reply } from '../core/reply.ts';
import { health } from './health.ts';
import type { AnswerPublic, PublicAnswer, PublicFilesOptions } from './public-answer.ts';
import { publicMedia } from './public-assets.ts';
import { publicPages } from './public-pages.ts';

export function publicFiles(options: PublicFilesOptions): AnswerPublic {
  const answerPage = publicPages(options);
  const answerMedium = publicMedia(options);
  return async (method, pathname, header) => {
    if (method === 'OPTIONS') return toAnswer(allowed(allow));
    if (method !== 'GET' && method !== 'HEAD') return toAnswer(refuseMethod(method));
    const now = Math.floor(Date.now() / 1000);
    if (pathname === '/healthz') return toAnswer(health(await options.release(now), options.health()));
    const page = await answerPage(pathname, header, now);
    if (page !== null) return toAnswer(page);
    return (await answerMedium(method, pathname, header, now)) ?? toAnswer(nothing());
  };
}

function nothing(): Reply {
  return problem(404, 'There is nothing at this address.');
}

function toAnswer(reply: Reply): PublicAnswer {
  return { reply, file: null };
}
