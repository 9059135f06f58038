/**
 * The key of the DNS server's API, which `./innkeeper dns set` names: INNKEEPER_DNS_API_KEY, or `dns.json` in the home, made by the operator
 * and readable by its owner alone:
 *
 *     { "apiKey": "..." }
 */
import { readIfThere } from '@innkeeper/engine/atomic';
import { z } from 'zod';
import { FatalStart } from '../processes/messages.ts';
import type { Home } from './home.ts';
import { refuseOpenFile } from './operators-file.ts';

const DnsFile = z.strictObject({ apiKey: z.string().regex(/^[\x21-\x7e]{1,1000}$/, 'must be one word') });

/** Null where neither is there. Fails with `FatalStart`; the key is in no sentence. */
export async function readDnsKey(home: Home, env: NodeJS.ProcessEnv): Promise<string | null> {
  if (env.INNKEEPER_DNS_API_KEY) return env.INNKEEPER_DNS_API_KEY;
  const text = await readIfThere(home.dnsFile);
  if (text === null) return null;
  await refuseOpenFile(home.dnsFile);
  return parsed(text, home.dnsFile).apiKey;
}

function parsed(text: string, path: string): z.output<typeof DnsFile> {
  try {
    return DnsFile.parse(JSON.parse(text));
  } catch (error) {
    const issue = error instanceof z.ZodError ? error.issues[0] : undefined;
    const what = issue ? `${issue.path.join('.') || 'its content'}: ${issue.message}` : 'it is not JSON';
    throw new FatalStart(`${path} cannot be used. ${what}`);
  }
}
