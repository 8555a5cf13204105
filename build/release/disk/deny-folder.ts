import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { writeWhole } from '../../../src/adapters/node/disk/write-whole.ts';
import { hasContent } from './has-content.ts';

/**
 * What web servers obey that were pointed at the release by mistake: nothing in the folder is theirs to serve. A server that does
 * not know a directive answers with an error, which is as good. No `_redirects`: Cloudflare's assets would follow it in the place
 * of files of the release.
 */
const denying: Readonly<Record<string, string>> = {
  /** Apache, LiteSpeed. */
  '.htaccess': `# Written by galley build. Articles are for galley serve alone, which asks for a key.
Require all denied
`,
  /** IIS: of all extensions, none is allowed. */
  'web.config': `<?xml version="1.0" encoding="UTF-8"?>
<!-- Written by galley build. Articles are for galley serve alone, which asks for a key. -->
<configuration>
  <system.webServer>
    <security>
      <requestFiltering>
        <fileExtensions allowUnlisted="false"><clear /></fileExtensions>
      </requestFiltering>
    </security>
  </system.webServer>
</configuration>
`,
};

/** Their names. */
export const denyingFiles = Object.keys(denying);

/** Tells web servers that nothing below `folder` is for them. Call it before anything else is written there. */
export async function denyFolder(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(denying)) {
    const file = join(folder, name);
    if (hasContent(file, Buffer.from(text))) continue;
    // What a killed build leaves of it goes with what it leaves of its lock.
    await writeWhole(file, join(folder, `.lock-${name}`), text, { durable: true });
  }
}
