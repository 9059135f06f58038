import { type Lab, openLab } from '@innkeeper/lab/app';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ConsoleAsset, type ConsoleFiles, RESERVED_SEGMENTS } from './console.ts';
import { CONSOLE_SEGMENTS } from './console-segments.gen.ts';

const SCRIPT = { plain: Buffer.from('let a;'), br: Buffer.from('as br'), gzip: Buffer.from('as gzip') };
const FILES: ConsoleFiles = {
  document: '<!doctype html><meta name="brand" content="Innkeeper" /><h1>Hi</h1>',
  assets: new Map<string, ConsoleAsset>([
    ['index-Ab12.js', SCRIPT],
    ['sans-Cd34.woff2', { plain: Buffer.from('font') }],
  ]),
};
/** Complete headers of the document, as the console was designed for. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:; connect-src 'self'; frame-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'";
const PERMISSIONS =
  'publickey-credentials-get=(self), publickey-credentials-create=(self), fullscreen=(self), clipboard-read=(self), ' +
  'clipboard-write=(self), camera=(), microphone=(), geolocation=()';

let lab: Lab;
beforeAll(async () => {
  lab = await openLab({ console: FILES });
});
afterAll(() => lab.close());

describe('the document of the console', () => {
  it('has exactly these headers', async () => {
    const { status, headers, text } = await lab.send({ url: '/' });
    expect({ status, text }).toEqual({ status: 200, text: FILES.document });
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'content-security-policy': POLICY,
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'permissions-policy': PERMISSIONS,
      etag: expect.stringMatching(/^"[\w-]{43}"$/),
    });
    expect(headers).toHaveProperty('x-ratelimit-limit');
  });

  it.each(CONSOLE_SEGMENTS.flatMap((segment) => [`/${segment}`, `/${segment}/`, `/${segment}/12/screen?view=all`]))(
    'is served at %s',
    async (url) => {
      expect(await lab.send({ url })).toMatchObject({ status: 200, text: FILES.document });
    },
  );

  it.each([
    '/staff',
    '/staff/today',
    '/metrics',
    '/nowhere',
    '/Servers',
    '/servers.html',
    '/index.html',
    '/assets',
    '/enter%2Fx',
  ])('is not served at %s', async (url) => {
    expect(await lab.send({ url })).toMatchObject({ status: 404, body: { code: 'unknown_path' } });
  });

  it('does not affect other paths', async () => {
    expect((await lab.send({ url: '/docs' })).text).toContain('Innkeeper API');
    expect(await lab.send({ url: '/healthz' })).toMatchObject({ body: { status: 'ok' } });
    expect(await lab.send({ url: '/v1/servers' })).toMatchObject({ status: 401 });
    expect(await lab.send({ method: 'POST', url: '/webhooks/nobody' })).toMatchObject({ status: 404 });
    expect(CONSOLE_SEGMENTS.filter((segment) => RESERVED_SEGMENTS.includes(segment))).toEqual([]);
  });

  it('is 304 if the client has the current version', async () => {
    const { etag } = (await lab.send({ url: '/' })).headers as { etag: string };
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const reply = await lab.send({ url: '/servers', headers: { 'if-none-match': known } });
      expect(reply).toMatchObject({ status: 304, text: '', headers: { etag, 'cache-control': 'no-cache' } });
    }
    expect((await lab.send({ url: '/', headers: { 'if-none-match': '"other"' } })).status).toBe(200);
  });

  it('ignores a list of versions that no browser sends', async () => {
    const { etag } = (await lab.send({ url: '/' })).headers as { etag: string };
    const listOf = (length: number) => etag.padStart(length, ',');
    expect((await lab.send({ url: '/', headers: { 'if-none-match': listOf(1_024) } })).status).toBe(304);
    expect((await lab.send({ url: '/', headers: { 'if-none-match': listOf(1_025) } })).status).toBe(200);
  });

  it('answers HEAD with the headers alone', async () => {
    const reply = await lab.send({ method: 'HEAD', url: '/servers/12' });
    expect(reply).toMatchObject({ status: 200, text: '', headers: { 'content-length': String(FILES.document.length) } });
    expect(reply.headers['content-security-policy']).toBe(POLICY);
  });

  it('refuses other methods', async () => {
    expect(await lab.send({ method: 'POST', url: '/servers' })).toMatchObject({ status: 404, body: { code: 'unknown_path' } });
  });

  it('carries the name of the host, escaped, and gets another ETag with it', async () => {
    const branded = await openLab({ console: FILES, settings: { brandName: `A&B "<script>" $& 'x'` } });
    const { text, headers } = await branded.send({ url: '/' });
    expect(text).toContain('<meta name="brand" content="A&#38;B &#34;&#60;script&#62;&#34; $&#38; &#39;x&#39;" />');
    expect(headers.etag).not.toBe((await lab.send({ url: '/' })).headers.etag);
    await branded.close();
  });

  it('must have a place for the name', async () => {
    await expect(openLab({ console: { ...FILES, document: '<h1>Hi</h1>' } })).rejects.toThrow('brand');
  });

  it('is not served if the console was not built', async () => {
    const without = await openLab();
    expect(await without.send({ url: '/' })).toMatchObject({ status: 404, body: { code: 'unknown_path' } });
    await without.close();
  });
});

describe('an asset of the console', () => {
  const read = (name: string, accepted?: string, method: 'GET' | 'HEAD' = 'GET') =>
    lab.send({ method, url: `/assets/${name}`, headers: accepted === undefined ? {} : { 'accept-encoding': accepted } });

  it.each([
    ['gzip, br', 'br', 'as br'],
    ['gzip', 'gzip', 'as gzip'],
    [undefined, undefined, 'let a;'],
  ])('for %s is sent as %s, and may be kept for a year', async (accepted, coding, text) => {
    const reply = await read('index-Ab12.js', accepted);
    expect(reply).toMatchObject({ status: 200, text });
    expect(reply.headers['content-encoding']).toBe(coding);
    expect(reply.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      vary: 'accept-encoding',
    });
  });

  it('without compressed copies is sent plain', async () => {
    const reply = await read('sans-Cd34.woff2', 'gzip, br');
    expect(reply).toMatchObject({ status: 200, text: 'font', headers: { 'content-type': 'font/woff2' } });
    expect(reply.headers).not.toHaveProperty('content-encoding');
  });

  it('answers HEAD with the headers alone', async () => {
    expect(await read('index-Ab12.js', 'br', 'HEAD')).toMatchObject({
      status: 200,
      text: '',
      headers: { 'content-length': '5' },
    });
  });

  it.each(['', 'other.js', 'index-Ab12.js/x', '../index.html', '..%2findex.html', '__proto__', 'constructor'])(
    'that does not exist is 404: %j',
    async (name) => {
      expect(await read(name)).toMatchObject({ status: 404, body: { code: 'unknown_path' } });
    },
  );
});
