import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import { complaintsOfTicket } from '@innkeeper/db/tables/complaints';
import { heldAt, holdersOf } from '@innkeeper/db/tables/ip-assignments';
import { insertTicket, listDepartments } from '@innkeeper/db/tables/tickets';
import { accountIdOf } from '@innkeeper/domain/accounts/find';
import { audit } from '@innkeeper/domain/audit';
import { writeMessage } from '@innkeeper/domain/tickets/write';
import { Failure, invalid } from '@innkeeper/model/failures';
import { htmlOfText } from '@innkeeper/model/messages/html';
import type { OperatorCx } from '../context.ts';
import { auditedTicket, lockTicket } from './find.ts';
import { queueReplyMail } from './reply.ts';

interface ReportedAddress {
  account: number;
  server: number | null;
  address: string;
  time: Date;
  kind: string | null;
}

/**
 * Opens a ticket in the account that held the reported addresses of a complaint, with address, time, kind and the text of the staff. Nothing
 * of the complaint is in the ticket, because it may name the person who complains.
 *
 * Throws `not_found`. Throws `wrong_state` for a ticket without a complaint, and if no account held an address. Throws `validation` of
 * `account` if several accounts did and none of them is named.
 */
export async function forwardTicket(
  cx: OperatorCx,
  input: OperatorInput<'forwardTicket'>,
): Promise<OperatorResult<'forwardTicket'>> {
  const complaint = await lockTicket(cx, input.ticket);
  if (!complaint.complaint)
    throw new Failure('wrong_state', { message: `Ticket ${complaint.id} holds no complaint about abuse.` });
  const reported = await findReported(cx, complaint.id);
  const account = await chooseAccount(cx, reported, input.account);
  const forwarded = reported.filter((one) => one.account === account);
  const now = cx.clock.now();
  const [department] = await listDepartments(cx.db);
  if (!department) throw new Failure('wrong_state', { message: 'There is no department for the ticket.' });
  const addresses = [...new Set(forwarded.map(({ address }) => address))];
  const servers = [...new Set(forwarded.flatMap(({ server }) => server ?? []))];
  const subject = `Complaint about ${addresses[0]}${addresses.length > 1 ? ` and ${addresses.length - 1} more` : ''}`;
  const id = await insertTicket(cx.db, {
    ...{ created_at: now, updated_at: now, waiting_since: null, status: 'answered' },
    ...{ account_id: account, user_id: null, requester: null, department_id: department.id, subject },
    service_id: servers.length === 1 ? (servers[0] ?? null) : null,
  });
  const ticket = { id, account_id: account };
  const text = `${forwarded.map(describe).join('\n')}\n\n${input.message}`;
  const by = { author: 'staff', staff_name: cx.actor.name } as const;
  const message = await writeMessage(cx, ticket, { by: { ...by, internal: false }, content: htmlOfText(text), files: [] });
  await writeMessage(cx, complaint, {
    ...{ by: { ...by, internal: true }, files: [] },
    content: htmlOfText(`Forwarded to account ${account} in ticket ${id}.`),
  });
  await audit(cx, 'forwardTicket', auditedTicket(ticket), { message });
  await audit(cx, 'forwardTicket', { kind: 'ticket', id: complaint.id }, { into: id });
  await queueReplyMail(
    cx,
    { ...complaint, ...ticket, user_id: null, requester: null, subject },
    { message, text, files: [], resolved: false },
  );
  return { id, account, addresses, message };
}

/** Lists who held the addresses of the complaints at their times. */
async function findReported({ db }: OperatorCx, ticket: number): Promise<ReportedAddress[]> {
  const found: ReportedAddress[] = [];
  for (const { addresses, time, kind } of await complaintsOfTicket(db, ticket))
    for (const address of addresses) {
      const holder = await holdersOf(db, address).where(heldAt(time)).limit(1).executeTakeFirst();
      if (holder && holder.account !== null) found.push({ account: holder.account, server: holder.server, address, time, kind });
    }
  return found;
}

async function chooseAccount(cx: OperatorCx, reported: readonly ReportedAddress[], named?: string): Promise<number> {
  const accounts = [...new Set(reported.map(({ account }) => account))];
  const [only] = accounts;
  if (only === undefined)
    throw new Failure('wrong_state', { message: 'No account held a reported address at the reported time.' });
  if (named === undefined) {
    if (accounts.length === 1) return only;
    throw invalid('account', `Several accounts held reported addresses: ${accounts.join(', ')}. Name one.`);
  }
  const id = await accountIdOf(cx.db, named);
  if (!accounts.includes(id)) throw invalid('account', 'This account held none of the reported addresses.');
  return id;
}

const describe = ({ address, time, kind }: ReportedAddress): string =>
  `We received a complaint about ${address} at ${time.toISOString()}${kind === null ? '' : ` (${kind})`}.`;
