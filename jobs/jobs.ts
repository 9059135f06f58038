/**
 * Every job, by the service that runs it. Each process of a service runs them; row locks keep two processes from doing the same
 * work.
 */
import { closingsDue } from '@innkeeper/db/tables/account-closing';
import { exportsDue } from '@innkeeper/db/tables/account-exports';
import { linesToCount } from '@innkeeper/db/tables/audit-counts/count';
import { mayAskDns } from '@innkeeper/db/tables/dns-settings';
import { countingEmailChanges } from '@innkeeper/db/tables/email-changes';
import { floatingIpsThatMayMove } from '@innkeeper/db/tables/floating-ips';
import { waiting } from '@innkeeper/db/tables/ptr-names';
import { cardsToDetach } from '@innkeeper/db/tables/saved-cards';
import { scannerIsSet } from '@innkeeper/db/tables/scanner';
import { behind } from '@innkeeper/db/tables/webhooks';
import { hours, minutes, seconds } from '@innkeeper/model/clock';
import { BEAT_EVERY_MS } from '@innkeeper/model/outage';
import { PRESENCE_EVERY_MS } from '@innkeeper/model/presence';
import { type RawBuilder, sql } from 'kysely';
import { purgeAccountExports } from './account-exports/purge.ts';
import { writeAccountExports } from './account-exports/write.ts';
import { TICK_MS } from './attacks/looks.ts';
import { changeEmails } from './change-emails.ts';
import { checkVatNumbers } from './check-vat-numbers.ts';
import { closeAccounts } from './close-accounts.ts';
import { compactListCounts } from './compact-list-counts.ts';
import { countAuditLines } from './count-audit-lines.ts';
import { detachCards } from './detach-cards.ts';
import { endAddons } from './end-addons.ts';
import { eraseLoneUsers } from './erase-lone-users.ts';
import { expireCopies } from './expire-copies.ts';
import { expireOrders } from './expire-orders.ts';
import { expireServices } from './expire-services.ts';
import { fetchMail, mailboxDue } from './fetch-mail.ts';
import { foldMetrics } from './fold-metrics.ts';
import { foldAddressTraffic, purgeTraffic } from './fold-traffic.ts';
import { handleReceivedMails } from './handle-received-mail.ts';
import { handleWebhooks, purgeWebhooks, WEBHOOK_GATEWAYS, webhooksJob } from './handle-webhooks.ts';
import { recordHeartbeat } from './heartbeat.ts';
import { geoImportDue, importGeoData, refreshGeoData } from './import-geo-data.ts';
import { issueInvoices } from './issue-invoices.ts';
import {
  type ApiContext,
  type ByJob,
  type Given,
  type Job,
  type NodeContext,
  ofExports,
  ofInbox,
  type PresenceContext,
  type WorkerContext,
} from './job.ts';
import { landTransfers } from './land-transfers.ts';
import { limitBandwidth } from './limit-bandwidth.ts';
import { lookAtPayments } from './look-at-payments.ts';
import { lookAtRefunds } from './look-at-refunds.ts';
import { lookAtScanner } from './look-at-scanner.ts';
import { moveWaitingFloatingIps } from './move-floating-ips.ts';
import { pushNames } from './names/push.ts';
import { payableAt, payWaitingOrders } from './pay-waiting-orders.ts';
import { protectAddresses, protectionDue } from './protect-addresses.ts';
import { purgeConsoleTickets } from './purge-console-tickets.ts';
import { purgeEvents } from './purge-events.ts';
import { purgeIdempotencyKeys } from './purge-idempotency-keys.ts';
import { purgeInvitations } from './purge-invitations.ts';
import { purgeMetrics } from './purge-metrics.ts';
import { purgeReceivedMail } from './purge-received-mail.ts';
import { purgeSignIns } from './purge-sign-ins.ts';
import { purgeSupportAccess } from './purge-support-access.ts';
import { reconcileNetwork } from './reconcile-network.ts';
import { recordPresence } from './record-presence.ts';
import { releaseAddresses } from './release-addresses.ts';
import { relocateDeploys } from './relocate-deploys.ts';
import { remindRenewals } from './remind-renewals.ts';
import { renderInvoices } from './render-invoices.ts';
import { renewAddons } from './renew-addons.ts';
import { renewServices } from './renew-services.ts';
import { purgeOldMails, sendMails } from './send-mails.ts';
import { sendPasswordResets } from './send-password-resets.ts';
import { sendSignUps } from './send-sign-ups.ts';
import { settleAffiliates } from './settle-affiliates.ts';
import { settlePendingTaxes } from './settle-pending-tax.ts';
import { responsesDue, settleResponseTargets } from './settle-response-targets.ts';
import { sweepAttachments } from './sweep-attachments.ts';
import { verifyAuditCounts } from './verify-audit-counts.ts';
import { verifyListCounts } from './verify-list-counts.ts';
import { observeGuests } from './watch/observe.ts';
import { observeCopyStores } from './watch/observe-copy-stores.ts';
import { sampleUsage } from './watch/sample-usage.ts';
import { watchNodes } from './watch-nodes.ts';
import { deliverEvents } from './webhooks/deliver-events.ts';
import { purgeDeliveries } from './webhooks/purge-deliveries.ts';
import { TAKE_EVENTS, takeEvents } from './webhooks/take-events.ts';
import { weeklyBackups } from './weekly-backups.ts';

/** What each service gives its jobs. A worker runs those of `node` and `presence` for the node that it serves. */
export interface GivenBy {
  api: Given<ApiContext>;
  worker: Given<WorkerContext>;
  node: Given<NodeContext>;
  presence: Given<PresenceContext>;
}
export type Service = keyof GivenBy;
export type JobOf<S extends Service> = Job<GivenBy[S] & ByJob>;

/** `from` and what follows it. */
const any = (rows: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`exists (select ${rows})`;

export const JOBS: { readonly [S in Service]: readonly JobOf<S>[] } = {
  // By the API itself: customers can do something as long as it is there, whatever the worker does.
  api: [
    { name: 'heartbeat', everyMs: BEAT_EVERY_MS, run: recordHeartbeat },
    // Of a node whose only worker is gone, nobody else would open the alert or end the wait of its orders.
    { name: 'watch-nodes', everyMs: seconds(5), run: watchNodes },
    { name: 'relocate-deploys', everyMs: seconds(10), run: relocateDeploys },
    // The files are its own.
    { name: 'sweep-attachments', everyMs: hours(1), run: sweepAttachments },
    {
      name: 'handle-received-mail',
      everyMs: seconds(1),
      run: ofInbox(handleReceivedMails),
      due: () => any(sql`from received_mails where handled_at is null`),
    },
    // Somebody waits for an answer.
    { name: 'fetch-mail', everyMs: seconds(30), run: ofInbox(fetchMail), due: mailboxDue },
    { name: 'look-at-scanner', everyMs: minutes(5), run: ofInbox(lookAtScanner), due: scannerIsSet },
    { name: 'purge-received-mail', everyMs: hours(1), run: ofInbox(purgeReceivedMail) },
    {
      name: 'write-account-exports',
      everyMs: seconds(2),
      run: ofExports(writeAccountExports),
      due: (now) => any(exportsDue(now)),
    },
    { name: 'purge-account-exports', everyMs: hours(1), run: ofExports(purgeAccountExports) },
    // The worker may neither end sessions nor change who signs in.
    { name: 'change-emails', everyMs: minutes(1), run: changeEmails, due: (now) => any(countingEmailChanges(now)) },
  ],
  worker: [
    { name: 'expire-services', everyMs: seconds(30), run: expireServices },
    { name: 'remind-renewals', everyMs: minutes(10), run: remindRenewals },
    { name: 'end-addons', everyMs: seconds(30), run: endAddons },
    { name: 'release-addresses', everyMs: seconds(30), run: releaseAddresses },
    { name: 'move-floating-ips', everyMs: seconds(5), run: moveWaitingFloatingIps, due: () => any(floatingIpsThatMayMove()) },
    // Somebody waits for what is paid.
    { name: 'pay-waiting-orders', everyMs: seconds(2), run: payWaitingOrders, due: (now) => any(payableAt(now)) },
    { name: 'issue-invoices', everyMs: seconds(1), run: issueInvoices, due: () => any(sql`from invoices_due`) },
    // A customer waits for what there is.
    { name: 'render-invoices', everyMs: seconds(1), run: (cx) => renderInvoices(cx), due: () => any(sql`from invoice_renders`) },
    { name: 'expire-orders', everyMs: minutes(1), run: expireOrders },
    // Somebody who has just given it waits.
    {
      name: 'check-vat-numbers',
      everyMs: seconds(5),
      run: checkVatNumbers,
      due: (now) => any(sql`from vat_checks where next_try_at <= ${now}`),
    },
    {
      name: 'settle-pending-tax',
      everyMs: seconds(10),
      run: settlePendingTaxes,
      due: () => any(sql`from orders where (tax ->> 'pending')::boolean`),
    },
    { name: 'settle-affiliates', everyMs: minutes(1), run: settleAffiliates },
    { name: 'settle-response-targets', everyMs: seconds(30), run: settleResponseTargets, due: responsesDue },
    { name: 'close-accounts', everyMs: minutes(1), run: closeAccounts, due: (now) => any(closingsDue(now)) },
    { name: 'erase-lone-users', everyMs: hours(1), run: eraseLoneUsers },
    { name: 'detach-cards', everyMs: minutes(1), run: detachCards, due: () => any(cardsToDetach()) },
    { name: 'renew-addons', everyMs: minutes(1), run: renewAddons },
    { name: 'renew-services', everyMs: minutes(10), run: renewServices },
    {
      name: 'send-mails',
      everyMs: seconds(5),
      run: sendMails,
      due: (now) => any(sql`from mails where sent_at is null and failed_at is null and next_try_at <= ${now}`),
    },
    // Somebody waits for the link.
    {
      name: 'send-password-resets',
      everyMs: seconds(1),
      run: sendPasswordResets,
      due: () => any(sql`from password_resets where secret_hash is null`),
    },
    {
      name: 'send-sign-ups',
      everyMs: seconds(1),
      run: sendSignUps,
      due: () => any(sql`from sign_ups where secret_hash is null and outcome is null`),
    },
    {
      name: 'push-names',
      everyMs: seconds(2),
      run: pushNames,
      due: (now) =>
        sql<boolean>`${mayAskDns(now)} and (${waiting(now)} or exists (select from ip_pools where zones_made_at is null))`,
    },
    { name: 'purge-mails', everyMs: hours(6), run: purgeOldMails },
    { name: 'purge-idempotency-keys', everyMs: minutes(5), run: purgeIdempotencyKeys },
    { name: 'compact-list-counts', everyMs: seconds(5), run: compactListCounts, due: () => any(sql`from list_changes`) },
    { name: 'count-audit-lines', everyMs: seconds(5), run: countAuditLines, due: linesToCount },
    { name: 'verify-list-counts', everyMs: hours(6), run: verifyListCounts },
    { name: 'verify-audit-counts', everyMs: hours(1), run: verifyAuditCounts },
    { name: 'weekly-backups', everyMs: minutes(1), run: weeklyBackups },
    { name: 'expire-copies', everyMs: hours(1), run: expireCopies },
    { name: 'limit-bandwidth', everyMs: seconds(30), run: limitBandwidth },
    { name: 'fold-metrics', everyMs: minutes(10), run: foldMetrics },
    { name: 'purge-metrics', everyMs: hours(1), run: purgeMetrics },
    { name: 'fold-traffic', everyMs: minutes(10), run: foldAddressTraffic },
    { name: 'purge-traffic', everyMs: hours(1), run: purgeTraffic },
    { name: 'purge-events', everyMs: hours(1), run: purgeEvents },
    { name: 'purge-invitations', everyMs: hours(6), run: purgeInvitations },
    { name: 'purge-support-access', everyMs: hours(6), run: purgeSupportAccess },
    { name: 'purge-sign-ins', everyMs: hours(1), run: purgeSignIns },
    { name: 'purge-console-tickets', everyMs: hours(1), run: purgeConsoleTickets },
    ...WEBHOOK_GATEWAYS.map((gateway) => ({
      name: webhooksJob(gateway),
      everyMs: seconds(2),
      run: (cx: WorkerContext) => handleWebhooks(cx, [gateway]),
      due: () => any(sql`from webhook_deliveries where handled_at is null and gateway = ${gateway}`),
    })),
    {
      name: 'look-at-payments',
      everyMs: seconds(5),
      run: lookAtPayments,
      due: (now) => any(sql`from payments where next_look_at <= ${now}`),
    },
    {
      name: 'look-at-refunds',
      everyMs: minutes(1),
      run: lookAtRefunds,
      due: (now) => any(sql`from payment_refunds where next_look_at <= ${now}`),
    },
    {
      name: 'land-transfers',
      everyMs: seconds(10),
      run: landTransfers,
      due: () => any(sql`from bank_statement_lines where payment_id is not null and landed_at is null`),
    },
    { name: TAKE_EVENTS, everyMs: seconds(1), run: takeEvents, due: (now) => any(behind(now)) },
    {
      name: 'deliver-events',
      everyMs: seconds(1),
      run: deliverEvents,
      due: (now) => any(sql`from event_deliveries where status = 'pending' and next_try_at <= ${now}`),
    },
    { name: 'purge-deliveries', everyMs: hours(1), run: (cx) => purgeDeliveries(cx) },
    { name: 'purge-webhooks', everyMs: hours(1), run: purgeWebhooks },
  ],
  node: [
    // Finds what no event of the engine told, and what happened while no worker was there.
    { name: 'watch', everyMs: seconds(5), run: observeGuests },
    { name: 'sample-usage', everyMs: seconds(10), run: sampleUsage },
    { name: 'measure-traffic', everyMs: TICK_MS, run: async (cx) => cx.traffic?.run(cx) },
    { name: 'reconcile-network', everyMs: seconds(15), run: reconcileNetwork },
    // A customer under attack waits for it.
    { name: 'protect-addresses', everyMs: seconds(1), run: protectAddresses, due: protectionDue },
    { name: 'import-geo-data', everyMs: seconds(2), run: importGeoData, due: geoImportDue },
    { name: 'refresh-geo-data', everyMs: hours(1), run: refreshGeoData },
    { name: 'reconcile-protection', everyMs: seconds(15), run: protectAddresses },
    { name: 'observe-node', everyMs: seconds(30), run: observeCopyStores },
  ],
  // Begun last, and stopped first.
  presence: [{ name: 'record-presence', everyMs: PRESENCE_EVERY_MS, run: recordPresence }],
};
