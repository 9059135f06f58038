/** Formats a line of a process's JSON log for a person: `14:03:11 api  POST /v1/servers 201`. Returns a line that is not JSON unchanged. */
export function formatLogLine(line: string): string {
  const entry = parse(line);
  if (!entry) return line;
  const { time, level, name, msg, err, ...rest } = entry;
  const at = new Date(Number(time)).toTimeString().slice(0, 8);
  const weight = Number(level) >= 50 ? ' ERROR' : Number(level) >= 40 ? ' WARN' : '';
  const cause = typeof err === 'object' && err !== null && 'message' in err ? `: ${String(err.message)}` : '';
  const fields = Object.entries(rest).filter(([key, value]) => !HIDDEN.has(key) && typeof value !== 'object');
  const shown = fields.map(([key, value]) => ` ${key}=${String(value)}`).join('');
  return `${at} ${String(name).padEnd(6)}${weight} ${String(msg ?? '')}${cause}${shown}`;
}

const HIDDEN = new Set(['pid', 'hostname', 'v']);

function parse(line: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && 'time' in value ? { ...value } : null;
  } catch {
    return null;
  }
}
