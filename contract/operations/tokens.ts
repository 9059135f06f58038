import { z } from 'zod';
import { operation } from '../define.ts';
import { pageOf } from '../envelope.ts';
import { pageQuery } from '../query.ts';
import { CreateToken, NewToken, Token, UpdateToken } from '../schemas/token.ts';
import { byId } from './paths.ts';

/** Access to this API. A secret is shown once, and a reply that shows one is never stored for a repeat. */
export const tokens = {
  listTokens: operation({
    method: 'GET',
    path: '/tokens',
    group: 'Tokens',
    title: 'List tokens',
    summary: 'The access tokens that work, without their secrets.',
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
    summary: 'Makes an access token. Its secret is in this reply and nowhere else.',
    origin: 'ours',
    ability: 'write',
    perMinute: 10,
    bodyKind: 'json',
    body: CreateToken,
    reply: { status: 201, schema: NewToken, secret: true },
    failures: ['wrong_state'],
  }),
  updateToken: operation({
    method: 'PATCH',
    path: '/tokens/{id}',
    group: 'Tokens',
    title: 'Update a token',
    summary: 'Changes the name of a token, what it may do, or from where.',
    origin: 'ours',
    ability: 'write',
    ...byId('token'),
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
    summary: 'Ends a token at once, with the streams and consoles that it opened.',
    origin: 'ours',
    ability: 'write',
    ...byId('token'),
    bodyKind: 'none',
    reply: { status: 204 },
    failures: [],
  }),
  rotateToken: operation({
    method: 'POST',
    path: '/tokens/{id}/rotate',
    group: 'Tokens',
    title: 'Rotate a token',
    summary: 'Gives a token another secret, which is in this reply and nowhere else. The old one stops working at once.',
    origin: 'ours',
    ability: 'write',
    perMinute: 10,
    ...byId('token'),
    bodyKind: 'none',
    reply: { status: 200, schema: NewToken, secret: true },
    failures: [],
  }),
};
