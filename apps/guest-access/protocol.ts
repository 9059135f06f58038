/**
 * Defines the requests of the API to the worker of a node. They read a guest's serial log or screen, or open its console. The requests use
 * HTTP over a Unix socket in the home.
 *
 * The API has already authorised the caller. The worker accepts only numbers as ids. Only the worker accesses guests.
 *
 *     GET  /servers/12/serial-log   200, the end of the serial console
 *     GET  /servers/12/screenshot   200, a PNG
 *     POST /servers/12/console      200, RFB in the bodies of request and response, and the RFB password in a header
 *
 * A request that fails gets status 409 and a `GuestAccessError` as JSON. Any other path or method gets 404 without a body.
 *
 * If the guest ends a console, the response ends with its last chunk. If the console is cut off, the last chunk is missing.
 */
import { z } from 'zod';

/** Returns the name of the socket on which the worker of a node listens. Throws if `node` is not a valid node name. */
export function socketNameOf(node: string): string {
  if (!/^[a-z0-9][a-z0-9-]{0,39}$/.test(node)) throw new RangeError(`"${node}" is not the name of a node`);
  return `guests-${node}.sock`;
}

export const PASSWORD_HEADER = 'x-console-password';

const METHOD_OF_RESOURCE = { 'serial-log': 'GET', screenshot: 'GET', console: 'POST' } as const;

export type GuestResource = keyof typeof METHOD_OF_RESOURCE;

export interface GuestRequest {
  what: GuestResource;
  serverId: number;
}

/** Limits that both sides enforce, because either side may be compromised. */
export const LIMITS = {
  headerBytes: 4096,
  /** Time in milliseconds to send the head of a request. */
  headMs: 5_000,
  /** Time in milliseconds to answer a request. */
  answerMs: 20_000,
  logBytes: 256 * 1024,
  /** Maximum size of a screenshot in bytes. A screen of 1280 x 800 takes at most 4 MB. */
  pictureBytes: 16 * 1024 * 1024,
  refusalBytes: 4096,
  connections: 256,
  consoles: 200,
  /** Maximum number of screenshots and logs that are read concurrently. Further requests are refused. */
  looks: 16,
} as const;

export const pathOf = ({ what, serverId }: GuestRequest): string => `/servers/${serverId}/${what}`;
export const methodOf = (what: GuestResource): 'GET' | 'POST' => METHOD_OF_RESOURCE[what];

/** Parses the method and URL of a request. Returns `null` if they form no request of this protocol. */
export function parseGuestRequest(method: string | undefined, url: string | undefined): GuestRequest | null {
  const [, id, word] = /^\/servers\/([1-9]\d{0,9})\/([a-z-]{1,20})$/.exec(url ?? '') ?? [];
  if (id === undefined || !isGuestResource(word) || method !== METHOD_OF_RESOURCE[word]) return null;
  return { what: word, serverId: Number(id) };
}

function isGuestResource(word: string | undefined): word is GuestResource {
  return word !== undefined && Object.hasOwn(METHOD_OF_RESOURCE, word);
}

/** Failure of a request to a guest, with a code of `model/failures.ts`. */
export const GuestAccessError = z.strictObject({
  code: z.enum(['wrong_state', 'not_supported', 'unavailable']),
  message: z.string().max(300),
});

export type GuestAccessError = z.infer<typeof GuestAccessError>;
