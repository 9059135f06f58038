/**
 * Sets root's password. A password that the guest has accepted is not reversed if a later step fails, because the old one may be
 * compromised.
 */
import { updateServer } from '@innkeeper/db/tables/servers';
import type { InputOf } from '@innkeeper/domain/workflows/kinds';
import { machineIdOf } from '@innkeeper/model/servers/machine-names';
import { defineWorkflow, type EndContext } from '../define.ts';
import { type Access, applySteps, powerAfter, rebootSteps } from '../steps/access.ts';

type Input = InputOf<'server.set-password'>;

const password: Access<Input> = {
  part: 'password',
  async applyToGuest(cx, which) {
    if (which === 'old') return 'done';
    return cx.engine.compute.guest.setPassword(machineIdOf(cx.input.serverId), { user: 'root', hash: cx.input.hash });
  },
  seed: async (cx, which) => (which === 'old' ? {} : { passwordHash: cx.input.hash }),
};

export const serverSetPassword = defineWorkflow<Input>({
  kind: 'server.set-password',
  failureMessage: 'The password could not be set. Try again, or contact support.',
  steps: [...applySteps(password), ...rebootSteps<Input>()],
  finish: (cx) => keep(cx, powerAfter(cx)),
  undone: async (cx) => {
    if (cx.memory.apply === 'done') await keep(cx, {});
  },
});

async function keep({ db, input }: EndContext<Input>, power: ReturnType<typeof powerAfter>): Promise<void> {
  await updateServer(db, input.serverId, { root_password_hash: input.hash, ...power });
}
