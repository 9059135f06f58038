import { operation } from '../../define.ts';
import { quotable } from '../../query.ts';
import { Order } from '../../schemas/order.ts';
import { RenewalCost } from '../../schemas/renewal.ts';
import { CalculateRenewal, CancelServer, RenewServers } from '../../schemas/server-requests.ts';
import { serverChange } from '../paths.ts';

/** Renewal and cancellation of a server. */
export const serversTerm = {
  cancelServer: operation({
    method: 'POST',
    path: '/servers/{id}/cancel',
    title: 'Cancel server',
    summary:
      'Cancels a server. With `now` it is suspended immediately, and terminated after the grace period. Otherwise both happen after its expiry.',
    origin: 'known',
    needs: ['write', 'pay'],
    ...serverChange('delivered'),
    ...quotable,
    bodyKind: 'json',
    body: CancelServer,
    bodyOptional: true,
    reply: { status: 204 },
    failures: [],
  }),
  undoCancelServer: operation({
    method: 'DELETE',
    path: '/servers/{id}/cancel',
    title: 'Undo cancel request',
    summary: 'Withdraws the cancellation of a server.',
    origin: 'known',
    needs: ['write', 'pay'],
    ...serverChange('delivered'),
    bodyKind: 'none',
    reply: { status: 204 },
    failures: [],
  }),
  renewServers: operation({
    method: 'POST',
    path: '/servers/renew',
    group: 'Servers',
    title: 'Renew server',
    summary: 'Orders a renewal of servers and their addons, with one order line each.',
    origin: 'known',
    ability: 'write',
    needs: ['pay'],
    perMinute: 30,
    ...quotable,
    bodyKind: 'json',
    body: RenewServers,
    references: { server_ids: 'server' },
    createsOrder: true,
    reply: { status: 201, schema: Order },
    failures: ['not_yours', 'locked', 'wrong_state', 'unpaid_limit'],
  }),
  calculateServerRenewal: operation({
    method: 'POST',
    path: '/servers/renew/calculate',
    group: 'Servers',
    title: 'Calculate renew amount',
    summary: 'Calculates the price of a renewal of these servers. Nothing is ordered.',
    origin: 'known',
    ability: 'read',
    bodyKind: 'json',
    body: CalculateRenewal,
    references: { server_ids: 'server' },
    reply: { status: 200, schema: RenewalCost },
    failures: ['not_yours', 'wrong_state'],
  }),
};
