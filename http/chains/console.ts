/** The web console: its document, and the files that the document loads. Both are served from memory. */
import { createHash } from 'node:crypto';
import { Failure } from '@innkeeper/model/failures';
import type { Settings } from '@innkeeper/model/settings/settings';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CONSOLE_HEADERS } from '../reply/html-headers.ts';
import type { Replies } from '../reply/replies.ts';
import { chooseCoding } from '../request/accept-encoding.ts';
import type { Guard } from '../request/context.ts';
import { splitList } from '../request/list-header.ts';
import { CONSOLE_SEGMENTS } from './console-segments.gen.ts';

/** Files of the console, as `console/web/bundle.ts` builds them. */
export interface ConsoleFiles {
  /** `index.html` */
  document: string;
  /** Files below `/assets/` by name. */
  assets: ReadonlyMap<string, ConsoleAsset>;
}

export interface ConsoleAsset {
  plain: Buffer;
  br?: Buffer;
  gzip?: Buffer;
}

export interface ConsoleDeliveryOptions {
  replies: Replies;
  /** Guards of every request. */
  everyRequest: Guard;
  settings: Pick<Settings, 'brandName'>;
  /** Files of the console, which is otherwise not served. */
  console?: ConsoleFiles | undefined;
}

/** First path segments that the console never takes. `staff` is reserved for the staff's console, `metrics` for monitoring. */
export const RESERVED_SEGMENTS: readonly string[] = ['assets', 'console', 'docs', 'healthz', 'metrics', 'readyz', 'staff', 'v1'];

const TYPES: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  png: 'image/png',
  svg: 'image/svg+xml',
  txt: 'text/plain; charset=utf-8',
  webp: 'image/webp',
  woff2: 'font/woff2',
};

/** One year. The name of an asset contains the hash of its bytes. */
const ASSET_HEADERS = {
  'cache-control': 'public, max-age=31536000, immutable',
  'cross-origin-resource-policy': 'same-origin',
  vary: 'accept-encoding',
};

const BRAND = /<meta name="brand" content="[^"]*"/;

/** Serves the console, if it was built. Throws if its document has no place for the brand. */
export function addConsoleDelivery(
  app: FastifyInstance,
  { replies, everyRequest, settings, console }: ConsoleDeliveryOptions,
): void {
  if (!console) return;
  const { document, assets } = console;
  if (!BRAND.test(document)) throw new Error('The console has no <meta name="brand">. Build it again.');
  const onRequest = replies.onRequest(everyRequest);
  const documentFor = memoizeLast((brand: string) => withBrand(document, brand));
  const sendDocument = (request: FastifyRequest, reply: FastifyReply) => {
    const { etag, bytes } = documentFor(settings.brandName);
    reply.headers({ ...CONSOLE_HEADERS, 'cache-control': 'no-cache', etag });
    if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send();
    return reply.type('text/html; charset=utf-8').send(bytes);
  };
  app.get('/', { onRequest }, sendDocument);
  for (const segment of CONSOLE_SEGMENTS) {
    app.get(`/${segment}`, { onRequest }, sendDocument);
    app.get(`/${segment}/*`, { onRequest }, sendDocument);
  }
  app.get<{ Params: { '*': string } }>('/assets/*', { onRequest }, (request, reply) => {
    const name = request.params['*'];
    const asset = assets.get(name);
    if (!asset) throw new Failure('unknown_path');
    const coding = chooseCoding(request.headers['accept-encoding'], asset);
    reply.headers(ASSET_HEADERS).type(TYPES[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream');
    if (coding) reply.header('content-encoding', coding);
    return reply.send(coding ? asset[coding] : asset.plain);
  });
}

function withBrand(document: string, brand: string): { bytes: Buffer; etag: string } {
  // Use a function, because `$` has a special meaning in a replacement string.
  const bytes = Buffer.from(document.replace(BRAND, () => `<meta name="brand" content="${escapeAttribute(brand)}"`));
  return { bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url')}"` };
}

function escapeAttribute(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);
}

/** Returns whether the client already has this version. `If-None-Match` compares weakly (RFC 9110, section 13.1.2). */
function matchesEtag(header: string | undefined, etag: string): boolean {
  return splitList(header)?.some((one) => ['*', etag].includes(one.replace(/^W\//, ''))) ?? false;
}

/** Caches the result for the latest argument, because the operator seldom changes the brand. */
function memoizeLast<Result>(compute: (key: string) => Result): (key: string) => Result {
  let last: { key: string; result: Result } | undefined;
  return (key) => {
    if (last?.key !== key) last = { key, result: compute(key) };
    return last.result;
  };
}
