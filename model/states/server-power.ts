/**
 * The power state of a server's guest, as the database stores it.
 *
 * - `absent`: no guest, because the server is not built yet or has ended.
 * - `booting`: from the power action until the guest answers.
 * - `stopped`: switched off on purpose.
 * - `crashed`: ended by itself and started again a few times (`crash-starts.ts`).
 * - `interrupted`: was running when its host went down, and is started again automatically.
 * - `unreachable`: running without an answer.
 * - `stalled`: paused during a write because its host's disk is full, and resumes automatically.
 *
 * Customers read these words in `power`. The older field `state` shows `crashed` and `interrupted` as stopped.
 */
export const SERVER_POWERS = [
  'absent',
  'booting',
  'running',
  'stopped',
  'crashed',
  'interrupted',
  'unreachable',
  'stalled',
] as const;

export type ServerPower = (typeof SERVER_POWERS)[number];

export type PowerVerb = 'start' | 'restart' | 'stop' | 'power-off';

/** Effect of a power action in a state: boot, reboot, ask the guest to shut down, cut its power, or nothing. */
export type PowerAct = 'boot' | 'reboot' | 'shutdown' | 'cut' | 'nothing';

const POWER: Record<ServerPower, Partial<Record<PowerVerb, PowerAct>>> = {
  absent: {},
  booting: { start: 'nothing', restart: 'reboot', stop: 'shutdown', 'power-off': 'cut' },
  running: { start: 'nothing', restart: 'reboot', stop: 'shutdown', 'power-off': 'cut' },
  unreachable: { start: 'nothing', restart: 'reboot', stop: 'shutdown', 'power-off': 'cut' },
  stalled: { start: 'nothing', restart: 'reboot', stop: 'shutdown', 'power-off': 'cut' },
  stopped: { start: 'boot', restart: 'boot', stop: 'nothing', 'power-off': 'nothing' },
  // Guests in these two states are started again automatically. Stop and power off prevent this.
  crashed: { start: 'boot', restart: 'boot', stop: 'cut', 'power-off': 'cut' },
  interrupted: { start: 'boot', restart: 'boot', stop: 'cut', 'power-off': 'cut' },
};

/** Returns the effect of a power action in this state, or `undefined` without a guest. */
export function decidePower(power: ServerPower, verb: PowerVerb): PowerAct | undefined {
  return POWER[power][verb];
}

/** Returns whether the guest is off, because it was stopped or has crashed. */
export const isOff = ({ power }: { power: ServerPower }): boolean => power === 'stopped' || power === 'crashed';

/** Power state that a hypervisor reports. */
export type ReportedPower = 'running' | 'stalled' | 'stopped' | 'crashed' | 'interrupted' | 'absent';

export interface MachineReport {
  power: Exclude<ReportedPower, 'stalled'>;
  trouble?: 'disk_full';
}

/** Returns the power state for a hypervisor's report. */
export function powerOf({ power, trouble }: MachineReport): ReportedPower {
  return power === 'running' && trouble !== undefined ? 'stalled' : power;
}

/**
 * Returns the new state of the row after a check of the guest, or `undefined` if the state stays.
 *
 * A server without a guest in the database stays `absent`, because its workflow sets the state.
 */
export function reconcilePower(row: ServerPower, seen: ReportedPower): ServerPower | undefined {
  if (row === 'absent') return undefined;
  // The guest was already off, so it was not meant to run.
  if ((seen === 'interrupted' || seen === 'crashed') && (row === 'stopped' || row === 'crashed')) return undefined;
  if (seen === 'running') return row === 'running' || row === 'unreachable' ? undefined : 'running';
  return row === seen ? undefined : seen;
}
