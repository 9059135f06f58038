/**
 * When a process started, in ticks since the boot of its host, from the text of its `/proc/PID/stat`: with its number it names one process
 * for good. Null when it has ended, also while its parent, or in a container nobody, has asked for its end: such a process does nothing and
 * holds nothing. See proc_pid_stat(5).
 */
export function processStart(stat: string): string | null {
  // The name in parentheses may hold anything; after it come the state, which is field 3, and the start as field 22.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state = ''] = fields;
  return state === '' || state === 'Z' || state === 'X' ? null : (fields[19] ?? null);
}
