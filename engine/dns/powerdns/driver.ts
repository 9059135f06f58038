/**
 * PowerDNS Authoritative through its HTTP API (4.7 and newer). A PATCH is one transaction of its backend: it changes all its rrsets or
 * none. PowerDNS raises the serial itself (`soa_edit_api`): to the current day, or by one if the serial is at that day already.
 */

import { mailboxOf } from '@innkeeper/model/net/zone-files';
import { seconds } from '@innkeeper/model/time/clock';
import { z } from 'zod';
import { KeyedMutex } from '../../keyed-mutex.ts';
import { DnsError, type DnsServer, type RecordChange, type Zone } from '../port.ts';

export interface PowerDnsOptions {
  /** URL of the API, such as `http://127.0.0.1:8081`. */
  url: string;
  apiKey: string;
  /** Id of the server in its API. */
  server: string;
  timeoutMs?: number;
}

/** PowerDNS answers within milliseconds, and within two seconds for a zone of 65,536 names. */
const TIMEOUT_MS = seconds(10);
/** A zone of 65,536 names has 16 MB. */
const MAX_BYTES = 64 << 20;

const Records = z.object({
  rrsets: z.array(z.object({ name: z.string(), type: z.string(), records: z.array(z.object({ content: z.string() })) })),
});
const Kind = z.object({ kind: z.string() });
const Refusal = z.object({ error: z.string().max(2_000) });

export class PowerDns implements DnsServer {
  readonly name = 'powerdns';
  readonly #options: PowerDnsOptions;
  /** Serializes writes. With SQLite, the second of two concurrent writes fails. */
  readonly #writing = new KeyedMutex();

  constructor(options: PowerDnsOptions) {
    this.#options = options;
  }

  createZone(zone: Zone): Promise<'made' | 'there'> {
    return this.#writing.runExclusive('', () => this.#makeZone(zone));
  }

  change(zone: string, changes: readonly RecordChange[]): Promise<void> {
    return this.#writing.runExclusive('', () => this.#change(zone, changes));
  }

  async #makeZone({ name, nameservers, contact, notify }: Zone): Promise<'made' | 'there'> {
    if (await this.#isThere(name)) return 'there';
    const soa = [absolute(nameservers[0] ?? ''), mailboxOf(contact), 0, 10_800, 3_600, 604_800, 3_600].join(' ');
    const rrset = (type: string, contents: readonly string[]) => ({
      ...{ name: absolute(name), type, ttl: 3_600 },
      records: contents.map((content) => ({ content, disabled: false })),
    });
    const { status, text } = await this.#ask('POST', '/zones', {
      name: absolute(name),
      kind: notify ? 'Master' : 'Native',
      soa_edit_api: 'DEFAULT',
      rrsets: [rrset('SOA', [soa]), rrset('NS', nameservers.map(absolute))],
    });
    // Another worker created the zone first.
    if (status === 409) return 'there';
    if (status !== 201) throw refusedError(`the zone ${name}`, status, text);
    return 'made';
  }

  async #change(zone: string, changes: readonly RecordChange[]): Promise<void> {
    const rrsets = changes.map(({ name, type, content, ttl }) => ({
      ...{ name: absolute(name), type, ttl, changetype: content ? 'REPLACE' : 'DELETE' },
      records: (content ?? []).map((one) => ({ content: absolute(one), disabled: false })),
    }));
    const { status, text } = await this.#ask('PATCH', pathOf(zone), { rrsets });
    if (status === 404) throw new DnsError('no_zone', `the server has no zone ${zone}`);
    if (status !== 204) throw refusedError(`the change of ${zone}`, status, text);
  }

  async records(zone: string): Promise<ReadonlyMap<string, string> | null> {
    const { status, text } = await this.#ask('GET', pathOf(zone));
    if (status === 404) return null;
    if (status !== 200) throw refusedError(`the zone ${zone}`, status, text);
    const { rrsets } = parsed(Records, text);
    return new Map(
      rrsets
        .filter(({ type }) => type === 'PTR' || type === 'CNAME')
        .map(({ name, records }) => [relative(name), relative(records[0]?.content ?? '')]),
    );
  }

  async #isThere(zone: string): Promise<boolean> {
    const { status, text } = await this.#ask('GET', `${pathOf(zone)}?rrsets=false`);
    if (status === 404) return false;
    if (status !== 200) throw refusedError(`the zone ${zone}`, status, text);
    if (/^(slave|secondary|consumer)$/i.test(parsed(Kind, text).kind))
      throw new DnsError('refused', `the zone ${zone} is a copy of another server's, which alone can be changed`);
    return true;
  }

  async #ask(method: string, path: string, body?: object): Promise<{ status: number; text: string }> {
    const { url, apiKey, server, timeoutMs = TIMEOUT_MS } = this.#options;
    const target = `${url.replace(/\/+$/, '')}/api/v1/servers/${encodeURIComponent(server)}${path}`;
    let reply: Response;
    let text: string;
    try {
      reply = await fetch(target, {
        method,
        headers: { 'x-api-key': apiKey, accept: 'application/json', ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
      text = await textOf(reply);
    } catch (cause) {
      const late = cause instanceof Error && cause.name === 'TimeoutError';
      throw new DnsError('away', late ? `${url} did not answer in time` : `${url} cannot be reached`, { cause });
    }
    const { status } = reply;
    if (status === 401 || status === 403) throw new DnsError('away', `${url} refuses the API key`);
    if (status === 429 || status === 502 || status === 503 || status === 504)
      throw new DnsError('away', `${url} answers with status ${status}`);
    // For an unknown zone PowerDNS also replies with JSON. Any other reply comes from another API or server.
    if (status === 404 && !Refusal.safeParse(jsonOf(text)).success) throw new DnsError('away', `${target} is no API of PowerDNS`);
    return { status, text };
  }
}

const absolute = (name: string): string => `${name}.`;
const relative = (name: string): string => name.replace(/\.$/, '').toLowerCase();

/**
 * Returns the path of a zone. Its id encodes every character other than letters, digits, dots, underscores and hyphens (docs, "zone id").
 */
function pathOf(zone: string): string {
  const id = absolute(zone).replace(
    /[^A-Za-z0-9._-]/g,
    (one) => `=${one.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  );
  return `/zones/${id}`;
}

function refusedError(what: string, status: number, text: string): DnsError {
  const { data } = Refusal.safeParse(jsonOf(text));
  // With SQLite, two concurrent writes fail with a status of 500 or more.
  return new DnsError(
    status >= 500 ? 'failed' : 'refused',
    `${what} was refused with status ${status}${data ? `: ${data.error}` : ''}`,
  );
}

function parsed<T>(schema: z.ZodType<T>, text: string): T {
  const { data } = schema.safeParse(jsonOf(text));
  if (data === undefined) throw new DnsError('away', 'what answers is no API of PowerDNS');
  return data;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Reads the body. Throws if it is longer than a zone can be. */
async function textOf(reply: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of reply.body ?? []) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) throw new RangeError('too long for a zone');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
