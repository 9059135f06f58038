/** Opens the DNS server that the operator has chosen. */
import { DnsError, type DnsServer } from './port.ts';
import { PowerDns } from './powerdns/driver.ts';
import { SimulatedDns } from './simulated/driver.ts';

export interface DnsChoice {
  driver: string | null;
  url: string | null;
  /** Id of the server in its API. */
  server: string;
}

/** Access data of this process to the DNS server. */
export interface DnsAccess {
  /** API key, or `null` if none is configured. */
  apiKey: string | null;
  /** Directory of a simulated server. */
  directory: string;
  /** Called before each operation of a simulated server, for tests. */
  fail?: (act: string) => void;
}

/** Opens the chosen server. Each call may open another, because the operator may change the choice while a worker runs. */
export type Dns = (choice: DnsChoice) => DnsServer;

/** Returns a function that opens servers. Without a key, a PowerDNS server throws a `DnsError` of the kind `away`. */
export function openDns({ apiKey, directory, fail }: DnsAccess): Dns {
  const opened = new Map<string, DnsServer>();
  return ({ driver, url, server }) => {
    const key = JSON.stringify([driver, url, server]);
    const known = opened.get(key);
    if (known) return known;
    const made = make();
    opened.clear();
    opened.set(key, made);
    return made;

    function make(): DnsServer {
      if (driver === 'simulated') return new SimulatedDns({ directory, ...(fail && { fail }) });
      if (driver !== 'powerdns' || url === null) throw new TypeError('no DNS server is chosen');
      return apiKey === null ? serverWithoutKey() : new PowerDns({ url, apiKey, server });
    }
  };
}

function serverWithoutKey(): DnsServer {
  const refuse = async (): Promise<never> => {
    throw new DnsError('away', 'the API key is missing: dns.key of the configuration');
  };
  return { name: 'powerdns', createZone: refuse, change: refuse, records: refuse };
}
