import type { Ask } from './agent.ts';
import { isRecord } from './qmp.ts';

/**
 * Returns the bytes used on the guest's root file system as reported by its agent, or `null` without a valid answer. The answer is
 * untrusted: a value above `diskBytes` is invalid.
 */
export async function rootUsage(ask: Ask, diskBytes: number): Promise<number | null> {
  const all = await ask('guest-get-fsinfo');
  const root = (Array.isArray(all) ? all.filter(isRecord) : []).find(({ mountpoint }) => mountpoint === '/');
  const used = root?.['used-bytes'];
  return Number.isSafeInteger(used) && Number(used) >= 0 && Number(used) <= diskBytes ? Number(used) : null;
}
