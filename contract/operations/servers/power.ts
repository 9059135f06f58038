import { POWER_OFF_ENDS } from '@innkeeper/model/states/guest-waits';
import { z } from 'zod';
import { operation } from '../../define.ts';
import { IdParam } from '../../schemas/primitives.ts';
import { Server } from '../../schemas/server.ts';
import { byId } from '../paths.ts';

/** Starting and stopping. Each locks the server until it is done. */
export const serversPower = {
  startServer: operation({
    method: 'POST',
    path: '/servers/{id}/start',
    group: 'Servers',
    title: 'Start a server',
    summary: 'Boots a stopped server. A running one stays as it is.',
    origin: 'known',
    ability: 'write',
    ...byId('server'),
    locks: 'id',
    requires: { server: 'built' },
    bodyKind: 'none',
    reply: { status: 200, schema: Server },
    failures: ['wrong_state'],
  }),
  restartServer: operation({
    method: 'POST',
    path: '/servers/{server}/restart',
    group: 'Servers',
    title: 'Restart a server',
    summary: 'Reboots the server, or starts it when it is stopped.',
    origin: 'source',
    ability: 'write',
    params: z.strictObject({ server: IdParam }),
    resources: [{ kind: 'server', param: 'server' }],
    locks: 'server',
    requires: { server: 'built' },
    bodyKind: 'none',
    reply: { status: 200, schema: Server },
    failures: ['wrong_state'],
  }),
  stopServer: operation({
    method: 'POST',
    path: '/servers/{id}/stop',
    group: 'Servers',
    title: 'Stop a server',
    summary: 'Asks the guest to shut down, and powers it off when it has not done so after a grace period.',
    origin: 'known',
    ability: 'write',
    ...byId('server'),
    locks: 'id',
    requires: { server: 'built' },
    bodyKind: 'none',
    reply: { status: 200, schema: Server },
    failures: ['wrong_state'],
  }),
  powerOffServer: operation({
    method: 'POST',
    path: '/servers/{id}/power-off',
    group: 'Servers',
    title: 'Power off',
    summary:
      'Powers the server off at once, also while a start, stop, restart or the way into or out of rescue mode waits for the guest: ' +
      'that is ended. What the guest has not written to its disk is lost.',
    origin: 'ours',
    ability: 'write',
    ...byId('server'),
    locks: 'id',
    requires: { server: 'built' },
    takesOver: POWER_OFF_ENDS,
    bodyKind: 'none',
    reply: { status: 200, schema: Server },
    failures: ['wrong_state'],
  }),
};
