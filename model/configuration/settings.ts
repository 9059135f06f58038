/** Builds the settings of rules, jobs and operations from the configuration. */
import type { NetworkLimits, NodeReserve } from '../net/network-limits.ts';
import type { RetentionSettings } from '../settings/retention-settings.ts';
import type { CopiesSettings, Settings } from '../settings/settings.ts';
import type { Configuration, ConfigurationOf, Section } from './keys.ts';

/** Values that every process may read. */
export type SharedConfiguration = Pick<
  Configuration,
  keyof ConfigurationOf<'api'> & keyof ConfigurationOf<'worker'> & keyof ConfigurationOf<'cli'>
>;

/**
 * Settings that need more than the keys: link targets (apps/installation/links.ts) the enabled payment gateways (payments.ts there), and
 * fonts of the host (engine/documents/cjk.ts).
 */
export type Derived = Pick<Settings, 'pageUrl' | 'hasPublicPage' | 'apiUrl' | 'paymentGateways' | 'hasCjkFonts'>;

export function settingsOf(values: SharedConfiguration, derived: Derived): Settings {
  return {
    ...derived,
    brandName: values['brand.name'],
    mailInvoices: values['mail.invoices'],
    ...settingsOfMoney(values),
    ...settingsOfAccounts(values),
    ...settingsOfUsers(values),
    ...settingsOfTickets(values),
    ...settingsOfGuests(values),
    mirrors: values['allow.mirrors'],
    webhookReceivers: values['allow.webhook_receivers'],
    identityProviders: values['allow.identity_providers'],
    passkeyDomain: values['passkeys.domain'],
    requestsPerMinute: values['limits.requests_per_minute'],
    sessionRequestsPerMinute: {
      user: values['limits.session_requests_per_minute'],
      account: values['limits.account_session_requests_per_minute'],
    },
    requests: requestLimitsOf(values),
    staffDailyLimit: values['staff.daily_limit'],
    hasTrialPayments: values['payments.trial'],
    signUpsADay: values['sign_up.a_day'],
    refusedCountries: values['sign_up.refused_countries'],
    retention: retentionOf(values),
  };
}

function requestLimitsOf(values: SharedConfiguration) {
  return {
    perAddress: values['limits.requests_per_address'],
    operationsPercent: values['limits.operations_percent'],
    connections: {
      total: values['limits.connections'],
      perAddress: values['limits.connections_per_address'],
      perMinute: values['limits.new_connections_per_minute'],
    },
    inFlight: { running: values['limits.running_per_account'], waiting: values['limits.waiting_per_account'] },
    uploads: { perAccount: values['limits.uploads_per_account'], all: values['limits.uploads'] },
    streamsPerAccount: values['limits.streams_per_account'],
    consolesPerAccount: values['limits.consoles_per_account'],
    cacheBytes: values['limits.cache_mb'] * 1_000_000,
  };
}

function settingsOfMoney(values: SharedConfiguration) {
  return {
    currency: values['money.currency'],
    orderDueMs: values['money.order_due'],
    orderDueNeverPaidMs: values['money.order_due_never_paid'],
    unpaid: { neverPaid: unpaid(values, 'never_paid'), paid: unpaid(values, 'paid') },
    renewals: {
      daysAhead: values['money.renew_days_ahead'],
      maxChargesPerDay: values['money.charges_a_day'],
      remindDays: values['money.remind_days'],
      remindEndDays: values['money.remind_end_days'],
      announceDays: values['money.announce_days'],
    },
    cancelGraceMs: values['money.suspended_kept'],
    maxPostponeMs: values['money.postpone_most'],
    maxEndYears: values['money.farthest_end_years'],
    timeToPayMs: values['money.time_to_pay'],
  };
}

function unpaid(values: SharedConfiguration, who: 'never_paid' | 'paid') {
  return {
    servers: values[`money.unpaid.${who}.servers`],
    addresses: values[`money.unpaid.${who}.addresses`],
    amount: values[`money.unpaid.${who}.amount`],
  };
}

function settingsOfAccounts(values: SharedConfiguration) {
  return {
    tokensPerAccount: values['accounts.tokens'],
    sshKeysPerAccount: values['accounts.ssh_keys'],
    webhooksPerAccount: values['accounts.webhooks'],
    firewallsPerAccount: values['accounts.firewalls'],
    firewallsPerServer: values['accounts.firewalls_per_server'],
    serversPerFirewall: values['accounts.servers_per_firewall'],
    floatingIpsPerServer: values['accounts.floating_ips_per_server'],
    membersPerAccount: values['accounts.members'],
    invitationsADay: values['accounts.invitations_a_day'],
    invitationsADayNeverPaid: values['accounts.invitations_a_day_never_paid'],
    invitationMs: values['accounts.invitation_valid'],
    accountExportsADay: values['accounts.exports_a_day'],
    accountExportDays: values['accounts.export_days'],
    accountClosingDays: values['accounts.closing_days'],
    repliesPerAccount: values['accounts.replies'],
    replyBytesPerAccount: values['accounts.reply_size'],
    replyRetentionMs: values['accounts.replies_kept'],
  };
}

function settingsOfUsers(values: SharedConfiguration) {
  return {
    sessions: {
      idleMs: values['sessions.idle'],
      maxMs: values['sessions.most'],
      rotateMs: values['sessions.rotate'],
      overlapMs: values['sessions.overlap'],
    },
    signIn: {
      address: { capacity: values['sign_in.address_attempts'], leakMs: values['sign_in.address_pause'] },
      account: { capacity: values['sign_in.user_attempts'], leakMs: values['sign_in.user_pause'] },
      mails: { capacity: values['sign_in.mails'], leakMs: values['sign_in.mails_pause'] },
      signOns: { capacity: values['sign_in.single_sign_on_attempts'], leakMs: values['sign_in.single_sign_on_pause'] },
    },
    passkeysPerUser: values['users.passkeys'],
    usersWithoutAccount: { notifyAfterMs: values['users.told_without_account'], noticeMs: values['users.erased_after_notice'] },
  };
}

function settingsOfTickets(values: SharedConfiguration) {
  return {
    openTicketsPerAccount: values['tickets.open'],
    ticketFileBytesPerAccount: values['tickets.file_size'],
    staffFileBytesPerAccount: values['tickets.staff_file_size'],
    messagesPerTicket: values['tickets.messages'],
    textBytesPerTicket: values['tickets.text_size'],
  };
}

function settingsOfGuests(values: SharedConfiguration) {
  return {
    dnsResolvers: values['guests.resolvers'],
    shutdownGraceMs: values['guests.shutdown_grace'],
    timeZone: values['guests.time_zone'],
    deployWaitMs: values['guests.deploy_wait'],
    isoMaxBytes: values['isos.max_size'],
    isosPerAccount: values['isos.per_account'],
    isoGbPerAccount: values['isos.gb_per_account'],
    downloadsAtOnce: values['isos.downloads'],
    downloadsAtOncePerAccount: values['isos.downloads_per_account'],
    copyRetentionMs: values['copies.kept'],
    copiesPerServer: values['copies.per_server'],
    weeklyBackups: { kept: values['copies.weekly_kept'], atOnce: values['copies.weekly_at_once'] },
    downloadMs: values['isos.download_time'],
    bootsAtOnce: values['node.boots'],
    attackCalmMs: values['attacks.calm'],
    attackBlockMs: values['attacks.block'],
    slots: {
      all: values['worker.slots'],
      interactivePercent: values['worker.interactive_percent'],
      buildPercent: values['worker.build_percent'],
      copyPercent: values['worker.copy_percent'],
      downloadPercent: values['worker.download_percent'],
    },
  };
}

function retentionOf(values: SharedConfiguration): RetentionSettings {
  return {
    eventsMs: values['retention.events'],
    webhookDeliveriesMs: values['retention.webhook_deliveries'],
    webhookDeliveriesPerAccount: values['retention.webhook_deliveries_per_account'],
    gatewayWebhooksMs: values['retention.gateway_webhooks'],
    mailsMs: values['retention.mails'],
    receivedMailsMs: values['retention.received_mails'],
    receivedMailFilesMs: values['retention.received_mail_files'],
    receivedMailFilesBytes: values['retention.received_mail_size'],
    metricsMs: values['retention.metrics'],
    addressTrafficMs: values['retention.address_traffic'],
    attacksMs: values['retention.attacks'],
    endedSessionsMs: values['retention.ended_sessions'],
    signInPlacesMs: values['retention.sign_in_places'],
    invitationsMs: values['retention.invitations'],
    supportAccessMs: values['retention.support_access'],
    accountExportsMs: values['retention.account_exports'],
  };
}

/** Returns where the worker stores copies. */
export function copiesSettingsOf(values: Section<'copies'>): CopiesSettings {
  const endpoint = values['copies.s3.endpoint'];
  const bucket = values['copies.s3.bucket'];
  const region = values['copies.s3.region'];
  const s3 =
    endpoint === null || bucket === null || region === null
      ? null
      : { endpoint, bucket, region, prefix: values['copies.s3.prefix'] };
  return {
    target: values['copies.target'],
    directory: values['copies.directory'],
    shared: values['copies.shared'],
    reserveGb: values['copies.reserve_gb'],
    s3,
  };
}

/** Returns the limits of a node's network, for its worker and for commands. */
export function networkLimitsOf(values: Section<'node' | 'attacks'>): NetworkLimits {
  return {
    trackedConnections: values['node.guest_connections'],
    newConnectionsPerSecond: values['node.guest_new_connections'],
    blockSeconds: Math.round(values['attacks.block'] / 1000),
    forwardedPorts: { first: values['node.forwarded_port'], count: values['node.forwarded_ports'] },
  };
}

/** Returns what a node reserves for its host. */
export function nodeReserveOf(values: Section<'node'>): NodeReserve {
  return {
    memoryBytes: values['node.reserved_memory'],
    memoryPercent: values['node.reserved_memory_percent'],
    diskBytes: values['node.reserved_disk'],
    diskPercent: values['node.reserved_disk_percent'],
  };
}
