import { OPERATION_NAMES, operationOf } from '@innkeeper/contract/operations';
import { afterAll, beforeEach, describe, expect, expectTypeOf, it } from 'vitest';
import type { Quote, Server } from './api.gen.ts';
import { ApiError } from './api-error.ts';
import { createClient } from './client.ts';
import { ERRORS } from './errors.gen.ts';
import { openScriptedApi } from './testing/scripted-api.ts';
import type { Client, FileReply, Input, ReplyInfo } from './types.ts';

const api = await openScriptedApi();
afterAll(() => api.close());
beforeEach(() => api.reset());

const client = createClient({ baseUrl: `${api.url}/v1/`, token: 'secret' });
const refused = (call: Promise<unknown>): Promise<ApiError> =>
  call.then(
    () => expect.fail('was not refused'),
    (error: unknown) => (error instanceof ApiError ? error : expect.fail(String(error))),
  );

describe('a call', () => {
  it('takes path, query and body as one flat object', async () => {
    await client.listServers({ per_page: 50, 'filter[search]': 'a b&c', 'filter[status]': ['active', 'terminated'] });
    await client.getServer({ id: 7, 'include[]': ['plan', 'addons'] });
    await client.scaleServer({ id: 7, plan: 'vps-2', scale_disk: true });
    await client.getServerBandwidth({ id: 7, 'filter[start]': null });
    expect(api.requests.map(({ method, url, body }) => ({ method, url: decodeURIComponent(url), body }))).toEqual([
      { method: 'GET', url: '/v1/servers?per_page=50&filter[search]=a+b&c&filter[status]=active,terminated', body: '' },
      { method: 'GET', url: '/v1/servers/7?include[]=plan&include[]=addons', body: '' },
      { method: 'POST', url: '/v1/servers/7/scale', body: '{"plan":"vps-2","scale_disk":true}' },
      { method: 'GET', url: '/v1/servers/7/bandwidth?filter[start]=', body: '' },
    ]);
  });

  it('has no operation with the same field name in path, query and body', () => {
    for (const name of OPERATION_NAMES) {
      const { params, query, body, files } = operationOf(name);
      const fields = body && 'shape' in body ? Object.keys(body.shape as object) : [];
      const all = [...Object.keys(params?.shape ?? {}), ...Object.keys(query?.shape ?? {}), ...fields];
      if (files) all.push(files.field.replace('[]', ''));
      expect(new Set(all).size, `${name}: ${all}`).toBe(all.length);
    }
  });

  it('sends the token, accepts JSON, and sends an Idempotency-Key with changes', async () => {
    await client.getBalance();
    await client.startServer({ id: 7 });
    await client.startServer({ id: 7 }, { idempotencyKey: 'mine' });
    const [read, first, second] = api.requests;
    expect(read?.headers).toMatchObject({ authorization: 'Bearer secret', accept: 'application/json' });
    expect(read?.headers).not.toHaveProperty('idempotency-key');
    expect(first?.headers['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/);
    expect(second?.headers['idempotency-key']).toBe('mine');
  });

  it('sends no body when an optional one is left out', async () => {
    await client.cancelServer({ id: 7 });
    await client.cancelServer({ id: 7, now: true });
    expect(api.requests.map((request) => request.body)).toEqual(['', '{"now":true}']);
    expect(api.requests[0]?.headers).not.toHaveProperty('content-type');
  });

  it('sends forms with files', async () => {
    await client.replyToTicket({ id: 3, message: 'Hello', attachments: [new File(['log'], 'boot.log', { type: 'text/plain' })] });
    const { headers, body } = api.requests[0] ?? expect.fail();
    expect(headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
    expect(body).toContain('name="message"\r\n\r\nHello');
    expect(body).toContain('name="attachments[]"; filename="boot.log"');
  });

  it('throws before sending when a field is missing or unknown', async () => {
    await expect(client.getServer({} as Input<'getServer'>)).rejects.toThrow('id is missing');
    await expect(client.getBalance({ colour: 'red' } as unknown as Input<'getBalance'>)).rejects.toThrow('unknown: colour');
    expect(api.requests).toEqual([]);
  });

  it('returns objects, undefined or files, and reports reply headers', async () => {
    const infos: ReplyInfo[] = [];
    api.answer({
      status: 201,
      body: { id: 1 },
      headers: { 'x-order-id': '9', 'x-operation-id': '7, 12', 'x-request-id': 'r', 'idempotent-replayed': 'true' },
    });
    api.answer({ status: 204 });
    api.answer({
      status: 200,
      body: 'PDF',
      headers: { 'content-type': 'application/pdf', 'content-disposition': 'attachment; filename="1.pdf"' },
    });
    const deploy = { name: 'web-1', plan: 'vps-1', image_id: 1 };
    expect(await client.deployServer(deploy, { onReply: (info) => infos.push(info) })).toEqual({ id: 1 });
    expect(await client.deleteSshKey({ id: 1 })).toBeUndefined();
    const file = await client.downloadInvoice({ id: 1 });
    expect(file).toMatchObject({ name: '1.pdf', type: 'application/pdf' });
    expect(await file.content.text()).toBe('PDF');
    await client.getBalance({}, { onReply: (info) => infos.push(info) });
    expect(infos.pop()?.operationIds).toEqual([]);
    expect(infos).toEqual([{ status: 201, requestId: 'r', orderId: 9, operationIds: [7, 12], replayed: true }]);
  });

  it('without a token lets the browser send the session cookie, only to the same origin', async () => {
    const sent: [string, RequestInit | undefined][] = [];
    const recorded: typeof fetch = (url, init) => {
      sent.push([String(url), init]);
      return Promise.resolve(Response.json({ id: 1 }));
    };
    const page = createClient({ baseUrl: '/v1', fetch: recorded });
    await page.getBalance();
    await page.restartServer({ server: 7 });
    const stop = new AbortController();
    const stream = page.streamEvents({}, { signal: stop.signal, onState: ({ state }) => state === 'lost' && stop.abort() });
    await expect(stream.next()).rejects.toThrow();
    expect(sent.map(([url]) => url)).toEqual(['/v1/balance', '/v1/servers/7/restart', '/v1/events']);
    for (const [, init] of sent) {
      expect(init?.credentials).toBe('same-origin');
      expect(Object.keys(init?.headers ?? {})).not.toContain('authorization');
    }
    const program = createClient({ baseUrl: '/v1', token: 'secret', fetch: recorded });
    await program.getBalance();
    expect(sent.at(-1)?.[1]).toMatchObject({ headers: { authorization: 'Bearer secret' } });
    expect(sent.at(-1)?.[1]?.credentials).toBeUndefined();
  });

  it('calls the global fetch as a function, not as a method, as browsers require', async () => {
    const native = globalThis.fetch;
    globalThis.fetch = function (this: unknown) {
      if (this !== globalThis && this !== undefined) throw new TypeError('Illegal invocation');
      return Promise.resolve(Response.json({ id: 1 }));
    };
    try {
      expect(await createClient({ baseUrl: '/v1' }).getBalance()).toEqual({ id: 1 });
    } finally {
      globalThis.fetch = native;
    }
  });

  it('requests a quote without the fields that only the order needs', async () => {
    const quote = await client.deployServer({ plan: 'nano', dry_run: true });
    expectTypeOf(quote).toEqualTypeOf<Quote>();
    expect(api.requests).toMatchObject([{ method: 'POST', url: '/v1/servers?dry_run=true', body: '{"plan":"nano"}' }]);
    // @ts-expect-error: an order needs a name.
    await client.deployServer({ plan: 'nano' });
  });

  it('is typed by the contract', () => {
    expectTypeOf<Client['restartServer']>().parameter(0).toEqualTypeOf<{ server: number }>();
    expectTypeOf<Client['restartServer']>().returns.resolves.toEqualTypeOf<Server>();
    expectTypeOf<Client['deleteSshKey']>().returns.resolves.toEqualTypeOf<undefined>();
    expectTypeOf<Client['downloadInvoice']>().returns.resolves.toEqualTypeOf<FileReply>();
    expectTypeOf<Parameters<Client['listServers']>[0]>().toExtend<{ per_page?: number } | undefined>();
    expectTypeOf<Input<'createTicket'>['department_id']>().toEqualTypeOf<number>();
    expectTypeOf<Input<'deployServer'>['name']>().toEqualTypeOf<string | string[]>();
  });
});

describe('a failure', () => {
  it('is an ApiError with all fields of the reply', async () => {
    api.answer({ status: 422, body: { message: 'No.', code: 'validation', request_id: 'r1', errors: { name: ['Too short.'] } } });
    expect(await refused(client.addSshKey({ name: 'x', key: 'y' }))).toMatchObject({
      message: 'No.',
      status: 422,
      code: 'validation',
      requestId: 'r1',
      errors: { name: ['Too short.'] },
      retryAfter: undefined,
    });
    expect(api.requests).toHaveLength(1);
  });

  it('has a separate class for each code', async () => {
    for (const [code, Refusal] of Object.entries(ERRORS)) {
      api.answer({ status: 422, body: { message: 'No.', code } });
      const error = await refused(createClient({ baseUrl: `${api.url}/v1`, token: 'secret', retries: 0 }).getBalance());
      expect(error).toBeInstanceOf(Refusal);
      expect(error).toMatchObject({ name: Refusal.name, code });
    }
  });

  it('has the code unknown if the reply is not from the API', async () => {
    api.answer({ status: 502, body: '<html>', headers: { 'content-type': 'text/html', 'x-request-id': 'r2' } });
    const error = await refused(client.getBalance());
    expect(error).toMatchObject({ status: 502, code: 'unknown', requestId: 'r2', errors: {} });
    expect(error.message).toBe('The API answered with status 502.');
  });

  it('includes redirects, which would send the token to another host', async () => {
    api.answer({ status: 302, headers: { location: '/elsewhere' } });
    expect(await refused(client.getBalance())).toMatchObject({ status: 302 });
    expect(api.requests).toHaveLength(1);
  });
});

describe('a retry', () => {
  it.each([
    ['the network failed', 'reset' as const],
    ['the API is busy', { status: 503, body: { code: 'unavailable' }, headers: { 'retry-after': '0' } }],
    ['the limit was reached', { status: 429, body: { code: 'rate_limited' }, headers: { 'retry-after': '0' } }],
    ['a file is still being made', { status: 409, body: { code: 'not_ready' }, headers: { 'retry-after': '0' } }],
    ['the first is still running', { status: 409, body: { code: 'idempotency_running' }, headers: { 'retry-after': '0' } }],
  ])('is made when %s, with the same key', async (_why, failure) => {
    api.answer(failure);
    api.answer({ status: 200, body: { id: 7 } });
    expect(await client.startServer({ id: 7 })).toEqual({ id: 7 });
    const keys = api.requests.map((request) => request.headers['idempotency-key']);
    expect(keys).toHaveLength(2);
    expect(keys[0]).toBe(keys[1]);
  });

  it('is not made when the network fails and the reply has a secret, which the API does not store', async () => {
    api.answer('reset');
    await expect(client.createToken({ name: 'ci', abilities: ['read'] })).rejects.toThrow(TypeError);
    expect(api.requests).toHaveLength(1);
    api.answer({ status: 503, body: { code: 'unavailable' }, headers: { 'retry-after': '0' } });
    api.answer({ status: 201, body: { id: 7 } });
    expect(await client.createToken({ name: 'ci', abilities: ['read'] })).toEqual({ id: 7 });
  });

  it('is made once after a 401, with the same key, if the program has renewed its credentials', async () => {
    const asked: boolean[] = [];
    const renewing = (isRenewed: boolean) =>
      createClient({
        baseUrl: `${api.url}/v1`,
        onUnauthenticated: () => {
          asked.push(isRenewed);
          return Promise.resolve(isRenewed);
        },
      });
    const refusal = { status: 401, body: { code: 'unauthenticated', message: 'No.' } };
    api.answer(refusal);
    api.answer({ status: 200, body: { id: 7 } });
    expect(await renewing(true).startServer({ id: 7 }, { idempotencyKey: 'mine' })).toEqual({ id: 7 });
    expect(api.requests.map(({ headers }) => headers['idempotency-key'])).toEqual(['mine', 'mine']);
    api.answer(refusal);
    api.answer({ status: 201, body: { id: 7 } });
    expect(await renewing(true).createToken({ name: 'ci', abilities: ['read'] })).toEqual({ id: 7 });
    api.always(refusal);
    expect(await refused(renewing(true).getBalance())).toMatchObject({ status: 401 });
    expect(await refused(renewing(false).getBalance())).toMatchObject({ status: 401 });
    expect(await refused(client.getBalance())).toMatchObject({ status: 401 });
    expect([asked, api.requests.length]).toEqual([[true, true, true, false], 2 + 2 + 2 + 1 + 1]);
  });

  it('is made at most as often as the client allows', async () => {
    const impatient = createClient({ baseUrl: `${api.url}/v1`, token: 'secret', retries: 2 });
    api.always({ status: 503, body: { code: 'unavailable' }, headers: { 'retry-after': '0' } });
    expect(await refused(impatient.getBalance())).toMatchObject({ status: 503, retryAfter: 0 });
    expect(api.requests).toHaveLength(3);
  });

  it('is not made when the API asks to wait longer than a minute', async () => {
    api.answer({ status: 429, body: { code: 'rate_limited' }, headers: { 'retry-after': '61' } });
    expect(await refused(client.getBalance())).toMatchObject({ status: 429, retryAfter: 61 });
    expect(api.requests).toHaveLength(1);
  });

  it('is not made when the API asks to wait longer than the call allows', async () => {
    api.answer({ status: 503, body: { code: 'unavailable' }, headers: { 'retry-after': '2' } });
    expect(await refused(client.getBalance({}, { maxWait: 1_000 }))).toMatchObject({ status: 503, retryAfter: 2 });
    expect(api.requests).toHaveLength(1);
  });

  it('is made after a lock only with waitForLock, and only within its time', async () => {
    const locked = { status: 423, body: { code: 'locked', lock_reason: 'deploy' }, headers: { 'retry-after': '1' } };
    api.answer(locked);
    expect(await refused(client.startServer({ id: 7 }))).toMatchObject({ code: 'locked', lockReason: 'deploy' });
    api.answer(locked);
    expect(await client.startServer({ id: 7 }, { waitForLock: 5 })).toEqual({});
    api.always(locked);
    expect(await refused(client.startServer({ id: 7 }, { waitForLock: 5 }))).toMatchObject({ status: 423 });
    expect(api.requests).toHaveLength(1 + 2 + 2);
  });

  it('is not made once the caller has aborted', async () => {
    api.always({ status: 503, body: {}, headers: { 'retry-after': '30' } });
    const stop = new AbortController();
    const call = client.getBalance({}, { signal: stop.signal });
    await api.asked();
    stop.abort(new Error('enough'));
    await expect(call).rejects.toThrow('enough');
    expect(api.requests).toHaveLength(1);
  });
});
