/** Collects the findings that `restore plan` writes and `restore finish` requires to be accepted. */
import { CommandError } from '@innkeeper/apps/terminal/command-error';
import { verifyLedger } from '@innkeeper/db/ledger/verify';
import { findRecovering, type Recovering } from '@innkeeper/db/tables/recovering';
import { describeOrphans } from '@innkeeper/doctor/findings';
import { auditBooks } from '@innkeeper/domain/billing-audit/audit';
import { isUpgradeMark } from '@innkeeper/model/upgrade/phases';
import type { RecoveringInstallation } from './recovering-installation.ts';

/** Lists orphans and missing resources, and the findings of the ledger and billing audits. */
export async function collectFindings({ cx, target }: RecoveringInstallation): Promise<string[]> {
  const { findings } = await auditBooks(cx);
  return [
    ...(await describeOrphans({ db: cx.db, ...target })),
    ...(await verifyLedger(cx.db)).map((finding) => `ledger verify: ${finding}`),
    ...findings.map((finding) => `billing audit: ${finding}`),
  ];
}

/** Returns the recovery in progress. Throws a `CommandError` if there is none. */
export async function requireRecovering({ cx }: Pick<RecoveringInstallation, 'cx'>): Promise<Recovering> {
  const recovering = await findRecovering(cx.db);
  if (!recovering) throw new CommandError('This installation is not recovering from a restore. There is nothing to finish.');
  if (isUpgradeMark(recovering.backup))
    throw new CommandError('An upgrade of this installation was interrupted. Run ./innkeeper up, which completes it.');
  return recovering;
}
