/** A house whose database can be put back to what it was, while its machines, files and gateways go on. */
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RecoveringInstallation } from '@innkeeper/cli/restore/recovering-installation';
import { openDatabase } from '@innkeeper/db/connect';
import { asRole, OWNER_ROLE, WORKER_ROLE } from '@innkeeper/db/roles';
import type { Database } from '@innkeeper/db/schema';
import { openAttachmentDirectory } from '@innkeeper/engine/attachments/directory';
import { openInvoiceJournal } from '@innkeeper/engine/journal/invoices';
import { SILENT_LOG } from '@innkeeper/engine/log';
import { type Engine, openEngine } from '@innkeeper/engine/open';
import { type Clock, systemClock } from '@innkeeper/model/time/clock';
import { DEFINITIONS } from '@innkeeper/workflows/definitions';
import { startWorker, type Worker } from '@innkeeper/workflows/runner/worker';
import type { Kysely } from 'kysely';
import { inject } from 'vitest';
import { type Lab, openLab } from '../app.ts';
import { databaseUrl, openTestDatabase, type TestDatabase } from '../database.ts';
import { givenTinyFile } from '../given-images.ts';
import { operatorOf } from '../operator.ts';
import { labSettings } from '../settings.ts';

export const NODE = 'node-1';

/** API and worker on a database, which stays when they are closed. */
export interface OpenInstallation extends Lab {
  engine: Engine;
  work(): Promise<Worker>;
}

export interface RestorableInstallation {
  home: string;
  journal: string;
  engine: Engine;
  attachments: string;
  open(name: string, clock?: Clock): Promise<OpenInstallation>;
  /** Copies a database to which nothing is connected. */
  copy(from: string, to: string): Promise<void>;
  /** Returns the installation that `restore plan` and `restore finish` work on. */
  place(db: Kysely<Database>, clock: Clock): RecoveringInstallation;
  /** Identity of each machine's disk, which a new disk does not keep, and what the sandbox has recorded. */
  outside(): Promise<{ machines: Record<string, unknown>; charges: Record<string, string> }>;
  close(): Promise<void>;
}

/** The first database is `today`. */
export async function openRestorableInstallation(): Promise<RestorableInstallation> {
  const home = await mkdtemp(join(tmpdir(), 'innkeeper-house-'));
  const engine = await openEngine({ kind: 'simulated', home, projectRoot: home, root: false, log: SILENT_LOG });
  await engine.network.open([]);
  await engine.compute.open();
  const server = inject('postgresUrl');
  const first = await openTestDatabase();
  const prefix = nameIn(first.url);
  const urls = new Map([['today', first.url]]);
  await givenTinyFile(first.db, engine);
  await first.pool.end();
  const [attachments, receivedMail, journal] = [join(home, 'attachments'), join(home, 'received-mail'), join(home, 'journal')];
  for (const directory of [attachments, receivedMail]) await mkdir(directory);

  const connect = (name: string, clock: Clock): TestDatabase => {
    const url = urls.get(name) ?? '';
    const { db, pool, close } = openDatabase({ url, clock });
    return { db, pool, url, close };
  };
  return {
    ...{ home, engine, attachments, journal },
    async open(name, clock = systemClock) {
      const database = connect(name, clock);
      const lab = await openLab({ database, clock, attachments: openAttachmentDirectory(attachments) });
      const ofWorker = openDatabase({ url: asRole(database.url, WORKER_ROLE), clock });
      let worker: Worker | undefined;
      return {
        ...lab,
        engine,
        async work() {
          worker = await startWorker({
            ...{
              db: ofWorker.db,
              databaseUrl: asRole(database.url, WORKER_ROLE),
              engine,
              settings: labSettings,
              log: SILENT_LOG,
            },
            ...{ clock, definitions: Object.values(DEFINITIONS) },
            timings: { retryBaseMs: 5, pauseFactor: 0.05 },
          });
          return worker;
        },
        async close() {
          await worker?.stop();
          await ofWorker.close();
          await lab.close();
        },
      };
    },
    async copy(from, to) {
      const source = nameIn(urls.get(from) ?? '');
      await maintain(server, `create database ${prefix}_${to} template ${source} owner ${OWNER_ROLE} strategy file_copy`);
      urls.set(to, databaseUrl(server, `${prefix}_${to}`));
    },
    place: (db, clock) => ({
      cx: { ...operatorOf(db), clock },
      home: { path: home, attachments, receivedMail },
      target: {
        engine: {
          ...engine,
          attachments: openAttachmentDirectory(attachments),
          receivedMail: openAttachmentDirectory(receivedMail),
          invoiceJournal: openInvoiceJournal(journal),
          gateways: engine.payments,
        },
        node: NODE,
        machinesDirectory: home,
      },
    }),
    outside: async () => ({
      machines: await jsonIn(join(home, 'simulated-machines'), ({ disk }) => (disk as { identity: string }).identity),
      charges: (await jsonIn(join(home, 'payments', 'sandbox'), (record) => JSON.stringify(record))) as Record<string, string>,
    }),
    async close() {
      await engine.compute.close();
      await engine.network.close();
      for (const url of urls.values()) await maintain(server, `drop database ${nameIn(url)} with (force)`);
      await rm(home, { recursive: true });
    },
  };
}

/** Name of the database; a URL of a socket's directory is none that `URL` reads. */
const nameIn = (url: string): string => /\/([^/?]*)(?:\?|$)/.exec(url.replace(/^[a-z]+:\/\//, ''))?.[1] ?? '';

async function jsonIn(directory: string, of: (record: Record<string, unknown>) => unknown): Promise<Record<string, unknown>> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.json') && !name.startsWith('.')).toSorted();
  const entries = names.map(async (name) => [name, of(JSON.parse(await readFile(join(directory, name), 'utf8')))] as const);
  return Object.fromEntries(await Promise.all(entries));
}

async function maintain(url: string, statement: string): Promise<void> {
  const { pool, close } = openDatabase({ url, max: 1 });
  try {
    await pool.query(statement);
  } finally {
    await close();
  }
}
