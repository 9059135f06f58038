/** Verdicts of a virus scanner, and the allowed endpoints of a scanner. */
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Verdict about a file. With `failed` and `busy` the content is unknown. */
export type ScanVerdict =
  | { result: 'clean' }
  /** `name` is the scanner's name for the finding. */
  | { result: 'infected'; name: string }
  /** `why` is a reason for the operator. */
  | { result: 'failed'; why: string }
  /** The file was not scanned, because other files took all of the scanner's time. The scanner itself is not at fault. */
  | { result: 'busy'; why: string };

/**
 * Returns the key for sharing the scanner's slots fairly.
 *
 * Senders without an account share one key. They may use any name, and more names would otherwise give them more slots.
 */
export const fairnessKey = (accountId: number | null): string => (accountId === null ? 'no account' : `account ${accountId}`);

/** Returns the key of a staff member who acts in no account. */
export const staffFairnessKey = (id: number): string => `staff ${id}`;

/** Key for checks that test the scanner itself. */
export const SELF_CHECK_KEY = 'innkeeper';

/** Endpoint of the scanner: a unix socket, or an address and a port. If all are `null`, files are accepted unchecked. */
export interface ScannerEndpoint {
  socket: string | null;
  host: string | null;
  port: number | null;
}

export const hasScanner = ({ socket, host }: Pick<ScannerEndpoint, 'socket' | 'host'>): boolean =>
  socket !== null || host !== null;

/** Formats the endpoint for people as `/run/clamav/clamd.ctl`, `127.0.0.1:3310` or `[::1]:3310`. Returns `null` without a scanner. */
export function formatEndpoint({ socket, host, port }: ScannerEndpoint): string | null {
  if (socket !== null) return socket;
  if (host === null) return null;
  return `${isIP(host) === 6 ? `[${host}]` : host}:${port}`;
}

/** Maximum size in bytes of a file that a customer can send by form or by mail. */
export const LARGEST_FILE_BYTES = 10 * 1024 ** 2;

const NEARBY: readonly string[] = ['loopback', 'private', 'uniqueLocal'];

/**
 * Parses an address and a port. Returns `undefined` for a name, and for an address outside the host and private networks.
 *
 * Files are sent there unencrypted, and a link-local address may be the metadata service of a cloud.
 */
export function parsePrivateEndpoint(text: string): { host: string; port: number } | undefined {
  const [, six, four, digits] = /^(?:\[([0-9A-Fa-f:]+)\]|([0-9.]+)):(\d{1,5})$/.exec(text) ?? [];
  const [host, port] = [six ?? four ?? '', Number(digits)];
  if (isIP(host) === 0 || port < 1 || port > 65_535) return undefined;
  const address = ipaddr.parse(host);
  return NEARBY.includes(address.range()) ? { host: address.toString(), port } : undefined;
}
