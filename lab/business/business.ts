/** What acts have at hand. */
import { type Answer, type CallInput, type Lab, requestOf } from '../app.ts';
import type { BankAtHand } from './outside/bank.ts';
import type { GatewaysAtHand } from './outside/gateways.ts';
import type { Place } from './place.ts';
import type { Random } from './random.ts';

export type OperationName = Parameters<Lab['call']>[0];

export interface Customer {
  accountId: number;
  email: string;
  token: string;
  country: string;
  sshKeyId: number;
}

export interface Business {
  seed: number;
  place: Place;
  random: Random;
  customers: readonly Customer[];
  gateways: GatewaysAtHand;
  bank: BankAtHand;
  imageId: number;
  /** One line of the journal. */
  tell(line: string): void;
}

export type Act = (business: Business, customer: Customer) => Promise<unknown>;

/** An act and how often it is done, beside the others. */
export type Acts = readonly (readonly [times: number, name: string, act: Act])[];

/** Refusals are part of business; an error of the system is not. */
export async function call(
  { place, tell }: Business,
  name: OperationName,
  input: CallInput,
  { token }: Pick<Customer, 'token'>,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const answer = await place.api.send(requestOf(name, input, { token, headers }));
  if (answer.status >= 500) throw new Error(`${name} answered ${answer.status}: ${answer.text}`);
  const why = answer.status >= 400 ? ` ${answer.body.code ?? ''}` : '';
  tell(`  ${name} ${JSON.stringify(input)}: ${answer.status}${why}`);
  return answer;
}
