import type { GuardPort } from './port.ts';

/** Of a network without rules of its own. */
export function noGuard(why: string): GuardPort {
  return {
    unsupported: why,
    guard: async () => {},
    sample: async () => {},
    guardedNetworks: async () => [],
    restoreChanged: async () => [],
    received: async () => null,
    traffic: async () => [],
    flows: async () => [],
    blocked: async () => [],
  };
}
