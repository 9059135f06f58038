/**
 * The billing states of a server.
 *
 * - `awaiting_payment`: ordered.
 * - `processing`: paid and being built.
 * - `active`: in service.
 * - `suspended`: not renewed, cancelled, or suspended by staff.
 * - `terminated`: ended.
 *
 * A failed build ends the server immediately and is refunded. An order that is never paid also ends it.
 */
import { defineTransitions } from './transitions.ts';

export type ServerStatus = 'awaiting_payment' | 'processing' | 'active' | 'suspended' | 'terminated';

export const serviceLifecycle = defineTransitions<
  ServerStatus,
  'pay' | 'activate' | 'give_up' | 'suspend' | 'resume' | 'terminate'
>('server', {
  awaiting_payment: { pay: 'processing', give_up: 'terminated' },
  processing: { activate: 'active', give_up: 'terminated' },
  active: { suspend: 'suspended', terminate: 'terminated' },
  suspended: { resume: 'active', terminate: 'terminated' },
  terminated: {},
});
