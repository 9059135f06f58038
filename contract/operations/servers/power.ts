import { POWER_OFF_ENDS } from '@innkeeper/model/states/guest-waits';
import { z } from 'zod';
import { operation } from '../../define.ts';
import { IdParam } from '../../schemas/primitives.ts';
import { Server } from '../../schemas/server.ts';
import { serverChange } from '../paths.ts';

/** Common fields of power actions. The server is locked until the action is done, and is the reply. */
const powerAction = {
  method: 'POST',
  ...serverChange('built'),
  bodyKind: 'none',
  reply: { status: 200, schema: Server },
  failures: [],
} as const;

export const serversPower = {
  startServer: operation({
    ...powerAction,
    path: '/servers/{id}/start',
    title: 'Start a server',
    summary: 'Boots a stopped server. Has no effect on a running server.',
    origin: 'known',
  }),
  restartServer: operation({
    ...powerAction,
    path: '/servers/{server}/restart',
    title: 'Restart a server',
    summary: 'Reboots the server, or starts it if it is stopped.',
    origin: 'source',
    params: z.strictObject({ server: IdParam }),
    resources: [{ kind: 'server', param: 'server' }],
    locks: 'server',
  }),
  stopServer: operation({
    ...powerAction,
    path: '/servers/{id}/stop',
    title: 'Stop a server',
    summary: 'Asks the guest to shut down, and powers it off if it does not do so within a grace period.',
    origin: 'known',
  }),
  powerOffServer: operation({
    ...powerAction,
    path: '/servers/{id}/power-off',
    title: 'Power off',
    summary:
      'Powers the server off immediately. Ends a start, stop, restart or change of rescue mode that is waiting for the guest. Data that the guest has not written to its disk is lost.',
    origin: 'ours',
    takesOver: POWER_OFF_ENDS,
  }),
};
