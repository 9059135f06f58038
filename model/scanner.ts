/** What a virus scanner says of a file, and where the operator may have one. */
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** `failed` and `busy`: nobody knows what is in it. */
export type Verdict =
  | { result: 'clean' }
  /** What the scanner calls it. */
  | { result: 'infected'; name: string }
  /** For the operator. */
  | { result: 'failed'; why: string }
  /** It was not shown the file, since others took all of its time. That says nothing against the scanner. */
  | { result: 'busy'; why: string };

/**
 * By which key the scanner's places are shared out. All who have no account share one: whoever is no customer may call himself anything, and would
 * get more places by more names.
 */
export const whoseTurn = (accountId: number | null): string => (accountId === null ? 'no account' : `account ${accountId}`);

/** Of one of the staff, in no account. */
export const whoseTurnOfStaff = (id: number): string => `staff ${id}`;

/** Of what is looked at for no customer: whether the scanner does its work. */
export const OWN_TURN = 'innkeeper';

/** Where it answers: at a unix socket, or at an address and a port. All null: there is none, and files are taken as they come. */
export interface ScannerPlace {
  socket: string | null;
  host: string | null;
  port: number | null;
}

export const hasScanner = ({ socket, host }: Pick<ScannerPlace, 'socket' | 'host'>): boolean => socket !== null || host !== null;

/** `/run/clamav/clamd.ctl`, `127.0.0.1:3310`, `[::1]:3310`, for people; null where there is none. */
export function placeInWords({ socket, host, port }: ScannerPlace): string | null {
  if (socket !== null) return socket;
  if (host === null) return null;
  return `${isIP(host) === 6 ? `[${host}]` : host}:${port}`;
}

/** The largest file that a customer can send, by a form or by mail, in bytes. */
export const LARGEST_FILE_BYTES = 10 * 1024 ** 2;

const NEARBY: readonly string[] = ['loopback', 'private', 'uniqueLocal'];

/**
 * An address and a port. Undefined for a name, and for an address outside of the host and of private networks: files go there in the clear,
 * and what is link-local may be the metadata service of a cloud.
 */
export function nearbyPlace(text: string): { host: string; port: number } | undefined {
  const [, six, four, digits] = /^(?:\[([0-9A-Fa-f:]+)\]|([0-9.]+)):(\d{1,5})$/.exec(text) ?? [];
  const [host, port] = [six ?? four ?? '', Number(digits)];
  if (isIP(host) === 0 || port < 1 || port > 65_535) return undefined;
  const address = ipaddr.parse(host);
  return NEARBY.includes(address.range()) ? { host: address.toString(), port } : undefined;
}
