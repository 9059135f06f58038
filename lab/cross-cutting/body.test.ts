import { Readable } from 'node:stream';
import { bodyLimitOf } from '@innkeeper/contract/body-limits';
import type { Operation } from '@innkeeper/contract/define';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openSetup, operations, requestFor, type Setup, validBody } from './setup.ts';

let setup: Setup;
beforeAll(async () => {
  setup = await openSetup();
});
afterAll(() => setup.lab.close());

const withJson = operations(({ bodyKind }) => bodyKind === 'json');
const withForm = operations(({ bodyKind }) => bodyKind === 'multipart');
const without = operations(({ bodyKind, method }) => bodyKind === 'none' && method !== 'GET');
const reading = operations(({ method }) => method !== 'GET');

interface Fields {
  properties?: Record<string, unknown>;
  required?: string[];
}

function fieldsOf({ body }: Operation): { all: string[]; required: string[] } {
  if (!body) return { all: [], required: [] };
  const { properties = {}, required = [] } = z.toJSONSchema(body as z.ZodType, { io: 'input' }) as Fields;
  return { all: Object.keys(properties), required };
}

const refused = (field: string) => ({ status: 422, body: { code: 'validation', errors: { [field]: [expect.any(String)] } } });

describe.each(withJson)('$name', ({ name, operation }) => {
  const { all, required } = fieldsOf(operation);
  const valid = validBody(name) as Record<string, unknown>;

  it('names each required field that is missing', async () => {
    for (const field of required) {
      const { [field]: _left, ...body } = valid;
      expect(await setup.send(requestFor(name, setup.me, { body })), field).toMatchObject(refused(field));
    }
  });

  it('names each field of a wrong type', async () => {
    for (const field of all) {
      const body = { ...valid, [field]: { no: ['such', 'thing'] } };
      const reply = await setup.send(requestFor(name, setup.me, { body }));
      expect(reply.status, field).toBe(422);
      // For a field of objects the error names the path, such as `ptr.no`.
      expect(
        Object.keys(reply.body.errors).some((key) => key === field || key.startsWith(`${field}.`)),
        field,
      ).toBe(true);
    }
  });

  it('requires a body', async () => {
    if (operation.bodyOptional) return;
    expect(await setup.send(requestFor(name, setup.me, { body: undefined }))).toMatchObject(refused('body'));
    expect(await setup.send(requestFor(name, setup.me, { body: [] }))).toMatchObject(refused('body'));
    expect(await setup.send(requestFor(name, setup.me, { body: 'null' }))).toMatchObject(refused('body'));
  });
});

describe.each([...withJson, ...without])('$name', ({ name }) => {
  it('names an unknown field', async () => {
    const body = { ...(validBody(name) as object), colour: 'red' };
    expect(await setup.send(requestFor(name, setup.me, { body }))).toMatchObject(refused('colour'));
  });

  it('refuses a body that is not JSON under `body`', async () => {
    const deep = '['.repeat(5_000) + ']'.repeat(5_000);
    const bodies = [
      '{',
      'name=x',
      '{"a":1}}',
      '{"a":NaN}',
      "{'a':1}",
      Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]),
      deep,
    ];
    for (const body of [...bodies, '{"__proto__":{"admin":true}}', '{"a":{"__proto__":1}}', '"text"', '7']) {
      const reply = await setup.send(requestFor(name, setup.me, { body }));
      expect(reply, String(body).slice(0, 40)).toMatchObject(refused('body'));
    }
  });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'nonsense',
    'application/jsonp',
  ])('refuses %s under `body`', async (type) => {
    const headers = { 'content-type': type };
    const reply = await setup.send(requestFor(name, setup.me, { body: '{"a":1}', headers }));
    expect(reply).toMatchObject(refused('body'));
  });
});

describe.each(withForm)('$name', ({ name, operation }) => {
  const { required } = fieldsOf(operation);
  const valid = validBody(name) as Record<string, unknown>;

  it('names each required field that is missing, and an unknown one', async () => {
    for (const field of required) {
      const { [field]: _left, ...body } = valid;
      expect(await setup.send(requestFor(name, setup.me, { body })), field).toMatchObject(refused(field));
    }
    expect(await setup.send(requestFor(name, setup.me, { body: { ...valid, colour: 'red' } }))).toMatchObject(refused('colour'));
  });

  it('refuses a body that is not a form under `body`', async () => {
    for (const body of ['', '--boundary', '{"message":"hello you"}', '--boundary\r\n\r\nx']) {
      expect(await setup.send(requestFor(name, setup.me, { body })), body).toMatchObject(refused('body'));
    }
    const json = { body: '{"message":"hello you"}', headers: { 'content-type': 'application/json' } };
    expect(await setup.send(requestFor(name, setup.me, json))).toMatchObject(refused('body'));
  });

  it('accepts as many files as the contract allows, and none that is too large', async () => {
    const { max = 0, maxBytes = 0, field = '' } = operation.files ?? {};
    const part = (name: string, head: string, content: string) =>
      `--boundary\r\nContent-Disposition: form-data; name="${name}"${head}\r\n\r\n${content}\r\n`;
    const texts = Object.entries(valid).map(([key, text]) => part(key, '', String(text)));
    const files = (count: number, bytes: number) =>
      Array.from({ length: count }, (_, i) => part(field, `; filename="${i}.txt"`, 'x'.repeat(bytes)));
    const send = (parts: string[]) =>
      setup.send(requestFor(name, setup.me, { body: `${[...texts, ...parts].join('')}--boundary--\r\n` }));
    expect((await send(files(max, 1_000))).status).toBe(200);
    expect(await send(files(max + 1, 10))).toMatchObject(refused('attachments'));
    expect(await send(files(1, maxBytes + 1))).toMatchObject(refused('attachments'));
    expect((await send(files(1, maxBytes))).status).toBe(200);
    expect((await send(files(4, maxBytes - 1_000_000))).status).toBe(413);
    const named = Array.from({ length: 30 }, (_, i) => part(`field-${i}`, '', 'x'));
    expect(await send(named)).toMatchObject(refused('body'));
    expect(await send([part('message', '', 'x'.repeat(300_000))])).toMatchObject({ status: 422, body: { code: 'validation' } });
  });

  it('refuses a file in a field that takes no files', async () => {
    const file = '--boundary\r\nContent-Disposition: form-data; name="virus"; filename="a.txt"\r\n\r\nx\r\n--boundary--\r\n';
    expect(await setup.send(requestFor(name, setup.me, { body: file }))).toMatchObject(refused('virus'));
  });
});

describe.each(reading)('$name', ({ name, operation }) => {
  const tooLarge = { status: 413, body: { code: 'payload_too_large' }, headers: { connection: 'close' } };
  const request = (body: string) => requestFor(name, setup.me, { body });

  it('refuses a body above its size limit, with or without Content-Length', async () => {
    const max = bodyLimitOf(operation);
    expect(
      await setup.send({ ...request('{}'), headers: { ...request('{}').headers, 'content-length': `${max + 1}` } }),
    ).toMatchObject(tooLarge);
    if (operation.bodyKind === 'multipart') return;
    const bytes = `{"name":"${'x'.repeat(max)}"}`;
    const { 'content-length': _length, ...headers } = { ...request('').headers } as Record<string, string>;
    expect(await setup.send({ ...request(bytes), headers, payload: Readable.from([bytes]) })).toMatchObject(tooLarge);
  });

  it('names twenty of many unknown fields, each cut to 64 characters', async () => {
    const unknown = Object.fromEntries(Array.from({ length: 180 }, (_, i) => [`${i}-`.padEnd(100, 'x'), 1]));
    const reply = await setup.send(request(JSON.stringify(operation.bodyKind === 'multipart' ? {} : unknown)));
    if (operation.bodyKind === 'multipart') return expect(reply.status).toBe(422);
    expect(reply).toMatchObject({
      status: 422,
      body: { errors: { body: expect.arrayContaining([expect.stringMatching(/^Further errors: 1\d\d\.$/)]) } },
    });
    const fields = Object.keys(reply.body.errors);
    expect(fields).toHaveLength(21);
    for (const field of fields) expect(field.length).toBeLessThanOrEqual(64);
  });

  it('refuses a body with more values than the general limit', async () => {
    if (operation.bodyKind === 'multipart') return;
    const max = bodyLimitOf(operation);
    const keys = Array.from({ length: 11_000 }, (_, i) => `"${i.toString(36)}":1`).join(',');
    const first = fieldsOf(operation).all[0] ?? 'any';
    const items = `{${JSON.stringify(first)}:[${'[],'.repeat(max / 4)}1]}`;
    for (const bytes of [`{${keys}}`, `{"any":{${keys}}}`, items, `[${'1,'.repeat(max / 2 - 8)}1]`]) {
      expect(bytes.length).toBeLessThanOrEqual(max);
      expect(await setup.send(request(bytes))).toMatchObject({
        status: 422,
        body: { errors: { body: [expect.stringMatching('at most')] } },
      });
    }
  });
});
