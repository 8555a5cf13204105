/** What the operator says about the API, to people and to programs. */
export interface ServiceInfo {
  /** One line of plain text. */
  title: string;
  contact: Contact;
  /** `#rgb` or `#rrggbb`, of the page for people. */
  color: string;
  /** How often each key may ask; null for as often as it likes. */
  rateLimit: { requests: number; seconds: number } | null;
  /** Origins whose pages may call the API; `*` is every one. */
  cors: readonly string[];
}

/** Whom readers of the API ask. */
export interface Contact {
  name?: string | undefined;
  /** An `http` or `https` address. */
  url?: string | undefined;
  email?: string | undefined;
}

export const plainInfo: ServiceInfo = { title: 'Articles', contact: {}, color: '#96351f', rateLimit: null, cors: [] };

/** What the description takes from the configuration. */
export interface Described extends Omit<ServiceInfo, 'color'> {
  /** Scheme and authority, without a trailing slash. */
  site: string;
  /** Whether the HTML of authors is served as written. */
  trustedHtml: boolean;
}
