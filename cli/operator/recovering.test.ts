/** Operator commands during the recovery from a restore: each change is refused with one sentence, and each read succeeds. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { homeAt, makeHome, writeState } from '@innkeeper/apps/installation/home';
import { CommandError } from '@innkeeper/apps/terminal/command-error';
import { OPERATOR_OPERATION_NAMES, operatorOperationOf } from '@innkeeper/contract/operator/all';
import type { OperatorOperation } from '@innkeeper/contract/operator/define';
import { beginRecovering, endRecovering } from '@innkeeper/db/tables/recovering';
import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { digestRows } from '@innkeeper/lab/digest-rows';
import { givenAccount } from '@innkeeper/lab/given';
import { givenTicket } from '@innkeeper/lab/given-tickets';
import { Failure } from '@innkeeper/model/failures';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { z } from 'zod';
import { UsageError } from '../output/errors.ts';
import { BINDINGS } from './all.ts';
import { openInstallation } from './installation.ts';
import { type Binding, perform } from './perform.ts';

const SENTENCE =
  'This installation is recovering from a restore, so nothing can be changed yet. Run ./innkeeper restore finish first.';

let lab: TestDatabase;
let home: string;
let rows: Record<string, string>;
beforeAll(async () => {
  lab = await openTestDatabase();
  const { accountId } = await givenAccount(lab.db);
  await givenTicket(lab.db, { accountId });
  home = await mkdtemp(join(tmpdir(), 'innkeeper-home-'));
  await makeHome(home);
  await mkdir(join(homeAt(home).engine, 'simulated-machines'), { recursive: true });
  const urlFile = join(home, 'database-url');
  await writeFile(urlFile, lab.url, { mode: 0o600 });
  await writeFile(join(home, 'innkeeper.toml'), `[engine]\nkind = "simulated"\n[database]\nurl_file = "${urlFile}"\n`);
  await writeState(homeAt(home), { engine: 'simulated', externalDatabase: true });
  await beginRecovering(lab.db, { backup: 'house-1.tar.zst.age', takenAt: new Date(1), now: new Date(2) });
  rows = await digestRows(lab.db);
});
afterAll(async () => {
  await lab.close();
  await rm(home, { recursive: true });
});

const operations = OPERATOR_OPERATION_NAMES.map((name) => ({ name, entry: operatorOperationOf(name) as OperatorOperation }));
function run({ name, entry }: (typeof operations)[number], given: object = {}) {
  const input = Object.fromEntries(
    Object.entries(entry.input.shape).map(([field, schema]) => [field, valueFor(schema as z.ZodType)]),
  );
  // The command writes its files into the home, each under its own name.
  const file = join(home, `written-by-${name}`);
  const saved = Object.fromEntries(
    ['output', 'file'].filter((field) => field in entry.input.shape).map((field) => [field, file]),
  );
  const binding = BINDINGS[name] as unknown as Binding<OperatorOperation>;
  return perform(binding, openInstallation(home, entry), { ...input, ...saved, ...given } as never);
}

const VALUES = [undefined, 1, '1', 'web', 'me@example.org', '10.0.0.0/24', '10.0.0.1', '2027-03-10', true, ['1'], 'DE', '1.00'];
/** Returns the first value that the schema of a field accepts. */
function valueFor(schema: z.ZodType): unknown {
  const taken = VALUES.map((value) => schema.safeParse(value)).find(({ success }) => success);
  return taken?.success ? taken.data : '1';
}

/** Commands that first read a file of the operator's. The file does not exist here. */
const READS_A_FILE: ReadonlySet<string> = new Set([
  'applyCatalogue',
  'diffCatalogue',
  'importBank',
  'invalidateTokens',
  'setLogo',
]);

const outcome = (act: Promise<unknown>) =>
  act.then(
    () => 'done',
    (error: unknown) => error,
  );

it.each(operations.filter(({ entry }) => entry.changes))(
  '$name is refused, unless it is declared for the recovery',
  async (operation) => {
    const error = await outcome(run(operation));
    if (READS_A_FILE.has(operation.name)) return expect(error).toBeInstanceOf(Error);
    // A command of the recovery succeeds, or fails for another reason.
    if (operation.entry.inRecovery) return expect(error).not.toBeInstanceOf(CommandError);
    expect(error).toBeInstanceOf(CommandError);
    expect((error as CommandError).message).toBe(SENTENCE);
  },
);

it.each(operations.filter(({ entry }) => !entry.changes))('$name returns its result', async (operation) => {
  const found = await outcome(run(operation));
  if (found !== 'done') expect(found).toBeInstanceOf(READS_A_FILE.has(operation.name) ? UsageError : Failure);
});

it('a ticket is shown without being marked as seen by support', async () => {
  const [ticket] = await lab.db.selectFrom('tickets').select('id').execute();
  const showTicket = operations.find(({ name }) => name === 'showTicket') ?? expect.fail('no such operation');
  expect(await run(showTicket, { ticket: ticket?.id })).toMatchObject({ id: ticket?.id });
  expect(await digestRows(lab.db)).toEqual(rows);
});

it('a change that is declared for a recovery is allowed', async () => {
  const at = openInstallation(home, { changes: true, inRecovery: true });
  expect(await at.commit(async ({ db }) => db.selectFrom('recovering').select('backup').execute())).toHaveLength(1);
});

it('changes are allowed again after the recovery', async () => {
  await endRecovering(lab.db);
  const closeAlert = operations.find(({ name }) => name === 'closeAlert') ?? expect.fail('no such operation');
  expect(await outcome(run(closeAlert))).toBeInstanceOf(Failure);
});
