import { ABOVE_LIMIT, REMOVAL } from '@innkeeper/model/people/staff';
import { z } from 'zod';
import { staffOperation } from '../operator/define.ts';
import {
  Amount,
  At,
  AuditEntry,
  accountArgument,
  customerName,
  listOf,
  money,
  newEmailAddress,
  oneLine,
  paging,
  removableMoney,
} from '../operator/fields.ts';
import { endFields, ServiceEnd } from '../operator/service-end.ts';
import { Id } from '../schemas/primitives.ts';
import { ReferralCode } from '../schemas/user.ts';

const Account = z.strictObject({
  id: Id,
  email: z.string(),
  name: z.string(),
  country: z.string(),
  balance: Amount,
  /** Number of servers that are not terminated. */
  servers: z.int(),
  created_at: At,
  suspended_at: At.nullable(),
  suspend_reason: z.string().nullable(),
});

/** Billing address and VAT data of the account. */
const Billing = z.strictObject({
  address: z.string().nullable(),
  city: z.string().nullable(),
  postal_code: z.string().nullable(),
  company: z.boolean(),
  company_name: z.string().nullable(),
  company_address: z.string().nullable(),
  company_number: z.string().nullable(),
  vat_number: z.string().nullable(),
  /** VAT of an order placed now: country, rate in percent, and the rule that decides them. */
  vat: z.strictObject({ country: z.string(), rate: z.number(), rule: z.string(), pending: z.boolean() }),
  vat_check: z
    .strictObject({
      verdict: z.enum(['valid', 'invalid', 'unknown']),
      checked_at: At.nullable(),
      consultation_number: z.string().nullable(),
      registered_name: z.string().nullable(),
      next_try_at: At.nullable(),
      error: z.string().nullable(),
    })
    .nullable(),
});

/** Spending cap and spending of this calendar month (UTC). */
const Spending = z.strictObject({ monthly_cap: Amount.nullable(), spent_this_month: Amount });

const ListedAccount = Account.omit({ suspend_reason: true });

const Note = z.strictObject({ id: Id, account: Id, at: At, by: z.string(), text: z.string() });

const AccountDetails = Account.extend({
  /** Time at which the account is closed unless its owner undoes the closure, or `null`. */
  closes_at: At.nullable(),
  /** Time at which the account was closed, or `null`. */
  closed_at: At.nullable(),
  billing: Billing,
  spending: Spending,
  tokens: z.int(),
  unpaid_orders: z.int(),
  /** Numbers of the oldest orders that wait for payment, at most 20. */
  unpaid_order_ids: z.array(Id),
  /** Notes of the staff, newest first. */
  notes: z.array(Note.omit({ account: true })),
  transactions: z.array(z.strictObject({ at: At, kind: z.string(), amount: Amount, description: z.string() })),
  audit: z.array(AuditEntry),
});

const country = z
  .string()
  .regex(/^[a-z]{2}$/i, 'Must be a two-letter country code such as DE.')
  .toUpperCase();

/** Returns a field for a line of text. An empty text becomes `null`, which removes the current value. */
const removable = (max: number, description: string) =>
  z
    .union([z.literal('').transform(() => null), oneLine(max)])
    .optional()
    .meta({ description: `${description}; an empty text removes it`, value: 'text' });

const referralCode = ReferralCode.optional().meta({
  description: 'code of the affiliate who referred the account; cannot be changed, and counts for orders paid afterwards',
  value: 'code',
});

export const accounts = {
  createAccount: staffOperation({
    method: 'POST',
    path: '/operator/accounts',
    command: 'account create',
    roles: ['support', 'billing'],
    status: 201,
    recent: true,
    // Over HTTP, `fundAccount` credits the initial balance, with a daily limit.
    hostFields: ['funds'],
    resource: 'accounts',
    summary: 'create an account',
    changes: true,
    input: z.strictObject({
      email: newEmailAddress.meta({ description: 'email address of the account', value: 'address' }),
      funds: money.optional().meta({ description: 'initial balance (default: 0)', value: 'amount' }),
      country: country.default('DE').meta({ description: 'two-letter country code; decides the VAT', value: 'code' }),
      name: customerName.optional().meta({ description: 'name of the customer', value: 'name' }),
      referral_code: referralCode,
    }),
    reply: Account,
    failures: [],
  }),
  listAccounts: staffOperation({
    method: 'GET',
    path: '/operator/accounts',
    command: 'account list',
    roles: ['support', 'billing', 'technical'],
    resource: 'accounts',
    summary: 'list accounts',
    changes: false,
    input: z.strictObject({
      search: oneLine(100)
        .optional()
        .meta({ description: 'only accounts whose email address or name contains this', value: 'text' }),
      balance_below: money.optional().meta({ description: 'only accounts with a balance below this', value: 'amount' }),
      balance_above: money.optional().meta({ description: 'only accounts with a balance above this', value: 'amount' }),
      suspended: z.boolean().default(false).meta({ description: 'only suspended accounts' }),
      ...paging,
    }),
    reply: listOf(ListedAccount),
    failures: [],
  }),
  showAccount: staffOperation({
    method: 'GET',
    path: '/operator/accounts/{account}',
    command: 'account show',
    args: ['account'],
    roles: ['support', 'billing', 'technical'],
    resource: 'accounts',
    summary: 'show an account: balance, servers, tokens, notes and recent activity',
    changes: false,
    input: z.strictObject({ account: accountArgument }),
    reply: AccountDetails,
    failures: ['not_found'],
  }),
  noteAccount: staffOperation({
    method: 'POST',
    path: '/operator/accounts/{account}/note',
    command: 'account note',
    args: ['account'],
    roles: ['support', 'billing', 'technical'],
    resource: 'accounts',
    summary: 'add a note to an account; only staff can see it',
    changes: true,
    input: z.strictObject({
      account: accountArgument,
      text: z.string().trim().min(1).max(4000).meta({ description: 'text of one or more lines', value: 'text' }),
    }),
    reply: Note,
    failures: ['not_found'],
  }),
  fundAccount: staffOperation({
    method: 'POST',
    path: '/operator/accounts/{account}/fund',
    command: 'account fund',
    args: ['account'],
    roles: ['billing'],
    recent: true,
    approval: ABOVE_LIMIT,
    resource: 'accounts',
    summary: 'add money to the balance of an account',
    changes: true,
    input: z.strictObject({
      account: accountArgument,
      amount: money
        .refine((text) => Number(text) > 0, 'Must be more than 0.')
        .meta({ description: 'amount to add', value: 'amount' }),
      reason: oneLine(200)
        .default('Granted by the operator')
        .meta({ description: 'reason, shown to the customer in the list of transactions', value: 'sentence' }),
    }),
    reply: Account,
    failures: ['not_found', 'wrong_state'],
  }),
  chargeAccount: staffOperation({
    method: 'POST',
    path: '/operator/accounts/{account}/charge',
    command: 'account charge',
    args: ['account'],
    roles: ['billing'],
    recent: true,
    approval: ABOVE_LIMIT,
    resource: 'accounts',
    summary: 'take money that staff have credited back from the balance of an account',
    changes: true,
    input: z.strictObject({
      account: accountArgument,
      amount: money
        .refine((text) => Number(text) > 0, 'Must be more than 0.')
        .meta({ description: 'amount to take back', value: 'amount' }),
      reason: oneLine(200).meta({
        description: 'reason, shown to the customer in the list of transactions',
        value: 'sentence',
      }),
    }),
    reply: Account,
    failures: ['not_found', 'wrong_state', 'insufficient_funds'],
  }),
  setAccount: staffOperation({
    method: 'PATCH',
    path: '/operator/accounts/{account}',
    command: 'account set',
    args: ['account'],
    roles: ['billing'],
    recent: true,
    resource: 'accounts',
    summary: 'change the billing data of an account for future orders, and its spending cap',
    changes: true,
    input: z.strictObject({
      account: accountArgument,
      name: customerName.optional().meta({ description: 'name of the customer', value: 'name' }),
      country: country.optional().meta({ description: 'two-letter country code; decides the VAT', value: 'code' }),
      address: removable(200, 'street and number'),
      city: removable(100, 'city'),
      postal_code: removable(20, 'postal code'),
      company: z
        .boolean()
        .optional()
        .meta({ description: 'the customer is a company', no: 'the customer is a person; clears all company fields' }),
      company_name: removable(200, 'name of the company'),
      company_address: removable(300, 'address of the company, if different'),
      company_number: removable(60, 'number in the company register'),
      vat_number: removable(30, 'VAT number with its country prefix, which is verified with the register'),
      monthly_cap: removableMoney.optional().meta({
        description: 'most that the account may spend in a calendar month, VAT included; an empty text removes the cap',
        value: 'amount',
      }),
      referral_code: referralCode,
    }),
    reply: Account.extend({ billing: Billing, spending: Spending }),
    failures: ['not_found'],
  }),
  suspendAccount: staffOperation({
    method: 'POST',
    path: '/operator/accounts/{account}/suspend',
    command: 'account suspend',
    args: ['account'],
    roles: ['support', 'billing'],
    resource: 'accounts',
    summary: 'suspend an account: its tokens can only read, export and use tickets, and its servers keep running',
    changes: true,
    input: z.strictObject({
      account: accountArgument,
      reason: oneLine(200).meta({
        description: 'reason, for other operators; not shown to the customer',
        value: 'sentence',
      }),
      services_reason: oneLine(200).optional().meta({
        description: 'also suspend every service in use, for this reason, as a sentence that the customer reads',
        value: 'sentence',
      }),
    }),
    reply: Account.extend({
      servers_running: z.int(),
      /** Number of services that were suspended. */
      services: z.int(),
      /** Ids of services that were left out, because a workflow locks them. */
      locked: z.array(Id),
      /** Number of services that the next call suspends. One call suspends at most 200. */
      services_left: z.int(),
    }),
    failures: ['not_found', 'wrong_state'],
  }),
  endAccount: staffOperation({
    method: 'POST',
    path: '/operator/accounts/{account}/end',
    command: 'account end',
    args: ['account'],
    roles: ['support', 'technical'],
    recent: true,
    approval: REMOVAL,
    resource: 'accounts',
    summary: 'suspend an account with all its services at once, and end the services with their data later; no money moves',
    changes: true,
    input: z.strictObject({ account: accountArgument, ...endFields }),
    reply: z.strictObject({ account: Id, ends: z.array(ServiceEnd) }),
    failures: ['not_found', 'wrong_state'],
  }),
  resumeAccount: staffOperation({
    method: 'POST',
    path: '/operator/accounts/{account}/resume',
    command: 'account resume',
    args: ['account'],
    roles: ['support', 'billing'],
    resource: 'accounts',
    summary: 'resume a suspended account; services that staff ends still end',
    changes: true,
    input: z.strictObject({ account: accountArgument }),
    reply: Account.extend({
      /** Services that staff still ends. */
      ends: z.array(ServiceEnd),
      /** Number of the other services that staff still suspends, without addons. */
      suspended_services: z.int(),
      /** The oldest of them, at most 20. */
      suspended_service_ids: z.array(Id),
    }),
    failures: ['not_found', 'wrong_state'],
  }),
  unparkAccount: staffOperation({
    method: 'POST',
    path: '/operator/accounts/{account}/unpark',
    command: 'account unpark',
    args: ['account'],
    roles: ['billing'],
    resource: 'accounts',
    summary: 'resume automatic charges of an account that were stopped because its billing looked wrong',
    changes: true,
    input: z.strictObject({ account: accountArgument }),
    reply: Account,
    failures: ['not_found', 'wrong_state'],
  }),
};
