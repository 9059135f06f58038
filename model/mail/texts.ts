/** Texts of mails. English is complete, and replaces texts that another language lacks. */
import { alertsText } from './operator-alerts.ts';
import type { MailData, MailedService, MailTemplate, MailText, MailTexts } from './templates.ts';

const day = (at: number): string => `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
const names = (services: readonly MailedService[]): string =>
  services.length === 1 && services[0] ? services[0].name : `${services.length} services`;
const listed = (services: readonly MailedService[]): string[] => services.map(({ name, until }) => `${name}: ${day(until)}`);

/** Marks the beginning of the quote in an answer, for every mail program (model/mail-in/quotes.ts). */
const REPLY_ABOVE = '-- Please reply above this line --';

const ENGLISH: MailTexts = {
  'renewal-reminder': ({ services, orders, days }) => ({
    subject: `Renew ${names(services)} within ${days === 1 ? '1 day' : `${days} days`}`,
    body: [
      'Paid until:',
      listed(services),
      ...(orders.length > 0
        ? ['These orders are waiting for payment:', orders.map(({ id, amount }) => `Order ${id}: ${amount}`)]
        : ['There is no automatic renewal. Renew before this time.']),
      'Unpaid services are switched off. Some days later they are deleted with their data.',
    ],
  }),
  'charge-failed': ({ order, amount, reason }) => ({
    subject: `The payment of order ${order} failed`,
    body: [
      `We could not charge ${amount} for order ${order}: ${reason}`,
      'Pay the order with another method or add funds. With enough funds it is paid automatically.',
    ],
  }),
  'spending-cap': ({ order, amount, cap, spent, until }) => ({
    subject: `The monthly spending cap of ${cap} was exceeded`,
    body: [
      `Order ${order} of ${amount} was paid although it exceeds the cap. Automatic renewals and orders that we create for you ignore the cap, so that no running service is lost.`,
      `Spent this month: ${spent}. Orders that members of this account place are not paid before ${day(until)}.`,
    ],
  }),
  'deploy-refunded': ({ order, name, amount, reason }) => ({
    subject: `Order ${order}: ${name} could not be built`,
    body: [reason, `We refunded ${amount} to your balance. You can order the server again at any time.`],
  }),
  'services-suspended': ({ services, ends }) => ({
    subject: `Suspended: ${names(services)}`,
    body: [
      'These services were not paid in time and are switched off. They were paid until:',
      listed(services),
      `Their addresses and data are kept. Pay before ${day(ends)} to restore them. After that we delete them with their data.`,
    ],
  }),
  'service-suspended': ({ name, reason }) => ({
    subject: `We have suspended ${name}`,
    body: [
      `Our staff switched off ${name}. The reason:`,
      [reason],
      'Its addresses and data are kept. Paying does not switch it on again, and it is not renewed automatically while suspended. Contact support.',
    ],
  }),
  'service-end-moved': ({ name, before, until, reason }) => ({
    subject: `${name} now expires on ${day(until)}`,
    body: [
      `Our staff moved the expiry of ${name} from ${day(before)} to ${day(until)}. The reason:`,
      [reason],
      'This was not charged and not refunded. Later renewals start from the new expiry.',
    ],
  }),
  'service-resumed': ({ name, until }) => ({
    subject: `We no longer suspend ${name}`,
    body: [
      until === null
        ? 'The service is active again.'
        : `The service is still switched off, because it is unpaid or cancelled. It is kept at least until ${day(until)}. Pay or withdraw the cancellation before then to restore it.`,
    ],
  }),
  'services-resumed': ({ services }) => ({ subject: `Active again: ${names(services)}`, body: [listed(services)] }),
  'order-waiting': ({ order, gross }) => ({ subject: `Order ${order}: please pay ${gross}`, body: [] }),
  'order-paid': ({ order, gross }) => ({ subject: `Order ${order} of ${gross} is paid`, body: [] }),
  'order-refunded': ({ order, amount, reason }) => ({ subject: `Refund of ${amount} for order ${order}`, body: [reason] }),
  'deposit-received': ({ amount, balance }) => ({ subject: `We received ${amount}`, body: [balance] }),
  'payment-kept': ({ amount, balance }) => ({ subject: `We received ${amount}`, body: [balance] }),
  'payout-sent': ({ amount }) => ({ subject: `We sent ${amount} back`, body: [] }),
  'payout-returned': ({ amount, balance }) => ({ subject: `${amount} came back to us`, body: [balance] }),
  'balance-changed': ({ amount, reason }) => ({ subject: `Your balance changed by ${amount}`, body: [reason] }),
  'server-ready': ({ order }) => ({ subject: `The servers of order ${order} are ready`, body: [] }),
  'renewal-ahead': ({ services, at }) => ({ subject: `We renew ${names(services)} on ${day(at)}`, body: [] }),
  'renewal-due': ({ services }) => ({ subject: `Renew ${names(services)}`, body: [listed(services)] }),
  'service-ending': ({ at, reason }) => ({ subject: `We end your services on ${day(at)}`, body: [reason] }),
  'services-ended': ({ names: ended }) => ({ subject: 'Your services have ended', body: [ended] }),
  'termination-ahead': ({ services }) => ({
    subject: `We will soon delete ${names(services)}`,
    body: [
      'These services were not paid. We will delete them with their data at these times, which cannot be undone:',
      listed(services),
      'Pay before then to restore them.',
    ],
  }),
  'ticket-answered': ({ ticket, subject, lines, files = [], resolved, byMail }) => ({
    subject: `[#${ticket}] ${subject}`,
    body: [
      ...(byMail ? [REPLY_ABOVE] : []),
      ...lines,
      ...(files.length > 0 ? ['These files are attached to the ticket:', files] : []),
      resolved
        ? `We consider this resolved. If it is not, reply to ${byMail ? 'this mail' : 'the ticket'} to reopen it.`
        : byMail
          ? 'You can answer this mail, or reply in the ticket.'
          : 'Reply in the ticket. Answers to this mail are not read.',
    ],
  }),
  'ticket-received': ({ ticket, subject }) => ({
    subject: `[#${ticket}] ${subject}`,
    body: [
      `Thank you for your mail. It is now ticket ${ticket}, and support will answer you by mail.`,
      'Anyone who knows the reply address of this mail can write in the ticket. Share the address with care.',
    ],
  }),
  'response-missed': ({ ticket, subject, due, amount }) => ({
    subject: `We are late with ticket ${ticket} and credited ${amount}`,
    body: [
      `Your support plan promises an answer to "${subject}" by ${day(due)}. We are sorry that we missed this time.`,
      `We credited ${amount} to your balance, as your support plan promises.`,
    ],
  }),
  'mail-refused': ({ reason }) => ({
    subject: 'Your mail to support was not accepted',
    body: [reason, 'This mail was sent automatically. Answers to it are not read.'],
  }),
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
  'webhook-disabled': ({ url, since, error }) => ({
    subject: 'A webhook was disabled',
    body: [
      `No event could be delivered to ${url} since ${day(since)}, so we no longer send events. The last error: ${error}`,
      'Repair the receiver and enable the webhook again. Undelivered events stay in its deliveries for 30 days and can be replayed.',
    ],
  }),
  'export-ready': ({ asked, until }) => ({
    subject: 'Your account data is ready to download',
    body: [
      `The export of your account, requested on ${day(asked)}, is ready. Download it before ${day(until)}.`,
      'If nobody in your account requested it, change your password at once and contact us: someone else has access to your account.',
    ],
  }),
  'attack-begun': ({ address, at, reason, mbps, pps, filtered }) => ({
    subject: `${address} is under attack`,
    body: [
      `Since ${day(at)}: ${reason}, so far ${mbps} Mbps and ${pps} packets per second.`,
      filtered
        ? 'We block the sources while the attack lasts. Your address stays reachable, and you need to do nothing.'
        : 'This address has no DDoS protection, so nothing is blocked automatically. Its blacklist and geo filter take effect at once.',
      'We send at most one mail an hour about an address.',
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
      `Someone at ${address || 'an unknown address'} asked to set a password for you. If that was you, set it within ${minutes} minutes: ${link}`,
      'Otherwise do nothing: nobody can set a password without this link. Do not share the link.',
    ],
  }),
  'sign-up': ({ link, until, address, invited }) => ({
    subject: invited ? 'You are invited to open an account' : 'Confirm your address',
    body: [
      invited
        ? 'We invite you to open an account with us.'
        : `Someone at ${address || 'an unknown address'} asked to open an account with this address.`,
      `Open the account before ${day(until)}: ${link}`,
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
  'account-closing': ({ account, by, at }) => ({
    subject: `${account} will be closed`,
    body: [
      `${by} asked to close ${account}. Before ${day(at)} the account can only be read and exported, and the closure can be undone. Then its members lose access, and we erase all data that the law does not require us to keep. Erasure cannot be undone.`,
      'If you do not want this, ask its owner to undo the closure before then.',
    ],
  }),
  'account-stays': ({ account, by }) => ({
    subject: `${account} stays open`,
    body: [`${by} has undone the closure of ${account}. The account works as before.`],
  }),
  'user-erasure': ({ at, kept }) => ({
    subject: 'Your user will be erased',
    body: [
      `You have not belonged to an account for some time. On ${day(at)} we erase your user: its name, this address, its password and all other sign-in methods. This cannot be undone.`,
      `To keep your user, open an account with this address or accept an invitation to one before then. Signing in keeps it for at least ${kept} more days, although you see nothing without an account. A pending invitation also keeps it.`,
      'Otherwise do nothing. After the erasure this address can be used for a new account or invitation, as if it were new.',
    ],
  }),
  welcome: ({ name, account }) => ({
    subject: 'Your account is open',
    body: [
      `Welcome, ${name}. Your account number is ${account}. Give this number when you contact us.`,
      'Sign in with this address and your password. For safety, enable two-factor authentication before your first order.',
    ],
  }),
  'email-change-new': ({ before, link, until, address }) => ({
    subject: 'Confirm your new address',
    body: [
      `Someone at ${address || 'an unknown address'}, who signs in as ${before}, asked to use this address instead. If that was you, confirm it before ${day(until)}: ${link}`,
      `The mail to ${before} must also be confirmed. If this is not you, do nothing, or stop the change with the same link.`,
    ],
  }),
  'email-change-old': ({ after, link, until, address }) => ({
    subject: 'Your address is about to change',
    body: [
      `Someone at ${address || 'an unknown address'} asked that you sign in and get your mails as ${after}. If that was you, confirm it before ${day(until)}: ${link}`,
      'Otherwise stop the change with the same link and set a new password at once. Without this mail nothing changes. Do not share the link.',
    ],
  }),
  'email-lost-new': ({ before, after, link, until, counts }) => ({
    subject: 'Confirm your new address',
    body: [
      `Our support was told that you can no longer read the mail of ${before}, and want to sign in as ${after}. If that was you, confirm it before ${day(until)}: ${link}`,
      `The new address takes effect on ${day(counts)}, unless someone who reads the mail of ${before} stops the change. Your password and two-factor authentication stay the same.`,
      'If this is not you, do nothing, or stop the change with the same link.',
    ],
  }),
  'email-lost-old': ({ after, link, counts }) => ({
    subject: 'Stop the change of your address if you did not ask for it',
    body: [
      `Our support was told that you can no longer read this mail, and want to sign in as ${after}. Once confirmed, that address takes effect on ${day(counts)}.`,
      `If you did not ask for this, stop the change at once: ${link}`,
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
  'attack-ended': ({ address, from, until, mbps, pps }) => ({
    subject: `The attack on ${address} has ended`,
    body: [`The attack lasted from ${day(from)} to ${day(until)}, with a peak of ${mbps} Mbps and ${pps} packets per second.`],
  }),
  invitation: ({ account, inviter, role, link, until }) => ({
    subject: `${inviter} invites you to ${account}`,
    body: [
      `${inviter} invites you to the account ${account} with the role ${role}.`,
      `Accept the invitation before ${day(until)}: ${link}`,
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
  'account-accessed': ({ account, person, reason, writes, until }) => ({
    subject: `Our support accesses ${account} without your consent`,
    body: [
      `${person} of our support can ${writes ? 'read and change' : 'read'} the account ${account} until ${day(until)} at the latest.`,
      `The reason: ${reason}`,
      'We tell you, because you did not consent to this access. The audit log of the account shows each action with the name of the person. If you have questions, answer this mail or open a ticket.',
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
  'approval-waiting': ({ approval, operation, requester, amount, account, reason, until }) => {
    const what = `${operation}${amount === null ? '' : ` of ${amount}`}`;
    return {
      subject: `Approval ${approval} waits for you: ${what}`,
      body: [
        `${requester} asks for ${what}${account === null ? '' : ` for account ${account}`}, which needs a second person.`,
        ...(reason === null ? [] : [`The reason given: ${reason}`]),
        `Decide before ${day(until)}, with one of these commands on the host, or with the same operation of the staff's API:`,
        [`./innkeeper approval approve ${approval}`, `./innkeeper approval refuse ${approval} --reason "..."`],
      ],
    };
  },
  'operator-alerts': alertsText,
};

const LANGUAGES: Readonly<Record<string, Partial<MailTexts>>> = { en: ENGLISH };

export const MAIL_TEMPLATES = Object.keys(ENGLISH) as MailTemplate[];

/** Returns whether a person wrote the mail. Programs write all mails except support answers. */
export const isWrittenByPerson = (name: string): boolean => name === 'ticket-answered';

export const isMailTemplate = (name: string): name is MailTemplate => Object.hasOwn(ENGLISH, name);

/** Returns the text of a mail. `language` has two letters. A missing language or text falls back to English. */
export function mailText<Name extends MailTemplate>(
  template: Name,
  data: MailData[Name],
  language: string,
  languages: Readonly<Record<string, Partial<MailTexts>>> = LANGUAGES,
): MailText & { language: string } {
  const own = languages[language]?.[template];
  return { ...(own ?? ENGLISH[template])(data), language: own ? language : 'en' };
}
