import { mutationsOf } from '../mutation.ts';

const HTTP = ['engine/webhooks/http.test.ts'];
const WEBHOOKS = ['lab/slices/webhooks/webhooks.test.ts', 'lab/slices/webhooks/deliveries.test.ts'];

/** Mutations of webhooks of customers. */
export const WEBHOOKS_OF_CUSTOMERS = [
  ...mutationsOf(
    'model/webhooks/signature.ts',
    ['model/webhooks/signature.test.ts'],
    [['the time of an event is signed', '`${message.id}.${time}.${message.body}`', '`${message.id}.${message.body}`']],
  ),
  ...mutationsOf('engine/webhooks/http.ts', HTTP, [
    ['only 2xx is delivered', 'status >= 200 && status < 300', 'status >= 200'],
    ['of a reply a kilobyte is read', 'readBodyStart(reply, MAX_BYTES)', 'readBodyStart(reply, 1e6)'],
    ['a receiver that says nothing is left', 'limit.abort(), this.#limitMs', 'undefined, this.#limitMs'],
  ]),
  ...mutationsOf('domain/webhooks/secrets.ts', WEBHOOKS, [
    ['the secret of before signs until its overlap ends', ' && previous_until > now', ''],
  ]),
  ...mutationsOf('operations/webhooks/room.ts', WEBHOOKS, [
    ['a disabled webhook gets nothing', "if (status !== 'enabled')", 'if (false as boolean)'],
  ]),
];
