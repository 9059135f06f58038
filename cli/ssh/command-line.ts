/** Builds an `ssh` command line that reaches a guest from its host, through the guests' network namespace if there is one. */
import type { SshEndpoint } from '@innkeeper/engine/network/port';

export interface Login {
  endpoint: SshEndpoint;
  user: string;
  /** Private key file, or `null` for the caller's own keys and agent. */
  identity: string | null;
  /** Alias of this guest alone. Other guests reuse addresses and ports with other host keys. */
  hostKeyAlias: string;
  knownHosts: string;
}

export interface CommandLine {
  file: string;
  args: string[];
}

/** Returns the command. An empty `remote` opens a shell. */
export function sshCommandLine(login: Login, options: readonly string[], remote: readonly string[]): CommandLine {
  const { endpoint, user, identity, hostKeyAlias, knownHosts } = login;
  const settings = [
    `HostKeyAlias=${hostKeyAlias}`,
    `UserKnownHostsFile=${knownHosts}`,
    'StrictHostKeyChecking=accept-new',
    'LogLevel=ERROR',
    ...(identity ? ['IdentitiesOnly=yes'] : []),
    ...options,
  ];
  const ssh = [
    ...settings.flatMap((setting) => ['-o', setting]),
    ...(identity ? ['-i', identity] : []),
    ...['-p', String(endpoint.port), '-l', user, endpoint.host],
    ...(remote.length > 0 ? ['--', ...remote] : []),
  ];
  if (endpoint.namespace === null) return { file: 'ssh', args: ssh };
  return { file: 'ip', args: ['netns', 'exec', endpoint.namespace, 'ssh', ...ssh] };
}
