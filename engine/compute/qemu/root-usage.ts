import type { Ask } from './agent.ts';
import { isRecord } from './qmp.ts';

/**
 * Bytes used on the guest's root file system, as reported by its agent; null without a valid answer. Untrusted: a value that
 * cannot fit on a disk of `diskBytes` counts as no answer.
 */
export async function rootUsage(ask: Ask, diskBytes: number): Promise<number | null> {
  const all = await ask('guest-get-fsinfo');
  const root = (Array.isArray(all) ? all.filter(isRecord) : []).find(({ mountpoint }) => mountpoint === '/');
  const used = root?.['used-bytes'];
  return Number.isSafeInteger(used) && Number(used) >= 0 && Number(used) <= diskBytes ? Number(used) : null;
}
