import type { Server } from '@innkeeper/db/schema';
import type { MutatingCx } from '@innkeeper/domain/context';
import { start } from '@innkeeper/domain/workflows/start';

/**
 * Sets root's password: at once when the guest's agent answers, else at its next boot. `reboot` reboots a guest that runs
 * afterwards. Throws `locked`.
 */
export async function changeServerPassword(
  cx: MutatingCx,
  input: { server: Server; passwordHash: string; reboot: boolean },
): Promise<void> {
  const { server } = input;
  const reboot = input.reboot && !server.rescue;
  await start(
    cx,
    'server.set-password',
    server,
    { hash: input.passwordHash, reboot },
    { action: 'changeServerPassword', details: { reboot } },
  );
}
