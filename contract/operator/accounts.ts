import { z } from 'zod';
import { Id } from '../schemas/primitives.ts';
import { ReferralCode } from '../schemas/user.ts';
import { operatorOperation } from './define.ts';
import {
  Amount,
  At,
  AuditEntry,
  accountArgument,
  customerName,
  emailAddress,
  listOf,
  money,
  oneLine,
  paging,
  removableMoney,
} from './fields.ts';

const Account = z.strictObject({
  id: Id,
  email: z.string(),
  name: z.string(),
  country: z.string(),
  balance: Amount,
  /** Of those that have not ended. */
  servers: z.int(),
  created_at: At,
  suspended_at: At.nullable(),
  suspend_reason: z.string().nullable(),
});

/** As what it is billed. */
const Billing = z.strictObject({
  address: z.string().nullable(),
  city: z.string().nullable(),
  postal_code: z.string().nullable(),
  company: z.boolean(),
  company_name: z.string().nullable(),
  company_address: z.string().nullable(),
  company_number: z.string().nullable(),
  vat_number: z.string().nullable(),
  /** What an order of now would be charged: whose VAT, in percent, and by which rule. */
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

/** Of this calendar month (UTC). */
const Spending = z.strictObject({ monthly_cap: Amount.nullable(), spent_this_month: Amount });

const ListedAccount = Account.omit({ suspend_reason: true });

const Note = z.strictObject({ id: Id, account: Id, at: At, by: z.string(), text: z.string() });

const AccountDetails = Account.extend({
  /** When it is closed unless its owner undoes that. */
  closes_at: At.nullable(),
  /** Since when it is closed. */
  closed_at: At.nullable(),
  billing: Billing,
  spending: Spending,
  tokens: z.int(),
  unpaid_orders: z.int(),
  /** Of the staff, the latest first. */
  notes: z.array(Note.omit({ account: true })),
  transactions: z.array(z.strictObject({ at: At, kind: z.string(), amount: Amount, description: z.string() })),
  audit: z.array(AuditEntry),
});

const country = z
  .string()
  .regex(/^[a-z]{2}$/i, 'Must be a two-letter country code such as DE.')
  .toUpperCase();

/** A text, or an empty one, which removes what was there. */
const removable = (most: number, description: string) =>
  z
    .union([z.literal('').transform(() => null), oneLine(most)])
    .optional()
    .meta({ description: `${description}; an empty text removes it`, value: 'text' });

const referralCode = ReferralCode.optional().meta({
  description: 'code of the affiliate who brought it; for good, and for orders that are paid from then on',
  value: 'code',
});

export const accounts = {
  createAccount: operatorOperation({
    resource: 'accounts',
    summary: 'create an account',
    changes: true,
    hostOnly: ['funds'],
    input: z.strictObject({
      email: emailAddress.meta({ description: 'its email address', value: 'address' }),
      funds: money.optional().meta({ description: 'initial balance (default: 0)', value: 'amount' }),
      country: country.default('DE').meta({ description: 'two-letter country code, which decides the VAT', value: 'code' }),
      name: customerName.optional().meta({ description: "the customer's name", value: 'name' }),
      referral_code: referralCode,
    }),
    reply: Account,
    failures: [],
  }),
  listAccounts: operatorOperation({
    resource: 'accounts',
    summary: 'list accounts',
    changes: false,
    input: z.strictObject({
      search: oneLine(100)
        .optional()
        .meta({ description: 'only those whose email address or name contains this', value: 'text' }),
      balance_below: money.optional().meta({ description: 'only those with less than this', value: 'amount' }),
      balance_above: money.optional().meta({ description: 'only those with more than this', value: 'amount' }),
      suspended: z.boolean().default(false).meta({ description: 'only suspended ones' }),
      ...paging,
    }),
    reply: listOf(ListedAccount),
    failures: [],
  }),
  showAccount: operatorOperation({
    resource: 'accounts',
    summary: 'show an account: its balance, what it has, and what was done with it lately',
    changes: false,
    args: ['account'],
    input: z.strictObject({ account: accountArgument }),
    reply: AccountDetails,
    failures: ['not_found'],
  }),
  noteAccount: operatorOperation({
    resource: 'accounts',
    summary: 'write a note about an account, which its people never see',
    changes: true,
    args: ['account'],
    input: z.strictObject({
      account: accountArgument,
      text: z.string().trim().min(1).max(4000).meta({ description: 'of one line or several', value: 'text' }),
    }),
    reply: Note,
    failures: ['not_found'],
  }),
  fundAccount: operatorOperation({
    resource: 'accounts',
    summary: 'add money to the balance of an account',
    changes: true,
    args: ['account'],
    input: z.strictObject({
      account: accountArgument,
      amount: money.refine((text) => Number(text) > 0, 'Must be more than 0.').meta({ description: 'how much', value: 'amount' }),
      reason: oneLine(200)
        .default('Granted by the operator')
        .meta({ description: 'what the customer reads in the list of transactions', value: 'sentence' }),
    }),
    reply: Account,
    failures: ['not_found'],
  }),
  setAccount: operatorOperation({
    resource: 'accounts',
    summary: 'change what an account is billed as, for orders from now on, and what it may spend',
    changes: true,
    args: ['account'],
    input: z.strictObject({
      account: accountArgument,
      name: customerName.optional().meta({ description: "the customer's name", value: 'name' }),
      country: country.optional().meta({ description: 'two-letter country code, which decides the VAT', value: 'code' }),
      address: removable(200, 'street and number'),
      city: removable(100, 'city'),
      postal_code: removable(20, 'postal code'),
      company: z
        .boolean()
        .optional()
        .meta({ description: 'it is a company', no: 'it is a person, without the data of a company' }),
      company_name: removable(200, 'name of the company'),
      company_address: removable(300, 'address of the company, where it is another'),
      company_number: removable(60, 'its number in the register of companies'),
      vat_number: removable(30, 'its VAT number with the letters of its country; the register is asked for it'),
      monthly_cap: removableMoney.optional().meta({
        description: 'what it may spend in a calendar month, VAT included; an empty text: as much as it likes',
        value: 'amount',
      }),
      referral_code: referralCode,
    }),
    reply: Account.extend({ billing: Billing, spending: Spending }),
    failures: ['not_found'],
  }),
  suspendAccount: operatorOperation({
    resource: 'accounts',
    summary: 'suspend an account: its tokens may read and change nothing; its servers keep running',
    changes: true,
    args: ['account'],
    input: z.strictObject({
      account: accountArgument,
      reason: oneLine(200).meta({
        description: 'the reason, for other operators; the customer does not see it',
        value: 'sentence',
      }),
    }),
    reply: Account.extend({ servers_running: z.int() }),
    failures: ['not_found', 'wrong_state'],
  }),
  resumeAccount: operatorOperation({
    resource: 'accounts',
    summary: 'resume a suspended account',
    changes: true,
    args: ['account'],
    input: z.strictObject({ account: accountArgument }),
    reply: Account,
    failures: ['not_found', 'wrong_state'],
  }),
  unparkAccount: operatorOperation({
    resource: 'accounts',
    summary: 'charge an account automatically again, whose billing looked odd and was parked',
    changes: true,
    args: ['account'],
    input: z.strictObject({ account: accountArgument }),
    reply: Account,
    failures: ['not_found', 'wrong_state'],
  }),
};
