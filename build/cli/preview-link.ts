import { isLoopback } from '../../src/adapters/node/address.ts';
import { parseExpiry } from '../../src/keys/keys-env.ts';
import { UsageError } from '../../src/usage-error.ts';
import { cleanSlug, isSlug } from '../front-matter/fields/slug.ts';
import { clock, toTime } from './figures.ts';
import { openDraftsRelease } from './open-drafts.ts';
import type { Output } from './output.ts';
import { isOrigin } from './setting-types.ts';
import type { Config } from './settings.ts';

export interface PreviewLinkFlags {
  /** The address of the website. */
  site: string;
  /** `24h`, `7d`, or a date. */
  expires: string;
  json?: boolean;
}

/** Days after which a link ends at the latest: nobody can take one back alone. */
const maxDays = 90;

/** Characters that a secret has at least: as many bytes as what it signs (RFC 7518 section 3.2). */
const minSecret = 32;

/**
 * `galley preview-link`: prints an address of a website that shows a draft until it ends. Throws `UsageError`, also
 * where the folder of the release of drafts is there, and has no such article.
 */
export async function printPreviewLink(
  config: Config,
  given: string,
  { site, expires, json }: PreviewLinkFlags,
  output: Output,
): Promise<0> {
  const secret = readSecret();
  const now = clock();
  const end = toEnd(expires, now);
  const [slug, link] = [given.normalize('NFC'), toAddress(site)];
  await checkSlug(config, slug);
  const { SignJWT } = await import('jose');
  const token = new SignJWT().setProtectedHeader({ alg: 'HS256' }).setSubject(slug).setExpirationTime(end);
  link.searchParams.set('token', await token.sign(new TextEncoder().encode(secret)));
  if (json) output.printJson({ link: link.href, slug, expires: toTime(end) }, 0);
  else {
    // Alone on standard output, so that a script can send it.
    output.print(link.href);
    output.printError(`\nWhoever has this link sees ${slug} until ${toTime(end)}.`);
  }
  return 0;
}

function readSecret(): string {
  const { GALLEY_PREVIEW_SECRET: secret = '' } = process.env;
  if (secret.length >= minSecret) return secret;
  throw new UsageError(
    `GALLEY_PREVIEW_SECRET: found ${secret === '' ? 'nothing' : `${secret.length} characters`}. ` +
      `Expected the secret of the website, of at least ${minSecret} characters. ` +
      `Make one with: node -p 'crypto.randomBytes(32).toString("base64url")'`,
  );
}

/** When a link ends, in seconds. */
function toEnd(expires: string, now: number): number {
  const [, digits, unit] = /^(\d{1,4})([hd])$/.exec(expires) ?? [];
  const end = digits === undefined ? parseExpiry(expires) : now + Number(digits) * (unit === 'd' ? 86_400 : 3600);
  if (end !== null && end > now && end <= now + maxDays * 86_400) return end;
  throw new UsageError(
    `--expires: found ${expires}. Expected hours or days, such as 24h or 7d, or a date to come, ` +
      `of at most ${maxDays} days.`,
  );
}

/** Cookies of the website go over https alone, or to this machine. */
function toAddress(site: string): URL {
  const url = isOrigin(site) ? new URL('/preview', site) : null;
  if (url !== null && (url.protocol === 'https:' || isLoopback(url.hostname))) return url;
  throw new UsageError(
    `--site: found ${site}. Expected scheme and host alone, with https, such as https://www.example.com.`,
  );
}

async function checkSlug(config: Config, slug: string): Promise<void> {
  if (!isSlug(slug)) {
    const example = cleanSlug(slug) || 'my-article';
    throw new UsageError(`Found ${JSON.stringify(slug)}. Expected the slug of an article, such as ${example}.`);
  }
  const { out, release } = await openDraftsRelease(config);
  if (release !== null && (await release.find(slug)) === null) {
    throw new UsageError(
      `Found ${slug}, which is no article of the release of drafts in ${out}. Expected the slug of one. ` +
        'After a change, run galley build --drafts.',
    );
  }
}
