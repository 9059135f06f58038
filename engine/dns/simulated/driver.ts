/** A DNS server that answers no queries. Its zones are files in a directory, so other and later processes see them. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readIfThere, writeAtomic } from '../../atomic.ts';
import { KeyedMutex } from '../../keyed-mutex.ts';
import { DnsError, type DnsServer, type RecordChange, type Zone } from '../port.ts';

interface Stored {
  serial: number;
  /** Contents by type and name, such as `PTR 10.2.0.192.in-addr.arpa`. */
  records: Record<string, readonly string[]>;
}

const HOSTNAME = /^(?=.{1,253}$)[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?)*$/i;

/** The simulated server. `fail` is called before each operation with its description, for tests. */
export class SimulatedDns implements DnsServer {
  readonly name = 'simulated';
  readonly #directory: string;
  readonly #fail: (act: string) => void;
  readonly #mutex = new KeyedMutex();

  constructor({ directory, fail = () => {} }: { directory: string; fail?: (act: string) => void }) {
    this.#directory = directory;
    this.#fail = fail;
  }

  async createZone({ name, nameservers }: Zone): Promise<'made' | 'there'> {
    this.#fail(`make ${name}`);
    return this.#mutex.runExclusive(name, async () => {
      if (await this.#read(name)) return 'there';
      await mkdir(this.#directory, { recursive: true });
      await this.#write(name, { serial: 1, records: { [`NS ${name}`]: nameservers } });
      return 'made';
    });
  }

  async change(zone: string, changes: readonly RecordChange[]): Promise<void> {
    this.#fail(`change ${zone}`);
    await this.#mutex.runExclusive(zone, async () => {
      const stored = await this.#read(zone);
      if (!stored) throw new DnsError('no_zone', `the server has no zone ${zone}`);
      const records = { ...stored.records };
      for (const { name, type, content } of changes) {
        if (name !== zone && !name.endsWith(`.${zone}`)) throw new DnsError('refused', `${name} is not in ${zone}`);
        if (content?.some((one) => !HOSTNAME.test(one))) throw new DnsError('refused', `${name} cannot be ${content}`);
        const key = `${type} ${name}`;
        if (content) records[key] = content.map((one) => one.toLowerCase());
        else delete records[key];
        const [has, other] = [records[`CNAME ${name}`], records[`PTR ${name}`]];
        if (has && other) throw new DnsError('refused', `${name} is a CNAME and has another record`);
      }
      await this.#write(zone, { serial: stored.serial + 1, records });
    });
  }

  async records(zone: string): Promise<ReadonlyMap<string, string> | null> {
    this.#fail(`read ${zone}`);
    const stored = await this.#read(zone);
    if (!stored) return null;
    return new Map(
      Object.entries(stored.records).flatMap(([key, [content = '']]) => {
        const [type, name = ''] = key.split(' ');
        return type === 'NS' ? [] : [[name, content] as const];
      }),
    );
  }

  /** Returns the serial of a zone, or `undefined` if it does not exist. For tests. */
  async serial(zone: string): Promise<number | undefined> {
    return (await this.#read(zone))?.serial;
  }

  async #read(zone: string): Promise<Stored | null> {
    const text = await readIfThere(this.#file(zone));
    return text === null ? null : (JSON.parse(text) as Stored);
  }

  async #write(zone: string, stored: Stored): Promise<void> {
    await writeAtomic(this.#file(zone), JSON.stringify(stored));
  }

  #file(zone: string): string {
    return join(this.#directory, `${encodeURIComponent(zone)}.json`);
  }
}
