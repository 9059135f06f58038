import { TOKEN_ABILITIES } from '@innkeeper/model/roles';
import { z } from 'zod';
import { Id } from '../schemas/primitives.ts';
import { operatorOperation } from './define.ts';
import { Amount, At, emailAddress, idArgument, listOf, money, oneLine, paging, removableMoney, wholeNumber } from './fields.ts';

const Abilities = z.array(z.enum(TOKEN_ABILITIES, 'Must be of read, write and account: read,write.')).min(1);

const Token = z.strictObject({
  id: Id,
  email: z.string(),
  name: z.string(),
  /** Its first characters. */
  hint: z.string(),
  abilities: Abilities,
  state: z.enum(['valid', 'expired', 'revoked']),
  created_at: At,
  expires_at: At.nullable(),
  revoked_at: At.nullable(),
  last_used_at: At.nullable(),
  monthly_cap: Amount.nullable(),
  /** Where it has a cap. */
  spent_this_month: Amount.nullable(),
});

const email = emailAddress.meta({ description: 'email address of the user', value: 'address' });

export const tokens = {
  createToken: operatorOperation({
    resource: 'tokens',
    summary: 'create an access token; it is shown once',
    changes: true,
    input: z
      .strictObject({
        email,
        account: wholeNumber(1, 2 ** 31 - 1)
          .optional()
          .meta({ description: 'id of the account, for a user of several', value: 'id' }),
        abilities: Abilities.refine(
          (words) => words.some((word) => word !== 'account'),
          'Must have read or write besides account.',
        )
          .transform((words) => [...new Set(words)])
          .default(['read'])
          .meta({
            description: 'what it may do: read, write, account (email address, identity provider, exports, closing the account)',
            value: 'list',
          }),
        name: oneLine(100).default('command line').meta({ description: 'a name to recognise it by', value: 'name' }),
        days: wholeNumber(1, 3650).optional().meta({ description: 'days until it expires (default: never)', value: 'n' }),
        hours: wholeNumber(1, 24).optional().meta({ description: 'hours until it expires', value: 'n' }),
        monthly_cap: money.optional().meta({
          description: 'what may be spent with it in a calendar month, VAT included (default: as much as its account may)',
          value: 'amount',
        }),
      })
      .refine(({ days, hours }) => days === undefined || hours === undefined, {
        path: ['hours'],
        error: 'Give either --days or --hours.',
      }),
    reply: z.strictObject({
      id: Id,
      token: z.string(),
      email: z.string(),
      abilities: Abilities,
      expires_at: At.nullable(),
      monthly_cap: Amount.nullable(),
    }),
    failures: ['not_found'],
  }),
  listTokens: operatorOperation({
    resource: 'tokens',
    summary: 'list access tokens',
    changes: false,
    input: z.strictObject({ email: email.optional(), ...paging }),
    reply: listOf(Token),
    failures: [],
  }),
  setToken: operatorOperation({
    resource: 'tokens',
    summary: 'change what may be spent with an access token',
    changes: true,
    args: ['token'],
    input: z.strictObject({
      token: idArgument('token'),
      monthly_cap: removableMoney.optional().meta({
        description: 'in a calendar month, VAT included; an empty text: as much as its account may',
        value: 'amount',
      }),
    }),
    reply: z.strictObject({ id: Id, email: z.string(), monthly_cap: Amount.nullable() }),
    failures: ['not_found'],
  }),
  invalidateTokens: operatorOperation({
    resource: 'tokens',
    verb: 'revoke-leaked',
    summary: 'revoke all access tokens that are in a file: a leaked log, or a report of a scanner',
    changes: true,
    args: ['file'],
    input: z.strictObject({ file: z.string().min(1).meta({ description: 'any text', value: 'file' }) }),
    reply: z.strictObject({
      file: z.string(),
      /** What is a token by prefix and checksum. */
      found: z.int(),
      /** Those of this installation. */
      known: z.int(),
      revoked: z.array(
        z.strictObject({
          id: Id,
          email: z.string(),
          hint: z.string(),
          /** False: only its secret of before a rotation leaked, and only that stops working. */
          current: z.boolean(),
        }),
      ),
    }),
    failures: [],
  }),
  revokeToken: operatorOperation({
    resource: 'tokens',
    summary: 'revoke an access token at once',
    changes: true,
    args: ['token'],
    input: z.strictObject({ token: idArgument('token') }),
    reply: z.strictObject({ id: Id, email: z.string() }),
    failures: ['not_found'],
  }),
};
