import { TOKEN_ABILITIES } from '@innkeeper/model/people/roles';
import { z } from 'zod';
import { staffOperation } from '../operator/define.ts';
import {
  Amount,
  At,
  emailAddress,
  idArgument,
  listOf,
  money,
  oneLine,
  paging,
  removableMoney,
  wholeNumber,
} from '../operator/fields.ts';
import { Id } from '../schemas/primitives.ts';

const Abilities = z.array(z.enum(TOKEN_ABILITIES, 'Must be a list of read, write and account, such as read,write.')).min(1);

const Token = z.strictObject({
  id: Id,
  email: z.string(),
  name: z.string(),
  /** First characters of the token. */
  hint: z.string(),
  abilities: Abilities,
  state: z.enum(['valid', 'expired', 'revoked']),
  created_at: At,
  expires_at: At.nullable(),
  revoked_at: At.nullable(),
  last_used_at: At.nullable(),
  monthly_cap: Amount.nullable(),
  /** Amount spent this month, or `null` without a cap. */
  spent_this_month: Amount.nullable(),
});

const email = emailAddress.meta({ description: 'email address of the user', value: 'address' });

export const tokens = {
  issueAccessToken: staffOperation({
    command: 'token create',
    hostOnly: 'It would act as a customer without consent.',
    resource: 'tokens',
    summary: 'create an access token, and show it once',
    changes: true,
    input: z
      .strictObject({
        email,
        account: wholeNumber(1, 2 ** 31 - 1)
          .optional()
          .meta({ description: 'id of the account, for a user with several accounts', value: 'id' }),
        abilities: Abilities.refine(
          (words) => words.some((word) => word !== 'account'),
          'Must contain read or write, not only account.',
        )
          .transform((words) => [...new Set(words)])
          .default(['read'])
          .meta({
            description:
              'abilities of the token: read, write, account (email address, identity provider, exports, closing the account)',
            value: 'list',
          }),
        name: oneLine(100).default('command line').meta({ description: 'name to recognise the token by', value: 'name' }),
        days: wholeNumber(1, 3650).optional().meta({ description: 'days until the token expires (default: never)', value: 'n' }),
        hours: wholeNumber(1, 24).optional().meta({ description: 'hours until the token expires', value: 'n' }),
        monthly_cap: money.optional().meta({
          description:
            'most that may be spent with the token in a calendar month, VAT included (default: the cap of its account)',
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
  listAllTokens: staffOperation({
    method: 'GET',
    path: '/operator/tokens',
    command: 'token list',
    roles: ['support', 'technical'],
    resource: 'tokens',
    summary: 'list access tokens',
    changes: false,
    input: z.strictObject({ email: email.optional(), ...paging }),
    reply: listOf(Token),
    failures: [],
  }),
  setToken: staffOperation({
    method: 'PATCH',
    path: '/operator/tokens/{token}',
    command: 'token set',
    args: ['token'],
    roles: ['billing'],
    recent: true,
    resource: 'tokens',
    summary: 'change the spending cap of an access token',
    changes: true,
    input: z.strictObject({
      token: idArgument('token'),
      monthly_cap: removableMoney.optional().meta({
        description: 'most that may be spent in a calendar month, VAT included; an empty text removes the cap',
        value: 'amount',
      }),
    }),
    reply: z.strictObject({ id: Id, email: z.string(), monthly_cap: Amount.nullable() }),
    failures: ['not_found'],
  }),
  invalidateTokens: staffOperation({
    command: 'token revoke-leaked',
    args: ['file'],
    hostOnly: 'It reads a file of the host.',
    resource: 'tokens',
    summary: 'revoke all access tokens in a file, such as a leaked log or the report of a secret scanner',
    changes: true,
    input: z.strictObject({ file: z.string().min(1).meta({ description: 'path of a text file', value: 'file' }) }),
    reply: z.strictObject({
      file: z.string(),
      /** Number of texts in the file with the prefix and checksum of a token. */
      found: z.int(),
      /** Number of these that are tokens of this installation. */
      known: z.int(),
      revoked: z.array(
        z.strictObject({
          id: Id,
          email: z.string(),
          hint: z.string(),
          /** `false` if only the previous secret of a rotated token leaked. Only that secret is revoked. */
          current: z.boolean(),
        }),
      ),
    }),
    failures: [],
  }),
  revokeToken: staffOperation({
    method: 'DELETE',
    path: '/operator/tokens/{token}',
    command: 'token revoke',
    args: ['token'],
    roles: ['support', 'technical'],
    resource: 'tokens',
    summary: 'revoke an access token at once',
    changes: true,
    input: z.strictObject({ token: idArgument('token') }),
    reply: z.strictObject({ id: Id, email: z.string() }),
    failures: ['not_found'],
  }),
};
