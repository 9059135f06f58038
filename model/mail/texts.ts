/** What mails say. English is complete; what another language lacks is said in English. */
import type { MailData, MailedService, MailTemplate, MailText, MailTexts } from './templates.ts';

const day = (at: number): string => `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
const names = (services: readonly MailedService[]): string =>
  services.length === 1 && services[0] ? services[0].name : `${services.length} services`;
const listed = (services: readonly MailedService[]): string[] => services.map(({ name, until }) => `${name}: ${day(until)}`);

/** By which an answer's quote is found, whatever program quotes it (model/mail-in/quotes.ts). */
const REPLY_ABOVE = '-- Please reply above this line --';

const ENGLISH: MailTexts = {
  'renewal-reminder': ({ services, orders, days }) => ({
    subject: `Please renew ${names(services)} within ${days === 1 ? '1 day' : `${days} days`}`,
    body: [
      'This is paid until:',
      listed(services),
      ...(orders.length > 0
        ? ['These orders wait for payment:', orders.map(({ id, amount }) => `Order ${id}: ${amount}`)]
        : ['It is not renewed automatically, so please renew it yourself.']),
      'What is not paid in time is switched off, and removed with its data some days later.',
    ],
  }),
  'charge-failed': ({ order, amount, reason }) => ({
    subject: `The payment of order ${order} failed`,
    body: [
      `We could not take ${amount} for order ${order}: ${reason}`,
      'Please pay it in another way, or add funds: it is then paid by itself.',
    ],
  }),
  'spending-cap': ({ order, amount, cap, spent, until }) => ({
    subject: `The monthly spending cap of ${cap} is crossed`,
    body: [
      `Order ${order} of ${amount} was paid all the same: automatic renewals, and what we order for you, go past the cap, so that nothing is lost that runs.`,
      `Spent this month: ${spent}. Until ${day(until)} no order is paid that somebody of this account asks for.`,
    ],
  }),
  'deploy-refunded': ({ order, name, amount, reason }) => ({
    subject: `Order ${order}: ${name} could not be built`,
    body: [reason, `We have returned ${amount} to your balance. You can order the server again at any time.`],
  }),
  'services-suspended': ({ services, ends }) => ({
    subject: `Suspended: ${names(services)}`,
    body: [
      'This was not paid, and is switched off. Its address and its data are kept for now:',
      listed(services),
      `Pay until ${day(ends)} to have it back as it was. After that it is removed with its data.`,
    ],
  }),
  'service-suspended': ({ name, reason }) => ({
    subject: `We have suspended ${name}`,
    body: [
      `Our staff has switched off ${name}. The reason:`,
      [reason],
      'Its address and its data are kept. It is not renewed automatically meanwhile, and paying does not bring it back: please write to support.',
    ],
  }),
  'service-end-moved': ({ name, before, until, reason }) => ({
    subject: `${name} now lasts until ${day(until)}`,
    body: [
      `Our staff has changed until when ${name} lasts, from ${day(before)} to ${day(until)}. The reason:`,
      [reason],
      'Nothing was charged for it, and nothing paid back. Renewals are counted from the new end.',
    ],
  }),
  'service-resumed': ({ name, until }) => ({
    subject: `${name} is no longer suspended by us`,
    body: [
      until === null
        ? 'It is in service again.'
        : `It stays switched off, as it is not paid, or was cancelled. It is kept until ${day(until)} at least; until then you can pay, or withdraw the cancellation, to have it back as it was.`,
    ],
  }),
  'termination-ahead': ({ services }) => ({
    subject: `Will be removed soon: ${names(services)}`,
    body: [
      'This was not paid, and is about to be removed with its data, which cannot be undone:',
      listed(services),
      'Pay before that to have it back as it was.',
    ],
  }),
  'ticket-answered': ({ ticket, subject, lines, files = [], resolved, byMail }) => ({
    subject: `[#${ticket}] ${subject}`,
    body: [
      ...(byMail ? [REPLY_ABOVE] : []),
      ...lines,
      ...(files.length > 0 ? ['With it come these files, which are in the ticket:', files] : []),
      resolved
        ? `We think that this is settled. If it is not, reply to ${byMail ? 'this mail' : 'the ticket'}: that opens it again.`
        : byMail
          ? 'You can answer this mail, or write in the ticket.'
          : 'Please reply in the ticket. Answers to this mail are not read.',
    ],
  }),
  'ticket-received': ({ ticket, subject }) => ({
    subject: `[#${ticket}] ${subject}`,
    body: [
      `Thank you for your mail. It is ticket ${ticket} now, and support answers you here.`,
      'Whoever knows the address that this mail is answered to can write in the ticket, so pass it on with care.',
    ],
  }),
  'response-missed': ({ ticket, subject, due, amount }) => ({
    subject: `We are late with ticket ${ticket}, and credited ${amount}`,
    body: [
      `Your support plan promises an answer to "${subject}" by ${day(due)}. It did not come in time, which we are sorry for.`,
      `As the plan says, ${amount} were added to your balance.`,
    ],
  }),
  'mail-refused': ({ reason }) => ({
    subject: 'Your mail to support was not taken',
    body: [reason, 'This was written by a program. Answers to it are not read.'],
  }),
  'two-factor-reset': ({ at }) => ({
    subject: 'Your two-factor authentication was disabled',
    body: [
      `Our support did this at ${day(at)}, because somebody told us that your authenticator app is lost. Passkeys were removed too.`,
      'If that was not you, answer this mail at once and change your password. If it was, please enable two-factor authentication again.',
    ],
  }),
  'webhook-disabled': ({ url, since, error }) => ({
    subject: 'A webhook is disabled',
    body: [
      `No event could be delivered to ${url} since ${day(since)}, so it is sent no more. The last try: ${error}`,
      'Mend the receiver and enable the webhook again. What was not delivered stands in its deliveries for 30 days, and can be replayed.',
    ],
  }),
  'export-ready': ({ asked, until }) => ({
    subject: 'The data of your account can be downloaded',
    body: [
      `The export of your account that was asked for at ${day(asked)} is written. It can be downloaded until ${day(until)}.`,
      'If nobody of you asked for it, change your password at once and tell us: somebody else has access to your account.',
    ],
  }),
  'attack-begun': ({ address, at, reason, mbps, pps, filtered }) => ({
    subject: `${address} is under attack`,
    body: [
      `Since ${day(at)}: ${reason}, ${mbps} Mbps and ${pps} packets a second so far.`,
      filtered
        ? 'Its sources are blocked while it goes on. Your address stays reachable, and you need not do anything.'
        : 'This address has no DDoS protection, so nothing is blocked automatically. The blacklist and the geo filter of the address work at once.',
      'You are written of an address once an hour at most.',
    ],
  }),
  'new-sign-in': ({ at, address, browser }) => ({
    subject: 'Somebody signed in from a new place',
    body: [
      `${day(at)}, from ${address || 'an unknown address'}${browser ? `, with ${browser}` : ''}.`,
      'If that was you, there is nothing to do. If not, please set another password: that ends all sessions.',
    ],
  }),
  'sign-in-code': ({ code, minutes, address }) => ({
    subject: `Your code: ${code}`,
    body: [
      `Signing in from ${address || 'an unknown address'} asks for this code, which is good for ${minutes} minutes: ${code}`,
      'If you are not signing in, somebody knows your password. Please set another one, and tell nobody this code.',
    ],
  }),
  'password-reset': ({ link, minutes, address }) => ({
    subject: 'Set your password',
    body: [
      `Somebody at ${address || 'an unknown address'} asks to set a password for you. If that was you, do it within ${minutes} minutes: ${link}`,
      'If it was not you, do nothing: without this mail nobody can. Pass the link on to nobody.',
    ],
  }),
  'sign-up': ({ link, until, address, invited }) => ({
    subject: invited ? 'You are invited to open an account' : 'Please confirm your address',
    body: [
      invited
        ? 'We invite you to open an account with us.'
        : `Somebody at ${address || 'an unknown address'} wants to open an account with this address.`,
      `Open it until ${day(until)}: ${link}`,
      'If you do not want one, do nothing: without this mail there is none. Pass the link on to nobody.',
    ],
  }),
  'sign-up-known': ({ address }) => ({
    subject: 'You have an account already',
    body: [
      `Somebody at ${address || 'an unknown address'} wants to open an account with this address, which is that of your user.`,
      'If that was you, sign in, or ask for a new password. If not, there is nothing to do: whoever asked was not told.',
    ],
  }),
  'account-closing': ({ account, by, at }) => ({
    subject: `${account} will be closed`,
    body: [
      `${by} has asked to close ${account}. Until ${day(at)} it can only be read, exported, and kept open after all. Then its members lose it, and what the law does not have us keep is erased, which cannot be undone.`,
      'If that is not what you want, have its owner undo it before then.',
    ],
  }),
  'account-stays': ({ account, by }) => ({
    subject: `${account} stays open`,
    body: [`${by} has undone the closing of ${account}. It works as before.`],
  }),
  'user-erasure': ({ at, kept }) => ({
    subject: 'Your user will be erased',
    body: [
      `You have been a member of no account here for some time. From ${day(at)} on your user is erased, with its name, this address, its password, and all else that it signs in by. This cannot be undone.`,
      `If you want to keep it, open an account with this address, or accept an invitation to one, before then. To sign in keeps it for at least ${kept} days more, though there is nothing to see without an account. While an invitation waits for you, it stays too.`,
      'If not, there is nothing to do. Afterwards this address is free: an account can be opened with it, and it can be invited, as if it had never been here.',
    ],
  }),
  welcome: ({ name, account }) => ({
    subject: 'Your account is open',
    body: [
      `Welcome, ${name}. This is account ${account}: name it when you write to us.`,
      'Sign in with this address and your password. To be safe, enable two-factor authentication before you order anything.',
    ],
  }),
  'email-change-new': ({ before, link, until, address }) => ({
    subject: 'Please confirm your new address',
    body: [
      `Somebody at ${address || 'an unknown address'}, who signs in as ${before}, wants to use this address from now on. If that was you, confirm it until ${day(until)}: ${link}`,
      `The other mail, to ${before}, has to be confirmed too. If you do not know of this, do nothing, or stop it by the same link.`,
    ],
  }),
  'email-change-old': ({ after, link, until, address }) => ({
    subject: 'Your address is about to change',
    body: [
      `Somebody at ${address || 'an unknown address'} wants that you sign in as ${after} from now on, and get your mails there. If that was you, confirm it until ${day(until)}: ${link}`,
      'If it was not you, stop it by the same link, and set another password at once: without this mail nothing changes. Pass the link on to nobody.',
    ],
  }),
  'email-lost-new': ({ before, after, link, until, counts }) => ({
    subject: 'Please confirm your new address',
    body: [
      `Our support was told that you can no longer read the mail of ${before}, and shall sign in as ${after} from now on. If that was you, confirm it until ${day(until)}: ${link}`,
      `The new address counts from ${day(counts)} on, unless somebody who reads the mail of ${before} stops it before. Password and two-factor authentication stay as they are.`,
      'If you do not know of this, do nothing, or stop it by the same link.',
    ],
  }),
  'email-lost-old': ({ after, link, counts }) => ({
    subject: 'Your address is about to change: stop it if that is not you',
    body: [
      `Our support was told that you can no longer read this mail, and shall sign in as ${after} from now on. From ${day(counts)} on that address counts, once it was confirmed.`,
      `If you read this and did not ask for it, stop it at once: ${link}`,
      'Then set another password, and tell support: somebody has pretended to be you. Pass the link on to nobody.',
    ],
  }),
  'email-changed': ({ before, after, at }) => ({
    subject: 'Your address was changed',
    body: [
      `Since ${day(at)} your user has the address ${after}, and no longer ${before}. Whoever was signed in elsewhere has to sign in again, with the new address.`,
      'If that was not you, somebody reads your mail: tell support at once.',
    ],
  }),
  'password-changed': ({ at, address }) => ({
    subject: 'Your password was changed',
    body: [
      `${day(at)}, from ${address || 'an unknown address'}. Whoever was signed in elsewhere has to sign in again. Access tokens and passkeys work on.`,
      'If that was not you, somebody reads your mail or uses your session: set another password at once, look through your access tokens and passkeys, and tell support.',
    ],
  }),
  'passkey-added': ({ name, at, address }) => ({
    subject: 'A passkey was added',
    body: [
      `${day(at)}, from ${address || 'an unknown address'}: "${name}". It signs you in without your password.`,
      'If that was not you, somebody uses your session: remove the passkey at once, set another password, which ends all sessions, and tell support.',
    ],
  }),
  'passkey-removed': ({ name, at, address }) => ({
    subject: 'A passkey was removed',
    body: [
      `${day(at)}, from ${address || 'an unknown address'}: "${name}". It signs you in no more.`,
      'If that was not you, somebody uses your session: set another password at once, which ends all sessions, and tell support.',
    ],
  }),
  'attack-ended': ({ address, from, until, mbps, pps }) => ({
    subject: `The attack on ${address} has ended`,
    body: [`It went on from ${day(from)} until ${day(until)}, with ${mbps} Mbps and ${pps} packets a second at its peak.`],
  }),
  invitation: ({ account, inviter, role, link, until }) => ({
    subject: `${inviter} invites you to ${account}`,
    body: [
      `${inviter} invites you to the account ${account}, with the role ${role}.`,
      `Accept it until ${day(until)}: ${link}`,
      'If you do not know them, do nothing: without you nothing happens.',
    ],
  }),
  'member-joined': ({ account, name, email, role }) => ({
    subject: `${name || email} has joined ${account}`,
    body: [
      `${name ? `${name} (${email})` : email} has accepted the invitation to the account ${account}, with the role ${role}.`,
    ],
  }),
  'membership-changed': ({ account, role }) => ({
    subject: role === null ? `You are no longer a member of ${account}` : `Your role in ${account} is now ${role}`,
    body: [
      role === null
        ? `You are no longer a member of the account ${account}. Your access tokens for it do not work any more.`
        : `Your role in the account ${account} is now ${role}. Your access tokens for it may do no more than that.`,
    ],
  }),
  'account-accessed': ({ account, person, reason, writes, until }) => ({
    subject: `Our support acts inside ${account} without your consent`,
    body: [
      `${person} of our support may ${writes ? 'read and change what is' : 'read what is'} in the account ${account} until ${day(until)}, at the latest.`,
      `The reason: ${reason}`,
      'You have not consented to this before, so we tell you. Each act stands in the audit log of the account with the name of the person. If you have questions, please answer this mail or open a ticket.',
    ],
  }),
  'ownership-offered': ({ account, owner, until }) => ({
    subject: `${owner} offers you the account ${account}`,
    body: [
      `${owner} offers to hand the account ${account} over to you: its services, its balance, and what it has to pay.`,
      `Accept it among the members of the account until ${day(until)}. Until you do, nothing changes.`,
    ],
  }),
  'ownership-transferred': ({ account, before, after }) => ({
    subject: `The account ${account} has another owner`,
    body: [`${after} has taken the account ${account} over from ${before}, who is an administrator of it from now on.`],
  }),
};

const LANGUAGES: Readonly<Record<string, Partial<MailTexts>>> = { en: ENGLISH };

export const MAIL_TEMPLATES = Object.keys(ENGLISH) as MailTemplate[];

/** An answer of support; all else is written by a program. */
export const isWrittenByPerson = (name: string): boolean => name === 'ticket-answered';

export const isMailTemplate = (name: string): name is MailTemplate => Object.hasOwn(ENGLISH, name);

/** `language`: two letters; one that is not there, or lacks this text, is English. */
export function mailText<Name extends MailTemplate>(
  template: Name,
  data: MailData[Name],
  language: string,
  languages: Readonly<Record<string, Partial<MailTexts>>> = LANGUAGES,
): MailText & { language: string } {
  const own = languages[language]?.[template];
  return { ...(own ?? ENGLISH[template])(data), language: own ? language : 'en' };
}
