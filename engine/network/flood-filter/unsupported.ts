import type { FloodFilterPort } from './port.ts';

/** Returns the guard of a network that cannot count or block traffic. */
export function unsupportedFloodFilter(why: string): FloodFilterPort {
  return {
    unsupported: why,
    setAddresses: async () => {},
    sample: async () => {},
    guardedNetworks: async () => [],
    restoreChanged: async () => [],
    received: async () => null,
    traffic: async () => [],
    flows: async () => [],
    blocked: async () => [],
  };
}
