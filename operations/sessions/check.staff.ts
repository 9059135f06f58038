/**
 * Verifies the password of a staff member outside a transaction, because hashing takes long. Then verifies the second factor in the
 * transaction of the operation.
 */
import { lockStaff } from '@innkeeper/db/tables/staff';
import { findStaffSignIn, type StaffSignIn } from '@innkeeper/db/tables/staff-sign-in';
import { verifyStaffFactor } from '@innkeeper/domain/access/staff-factors';
import { audit } from '@innkeeper/domain/audit';
import type { Cx, MutatingCx } from '@innkeeper/domain/context';
import type { UserPasswords } from '@innkeeper/domain/passwords/hash';
import { signInNetwork } from '@innkeeper/domain/sign-in/place';
import type { SignInThrottle } from '@innkeeper/domain/sign-in/throttle';
import type { Sealer } from '@innkeeper/model/installation/sealing';

export interface CheckedStaff {
  /** Person with this address, also if the password is wrong. */
  readonly person: StaffSignIn | undefined;
  readonly fits: boolean;
  /** Removes the attempt from the throttle. Call it if all factors were right. */
  release(): void;
}

export interface StaffSignInParts {
  passwords: UserPasswords;
  throttle: SignInThrottle;
}

/**
 * Verifies a password. The call takes the same time for an unknown person or a person without a password. Throws `rate_limited` after too
 * many wrong attempts, and the errors of `UserPasswords.verify`.
 */
export async function checkStaffPassword(
  cx: Pick<Cx, 'db' | 'clock' | 'clientAddress'>,
  { password, ...whose }: { password: string } & ({ email: string } | { id: number }),
  { passwords, throttle }: StaffSignInParts,
): Promise<CheckedStaff> {
  const network = signInNetwork(cx);
  const now = cx.clock.now();
  const tries = [throttle.address(network, now)];
  const release = (): void => {
    for (const one of tries.splice(0)) one.release();
  };
  const person = await findStaffSignIn(cx.db, whose, network);
  const email = 'email' in whose ? whose.email : (person?.email ?? '');
  const isKnown = person?.known_place ?? false;
  tries.push(throttle.account(`staff:${email.toLowerCase()}`, { network, known: isKnown }, now));
  try {
    const fits = await passwords.verify(person?.password_hash ?? null, password, { network, isKnown });
    return { person, fits, release };
  } catch (error) {
    // The password was not verified, so the attempt does not count.
    release();
    throw error;
  }
}

/**
 * Verifies the second factor after the password and returns the person. Returns `undefined` if anything was wrong, and writes an audit
 * line.
 *
 * Locks the person. Only one of several requests with the same code therefore succeeds. A person who is disabled or invited again at this
 * moment is refused.
 */
export async function verifyBothFactors(
  cx: MutatingCx,
  action: string,
  { checked: { person, fits }, otp, sealer }: { checked: CheckedStaff; otp: string; sealer: Sealer },
): Promise<StaffSignIn | undefined> {
  // Run the query even without a person, so that response time does not reveal whether one exists.
  const row = await lockStaff(cx.db, String(person?.id ?? 0));
  const known = person && row && !row.disabled_at ? person : undefined;
  const judged = { hash: person?.password_hash ?? null, fits };
  if (await verifyStaffFactor(cx, sealer, { staffId: known?.id ?? 0, judged, otp })) return known;
  const why = fits ? 'second factor' : 'password';
  const about = person ? { kind: 'staff', id: person.id, accountId: null } : null;
  const actor = { kind: 'visitor', accountId: null, userId: null } as const;
  await audit({ ...cx, actor }, `${action}.refused`, about, { why, from: cx.clientAddress ?? '' });
  return undefined;
}
