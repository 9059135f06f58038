import type { Passkey } from '@innkeeper/db/tables/passkeys';
import type { MutatingCx } from '../context.ts';
import { queueMailToUser } from '../mail/to-user.ts';

/** Mails the user of a passkey that was added or removed, in case someone else did it. */
export async function notifyOfPasskey(
  cx: MutatingCx,
  template: 'passkey-added' | 'passkey-removed',
  { id, user_id, name }: Pick<Passkey, 'id' | 'user_id' | 'name'>,
): Promise<void> {
  const user = await cx.db
    .selectFrom('users')
    .select(['id', 'email', 'language'])
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow();
  const data = { name, at: cx.clock.now().getTime(), address: cx.clientAddress ?? '' };
  await queueMailToUser(cx, user, { accountId: null, template, data, dedupeKey: `${template}:${id}` });
}
