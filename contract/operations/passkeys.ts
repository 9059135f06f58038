import { z } from 'zod';
import { operation } from '../define.ts';
import { pageOf } from '../envelope.ts';
import { pageQuery } from '../query.ts';
import { CreatePasskey, Passkey, PasskeyCreation, UpdatePasskey } from '../schemas/passkey.ts';
import { byId } from './paths.ts';

/** Passkeys of the user. They are added only in a session, because an access token must not allow signing in as its user. */
export const passkeys = {
  listPasskeys: operation({
    method: 'GET',
    path: '/user/passkeys',
    group: 'Passkeys',
    title: 'List passkeys',
    summary: 'Lists the passkeys of the user, oldest first.',
    origin: 'ours',
    ability: 'read',
    query: z.strictObject(pageQuery()),
    bodyKind: 'none',
    reply: { status: 200, schema: pageOf(Passkey), paginated: true },
    failures: [],
  }),
  createPasskeyOptions: operation({
    method: 'POST',
    path: '/user/passkeys/options',
    group: 'Passkeys',
    title: 'Begin to add a passkey',
    summary:
      'Returns the options that a browser needs to create a passkey. They are valid once, for 5 minutes, in the session of this request.',
    origin: 'ours',
    ability: 'write',
    needs: ['self'],
    requiresReauthentication: true,
    perMinute: 20,
    bodyKind: 'none',
    reply: { status: 201, schema: PasskeyCreation, secret: true },
    failures: ['wrong_state'],
  }),
  createPasskey: operation({
    method: 'POST',
    path: '/user/passkeys',
    group: 'Passkeys',
    title: 'Add a passkey',
    summary: 'Adds the passkey that the browser has created. The user can then sign in with it. The user is notified by email.',
    origin: 'ours',
    ability: 'write',
    needs: ['self'],
    requiresReauthentication: true,
    perMinute: 20,
    bodyKind: 'json',
    body: CreatePasskey,
    // Not a secret, but `secret` keeps the reply from being stored. The proof is accepted once, so a repeated request is refused.
    reply: { status: 201, schema: Passkey, secret: true },
    failures: ['wrong_state'],
  }),
  updatePasskey: operation({
    method: 'PATCH',
    path: '/user/passkeys/{id}',
    group: 'Passkeys',
    title: 'Rename a passkey',
    summary: 'Renames a passkey.',
    origin: 'ours',
    ability: 'write',
    needs: ['self'],
    ...byId('passkey'),
    locks: null,
    bodyKind: 'json',
    body: UpdatePasskey,
    reply: { status: 200, schema: Passkey },
    failures: [],
  }),
  deletePasskey: operation({
    method: 'DELETE',
    path: '/user/passkeys/{id}',
    group: 'Passkeys',
    title: 'Remove a passkey',
    summary:
      'Deletes a passkey, which can then no longer sign in. Sessions that it opened remain valid. The user is notified by email.',
    origin: 'ours',
    ability: 'write',
    needs: ['self'],
    requiresReauthentication: true,
    ...byId('passkey'),
    locks: null,
    bodyKind: 'none',
    reply: { status: 204 },
    failures: [],
  }),
};
