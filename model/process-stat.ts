/**
 * When a process started, in ticks since the boot of its host, from the text of its `/proc/PID/stat`: with its number it names one process
 * for good. Null when it has ended, also while its parent, or in a container nobody, has asked for its end: such a process does nothing and
 * holds nothing. See proc_pid_stat(5).
 */
export function processStart(stat: string): string | null {
  const fields = fieldsOf(stat);
  const [state = ''] = fields;
  return state === '' || state === 'Z' || state === 'X' ? null : (fields[19] ?? null);
}

/** Returns whether a signal or a debugger has stopped the process, from the text of its `/proc/PID/stat`. */
export function isStoppedProcess(stat: string): boolean {
  return ['T', 't'].includes(fieldsOf(stat)[0] ?? '');
}

/** Returns the fields from the state on. The state is field 3, the start field 22; the name before them may hold anything. */
function fieldsOf(stat: string): string[] {
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}
