/**
 * The parts of a namespace's kernel state that a node's network changes. The form is the same whenever packets are treated in the same way.
 */
import { Netns } from '@innkeeper/engine/network/netns';

export interface Kernel {
  /** One nftables object a line. Rules of a chain keep their order, other lines are sorted. */
  rules: string[];
  routes: string[];
  neighbours: string[];
  taps: string[];
}

/** Reads the kernel state of a network namespace. */
export async function kernelOf(namespace: string): Promise<Kernel> {
  const netns = new Netns(namespace);
  const listed = await netns.run('nft', ['-j', 'list', 'ruleset'], { maxBytes: 64 << 20 });
  const routes = await Promise.all(
    ['-4', '-6'].map((v) => netns.ipJson<{ dst: string; gateway?: string; dev?: string }>(v, 'route', 'show')),
  );
  const neighbours = await netns.ipJson<{ dst: string; lladdr?: string }>('neigh', 'show', 'nud', 'permanent');
  const links = await netns.ipJson<{ ifname: string; master?: string }>('link', 'show');
  return {
    rules: rulesOf(JSON.parse(listed)),
    routes: routes.flatMap((some) => some.map(({ dst, gateway = '', dev = '' }) => `${dst} ${gateway} ${dev}`)).sort(),
    neighbours: neighbours.map(({ dst, lladdr = '' }) => `${dst} ${lladdr}`).sort(),
    taps: links.flatMap(({ ifname, master = '' }) => (ifname.startsWith('tap-') ? `${ifname} ${master}` : [])).sort(),
  };
}

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
type Listed = Record<string, Record<string, Json>>;

/** Limits of the ports of a speed. They stay with their table even if no address has that speed. There are only a few speeds. */
const SPEED_SUFFIX = /-\d+-[46]$/;

function rulesOf({ nftables }: { nftables: Listed[] }): string[] {
  const places = new Map<string, number>();
  return nftables
    .flatMap((one) => Object.entries(one))
    .filter(([kind, { name, chain }]) => kind !== 'metainfo' && !SPEED_SUFFIX.test(String(chain ?? name)))
    .map(([kind, object]) => {
      const chain = [object.family, object.table, object.chain].join(' ');
      const place = (places.get(chain) ?? 0) + 1;
      if (kind === 'rule') places.set(chain, place);
      return `${kind === 'rule' ? `rule ${chain} ${String(place).padStart(4, '0')}` : kind} ${JSON.stringify(lasting(object))}`;
    })
    .sort();
}

/** Fields in nft's listing that passing packets change, or that number objects in order of creation. */
const PASSING = ['handle', 'packets', 'bytes', 'expires'];

function lasting(value: Json): Json {
  if (Array.isArray(value)) return value.map(lasting);
  if (value === null || typeof value !== 'object') return value;
  const isDynamic = Array.isArray(value.flags) && value.flags.includes('dynamic');
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !PASSING.includes(name) && !(isDynamic && name === 'elem'))
      .map(([name, one]) => [name, name === 'elem' && Array.isArray(one) ? sorted(one.map(lasting)) : lasting(one)]),
  );
}

const sorted = (values: Json[]): Json[] =>
  values
    .map((one) => JSON.stringify(one))
    .sort()
    .map((text) => JSON.parse(text) as Json);
