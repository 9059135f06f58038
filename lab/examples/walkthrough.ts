/**
 * A walkthrough of the API on the simulated engine: it calls every change once, and the reads that need a certain moment or query. The
 * other reads follow by themselves.
 */

import type { Examples } from '@innkeeper/contract/openapi/examples';
import { packBucket } from '@innkeeper/model/servers/metrics';
import type { Chain } from '../chain.ts';
import { readEvents } from '../event-reader.ts';
import { givenAccount, givenServer } from '../given.ts';
import { givenExtraAddress } from '../given-addresses.ts';
import { givenAddon } from '../given-copies.ts';
import { givenAttachment, storeFile } from '../given-tickets.ts';
import { givenTotp, otpOf } from '../given-two-factor.ts';
import { givenUsage } from '../given-usage.ts';
import { recordAccountExports } from './account-exports.ts';
import { recordAttack } from './attacks.ts';
import { recordIsos } from './isos.ts';
import { recordMembers } from './members.ts';
import { recordInvoices, recordMoney, recordOrders, recordSupportPlans } from './money.ts';
import { recordFirewalls, recordFloatingIps, recordProtection } from './network.ts';
import { recordOperations } from './operations.ts';
import { recordOtherReads } from './other-reads.ts';
import { recordPaymentCards } from './payment-cards.ts';
import { recordPeople } from './people.ts';
import { openRecorder } from './recorder.ts';
import type { Scene } from './scene.ts';
import { recordSupportAccess } from './support-access.ts';
import { recordTokens } from './tokens.ts';
import { recordWebhooks } from './webhooks.ts';

const KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAILM+rvN+ot98qgEN796jTiQfZfG1KaT0PtFDJ/XFSqti ada@example.com';

export async function runWalkthrough(chain: Chain): Promise<Examples> {
  const owner = await givenAccount(chain.db, { funds: 100_00n });
  const recorder = openRecorder(chain, owner.token);
  const settled = async () => {
    await chain.serverWhen(1, owner.token, (server) => server.locked === null && server.status === 'active');
    await chain.worker.idle();
  };
  const images = await recorder.call('listServerImages');
  const scene: Scene = { ...recorder, chain, owner, image: images.data[0].id, settled };
  await person(scene);
  await recordTokens(scene);
  await recordMembers(scene);
  await recordPeople(scene, chain);
  await deployAndLook(scene);
  await power(scene);
  await access(scene);
  await copies(scene);
  await recordIsos(scene);
  await recordProtection(scene);
  await recordFirewalls(scene);
  await otherDiskOrPlan(scene);
  await addons(scene);
  await term(scene);
  await recordFloatingIps(scene);
  await screen(scene);
  await recordOrders(scene);
  await events(scene);
  await usage(scene);
  await recordMoney(scene);
  await recordInvoices(scene);
  await tickets(scene);
  await recordSupportPlans(scene);
  await recordWebhooks(scene);
  await recordSupportAccess(scene);
  await recordAccountExports(scene);
  await auditLog(scene);
  await recordOtherReads(scene);
  return recorder.examples;
}

async function person({ chain, owner, call, keep }: Scene): Promise<void> {
  await chain.db.updateTable('users').set({ email: 'ada@example.com' }).where('id', '=', owner.userId).execute();
  await chain.db.updateTable('accounts').set({ name: 'Ada Example' }).where('id', '=', owner.accountId).execute();
  await call('updateUser', { body: { address: 'Example Street 1', city: 'Vienna', postal_code: '1010', language: 'en' } });
  await call('getUser');
  // Secrets are fixed, because they would change the examples with each run.
  const secret_key = 'JBSWY3DPEHPK3PXP';
  const { otp_auth_url } = (await chain.call('getTwoFactorSecret', {}, owner)).body;
  keep('getTwoFactorSecret', { reply: { secret_key, otp_auth_url: otp_auth_url.replace(/secret=\w+/, `secret=${secret_key}`) } });
  await chain.call('enableTwoFactor', { body: { secret_key, otp: otpOf(secret_key) } }, owner);
  keep('enableTwoFactor', { body: { secret_key, otp: '123456' } });
  await givenTotp(chain.db, owner, secret_key);
  const made = await chain.call('createRecoveryCodes', { body: { otp: otpOf(secret_key) } }, owner);
  const recovery_codes = made.body.recovery_codes.map((_code: string, n: number) => `7d2f-90ab-c4e${n}`);
  keep('createRecoveryCodes', { body: { otp: '123456' }, reply: { recovery_codes } });
  await givenTotp(chain.db, owner, secret_key);
  await chain.call('disableTwoFactor', { body: { otp: otpOf(secret_key) } }, owner);
  keep('disableTwoFactor', { body: { otp: '123456' } });
}

/** Records the audit log. Request ids are random, and so is all of the export but its head. */
async function auditLog({ chain, owner, keep }: Scene): Promise<void> {
  const query = { 'filter[action]': 'updateUser', per_page: 2 };
  const listed = (await chain.call('listAuditLog', { query }, owner)).body;
  const request_id = '7f9c24e8-3b12-4fef-91e0-1a5d4c2b8e77';
  keep('listAuditLog', { query, reply: { ...listed, data: listed.data.map((one: object) => ({ ...one, id: 1, request_id })) } });
  const { text } = await chain.call('exportAuditLog', { query: { 'filter[action]': 'nothing' } }, owner);
  keep('exportAuditLog', { query: { 'filter[action]': 'updateUser' }, reply: text });
}

async function deployAndLook({ chain, owner, call, keep, image, settled }: Scene): Promise<void> {
  await call('listPaymentMethods');
  await recordPaymentCards({ chain, owner, call });
  await call('listPlans', { query: { per_page: 2 } });
  const key = await call('addSshKey', { body: { name: 'laptop', key: KEY } });
  const body = { name: 'web-1.example.com', plan: 'nano', image_id: image, ssh_keys: [key.id] };
  await call('deployServer', { body });
  await settled();
  await call('getServer', { params: { id: 1 } });
  await call('listServers', { query: { 'filter[search]': 'web' } });
  const summaries = (await chain.call('listServerSummaries', {}, owner)).body;
  // Steps of a deploy that take no time may share one event.
  keep('listServerSummaries', { reply: { ...summaries, event_id: 12 } });
  await call('getServerStatus', { params: { id: 1 } });
  await call('getSshKey', { params: { id: 1 } });
  await call('listSshKeys');
}

async function power(scene: Scene): Promise<void> {
  const { call, settled } = scene;
  await call('restartServer', { params: { server: 1 } });
  await settled();
  await recordOperations(scene, scene.chain, scene.owner);
  for (const name of ['stopServer', 'startServer', 'powerOffServer', 'startServer'] as const) {
    await call(name, { params: { id: 1 } });
    await settled();
  }
}

async function access({ chain, call, settled }: Scene): Promise<void> {
  await call('changeServerPassword', { params: { id: 1 }, body: { password: 'correct horse battery' } });
  await settled();
  const { id: ip_id } = await givenExtraAddress(chain.db, { serverId: 1 });
  await call('changeServerPrimaryIp', { params: { id: 1 }, body: { ip_id } });
  await settled();
  await call('updateIpAddress', { params: { id: ip_id }, body: { ptr: 'web-1.example.com' } });
  await call('updateServerHostname', { params: { id: 1 }, body: { hostname: 'web-2.example.com' } });
  await settled();
  await call('updateServerSshKeys', { params: { id: 1 }, body: { ssh_keys: [1] } });
  await settled();
  await call('enableServerRescue', { params: { id: 1 }, body: { ssh_keys: [1] } });
  await settled();
  await call('disableServerRescue', { params: { id: 1 } });
  await settled();
}

async function copies({ chain, call, settled }: Scene): Promise<void> {
  const snapshot = await call('createSnapshot', { params: { id: 1 }, body: { name: 'before the upgrade' } });
  await settled();
  await call('listSnapshots', { query: { 'filter[server_id]': 1 } });
  await call('restoreServer', { params: { id: 1 }, body: { snapshot_id: snapshot.id } });
  await settled();
  await givenAddon(chain.db, { serverId: 1, key: 'backups' });
  const backup = await call('createBackup', { params: { id: 1 } });
  await settled();
  await call('listBackups', { query: { 'filter[server_id]': 1, sort: '-date' } });
  await call('deleteBackup', { params: { id: backup.id } });
  await call('deleteSnapshot', { params: { id: snapshot.id } });
  await settled();
}

async function otherDiskOrPlan({ call, image, settled }: Scene): Promise<void> {
  await call('reinstallServer', { params: { id: 1 }, body: { image_id: image, ssh_keys: [1] } });
  await settled();
  const { data } = await call('listServerScalePlans', { params: { id: 1 } });
  const body = { plan: data[0].key, scale_disk: true };
  await call('calculateServerScale', { params: { id: 1 }, body });
  await call('scaleServer', { params: { id: 1 }, body });
  await settled();
}

async function addons({ chain, call }: Scene): Promise<void> {
  await chain.db.insertInto('promo_codes').values({ code: 'SPRING20', percentage: 20, applies_to: 'both' }).execute();
  await call('listPlanPromoCodes', { params: { id: 1 } });
  await call('listServerAddons', { params: { id: 1 } });
  const { addons: had } = await call('purchaseServerAddons', { params: { id: 1 }, body: { microsoft_rds_sal: 2 } });
  const body = { microsoft_rds_sal: 4 };
  await call('calculateServerAddonScale', { params: { id: 1 }, body });
  await call('scaleServerAddons', { params: { id: 1 }, body });
  const params = { id: 1, addon_id: had.at(-1).id };
  await call('cancelServerAddon', { params, body: { reason: 'No longer needed.', now: false } });
  await call('undoCancelServerAddon', { params });
}

async function term({ call, settled }: Scene): Promise<void> {
  const body = { server_ids: [1], billing_cycle: 3 };
  const waiting = await call('renewServers', { body: { ...body, auto_pay: false } });
  const params = { id: waiting.id, service_type: 'server', service_id: 1 };
  await call('changeRenewalPeriod', { params, body: { billing_cycle: 6 } });
  await call('deleteOrder', { params: { id: waiting.id } });
  await call('calculateServerRenewal', { body });
  await call('renewServers', { body });
  await call('cancelServer', { params: { id: 1 }, body: { reason: 'No longer needed.' } });
  await call('undoCancelServer', { params: { id: 1 } });
  await settled();
}

async function screen({ call }: Scene): Promise<void> {
  await call('openConsole', { params: { id: 1 } });
  await call('getConsoleScreenshot', { params: { id: 1 } });
  await call('getConsoleLog', { params: { id: 1 } });
}

/** Records metrics and bandwidth of a server with samples of last month. */
async function usage({ chain, owner, call }: Scene): Promise<void> {
  const id = await givenServer(chain.db, {
    accountId: owner.accountId,
    created_at: new Date('2026-01-30T12:00:00Z'),
    hostname: 'old.example.com',
  });
  const at = new Date('2026-02-01T00:05:00Z');
  const quiet = { running: true, cpu: 3.5, netIn: 20_000, netOut: 10_000, read: 100_000, written: 300_000, diskBytes: 2 ** 30 };
  const buckets = packBucket({ at, ...quiet });
  await chain.db.insertInto('server_metrics').values({ server_id: id, day: '2026-02-01', buckets }).execute();
  const day = { server_id: id, day: '2026-02-01', in_bytes: 8_250_000_000n, out_bytes: 4_250_000_000n };
  await chain.db.insertInto('server_traffic').values(day).execute();
  await givenUsage(chain.db, id, { cycle_bytes: 12_500_000_000n });
  await call('getServerMetrics', { params: { id }, query: { 'filter[month]': 2, 'filter[year]': 2026 } });
  const [start, end] = [new Date('2026-02-01'), new Date('2026-02-02')].map((date) => date.getTime() / 1000);
  await call('getServerBandwidth', { params: { id }, query: { 'filter[start]': start ?? 0, 'filter[end]': end ?? 0 } });
  await recordAttack(chain.db, call, id);
}

async function events({ chain, owner, keep }: Scene): Promise<void> {
  const address = await chain.app.listen({ port: 0, host: '127.0.0.1' });
  const query = { cursor: 0 };
  const reader = await readEvents(`${address}/v1/events?cursor=${query.cursor}`, { token: owner.token });
  const received = await reader.until(({ type }) => type === 'server');
  reader.close();
  keep('streamEvents', { query, reply: received.at(-1) });
}

async function tickets({ chain, owner, call }: Scene): Promise<void> {
  const { data: departments } = await call('listDepartments');
  const { data: services } = await call('listTicketServices');
  const said = { subject: 'Server does not boot', message: '<p>It stops after <b>GRUB</b>.</p>' };
  const body = { department_id: departments[0].id, ...said, service_id: services[0].id, service_type: 'server' };
  const { id } = await call('createTicket', { body });
  const { key } = await storeFile(chain.attachments, 'kernel panic');
  const file = await givenAttachment(chain.db, { accountId: owner.accountId, ticketId: id, name: 'boot.log', bytes: 12n, key });
  await call('replyToTicket', { params: { id }, body: { message: 'Now it boots. Thank you!' } });
  await call('getTicket', { params: { id } });
  await call('downloadTicketAttachment', { params: { id, attachment_id: file.id } });
  await call('listTickets', { query: { 'filter[status]': 'opened,customer-reply' } });
  await call('resolveTicket', { params: { id } });
}
