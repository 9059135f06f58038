import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import type { InboxSettings } from '@innkeeper/db/tables/inbox';
import { audit } from '@innkeeper/domain/audit';
import { invalid } from '@innkeeper/model/failures';
import type { OperatorCx } from '../context.ts';
import { inboxView } from './view.ts';

/** Throws `validation` with the field. */
export async function setInbox(cx: OperatorCx, input: OperatorInput<'setInbox'>): Promise<OperatorResult<'setInbox'>> {
  const changes = await changesOf(cx, input);
  if (Object.keys(changes).length === 0) throw invalid('address', 'Name what is to change.');
  await cx.db.updateTable('inbox_settings').set(changes).execute();
  await audit(cx, 'setInbox', null, { ...changes });
  return inboxView(cx.db);
}

type Changes = Partial<Pick<InboxSettings, 'address' | 'authserv_id' | 'unknown_senders' | 'department_id'>>;

async function changesOf(cx: OperatorCx, { address, authserv_id, ...rest }: OperatorInput<'setInbox'>): Promise<Changes> {
  if (address?.includes('+')) throw invalid('address', 'Must have no "+": what follows one names tickets.');
  return {
    ...(address && { address: address === 'none' ? null : address.toLowerCase() }),
    ...(authserv_id && { authserv_id: authserv_id === 'none' ? null : authserv_id.toLowerCase() }),
    ...(rest.unknown_senders && { unknown_senders: rest.unknown_senders }),
    ...(rest.department && { department_id: await departmentId(cx, rest.department) }),
  };
}

async function departmentId({ db }: OperatorCx, key: string): Promise<number | null> {
  if (key === 'first') return null;
  const found = db.selectFrom('support_departments').select('id').where('key', '=', key).where('disabled_at', 'is', null);
  const row = await found.executeTakeFirst();
  if (!row) throw invalid('department', 'There is no such department.');
  return row.id;
}
