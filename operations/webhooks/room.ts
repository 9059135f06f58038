import { countPending } from '@innkeeper/db/tables/event-deliveries';
import type { Webhook } from '@innkeeper/db/tables/webhooks';
import type { MutatingCx } from '@innkeeper/domain/context';
import { Failure } from '@innkeeper/model/failures';
import { MAX_PENDING } from '@innkeeper/model/webhooks/schedule';

/** Throws `wrong_state` for a webhook that is disabled or has the maximum number of pending deliveries. */
export async function requireRoom({ db }: Pick<MutatingCx, 'db'>, { id, status }: Webhook): Promise<void> {
  if (status !== 'enabled') throw new Failure('wrong_state', { message: 'This webhook is disabled. Enable it first.' });
  if ((await countPending(db, id, MAX_PENDING)) >= MAX_PENDING)
    throw new Failure('wrong_state', {
      message: `This webhook already has ${MAX_PENDING} pending deliveries, the maximum. Wait until some of them have ended.`,
    });
}
