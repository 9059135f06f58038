import type { MailTexts } from '../templates.ts';
import { day } from './words.ts';

export const SIGN_IN: Pick<
  MailTexts,
  | 'two-factor-reset'
  | 'two-factor-by-token'
  | 'new-sign-in'
  | 'sign-in-code'
  | 'password-reset'
  | 'password-changed'
  | 'passkey-added'
  | 'passkey-removed'
  | 'sign-up'
  | 'sign-up-known'
> = {
  'two-factor-reset': ({ at }) => ({
    subject: 'Your two-factor authentication was disabled',
    body: [
      `Our support did this on ${day(at)}, because we were told that you lost your authenticator app. Your passkeys were also removed.`,
      'If you did not ask for this, answer this mail at once and change your password. Otherwise enable two-factor authentication again.',
    ],
  }),
  'two-factor-by-token': ({ token, hint, at, until }) => ({
    subject: 'An access token enabled two-factor authentication for you',
    body: [
      `The access token "${token}" (${hint}...) did this on ${day(at)}. You can still sign in without a code.`,
      `If it was you, sign in before ${day(until)}, and confirm your identity with a code of the app or set up the app again. Each sign-in then needs a code. Otherwise two-factor authentication ends at that time.`,
      'If it was not you, delete this token at once: someone else has it. You can set up an authenticator app of your own at any time.',
    ],
  }),
  'new-sign-in': ({ at, address, browser }) => ({
    subject: 'Sign-in from a new place',
    body: [
      `Your user signed in on ${day(at)} from ${address || 'an unknown address'}${browser ? `, with ${browser}` : ''}.`,
      'If that was you, do nothing. Otherwise set a new password, which ends all sessions.',
    ],
  }),
  'sign-in-code': ({ code, minutes, address }) => ({
    subject: `Your code: ${code}`,
    body: [
      `To sign in from ${address || 'an unknown address'}, enter this code within ${minutes} minutes: ${code}`,
      'If you are not signing in, someone else knows your password. Set a new password, and do not share this code.',
    ],
  }),
  'password-reset': ({ link, minutes, address }) => ({
    subject: 'Set your password',
    body: [
      `Someone at ${address || 'an unknown address'} asked to set a password for you. If that was you, set it within ${minutes} minutes.`,
      { button: 'Set your password', link },
      'Otherwise do nothing: nobody can set a password without this link. Do not share the link.',
    ],
  }),
  'password-changed': ({ at, address }) => ({
    subject: 'Your password was changed',
    body: [
      `Your password was changed on ${day(at)} from ${address || 'an unknown address'}. Other sessions have ended. Access tokens and passkeys are still valid.`,
      'If that was not you, someone else reads your mail or uses your session. Set a new password at once, check your access tokens and passkeys, and contact support.',
    ],
  }),
  'passkey-added': ({ name, at, address }) => ({
    subject: 'A passkey was added',
    body: [
      `The passkey "${name}" was added on ${day(at)} from ${address || 'an unknown address'}. It signs you in without your password.`,
      'If that was not you, someone else uses your session. Remove the passkey at once, set a new password, which ends all sessions, and contact support.',
    ],
  }),
  'passkey-removed': ({ name, at, address }) => ({
    subject: 'A passkey was removed',
    body: [
      `The passkey "${name}" was removed on ${day(at)} from ${address || 'an unknown address'}. It no longer signs you in.`,
      'If that was not you, someone else uses your session. Set a new password at once, which ends all sessions, and contact support.',
    ],
  }),
  'sign-up': ({ link, until, address, invited }) => ({
    subject: invited ? 'You are invited to open an account' : 'Confirm your address',
    body: [
      invited
        ? 'We invite you to open an account with us.'
        : `Someone at ${address || 'an unknown address'} asked to open an account with this address.`,
      `Open the account before ${day(until)}.`,
      { button: 'Open the account', link },
      'If you do not want an account, do nothing: nobody can open it without this link. Do not share the link.',
    ],
  }),
  'sign-up-known': ({ address }) => ({
    subject: 'You already have an account',
    body: [
      `Someone at ${address || 'an unknown address'} asked to open an account with this address, which your user already has.`,
      'If that was you, sign in or reset your password. Otherwise do nothing: the other person was not told that the address is in use.',
    ],
  }),
};
