import { type AddressInfo, connect } from 'node:net';
import { MAX_DEPTH } from '@innkeeper/contract/body-limits';
import { type Lab, openLab } from '@innkeeper/lab/app';
import { type GivenAccount, givenAccount } from '@innkeeper/lab/given';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { refuseManyFields, refuseOversized } from './size.ts';

let lab: Lab;
let account: GivenAccount;
let port: number;
beforeAll(async () => {
  lab = await openLab();
  account = await givenAccount(lab.db);
  await lab.app.listen({ port: 0, host: '127.0.0.1' });
  port = (lab.app.server.address() as AddressInfo).port;
});
afterAll(() => lab.close());

/** Sends only a head, and reads until the other side has closed. */
function answerTo(head: string[], token = account.token): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.write(`${[...head, `Authorization: Bearer ${token}`, 'Host: localhost'].join('\r\n')}\r\n\r\n`);
  return new Promise((resolve, reject) => {
    let text = '';
    socket.on('data', (data) => (text += data));
    socket.on('close', () => resolve(text));
    socket.on('error', reject);
  });
}

it.each([
  ['POST /v1/ssh-keys', 'application/json', 128 * 1024 + 1],
  ['POST /v1/servers/1/start', 'application/json', 10_000_000_000],
  ['POST /v1/support/tickets', 'multipart/form-data; boundary=x', 30 * 1024 * 1024 + 1],
])('%s is refused before any of its body is sent, and the connection closes', async (line, type, length) => {
  const answer = await answerTo([`${line} HTTP/1.1`, `Content-Type: ${type}`, `Content-Length: ${length}`]);
  expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  expect(answer).toMatch(/connection: close/i);
  expect(answer).toContain('"code":"payload_too_large"');
});

it('a body without a token is refused before it is read', async () => {
  for (const length of ['Content-Length: 10000000000', 'Transfer-Encoding: chunked']) {
    const answer = await answerTo(['POST /v1/ssh-keys HTTP/1.1', 'Content-Type: application/json', length], 'no token');
    expect(answer).toMatch(/^HTTP\/1\.1 401 /);
    expect(answer).toMatch(/connection: close/i);
  }
});

it('a form for an operation without forms is refused before it is read', async () => {
  const answer = await answerTo([
    'POST /v1/ssh-keys HTTP/1.1',
    'Content-Type: multipart/form-data; boundary=x',
    'Content-Length: 100000',
  ]);
  expect(answer).toMatch(/^HTTP\/1\.1 422 /);
});

it('a body may be nested up to the maximum depth, and no deeper', async () => {
  const errorsAt = async (levels: number) => {
    // The object is the outermost level, which is not counted.
    const payload = `{"any":${'['.repeat(levels)}${']'.repeat(levels)}}`;
    const headers = { authorization: `Bearer ${account.token}`, 'content-type': 'application/json' };
    const reply = await lab.app.inject({ method: 'POST', url: '/v1/ssh-keys', headers, payload });
    expect(reply.statusCode).toBe(422);
    return reply.json<{ errors: Record<string, string[]> }>().errors;
  };
  expect(await errorsAt(MAX_DEPTH + 1)).toEqual({ body: [`The body must have at most ${MAX_DEPTH} levels of nesting.`] });
  expect(await errorsAt(MAX_DEPTH)).toMatchObject({ any: [expect.any(String)] });
});

it.each([
  ['fields', `{${Array.from({ length: 301 }, (_, i) => `"${i}":1`).join(',')}}`],
  ['items', `[${'1,'.repeat(2_801)}1]`],
  ['levels', `${'['.repeat(50_000)}${']'.repeat(50_000)}`],
  ['levels', `${'{"a":['.repeat(17)}${']}'.repeat(17)}`],
])('a body with too many %s is refused before it is parsed', async (what, payload) => {
  const parse = vi.spyOn(JSON, 'parse');
  const headers = { authorization: `Bearer ${account.token}`, 'content-type': 'application/json' };
  const answer = await lab.send({ method: 'POST', url: '/v1/ssh-keys', headers, payload });
  const parsed = parse.mock.calls.map(([text]) => text);
  parse.mockRestore();
  expect(answer).toMatchObject({ status: 422, body: { errors: { body: [expect.stringContaining(what)] } } });
  expect(parsed).not.toContain(payload);
});

it('text inside strings counts neither as fields nor as items nor as levels', () => {
  const text = `\\"${'"a":1,'.repeat(5_000)}`;
  expect(() => refuseManyFields(Buffer.from(JSON.stringify({ [text]: text, b: [text] })))).not.toThrow();
  expect(() => refuseManyFields(Buffer.from(`"${':'.repeat(5_000)}`))).not.toThrow();
  expect(() => refuseManyFields(Buffer.from(JSON.stringify({ ['{'.repeat(50)]: '['.repeat(50) })))).not.toThrow();
  expect(() => refuseManyFields(Buffer.from(`{"a":"\\\\"${',"b":1'.repeat(400)}}`))).toThrow('at most 300 fields');
});

it('lists and objects side by side are one level', () => {
  expect(() => refuseManyFields(Buffer.from(`[${'[],{},'.repeat(500)}[]]`))).not.toThrow();
});

it('items of all lists are counted together, and fields of all objects', () => {
  const list = (length: number) => Array.from({ length }, () => 1);
  expect(() => refuseOversized({ a: list(1_250), b: [list(1_249)] })).not.toThrow();
  expect(() => refuseOversized({ a: list(1_250), b: [list(1_250)] })).toThrow('at most 2500 list items');
  const fields = (count: number) => Object.fromEntries(list(count).map((one, i) => [`field${i}`, one]));
  expect(() => refuseOversized([fields(150), fields(150)])).not.toThrow();
  expect(() => refuseOversized([fields(150), fields(151)])).toThrow('at most 300 fields');
});
