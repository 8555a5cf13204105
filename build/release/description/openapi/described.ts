import type { ServiceInfo } from '../service-info.ts';

/** What the description takes from the configuration. */
export interface Described extends Omit<ServiceInfo, 'color'> {
  /** Scheme and authority, without a trailing slash. */
  site: string;
  /** Whether the HTML of authors is served as written. */
  trustedHtml: boolean;
}
