import type { MutatingCx } from '@innkeeper/domain/context';
import { Failure } from '@innkeeper/model/failures';
import type { Sealer } from '@innkeeper/model/sealing';
import { type CheckedStaff, verifyBothFactors } from './check.staff.ts';
import { startStaffSession } from './start.staff.ts';
import type { StaffSession } from './view.staff.ts';

/**
 * Opens a session after the right password and code. `replaces` is the SHA-256 of the secret of the browser's previous session, which ends.
 * Returns the failure `wrong_credentials` for every reason. The caller sends it after the commit.
 */
export async function createStaffSession(
  cx: MutatingCx,
  input: { checked: CheckedStaff; otp: string; sealer: Sealer; replaces?: Buffer | undefined },
): Promise<{ session: StaffSession; secret: string } | { refused: Failure }> {
  const person = await verifyBothFactors(cx, 'createStaffSession', input);
  if (!person) return { refused: new Failure('wrong_credentials') };
  return startStaffSession(cx, { person, replaces: input.replaces });
}
