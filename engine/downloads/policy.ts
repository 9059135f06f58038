/** The policy of downloads: ISO files, images and geo data. */
import { currentOf, type Live } from '@innkeeper/model/configuration/live';
import type { Endpoint } from '@innkeeper/model/outgoing-http/endpoints';
import { DOWNLOAD_RULES, type TargetRules } from '@innkeeper/model/outgoing-http/rules';
import type { OutgoingPolicy } from '../outgoing-http/policy.ts';
import { type ResolveName, resolveByHost } from '../outgoing-http/resolve-name.ts';

export const MAX_REDIRECTS = 5;
const SILENCE_MS = 30_000;

/**
 * Creates the policy of downloads. The host resolves names, so that mirrors in `/etc/hosts` work. The settings limit the number of
 * concurrent downloads, and so the number of threads that wait for DNS servers.
 */
export const createDownloadPolicy = (
  mirrors: Live<readonly Endpoint[]>,
  resolveName: ResolveName = resolveByHost,
  rules: TargetRules = DOWNLOAD_RULES,
): OutgoingPolicy => ({
  rules,
  get allowed() {
    return currentOf(mirrors);
  },
  resolveName,
  idleTimeoutMs: SILENCE_MS,
});
