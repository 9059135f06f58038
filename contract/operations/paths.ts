/** Parameter schemas and path resources for entries to spread. */

import type { ResourceKind } from '@innkeeper/model/requests/path-resources';
import type { ServerRequirement } from '@innkeeper/model/states/requirements';
import { z } from 'zod';
import { IdParam } from '../schemas/primitives.ts';
import { AttackId } from '../schemas/protection.ts';

const idPath = z.strictObject({ id: IdParam });

/** Returns the declaration of a path with `{id}` for a resource of `kind`. */
export function byId<const K extends ResourceKind>(kind: K) {
  return { params: idPath, resources: [{ kind, param: 'id' }] } as const;
}

/** Returns the declaration of a change to the server `{id}`, which must be unlocked and in this state. */
export function serverChange<const S extends ServerRequirement>(state: S) {
  return { group: 'Servers', ability: 'write', ...byId('server'), locks: 'id', requires: { server: state } } as const;
}

/** A path with `{id}` of a server and `{addon_id}` of one of its addons. */
export const byAddon = {
  params: z.strictObject({ id: IdParam, addon_id: IdParam }),
  resources: [
    { kind: 'server', param: 'id' },
    { kind: 'addon', param: 'addon_id', within: 'id' },
  ],
} as const;

/** Shared rate limit of all changes to the protection of addresses. */
export const protectionRate = { perMinute: 30, bucket: 'protection' } as const;

/** A path with `{id}` of an IP address and `{attack_id}` of an attack on it. */
export const byAttack = {
  params: z.strictObject({ id: IdParam, attack_id: AttackId }),
  resources: [
    { kind: 'ip_address', param: 'id' },
    { kind: 'attack', param: 'attack_id', within: 'id' },
  ],
} as const;

/** A change of the account's members. Such changes send mails, so they share one rate limit. */
export const memberChange = {
  group: 'Members',
  origin: 'ours',
  ability: 'write',
  needs: ['manage-members'],
  perMinute: 20,
  bucket: 'members',
} as const;

/** A change that grants rights. It requires reauthentication, because a stolen session could otherwise keep its access. */
export const accessGrant = { ...memberChange, requiresReauthentication: true } as const;
