import { openReceiver, type Receiver } from '@innkeeper/lab/given-webhooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { requestPing, resolveOperatorsEndpoints } from './operator-url.ts';

let receiver: Receiver;
beforeAll(async () => {
  receiver = await openReceiver();
});
afterAll(() => receiver.close());

test('a private address that the operator set is requested', async () => {
  await requestPing(`${receiver.url}ping/7`);
  expect(receiver.received).toMatchObject([{ path: '/ping/7', body: '' }]);
});

test.each([
  ['http://10.0.0.5:8080/x', [{ address: '10.0.0.5', port: 8080 }]],
  ['https://monitor.example/x', [{ address: '10.0.0.7', port: 443 }]],
  ['https://[fd00::5]/x', [{ address: 'fd00::5', port: 443 }]],
  ['http://169.254.169.254/latest', []],
  ['https://nowhere.example/', []],
])('the endpoints of %s are %j', async (url, endpoints) => {
  const resolveName = async (host: string) => {
    if (host === 'monitor.example') return ['10.0.0.7', '169.254.169.254'];
    throw new Error('no such name');
  };
  expect(await resolveOperatorsEndpoints(url, resolveName)).toEqual(endpoints);
});

test('a link-local address is never requested, and a name only by HTTPS', async () => {
  await expect(requestPing('http://169.254.169.254/latest')).rejects.toThrow('https');
  const resolveName = async () => ['127.0.0.1'];
  await expect(requestPing(`http://monitor.example:${receiver.port}/`, { resolveName })).rejects.toThrow('https');
});

test('a redirect and a failure are errors', async () => {
  for (const status of [302, 404, 500]) {
    receiver.answer = (_request, response) => void response.writeHead(status, { location: '/' }).end();
    await expect(requestPing(receiver.url)).rejects.toThrow(`status ${status}`);
  }
});
