import { beginRecovering } from '@innkeeper/db/tables/recovering';
import { type DoctorLab, openDoctorLab } from '@innkeeper/lab/doctor-lab';
import { givenAccount, givenServer } from '@innkeeper/lab/given';
import { givenMachine } from '@innkeeper/lab/given-machine';
import { afterEach, beforeEach, expect, test } from 'vitest';

let place: DoctorLab;
let accountId: number;
beforeEach(async () => {
  place = await openDoctorLab();
  ({ accountId } = await givenAccount(place.db));
  await beginRecovering(place.db, { backup: 'house-1.tar.zst.age', takenAt: new Date(1), now: new Date(2) });
});
afterEach(() => place.close());

const server = () => givenServer(place.db, { accountId, node_id: place.nodeId });

test('warns during a recovery on a new host that newer addresses are unknown there', async () => {
  expect(await place.findings()).not.toHaveProperty('unseen addresses');
  await server();
  expect(await place.findings()).toMatchObject({
    'unseen addresses':
      'given after the backup are not known and not kept back, because this host has no machine of the node: this-node',
  });
});

test('does not warn during a recovery on the original host', async () => {
  await givenMachine(place.engine, await server(), place.db);
  expect(await place.findings()).not.toHaveProperty('unseen addresses');
});
