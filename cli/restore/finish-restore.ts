/**
 * Runs `restore finish` on an open installation. Each part can be repeated: files are moved before the transaction that ends the recovery.
 */
import { mkdir, readdir, rename } from 'node:fs/promises';
import path from 'node:path';
import { CommandError } from '@innkeeper/apps/terminal/command-error';
import { revokeCustomersTokens } from '@innkeeper/db/recovery/sign-ins';
import { lockRecovering } from '@innkeeper/db/recovery/state';
import { listImageFiles } from '@innkeeper/db/tables/image-files';
import { listNodeResources } from '@innkeeper/doctor/node-resources';
import { nodeId } from '@innkeeper/doctor/target';
import { audit } from '@innkeeper/domain/audit';
import { type Cx, transact } from '@innkeeper/domain/context';
import { finishRecovery, type RecoveryResult } from '@innkeeper/domain/recovery/finish';
import { isNodeError } from '@innkeeper/engine/atomic';
import { findUnaccepted } from '@innkeeper/model/recovery/restore-plan';
import { counted } from '../output/counted.ts';
import { collectFindings, requireRecovering } from './find.ts';
import type { RecoveringInstallation } from './recovering-installation.ts';

interface FinishedRestore extends RecoveryResult {
  backup: string;
  takenAt: Date;
  /** Findings that the operator has accepted. They remain as they are. */
  accepted: string[];
  /** Directory that files without a row were moved to, and their names in the directory. */
  unclaimed: { directory: string; names: string[] };
  /** Number of customer tokens that were revoked, or `null` if they were not to be revoked. */
  revoked: number | null;
}

const SHOWN = 20;

/** Finishes a restore. `accept` is the content of the file with accepted findings. Throws a `CommandError` if a finding is not in the file. */
export async function finishRestore(
  installation: RecoveringInstallation,
  { accept, endTokens }: { accept: string; endTokens: boolean },
): Promise<FinishedRestore> {
  const { cx, home, target: looked } = installation;
  const { backup, taken_at: takenAt, since } = await requireRecovering(installation);
  const findings = await collectFindings(installation);
  requireAllAccepted(findUnaccepted(findings, accept));
  const target = { db: cx.db, ...looked };
  const names = await moveUnclaimed(installation, since);
  const nodeResources = await listNodeResources(target);
  const node = await nodeId(target);
  const images = await looked.engine.imageFiles.lookAt(await listImageFiles(cx.db));
  const ended = await transact(cx, async (one) => {
    // A concurrent second run waits here and then finds no recovery to finish.
    if (!(await lockRecovering(one.db))) throw new CommandError('Another command has finished this restore.');
    const revoked = endTokens ? await revokeTokensOfCustomers(one, one.clock.now()) : null;
    return { ...(await finishRecovery(one, { seen: nodeResources, images, takenAt, nodeId: node })), revoked };
  });
  return { ...ended, backup, takenAt, accepted: findings, unclaimed: { directory: unclaimedDirectory(home.path, since), names } };
}

/**
 * Revokes the customer tokens that were created before this time, because they may have been revoked after the backup. Returns how many.
 */
export async function revokeTokensOfCustomers(cx: Parameters<typeof audit>[0], before: Date): Promise<number> {
  const revoked = await revokeCustomersTokens(cx.db, before, cx.clock.now());
  await audit(cx, 'restore.tokens-ended', null, { tokens: revoked });
  return revoked;
}

/**
 * Revokes the customer tokens after the restore was finished. Throws a `CommandError` if the installation was never restored. Returns how many.
 */
export async function revokeTokensAfterFinish(cx: Cx<RecoveringInstallation['cx']['actor']>): Promise<number> {
  const last = await cx.db
    .selectFrom('audit_log')
    .select('at')
    .where('action', '=', 'restore.finished')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!last) throw new CommandError('This installation was never restored. There is nothing to finish.');
  return transact(cx, (one) => revokeTokensOfCustomers(one, last.at));
}

function requireAllAccepted(findings: readonly string[]): void {
  if (findings.length === 0) return;
  const more = findings.length > SHOWN ? [`and ${findings.length - SHOWN} more`] : [];
  throw new CommandError(
    [
      `${counted(findings.length, 'finding')} ${findings.length === 1 ? 'is' : 'are'} not accepted:`,
      ...[...findings.slice(0, SHOWN), ...more].map((finding) => `  ${finding}`),
      'Write all of them with ./innkeeper restore plan, read them, and run ./innkeeper restore finish --accept FILE.',
    ].join('\n'),
  );
}

/** Returns the directory for files without a row. The time of the restore names it, so that a second run uses the same directory. */
const unclaimedDirectory = (home: string, since: Date): string =>
  path.join(home, `unclaimed-${since.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`);

/**
 * Moves files without a row aside. They were added after the backup, and the API would delete them. Returns all names in the directory
 * afterwards, such as `attachments/NAME`.
 */
async function moveUnclaimed({ cx, home }: Pick<RecoveringInstallation, 'cx' | 'home'>, since: Date): Promise<string[]> {
  const { db } = cx;
  const attachments = await db.selectFrom('ticket_attachments').select('key').execute();
  const mails = await db.selectFrom('received_mails').select('key').where('key', 'is not', null).execute();
  const target = unclaimedDirectory(home.path, since);
  return [
    ...(await move(home.attachments, path.join(target, 'attachments'), attachments)),
    ...(await move(home.receivedMail, path.join(target, 'received-mail'), mails)),
  ];
}

async function move(from: string, to: string, rows: readonly { key: string | null }[]): Promise<string[]> {
  const claimed = new Set(rows.map(({ key }) => key));
  const unclaimed = (await namesIn(from)).filter((name) => !claimed.has(name));
  if (unclaimed.length > 0) await mkdir(to, { recursive: true, mode: 0o700 });
  for (const name of unclaimed) await rename(path.join(from, name), path.join(to, name));
  return (await namesIn(to)).toSorted().map((name) => path.join(path.basename(to), name));
}

async function namesIn(directory: string): Promise<string[]> {
  try {
    return await readdir(directory);
  } catch (error) {
    if (isNodeError(error, 'ENOENT')) return [];
    throw error;
  }
}
