/** Names and shapes of a server's states. Pure. */
import type { ServerSummary } from '@innkeeper/sdk/index';
import { titleOfLock } from './operations-texts.ts';
import { STATE_WORDS } from './servers-texts.ts';
import type { Tone } from './state.tsx';

export type StateOfServer = Pick<ServerSummary, 'status' | 'power' | 'state' | 'lock_reason'>;

export interface DescribedState {
  tone: Tone;
  word: string;
}

const TONE_OF_POWER: Record<ServerSummary['power'], Tone> = {
  absent: 'off',
  booting: 'busy',
  running: 'ok',
  stopped: 'off',
  crashed: 'bad',
  interrupted: 'bad',
  unreachable: 'bad',
  stalled: 'bad',
};

/** Locks during which the guest keeps running, so that its power state is more useful than the lock. */
const QUIET_LOCKS: ReadonlySet<string> = new Set(['snapshot', 'backup', 'apply-firewall', 'set-link', 'set-media', 'payment']);

/** Returns the word and shape of a server's state. A running operation comes first, then billing status, rescue mode and power. */
export function describeState({ status, power, state, lock_reason }: StateOfServer): DescribedState {
  if (lock_reason !== null && !QUIET_LOCKS.has(lock_reason)) return { tone: 'busy', word: titleOfLock(lock_reason) };
  if (status === 'awaiting_payment') return { tone: 'off', word: STATE_WORDS.awaiting_payment };
  if (status === 'processing') return { tone: 'busy', word: STATE_WORDS.processing };
  if (status === 'suspended') return { tone: 'bad', word: STATE_WORDS.suspended };
  if (status === 'terminated') return { tone: 'off', word: STATE_WORDS.terminated };
  if (state.includes('rescue')) return { tone: 'rescue', word: STATE_WORDS.rescue };
  if (power === 'running' && state.includes('network_suspended')) return { tone: 'bad', word: STATE_WORDS.noNetwork };
  return { tone: TONE_OF_POWER[power], word: STATE_WORDS[power] };
}

/** Returns whether this server needs attention. */
export function needsAttention(server: StateOfServer & Pick<ServerSummary, 'under_attack'>): boolean {
  if (server.under_attack || server.status === 'awaiting_payment' || server.status === 'suspended') return true;
  if (server.status !== 'active') return false;
  return server.power === 'unreachable' || server.power === 'crashed' || server.power === 'stalled';
}
