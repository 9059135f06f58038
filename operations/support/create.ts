import { insertTicket, type LoadedTicket, loadTicket } from '@innkeeper/db/tables/tickets';
import type { Customer } from '@innkeeper/domain/actor';
import { audit } from '@innkeeper/domain/audit';
import type { MutatingCx } from '@innkeeper/domain/context';
import { requireDepartment } from '@innkeeper/domain/resources/catalogue';
import { requireReference } from '@innkeeper/domain/resources/references';
import type { UploadedFile } from '@innkeeper/domain/tickets/files';
import { startResponseClock } from '@innkeeper/domain/tickets/response-target';
import { requireRoomForTicket } from '@innkeeper/domain/tickets/room';
import { messageHtml, writeMessage } from '@innkeeper/domain/tickets/write';
import { invalid } from '@innkeeper/model/failures';

export interface NewTicket {
  departmentId: number;
  subject: string;
  /** HTML as sent by the customer. */
  message: string;
  /** Service that the ticket is about. */
  service?: { type: 'server' | 'shared-hosting'; id: number } | undefined;
  files: readonly UploadedFile[];
}

/**
 * Opens a ticket with its first message. Throws `validation` for an unknown department or service, `not_yours`, and `no_capacity` if too
 * many tickets are open or the account's files are too large.
 */
export async function createTicket(cx: MutatingCx<Customer>, input: NewTicket): Promise<LoadedTicket> {
  const { accountId, userId } = cx.actor;
  const content = messageHtml(input.message);
  const department = await requireDepartment(cx, input.departmentId);
  const serviceId = await serviceOf(cx, input.service);
  await requireRoomForTicket(cx, accountId);
  const now = cx.clock.now();
  const id = await insertTicket(cx.db, {
    account_id: accountId,
    user_id: userId,
    created_at: now,
    updated_at: now,
    waiting_since: now,
    subject: input.subject,
    department_id: department.id,
    service_id: serviceId,
  });
  const by = { author: 'customer', user_id: userId } as const;
  await writeMessage(cx, { id, account_id: accountId }, { by, content, files: input.files });
  await startResponseClock(cx, { id, account_id: accountId, waiting_since: now }, now);
  await audit(cx, 'createTicket', { kind: 'ticket', id }, { department: department.key, files: input.files.length });
  return loadTicket(cx.db, id);
}

/** Returns the id of the ticket's service, or `null`. Throws `validation` for shared hosting, which does not exist yet. */
async function serviceOf(cx: MutatingCx<Customer>, service: NewTicket['service']): Promise<number | null> {
  if (!service) return null;
  if (service.type !== 'server') throw invalid('service_id', 'This service does not exist.');
  return (await requireReference(cx, 'server', service.id, 'service_id')).id;
}
