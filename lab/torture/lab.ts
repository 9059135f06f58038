/** Environment of a torture test: a database, a simulated engine, and workers over them. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '@innkeeper/db/connect';
import { asRole, WORKER_ROLE } from '@innkeeper/db/roles';
import type { WorkflowState } from '@innkeeper/db/schema';
import { SILENT_LOG } from '@innkeeper/engine/log';
import type { Engine } from '@innkeeper/engine/open';
import { systemClock } from '@innkeeper/model/time/clock';
import type { AnyDefinition } from '@innkeeper/workflows/runner/run-context';
import { startWorker, type Worker, type WorkerOptions } from '@innkeeper/workflows/runner/worker';
import { sql } from 'kysely';
import { openTestDatabase, type TestDatabase } from '../database.ts';
import { givenNode } from '../given.ts';
import { labSettings } from '../settings.ts';
import { openSimulated, openSimulatedNode } from './simulated.ts';
import { TEST_TIMINGS } from './test-timings.ts';

export interface TortureLab extends TestDatabase {
  home: string;
  /** Engine of the first node. */
  engine: Engine;
  /** Nodes by id. An empty map means one engine for all nodes. */
  nodes: ReadonlyMap<number, LabNode>;
  /** Starts a worker in this process with the timings of tests. `close` stops it at the latest. */
  worker(definitions: readonly AnyDefinition[], options?: Partial<WorkerOptions>): Promise<Worker>;
  close(): Promise<void>;
}

export interface LabNode {
  readonly name: string;
  readonly home: string;
  readonly engine: Engine;
}

/** Opens a lab with a node for each name, or with one engine for all nodes if there are no names. */
export async function openTortureLab(nodeNames: readonly string[] = []): Promise<TortureLab> {
  const [database, home] = await Promise.all([openTestDatabase(), mkdtemp(join(tmpdir(), 'innkeeper-torture-'))]);
  const nodes = new Map<number, LabNode>();
  const byName = new Map<string, Engine>();
  for (const name of nodeNames) {
    const node = { name, home: join(home, name), engine: await openSimulatedNode(home, name, byName) };
    nodes.set(await givenNode(database.db, { name }), node);
  }
  const engines = [...nodes.values()].map((node) => node.engine);
  const engine = engines[0] ?? (await openSimulated(home));
  const databaseUrl = asRole(database.url, WORKER_ROLE);
  const ofWorkers = openDatabase({ url: databaseUrl });
  const workers: Worker[] = [];
  return {
    ...database,
    home,
    engine,
    nodes,
    async worker(definitions, options = {}) {
      const worker = await startWorker({
        databaseUrl,
        db: ofWorkers.db,
        definitions,
        engine,
        clock: systemClock,
        settings: labSettings,
        log: SILENT_LOG,
        timings: TEST_TIMINGS,
        ...(nodes.size > 0 && { nodes: new Map([...nodes].map(([id, node]) => [id, node.engine])) }),
        ...options,
      });
      workers.push(worker);
      return worker;
    },
    async close() {
      await Promise.all(workers.map((worker) => worker.stop({ drainMs: 100 })));
      for (const one of new Set([engine, ...engines])) {
        await one.compute.close();
        await one.network.close();
      }
      await ofWorkers.close();
      await database.close();
      await rm(home, { recursive: true });
    },
  };
}

/** Longest wait in milliseconds for workflows to end. They usually take a fraction of a second. */
const TIME_LIMIT_MS = 20_000;

/** Waits until all workflows have ended, and returns their states. Throws with their rows if they do not end in time. */
export async function waitUntilEnded(
  lab: Pick<TortureLab, 'db'>,
  ids: readonly number[],
  timeLimitMs: number = TIME_LIMIT_MS,
): Promise<Map<number, WorkflowState>> {
  for (const deadline = Date.now() + timeLimitMs; ; await new Promise((resolve) => setTimeout(resolve, 20))) {
    const rows = await lab.db
      .selectFrom('workflows')
      .selectAll()
      .where('id', 'in', [...ids])
      .execute();
    if (rows.every((row) => row.finished_at !== null)) return new Map(rows.map((row) => [row.id, row.state]));
    if (Date.now() > deadline) throw new Error(`these did not end: ${JSON.stringify(rows)}`);
  }
}

/** Waits until the workflows have ended, like `waitUntilEnded`. Then stops the worker, even if they have not ended. */
export async function waitUntilEndedBy(
  worker: Worker,
  ...until: Parameters<typeof waitUntilEnded>
): ReturnType<typeof waitUntilEnded> {
  try {
    return await waitUntilEnded(...until);
  } finally {
    await worker.stop();
  }
}

/** Enqueues a workflow of a kind that only tests use. */
export async function enqueueTest(lab: Pick<TortureLab, 'db'>, kind: string, options: EnqueueTest = {}): Promise<number> {
  const { input = {}, resourceId = null } = options;
  return lab.db.transaction().execute(async (trx) => {
    const { id } = await trx
      .insertInto('workflows')
      .values({
        kind,
        account_id: options.accountId ?? null,
        input: JSON.stringify(input),
        resource_kind: resourceId === null ? null : 'test',
        resource_id: resourceId,
        run_at: options.runAt ?? new Date(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    if (resourceId === null) return id;
    const deadline = options.lockDeadline ?? new Date(Date.now() + 600_000);
    await sql`insert into locks (kind, resource_id, workflow_id, reason, deadline_at)
      values ('test', ${resourceId}, ${id}, 'test', ${deadline})`.execute(trx);
    return id;
  });
}

interface EnqueueTest {
  accountId?: number;
  input?: Record<string, string | number>;
  /** Locks a resource of the kind `test` with this id. */
  resourceId?: number;
  runAt?: Date;
  lockDeadline?: Date;
}
