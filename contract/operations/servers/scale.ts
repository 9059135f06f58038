import { operation } from '../../define.ts';
import { listOf } from '../../envelope.ts';
import { quotable } from '../../query.ts';
import { ScaleCost } from '../../schemas/addon.ts';
import { Plan } from '../../schemas/plan.ts';
import { Server } from '../../schemas/server.ts';
import { ScaleServer } from '../../schemas/server-requests.ts';
import { byId, serverChange } from '../paths.ts';

/** Scaling of a server to another plan. */
export const serversScale = {
  listServerScalePlans: operation({
    method: 'GET',
    path: '/servers/{id}/scale',
    group: 'Servers',
    section: 'Scale',
    title: 'List plans',
    summary: 'Lists the plans that this server can be scaled to. Plans that currently do not fit on its host are unavailable.',
    origin: 'known',
    ability: 'read',
    ...byId('server'),
    bodyKind: 'none',
    reply: { status: 200, schema: listOf(Plan) },
    failures: [],
  }),
  calculateServerScale: operation({
    method: 'POST',
    path: '/servers/{id}/scale/calculate',
    group: 'Servers',
    section: 'Scale',
    title: 'Calculate scale cost',
    summary: 'Calculates the price of another plan, and the downtime. A negative amount is a refund.',
    origin: 'known',
    ability: 'read',
    ...byId('server'),
    requires: { server: 'active' },
    bodyKind: 'json',
    body: ScaleServer,
    references: { plan: 'plan' },
    reply: { status: 200, schema: ScaleCost },
    failures: [],
  }),
  scaleServer: operation({
    method: 'POST',
    path: '/servers/{id}/scale',
    section: 'Scale',
    title: 'Scale a server',
    summary: 'Changes the plan of the server. With `scale_disk` its disk grows. Disks cannot be shrunk.',
    origin: 'known',
    needs: ['write', 'pay'],
    ...serverChange('scalable'),
    ...quotable,
    bodyKind: 'json',
    body: ScaleServer,
    references: { plan: 'plan' },
    createsOrder: true,
    reply: { status: 200, schema: Server },
    failures: ['no_capacity', 'insufficient_funds', 'not_supported'],
  }),
};
