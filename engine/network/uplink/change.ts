/** Plans how an uplink in force follows a change of the cards on a shared link. Pure. */
import { versionOf } from '@innkeeper/model/net/uplink';
import { BRIDGE } from '../namespace/names.ts';
import { hostDevice } from './names.ts';
import type { UplinkPlan } from './plan.ts';

/** Differences of two plans, in the order in which they are applied. Lines are those of `ip`. */
export interface UplinkChange {
  innerRules: string;
  /** Routes of the namespace to new servers, then the host's part, then routes of the namespace to former servers. */
  added: readonly string[];
  host: readonly string[];
  removed: readonly string[];
}

/** Returns the change, or `null` if more differs than the servers. */
export function planChange(namespace: string, before: UplinkPlan, now: UplinkPlan): UplinkChange | null {
  const {
    routes: formerRoutes,
    proxies: formerProxies,
    hostCommands: had,
    sharedLink: formerLink,
    innerRules: _,
    ...rest
  } = before;
  const { routes, proxies, hostCommands, sharedLink: link, innerRules, ...others } = now;
  if (JSON.stringify(rest) !== JSON.stringify(others) || formerLink === undefined || link === undefined) return null;
  const served = (address: string) => link.servers.some((one) => one.address === address);
  return {
    innerRules,
    added: link.servers.map(({ command }) => command),
    host: [
      ...hostCommands.filter((line) => !had.includes(line)),
      ...missingFrom(routes, formerRoutes).map((one) => `route delete ${one} dev ${hostDevice(namespace)}`),
      ...missingFrom(proxies, formerProxies).map((one) => `neighbour delete proxy ${one} dev ${now.interface}`),
    ],
    removed: formerLink.servers.filter(({ address }) => !served(address)).map(({ address }) => deleteRoute(address)),
  };
}

const missingFrom = (list: readonly string[], former: readonly string[]) => former.filter((one) => !list.includes(one));

const deleteRoute = (address: string) => `route delete ${address}/${versionOf(address) === 4 ? 32 : 128} dev ${BRIDGE}`;
