/**
 * A server's billing life. It is ordered (`awaiting_payment`), is built once its order is paid (`processing`), serves
 * (`active`), may be `suspended` when it is not renewed, and ends (`terminated`). A build that fails ends it at once, with
 * its money back; so does an order that is never paid.
 */
import { defineTransitions } from './transitions.ts';

export type ServerStatus = 'awaiting_payment' | 'processing' | 'active' | 'suspended' | 'terminated';

export const serverLife = defineTransitions<ServerStatus, 'pay' | 'activate' | 'give_up' | 'suspend' | 'resume' | 'terminate'>(
  'server',
  {
    awaiting_payment: { pay: 'processing', give_up: 'terminated' },
    processing: { activate: 'active', give_up: 'terminated' },
    active: { suspend: 'suspended', terminate: 'terminated' },
    suspended: { resume: 'active', terminate: 'terminated' },
    terminated: {},
  },
);
