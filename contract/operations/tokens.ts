import { z } from 'zod';
import { operation } from '../define.ts';
import { pageOf } from '../envelope.ts';
import { pageQuery } from '../query.ts';
import { CreateToken, NewToken, RotateToken, Token, UpdateToken } from '../schemas/token.ts';
import { byId } from './paths.ts';

/** Tokens that give access to this API. A secret is shown once, and a reply that shows one is never stored for a repeat. */
export const tokens = {
  listTokens: operation({
    method: 'GET',
    path: '/tokens',
    group: 'Tokens',
    title: 'List tokens',
    summary: 'The valid access tokens of the user, or of all members for one who manages them, without their secrets.',
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
      'Creates an access token, which may do no more than the one of this request. Its secret is in this reply and nowhere else: a repeat creates another.',
    origin: 'ours',
    ability: 'write',
    needs: ['self'],
    perMinute: 10,
    bodyKind: 'json',
    body: CreateToken,
    reply: { status: 201, schema: NewToken, secret: true },
    failures: ['wrong_state', 'not_yours'],
  }),
  updateToken: operation({
    method: 'PATCH',
    path: '/tokens/{id}',
    group: 'Tokens',
    title: 'Update a token',
    summary: 'Changes the name of a token, what it may do, or from where it works.',
    origin: 'ours',
    ability: 'write',
    needs: ['self'],
    ...byId('token'),
    locks: null,
    bodyKind: 'json',
    body: UpdateToken,
    reply: { status: 200, schema: Token },
    failures: [],
  }),
  deleteToken: operation({
    method: 'DELETE',
    path: '/tokens/{id}',
    group: 'Tokens',
    title: 'Delete a token',
    summary: 'Revokes a token at once, and ends the streams and consoles that it opened.',
    origin: 'ours',
    ability: 'write',
    needs: ['self'],
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
      'Gives a token a new secret, which is in this reply and nowhere else. The one before stops working at once, or after an overlap.',
    origin: 'ours',
    ability: 'write',
    needs: ['self'],
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
