/** How the API may be reached: a token must never cross a network unencrypted. Pure. */
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { Refusal } from '../terminal/refusal.ts';
import { parsePublicUrl } from './public-url.ts';

export interface Listening {
  /** An IP address of this machine; `0.0.0.0` and `::` for all of them. */
  address: string;
  port: number;
  /** Files of the operator, both or none. */
  tlsCert: string | null;
  tlsKey: string | null;
  /** The reverse proxy's address or CIDR: it speaks HTTPS with clients, and HTTP with us. */
  trustProxy: string | null;
  /** What clients call the API by, `https://api.example.com`; null: by the address that it listens on. */
  publicUrl: string | null;
  /** Origins of pages of the operator's that may show consoles. */
  consoleOrigins?: readonly string[];
}

export type Transport = { kind: 'http' } | { kind: 'self-signed' } | { kind: 'operator-certificate'; cert: string; key: string };

/** Refuses what makes no sense; never answers plain HTTP for an address that others can reach without a trusted proxy. */
export function chooseTransport(listening: Listening): Transport {
  const { address, tlsCert, tlsKey, trustProxy, publicUrl, consoleOrigins = [] } = listening;
  if (!isIP(address)) throw new Refusal(`--listen takes an IP address of this machine, not "${address}".`, 2);
  if ((tlsCert === null) !== (tlsKey === null)) throw new Refusal('--tls-cert and --tls-key must be given together.', 2);
  if (trustProxy !== null && !isAddressOrCidr(trustProxy))
    throw new Refusal(`--trust-proxy takes an IP address or CIDR, not "${trustProxy}".`, 2);
  if (publicUrl !== null) parsePublicUrl(publicUrl);
  for (const origin of consoleOrigins) parsePublicUrl(origin, '--console-origin');
  if (trustProxy !== null && publicUrl === null)
    throw new Refusal('--trust-proxy needs --public-url: only the proxy knows by which URL clients reach the API.', 2);
  if (tlsCert !== null && tlsKey !== null) return { kind: 'operator-certificate', cert: tlsCert, key: tlsKey };
  if (isLoopback(address) || trustProxy !== null) return { kind: 'http' };
  return { kind: 'self-signed' };
}

/** Where a client of this machine finds the API: `http://127.0.0.1:7080`. */
export function localUrl(listening: Listening): string {
  const scheme = chooseTransport(listening).kind === 'http' ? 'http' : 'https';
  const everywhere: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '[::1]' };
  const host = everywhere[listening.address] ?? (isIP(listening.address) === 6 ? `[${listening.address}]` : listening.address);
  return `${scheme}://${host}:${listening.port}`;
}

/** Returns whether an IP address is reachable from this machine alone. */
export function isLoopback(address: string): boolean {
  return ipaddr.process(address).range() === 'loopback';
}

function isAddressOrCidr(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  if (!isIP(address) || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (isIP(address) === 4 ? 32 : 128));
}
