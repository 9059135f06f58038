/** Measures the cost of the summary in the events of a server: deploys and changes of a server, with and without it. */
import type pg from 'pg';
import { type BenchDatabase, openFilledDatabase, openPool } from '../database.ts';
import { aShop } from '../fixture/fillings.ts';
import { clusterCpuMs } from '../idle/cluster.ts';
import { compareDeploys } from '../orders/compare.ts';
import type { Options } from '../part.ts';

/** Milliseconds with and without the summary. */
export interface Compared {
  on: number;
  off: number;
}

export interface EventFigures {
  /** CPU time of the API, the worker and the database for one deploy. */
  deploy: Compared;
  /** CPU time of the database for a transaction that changes one server, and the duration of the transaction on one connection. */
  changeCpu: Compared;
  change: Compared;
  /** Size in bytes of the data of an event. */
  bytes: Compared;
}

const ROUNDS = 8;
const CHANGES = 2_000;
const DEPLOY_ROUNDS = 4;

export async function measureEvents({ say }: Options): Promise<EventFigures> {
  const database = await openFilledDatabase(aShop, say);
  const owner = openPool(database.urls.owner, { max: 1 });
  try {
    const turn = await summarySwitch(owner);
    const { changeCpu, change } = await compareChanges(database, owner, turn);
    say(`a change of a server: ${changeCpu.on.toFixed(3)} ms of CPU with the summary, ${changeCpu.off.toFixed(3)} ms without`);
    const bytes = { on: await bytesOfChange(owner, turn, true), off: await bytesOfChange(owner, turn, false) };
    const deploy = await compareDeploys(database, { what: 'summaries', turn, say, rounds: DEPLOY_ROUNDS });
    return { deploy, changeCpu, change, bytes };
  } finally {
    await owner.end();
    await database.close();
  }
}

type Turn = (on: boolean) => Promise<void>;

/** Returns a function that replaces `write_events` by a copy without the summary fields, and restores it. */
async function summarySwitch(owner: pg.Pool): Promise<Turn> {
  const { rows } = await owner.query<{ text: string }>(
    "select pg_get_functiondef(oid) as text from pg_proc where proname = 'write_events'",
  );
  const whole = rows[0]?.text ?? '';
  const without = whole.replace(/, 'hostname', s\.hostname.*?'expiry_at', s\.expiry_at/s, '');
  if (without === whole) throw new Error('the events of servers have no summary');
  return async (on) => {
    await owner.query(on ? whole : without);
  };
}

async function compareChanges(
  { pid }: BenchDatabase<unknown>,
  owner: pg.Pool,
  turn: Turn,
): Promise<Pick<EventFigures, 'change' | 'changeCpu'>> {
  const cpu = { on: 0, off: 0 };
  const time = { on: 0, off: 0 };
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const on of round % 2 === 0 ? [true, false] : [false, true]) {
      await turn(on);
      await changeServers(owner, CHANGES / 10);
      const [before, began] = [clusterCpuMs(pid), performance.now()];
      await changeServers(owner, CHANGES);
      time[on ? 'on' : 'off'] += (performance.now() - began) / CHANGES / ROUNDS;
      cpu[on ? 'on' : 'off'] += (clusterCpuMs(pid) - before) / CHANGES / ROUNDS;
    }
  }
  return { change: time, changeCpu: cpu };
}

const CHANGE = {
  name: 'change',
  text: "update server_details set power = case power when 'running' then 'stopped' else 'running' end where id = $1",
};

async function changeServers(owner: pg.Pool, count: number): Promise<void> {
  const { rows } = await owner.query<{ id: number }>('select id from server_details order by id limit 500');
  for (let i = 0; i < count; i += 1) await owner.query({ ...CHANGE, values: [rows[i % rows.length]?.id] });
}

async function bytesOfChange(owner: pg.Pool, turn: Turn, on: boolean): Promise<number> {
  await turn(on);
  await changeServers(owner, 1);
  const { rows } = await owner.query<{ bytes: number }>(
    "select pg_column_size(data) as bytes from events where resource_kind = 'server' order by at desc limit 1",
  );
  return rows[0]?.bytes ?? 0;
}
