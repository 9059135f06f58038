/**
 * The host for the links in replies. A request names it (its Host), which is only repeated when it is known to be ours: else
 * anybody could make us produce links that lead elsewhere.
 */
import type { IncomingMessage } from 'node:http';
import { isIP, type Socket } from 'node:net';
import { type Client, parseAddress } from './client.ts';

export interface Hosts {
  /** `https://api.example.com`: the public URL, else where this request came in. */
  links(raw: IncomingMessage, client: Client): string;
  /** The origin that this request was sent to: by a known name, else by the socket's address. */
  here(raw: IncomingMessage, client: Client): string;
}

export interface HostsOptions {
  /** Set by the operator. */
  publicUrl?: string | undefined;
  /** Names of this installation besides `localhost`; `*.example.com` stands for one label. */
  names?: readonly string[] | undefined;
}

export function openHosts({ publicUrl, names = [] }: HostsOptions): Hosts {
  const known = new Set(['localhost', ...names.map((name) => name.toLowerCase())]);
  const isKnown = (name: string) => known.has(name) || known.has(name.replace(/^[^.]+/, '*'));
  const hostAt = ({ localAddress = '', localPort }: Socket, named: string): string => {
    const own = parseAddress(localAddress)?.toString() ?? 'localhost';
    const called = parseHost(named);
    const ours = called && (isKnown(called.name) || parseAddress(called.name)?.toString() === own);
    return ours ? called.text : `${bracketed(own)}${localPort === undefined ? '' : `:${localPort}`}`;
  };
  // Most requests of a connection name the same host, and working it out took a tenth of the time of a cached reply.
  const last = new WeakMap<Socket, { named: string; secure: boolean; origin: string }>();
  const here = (raw: IncomingMessage, { secure }: Client): string => {
    const named = hostOf(raw) ?? '';
    let known = last.get(raw.socket);
    if (known?.named !== named || known.secure !== secure) {
      known = { named, secure, origin: `${secure ? 'https' : 'http'}://${hostAt(raw.socket, named)}` };
      last.set(raw.socket, known);
    }
    return known.origin;
  };
  return { here, links: publicUrl === undefined ? here : () => publicUrl };
}

/** The host that a request names. A target in absolute form overrides the header (RFC 9112, 3.2.2). */
export function hostOf(raw: IncomingMessage): string | undefined {
  const target = (raw as { originalUrl?: string }).originalUrl;
  const authority = target === undefined ? undefined : splitTarget(target)?.authority;
  return authority ?? raw.headers.host;
}

/** Splits a target in absolute form, as sent to proxies: `http://host/path?query`. Undefined for any other. */
export function splitTarget(target: string): { authority: string; rest: string } | undefined {
  if (target.startsWith('/')) return undefined;
  const [, authority, rest = ''] = /^https?:\/\/([^/?#]*)(.*)$/is.exec(target) ?? [];
  return authority === undefined ? undefined : { authority, rest: rest.startsWith('/') ? rest : `/${rest}` };
}

/** A name of 255 characters, a colon, a port. */
const MOST_CHARACTERS = 261;

const HOST = /^(?:\[([0-9a-f:.]+)\]|([a-z0-9._~!$&'()*+,;=%-]*))(?::(\d{1,5}))?$/i;

/** Parses a Host: `localhost`, `192.0.2.7:7080`, `[2001:db8::7]`, or empty. `name` is in lower case and without brackets. */
export function parseHost(text: string): { name: string; text: string } | undefined {
  if (text.length > MOST_CHARACTERS) return undefined;
  const match = HOST.exec(text);
  if (!match) return undefined;
  const [, literal, plain = '', port = '0'] = match;
  if (Number(port) > 65_535 || (literal !== undefined && isIP(literal) !== 6)) return undefined;
  return { name: (literal ?? plain).toLowerCase(), text: text.toLowerCase() };
}

function bracketed(address: string): string {
  return isIP(address) === 6 ? `[${address}]` : address;
}
