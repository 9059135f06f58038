/**
 * Requests of the API to the worker of a node, over HTTP on a unix socket in the home: to look at a guest, and to open its console. The API
 * has already authorised the caller. The worker accepts only numbers as ids, and it alone touches guests.
 *
 *     GET  /servers/12/serial-log   200, the end of the serial console
 *     GET  /servers/12/screenshot   200, a PNG
 *     POST /servers/12/console      200, RFB both ways in the bodies, and the password that RFB will ask for in a header
 *
 * Any other request gets a `Refusal` as JSON. A console that the guest ended has a last chunk. A console that was cut off has none.
 */
import { z } from 'zod';

/** Each node's worker listens at a socket of its own. Throws for what is not the name of a node. */
export function socketNameOf(node: string): string {
  if (!/^[a-z0-9][a-z0-9-]{0,39}$/.test(node)) throw new RangeError(`"${node}" is not the name of a node`);
  return `guests-${node}.sock`;
}

export const PASSWORD_HEADER = 'x-console-password';

const WHATS = { 'serial-log': 'GET', screenshot: 'GET', console: 'POST' } as const;

export type What = keyof typeof WHATS;

export interface Asked {
  what: What;
  serverId: number;
}

/** Bounds of both sides: either may be in hostile hands. */
export const LIMITS = {
  headerBytes: 4096,
  /** To send the head of a request; to answer it. */
  headMs: 5_000,
  answerMs: 20_000,
  logBytes: 256 * 1024,
  /** A screen of 1280 x 800 makes 4 MB at worst. */
  pictureBytes: 16 * 1024 * 1024,
  refusalBytes: 4096,
  connections: 256,
  consoles: 200,
  /** Pictures and logs at the same time; more wait for nothing and are refused. */
  looks: 16,
} as const;

export const pathOf = ({ what, serverId }: Asked): string => `/servers/${serverId}/${what}`;
export const methodOf = (what: What): 'GET' | 'POST' => WHATS[what];

/** Null for everything that is not one of the three. */
export function asked(method: string | undefined, url: string | undefined): Asked | null {
  const [, id, word] = /^\/servers\/([1-9]\d{0,9})\/([a-z-]{1,20})$/.exec(url ?? '') ?? [];
  if (id === undefined || !isWhat(word) || method !== WHATS[word]) return null;
  return { what: word, serverId: Number(id) };
}

function isWhat(word: string | undefined): word is What {
  return word !== undefined && Object.hasOwn(WHATS, word);
}

/** Codes of `model/failures.ts` that a look at a guest may end with. */
export const Refusal = z.strictObject({
  code: z.enum(['wrong_state', 'not_supported', 'unavailable']),
  message: z.string().max(300),
});

export type Refusal = z.infer<typeof Refusal>;
