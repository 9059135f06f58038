import { z } from 'zod';
import { about, Id, isUnique, line, NetworkText, Time } from './primitives.ts';

const ability = z.enum(['read', 'write']);

const token = {
  id: Id.describe('Id of the token.'),
  name: z.string().meta(about('Name for people.', 'deploy script')),
  hint: z.string().meta(about('Its first characters, to recognise it by.', 'ik_7Hq2')),
  abilities: z.array(ability).meta(about('What it may do: `read` what changes nothing, `write` everything.', ['read'])),
  allowed_networks: z
    .array(z.string())
    .meta(about('Networks in CIDR form that it works from; empty: from everywhere.', ['203.0.113.0/24'])),
  created_at: Time.describe('When it was made, or last rotated.'),
  expires_at: Time.nullable().describe('When it stops working; null: never by itself.'),
  last_used_at: Time.nullable().describe('When it was last used; null when it never was.'),
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
const abilities = z.array(ability).min(1).max(2).refine(isUnique, 'Must not contain the same ability twice.');
const networks = z.array(NetworkText).max(100).refine(isUnique, 'Must not contain the same network twice.');

export const CreateToken = z
  .strictObject({
    name: name.meta(about('Name for people, 1 to 100 characters.', 'deploy script')),
    abilities: abilities.meta(about('What it may do: `read` what changes nothing, `write` everything.', ['read'])),
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
  })
  .meta({ id: 'CreateToken', description: 'The token to make.' });

export const UpdateToken = z
  .strictObject({
    name: name.optional().meta(about('Name for people, 1 to 100 characters. Stays as it is when left out.', 'deploy script')),
    abilities: abilities.optional().meta(about('What it may do from now on. Stays as it is when left out.', ['read'])),
    allowed_networks: networks
      .optional()
      .meta(about('Networks that it works from; empty: from everywhere. Stay as they are when left out.', ['203.0.113.0/24'])),
  })
  .meta({ id: 'UpdateToken', description: 'The changes: at least one field.' });
