import vm from 'node:vm';
import { gunzipSync } from 'node:zlib';
import Fastify from 'fastify';
import { afterAll, describe, expect, it } from 'vitest';
import { docsPage } from './docs-page.ts';

type Wrap = (original: unknown) => (props: object) => unknown;

describe('the documentation page', () => {
  const app = Fastify();
  app.register(docsPage, { specPath: '/v1/openapi.json' });
  afterAll(() => app.close());

  it('runs only scripts of its own host', async () => {
    const page = await app.inject('/docs');
    expect(page.statusCode).toBe(200);
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.headers['content-security-policy']).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
    expect(page.headers['content-security-policy']).not.toMatch(/unsafe|https?:/);
  });

  it('loads only files of its own host, and serves all of them', async () => {
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

  it('shows code samples of an operation above its replies', async () => {
    const script = (await app.inject('/docs/start.js')).body;
    const given: { plugins: ((system: object) => { wrapComponents: Record<string, Wrap> })[] }[] = [];
    vm.runInNewContext(script, { SwaggerUIBundle: (options: (typeof given)[0]) => given.push(options) });
    const createElement = (type: unknown, props: unknown, ...children: unknown[]) => ({ type, props, children });
    const wrap = given[0]?.plugins[0]?.({ React: { createElement } }).wrapComponents.responses;
    const sample = { get: (key: string) => ({ label: 'CLI', source: './innkeeper api getServer --id 1' })[key] };
    const specJson = () => ({ getIn: (at: string[]) => at.at(-1) === 'x-codeSamples' && { toArray: () => [sample] } });
    const shown = JSON.stringify(wrap?.('Responses')({ path: '/servers/{id}', method: 'get', specSelectors: { specJson } }));
    expect(shown).toMatch(/"CLI".*"\.\/innkeeper api getServer --id 1".*"Responses"/);
  });

  it('compresses files for browsers that accept gzip', async () => {
    const plain = await app.inject('/docs/swagger-ui-bundle.js');
    const zipped = await app.inject({ url: '/docs/swagger-ui-bundle.js', headers: { 'accept-encoding': 'br, gzip' } });
    expect(zipped.headers['content-encoding']).toBe('gzip');
    expect(zipped.headers.vary).toBe('accept-encoding');
    expect(gunzipSync(zipped.rawPayload).equals(plain.rawPayload)).toBe(true);
    const refused = await app.inject({ url: '/docs/swagger-ui-bundle.js', headers: { 'accept-encoding': 'gzip;q=0' } });
    expect(refused.headers['content-encoding']).toBeUndefined();
  });
});
