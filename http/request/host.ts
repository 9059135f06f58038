/**
 * Finds the host for the links in replies. The Host of a request is used only if it is known to be ours. Otherwise any client could make
 * replies link to other hosts.
 */
import type { IncomingMessage } from 'node:http';
import { isIP, type Socket } from 'node:net';
import { type Client, isLoopback, parseAddress } from './client.ts';

export interface Hosts {
  /** Returns the base of links, such as `https://api.example.com`: the public URL, or else the origin of this request. */
  linkBase(raw: IncomingMessage, client: Client): string;
  /** Returns the origin that this request was sent to: a known name, or else the socket's address. */
  requestOrigin(raw: IncomingMessage, client: Client): string;
  /** Returns whether a request names this machine: a loopback address, a known name, or the socket's address. */
  isOwnHost(raw: IncomingMessage): boolean;
}

export interface HostsOptions {
  /** Public URL, set by the operator. */
  publicUrl?: string | undefined;
  /** Names of this installation in addition to `localhost`. `*.example.com` stands for one label. */
  names?: readonly string[] | undefined;
}

export function openHosts({ publicUrl, names = [] }: HostsOptions): Hosts {
  const known = new Set(['localhost', ...names.map((name) => name.toLowerCase())]);
  const isKnown = (name: string) => known.has(name) || known.has(name.replace(/^[^.]+/, '*'));
  const readHost = ({ localAddress = '' }: Socket, named: string) => {
    const own = parseAddress(localAddress)?.toString() ?? 'localhost';
    const called = parseHost(named);
    const isOurs = called !== undefined && (isKnown(called.name) || parseAddress(called.name)?.toString() === own);
    return { own, called, isOurs };
  };
  const hostAt = (socket: Socket, named: string): string => {
    const { own, called, isOurs } = readHost(socket, named);
    const { localPort } = socket;
    return called && isOurs ? called.text : `${bracketed(own)}${localPort === undefined ? '' : `:${localPort}`}`;
  };
  const isOwnHost = (raw: IncomingMessage): boolean => {
    const { called, isOurs } = readHost(raw.socket, hostOf(raw) ?? '');
    return isOurs || (called !== undefined && isLoopback(called.name));
  };
  // Most requests of a connection name the same host, and computing the origin took a tenth of the time of a cached reply.
  const last = new WeakMap<Socket, { named: string; secure: boolean; origin: string }>();
  const ownOrigin = (raw: IncomingMessage, { secure }: Client): string => {
    const named = hostOf(raw) ?? '';
    let known = last.get(raw.socket);
    if (known?.named !== named || known.secure !== secure) {
      known = { named, secure, origin: `${secure ? 'https' : 'http'}://${hostAt(raw.socket, named)}` };
      last.set(raw.socket, known);
    }
    return known.origin;
  };
  return { requestOrigin: ownOrigin, linkBase: publicUrl === undefined ? ownOrigin : () => publicUrl, isOwnHost };
}

/** Returns the host that a request names. A target in absolute form overrides the header (RFC 9112, 3.2.2). */
export function hostOf(raw: IncomingMessage): string | undefined {
  const target = (raw as { originalUrl?: string }).originalUrl;
  const authority = target === undefined ? undefined : splitTarget(target)?.authority;
  return authority ?? raw.headers.host;
}

/** Splits a target in absolute form, as sent to proxies: `http://host/path?query`. Returns `undefined` for any other form. */
export function splitTarget(target: string): { authority: string; rest: string } | undefined {
  if (target.startsWith('/')) return undefined;
  const [, authority, rest = ''] = /^https?:\/\/([^/?#]*)(.*)$/is.exec(target) ?? [];
  return authority === undefined ? undefined : { authority, rest: rest.startsWith('/') ? rest : `/${rest}` };
}

/** Length of a name of 255 characters, a colon and a port. */
const MAX_CHARACTERS = 261;

const HOST = /^(?:\[([0-9a-f:.]+)\]|([a-z0-9._~!$&'()*+,;=%-]*))(?::(\d{1,5}))?$/i;

/**
 * Parses a Host: `localhost`, `192.0.2.7:7080`, `[2001:db8::7]`, or empty. Returns `name` in lower case without brackets, or `undefined` if
 * the Host is invalid.
 */
export function parseHost(text: string): { name: string; text: string } | undefined {
  if (text.length > MAX_CHARACTERS) return undefined;
  const match = HOST.exec(text);
  if (!match) return undefined;
  const [, literal, plain = '', port = '0'] = match;
  if (Number(port) > 65_535 || (literal !== undefined && isIP(literal) !== 6)) return undefined;
  return { name: (literal ?? plain).toLowerCase(), text: text.toLowerCase() };
}

function bracketed(address: string): string {
  return isIP(address) === 6 ? `[${address}]` : address;
}
