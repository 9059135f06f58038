/** The settings that rules, jobs and operations read, made of the configuration. */
import type { CopiesSettings, Settings } from '../settings.ts';
import type { Configuration, ConfigurationOf, Section } from './keys.ts';

/** The values that everybody may see. */
export type SharedConfiguration = Pick<
  Configuration,
  keyof ConfigurationOf<'api'> & keyof ConfigurationOf<'worker'> & keyof ConfigurationOf<'cli'>
>;

/** Settings that need more than the keys: where links lead (apps/installation/links.ts), and which gateways take money (payments.ts there). */
export type Derived = Pick<Settings, 'signUpUrl' | 'apiUrl' | 'paymentGateways'>;

export function settingsOf(values: SharedConfiguration, derived: Derived): Settings {
  return {
    ...derived,
    brandName: values['brand.name'],
    ...settingsOfMoney(values),
    ...settingsOfAccounts(values),
    ...settingsOfTickets(values),
    ...settingsOfGuests(values),
    mirrors: values['allow.mirrors'],
    webhookReceivers: values['allow.webhook_receivers'],
    identityProviders: values['allow.identity_providers'],
    passkeyDomain: values['passkeys.domain'],
    requestsPerMinute: values['limits.requests_per_minute'],
    staffDailyLimit: values['staff.daily_limit'],
    signUpsADay: values['sign_up.a_day'],
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
      mostADay: values['money.charges_a_day'],
      remindDays: values['money.remind_days'],
      remindEndDays: values['money.remind_end_days'],
    },
    cancelGraceMs: values['money.suspended_kept'],
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
    membersPerAccount: values['accounts.members'],
    invitationsADay: values['accounts.invitations_a_day'],
    invitationsADayNeverPaid: values['accounts.invitations_a_day_never_paid'],
    invitationMs: values['accounts.invitation_valid'],
    accountExportsADay: values['accounts.exports_a_day'],
    accountExportDays: values['accounts.export_days'],
    accountClosingDays: values['accounts.closing_days'],
    repliesPerAccount: values['accounts.replies'],
    replyBytesPerAccount: values['accounts.reply_size'],
    sessions: {
      idleMs: values['sessions.idle'],
      mostMs: values['sessions.most'],
      rotateMs: values['sessions.rotate'],
      overlapMs: values['sessions.overlap'],
    },
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
    copiesKeptMs: values['copies.kept'],
    copiesPerServer: values['copies.per_server'],
  };
}

/** Returns where copies go, for the worker. */
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
