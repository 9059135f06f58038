/**
 * The kinds of alerts for the operator. Code closes an alert marked `itself` once its cause is over. A person closes an alert marked
 * `operator` (`alert close`).
 */
export const ALERT_KINDS = {
  server_lost: 'operator',
  server_crashed: 'operator',
  guest_of_ended_server: 'operator',
  guest_unknown: 'itself',
  workflow_undone: 'operator',
  workflow_stuck: 'itself',
  workflow_unknown: 'operator',
  workflow_unreadable: 'itself',
  lock_overdue: 'itself',
  due_failed: 'itself',
  job_condition_failed: 'itself',
  backups_no_room: 'operator',
  addon_to_deliver: 'operator',
  addon_to_withdraw: 'operator',
  node_away: 'itself',
  // Only a person can judge the reason for a hang.
  process_hung: 'operator',
  // Only a person can tell that the proxy was named or removed.
  unknown_proxy: 'operator',
  host_disk_full: 'itself',
  host_restarted: 'itself',
  uplink_failed: 'itself',
  pool_refused: 'itself',
  firewalls_failed: 'itself',
  dns_away: 'itself',
  name_refused: 'itself',
  network_restored: 'operator',
  protection_failed: 'itself',
  geo_import_failed: 'itself',
  geo_data_old: 'itself',
  seller_unnamed: 'itself',
  invoice_numbers_unknown: 'itself',
  scanner_away: 'itself',
  mailbox_away: 'itself',
  mail_too_large: 'itself',
  // Releasing or dropping the last mail also closes the alert.
  mail_unreadable: 'operator',
  mail_loop: 'operator',
  mail_unverified: 'operator',
  mail_failed: 'operator',
  // Resolving the ticket closes the alert.
  abuse_complaint: 'itself',
  page_unnamed: 'itself',
  vat_number_unchecked: 'itself',
  account_parked: 'itself',
  response_due: 'itself',
  payment_unknown: 'itself',
  payment_not_settled: 'operator',
  payment_disputed: 'itself',
  dispute_unknown: 'operator',
  payment_refund_failed: 'operator',
  // A decision or the end of the approval closes the alert.
  approval_waiting: 'itself',
  refund_to_send: 'itself',
  // The next delivery closes the alert, but there may never be one.
  webhook_secret_unreadable: 'operator',
  backup_overdue: 'itself',
  backup_on_same_disk: 'itself',
  disk_low: 'itself',
  home_full: 'itself',
  image_missing: 'itself',
  job_failed: 'itself',
  worker_away: 'itself',
  certificate_expiring: 'itself',
  alert_undelivered: 'itself',
} as const satisfies Record<string, 'operator' | 'itself'>;

export type AlertKind = keyof typeof ALERT_KINDS;

/**
 * Returns whether `alert close` can close an alert. Kinds of another version are closable too, because no code of this version closes them.
 */
export function isClosable(kind: string): boolean {
  return !Object.hasOwn(ALERT_KINDS, kind) || ALERT_KINDS[kind as AlertKind] === 'operator';
}
