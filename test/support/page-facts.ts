import { toOpenApi } from '../../build/release/description/openapi.ts';
import type { PageFacts } from '../../build/release/description/page/page-facts.ts';
import { plainInfo, type ServiceInfo } from '../../build/release/description/service-info.ts';
import { site } from './release.ts';

/** What the page shows of an API with these settings. */
export function makeFacts(info: Partial<ServiceInfo> = {}, more: Partial<PageFacts> = {}): PageFacts {
  const all = { ...plainInfo, ...info };
  const description = JSON.parse(JSON.stringify(toOpenApi({ site, trustedHtml: false, ...all, ...more })));
  return { site, info: all, description, trustedHtml: false, chapters: [], ...more };
}
