/**
 * Whose the resources of the path are: absent is 404, another account's is 403. Finished operations see to it themselves, on
 * the row that they act on; this holds for those whose rules are not written yet.
 */
import type { PathResource, ResourceKind } from '@innkeeper/contract/define';
import type { Cx } from '@innkeeper/domain/context';
import { Failure } from '@innkeeper/model/failures';
import type { Guard, Route } from '../request/context.ts';

/** `accountId` null: nobody's, so nobody may know that it exists. `everyone`: public. */
type Owner = { accountId: number | null } | { everyone: true } | undefined;

interface Named {
  id: number;
  /** As the path has it, for what is not named by a number. */
  text: string;
  /** The id of the resource that it must belong to, where the contract names one. */
  parent: number | undefined;
  params: Record<string, unknown>;
}

type Find = (db: Cx['db'], named: Named) => Promise<Owner>;

type OwnedTable =
  | 'servers'
  | 'ssh_keys'
  | 'orders'
  | 'isos'
  | 'tickets'
  | 'invoices'
  | 'ip_addresses'
  | 'floating_ips'
  | 'workflows'
  | 'access_tokens';

const ownerIn =
  (table: OwnedTable): Find =>
  (db, { id }) =>
    db.selectFrom(table).select('account_id as accountId').where('id', '=', id).executeTakeFirst();

const copy =
  (kind: 'snapshot' | 'backup'): Find =>
  (db, { id }) =>
    db.selectFrom('copies').select('account_id as accountId').where('id', '=', id).where('kind', '=', kind).executeTakeFirst();

const OWNER: Record<ResourceKind, Find> = {
  server: ownerIn('servers'),
  ssh_key: ownerIn('ssh_keys'),
  order: ownerIn('orders'),
  iso: ownerIn('isos'),
  ticket: ownerIn('tickets'),
  invoice: ownerIn('invoices'),
  ip_address: ownerIn('ip_addresses'),
  floating_ip: ownerIn('floating_ips'),
  operation: ownerIn('workflows'),
  token: ownerIn('access_tokens'),
  snapshot: copy('snapshot'),
  backup: copy('backup'),
  addon: async (db, { id, parent }) => {
    const row = await db.selectFrom('addons').select(['account_id', 'server_id']).where('id', '=', id).executeTakeFirst();
    return inside(row?.account_id, row?.server_id, parent);
  },
  attack: async (db, { text, parent }) => {
    const row = await db.selectFrom('attacks').select(['account_id', 'ip_address_id']).where('key', '=', text).executeTakeFirst();
    return inside(row?.account_id, row?.ip_address_id, parent);
  },
  ticket_attachment: async (db, { id, parent }) => {
    const query = db.selectFrom('ticket_attachments').select(['account_id', 'ticket_id']).where('id', '=', id);
    const row = await query.executeTakeFirst();
    return inside(row?.account_id, row?.ticket_id, parent);
  },
  service: async (db, { id, parent, params }) => {
    const row = await db
      .selectFrom('order_lines as l')
      .innerJoin('orders as o', 'o.id', 'l.order_id')
      .select(['o.account_id', 'l.order_id'])
      .where('l.service_id', '=', id)
      .where('l.service_type', '=', String(params.service_type))
      .$if(parent !== undefined, (query) => query.where('l.order_id', '=', parent ?? 0))
      .executeTakeFirst();
    return inside(row?.account_id, row?.order_id, parent);
  },
  plan: async (db, { id }) => {
    const row = await db
      .selectFrom('plans')
      .select('id')
      .where('id', '=', id)
      .where('disabled_at', 'is', null)
      .executeTakeFirst();
    return row && { everyone: true };
  },
};

function inside(accountId: number | undefined, actual: number | undefined, asked: number | undefined): Owner {
  if (accountId === undefined || (asked !== undefined && actual !== asked)) return undefined;
  return { accountId };
}

export function owner(db: Cx['db'], { operation }: Route): Guard {
  const resources = operation.resources ?? [];
  return async ({ caller, params }) => {
    for (const resource of resources) await refuse(db, resource, params as Record<string, unknown>, caller?.accountId);
    return undefined;
  };
}

/** Outermost first, so that what lies inside another account's resource is 403 like the resource itself. */
async function refuse(db: Cx['db'], resource: PathResource, params: Record<string, unknown>, accountId?: number): Promise<void> {
  const parent = resource.within === undefined ? undefined : Number(params[resource.within]);
  const found = await OWNER[resource.kind](db, {
    id: Number(params[resource.param]),
    text: String(params[resource.param]),
    parent,
    params,
  });
  if (!found || ('accountId' in found && found.accountId === null)) throw new Failure('not_found');
  if ('accountId' in found && found.accountId !== accountId) throw new Failure('not_yours');
}
