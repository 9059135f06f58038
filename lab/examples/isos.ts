import type { Chain } from '../chain.ts';
import type { Recorder } from './recorder.ts';

/** Records the ISO files of a customer, and the disc of a server. `settled` resolves when the server is unlocked. */
export async function recordIsos({ chain, call, settled }: Recorder & { chain: Chain; settled(): Promise<void> }): Promise<void> {
  const iso = await call('addIso', { body: { name: 'Debian 13', url: 'https://mirror.example.com/debian-13.iso' } });
  await settled();
  await call('getIso', { params: { id: iso.id } });
  await call('listIsos');
  for (const primary_iso_id of [iso.id, null]) {
    await call('modifyServerIsos', { params: { id: 1 }, body: { primary_iso_id } });
    await settled();
  }
  await call('deleteIso', { params: { id: iso.id } });
  await chain.worker.idle();
}
