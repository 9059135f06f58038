/**
 * Returns the start time of a process in ticks since boot, from the text of its `/proc/PID/stat` (proc_pid_stat(5)).
 *
 * PID and start time together identify a process. Returns `null` for an ended process, including a zombie. A zombie does nothing and holds
 * nothing until its parent collects it, which may never happen in a container.
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

/**
 * Returns the fields from the state on. The state is field 3, the start time field 22. The process name before them may contain anything.
 */
function fieldsOf(stat: string): string[] {
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}
