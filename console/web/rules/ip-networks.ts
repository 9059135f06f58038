/** Parses IP addresses and networks, and tests whether a network contains an address. Pure. */

interface Network {
  version: 4 | 6;
  address: bigint;
  prefix: number;
}

const BITS = { 4: 32, 6: 128 } as const;

/** Returns whether a network, such as `192.0.2.0/24` or a single address, contains an address. Returns false if either is invalid. */
export function holdsAddress(network: string, address: string): boolean {
  const outer = parseNetwork(network);
  const inner = parseNetwork(address);
  if (outer === undefined || inner === undefined || outer.version !== inner.version || inner.prefix < outer.prefix) return false;
  const shift = BigInt(BITS[outer.version] - outer.prefix);
  return outer.address >> shift === inner.address >> shift;
}

function parseNetwork(text: string): Network | undefined {
  const [address = '', bits, ...more] = text.trim().split('/');
  const parsed = parseAddress(address);
  if (parsed === undefined || more.length > 0) return undefined;
  const prefix = bits === undefined ? BITS[parsed.version] : Number(bits);
  return Number.isInteger(prefix) && prefix >= 0 && prefix <= BITS[parsed.version] ? { ...parsed, prefix } : undefined;
}

/**
 * Parses an address. An IPv4-mapped IPv6 address (`::ffff:192.0.2.1`) counts as IPv4, because a dual-stack socket reports IPv4 peers in
 * this form.
 */
function parseAddress(text: string): Omit<Network, 'prefix'> | undefined {
  const mapped = /^::ffff:(?=[\d.]+$)/i.exec(text);
  const four = parseIpv4(mapped === null ? text : text.slice(mapped[0].length));
  if (four !== undefined) return { version: 4, address: four };
  const six = parseIpv6(text);
  return six === undefined ? undefined : { version: 6, address: six };
}

function parseIpv4(text: string): bigint | undefined {
  const parts = text.split('.');
  if (parts.length !== 4 || parts.some((part) => !/^\d{1,3}$/.test(part) || Number(part) > 255)) return undefined;
  return parts.reduce((sum, part) => (sum << 8n) | BigInt(part), 0n);
}

function parseIpv6(text: string): bigint | undefined {
  const [head = '', tail, ...more] = text.split('::');
  if (more.length > 0 || !text.includes(':')) return undefined;
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const missing = 8 - before.length - after.length;
  if (tail === undefined ? missing !== 0 : missing < 1) return undefined;
  const parts = [...before, ...Array.from({ length: missing }, () => '0'), ...after];
  if (parts.some((part) => !/^[\da-f]{1,4}$/i.test(part))) return undefined;
  return parts.reduce((sum, part) => (sum << 16n) | BigInt(`0x${part}`), 0n);
}
