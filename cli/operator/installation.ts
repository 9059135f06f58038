/** The installation of a command. Each part is opened on first use. */
import { loadForCommand } from '@innkeeper/apps/configuration/command';
import { requireSecretKey } from '@innkeeper/apps/installation/bind-secret-key';
import { withDatabase } from '@innkeeper/apps/installation/database';
import { type Home, homeAt, requireState } from '@innkeeper/apps/installation/home';
import { operatorCx } from '@innkeeper/apps/installation/operator';
import { refuseInRecovery } from '@innkeeper/apps/installation/recovering';
import type { OperatorOperation } from '@innkeeper/contract/operator/define';
import { isRecovering } from '@innkeeper/db/tables/recovering';
import { inTransaction } from '@innkeeper/db/transaction';
import type { OperatorActor } from '@innkeeper/domain/actor';
import type { Cx } from '@innkeeper/domain/context';
import { openAttachmentDirectory } from '@innkeeper/engine/attachments/directory';
import type { AttachmentPort } from '@innkeeper/engine/attachments/port';
import type { ComputePort } from '@innkeeper/engine/compute/port';
import type { ImageTrials } from '@innkeeper/engine/compute/qemu/try-image';
import type { Dns } from '@innkeeper/engine/dns/open';
import type { ImageFiles } from '@innkeeper/engine/images/files';
import type { ImagePort } from '@innkeeper/engine/images/port';
import type { MailPort } from '@innkeeper/engine/mail/port';
import type { NetworkPort } from '@innkeeper/engine/network/port';
import { openSealer, type Sealer } from '@innkeeper/model/installation/sealing';
import { voidApprovalsAfter } from '@innkeeper/operations/approvals.staff';
import type { StaffCx } from '@innkeeper/operations/define.staff';
import { sql } from 'kysely';

export interface Installation {
  home: Home;
  /**
   * Throws a `CommandError` for a change while the installation recovers. Needed only before work outside a transaction. The other methods check
   * this themselves.
   */
  requireChangesAllowed(): Promise<void>;
  /** Runs a use case in its own transaction. */
  commit<T>(work: (cx: StaffCx) => Promise<T>): Promise<T>;
  /** Runs work that must not hold a transaction while it waits. */
  withoutTransaction<T>(work: (cx: Cx<OperatorActor>) => Promise<T>): Promise<T>;
  engine(): Promise<OperatorEngine>;
  /** Returns the DNS server, with the key of this process. */
  dns(): Promise<Dns>;
  /** Returns the mail server of the installation. The caller closes it. */
  mail(): Promise<MailPort>;
  /** Returns a sealer with the installation's key. Throws `FatalStart` if the home has another key. */
  sealer(): Promise<Sealer>;
  /** Returns the store of ticket files. */
  attachments(): Pick<AttachmentPort, 'read' | 'write' | 'remove'>;
}

/** Parts of an engine that operations of the operator need. */
export interface OperatorEngine {
  compute: Pick<ComputePort, 'list' | 'directory'>;
  images: Pick<ImagePort, 'provide'>;
  trials: Pick<ImageTrials, 'boot' | 'cpu'> | null;
  imageFiles: Pick<ImageFiles, 'lookAt' | 'storedPath'>;
  network: Pick<NetworkPort, 'checkUplink'>;
}

/**
 * Returns the installation. During a recovery from a restore its methods throw a `CommandError` for an operation with `changes`, except
 * `inRecovery`. Reads then run in a read-only transaction.
 */
export function openInstallation(
  directory: string | undefined,
  { changes, inRecovery }: Pick<OperatorOperation, 'changes' | 'inRecovery'>,
): Installation {
  const home = homeAt(directory);
  const admit = async (db: Cx['db']): Promise<void> => {
    if (inRecovery) return;
    if (changes) await refuseInRecovery(db);
    else if (db.isTransaction && (await isRecovering(db))) await sql`set transaction read only`.execute(db);
  };
  /** Throws a `CommandError` during a recovery, for work outside the database. */
  const admitOutside = async (): Promise<void> => {
    if (changes && !inRecovery) await withDatabase(home, admit);
  };
  const settingsOf = async (): Promise<Cx['settings']> => {
    await requireState(home);
    return (await loadForCommand(home)).settings;
  };
  return {
    home,
    requireChangesAllowed: admitOutside,
    async commit(work) {
      const settings = await settingsOf();
      return withDatabase(home, (db) =>
        inTransaction(db, async (trx) => {
          await admit(trx);
          return work(operatorCx(trx, settings));
        }),
      );
    },
    async withoutTransaction(work) {
      const settings = await settingsOf();
      return withDatabase(home, async (db) => {
        await admit(db);
        return work(operatorCx(db, settings));
      });
    },
    async engine() {
      await admitOutside();
      const { engine } = await requireState(home);
      const { createEngineOfHome } = await import('@innkeeper/apps/installation/engine');
      return createEngineOfHome(home, engine, (await loadForCommand(home)).values);
    },
    async sealer() {
      await admitOutside();
      const configuredKey = (await loadForCommand(home)).values['secret.key'];
      return openSealer(await withDatabase(home, (db) => requireSecretKey(db, { home, configuredKey })));
    },
    attachments: () => openAttachmentDirectory(home.attachments),
    async mail() {
      const { openMail } = await import('@innkeeper/engine/mail/open');
      const { mailSettingsOf } = await import('@innkeeper/apps/installation/mail');
      const { SILENT_LOG } = await import('@innkeeper/engine/log');
      return openMail({ ...mailSettingsOf((await loadForCommand(home)).values), directory: home.mail, log: SILENT_LOG });
    },
    async dns() {
      await admitOutside();
      const { openDns } = await import('@innkeeper/engine/dns/open');
      return openDns({ apiKey: (await loadForCommand(home)).values['dns.key'], directory: home.dns });
    },
  };
}

type UseCase<Input, Result> = (cx: StaffCx, input: Input) => Promise<Result>;

/** Wraps a use case that needs only the database. */
export function inOneTransaction<Input, Result>(use: UseCase<Input, Result>) {
  return (installation: Installation, input: Input): Promise<Result> => installation.commit((cx) => use(cx, input));
}

/** Wraps a use case that staff elsewhere requests. Closes waiting requests that cannot be carried out after it. */
export function inOneTransactionVoiding<Input extends object, Result>(use: UseCase<Input, Result>) {
  return (installation: Installation, input: Input): Promise<Result> =>
    installation.commit(async (cx) => {
      const result = await use(cx, input);
      await voidApprovalsAfter(cx, input);
      return result;
    });
}
