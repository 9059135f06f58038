import { TOKEN_ABILITIES } from '@innkeeper/model/people/roles';
import { z } from 'zod';
import { about, Id, isUnique, line, MoneyNumber, NetworkText, Time } from './primitives.ts';

const ability = z.enum(TOKEN_ABILITIES);
const ABILITIES_TEXT =
  '`read` to read; `write` for all changes except those that need `account`; `account` to change the email address or the identity provider, to export the account, and to close it.';

const token = {
  id: Id.describe('Id of the token.'),
  name: z.string().meta(about('Name of the token.', 'deploy script')),
  hint: z.string().meta(about('First characters of the token, for recognition.', 'ik_7Hq2')),
  abilities: z.array(ability).meta(about(`Abilities of the token: ${ABILITIES_TEXT}`, ['read'])),
  allowed_networks: z
    .array(z.string())
    .meta(about('Networks in CIDR form from which the token is valid. An empty list means all.', ['203.0.113.0/24'])),
  server_ids: z.array(Id).meta(about('Ids of the servers that the token is limited to. An empty list means no limit.', [])),
  monthly_cap: MoneyNumber.nullable().describe(
    'Monthly spending cap of the token, VAT included. Null means only the cap of the account.',
  ),
  created_at: Time.describe('Time when the token was created or last rotated.'),
  expires_at: Time.nullable().describe('Time when the token expires, or null if it does not expire.'),
  last_used_at: Time.nullable().describe('Time of the last use, rounded to the minute, or null if there was none.'),
  last_used_from: z.string().nullable().meta(about('IP address of the last use, or null if there was none.', '203.0.113.7')),
  previous_secret_until: Time.nullable().describe(
    'Time when the previous secret ends or ended, or null if it ended with the rotation.',
  ),
};

export const Token = z.strictObject(token).meta({ id: 'Token', description: 'An access token. Its secret is not shown.' });
export type Token = z.infer<typeof Token>;

export const NewToken = z
  .strictObject({
    ...token,
    token: z
      .string()
      .meta(about('Secret of the token. Only this reply contains it.', 'ik_7Hq2cV9bN4mXw8Rt5Yp3Lk6Jd1Gf0SaZx9vB3mK')),
  })
  .meta({ id: 'NewToken', description: 'A token with its secret.' });
export type NewToken = z.infer<typeof NewToken>;

const name = line(1, 100);
const abilities = z
  .array(ability)
  .min(1)
  .max(TOKEN_ABILITIES.length)
  .refine(isUnique, 'Must not contain the same ability twice.')
  // A token needs `read` or `write`. Otherwise it could not read any reply.
  .refine((given) => given.some((one) => one !== 'account'), 'Must contain read or write in addition to account.');
const servers = z.array(Id).max(100).refine(isUnique, 'Must not contain the same server twice.');
const networks = z.array(NetworkText).max(100).refine(isUnique, 'Must not contain the same network twice.');

export const CreateToken = z
  .strictObject({
    name: name.meta(about('Name of the token, 1 to 100 characters.', 'deploy script')),
    abilities: abilities.meta(about(`Abilities of the token: ${ABILITIES_TEXT}`, ['read'])),
    expires_at: z.iso
      .datetime({ error: 'Must be a time such as 2027-01-31T12:00:00Z.' })
      .optional()
      .meta(about('Time when the token expires. Default: never.', '2027-01-31T12:00:00Z')),
    allowed_networks: networks
      .optional()
      .meta(
        about('IP addresses or networks in CIDR form from which the token is valid, at most 100. Default: all.', [
          '203.0.113.0/24',
        ]),
      ),
    server_ids: servers
      .optional()
      .meta(
        about(
          'Ids of the servers that the token is limited to, at most 100. Such a token can also read the catalogue. Default: no limit.',
          [12],
        ),
      ),
    monthly_cap: MoneyNumber.min(0)
      .max(1_000_000)
      .optional()
      .describe('Monthly spending cap of the token, VAT included. Default: only the cap of the account.'),
  })
  .meta({ id: 'CreateToken', description: 'The token to create.' });

export const UpdateToken = z
  .strictObject({
    name: name.optional().meta(about('Name of the token, 1 to 100 characters. Default: unchanged.', 'deploy script')),
    abilities: abilities.optional().meta(about(`Abilities of the token: ${ABILITIES_TEXT} Default: unchanged.`, ['read'])),
    allowed_networks: networks
      .optional()
      .meta(about('Networks from which the token is valid. An empty list means all. Default: unchanged.', ['203.0.113.0/24'])),
    server_ids: servers
      .optional()
      .meta(about('Ids of the servers that the token is limited to. An empty list means no limit. Default: unchanged.', [12])),
  })
  .meta({ id: 'UpdateToken', description: 'The changes: at least one field.' });

export const RotateToken = z
  .strictObject({
    overlap_minutes: z
      .int()
      .min(0)
      .max(1_440)
      .optional()
      .meta(about('Time in minutes during which the previous secret remains valid, at most 1440. Default: 0.', 10)),
  })
  .meta({ id: 'RotateToken', description: 'The overlap of the previous secret.' });
