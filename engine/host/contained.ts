/**
 * Wraps a command so that it leaves nothing behind, however it or this process ends. The command gets its own mount and PID namespaces,
 * whose first process dies with us. The kernel then kills the other processes and removes the mounts. Without root only the command itself
 * dies with us.
 */
export function contained(command: string, args: readonly string[]): [command: string, args: string[]] {
  const within = ['--mount', '--propagation', 'private', '--pid', '--fork', '--kill-child=KILL', '--mount-proc', '--'];
  const namespaces = process.getuid?.() === 0 ? ['unshare', ...within] : [];
  return ['setpriv', ['--pdeathsig', 'KILL', '--', ...namespaces, command, ...args]];
}
