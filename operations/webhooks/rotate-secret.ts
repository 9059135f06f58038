import { updateWebhook, type Webhook } from '@innkeeper/db/tables/webhooks';
import type { Customer } from '@innkeeper/domain/actor';
import { audit } from '@innkeeper/domain/audit';
import type { MutatingCx } from '@innkeeper/domain/context';
import { sealWebhookSecret } from '@innkeeper/domain/webhooks/secrets';
import { days, minutes } from '@innkeeper/model/clock';
import type { Sealer } from '@innkeeper/model/sealing';
import { newWebhookSecret } from '@innkeeper/model/webhooks/signature';
import type { NewWebhook } from '@innkeeper/present/webhook';

const DEFAULT_OVERLAP_MINUTES = days(1) / minutes(1);

/**
 * Gives a webhook a new secret. The previous secret also signs for `overlapMinutes`, one day by default. A secret from an earlier rotation is
 * dropped at once.
 */
export async function rotateWebhookSecret(
  cx: MutatingCx<Customer>,
  { webhook, overlapMinutes = DEFAULT_OVERLAP_MINUTES }: { webhook: Webhook; overlapMinutes?: number | undefined },
  sealer: Sealer,
): Promise<NewWebhook> {
  const { id, account_id, secret } = webhook;
  const plainSecret = newWebhookSecret();
  const until = new Date(cx.clock.now().getTime() + minutes(overlapMinutes));
  const overlaps = overlapMinutes > 0;
  const row = await updateWebhook(cx.db, id, {
    secret: sealWebhookSecret(sealer, account_id, plainSecret),
    previous_secret: overlaps ? secret : null,
    previous_until: overlaps ? until : null,
  });
  await audit(cx, 'rotateWebhookSecret', { kind: 'webhook', id }, { overlap_minutes: overlapMinutes });
  return { ...row, plainSecret };
}
