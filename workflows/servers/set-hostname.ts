/** Renames a server in its guest and in the network. The request has already changed the row. */
import { updateServer } from '@innkeeper/db/tables/servers';
import type { InputOf } from '@innkeeper/domain/workflows/kinds';
import { machineIdOf } from '@innkeeper/model/servers/machine-names';
import { minutes } from '@innkeeper/model/time/clock';
import { defineWorkflow, type StepContext } from '../define.ts';
import { type Access, applySteps, powerAfter, rebootSteps } from '../steps/access.ts';
import { machineSpec } from '../steps/machine-spec.ts';

type Input = InputOf<'server.set-hostname'>;
type Which = 'new' | 'old';

const named = ({ input }: { input: Input }, which: Which): string => (which === 'new' ? input.hostname : input.before);

const hostname: Access<Input> = {
  part: 'hostname',
  applyToGuest: (cx, which) => cx.engine.compute.guest.setHostname(machineIdOf(cx.input.serverId), named(cx, which)),
  seed: async (cx, which) => ({ hostname: named(cx, which) }),
};

export const serverSetHostname = defineWorkflow<Input>({
  kind: 'server.set-hostname',
  failureMessage: 'The server could not be renamed and keeps its name. Try again, or contact support.',
  steps: [
    ...applySteps(hostname),
    { name: 'network', run: (cx) => plug(cx, 'new'), undo: plugBack, attempts: 5, deadlineMs: minutes(2) },
    ...rebootSteps<Input>(),
  ],
  finish: (cx) => updateServer(cx.db, cx.input.serverId, powerAfter(cx)),
  undone: (cx) => updateServer(cx.db, cx.input.serverId, { hostname: cx.input.before }),
});

async function plug(cx: StepContext<Input>, which: Which): Promise<undefined> {
  const { nic } = await machineSpec(cx.db, cx.input.serverId, cx.settings.dnsResolvers);
  await cx.engine.network.attach({ ...nic, hostname: named(cx, which) });
}

async function plugBack(cx: StepContext<Input>): Promise<void> {
  await plug(cx, 'old');
}
