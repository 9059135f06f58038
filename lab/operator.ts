/** Runs operator commands without a process, with the same input, use case, transaction and reply. */
import { homeAt } from '@innkeeper/apps/installation/home';
import { operatorCx } from '@innkeeper/apps/installation/operator';
import { BINDINGS } from '@innkeeper/cli/operator/all';
import type { OperatorEngine } from '@innkeeper/cli/operator/installation';
import { type Binding, checkInput, perform } from '@innkeeper/cli/operator/perform';
import { type OperatorOperationName, type OperatorReply, operatorOperationOf } from '@innkeeper/contract/operator/all';
import type { OperatorOperation } from '@innkeeper/contract/operator/define';
import { OPERATOR_ROLE } from '@innkeeper/db/roles';
import type { Database } from '@innkeeper/db/schema';
import { inTransaction } from '@innkeeper/db/transaction';
import type { Cx } from '@innkeeper/domain/context';
import { openAttachmentDirectory } from '@innkeeper/engine/attachments/directory';
import type { Dns } from '@innkeeper/engine/dns/open';
import type { MailPort } from '@innkeeper/engine/mail/port';
import { KEY_BYTES, openSealer } from '@innkeeper/model/installation/sealing';
import type { Settings } from '@innkeeper/model/settings/settings';
import { type Clock, systemClock } from '@innkeeper/model/time/clock';
import { type Kysely, sql, type Transaction } from 'kysely';
import { fakeMail } from './fake-mail.ts';
import { NO_DNS } from './given-dns.ts';
import { labSettings } from './settings.ts';

export interface OperatorAt {
  db: Kysely<Database>;
  engine?: OperatorEngine;
  dns?: Dns;
  mail?: MailPort;
  /** Directory of the files of tickets. */
  attachments?: string;
  clock?: Clock;
  settings?: Partial<Settings>;
}

export interface Operator {
  /** Runs an operation. Throws the error that the command would print, or if the reply violates the contract. */
  run<Name extends OperatorOperationName>(
    name: Name,
    input?: Record<string, unknown>,
    /** Paths of attached files. */
    paths?: readonly string[],
  ): Promise<OperatorReply<Name>>;
  /** Returns the output of the command without `--json`. */
  print(name: OperatorOperationName, input?: Record<string, unknown>): Promise<string>;
}

/** Returns the operator's context in a transaction. */
export const operatorOf = <Db extends Cx['db']>(db: Db) => operatorCx(db, labSettings);

export function openOperator({
  db,
  engine,
  attachments = '/nowhere',
  dns = NO_DNS,
  mail = fakeMail(),
  clock = systemClock,
  settings,
}: OperatorAt): Operator {
  const at: Parameters<typeof perform>[1] = {
    home: homeAt('/nowhere'),
    requireChangesAllowed: async () => {},
    commit: (work) =>
      inTransaction(db, async (trx) => {
        await asOperatorRole(trx);
        return work({ ...operatorCx(trx, { ...labSettings, ...settings }), clock });
      }),
    withoutTransaction: (work) => work({ ...operatorCx(db, { ...labSettings, ...settings }), clock }),
    dns: async () => dns,
    mail: async () => mail,
    sealer: async () => openSealer(Buffer.alloc(KEY_BYTES)),
    attachments: () => openAttachmentDirectory(attachments),
    engine: () => (engine ? Promise.resolve(engine) : Promise.reject(new Error('this test has no engine'))),
  };
  const performed = async (name: OperatorOperationName, given: Record<string, unknown>, paths: readonly string[] = []) => {
    const entry = operatorOperationOf(name);
    const checked = checkInput(entry, given);
    if (!checked.ok) throw new Error(JSON.stringify(checked.errors));
    const reply = await perform(bindingOf(name), at, checked.value, paths);
    return { reply: entry.reply.parse(reply), input: checked.value };
  };
  return {
    // The cast is safe, because the schema of this operation parsed the reply.
    run: async (name, input = {}, paths = []) => (await performed(name, input, paths)).reply as OperatorReply<typeof name>,
    async print(name, given = {}) {
      const { reply, input } = await performed(name, given);
      return bindingOf(name).format(reply, input);
    },
  };
}

/**
 * Switches to the database role of staff requests, to test that each use case needs no further rights. Connections of tests use the
 * superuser.
 */
async function asOperatorRole(trx: Transaction<Database>): Promise<void> {
  await sql`select set_config('role', ${OPERATOR_ROLE}, true) from pg_user where usename = session_user and usesuper`.execute(
    trx,
  );
}

/** Returns the binding with a general type. `Bindings` has checked that operation and binding match. */
function bindingOf(name: OperatorOperationName): Binding<OperatorOperation> {
  return BINDINGS[name] as unknown as Binding<OperatorOperation>;
}
