import type { MailTexts } from '../templates.ts';
import { howRenewalIsPaid, howToPay } from './pay.ts';
import { ACCOUNT_SUSPENDED, bounded, contactSupport, day, debtsOf, oneOrMany, voidOrders } from './words.ts';

export const ACCOUNT: Pick<
  MailTexts,
  | 'welcome'
  | 'account-closing'
  | 'account-stays'
  | 'account-suspended'
  | 'account-resumed'
  | 'user-erasure'
  | 'export-ready'
  | 'webhook-disabled'
  | 'attack-begun'
  | 'attack-ended'
> = {
  welcome: ({ name, account }) => ({
    subject: 'Your account is open',
    body: [
      `Welcome, ${name}. Your account number is ${account}. Give this number when you contact us.`,
      'Sign in with this address and your password. For safety, enable two-factor authentication before your first order.',
    ],
  }),
  'account-closing': ({ account, by, at }) => ({
    subject: `The account ${account} will be closed`,
    body: [
      `${by} asked to close the account ${account}. Before ${day(at)} it can only be read and exported, and the closure can be undone. Then its members lose access, and we erase all data that the law does not require us to keep. Erasure cannot be undone.`,
      'If you do not want this, ask its owner to undo the closure before then.',
    ],
  }),
  'account-stays': ({ account, by }) => ({
    subject: `The account ${account} stays open`,
    body: [`${by} has undone the closure of the account ${account}. It works as before.`],
  }),
  'account-suspended': ({ account, names, more, reason, orders, page }) => ({
    subject: `Account ${account} is suspended`,
    body: [
      ACCOUNT_SUSPENDED,
      ...(names.length === 0
        ? ['Its services are not switched off by this: servers that run keep running.']
        : [
            oneOrMany(names, more, 'We have switched off this service too:', 'We have switched off these services too:'),
            bounded(names, more),
            ...(reason === null ? [] : [`The reason: ${reason}`]),
            'Addresses and data are kept. Paying does not end the suspension, and nothing suspended is renewed automatically.',
          ]),
      ...voidOrders(orders),
      'Our support answers your questions.',
      contactSupport(page),
    ],
  }),
  'account-resumed': ({ account, names, more, debts = [], moreDebts = 0, isCharged = false, pay = null, page }) => ({
    subject: `Account ${account} is no longer suspended`,
    body: [
      'The account can be used again.',
      ...(names.length === 0
        ? []
        : [
            oneOrMany(names, more, 'This service is still switched off:', 'These services are still switched off:'),
            bounded(names, more),
            'If you have questions, contact support.',
          ]),
      ...(debts.length === 0
        ? []
        : [
            oneOrMany(debts, moreDebts, 'This order waits for payment:', 'These orders wait for payment:'),
            bounded(debtsOf(debts), moreDebts),
            ...(pay === null
              ? []
              : isCharged
                ? howRenewalIsPaid(pay, null).parts
                : howToPay(pay, debts.length === 1 ? (debts[0]?.amount ?? null) : null)),
          ]),
      ...(debts.length > 0
        ? [{ button: isCharged ? 'Open your orders' : 'Pay now', link: page }]
        : names.length > 0
          ? [contactSupport(page)]
          : []),
    ],
  }),
  'user-erasure': ({ at, kept }) => ({
    subject: 'Your user will be erased',
    body: [
      `You have not belonged to an account for some time. On ${day(at)} we erase your user: its name, this address, its password and all other sign-in methods. This cannot be undone.`,
      `To keep your user, open an account with this address or accept an invitation to one before then. Signing in keeps it for at least ${kept} more days, although you see nothing without an account. A pending invitation also keeps it.`,
      'Otherwise do nothing. After the erasure this address can be used for a new account or invitation, as if it were new.',
    ],
  }),
  'export-ready': ({ asked, until }) => ({
    subject: 'Your account data is ready to download',
    body: [
      `The export of your account, requested on ${day(asked)}, is ready. Download it before ${day(until)}.`,
      'If nobody in your account requested it, change your password at once and contact us: someone else has access to your account.',
    ],
  }),
  'webhook-disabled': ({ url, since, error }) => ({
    subject: 'A webhook was disabled',
    body: [
      `No event could be delivered to ${url} since ${day(since)}, so we no longer send events. The last error: ${error}`,
      'Repair the receiver and enable the webhook again. Undelivered events stay in its deliveries for 30 days and can be replayed.',
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
  'attack-ended': ({ address, from, until, mbps, pps }) => ({
    subject: `The attack on ${address} has ended`,
    body: [`The attack lasted from ${day(from)} to ${day(until)}, with a peak of ${mbps} Mbps and ${pps} packets per second.`],
  }),
};
