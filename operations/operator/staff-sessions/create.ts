import type { MutatingCx } from '@innkeeper/domain/context';
import { Failure } from '@innkeeper/model/failures';
import type { Sealer } from '@innkeeper/model/sealing';
import { type CheckedStaff, takeBothFactors } from './check.ts';
import { startStaffSession } from './start.ts';
import type { StaffSession } from './view.ts';

/**
 * Opens a session for who gave the right password and the right code; `replaces`: sha256 of the secret of the session that the same browser had, which
 * ends. Refuses with `wrong_credentials`, whatever was wrong; to be answered when what it wrote is committed.
 */
export async function createStaffSession(
  cx: MutatingCx,
  input: { checked: CheckedStaff; otp: string; sealer: Sealer; replaces?: Buffer | undefined },
): Promise<{ session: StaffSession; secret: string } | { refused: Failure }> {
  const person = await takeBothFactors(cx, 'createStaffSession', input);
  if (!person) return { refused: new Failure('wrong_credentials') };
  return startStaffSession(cx, { person, replaces: input.replaces });
}
