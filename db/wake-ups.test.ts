import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { givenAccount } from '@innkeeper/lab/given';
import { givenTicket } from '@innkeeper/lab/given-tickets';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { WakeUps, wakeWorkers } from './wake-ups.ts';

const NEW_TICKET = `insert into tickets (account_id, created_at, updated_at, waiting_since, subject, department_id)
  values ($1, now(), now(), now(), 'Given', 1)`;

describe('wake-ups', () => {
  let lab: TestDatabase;
  let listener: pg.Client;
  let heard: string[];
  beforeAll(async () => {
    lab = await openTestDatabase();
  });
  afterAll(() => lab.close());
  beforeEach(async () => {
    heard = [];
    listener = new pg.Client({ connectionString: lab.url });
    await listener.connect();
    listener.on('notification', ({ channel, payload }) => heard.push(`${channel} ${payload}`));
    await listener.query('listen events; listen workflows');
  });
  afterEach(() => listener.end());

  const account = async (): Promise<number> => (await givenAccount(lab.db)).accountId;
  const ticketOf = (db: TestDatabase['db'], id: number) => givenTicket(db, { accountId: id });
  /** Waits until everything sent so far has been received. */
  const settled = async (db: pg.Client): Promise<void> => {
    await db.query("notify events, 'end'");
    await vi.waitFor(() => expect(heard).toContain('events end'));
  };

  it('are sent after a transaction is committed, and not while it is open', async () => {
    const id = await account();
    await lab.db.transaction().execute(async (trx) => {
      await ticketOf(trx, id);
      await wakeWorkers(trx);
      await trx.executeQuery(trx.selectFrom('plans').select('id').compile());
      await settled(listener);
      expect(heard).toEqual(['events end']);
    });
    await vi.waitFor(() => expect(heard).toHaveLength(3));
    expect(heard.slice(1).sort()).toEqual([`events ${id}`, 'workflows ']);
  });

  it('are not sent for a rollback', async () => {
    const id = await account();
    await expect(
      lab.db.transaction().execute(async (trx) => {
        await ticketOf(trx, id);
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    await ticketOf(lab.db, await account());
    await vi.waitFor(() => expect(heard).toHaveLength(1));
    expect(heard).not.toContain(`events ${id}`);
  });

  it('are separate from the commit, to avoid a server-wide lock: a process that dies after it sends none', async () => {
    const id = await account();
    const other = new pg.Client({ connectionString: lab.url });
    await other.connect();
    await other.query(NEW_TICKET, [id]);
    await settled(other);
    await other.end();
    expect(heard).toEqual(['events end']);
  });

  it('of many concurrent commits are batched, each account once', async () => {
    const ids = await Promise.all(Array.from({ length: 8 }, account));
    await Promise.all(ids.flatMap((id) => [ticketOf(lab.db, id), ticketOf(lab.db, id)]));
    const accounts = () => heard.flatMap((one) => one.replace('events ', '').split(',').map(Number));
    await vi.waitFor(() => expect(new Set(accounts())).toEqual(new Set(ids)));
    expect(heard.length).toBeLessThan(2 * ids.length);
  });

  it('are sent before the database is closed', async () => {
    const { openDatabase } = await import('./connect.ts');
    const { db, close } = openDatabase({ url: lab.url });
    const id = await account();
    await ticketOf(db, id);
    await close();
    // Others may be received too: a second wake-up for an account of the previous test may arrive this late.
    await vi.waitFor(() => expect(heard).toContain(`events ${id}`));
  });
});

it('are batched up to the size of a notification', () => {
  const waiting = new WakeUps();
  const all = Array.from({ length: 3_000 }, (_, i) => String(100_000 + i));
  for (const payload of [...all, ...all]) waiting.add('events', payload);
  waiting.add('workflows', '');
  const { channels, payloads } = waiting.take();
  expect(channels).toEqual(['events', 'events', 'events', 'workflows']);
  expect(payloads.slice(0, 3).join(',').split(',')).toEqual(all);
  for (const payload of payloads) expect(payload.length).toBeLessThan(8_000);
  expect(waiting.empty).toBe(true);
});
