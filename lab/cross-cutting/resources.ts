/** Inserts one resource of each kind that a path can name, all in one account. */

import type { Database } from '@innkeeper/db/schema';
import { insertInvoiceFile } from '@innkeeper/db/tables/invoices/files';
import { insertOrder } from '@innkeeper/db/tables/orders';
import { createToken } from '@innkeeper/db/tables/tokens';
import { fixedStep } from '@innkeeper/model/pricing/explanation';
import { plainTax, priceLine } from '@innkeeper/model/pricing/line';
import type { Kysely } from 'kysely';
import { givenServer, givenSshKey } from '../given.ts';
import { givenExport } from '../given-account-exports.ts';
import { givenAddon, givenCopy } from '../given-copies.ts';
import { givenFirewall } from '../given-firewalls.ts';
import { givenFloatingIp } from '../given-floating-ips.ts';
import { givenProform } from '../given-invoices.ts';
import { givenIso } from '../given-isos.ts';
import { givenInvitation, givenMember } from '../given-members.ts';
import { givenPasskey } from '../given-passkeys.ts';
import { givenSavedCard } from '../given-payments.ts';
import { givenSession } from '../given-sessions.ts';
import { givenSupportGrant } from '../given-support-access.ts';
import { givenTaxJson } from '../given-tax.ts';
import { givenAttachment, givenTicket } from '../given-tickets.ts';
import { givenDelivery, givenWebhook } from '../given-webhooks.ts';
import type { Resources } from './setup.ts';

export async function givenResources(db: Kysely<Database>, account: { accountId: number; userId: number }): Promise<Resources> {
  const { accountId } = account;
  const server = await givenServer(db, { accountId });
  await givenAddon(db, { serverId: server, key: 'microsoft_rds_sal' });
  const address = await db.selectFrom('ip_addresses').select('id').where('server_id', '=', server).executeTakeFirstOrThrow();
  const plan = await db.selectFrom('plans').select('id').orderBy('id').executeTakeFirstOrThrow();
  const account_id = accountId;
  const order = await givenOrder(db, accountId);
  const ticket = await givenTicket(db, { accountId });
  const attachment = await givenAttachment(db, { accountId, ticketId: ticket });
  const attack = await db
    .insertInto('attacks')
    .values({ account_id, ip_address_id: address.id })
    .returning('key')
    .executeTakeFirstOrThrow();
  const operation = await db
    .insertInto('workflows')
    .values({ kind: 'server.start', account_id, resource_kind: 'server', resource_id: server, input: '{}', state: 'done' })
    .returning('id')
    .execute();
  const invoice = await givenProform(db, { ...order, accountId });
  // Without this file, a download of the invoice would wait for a worker.
  await db
    .transaction()
    .execute((trx) =>
      insertInvoiceFile(trx, { invoice_id: invoice, format: 'pdf', bytes: Buffer.from('%PDF-1.7'), now: new Date() }),
    );
  const webhook = await givenWebhook(db, { accountId });
  return {
    server,
    ssh_key: (await givenSshKey(db, { accountId })).id,
    order: order.id,
    snapshot: (await givenCopy(db, { serverId: server, kind: 'snapshot' })).id,
    backup: (await givenCopy(db, { serverId: server, kind: 'backup' })).id,
    iso: await givenIso(db, { account_id }),
    ticket,
    ticket_attachment: attachment.id,
    invoice,
    ip_address: address.id,
    firewall: await givenFirewall(db, { accountId }),
    floating_ip: await givenFloatingIp(db, { accountId }),
    attack: attack.key,
    addon: await givenAddon(db, { serverId: server, key: 'backups' }),
    operation: idOf(operation),
    plan: plan.id,
    token: (await createToken(db, { ...account, name: 'given', abilities: ['read'] })).id,
    session: (await givenSession(db, account)).id,
    passkey: await givenPasskey(db, account),
    payment_card: await givenSavedCard(db, account),
    webhook: webhook.id,
    event_delivery: (await givenDelivery(db, webhook)).key,
    service: order.server,
    account_export: await givenExport(db, account),
    member: await givenMember(db, { accountId, role: 'technical' }),
    invitation: (await givenInvitation(db, { accountId })).id,
    support_grant: await givenSupportGrant(db, { accountId }),
  };
}

/** Inserts an order of a new server that awaits payment. */
export async function givenOrder(db: Kysely<Database>, accountId: number): Promise<{ id: number; server: number }> {
  const server = await givenServer(db, { accountId, status: 'awaiting_payment', power: 'absent', address: false });
  const { net, vat, gross, ...price } = priceLine({ steps: [fixedStep(399n)], tax: plainTax(2000) });
  const amounts = { net, vat, gross };
  const id = await insertOrder(db, {
    account_id: accountId,
    type: 'new-service',
    status: 'awaiting_payment',
    tax: givenTaxJson(),
    payment_method: 'balance',
    ...amounts,
    lines: [{ label: 'given', service_type: 'server', service_id: server, billing_cycle: 1, ...amounts, ...price }],
  });
  return { id, server };
}

function idOf(rows: { id: number }[]): number {
  const [row] = rows;
  if (!row) throw new Error('nothing was inserted');
  return row.id;
}
