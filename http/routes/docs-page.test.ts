import { gunzipSync } from 'node:zlib';
import Fastify from 'fastify';
import { afterAll, describe, expect, it } from 'vitest';
import { docsPage } from './docs-page.ts';

describe('the documentation page', () => {
  const app = Fastify();
  app.register(docsPage, { specPath: '/v1/openapi.json' });
  afterAll(() => app.close());

  it('is a page that runs scripts of its own host only', async () => {
    const page = await app.inject('/docs');
    expect(page.statusCode).toBe(200);
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.headers['content-security-policy']).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
    expect(page.headers['content-security-policy']).not.toMatch(/unsafe|https?:/);
  });

  it('serves all that it asks for, and asks for nothing elsewhere', async () => {
    const page = await app.inject('/docs');
    const addresses = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1] ?? '');
    const own = addresses.filter((address) => address !== 'data:,');
    expect(own).toHaveLength(3);
    for (const address of own) {
      expect(address).toMatch(/^\/docs\//);
      expect((await app.inject(address)).statusCode, address).toBe(200);
    }
    expect((await app.inject('/docs/start.js')).body).toContain('"url":"/v1/openapi.json"');
    expect((await app.inject('/docs/swagger-ui.css')).body).not.toMatch(/url\(["']?(?:https?:)?\/\/|@import/);
  });

  it('compresses for browsers that can take it', async () => {
    const plain = await app.inject('/docs/swagger-ui-bundle.js');
    const zipped = await app.inject({ url: '/docs/swagger-ui-bundle.js', headers: { 'accept-encoding': 'br, gzip' } });
    expect(zipped.headers['content-encoding']).toBe('gzip');
    expect(zipped.headers.vary).toBe('accept-encoding');
    expect(gunzipSync(zipped.rawPayload).equals(plain.rawPayload)).toBe(true);
  });
});
