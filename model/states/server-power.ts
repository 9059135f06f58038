/**
 * Whether a server's guest runs, as Innkeeper knows it. A server without a guest is `absent` (not built yet, or ended);
 * `booting` holds from the power action until the guest answers; `stopped` was switched off by
 * somebody; `crashed` went off by itself and is started again a few times (`crash-starts.ts`);
 * `interrupted` ran when its host went down, and is started again by itself; `unreachable` runs but does
 * not answer; `stalled` is paused in the middle of a write because its host's disk is full, and resumes by itself.
 *
 * Customers read these words in `power`. The older list `state` shows `crashed` and `interrupted` as stopped.
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

/** What a power action does in a state: boot, reboot, ask the guest to shut down, cut its power, or nothing. */
export type PowerAct = 'boot' | 'reboot' | 'shutdown' | 'cut' | 'nothing';

const POWER: Record<ServerPower, Partial<Record<PowerVerb, PowerAct>>> = {
  absent: {},
  booting: { start: 'nothing', restart: 'reboot', stop: 'shutdown', 'power-off': 'cut' },
  running: { start: 'nothing', restart: 'reboot', stop: 'shutdown', 'power-off': 'cut' },
  unreachable: { start: 'nothing', restart: 'reboot', stop: 'shutdown', 'power-off': 'cut' },
  stalled: { start: 'nothing', restart: 'reboot', stop: 'shutdown', 'power-off': 'cut' },
  stopped: { start: 'boot', restart: 'boot', stop: 'nothing', 'power-off': 'nothing' },
  // Both are started again without anybody's asking: to stop them is to say that they shall stay off.
  crashed: { start: 'boot', restart: 'boot', stop: 'cut', 'power-off': 'cut' },
  interrupted: { start: 'boot', restart: 'boot', stop: 'cut', 'power-off': 'cut' },
};

/** What a power verb does in this state; undefined when there is no guest to act on. */
export function decidePower(power: ServerPower, verb: PowerVerb): PowerAct | undefined {
  return POWER[power][verb];
}

/** As a hypervisor says it. */
export type SeenPower = 'running' | 'stalled' | 'stopped' | 'crashed' | 'interrupted' | 'absent';

export interface SeenMachine {
  power: Exclude<SeenPower, 'stalled'>;
  trouble?: 'disk_full';
}

/** What a hypervisor's words mean for the row. */
export function powerOf({ power, trouble }: SeenMachine): SeenPower {
  return power === 'running' && trouble !== undefined ? 'stalled' : power;
}

/**
 * What a look at the guest makes of the row: the new state, or undefined when nothing is new. A server that is being built
 * or never was is not judged; a running guest that is still booting keeps its state.
 */
export function seenOutside(row: ServerPower, seen: SeenPower): ServerPower | undefined {
  if (row === 'absent') return undefined;
  // It was off already, so it was not meant to run.
  if ((seen === 'interrupted' || seen === 'crashed') && (row === 'stopped' || row === 'crashed')) return undefined;
  if (seen === 'running') return row === 'running' || row === 'unreachable' ? undefined : 'running';
  return row === seen ? undefined : seen;
}
