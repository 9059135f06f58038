/** A software authenticator with the browser in front of it. It creates and uses passkeys, and forges values as a test requests. */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { ORIGIN } from './given-sessions.ts';

interface Key {
  id: string;
  rpId: string;
  userHandle: string;
  privateKey: KeyObject;
  counter: number;
}

/** Forged values. */
export interface ForgedValues {
  origin?: string;
  rpId?: string;
  type?: string;
  challenge?: string;
  /** False to clear the flag that the user was verified. */
  verified?: boolean;
  /** Signature counter, by default the previous value plus one. */
  counter?: number;
  userHandle?: string;
  /** Credential id that replaces the real one. */
  id?: string;
  /** Attestation certificate of the manufacturer, which was not requested. */
  certificate?: Buffer;
}

interface Creation {
  challenge: string;
  rp: { id: string };
  user: { id: string };
  excludeCredentials: { id: string }[];
}

interface Request {
  challenge: string;
  rpId: string;
  allowCredentials: { id: string }[];
}

export interface Authenticator {
  create(options: Creation, lies?: ForgedValues): ReturnType<typeof attestation>;
  /** Signs with the latest passkey that fits. */
  get(options: Request, lies?: ForgedValues): ReturnType<typeof assertion>;
}

export function openAuthenticator(): Authenticator {
  const keys: Key[] = [];
  return {
    create(options, lies = {}) {
      if (options.excludeCredentials.some(({ id }) => keys.some((key) => key.id === id))) throw new Error('it is there already');
      const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const id = randomBytes(32).toString('base64url');
      const key = { id, rpId: options.rp.id, userHandle: options.user.id, privateKey, counter: 0 };
      keys.push(key);
      return attestation(key, options.challenge, publicKey, lies);
    },
    get(options, lies = {}) {
      const allowed = options.allowCredentials.map(({ id }) => id);
      const key = keys.findLast(({ id, rpId }) => rpId === options.rpId && (allowed.length === 0 || allowed.includes(id)));
      if (!key) throw new Error('it has no such passkey');
      key.counter += 1;
      return assertion(key, options.challenge, lies);
    },
  };
}

/** Returns the form of a browser's `toJSON`, with fields that the API ignores. */
const credential = (id: string) => ({
  ...{ id, rawId: id, type: 'public-key', authenticatorAttachment: 'platform' },
  clientExtensionResults: { credProps: { rk: true } },
});

function attestation(key: Key, challenge: string, publicKey: KeyObject, lies: ForgedValues) {
  const id = Buffer.from(key.id, 'base64url');
  const attested = Buffer.concat([Buffer.alloc(16), uint16(id.length), id, coseOf(publicKey)]);
  const object = cbor(
    new Map<unknown, unknown>([
      ['fmt', lies.certificate ? 'packed' : 'none'],
      ['attStmt', lies.certificate ? certified(lies.certificate) : new Map()],
      ['authData', authenticatorData(key, { counter: 0, ...lies }, attested)],
    ]),
  );
  const clientDataJSON = clientData('webauthn.create', challenge, lies).toString('base64url');
  return {
    ...credential(key.id),
    response: { clientDataJSON, attestationObject: object.toString('base64url'), transports: ['internal', 'telepathy'] },
  };
}

const certified = (certificate: Buffer): Map<string, unknown> =>
  new Map<string, unknown>([
    ['alg', -7],
    ['sig', Buffer.alloc(70)],
    ['x5c', [certificate]],
  ]);

function assertion(key: Key, challenge: string, lies: ForgedValues) {
  const data = authenticatorData(key, { counter: key.counter, ...lies });
  const client = clientData('webauthn.get', challenge, lies);
  const signature = sign('sha256', Buffer.concat([data, sha256(client)]), key.privateKey);
  return {
    ...credential(lies.id ?? key.id),
    response: {
      clientDataJSON: client.toString('base64url'),
      authenticatorData: data.toString('base64url'),
      signature: signature.toString('base64url'),
      userHandle: lies.userHandle ?? key.userHandle,
    },
  };
}

const clientData = (type: string, challenge: string, lies: ForgedValues): Buffer =>
  Buffer.from(
    JSON.stringify({
      type: lies.type ?? type,
      challenge: lies.challenge ?? challenge,
      origin: lies.origin ?? new URL(ORIGIN).origin,
      crossOrigin: false,
    }),
  );

/** Flags: user present, user verified, attested key. */
const [PRESENT, VERIFIED, ATTESTED] = [0x01, 0x04, 0x40];

function authenticatorData(key: Key, { rpId, verified = true, counter = 0 }: ForgedValues, attested?: Buffer): Buffer {
  const flags = PRESENT | (verified ? VERIFIED : 0) | (attested ? ATTESTED : 0);
  const count = Buffer.alloc(4);
  count.writeUInt32BE(counter);
  return Buffer.concat([sha256(rpId ?? key.rpId), Buffer.of(flags), count, attested ?? Buffer.alloc(0)]);
}

/** Encodes an ES256 key as COSE: kind EC2, algorithm -7, curve P-256, and the point. */
function coseOf(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const point = (text: string): Buffer => Buffer.from(text, 'base64url');
  return cbor(
    new Map<unknown, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, point(x)],
      [-3, point(y)],
    ]),
  );
}

/** Encodes the parts of RFC 8949 that are needed here. */
function cbor(value: unknown): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map(cbor)]);
  if (value instanceof Map) return Buffer.concat([head(5, value.size), ...[...value].flatMap((pair) => pair.map(cbor))]);
  throw new TypeError('nothing here is of this kind');
}

function head(kind: number, size: number): Buffer {
  if (size < 24) return Buffer.of((kind << 5) | size);
  return size < 256 ? Buffer.of((kind << 5) | 24, size) : Buffer.concat([Buffer.of((kind << 5) | 25), uint16(size)]);
}

const uint16 = (value: number): Buffer => Buffer.of(value >> 8, value & 0xff);
const sha256 = (value: string | Buffer): Buffer => createHash('sha256').update(value).digest();
