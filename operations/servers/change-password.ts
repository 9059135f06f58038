import { record } from '@innkeeper/domain/audit';
import type { MutatingCx } from '@innkeeper/domain/context';
import { ownActiveServer } from '@innkeeper/domain/servers/own-active';
import { enqueue } from '@innkeeper/domain/workflows/enqueue';
import { minutes } from '@innkeeper/model/clock';

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
  const workflow = await enqueue(cx.db, {
    kind: 'server.set-password',
    accountId: server.account_id,
    input: { serverId: server.id, hash: input.passwordHash, reboot },
    resource: { kind: 'server', id: server.id },
    lockReason: 'set-password',
    lockDeadlineMs: minutes(20),
    now: cx.clock.now(),
  });
  await record(cx, 'changeServerPassword', { kind: 'server', id: server.id }, { workflow, reboot });
}
