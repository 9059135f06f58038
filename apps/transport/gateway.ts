/**
 * Finds the default gateway of the container of a trial. A browser on the host reaches the published port through the gateway, so its
 * address stands for the host.
 */
import { readFile } from 'node:fs/promises';

const ROUTES = '/proc/net/route';
const ALL = '00000000';
/** Flags of Linux: the route is up, and leads to a gateway. */
const USABLE = 0x3;

/** Returns the IPv4 address of the default gateway in the text of `/proc/net/route`, or `null` if there is none. */
export function parseDefaultGateway(routes: string): string | null {
  for (const line of routes.split('\n').slice(1)) {
    const [, destination, gateway = '', flags = '', , , , mask] = line.trim().split(/\s+/);
    const isDefault = destination === ALL && mask === ALL && (Number.parseInt(flags, 16) & USABLE) === USABLE;
    // The kernel prints the address as a little-endian number.
    if (isDefault && /^[\dA-F]{8}$/i.test(gateway)) return [...Buffer.from(gateway, 'hex')].reverse().join('.');
  }
  return null;
}

/** Returns the addresses of the default gateway of this container. Empty without one. */
export async function readGateways(): Promise<string[]> {
  // A machine without IPv4 has no such file.
  const gateway = parseDefaultGateway(await readFile(ROUTES, 'utf8').catch(() => ''));
  return gateway === null ? [] : [gateway];
}
