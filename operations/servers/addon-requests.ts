import type { InputOf } from '@innkeeper/contract/define';
import type { Operations } from '@innkeeper/contract/operations';
import type { AddonRequest } from '@innkeeper/model/services/addons';

type DeployBody = InputOf<Operations['deployServer']>['body'];

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
