/** The DNS server that the operator has chosen. */
import { DnsError, type DnsServer } from './port.ts';
import { PowerDns } from './powerdns/driver.ts';
import { SimulatedDns } from './simulated/driver.ts';

export interface DnsChoice {
  driver: string | null;
  url: string | null;
  /** What its API calls the server. */
  server: string;
}

/** What this process has to reach it by. */
export interface DnsAccess {
  /** Null: none was given. */
  apiKey: string | null;
  /** Of a simulated one. */
  directory: string;
  /** For tests. */
  fail?: (act: string) => void;
}

/** Opens what was chosen. Each call may open another, since the operator may choose again while a worker runs. */
export type Dns = (choice: DnsChoice) => DnsServer;

/** What it returns throws a `DnsError` of the kind `away` when the key is missing. */
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
      return apiKey === null ? withoutKey() : new PowerDns({ url, apiKey, server });
    }
  };
}

function withoutKey(): DnsServer {
  const refuse = async (): Promise<never> => {
    throw new DnsError('away', 'the API key is missing: dns.key of the configuration');
  };
  return { name: 'powerdns', makeZone: refuse, change: refuse, records: refuse };
}
