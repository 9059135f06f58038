/** One line of a process's log, JSON as a rule. */
export type OnLine = (line: string) => void;

/** Returns a line of the supervisor in the form of its children's logs. */
export function logLine(msg: string, fields: object = {}): string {
  return JSON.stringify({ level: 50, time: Date.now(), name: 'supervisor', ...fields, msg });
}
