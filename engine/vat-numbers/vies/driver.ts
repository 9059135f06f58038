/** Queries VIES, which queries the register of the number's member state. */
import { hasViesPrefix } from '@innkeeper/model/vat/countries';
import type { VatAnswer, VatNumbers, VatQuestion } from '../port.ts';
import { askVies, REQUESTER_REFUSED, type ViesOptions } from './ask.ts';

export class ViesVatNumbers implements VatNumbers {
  readonly capabilities = { registers: true };
  readonly #options: ViesOptions;

  constructor(options: ViesOptions = {}) {
    this.#options = options;
  }

  async check({ vatNumber, requester }: VatQuestion): Promise<VatAnswer> {
    // A query about any other seller is a wrong query, and its reply would count for the customer's number.
    const known = requester !== null && hasViesPrefix(requester) ? requester : null;
    const answer = await askVies({ vatNumber, requester: known }, this.#options);
    const isRefused = answer.verdict === 'unknown' && answer.reason === REQUESTER_REFUSED;
    return isRefused && known !== null ? askVies({ vatNumber, requester: null }, this.#options) : answer;
  }
}
