/** The installation that a command is about; what an act needs of it is opened when it is asked for. */
import { loadForCommand } from '@innkeeper/apps/configuration/command';
import { withDatabase } from '@innkeeper/apps/installation/database';
import { type Home, homeAt, requireState } from '@innkeeper/apps/installation/home';
import { operatorCx } from '@innkeeper/apps/installation/operator';
import { readSecretKey } from '@innkeeper/apps/installation/secret-key';
import { inTransaction } from '@innkeeper/db/transaction';
import type { OperatorActor } from '@innkeeper/domain/actor';
import type { Cx } from '@innkeeper/domain/context';
import { openAttachmentDirectory } from '@innkeeper/engine/attachments/directory';
import type { AttachmentPort } from '@innkeeper/engine/attachments/port';
import type { ComputePort } from '@innkeeper/engine/compute/port';
import type { Dns } from '@innkeeper/engine/dns/open';
import type { ImagePort } from '@innkeeper/engine/images/port';
import type { NetworkPort } from '@innkeeper/engine/network/port';
import { openSealer, type Sealer } from '@innkeeper/model/sealing';
import type { OperatorCx } from '@innkeeper/operations/operator/context';

export interface Installation {
  home: Home;
  /** Runs a use case in a transaction of its own. */
  commit<T>(work: (cx: OperatorCx) => Promise<T>): Promise<T>;
  /** Runs what must hold no transaction, as it waits for somebody. */
  outside<T>(work: (cx: Cx<OperatorActor>) => Promise<T>): Promise<T>;
  engine(): Promise<OperatorEngine>;
  /** With the key that this process has. */
  dns(): Promise<Dns>;
  /** With the installation's key. */
  sealer(): Promise<Sealer>;
  /** Files of tickets. */
  attachments(): Pick<AttachmentPort, 'read' | 'write' | 'remove'>;
}

/** Parts of an engine that operations of the operator need. */
export interface OperatorEngine {
  compute: Pick<ComputePort, 'list'>;
  images: Pick<ImagePort, 'provide'>;
  network: Pick<NetworkPort, 'checkUplink'>;
}

export function openInstallation(directory: string | undefined): Installation {
  const home = homeAt(directory);
  const settingsOf = async (): Promise<Cx['settings']> => {
    await requireState(home);
    return (await loadForCommand(home)).settings;
  };
  return {
    home,
    async commit(work) {
      const settings = await settingsOf();
      return withDatabase(home, (db) => inTransaction(db, (trx) => work(operatorCx(trx, settings))));
    },
    async outside(work) {
      const settings = await settingsOf();
      return withDatabase(home, (db) => work(operatorCx(db, settings)));
    },
    async engine() {
      const { engine } = await requireState(home);
      const { openHomesEngine } = await import('@innkeeper/apps/installation/engine');
      return openHomesEngine(home, engine, (await loadForCommand(home)).values);
    },
    sealer: async () => openSealer(await readSecretKey(home, (await loadForCommand(home)).values['secret.key'])),
    attachments: () => openAttachmentDirectory(home.attachments),
    async dns() {
      const { openDns } = await import('@innkeeper/engine/dns/open');
      return openDns({ apiKey: (await loadForCommand(home)).values['dns.key'], directory: home.dns });
    },
  };
}

type UseCase<Input, Result> = (cx: OperatorCx, input: Input) => Promise<Result>;

/** For acts that need nothing but the database. */
export function inOneTransaction<Input, Result>(use: UseCase<Input, Result>) {
  return (at: Installation, input: Input): Promise<Result> => at.commit((cx) => use(cx, input));
}
