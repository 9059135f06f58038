import type { MailTexts } from '../templates.ts';
import { day } from './words.ts';

export const EMAIL_CHANGE: Pick<
  MailTexts,
  'email-change-new' | 'email-change-old' | 'email-lost-new' | 'email-lost-old' | 'email-changed'
> = {
  'email-change-new': ({ before, link, until, address }) => ({
    subject: 'Confirm your new address',
    body: [
      `Someone at ${address || 'an unknown address'}, who signs in as ${before}, asked to use this address instead. If that was you, confirm it before ${day(until)}.`,
      { button: 'Confirm or stop the change', link },
      `The mail to ${before} must also be confirmed. If this is not you, do nothing, or stop the change with the same link.`,
    ],
  }),
  'email-change-old': ({ after, link, until, address }) => ({
    subject: 'Your address is about to change',
    body: [
      `Someone at ${address || 'an unknown address'} asked that you sign in and get your mails as ${after}. If that was you, confirm it before ${day(until)}.`,
      { button: 'Confirm or stop the change', link },
      'Otherwise stop the change with the same link and set a new password at once. Without this mail nothing changes. Do not share the link.',
    ],
  }),
  'email-lost-new': ({ before, after, link, until, counts }) => ({
    subject: 'Confirm your new address',
    body: [
      `Our support was told that you can no longer read the mail of ${before}, and want to sign in as ${after}. If that was you, confirm it before ${day(until)}.`,
      { button: 'Confirm or stop the change', link },
      `The new address takes effect on ${day(counts)}, unless someone who reads the mail of ${before} stops the change. Your password and two-factor authentication stay the same.`,
      'If this is not you, do nothing, or stop the change with the same link.',
    ],
  }),
  'email-lost-old': ({ after, link, counts }) => ({
    subject: 'Stop the change of your address if you did not ask for it',
    body: [
      `Our support was told that you can no longer read this mail, and want to sign in as ${after}. Once confirmed, that address takes effect on ${day(counts)}.`,
      `If you did not ask for this, stop the change at once.`,
      { button: 'Stop the change', link },
      'Then set a new password and contact support, because someone pretended to be you. Do not share the link.',
    ],
  }),
  'email-changed': ({ before, after, at }) => ({
    subject: 'Your address was changed',
    body: [
      `On ${day(at)} the address of your user was changed from ${before} to ${after}. Other sessions have ended. Sign in again with the new address.`,
      'If that was not you, someone else reads your mail. Contact support at once.',
    ],
  }),
};
