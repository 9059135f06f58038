/** Asks name servers, within bounds. */
import { Resolver } from 'node:dns/promises';

export interface DnsResolver {
  /** By A or AAAA, over CNAMEs; none when there is no such name. */
  addresses(name: string, version: 4 | 6): Promise<string[]>;
  /** Of a zone; none when nobody has delegated it. */
  nameservers(zone: string): Promise<string[]>;
  /** TXT records of a name, each as one text. */
  texts(name: string): Promise<string[]>;
  /** Where a name points to by CNAME; null: nowhere. */
  alias(name: string): Promise<string | null>;
}

/** Each question goes to each server twice. */
const TIMEOUT_MS = 1_000;
const NOT_THERE = ['ENOTFOUND', 'ENODATA'];

/** `servers`: addresses, also with a port (`127.0.0.1:5300`); none: those of the host. Throws when nobody answers. */
export function openResolver(servers: readonly string[]): DnsResolver {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: 2 });
  if (servers.length > 0) resolver.setServers(servers);
  const orNone = async <T>(question: Promise<T[]>): Promise<T[]> => {
    try {
      return await question;
    } catch (error) {
      if (error instanceof Error && 'code' in error && NOT_THERE.includes(String(error.code))) return [];
      throw error;
    }
  };
  return {
    addresses: (name, version) => orNone(version === 6 ? resolver.resolve6(name) : resolver.resolve4(name)),
    nameservers: async (zone) => (await orNone(resolver.resolveNs(zone))).map((name) => name.toLowerCase()),
    texts: async (name) => (await orNone(resolver.resolveTxt(name))).map((parts) => parts.join('')),
    alias: async (name) => (await orNone(resolver.resolveCname(name)))[0]?.toLowerCase() ?? null,
  };
}
