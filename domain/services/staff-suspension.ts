/** What the staff has suspended by hand, until the staff resumes it. */
import type { Cx } from '../context.ts';

/** The sentence for its owner; undefined where it is not so. */
export async function staffSuspensionOf(db: Cx['db'], id: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('services')
    .select('staff_suspend_reason as reason')
    .where('id', '=', id)
    .where('staff_suspended_at', 'is not', null)
    .executeTakeFirst();
  return row && `Our staff has suspended this service, and a payment does not resume it. Contact support. Reason: ${row.reason}`;
}
