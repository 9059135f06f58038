/**
 * All jobs, by the service that runs them. The worker of the first host runs `worker`, `node` and `presence`, and the worker of a further
 * node only the last two. Row locks prevent two processes from doing the same work.
 */
import { closingsDue } from '@innkeeper/db/tables/account-closing';
import { exportsDue } from '@innkeeper/db/tables/account-exports';
import { canContactDns } from '@innkeeper/db/tables/dns-settings';
import { emailChangesDue } from '@innkeeper/db/tables/email-changes';
import { floatingIpsThatMayMove } from '@innkeeper/db/tables/floating-ips';
import { mailsDue } from '@innkeeper/db/tables/mails-due';
import { hasDuePushes } from '@innkeeper/db/tables/ptr-names';
import { cardsToDetach } from '@innkeeper/db/tables/saved-cards';
import { isScannerConfigured } from '@innkeeper/db/tables/scanner';
import { unprovenAppsDue } from '@innkeeper/db/tables/two-factor';
import { hasBacklog } from '@innkeeper/db/tables/webhooks';
import { waitingApprovalsDue } from '@innkeeper/domain/approvals/waiting';
import { BEAT_EVERY_MS } from '@innkeeper/model/installation/outage';
import { PRESENCE_EVERY_MS } from '@innkeeper/model/installation/presence';
import { hours, minutes, seconds } from '@innkeeper/model/time/clock';
import { type RawBuilder, sql } from 'kysely';
import { purgeAccountExports } from './account-exports/purge.ts';
import { writeAccountExports } from './account-exports/write.ts';
import { notifyAlerts, notifyDue } from './alerts/notify-alerts.ts';
import { pingDue, pingMonitor } from './alerts/ping-monitor.ts';
import { watchCertificate } from './alerts/watch-certificate.ts';
import { watchDisks } from './alerts/watch-disks.ts';
import { watchHomeSpace } from './alerts/watch-home-space.ts';
import { announceRenewals } from './announce-renewals.ts';
import { TICK_MS } from './attacks/reading-schedule.ts';
import { changeEmails } from './change-emails.ts';
import { checkImages, measureImage } from './check-images.ts';
import { checkScanner } from './check-scanner.ts';
import { checkVatNumbers } from './check-vat-numbers.ts';
import { closeAccounts } from './close-accounts.ts';
import { composeMails } from './compose-mails.ts';
import { detachCards } from './detach-cards.ts';
import { drainNodes } from './drain-nodes.ts';
import { endAddons } from './end-addons.ts';
import { endUnprovenApps } from './end-unproven-apps.ts';
import { eraseUsersWithoutAccount } from './erase-users-without-account.ts';
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
  type Job,
  type NodeContext,
  type PresenceContext,
  type ProcessContext,
  type SchedulerFields,
  type WorkerContext,
  withExports,
  withInbox,
} from './job.ts';
import { limitBandwidth } from './limit-bandwidth.ts';
import { moveWaitingFloatingIps } from './move-floating-ips.ts';
import { pushNames } from './names/push.ts';
import { payableAt, payWaitingOrders } from './pay-waiting-orders.ts';
import { pollPayments } from './poll-payments.ts';
import { pollRefunds } from './poll-refunds.ts';
import { postBankTransfers } from './post-bank-transfers.ts';
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
import { observeGuests } from './watch/observe.ts';
import { observeCopyStores } from './watch/observe-copy-stores.ts';
import { sampleUsage } from './watch/sample-usage.ts';
import { watchApprovals } from './watch-approvals.ts';
import { watchNodes } from './watch-nodes.ts';
import { deliverEvents } from './webhooks/deliver-events.ts';
import { purgeDeliveries } from './webhooks/purge-deliveries.ts';
import { TAKE_EVENTS, takeEvents } from './webhooks/take-events.ts';
import { weeklyBackups } from './weekly-backups.ts';

/**
 * The context that each service provides to its jobs. Only the first host's worker runs the jobs of `worker`, which may need mail, DNS,
 * payment gateways, the secret key and the invoice journal. Every worker runs `node` and `presence` for the node that it serves.
 */
export interface ProcessContexts {
  api: ProcessContext<ApiContext>;
  worker: ProcessContext<WorkerContext>;
  node: ProcessContext<NodeContext>;
  presence: ProcessContext<PresenceContext>;
}
export type Service = keyof ProcessContexts;
export type JobOf<S extends Service> = Job<ProcessContexts[S] & SchedulerFields>;

/** Returns a condition that any row exists. `rows` is `from` and what follows. */
const any = (rows: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`exists (select ${rows})`;

export const JOBS: { readonly [S in Service]: readonly JobOf<S>[] } = {
  // The heartbeat runs in the API, because it records whether customers can act. They can act while the API runs, even without a worker,
  // unless the disk is full.
  api: [
    { name: 'heartbeat', everyMs: BEAT_EVERY_MS, run: recordHeartbeat },
    // These two jobs run in the API. If the only worker is gone, only the API can open the alert and relocate waiting orders.
    { name: 'watch-nodes', everyMs: seconds(5), run: watchNodes },
    { name: 'relocate-deploys', everyMs: seconds(10), run: relocateDeploys },
    { name: 'watch-certificate', everyMs: hours(1), run: watchCertificate },
    // Runs in the API, which owns the files.
    { name: 'sweep-attachments', everyMs: hours(1), run: sweepAttachments },
    {
      name: 'handle-received-mail',
      everyMs: seconds(1),
      run: withInbox(handleReceivedMails),
      due: () => any(sql`from received_mails where handled_at is null`),
    },
    // Runs often, because customers of support wait for an answer.
    { name: 'fetch-mail', everyMs: seconds(30), run: withInbox(fetchMail), due: mailboxDue },
    { name: 'look-at-scanner', everyMs: minutes(5), run: withInbox(checkScanner), due: isScannerConfigured },
    { name: 'purge-received-mail', everyMs: hours(1), run: withInbox(purgeReceivedMail) },
    {
      name: 'write-account-exports',
      everyMs: seconds(2),
      run: withExports(writeAccountExports),
      due: (now) => any(exportsDue(now)),
    },
    { name: 'purge-account-exports', everyMs: hours(1), run: withExports(purgeAccountExports) },
    // Runs in the API, because the worker may neither end sessions nor change sign-in data.
    { name: 'change-emails', everyMs: minutes(1), run: changeEmails, due: (now) => any(emailChangesDue(now)) },
    { name: 'end-unproven-apps', everyMs: minutes(1), run: endUnprovenApps, due: (now) => any(unprovenAppsDue(now)) },
  ],
  worker: [
    { name: 'expire-services', everyMs: seconds(30), run: expireServices },
    { name: 'remind-renewals', everyMs: minutes(10), run: remindRenewals },
    { name: 'announce-renewals', everyMs: minutes(30), run: announceRenewals },
    { name: 'end-addons', everyMs: seconds(30), run: endAddons },
    { name: 'release-addresses', everyMs: seconds(30), run: releaseAddresses },
    { name: 'move-floating-ips', everyMs: seconds(5), run: moveWaitingFloatingIps, due: () => any(floatingIpsThatMayMove()) },
    // Runs often, because customers wait for paid services.
    { name: 'pay-waiting-orders', everyMs: seconds(2), run: payWaitingOrders, due: (now) => any(payableAt(now)) },
    { name: 'issue-invoices', everyMs: seconds(1), run: issueInvoices, due: () => any(sql`from invoices_due`) },
    // Runs often, because a customer waits for the file.
    { name: 'render-invoices', everyMs: seconds(1), run: (cx) => renderInvoices(cx), due: () => any(sql`from invoice_renders`) },
    { name: 'expire-orders', everyMs: minutes(1), run: expireOrders },
    // Runs often, because a customer who has just entered a number waits for the result.
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
    { name: 'erase-lone-users', everyMs: hours(1), run: eraseUsersWithoutAccount },
    { name: 'detach-cards', everyMs: minutes(1), run: detachCards, due: () => any(cardsToDetach()) },
    { name: 'renew-addons', everyMs: minutes(1), run: renewAddons },
    { name: 'renew-services', everyMs: minutes(10), run: renewServices },
    // Runs often, because customers wait for their invoice.
    { name: 'compose-mails', everyMs: seconds(2), run: composeMails, due: (now) => any(mailsDue(now)) },
    {
      name: 'send-mails',
      everyMs: seconds(5),
      run: sendMails,
      due: (now) => any(sql`from mails where sent_at is null and failed_at is null and next_try_at <= ${now}`),
    },
    { name: 'notify-alerts', everyMs: seconds(10), run: notifyAlerts, due: notifyDue },
    // Runs more often than once a minute, so that no minute is without a ping.
    { name: 'ping-monitor', everyMs: seconds(5), run: pingMonitor, due: pingDue },
    // Runs often, because a user waits for the link.
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
        sql<boolean>`${canContactDns(now)} and (${hasDuePushes(now)} or exists (select from ip_pools where zones_made_at is null))`,
    },
    {
      name: 'watch-approvals',
      everyMs: minutes(1),
      run: watchApprovals,
      due: waitingApprovalsDue,
    },
    { name: 'purge-mails', everyMs: hours(6), run: purgeOldMails },
    { name: 'purge-idempotency-keys', everyMs: minutes(5), run: purgeIdempotencyKeys },
    { name: 'weekly-backups', everyMs: minutes(1), run: weeklyBackups },
    { name: 'expire-copies', everyMs: hours(1), run: expireCopies },
    // Runs in the worker, because the API may not read the links of nodes. `nodes` has a row for each host and needs no index.
    { name: 'drain-nodes', everyMs: seconds(5), run: drainNodes, due: () => any(sql`from nodes where drains_live`) },
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
      run: pollPayments,
      due: (now) => any(sql`from payments where next_look_at <= ${now}`),
    },
    {
      name: 'look-at-refunds',
      everyMs: minutes(1),
      run: pollRefunds,
      due: (now) => any(sql`from payment_refunds where next_look_at <= ${now}`),
    },
    {
      name: 'land-transfers',
      everyMs: seconds(10),
      run: postBankTransfers,
      due: () => any(sql`from bank_statement_lines where payment_id is not null and landed_at is null`),
    },
    { name: TAKE_EVENTS, everyMs: seconds(1), run: takeEvents, due: (now) => any(hasBacklog(now)) },
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
    // Finds changes that no event of the engine reported, or that happened without a worker.
    { name: 'watch', everyMs: seconds(5), run: observeGuests },
    { name: 'sample-usage', everyMs: seconds(10), run: sampleUsage },
    { name: 'measure-traffic', everyMs: TICK_MS, run: async (cx) => cx.traffic?.run(cx) },
    { name: 'reconcile-network', everyMs: seconds(15), run: reconcileNetwork },
    // Runs often, because a customer under attack waits for the change.
    { name: 'protect-addresses', everyMs: seconds(1), run: protectAddresses, due: protectionDue },
    { name: 'import-geo-data', everyMs: seconds(2), run: importGeoData, due: geoImportDue },
    { name: 'refresh-geo-data', everyMs: hours(1), run: refreshGeoData },
    { name: 'reconcile-protection', everyMs: seconds(15), run: protectAddresses },
    { name: 'watch-disks', everyMs: minutes(1), run: (cx) => watchDisks(cx) },
    { name: 'watch-home-space', everyMs: seconds(5), run: watchHomeSpace },
    // Later, because a network disk that does not answer holds a look at its files for ever, and must not hold the worker.
    { name: 'check-images', everyMs: minutes(1), run: checkImages, startsLater: true },
    { name: 'measure-images', everyMs: minutes(1), run: measureImage, startsLater: true },
    { name: 'observe-node', everyMs: seconds(30), run: observeCopyStores },
  ],
  // The presence job is started last and stopped first.
  presence: [{ name: 'record-presence', everyMs: PRESENCE_EVERY_MS, run: recordPresence }],
};
