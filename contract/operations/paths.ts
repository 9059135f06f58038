/** What paths name: the parameters' schema and the resources that the guards look up, for entries to spread. */

import type { ResourceKind } from '@innkeeper/model/path-resources';
import type { ServerRequirement } from '@innkeeper/model/states/requirements';
import { z } from 'zod';
import { IdParam } from '../schemas/primitives.ts';
import { AttackId } from '../schemas/protection.ts';

const idPath = z.strictObject({ id: IdParam });

/** A path with `{id}`, which names a resource of `kind`. */
export function byId<const K extends ResourceKind>(kind: K) {
  return { params: idPath, resources: [{ kind, param: 'id' }] } as const;
}

/** A change of the server that `{id}` names: nothing else holds it, and it is in this state. */
export function changesServer<const S extends ServerRequirement>(state: S) {
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

/** All changes of an address's protection are counted together. */
export const protectionRate = { perMinute: 30, bucket: 'protection' } as const;

/** A path with `{id}` of an IP address and `{attack_id}` of an attack on it. */
export const byAttack = {
  params: z.strictObject({ id: IdParam, attack_id: AttackId }),
  resources: [
    { kind: 'ip_address', param: 'id' },
    { kind: 'attack', param: 'attack_id', within: 'id' },
  ],
} as const;

/** A change of who may use the account: it mails people, and all of these are counted together. */
export const managesMembers = {
  group: 'Members',
  origin: 'ours',
  ability: 'write',
  needs: ['manage-members'],
  perMinute: 20,
  bucket: 'members',
} as const;

/** One that gives somebody more: whoever has stolen a session could stay by it. */
export const givesAccess = { ...managesMembers, recent: true } as const;
