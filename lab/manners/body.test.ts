import type { Operation } from '@innkeeper/contract/define';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openWorld, operations, requestFor, validBody, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.lab.close());

const withJson = operations(({ bodyKind }) => bodyKind === 'json');
const withForm = operations(({ bodyKind }) => bodyKind === 'multipart');
const without = operations(({ bodyKind, method }) => bodyKind === 'none' && method !== 'GET');
const reading = operations(({ method }) => method !== 'GET');

interface Fields {
  properties?: Record<string, unknown>;
  required?: string[];
}

function fieldsOf({ body }: Operation): { all: string[]; required: string[] } {
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
      expect(await world.send(requestFor(name, world.me, { body })), field).toMatchObject(refused(field));
    }
  });

  it('names each field of a wrong type', async () => {
    for (const field of all) {
      const body = { ...valid, [field]: { no: ['such', 'thing'] } };
      const reply = await world.send(requestFor(name, world.me, { body }));
      expect(reply.status, field).toBe(422);
      // Inside a field that takes objects the name goes on: `ptr.no`.
      expect(
        Object.keys(reply.body.errors).some((key) => key === field || key.startsWith(`${field}.`)),
        field,
      ).toBe(true);
    }
  });

  it('wants a body', async () => {
    if (operation.bodyOptional) return;
    expect(await world.send(requestFor(name, world.me, { body: undefined }))).toMatchObject(refused('body'));
    expect(await world.send(requestFor(name, world.me, { body: [] }))).toMatchObject(refused('body'));
    expect(await world.send(requestFor(name, world.me, { body: 'null' }))).toMatchObject(refused('body'));
  });
});

describe.each([...withJson, ...without])('$name', ({ name }) => {
  it('names a field that it does not know', async () => {
    const body = { ...(validBody(name) as object), colour: 'red' };
    expect(await world.send(requestFor(name, world.me, { body }))).toMatchObject(refused('colour'));
  });

  it('refuses what is not JSON under `body`', async () => {
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
      const reply = await world.send(requestFor(name, world.me, { body }));
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
    const reply = await world.send(requestFor(name, world.me, { body: '{"a":1}', headers }));
    expect(reply).toMatchObject(refused('body'));
  });
});

describe.each(withForm)('$name', ({ name, operation }) => {
  const { required } = fieldsOf(operation);
  const valid = validBody(name) as Record<string, unknown>;

  it('names each required field that is missing, and one that it does not know', async () => {
    for (const field of required) {
      const { [field]: _left, ...body } = valid;
      expect(await world.send(requestFor(name, world.me, { body })), field).toMatchObject(refused(field));
    }
    expect(await world.send(requestFor(name, world.me, { body: { ...valid, colour: 'red' } }))).toMatchObject(refused('colour'));
  });

  it('refuses what is no form under `body`', async () => {
    for (const body of ['', '--manners', '{"message":"hello you"}', '--manners\r\n\r\nx']) {
      expect(await world.send(requestFor(name, world.me, { body })), body).toMatchObject(refused('body'));
    }
    const json = { body: '{"message":"hello you"}', headers: { 'content-type': 'application/json' } };
    expect(await world.send(requestFor(name, world.me, json))).toMatchObject(refused('body'));
  });

  it('refuses a file in a field that takes none', async () => {
    const file = '--manners\r\nContent-Disposition: form-data; name="virus"; filename="a.txt"\r\n\r\nx\r\n--manners--\r\n';
    expect(await world.send(requestFor(name, world.me, { body: file }))).toMatchObject(refused('virus'));
  });
});

describe.each(reading)('$name', ({ name }) => {
  it('refuses a body of more than 1 MiB', async () => {
    const body = `{"name":"${'x'.repeat(1024 * 1024)}"}`;
    const reply = await world.send(requestFor(name, world.me, { body }));
    expect(reply).toMatchObject({ status: 413, body: { code: 'payload_too_large' } });
  });
});
