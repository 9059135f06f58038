/**
 * The class of each kind of alert, its meaning, and the action to take.
 *
 * Notices print meaning and action, and `docs/guide/operators/alerts.md` has a heading for each kind.
 */
import type { AlertKind } from './alerts.ts';

/** `urgent`: customers are affected or money is wrong. `soon`: within a day. `calm`: when there is time. */
export const ALERT_CLASSES = ['urgent', 'soon', 'calm'] as const;
export type AlertClass = (typeof ALERT_CLASSES)[number];

export interface AlertMeaning {
  class: AlertClass;
  meaning: string;
  /** One sentence in the imperative. */
  action: string;
}

const urgent = (meaning: string, action: string): AlertMeaning => ({ class: 'urgent', meaning, action });
const soon = (meaning: string, action: string): AlertMeaning => ({ class: 'soon', meaning, action });
const calm = (meaning: string, action: string): AlertMeaning => ({ class: 'calm', meaning, action });

export const ALERT_MEANINGS = {
  host_disk_full: urgent(
    'The disk of a node is full, and guests are paused.',
    'Free disk space on that node, and the guests resume by themselves.',
  ),
  host_restarted: urgent(
    'A host restarted, and its servers are being started again.',
    'Find out why the host restarted, and check that its servers run.',
  ),
  uplink_failed: urgent(
    'The uplink of a node could not be made, so its guests may not reach the internet.',
    'Run ./innkeeper network check on that node and mend the interface that it names.',
  ),
  firewalls_failed: urgent(
    'The firewalls of servers on a node could not be made.',
    'Read worker.log on that node and mend nftables there.',
  ),
  protection_failed: urgent(
    'The lists and filters of protected addresses could not be made.',
    'Run ./innkeeper doctor on that node and mend nftables there.',
  ),
  workflow_stuck: urgent(
    'A workflow failed and could not be undone, so its server stays locked.',
    'Read ./innkeeper workflow show with its id, mend the cause, and run ./innkeeper workflow retry.',
  ),
  dns_away: urgent(
    'The DNS server does not answer, so changed names wait.',
    'Run ./innkeeper dns check and start the DNS server again.',
  ),
  job_condition_failed: urgent(
    'The condition of a job cannot be evaluated, so the job runs without it.',
    'Read worker.log for the error and report it as a bug.',
  ),
  job_failed: urgent(
    'A job failed three times in a row, so its work waits.',
    'Read the error in the message and in the logs, and mend its cause.',
  ),
  disk_low: urgent(
    'A disk is almost full, and guests are paused once it is full.',
    'Free disk space or add a larger disk before guests are paused.',
  ),
  home_full: urgent(
    'The disk of the database is full: customers can change nothing, and no backup of the house starts.',
    'Free 1 GB on that disk: delete old copies or files of other programs, or add a larger disk.',
  ),
  node_away: urgent(
    'The worker of a node is gone, so its servers are not watched.',
    'Read worker.log on that node and start the worker.',
  ),
  worker_away: urgent(
    'No worker of the installation is running, so nothing is built, renewed or mailed.',
    'Read worker.log and start the workers.',
  ),
  backup_overdue: urgent('No backup of the house was proven for 26 hours.', 'Run ./innkeeper backup run and mend what it names.'),
  server_lost: urgent(
    'The machine of a server no longer exists on its host.',
    'Tell the owner to restore a backup of the server on a new one. Then end the lost one with ./innkeeper server repair and --end-lost.',
  ),
  server_crashed: urgent(
    'A guest crashed repeatedly and is no longer started automatically.',
    'Find the cause, start the server, then close this alert.',
  ),
  guest_of_ended_server: urgent(
    'The guest of a terminated server was still running, and was powered off.',
    'Find out who started the guest, then close this alert.',
  ),
  workflow_undone: urgent(
    'A workflow was undone because of a fault of ours.',
    'Read ./innkeeper workflow show with its id, mend the cause, then close this alert.',
  ),
  workflow_unknown: urgent(
    'No worker knows the kind of a workflow.',
    'Update all workers to the same release, then close this alert.',
  ),
  network_restored: urgent(
    'Somebody changed rules or links of the network outside of Innkeeper, and they were restored.',
    'Find out who changed the network of that node, then close this alert.',
  ),
  payment_not_settled: urgent(
    'Money arrived, but its orders could not be settled.',
    'Compare the balance of the account with its orders, then close this alert.',
  ),
  mail_failed: urgent(
    'A mail to a customer failed for good.',
    'Run ./innkeeper mail list --failed, mend the cause, send the mails again, then close this alert.',
  ),
  process_hung: urgent(
    'A process did not answer and was restarted.',
    'Read its diagnostic report, report the hang as a bug, then close this alert.',
  ),
  unknown_proxy: urgent(
    'A proxy that api.trust_proxy does not name forwards requests, and all its clients count as this machine.',
    'Start Innkeeper with --trust-proxy and --public-url, or remove the proxy, then close this alert.',
  ),
  alert_undelivered: urgent(
    'A notice of alerts could not be delivered by one of its channels.',
    'Mend that channel and run ./innkeeper alert test.',
  ),
  certificate_expiring: soon(
    'The certificate of the API has less than a fifth of its life left.',
    'Renew the certificate and restart Innkeeper.',
  ),
  backup_on_same_disk: soon(
    'Backups of the house are stored on the disk of its database.',
    'Name a directory on another disk, or an S3 store: ./innkeeper backup setup.',
  ),
  image_missing: soon(
    'The file of an image is missing or incomplete, so the image is not sold.',
    'Run ./innkeeper image repair, or take the image off sale with ./innkeeper image disable.',
  ),
  lock_overdue: soon(
    'A resource is locked for longer than its workflow may take.',
    'Read ./innkeeper workflow list and the logs of its worker.',
  ),
  due_failed: soon(
    'A job failed for one item and continues with the others.',
    'Read the error in the message and mend its cause, and the item is tried again.',
  ),
  workflow_unreadable: soon('A workflow was written by another version of Innkeeper.', 'Update all workers to the same release.'),
  guest_unknown: soon(
    'A guest runs that belongs to no server.',
    'Run ./innkeeper doctor and decide what becomes of the guest. If its server moved after a backup that was restored, run ./innkeeper server place.',
  ),
  name_refused: soon(
    'The DNS server rejected names of a zone.',
    'Run ./innkeeper dns check and mend the zone on the DNS server.',
  ),
  pool_refused: soon('A node cannot use a pool of addresses.', 'Exclude the address that the message names, or remove the pool.'),
  geo_import_failed: soon(
    'New data of countries or networks could not be imported.',
    'Check the file or URL that ./innkeeper geo show names.',
  ),
  scanner_away: soon(
    'The virus scanner does not answer, so files of tickets are refused.',
    'Run ./innkeeper scanner check and start the scanner again.',
  ),
  mailbox_away: soon(
    'The mailbox of support does not answer, so mails of customers wait there.',
    'Run ./innkeeper inbox show and check the mail server and its password.',
  ),
  mail_too_large: soon('A mail to support is too large to fetch.', 'Read the mail in its folder and answer or delete it there.'),
  page_unnamed: soon(
    'Mails wait because links in them have no page to lead to.',
    'Run ./innkeeper config set panel.url and ./innkeeper config reload.',
  ),
  vat_number_unchecked: soon(
    'The VAT number of an account could not be verified.',
    'Ask the customer for a valid number, or wait until the service answers again.',
  ),
  seller_unnamed: soon(
    'Invoices wait because the seller is not complete.',
    'Fill in seller in the catalogue and run ./innkeeper catalogue apply.',
  ),
  invoice_numbers_unknown: soon(
    'Invoices wait because a restore found no journal of their numbers.',
    'Name the last number of each series: ./innkeeper invoice continue-after.',
  ),
  account_parked: soon(
    'Automatic charges of an account were stopped because they looked odd.',
    'Check the account, then run ./innkeeper account unpark.',
  ),
  response_due: soon(
    'The answer that a support plan promises is due soon.',
    'Answer the ticket before the time that the message names.',
  ),
  abuse_complaint: soon('A complaint about abuse arrived.', 'Read its ticket, act on the complaint, and resolve the ticket.'),
  payment_unknown: soon(
    'The gateway has not told the result of a payment for more than a day.',
    'Check the payment at the gateway, then run ./innkeeper payment confirm or ./innkeeper payment fail.',
  ),
  payment_disputed: soon('A customer disputes a payment.', 'Answer the dispute at the gateway before its deadline.'),
  addon_to_deliver: soon('An addon is paid that must be delivered by hand.', 'Deliver the addon, then close this alert.'),
  addon_to_withdraw: soon('An addon has ended that must be withdrawn by hand.', 'Withdraw the addon, then close this alert.'),
  backups_no_room: soon(
    'A weekly backup failed because there is not enough space.',
    'Free or add space for copies, then close this alert.',
  ),
  dispute_unknown: soon(
    'A gateway reports a dispute of a payment that is not of this installation.',
    'Check the dispute at the gateway, then close this alert.',
  ),
  payment_refund_failed: soon(
    'A refund failed, and its money is on the balance of the account again.',
    'Refund the customer in another way, then close this alert.',
  ),
  approval_waiting: soon(
    'A request of a staff member has waited for a second person for a day.',
    'Run ./innkeeper approval list and ./innkeeper approval show, then ./innkeeper approval approve or ./innkeeper approval refuse.',
  ),
  refund_to_send: soon(
    'The refund of a bank transfer waits for a person to send it.',
    'Send the money to the account that ./innkeeper refund list shows, then run ./innkeeper refund settle.',
  ),
  webhook_secret_unreadable: soon(
    'The secret of a webhook cannot be read, so its events wait.',
    'Give all processes the same secret.key, then close this alert.',
  ),
  mail_unreadable: soon(
    'Mails to support could not be read, and are held.',
    'Run ./innkeeper inbox list --held, and release or drop the mails: ./innkeeper inbox drop unreadable.',
  ),
  mail_loop: soon(
    'Many mails came from one sender, and new ones are held.',
    'Run ./innkeeper inbox list --held, release mails of people and drop the others, then close this alert.',
  ),
  mail_unverified: soon(
    'Mails that name members as their senders came unsigned through lists or programs, and were ignored.',
    'Run ./innkeeper inbox list, ask the members to write directly, release their mails, then close this alert.',
  ),
  geo_data_old: calm('The data of countries or networks is old.', 'Set a newer file or a URL with ./innkeeper geo set.'),
} as const satisfies Record<AlertKind, AlertMeaning>;

const UNKNOWN: AlertMeaning = urgent(
  'The alert is of a kind that this version does not know.',
  'Read its message, and update Innkeeper.',
);

/** Returns the meaning of a kind. A kind of another version counts as urgent, because its meaning is unknown. */
export function meaningOf(kind: string): AlertMeaning {
  return Object.hasOwn(ALERT_MEANINGS, kind) ? ALERT_MEANINGS[kind as AlertKind] : UNKNOWN;
}

/** Returns the location of a kind in the guide, relative to the checkout. */
export const guideOf = (kind: string): string => `docs/guide/operators/alerts.md#${kind}`;

/** Compares two kinds by urgency, the more urgent first. */
export function compareUrgency(a: string, b: string): number {
  return ALERT_CLASSES.indexOf(meaningOf(a).class) - ALERT_CLASSES.indexOf(meaningOf(b).class);
}
