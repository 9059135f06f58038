import { mutationsOf } from '../mutation.ts';

const HTTP = ['engine/webhooks/http.test.ts'];
const WEBHOOKS = ['lab/slices/webhooks/webhooks.test.ts', 'lab/slices/webhooks/deliveries.test.ts'];

/** Mutations of webhooks for customers. */
export const WEBHOOKS_OF_CUSTOMERS = [
  ...mutationsOf(
    'model/webhooks/signature.ts',
    ['model/webhooks/signature.test.ts'],
    [['the signature of an event covers its time', '`${message.id}.${time}.${message.body}`', '`${message.id}.${message.body}`']],
  ),
  ...mutationsOf('engine/webhooks/http.ts', HTTP, [
    ['only a 2xx status counts as delivered', 'status >= 200 && status < 300', 'status >= 200'],
    ['at most a kilobyte of a reply is read', 'readBodyStart(reply, MAX_BYTES)', 'readBodyStart(reply, 1e6)'],
    ['a receiver that does not answer is abandoned', 'limit.abort(), this.#limitMs', 'undefined, this.#limitMs'],
  ]),
  ...mutationsOf('domain/webhooks/secrets.ts', WEBHOOKS, [
    ['the previous secret stops signing when its overlap ends', ' && previous_until > now', ''],
  ]),
  ...mutationsOf('operations/webhooks/room.ts', WEBHOOKS, [
    ['a disabled webhook receives nothing', "if (status !== 'enabled')", 'if (false as boolean)'],
  ]),
];
