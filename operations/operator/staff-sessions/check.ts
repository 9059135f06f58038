/** Judging who of the staff signs in, or confirms who it is: the password before a transaction, the second factor in it. */
import { lockStaff } from '@innkeeper/db/tables/staff';
import { findStaffSignIn, type StaffSignIn } from '@innkeeper/db/tables/staff-sign-in';
import { takeStaffFactor } from '@innkeeper/domain/access/staff-factors';
import { audit } from '@innkeeper/domain/audit';
import type { Cx, MutatingCx } from '@innkeeper/domain/context';
import type { UserPasswords } from '@innkeeper/domain/passwords/hash';
import { placeOf } from '@innkeeper/domain/sign-in/place';
import type { SignInThrottle } from '@innkeeper/domain/sign-in/throttle';
import type { Sealer } from '@innkeeper/model/sealing';

export interface CheckedStaff {
  /** Also when the password is wrong. */
  readonly person: StaffSignIn | undefined;
  readonly fits: boolean;
  /** To be called when all of it was right, or nothing was judged: then the try does not count. */
  release(): void;
}

export interface StaffSignInParts {
  passwords: UserPasswords;
  throttle: SignInThrottle;
}

/**
 * Judges a password, by the same work whether there is such a person, with or without a password, or not. Throws `rate_limited` after too many wrong tries,
 * and what `UserPasswords` throws.
 */
export async function checkStaffPassword(
  cx: Pick<Cx, 'db' | 'clock' | 'clientAddress'>,
  { password, ...whose }: { password: string } & ({ email: string } | { id: number }),
  { passwords, throttle }: StaffSignInParts,
): Promise<CheckedStaff> {
  const network = placeOf(cx);
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
    // It was not judged.
    release();
    throw error;
  }
}

/**
 * Takes the second factor of who gave the right password. The row of the person is held, so that of ten requests with one code one passes, and
 * who is disabled or invited again at this moment is out. Undefined when anything was wrong: that leaves a line.
 */
export async function takeBothFactors(
  cx: MutatingCx,
  action: string,
  { checked: { person, fits }, otp, sealer }: { checked: CheckedStaff; otp: string; sealer: Sealer },
): Promise<StaffSignIn | undefined> {
  // Asked of nobody too, so that the time does not tell.
  const row = await lockStaff(cx.db, String(person?.id ?? 0));
  const known = person && row && !row.disabled_at ? person : undefined;
  const judged = { hash: person?.password_hash ?? null, fits };
  if (await takeStaffFactor(cx, sealer, { staffId: known?.id ?? 0, judged, otp })) return known;
  const why = fits ? 'second factor' : 'password';
  const about = person ? { kind: 'staff', id: person.id, accountId: null } : null;
  const actor = { kind: 'visitor', accountId: null, userId: null } as const;
  await audit({ ...cx, actor }, `${action}.refused`, about, { why, from: cx.clientAddress ?? '' });
  return undefined;
}
