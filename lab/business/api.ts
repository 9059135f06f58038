/** Opens the API of a business simulation. The API runs in the simulation's process, or in one that the simulation can kill. */
import { sandboxWebhooks } from '@innkeeper/engine/payments/sandbox/webhook';
import { stripeWebhooks } from '@innkeeper/engine/payments/stripe/webhook';
import { jobActor } from '@innkeeper/jobs/job';
import { JOBS } from '@innkeeper/jobs/jobs';
import type { Settings } from '@innkeeper/model/settings/settings';
import type { Clock } from '@innkeeper/model/time/clock';
import { type Lab, openLab } from '../app.ts';
import type { TestDatabase } from '../database.ts';
import { NO_ATTACHMENTS } from '../given-tickets.ts';

export const WEBHOOK_SECRET = 'of the lab';

export interface HistoryApi {
  lab: Lab;
  /** Runs each job of an API process once. */
  runJobs(): Promise<void>;
}

export async function openHistoryApi(clock: Clock, settings: Settings, database?: TestDatabase): Promise<HistoryApi> {
  const webhooks = new Map([
    ['sandbox', sandboxWebhooks(WEBHOOK_SECRET)],
    ['stripe', await stripeWebhooks(WEBHOOK_SECRET)],
  ]);
  // Lifts the rate limits, because simulated customers send in a second the requests of days.
  const openBucket = () => () => ({ limit: 1_000_000, remaining: 1_000_000 });
  // Without `revocations`, the API caches neither tokens nor replies. Revocations arrive some milliseconds late. A simulation with caches
  // would therefore not be reproducible from its seed.
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
      for (const { name, run } of JOBS.api) await run({ ...common, actor: jobActor(name), attachments: NO_ATTACHMENTS });
    },
  };
}
