/**
 * What an operator is alerted to, and what closes the alert: `itself` when the code that opened it closes it once its cause is
 * over, `operator` when only a person can close it (`alert close`).
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
  // Only a person can judge why it hung.
  process_hung: 'operator',
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
  list_miscounted: 'operator',
  seller_unnamed: 'itself',
  scanner_away: 'itself',
  mailbox_away: 'itself',
  mail_too_large: 'itself',
  // What is released closes it; what nobody wants to release is for a person to close.
  mail_unreadable: 'operator',
  mail_loop: 'operator',
  mail_failed: 'operator',
  // Resolving its ticket closes it.
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
  // The next delivery closes it, and there may be none any more.
  webhook_secret_unreadable: 'operator',
} as const satisfies Record<string, 'operator' | 'itself'>;

export type AlertKind = keyof typeof ALERT_KINDS;

/** An alert of a kind that only another version knows is closable too: nothing here would ever close it. */
export function isClosable(kind: string): boolean {
  return !Object.hasOwn(ALERT_KINDS, kind) || ALERT_KINDS[kind as AlertKind] === 'operator';
}
