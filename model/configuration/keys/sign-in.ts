/** Keys of users: sessions, sign-in attempts, passkeys, and users without an account. */
import { CUSTOMER_COUNTRIES } from '../../people/country-codes.ts';
import { key } from '../key.ts';
import { duration, list, text, whole } from '../kinds.ts';

const attempts = () => whole(1, 100_000);
const pause = () => duration('100ms', '1d');

export const SIGN_IN_KEYS = {
  'sign_up.a_day': key('Number of sign-up requests in 24 hours, over all senders.', whole(1, 1_000_000), 2_000),
  'sign_up.refused_countries': key(
    'Countries that no new customer can live in. Accounts there stay, and staff can still open one.',
    list(
      text('a country code such as AT', (code) => CUSTOMER_COUNTRIES.includes(code)),
      CUSTOMER_COUNTRIES.length,
    ),
    [],
  ),
  'sessions.idle': key('Time after which an unused session ends.', duration('5m', '365d'), '3d'),
  'sessions.most': key('Time after which every session ends.', duration('1h', '365d'), '30d'),
  'sessions.rotate': key('Age at which the secret of a session is replaced.', duration('1m', '7d'), '30m'),
  'sessions.overlap': key('Time that a replaced secret stays valid, for concurrent requests.', duration('1s', '1h'), '1m'),
  // Allows for an office behind one address.
  'sign_in.address_attempts': key('Wrong passwords and codes from one address at once.', attempts(), 20),
  'sign_in.address_pause': key('Time after which one more is allowed from that address.', pause(), '30s'),
  // Allows 1,450 attempts per day from all addresses.
  'sign_in.user_attempts': key('Wrong passwords and codes for one user at once.', attempts(), 10),
  'sign_in.user_pause': key('Time after which one more is allowed for that user.', pause(), '1m'),
  'sign_in.mails': key('Mails that one address may request at once without a session.', attempts(), 10),
  'sign_in.mails_pause': key('Time after which one more mail is allowed.', pause(), '5m'),
  // Allows for a company behind one address that signs in every morning.
  'sign_in.single_sign_on_attempts': key('Sign-ins by an identity provider from one address at once.', attempts(), 100),
  'sign_in.single_sign_on_pause': key('Time after which one more of them is allowed.', pause(), '3s'),
  'users.passkeys': key('Passkeys of a user.', whole(1, 100), 20),
  'users.told_without_account': key(
    'Time after which a user without an account is told that the user will be erased.',
    duration('7d', '3650d'),
    '60d',
  ),
  'users.erased_after_notice': key('Time from that mail to the erasure.', duration('7d', '85d'), '30d'),
};
