import { operation } from '../define.ts';
import { ChangeUserPassword, ConfirmPasswordReset, CreatePasswordReset } from '../schemas/password.ts';

/** Setting a password: the first one too, which every user sets by the link in a mail. */
export const passwords = {
  createPasswordReset: operation({
    method: 'POST',
    path: '/password-resets',
    group: 'Passwords',
    title: 'Ask for a new password',
    summary:
      'Sends a link to the user with this address, which is good for an hour and works once. The reply is the same whether there is such a user or not; of more than three links an hour none is sent.',
    origin: 'ours',
    ability: 'write',
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
      'Sets the password of the user whose link it is. All sessions of the user end, and none is opened; a second factor is asked for as before.',
    origin: 'ours',
    ability: 'write',
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
      'Sets another password for the user of this session, and ends all other sessions of the user. The cookie is a new one. Access tokens are not allowed to do this, and work on.',
    origin: 'ours',
    ability: 'write',
    needs: ['self'],
    recent: true,
    perMinute: 5,
    bodyKind: 'json',
    body: ChangeUserPassword,
    reply: { status: 204, secret: true },
    failures: ['wrong_state'],
  }),
};
