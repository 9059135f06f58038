import { type DoctorLab, openDoctorLab } from '@innkeeper/lab/doctor-lab';
import { givenAccount, givenServer } from '@innkeeper/lab/given';
import { givenCard, givenMachine } from '@innkeeper/lab/given-machine';
import { afterEach, beforeEach, expect, test } from 'vitest';

let place: DoctorLab;
let accountId: number;
beforeEach(async () => {
  place = await openDoctorLab();
  ({ accountId } = await givenAccount(place.db));
});
afterEach(() => place.close());

const ended = { status: 'terminated', power: 'absent', address: false } as const;
const server = (fields: Partial<Parameters<typeof givenServer>[1]> = {}) =>
  givenServer(place.db, { accountId, node_id: place.nodeId, ...fields });
const locked = (id: number) => place.underWay('server.stop', { id, account_id: accountId }, {});

test('a server with its machine and network card is fine', async () => {
  await givenMachine(place.engine, await server(), place.db);
  expect(await place.findings()).toEqual({});
});

test('finds disks and network cards without a server, and of ended servers', async () => {
  await givenMachine(place.engine, 900_001);
  await givenCard(place.engine, 900_002);
  const over = await server(ended);
  await givenMachine(place.engine, over, place.db);
  expect(await place.findings()).toEqual({
    disks: `belong to no server: srv-${over}, srv-900001`,
    taps: `belong to no server: srv-${over}, srv-900001, srv-900002`,
  });
});

test('ignores what a workflow is about to remove', async () => {
  const over = await server(ended);
  await givenMachine(place.engine, over, place.db);
  await locked(over);
  expect(await place.findings()).toEqual({});
});

test('finds a server whose machine is missing, unless it has none yet or has a workflow', async () => {
  const [lost, busy] = [await server(), await server()];
  await locked(busy);
  await server({ power: 'absent' });
  expect(await place.findings()).toEqual({ machines: `are missing on this host: srv-${lost}` });
});

test('ignores servers and disks of other nodes', async () => {
  const [elsewhere, here] = [await server({ node_id: place.otherNodeId }), await server({ node_id: place.otherNodeId })];
  await givenMachine(place.engine, here, place.db);
  expect(elsewhere).not.toBe(here);
  expect(await place.findings()).toEqual({});
});
