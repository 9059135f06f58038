/**
 * Ends the recovery after a restore (docs/decisions/restore.md). Numbers and addresses that may have been used since the backup are skipped
 * or reserved. Work that would act on newer disks, files and gateways is held.
 *
 * All changes are in one transaction, so a crash leaves the recovery unchanged, and the next run does the same.
 */

import { fenceAddresses } from '@innkeeper/db/recovery/fenced-addresses';
import { findSequences, restartSequence, skipEventNumbers } from '@innkeeper/db/recovery/sequences';
import { parkCharged, type ServerOfNode, serversWithMachine, stopRenewals } from '@innkeeper/db/recovery/services';
import { countCustomersTokens, endSignIns, failUnsentMails } from '@innkeeper/db/recovery/sign-ins';
import {
  holdWorkflows,
  listUnfinishedWorkflows,
  requeueRunning,
  type UnfinishedWorkflow,
} from '@innkeeper/db/recovery/workflows';
import { alertKeyOf, alertOnce } from '@innkeeper/db/tables/alerts';
import { continueSeries, isNumberedByFirstHost, lockSeries, markSeriesUnknown } from '@innkeeper/db/tables/invoices/series';
import { deleteMailsDue } from '@innkeeper/db/tables/mails-due';
import { expectAllBack } from '@innkeeper/db/tables/node-presence';
import { endRecovering } from '@innkeeper/db/tables/recovering';
import { postponeServiceEnds } from '@innkeeper/db/tables/service-ends';
import { returnDeadline } from '@innkeeper/model/installation/presence';
import type { InvoiceType } from '@innkeeper/model/invoices/document';
import { type ExternalState, fencedStart, highestIds, marginsOf } from '@innkeeper/model/recovery/external-state';
import { type NumberGap, seriesAfterRestore } from '@innkeeper/model/recovery/invoice-numbers';
import { machineIdOf } from '@innkeeper/model/servers/machine-names';
import { renewalHorizon } from '@innkeeper/model/services/renewals';
import { hours } from '@innkeeper/model/time/clock';
import { warnOfSentRefunds } from '../alerts/refund-to-send.ts';
import { audit } from '../audit.ts';
import type { MutatingCx } from '../context.ts';
import { type ImageWithoutFile, recordImageFiles, type SeenImage } from '../images/record-files.ts';
import { isHeldAfterRestore } from '../workflows/kinds.ts';

export interface RecoveryResult {
  sequences: number;
  /** Accounts whose events continue after a gap. */
  accounts: number;
  /** Reserved addresses, each with the machine that uses it. */
  fenced: { address: string; machineId: string }[];
  gaps: (NumberGap & { type: InvoiceType })[];
  /** Series that wait for `invoice continue-after`. */
  unknownSeries: InvoiceType[];
  lost: ServerOfNode[];
  /** Images on sale whose file this host lacks. They are not sold until it is back. */
  lostImages: ImageWithoutFile[];
  /** Ids of the accounts whose automatic charges were stopped. */
  parked: number[];
  /** Ids of services that staff ends, whose end was postponed. */
  ending: number[];
  held: UnfinishedWorkflow[];
  /** Ids of the mails that were marked as failed. */
  mails: number[];
  /** Number of facts that no mail reports any more. */
  mailFacts: number;
  /** Ids of the refunds by transfer that a person may have sent already. */
  refundsToSend: number[];
  sessions: number;
  staffTokens: number;
  /** Number of customer tokens that are still valid. */
  customersTokens: number;
}

/** Time in milliseconds that staff have to undo ends of services again. Ends that were undone since the backup are pending. */
const UNDO_MS = hours(24);

const NOT_SENT = 'restored, not sent';
const GAP = 'A backup was restored that did not contain these documents. Their numbers were in the journal.';
/** Kinds of workflows that end by removing a machine from the node that its server has left. */
const REMOVING_OLD_MACHINE = ['server.move', 'server.migrate', 'server.remove-remains'];
const HELD = 'The database was restored: this may already be done.';

/**
 * Ends the recovery. `takenAt` is the time of the backup. `nodeId` is the node whose machines were listed, or `null` for none. `images` are
 * all images, with their files on the first host.
 */
export async function finishRecovery(
  cx: MutatingCx,
  { seen, images, takenAt, nodeId }: { seen: ExternalState; images: readonly SeenImage[]; takenAt: Date; nodeId: number | null },
): Promise<RecoveryResult> {
  const now = cx.clock.now();
  const margins = marginsOf(now.getTime() - takenAt.getTime());
  const finished: RecoveryResult = {
    sequences: await fenceIds(cx, seen, margins.ids),
    fenced: await fenceUsedAddresses(cx, seen, now),
    ...(await fenceInvoiceNumbers(cx, seen, now)),
    lost: nodeId === null ? [] : await alertOfLostServers(cx, seen, nodeId),
    lostImages: await recordImageFiles(cx, images),
    held: await holdUnfinishedWorkflows(cx),
    parked: await park(cx, now),
    ending: await postponeServiceEnds(cx.db, new Date(now.getTime() + UNDO_MS)),
    mails: await failUnsentMails(cx.db, NOT_SENT, now),
    // Their mails may have been sent after the backup.
    mailFacts: await deleteMailsDue(cx.db),
    refundsToSend: await warnOfSentRefunds(cx),
    ...(await endSignIns(cx.db, now)),
    customersTokens: await countCustomersTokens(cx.db, now),
    accounts: await skipEventNumbers(cx.db, margins.events),
  };
  // Workers start only now, and would otherwise count as unavailable until they report.
  await expectAllBack(cx.db, returnDeadline(now));
  await endRecovering(cx.db);
  await audit(cx, 'restore.finished', null, detailsOf(finished));
  return finished;
}

async function fenceIds({ db }: MutatingCx, seen: ExternalState, margin: number): Promise<number> {
  const highest = highestIds(seen);
  const sequences = await findSequences(db);
  for (const sequence of sequences)
    await restartSequence(db, sequence.name, fencedStart(sequence, highest.get(sequence.name) ?? 0, margin));
  return sequences.length;
}

async function fenceUsedAddresses(cx: MutatingCx, { addresses }: ExternalState, now: Date): Promise<RecoveryResult['fenced']> {
  const fenced = await fenceAddresses(cx.db, addresses, now);
  for (const { id, address, machineId } of fenced)
    await audit(cx, 'restore.address-kept-back', { kind: 'ip_address', id, accountId: null }, { address, machine: machineId });
  return fenced.map(({ address, machineId }) => ({ address, machineId }));
}

async function fenceInvoiceNumbers(
  cx: MutatingCx,
  { journal, otherNodes }: ExternalState,
  now: Date,
): Promise<Pick<RecoveryResult, 'gaps' | 'unknownSeries'>> {
  const gaps: RecoveryResult['gaps'] = [];
  const unknownSeries: InvoiceType[] = [];
  const isOnlyJournal = otherNodes.length === 0 || (await isNumberedByFirstHost(cx.db));
  for (const { type, last } of await lockSeries(cx.db)) {
    const next = seriesAfterRestore(last, { journal: journal?.[type] ?? null, isOnlyJournal });
    const gap = await continueSeries(cx.db, { type, last }, { after: next.last, reason: GAP, now });
    if (!next.known) {
      await markSeriesUnknown(cx.db, type, now);
      unknownSeries.push(type);
    }
    if (!gap) continue;
    gaps.push({ type, ...gap });
    await audit(cx, 'restore.invoice-numbers-left-out', null, { series: type, ...gap });
  }
  return { gaps, unknownSeries };
}

/**
 * Turns off automatic renewal of servers without a machine, because they may have been terminated after the backup. Opens an alert for each
 * and returns them.
 */
async function alertOfLostServers(cx: MutatingCx, { machineIds }: ExternalState, nodeId: number): Promise<ServerOfNode[]> {
  const existingMachineIds = new Set(machineIds);
  const lost = (await serversWithMachine(cx.db, nodeId)).filter(({ id }) => !existingMachineIds.has(machineIdOf(id)));
  await stopRenewals(
    cx.db,
    lost.map(({ id }) => id),
  );
  for (const { id, accountId, hostname } of lost) {
    const resource = { kind: 'server', id };
    const message = `Server ${id} (${hostname}) has no machine since the database was restored: it may have been terminated after the backup. Its automatic renewal is off. Tell its owner to restore a backup on a new server. Then end this one with ./innkeeper server repair ${id} --end-lost.`;
    await alertOnce(cx.db, { kind: 'server_lost', key: alertKeyOf(resource), resource, message });
    await audit(cx, 'restore.server-lost', { ...resource, accountId });
  }
  return lost;
}

const isRemoving = (kind: string): boolean => REMOVING_OLD_MACHINE.includes(kind);

async function holdUnfinishedWorkflows(cx: MutatingCx): Promise<UnfinishedWorkflow[]> {
  const workflows = (await listUnfinishedWorkflows(cx.db)).filter(({ kind }) => isHeldAfterRestore(kind));
  await holdWorkflows(
    cx.db,
    workflows.map(({ id }) => id),
    HELD,
  );
  await requeueRunning(cx.db);
  for (const { id, kind, accountId, resource: about } of workflows) {
    const resource = { kind: 'workflow', id };
    const message = `Workflow ${id} (${kind}${about ? ` of ${about}` : ''}) is held, because the database was restored and it may have ended since the backup. See what is there now.${isRemoving(kind) ? ' The workflow removes the machine on the old node of the server, so see first that the server has not come back there.' : ''} Continue it with ./innkeeper workflow retry ${id}, or undo it with ./innkeeper workflow cancel ${id}.`;
    await alertOnce(cx.db, { kind: 'workflow_stuck', key: alertKeyOf(resource), resource, message });
    await audit(cx, 'restore.workflow-held', { ...resource, accountId });
  }
  return workflows;
}

/** Parks accounts whose cards may have been charged after the backup for the same period. */
async function park(cx: MutatingCx, now: Date): Promise<number[]> {
  const until = renewalHorizon(now, cx.settings.renewals.daysAhead);
  const parked = await parkCharged(cx.db, { until, reason: 'restored', now });
  for (const id of parked) {
    const resource = { kind: 'account', id };
    const message = `Automatic charges of account ${id} were stopped, because the database was restored and its card may already have been charged. Compare the payments with the gateway's, then run ./innkeeper account unpark ${id}.`;
    await alertOnce(cx.db, { kind: 'account_parked', key: alertKeyOf(resource), resource, message });
    await audit(cx, 'account.parked', { ...resource, accountId: id }, { why: 'restored' });
  }
  return parked;
}

function detailsOf({
  fenced,
  gaps,
  unknownSeries,
  lost,
  lostImages,
  parked,
  ending,
  held,
  mails,
  mailFacts,
  refundsToSend,
  ...counts
}: RecoveryResult) {
  return {
    ...counts,
    addresses: fenced.map(({ address }) => address),
    gaps: gaps.map((gap) => ({ ...gap })),
    unknown_series: unknownSeries,
    servers_lost: lost.map(({ id }) => id),
    images_missing: lostImages.map(({ key }) => key),
    accounts_parked: parked,
    services_ending: ending,
    workflows_held: held.map(({ id }) => id),
    mails_failed: mails.length,
    mail_facts_deleted: mailFacts,
    refunds_to_send: refundsToSend,
  };
}
