/** Asks VIES for `doctor` whether it accepts the seller's VAT number as that of a requester. */
import { askVies, REQUESTER_REFUSED, type ViesOptions } from './ask.ts';

export type RequesterState = 'accepted' | 'refused' | 'no answer';

/** Checks the number in its own name. A number that is not registered counts as refused. */
export async function checkRequester(vatNumber: string, options: ViesOptions = {}): Promise<RequesterState> {
  const answer = await askVies({ vatNumber, requester: vatNumber }, options);
  if (answer.verdict === 'unknown') return answer.reason === REQUESTER_REFUSED ? 'refused' : 'no answer';
  return answer.verdict === 'valid' ? 'accepted' : 'refused';
}
