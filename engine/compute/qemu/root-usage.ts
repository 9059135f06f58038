import type { Ask } from './agent.ts';
import { isRecord } from './qmp.ts';

/**
 * Bytes in use on the guest's root file system, by the word of its agent; null when it does not say. It may say anything: what can't
 * be on a disk of `diskBytes` counts as not said.
 */
export async function rootUsage(ask: Ask, diskBytes: number): Promise<number | null> {
  const all = await ask('guest-get-fsinfo');
  const root = (Array.isArray(all) ? all.filter(isRecord) : []).find(({ mountpoint }) => mountpoint === '/');
  const used = root?.['used-bytes'];
  return Number.isSafeInteger(used) && Number(used) >= 0 && Number(used) <= diskBytes ? Number(used) : null;
}
