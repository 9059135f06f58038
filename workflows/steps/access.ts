/**
 * Applies a new password, hostname or keys to a guest: immediately by its agent, or else by the seed of its next boot.
 *
 * Parts that no agent applied wait there (`servers.seed_waits`), so that a later change does not lose them. A requested reboot always
 * follows if the guest is running, so that programs with the old name read the new one.
 */
import type { SeedPart } from '@innkeeper/db/schema';
import type { GuestAnswer, Seed } from '@innkeeper/engine/compute/port';
import { machineIdOf } from '@innkeeper/model/servers/machine-names';
import { minutes } from '@innkeeper/model/time/clock';
import type { EndContext, PollAfter, Step, StepContext } from '../define.ts';
import { listPendingSeedParts, writeAmendment } from './access-seed.ts';
import { booted, observePower } from './power-ends.ts';
import { readBootId, reboot, waitForNewBoot } from './reboot.ts';
import { type OnServer, ownGuest } from './server.ts';

export interface AccessInput extends OnServer {
  reboot: boolean;
}

export interface Access<Input> {
  part: SeedPart;
  /** Sets the new value in the guest, or the value from before the request. */
  applyToGuest(cx: StepContext<Input>, which: 'new' | 'old'): Promise<GuestAnswer>;
  /** Returns the part of the seed in which the rows differ from this value. */
  seed(cx: StepContext<Input>, which: 'new' | 'old'): Promise<Partial<Seed>>;
}

/** Returns the steps that change the guest. The change is reversed if a later step fails. */
export function applySteps<Input extends AccessInput>(access: Access<Input>): Step<Input>[] {
  const applyNew = async (cx: StepContext<Input>) => access.applyToGuest(cx, 'new');
  const wait = async (cx: StepContext<Input>) => {
    const unanswered = cx.memory.apply === 'no_answer';
    const waits = previousWaits(cx);
    // The metadata service has no password. Name and keys are updated there from now on.
    if (!unanswered && waits.length === 0 && access.part === 'password') return undefined;
    const change = await access.seed(cx, 'new');
    await writeAmendment(cx, { waits: unanswered ? joined(waits, access.part) : waits, reapply: unanswered, change });
    return undefined;
  };
  const takeBack = async (cx: StepContext<Input>) => {
    const unanswered = (await access.applyToGuest(cx, 'old')) === 'no_answer';
    const waits = previousWaits(cx);
    const change = await access.seed(cx, 'old');
    await writeAmendment(cx, { waits: unanswered ? joined(waits, access.part) : waits, reapply: true, change });
  };
  const look = async (cx: StepContext<Input>) => listPendingSeedParts(cx.db, cx.input.serverId);
  return [
    { name: 'pending', run: look, undo: { why: 'it only looks' }, attempts: 5, deadlineMs: minutes(1) },
    { name: 'apply', run: applyNew, undo: takeBack, attempts: 5, deadlineMs: minutes(2) },
    {
      name: 'seed',
      run: wait,
      undo: { why: 'taking back what was told writes the seed too' },
      attempts: 5,
      deadlineMs: minutes(2),
    },
  ];
}

/** Returns the steps of the final reboot, which run only if it was requested. */
export function rebootSteps<Input extends AccessInput>(): Step<Input>[] {
  const rebootIfAsked = async (cx: StepContext<Input>) => {
    if (!cx.input.reboot) return false;
    const { power } = await cx.engine.compute.inspect(machineIdOf(cx.input.serverId));
    if (power !== 'running') return false;
    await reboot(cx);
    return true;
  };
  const waitIfRebooted = async (cx: StepContext<Input>): Promise<string | null | PollAfter> =>
    cx.memory.reboot === true ? waitForNewBoot(cx) : null;
  return [
    { name: 'inspect', run: readBootId, undo: { why: 'it only looks' }, attempts: 5, deadlineMs: minutes(1) },
    { name: 'reboot', run: rebootIfAsked, undo: observePower, attempts: 4, deadlineMs: minutes(5) },
    { name: 'wait', run: waitIfRebooted, undo: { why: 'it only looks' }, ...ownGuest, attempts: 20, deadlineMs: minutes(10) },
  ];
}

/** Returns the power columns at the end: unchanged, unless the guest was rebooted. */
export function powerAfter({ memory }: Pick<EndContext<AccessInput>, 'memory'>) {
  if (memory.reboot !== true) return {};
  return booted(typeof memory.wait === 'string' ? memory.wait : null);
}

function previousWaits({ memory }: StepContext<unknown>): SeedPart[] {
  return Array.isArray(memory.pending) ? (memory.pending as SeedPart[]) : [];
}

const joined = (parts: readonly SeedPart[], part: SeedPart): SeedPart[] => [...new Set([...parts, part])];
