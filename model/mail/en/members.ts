import type { MailTexts } from '../templates.ts';
import { day } from './words.ts';

export const MEMBERS: Pick<
  MailTexts,
  'invitation' | 'member-joined' | 'membership-changed' | 'ownership-offered' | 'ownership-transferred'
> = {
  invitation: ({ account, inviter, role, link, until }) => ({
    subject: `${inviter} invites you to ${account}`,
    body: [
      `${inviter} invites you to the account ${account} with the role ${role}.`,
      `Accept the invitation before ${day(until)}.`,
      { button: 'Accept the invitation', link },
      'If you do not know the sender, do nothing. You join only if you accept.',
    ],
  }),
  'member-joined': ({ account, name, email, role }) => ({
    subject: `${name || email} has joined ${account}`,
    body: [`${name ? `${name} (${email})` : email} accepted the invitation to the account ${account} and has the role ${role}.`],
  }),
  'membership-changed': ({ account, role }) => ({
    subject: role === null ? `You are no longer a member of ${account}` : `Your role in ${account} is now ${role}`,
    body: [
      role === null
        ? `You are no longer a member of the account ${account}. Your access tokens for it are no longer valid.`
        : `Your role in the account ${account} is now ${role}. Your access tokens for the account have at most its rights.`,
    ],
  }),
  'ownership-offered': ({ account, owner, until }) => ({
    subject: `${owner} offers you the account ${account}`,
    body: [
      `${owner} offers to transfer the account ${account} to you, with its services, balance and open payments.`,
      `Accept the offer in the list of members of the account before ${day(until)}. Nothing changes unless you accept.`,
    ],
  }),
  'ownership-transferred': ({ account, before, after }) => ({
    subject: `The account ${account} has a new owner`,
    body: [`${after} is now the owner of the account ${account}. The previous owner ${before} is now an administrator.`],
  }),
};
