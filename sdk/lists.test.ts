import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createClient } from './client.ts';
import { openScriptedApi } from './testing/scripted-api.ts';
import { OperationFailed, WaitTimeout, waitForOperation, waitForServer } from './wait.ts';

const api = await openScriptedApi();
afterAll(() => api.close());
beforeEach(() => api.reset());
const client = createClient({ baseUrl: `${api.url}/v1`, token: 'secret' });

const page = (current_page: number, last_page: number, ...ids: number[]) =>
  api.answer({ status: 200, body: { data: ids.map((id) => ({ id })), meta: { current_page, last_page } } });

describe('a list', () => {
  it('iterates over all items of all pages, with the same filters', async () => {
    page(1, 3, 1, 2);
    page(2, 3, 3, 4);
    page(3, 3, 5);
    const ids: number[] = [];
    for await (const server of client.listServers({ 'filter[search]': 'web' })) ids.push(server.id);
    expect(ids).toEqual([1, 2, 3, 4, 5]);
    expect(api.requests.map(({ url }) => decodeURIComponent(url))).toEqual([
      '/v1/servers?filter[search]=web',
      '/v1/servers?page=2&filter[search]=web',
      '/v1/servers?page=3&filter[search]=web',
    ]);
  });

  it('requests only needed pages', async () => {
    page(1, 3, 1, 2);
    for await (const key of client.listSshKeys()) if (key.id === 1) break;
    expect(api.requests).toHaveLength(1);
  });
});

describe('waitForServer', () => {
  const server = (...state: string[]) => ({ status: 200, body: { id: 7, state } });

  it('polls until the server is ready', async () => {
    api.answer(server('booting'));
    api.answer(server('booting'));
    api.answer(server('running'));
    const seen: string[] = [];
    const found = await waitForServer(
      client,
      7,
      ({ state }) => {
        seen.push(...state);
        return state.includes('running');
      },
      { interval: 1 },
    );
    expect(found.id).toBe(7);
    expect(seen).toEqual(['booting', 'booting', 'running']);
  });

  it('throws at its time limit, with the last state of the server', async () => {
    api.always(server('booting'));
    const waiting = waitForServer(client, 7, () => false, { interval: 1, timeout: 20 });
    await expect(waiting).rejects.toThrow(WaitTimeout);
    await expect(waiting).rejects.toMatchObject({ last: { state: ['booting'] } });
  });

  it('lets the caller stop early', async () => {
    api.always(server('stopped'));
    const waiting = waitForServer(client, 7, ({ state }) => {
      if (state.includes('stopped')) throw new Error('it stopped');
      return false;
    });
    await expect(waiting).rejects.toThrow('it stopped');
  });
});

describe('waitForOperation', () => {
  const operation = (state: string) => ({ status: 200, body: { id: 3, state, steps: [], kind: 'restart', reason: 'It hung.' } });

  it('polls until the operation is done', async () => {
    api.answer(operation('running'));
    api.answer(operation('done'));
    expect(await waitForOperation(client, 3, { interval: 1 })).toMatchObject({ id: 3, state: 'done' });
  });

  it('throws when the operation failed, or takes too long', async () => {
    api.answer(operation('failed'));
    await expect(waitForOperation(client, 3)).rejects.toThrow(OperationFailed);
    api.always(operation('running'));
    await expect(waitForOperation(client, 3, { interval: 1, timeout: 20 })).rejects.toThrow(
      'Operation 3 did not reach the wanted state',
    );
  });
});
