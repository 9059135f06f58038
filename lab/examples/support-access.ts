/** Records an account that consents to support access for a day, and ends it early. */
import type { Recorder } from './recorder.ts';

export async function recordSupportAccess({ call }: Recorder): Promise<void> {
  const { id } = await call('createSupportAccess', { body: { hours: 24, scope: 'read', ticket: 1 } });
  await call('listSupportAccess', { query: { per_page: 2 } });
  await call('deleteSupportAccess', { params: { id } });
}
