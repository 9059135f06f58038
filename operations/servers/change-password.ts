import type { Server } from '@innkeeper/db/schema';
import type { MutatingCx } from '@innkeeper/domain/context';
import { startWorkflow } from '@innkeeper/domain/workflows/start';

/**
 * Sets the root password, at once if the guest agent responds, otherwise at the next boot. `reboot` reboots a running guest afterwards.
 * Throws `locked`.
 */
export async function changeServerPassword(
  cx: MutatingCx,
  input: { server: Server; passwordHash: string; reboot: boolean },
): Promise<void> {
  const { server } = input;
  const reboot = input.reboot && !server.rescue;
  await startWorkflow(
    cx,
    'server.set-password',
    server,
    { hash: input.passwordHash, reboot },
    { action: 'changeServerPassword', details: { reboot } },
  );
}
