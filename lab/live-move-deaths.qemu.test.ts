/**
 * Ends processes, and drops the packets of the link, during live moves of a real guest between two hosts. At no time two guests run, and each
 * case ends with one. docs/decisions/live-moves.md lists all deaths with their tests.
 */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { inTransaction } from '@innkeeper/db/transaction';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { dropPackets, openRealHosts, type RealHost, type RealHosts } from './real-hosts/open.ts';
import { countDouble, givenRealServer, type Move, type RealServer, startMove, wasTooBusy } from './real-hosts/server.ts';
import type { HostPoint } from './real-hosts/worker.ts';

const PATIENT = { timeout: 900_000, interval: 200 };
/** Time limit in milliseconds of a case, for hosts with ten busy processes for each core. */
const TIME_LIMIT_MS = 1_800_000;

vi.setConfig({ testTimeout: TIME_LIMIT_MS });

let hosts: RealHosts;
let server: RealServer;
let blob: string;
let limits: unknown;
/** Host of the guest, and the other one. */
let here: RealHost;
let there: RealHost;

beforeAll(async () => {
  hosts = await openRealHosts();
  server = await givenRealServer(hosts);
  [here, there] = [hosts.a, hosts.b];
  blob = await server.checksum();
  limits = await limitsOn(here);
}, TIME_LIMIT_MS);
afterAll(() => hosts?.close());

const limitsOn = (host: RealHost) => host.ask(server.machineId, 'qom-get', { path: '/objects/limits', property: 'limits' });

/** Moves the server until `stopped` stops at the point, then runs `act`, and checks that one guest runs in the end, on `expected`. */
async function moves(
  [stopped, point]: [RealHost, HostPoint],
  act: (move: Move) => Promise<void>,
  { holder, state }: { holder: RealHost; state: 'done' | 'undone' },
): Promise<void> {
  const [from, to] = [here, there];
  const other = holder === from ? to : from;
  await stopped.stopAt(point);
  const reached = stopped.reaches(point).then(() => null);
  const [ended, double] = await countDouble(hosts, server.machineId, async () => {
    for (;;) {
      const move = await startMove(hosts, server, to);
      const early = await Promise.race([reached, move.end()]);
      if (early !== null && wasTooBusy(early)) continue;
      expect(early).toBeNull();
      await act(move);
      return move.end();
    }
  });
  expect(double).toBe(0);
  expect(ended, JSON.stringify(ended.error)).toMatchObject({ kind: 'server.migrate', state });
  const { node_id: nodeId } = await hosts.db
    .selectFrom('servers')
    .select('node_id')
    .where('id', '=', server.id)
    .executeTakeFirstOrThrow();
  expect(nodeId).toBe(holder.id);
  await expect.poll(() => holder.statusOf(server.machineId), PATIENT).toBe('running');
  expect(await other.statusOf(server.machineId)).toBe('gone');
  expect(await other.machines()).toEqual([]);
  expect(await limitsOn(holder)).toEqual(limits);
  [here, there] = [holder, other];
}

/** Checks that the guest has not noticed anything but a pause. */
async function isUnharmed(): Promise<void> {
  await server.writes();
  expect(await server.checksum()).toBe(blob);
  expect(await server.troubles()).toBe(0);
}

test('a guest that an earlier release started stays, with a reason that names its next start', async () => {
  const file = path.join(here.home, 'machines', server.machineId, 'process.json');
  const text = await readFile(file, 'utf8');
  const { pid, startTime, hostBoot, uid } = JSON.parse(text);
  // Everything that releases before live moves wrote about a running guest.
  await restartWith(file, JSON.stringify({ pid, startTime, hostBoot, uid }));
  try {
    const move = await startMove(hosts, server, there);
    const error = expect.stringContaining('was started by an earlier release. It can move after its next start');
    expect(await move.end()).toMatchObject({ state: 'undone', error });
    expect(await there.machines()).toEqual([]);
    await isUnharmed();
  } finally {
    await restartWith(file, text);
  }
});

/** Replaces a file while the worker of the guest's host does not run, as an update does. */
async function restartWith(file: string, text: string): Promise<void> {
  await here.kill();
  await writeFile(file, text);
  await here.start();
}

test('a new host whose guest process dies during the copy: the guest runs on with its limits', async () => {
  const act = async () => {
    await there.killQemu(server.machineId);
    here.proceed();
  };
  await moves([here, 'disk'], act, { holder: here, state: 'undone' });
  await isUnharmed();
});

test('a link that loses all packets during the copy: the guest writes on, and the move ends before the link is back', async () => {
  let speak: () => Promise<void> = async () => undefined;
  const act = async (move: Move) => {
    speak = await dropPackets(there);
    here.proceed();
    await server.writes();
    expect(await move.end()).toMatchObject({ state: 'undone' });
    expect(await here.statusOf(server.machineId)).toBe('running');
  };
  try {
    await moves([here, 'disk'], act, { holder: here, state: 'undone' });
  } finally {
    await speak();
  }
  await isUnharmed();
});

test('a worker of the new host that dies during the copy', async () => {
  const act = async () => {
    await there.kill();
    here.proceed();
    await server.writes();
    await there.start();
  };
  await moves([here, 'disk'], act, { holder: here, state: 'undone' });
  await isUnharmed();
});

test.each<HostPoint>(['disk', 'pause', 'commit'])(
  'a worker of the old host that dies at the point "%s", before the row changes: the guest runs on there',
  async (point) => {
    const act = async () => {
      await here.kill();
      await here.start();
    };
    await moves([here, point], act, { holder: here, state: 'undone' });
    await isUnharmed();
  },
);

test('a database that holds up the change of the row: the guest runs on where it was', async () => {
  await moves(
    [here, 'commit'],
    async (move) => {
      await inTransaction(hosts.db, async (trx) => {
        await sql`select from server_details where id = ${server.id} for update`.execute(trx);
        here.proceed();
        await expect.poll(() => here.statusOf(server.machineId), PATIENT).toBe('running');
      });
      expect(await move.end()).toMatchObject({ state: 'undone' });
    },
    { holder: here, state: 'undone' },
  );
  await isUnharmed();
});

test('a worker of the old host that dies after the row has changed: the guest runs on the new host before it is back', async () => {
  const act = async () => {
    await here.kill();
    await expect.poll(() => there.statusOf(server.machineId), PATIENT).toBe('running');
    await server.writes();
    await here.start();
  };
  await moves([here, 'committed'], act, { holder: there, state: 'done' });
  await isUnharmed();
});

test('workers of both hosts that die before the guest is taken: the new host takes it alone', async () => {
  const act = async () => {
    await here.kill();
    await there.kill();
    await there.start();
    await expect.poll(() => there.statusOf(server.machineId), PATIENT).toBe('running');
    await server.writes();
    await here.start();
  };
  await moves([there, 'take'], act, { holder: there, state: 'done' });
  await isUnharmed();
});

test('a guest process that dies on the new host after the row has changed: the guest boots there, with its data', async () => {
  const act = async () => {
    await there.killQemu(server.machineId);
    here.proceed();
  };
  await moves([here, 'committed'], act, { holder: there, state: 'done' });
  expect(await bootedChecksum()).toBe(blob);
});

test('a guest process that dies on the old host during the copy: the guest boots there, with its data', async () => {
  const act = async () => {
    await here.killQemu(server.machineId);
    here.proceed();
  };
  await moves([here, 'disk'], act, { holder: here, state: 'undone' });
  expect(await bootedChecksum()).toBe(blob);
});

/** Returns the checksum once the guest has booted. */
async function bootedChecksum(): Promise<string> {
  await expect
    .poll(
      () =>
        server.inside('true').then(
          () => true,
          () => false,
        ),
      PATIENT,
    )
    .toBe(true);
  return server.checksum();
}
