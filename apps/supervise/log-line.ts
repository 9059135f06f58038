/** Receives one line of a process's log, usually JSON. */
export type OnLine = (line: string) => void;

/** Formats a log line of the supervisor in the format of its child processes. */
export function logLine(msg: string, fields: object = {}): string {
  return JSON.stringify({ level: 50, time: Date.now(), name: 'supervisor', ...fields, msg });
}
