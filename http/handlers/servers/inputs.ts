/** Converts inputs of the API to those of use cases, where more than a name differs. */
import type { InputOf, QuoteInputOf } from '@innkeeper/contract/define';
import type { Operations } from '@innkeeper/contract/operations';
import type { AddonRequest } from '@innkeeper/model/addons';
import type { PreparedInput } from '@innkeeper/operations/define';
import type { deployServer } from '@innkeeper/operations/servers/deploy';
import type { ListServers } from '@innkeeper/operations/servers/list';
import type { quoteDeploy } from '@innkeeper/operations/servers/quote-deploy';

type DeployBody = InputOf<Operations['deployServer']>['body'];
type QuoteBody = QuoteInputOf<Operations['deployServer']>['body'];
type ParsedDeploy = Parameters<typeof deployServer>[1];
type ListQuery = InputOf<Operations['listServers']>['query'];

/** Addons for a server, by the name of their field. */
type AddonBody = Partial<Pick<DeployBody, (typeof ADDONS)[number]>>;
const ADDONS = [
  'backups',
  'cpanel',
  'bandwidth',
  'microsoft_rds_sal',
  'microsoft_office_sal',
  'extra_ipv4',
  'extra_ipv4_ddos',
  'extra_ipv6',
] as const satisfies readonly (keyof DeployBody)[];

/** Returns the requested addons. A licence is named by its key, and other addons by their field. A number is the quantity. */
export function addonRequests(body: AddonBody): AddonRequest[] {
  return ADDONS.flatMap((field) => {
    const value = body[field];
    if (!value) return [];
    return { field, key: typeof value === 'string' ? value : field, quantity: typeof value === 'number' ? value : 1 };
  });
}

export function deployInput({ body, passwordHash }: { body: DeployBody } & Pick<PreparedInput, 'passwordHash'>): ParsedDeploy {
  return { ...requestOf(body), names: [body.name].flat(), passwordHash };
}

/** Returns the input of a quote. A missing name stands for one server. */
export function deployQuoteInput(body: QuoteBody): Parameters<typeof quoteDeploy>[1] {
  const names = body.name === undefined ? undefined : [body.name].flat();
  return { ...requestOf(body), names, hasPassword: body.password !== undefined };
}

function requestOf(body: QuoteBody) {
  return {
    plan: body.plan,
    billingCycle: body.billing_cycle,
    imageId: body.image_id,
    snapshotId: body.snapshot_id,
    backupId: body.backup_id,
    primaryIsoId: body.primary_iso_id,
    secondaryIsoId: body.secondary_iso_id,
    sshKeys: body.ssh_keys,
    startupScript: body.startup_script,
    promoCode: body.promo_code,
    autoPay: body.auto_pay,
    addons: addonRequests(body),
  };
}

export function listServersInput(query: ListQuery): ListServers {
  return {
    page: query.page,
    perPage: query.per_page,
    statuses: query['filter[status]'],
    ip: query['filter[ip]'],
    search: query['filter[search]'],
    sort: sortOf(query),
  };
}

/** Returns the sort order. With both sorts, the first one in the source document applies. */
function sortOf(query: ListQuery): ListServers['sort'] {
  const created = query['sort[created_at]'];
  if (created) return { by: 'created_at', direction: created };
  const expiry = query['sort[expiry_at]'];
  return expiry && { by: 'expiry_at', direction: expiry };
}
