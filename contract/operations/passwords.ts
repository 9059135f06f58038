import { operation } from '../define.ts';
import { ChangeUserPassword, ConfirmPasswordReset, CreatePasswordReset } from '../schemas/password.ts';

/** Operations that set a password. A user also sets the first password with a link from an email. */
export const passwords = {
  createPasswordReset: operation({
    method: 'POST',
    path: '/password-resets',
    group: 'Passwords',
    title: 'Ask for a new password',
    summary:
      'Sends a link to the user with this address. The link is valid once, for 1 hour. The reply does not reveal whether a user has the address. At most 3 links per hour are sent.',
    origin: 'ours',
    ability: 'write',
    changesAccess: true,
    needs: ['read'],
    anonymous: true,
    bodyKind: 'json',
    body: CreatePasswordReset,
    reply: { status: 204 },
    failures: [],
  }),
  confirmPasswordReset: operation({
    method: 'POST',
    path: '/password-resets/confirm',
    group: 'Passwords',
    title: 'Set a new password',
    summary:
      'Sets the password of the user of this link. All sessions of the user end, and no session is opened. Second factors do not change.',
    origin: 'ours',
    ability: 'write',
    changesAccess: true,
    needs: ['read'],
    anonymous: true,
    bodyKind: 'json',
    body: ConfirmPasswordReset,
    reply: { status: 204 },
    failures: [],
  }),
  changePassword: operation({
    method: 'PUT',
    path: '/user/password',
    group: 'Passwords',
    title: 'Change the password',
    summary:
      'Changes the password of the user of this session, and ends all other sessions of the user. The reply sets a new cookie. Access tokens cannot use this operation, and remain valid.',
    origin: 'ours',
    ability: 'write',
    changesAccess: true,
    needs: ['self'],
    requiresReauthentication: true,
    perMinute: 5,
    bodyKind: 'json',
    body: ChangeUserPassword,
    reply: { status: 204, secret: true },
    failures: ['wrong_state'],
  }),
};
