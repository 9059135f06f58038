/** Suspensions by staff, which last until staff resumes the service. */
import type { Cx } from '../context.ts';

/** Returns the sentence for the owner of a service suspended by staff, or `undefined` for another service. */
export async function staffSuspensionOf(db: Cx['db'], id: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('services')
    .select('staff_suspend_reason as reason')
    .where('id', '=', id)
    .where('staff_suspended_at', 'is not', null)
    .executeTakeFirst();
  return row && `Our staff has suspended this service, and a payment does not resume it. Contact support. Reason: ${row.reason}`;
}
