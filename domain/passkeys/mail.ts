import type { Passkey } from '@innkeeper/db/tables/passkeys';
import type { MutatingCx } from '../context.ts';
import { queueMailToUser } from '../mail/to-user.ts';

/** Who can sign in has changed, which its user may not have done. */
export async function tellOfPasskey(
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
  await queueMailToUser(cx, user, { accountId: null, template, data, once: `${template}:${id}` });
}
