/** Queries name servers, with limits on time and retries. */
import { Resolver } from 'node:dns/promises';

export interface DnsResolver {
  /** Returns the A or AAAA records of a name, following CNAMEs. Empty if the name does not exist. */
  addresses(name: string, version: 4 | 6): Promise<string[]>;
  /** Returns the name servers of a zone. Empty if the zone is not delegated. */
  nameservers(zone: string): Promise<string[]>;
  /** Returns the TXT records of a name, each as one text. */
  texts(name: string): Promise<string[]>;
  /** Returns the CNAME target of a name, or `null` if it has none. */
  alias(name: string): Promise<string | null>;
}

/** Timeout of one attempt in milliseconds. A query makes at most two attempts per server. */
const TIMEOUT_MS = 1_000;
const NOT_FOUND_CODES = ['ENOTFOUND', 'ENODATA'];

/**
 * Opens a resolver. `servers` are addresses, optionally with a port (`127.0.0.1:5300`). If empty, the servers of the
 * host are used. Queries throw if no server answers.
 */
export function openResolver(servers: readonly string[]): DnsResolver {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: 2 });
  if (servers.length > 0) resolver.setServers(servers);
  const orNone = async <T>(question: Promise<T[]>): Promise<T[]> => {
    try {
      return await question;
    } catch (error) {
      if (error instanceof Error && 'code' in error && NOT_FOUND_CODES.includes(String(error.code))) return [];
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
