import { TOKEN_ABILITIES } from '@innkeeper/model/roles';
import { z } from 'zod';
import { about, Id, isUnique, line, MoneyNumber, NetworkText, Time } from './primitives.ts';

const ability = z.enum(TOKEN_ABILITIES);
const MAY =
  '`read` what changes nothing; `write` everything but what needs `account`; `account` another address to sign in with, the identity provider, exports of the account, and closing it.';

const token = {
  id: Id.describe('Id of the token.'),
  name: z.string().meta(about('Name for people.', 'deploy script')),
  hint: z.string().meta(about('Its first characters, to recognise it by.', 'ik_7Hq2')),
  abilities: z.array(ability).meta(about(`What it may do: ${MAY}`, ['read'])),
  allowed_networks: z
    .array(z.string())
    .meta(about('Networks in CIDR form that it works from; empty: from everywhere.', ['203.0.113.0/24'])),
  server_ids: z.array(Id).meta(about('Servers that it is for; empty: everything of the account.', [])),
  monthly_cap: MoneyNumber.nullable().describe(
    'What may be spent with it in a calendar month, VAT included; null: as much as the account may.',
  ),
  created_at: Time.describe('When it was made, or last rotated.'),
  expires_at: Time.nullable().describe('When it stops working; null: never by itself.'),
  last_used_at: Time.nullable().describe('When it was last used, to the minute; null when it never was.'),
  last_used_from: z
    .string()
    .nullable()
    .meta(about('The address that it was last used from; null when it never was.', '203.0.113.7')),
  previous_secret_until: Time.nullable().describe(
    'Until when the secret of before the last rotation works, or worked; null: it stopped with the rotation.',
  ),
};

export const Token = z.strictObject(token).meta({ id: 'Token', description: 'An access token; the secret itself is not shown.' });
export type Token = z.infer<typeof Token>;

export const NewToken = z
  .strictObject({
    ...token,
    token: z
      .string()
      .meta(about('The secret. Shown in this reply and never again.', 'ik_7Hq2cV9bN4mXw8Rt5Yp3Lk6Jd1Gf0SaZx9vB3mK')),
  })
  .meta({ id: 'NewToken', description: 'A token with its secret.' });
export type NewToken = z.infer<typeof NewToken>;

const name = line(1, 100);
const abilities = z
  .array(ability)
  .min(1)
  .max(TOKEN_ABILITIES.length)
  .refine(isUnique, 'Must not contain the same ability twice.')
  // A token that can read nothing would see no reply to what it asks for.
  .refine((given) => given.some((one) => one !== 'account'), 'Must have read or write besides account.');
const servers = z.array(Id).max(100).refine(isUnique, 'Must not contain the same server twice.');
const networks = z.array(NetworkText).max(100).refine(isUnique, 'Must not contain the same network twice.');

export const CreateToken = z
  .strictObject({
    name: name.meta(about('Name for people, 1 to 100 characters.', 'deploy script')),
    abilities: abilities.meta(about(`What it may do: ${MAY}`, ['read'])),
    expires_at: z.iso
      .datetime({ error: 'Must be a time such as 2027-01-31T12:00:00Z.' })
      .optional()
      .meta(about('When it stops working; never by itself unless given.', '2027-01-31T12:00:00Z')),
    allowed_networks: networks
      .optional()
      .meta(
        about('IP addresses or networks in CIDR form that it works from, at most 100; from everywhere unless given.', [
          '203.0.113.0/24',
        ]),
      ),
    server_ids: servers
      .optional()
      .meta(
        about(
          'Servers that it is for, at most 100: it reaches what is about them, and the catalogue. Everything of the account unless given.',
          [12],
        ),
      ),
    monthly_cap: MoneyNumber.min(0)
      .max(1_000_000)
      .optional()
      .describe('What may be spent with it in a calendar month, VAT included; as much as the account may unless given.'),
  })
  .meta({ id: 'CreateToken', description: 'The token to make.' });

export const UpdateToken = z
  .strictObject({
    name: name.optional().meta(about('Name for people, 1 to 100 characters. Stays as it is when left out.', 'deploy script')),
    abilities: abilities.optional().meta(about(`What it may do from now on: ${MAY} Stays as it is when left out.`, ['read'])),
    allowed_networks: networks
      .optional()
      .meta(about('Networks that it works from; empty: from everywhere. Stay as they are when left out.', ['203.0.113.0/24'])),
    server_ids: servers
      .optional()
      .meta(about('Servers that it is for; empty: everything of the account. Stay as they are when left out.', [12])),
  })
  .meta({ id: 'UpdateToken', description: 'The changes: at least one field.' });

export const RotateToken = z
  .strictObject({
    overlap_minutes: z
      .int()
      .min(0)
      .max(1_440)
      .optional()
      .meta(about('How many minutes the secret of before works on, a day at most; 0 unless given.', 10)),
  })
  .meta({ id: 'RotateToken', description: 'How long the secret of before works on.' });
