import { days } from '@innkeeper/model/time/clock';
import type { Chain } from '../chain.ts';
import type { GivenAccount } from '../given.ts';
import { storeExport } from '../given-account-exports.ts';
import type { Recorder } from './recorder.ts';

const SHA256 = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';

/** Records an export. Its content and hash are fixed, because they would change with each run. */
export async function recordAccountExports({ chain, call }: Recorder & { chain: Chain; owner: GivenAccount }): Promise<void> {
  const { id } = await call('createAccountExport');
  const now = Date.now();
  await storeExportReady(chain, id, now);
  await call('listAccountExports');
  await call('getAccountExport', { params: { id } });
  await call('downloadAccountExport', { params: { id } });
}

async function storeExportReady(chain: Chain, id: number, now: number): Promise<void> {
  const times = { ready_at: new Date(now), expires_at: new Date(now + days(7)) };
  const file = { key: `${SHA256}-${'0'.repeat(16)}`, bytes: 48_120n, sha256: SHA256 };
  await chain.db
    .updateTable('account_exports')
    .set({ status: 'ready', ...times, ...file })
    .where('id', '=', id)
    .execute();
  await storeExport(chain, id);
  await chain.db.updateTable('account_exports').set({ bytes: 5n }).where('id', '=', id).execute();
}
