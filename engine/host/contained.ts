/**
 * A command that leaves nothing behind, however it or we end: mounts and processes are in namespaces of their own, whose first
 * process dies with us, and the kernel ends what is left in them and takes their mounts away. Without root only the command
 * itself dies with us.
 */
export function contained(command: string, args: readonly string[]): [command: string, args: string[]] {
  const within = ['--mount', '--propagation', 'private', '--pid', '--fork', '--kill-child=KILL', '--mount-proc', '--'];
  const namespaces = process.getuid?.() === 0 ? ['unshare', ...within] : [];
  return ['setpriv', ['--pdeathsig', 'KILL', '--', ...namespaces, command, ...args]];
}
