/**
 * Detects proxies that forward requests although `--trust-proxy` does not name them. Their clients may be anywhere, but their requests come
 * from this machine. In a trial such clients would pay with the sandbox, so they are refused.
 */
import type { IncomingMessage } from 'node:http';
import { Failure } from '@innkeeper/model/failures';
import { type Clock, minutes } from '@innkeeper/model/time/clock';
import type { BackgroundTasks } from '../log/background-tasks.ts';
import type { Client } from '../request/client.ts';
import type { Guard } from '../request/context.ts';
import type { Hosts } from '../request/host.ts';
import type { RecoveryState } from './recovering.ts';

/** Handling of unknown proxies. Without it, their requests are served and not reported. */
export interface UnknownProxyPolicy {
  /** True to refuse requests of unknown proxies, as in a trial. */
  refuses: boolean;
  /** Called with the sign of a proxy whose requests are served, at most every 10 minutes. */
  report(sign: string): Promise<void>;
}

export interface UnknownProxies {
  guard: Guard;
  /** Returns the sign of an unknown proxy: the name of a header, or `host` for a host that is not ours. `undefined` without a sign. */
  find(raw: IncomingMessage, client: Client): string | undefined;
}

interface UnknownProxiesOptions {
  policy: UnknownProxyPolicy | undefined;
  hosts: Pick<Hosts, 'isOwnHost'>;
  /** Returns whether an address is a trusted proxy. */
  isProxy(address: string): boolean;
  clock: Clock;
  background: BackgroundTasks;
  recovery: RecoveryState;
}

/** Headers that show that a proxy forwards a request. */
const PROXY_HEADERS = /^(?:forwarded|via|x-forwarded-.+|x-real-ip|cf-connecting-ip|true-client-ip)$/;

/** Minimum interval between two reports, so that the guard costs nothing while a proxy is known to be missing. */
const REPORT_INTERVAL_MS = minutes(10);

export function openUnknownProxies(options: UnknownProxiesOptions): UnknownProxies {
  const { policy, hosts, isProxy, clock, background, recovery } = options;
  const find: UnknownProxies['find'] = (raw, client) => {
    if (!client.local || isProxy(raw.socket.remoteAddress ?? '')) return undefined;
    for (const name in raw.headers) if (PROXY_HEADERS.test(name)) return name;
    // A page of another site that was given a name of this machine (DNS rebinding) has this sign too.
    return hosts.isOwnHost(raw) ? undefined : 'host';
  };
  let quietUntil = 0;
  const guard: Guard = ({ request, client }) => {
    if (!policy || !client.local || (!policy.refuses && clock.now().getTime() < quietUntil)) return undefined;
    const sign = find(request.raw, client);
    if (sign === undefined) return undefined;
    if (policy.refuses) throw new Failure('unknown_proxy');
    if (recovery.isOn()) return undefined;
    quietUntil = clock.now().getTime() + REPORT_INTERVAL_MS;
    background.run('report an unknown proxy', policy.report(sign));
    return undefined;
  };
  return { guard, find };
}
