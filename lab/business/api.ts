/** The API of a history, by whatever process it is served. */
import { sandboxWebhooks } from '@innkeeper/engine/payments/sandbox/webhook';
import { stripeWebhooks } from '@innkeeper/engine/payments/stripe/webhook';
import { jobNamed } from '@innkeeper/jobs/job';
import { JOBS } from '@innkeeper/jobs/jobs';
import type { Clock } from '@innkeeper/model/clock';
import type { Settings } from '@innkeeper/model/settings';
import { type Lab, openLab } from '../app.ts';
import type { TestDatabase } from '../database.ts';
import { NO_ATTACHMENTS } from '../given-tickets.ts';

export const WEBHOOK_SECRET = 'of the lab';

export interface HistoryApi {
  lab: Lab;
  /** The jobs of an API process, once each. */
  runJobs(): Promise<void>;
}

export async function openHistoryApi(clock: Clock, settings: Settings, database?: TestDatabase): Promise<HistoryApi> {
  const webhooks = new Map([
    ['sandbox', sandboxWebhooks(WEBHOOK_SECRET)],
    ['stripe', await stripeWebhooks(WEBHOOK_SECRET)],
  ]);
  // Customers of a history do in a second what they do in days.
  const openBucket = () => () => ({ limit: 1_000_000, remaining: 1_000_000 });
  // Told by a notice, a cache would know of a change some milliseconds later, and the same seed would not have the same history.
  const lab = await openLab({
    clock,
    settings: { currency: settings.currency },
    webhooks,
    openBucket,
    revocations: undefined,
    ...(database && { database }),
  });
  return {
    lab,
    async runJobs() {
      const common = { settings, requestId: null, db: lab.db, clock };
      for (const { name, run } of JOBS.api) await run({ ...common, actor: jobNamed(name), attachments: NO_ATTACHMENTS });
    },
  };
}
