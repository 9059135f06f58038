/** Writes small files in MaxMind's format (specification 2.0) for tests: a tree with records of 32 bits, and the data of its leaves. */
import { numberOf } from '@innkeeper/model/net/ip-networks';

type Value = string | number | bigint | readonly Value[] | { readonly [key: string]: Value };

/** Returns a file that maps networks, such as `192.0.2.0/24`, to data. IPv4 networks are in ::/96, as in published files. */
export function writeMmdb(networks: Readonly<Record<string, Value>>, builtAt: Date): Buffer {
  const nodes: [Child, Child][] = [[null, null]];
  const data: Buffer[] = [];
  for (const [network, value] of Object.entries(networks)) {
    const [address = '', prefix = ''] = network.split('/');
    const six = address.includes(':');
    const bits = numberOf(address)
      .toString(2)
      .padStart(six ? 128 : 32, '0')
      .padStart(128, '0');
    const length = Number(prefix) + (six ? 0 : 96);
    let node = 0;
    for (let at = 0; at < length; at++) {
      const side = bits[at] === '1' ? 1 : 0;
      const pair = nodes[node] as [Child, Child];
      if (at === length - 1) pair[side] = { data: data.reduce((sum, one) => sum + one.length, 0) };
      else {
        const next = pair[side];
        if (typeof next === 'number') node = next;
        else {
          nodes.push([null, null]);
          node = nodes.length - 1;
          pair[side] = node;
        }
      }
    }
    data.push(encode(value));
  }
  const tree = Buffer.alloc(nodes.length * 8);
  nodes.forEach((pair, at) => {
    pair.forEach((child, side) => {
      const record = child === null ? nodes.length : typeof child === 'number' ? child : nodes.length + 16 + child.data;
      tree.writeUInt32BE(record, at * 8 + side * 4);
    });
  });
  const metadata = {
    ...{
      binary_format_major_version: 2,
      binary_format_minor_version: 0,
      build_epoch: BigInt(Math.floor(builtAt.getTime() / 1000)),
    },
    ...{
      database_type: 'Test',
      description: { en: 'Made up' },
      ip_version: 6,
      languages: ['en'],
      node_count: nodes.length,
      record_size: 32,
    },
  };
  return Buffer.concat([tree, Buffer.alloc(16), ...data, Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1'), encode(metadata)]);
}

/** Another node, an offset in the data, or nothing. */
type Child = number | { data: number } | null;

function encode(value: Value): Buffer {
  if (typeof value === 'string') return Buffer.concat([control(2, Buffer.byteLength(value)), Buffer.from(value)]);
  if (typeof value === 'number' || typeof value === 'bigint') {
    const hex = value.toString(16);
    const bytes = Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex');
    return Buffer.concat([control(typeof value === 'bigint' ? 9 : 6, bytes.length), bytes]);
  }
  if (Array.isArray(value)) return Buffer.concat([control(11, value.length), ...value.map((one: Value) => encode(one))]);
  const entries = Object.entries(value as Record<string, Value>);
  return Buffer.concat([control(7, entries.length), ...entries.flatMap(([key, one]) => [encode(key), encode(one)])]);
}

function control(type: number, size: number): Buffer {
  const [short, rest] = size < 29 ? [size, []] : [29, [size - 29]];
  return type <= 7 ? Buffer.from([(type << 5) | short, ...rest]) : Buffer.from([short, type - 7, ...rest]);
}
