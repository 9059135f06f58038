/**
 * Reads the byte counters of taps. One call of `ip` reads all links of a namespace and serves all guests that are measured within a second.
 */

import { EngineError } from '../../error.ts';
import { run } from '../../host/run.ts';
import { isRecord, records } from './qmp.ts';

/** Bytes as the host counts them. `tx` is what the host sent to the guest. */
export interface LinkBytes {
  rx: number;
  tx: number;
}

/** Maximum age of a figure in milliseconds. Measuring a thousand guests takes longer, so they need another read. */
const FRESH_MS = 1_000;
/** A link takes 0.5 KB of JSON. */
const MAX_BYTES = 64 << 20;

interface Reading {
  at: number;
  links: Promise<Map<string, LinkBytes>>;
}

export class LinkCounters {
  readonly #readings = new Map<string, Reading>();
  readonly #read: (namespace: string) => Promise<unknown>;

  /** Creates the counters. Tests replace `read`, which returns the output of `ip -s -j link show` in a namespace. */
  constructor(read = readLinks) {
    this.#read = read;
  }

  /**
   * Returns the counters of a device. Each figure is returned only once, so a second call includes the traffic in between. Throws if the
   * device has no counters or the namespace cannot be read.
   */
  async readBytes(namespace: string, device: string): Promise<LinkBytes> {
    const shared = this.#readings.get(namespace);
    const bytes =
      (shared && performance.now() - shared.at < FRESH_MS && take(await shared.links, device)) ||
      take(await this.#readAgain(namespace), device);
    if (!bytes) throw new EngineError('host', `${device} shows no counters`);
    return bytes;
  }

  #readAgain(namespace: string): Promise<Map<string, LinkBytes>> {
    const links = this.#read(namespace).then(bytesOf);
    const reading = { at: performance.now(), links };
    this.#readings.set(namespace, reading);
    links.catch(() => this.#readings.get(namespace) === reading && this.#readings.delete(namespace));
    return links;
  }
}

async function readLinks(namespace: string): Promise<unknown> {
  return JSON.parse(await run('ip', ['-n', namespace, '-s', '-j', 'link', 'show'], { maxBytes: MAX_BYTES }));
}

function take(links: Map<string, LinkBytes>, device: string): LinkBytes | undefined {
  const bytes = links.get(device);
  links.delete(device);
  return bytes;
}

function bytesOf(links: unknown): Map<string, LinkBytes> {
  const counted = new Map<string, LinkBytes>();
  for (const { ifname, stats64: stats } of records(links)) {
    if (!isRecord(stats) || !isRecord(stats.rx) || !isRecord(stats.tx)) continue;
    const [rx, tx] = [stats.rx.bytes, stats.tx.bytes];
    if (typeof rx === 'number' && typeof tx === 'number') counted.set(String(ifname), { rx, tx });
  }
  return counted;
}
