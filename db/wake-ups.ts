/**
 * Wake-ups: NOTIFY for those who wait for new work or new events, sent after the commit. A commit with NOTIFY holds a lock of the whole
 * database server until it is on disk, so that no two share a flush: 20 clients made 2 700 commits a second with it and 7 300 without. What is
 * to be woken the database says in a notice (`wake` in migrations/start/wake-ups.ts), which comes with the reply, at no round trip; once
 * the transaction is over it is sent on a connection of its own, all that came within a few milliseconds in one statement.
 *
 * A process that dies in between wakes nobody, nor does psql. So whoever waits also looks every second.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import type { Database } from './schema.ts';

/** The code of the notice. */
const WAKE = '01WAK';

/** Between two statements that wake. */
const GATHER_MS = 10;

/** PostgreSQL takes less than 8000 bytes. */
const MOST_BYTES = 7_900;

/** Named, so that it is parsed and planned once: it takes PostgreSQL 33 µs in place of 73. */
const SEND = {
  name: 'wake-ups',
  text: 'select pg_notify(channel, payload) from unnest($1::text[], $2::text[]) as one (channel, payload)',
};

/** Says that there is work for the workers of any node; part of the transaction. */
export async function wakeWorkers(db: Kysely<Database>): Promise<void> {
  await sql`select wake('workflows', '')`.execute(db);
}

/** Sends the wake-ups of all that is committed on connections of `pool`. `close` sends the last ones; to be called after the pool's end. */
export function sendWakeUps(
  pool: pg.Pool,
  { url, applicationName }: { url: string; applicationName: string },
): {
  close(): Promise<void>;
} {
  const sender = new pg.Pool({ connectionString: url, max: 1, application_name: applicationName, allowExitOnIdle: true });
  sender.on('error', () => {});
  const waiting = new WakeUps();
  let sending: Promise<void> | undefined;

  const send = async (): Promise<void> => {
    while (!waiting.empty) {
      const { channels, payloads } = waiting.take();
      // Should it fail, they look by themselves.
      await sender.query({ ...SEND, values: [channels, payloads] }).catch(() => {});
      await sleep(GATHER_MS);
    }
    sending = undefined;
  };

  pool.on('connect', (client) => {
    const said: { channel: string; payload: string }[] = [];
    client.on('notice', ({ code, message: channel = '', detail: payload = '' }) => {
      if (code === WAKE) said.push({ channel, payload });
    });
    // After each statement; 'I': no transaction is open.
    client.on('drain', () => {
      if (said.length === 0 || client.getTransactionStatus() !== 'I') return;
      for (const { channel, payload } of said.splice(0)) waiting.add(channel, payload);
      sending ??= send();
    });
  });
  return {
    async close() {
      await sending;
      await sender.end();
    },
  };
}

/** Those that wait to be sent, each once. */
export class WakeUps {
  #byChannel = new Map<string, Set<string>>();

  get empty(): boolean {
    return this.#byChannel.size === 0;
  }

  add(channel: string, payload: string): void {
    const payloads = this.#byChannel.get(channel) ?? new Set();
    this.#byChannel.set(channel, payloads.add(payload));
  }

  /** All of them, in as few notifications as hold them: payloads of a channel are joined by commas. */
  take(): { channels: string[]; payloads: string[] } {
    const channels: string[] = [];
    const payloads: string[] = [];
    for (const [channel, all] of this.#byChannel) {
      let [joined = '', ...others] = all;
      for (const payload of others) {
        const longer = `${joined},${payload}`;
        if (Buffer.byteLength(longer) > MOST_BYTES) {
          channels.push(channel);
          payloads.push(joined);
          joined = payload;
        } else joined = longer;
      }
      channels.push(channel);
      payloads.push(joined);
    }
    this.#byChannel = new Map();
    return { channels, payloads };
  }
}
