import { z } from 'zod';
import { operation } from '../define.ts';
import { pageOf } from '../envelope.ts';
import { pageQuery } from '../query.ts';
import { CreateToken, NewToken, RotateToken, Token, UpdateToken } from '../schemas/token.ts';
import { byId } from './paths.ts';

/** Operations on access tokens. A secret is shown once, so a reply with a secret is never stored for idempotent repeats. */
export const tokens = {
  listTokens: operation({
    method: 'GET',
    path: '/tokens',
    group: 'Tokens',
    title: 'List tokens',
    summary:
      'Lists the valid access tokens of the user without their secrets. Roles that manage members see the tokens of all members.',
    origin: 'ours',
    ability: 'read',
    query: z.strictObject(pageQuery()),
    bodyKind: 'none',
    reply: { status: 200, schema: pageOf(Token), paginated: true },
    failures: [],
  }),
  createToken: operation({
    method: 'POST',
    path: '/tokens',
    group: 'Tokens',
    title: 'Create a token',
    summary:
      'Creates an access token, whose permissions cannot exceed those of this request. Only this reply contains the secret. A repeated request creates another token.',
    origin: 'ours',
    ability: 'write',
    needs: ['self'],
    requiresReauthentication: true,
    perMinute: 10,
    bodyKind: 'json',
    body: CreateToken,
    references: { server_ids: 'server' },
    reply: { status: 201, schema: NewToken, secret: true },
    failures: ['wrong_state', 'not_yours'],
  }),
  updateToken: operation({
    method: 'PATCH',
    path: '/tokens/{id}',
    group: 'Tokens',
    title: 'Update a token',
    summary: 'Changes the name, the abilities, the networks or the servers of a token.',
    origin: 'ours',
    ability: 'write',
    needs: ['self'],
    requiresReauthentication: true,
    ...byId('token'),
    locks: null,
    bodyKind: 'json',
    body: UpdateToken,
    references: { server_ids: 'server' },
    reply: { status: 200, schema: Token },
    failures: [],
  }),
  deleteToken: operation({
    method: 'DELETE',
    path: '/tokens/{id}',
    group: 'Tokens',
    title: 'Delete a token',
    summary:
      'Revokes a token immediately, and ends the streams and consoles that it opened. Tokens that it made or rotated are revoked with it.',
    origin: 'ours',
    ability: 'write',
    needs: ['self'],
    requiresReauthentication: true,
    ...byId('token'),
    locks: null,
    bodyKind: 'none',
    reply: { status: 204 },
    failures: [],
  }),
  rotateToken: operation({
    method: 'POST',
    path: '/tokens/{id}/rotate',
    group: 'Tokens',
    title: 'Rotate a token',
    summary:
      'Creates a new secret for a token. Only this reply contains the secret. The previous secret ends immediately, or after an overlap.',
    origin: 'ours',
    ability: 'write',
    needs: ['self'],
    requiresReauthentication: true,
    perMinute: 10,
    ...byId('token'),
    locks: null,
    bodyKind: 'json',
    body: RotateToken,
    bodyOptional: true,
    reply: { status: 200, schema: NewToken, secret: true },
    failures: ['wrong_state'],
  }),
};
