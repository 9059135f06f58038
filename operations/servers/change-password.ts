import type { MutatingCx } from '@innkeeper/domain/context';
import { ownActiveServer } from '@innkeeper/domain/servers/own-active';
import { start } from '@innkeeper/domain/workflows/start';

/**
 * Sets root's password: at once when the guest's agent answers, else at its next boot. `reboot` reboots a guest that runs
 * afterwards. Throws `not_found`, `not_yours`, `locked`, `wrong_state`.
 */
export async function changeServerPassword(
  cx: MutatingCx,
  input: { server: number; passwordHash: string; reboot: boolean },
): Promise<void> {
  const server = await ownActiveServer(cx, input.server);
  const reboot = input.reboot && !server.rescue;
  await start(
    cx,
    'server.set-password',
    server,
    { hash: input.passwordHash, reboot },
    { action: 'changeServerPassword', details: { reboot } },
  );
}
