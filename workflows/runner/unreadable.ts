/**
 * A workflow that this release can't read: its step or its input is known to another release only. It stays as it is, with its
 * lock and all that it made, and the operator gets one alert. It is retried like every stuck workflow, so a release that can read
 * it continues it.
 */
import { inTransaction } from '@innkeeper/db/transaction';
import { wrongInput } from '@innkeeper/domain/workflows/kinds';
import { aboutOf, alertOnce } from './alerts.ts';
import { auditOutcome } from './audit.ts';
import type { Next, Run } from './run-context.ts';
import { type Claimed, releaseClaim } from './transitions.ts';

const KIND = 'workflow_unreadable';

/** Why its input can't be read; undefined when it can. */
export function unreadableInput({ kind, input }: Claimed): string | undefined {
  const wrong = wrongInput(kind, input);
  return wrong && `this version cannot read its input (${wrong})`;
}

/** `why`: half a sentence, without what the input holds. */
export async function markUnreadable(run: Run, why: string): Promise<Next> {
  const { claimed, db, clock, timings, log, time } = run;
  const now = clock.now();
  log.error({ workflow: claimed.id, kind: claimed.kind, step: claimed.step }, why);
  await run.held.write(run);
  await inTransaction(db, async (trx) => {
    await releaseClaim(trx, claimed, { runAt: new Date(now.getTime() + timings.stuckMs), spentMs: time.elapsed, state: 'stuck' });
    const message = `Workflow ${claimed.id} (${claimed.kind}) needs another version of Innkeeper: ${why}.`;
    if (!(await alertOnce(trx, { kind: KIND, ...aboutOf(claimed), message }))) return;
    await auditOutcome(run, trx, 'stuck', { step: claimed.step, error: why });
  });
  return 'gone';
}
