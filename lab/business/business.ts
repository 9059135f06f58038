/** The context in which simulated acts run. */
import { type Answer, type CallInput, type Lab, requestOf } from '../app.ts';
import type { SimulatedBank } from './outside/bank.ts';
import type { SimulatedGateways } from './outside/gateways.ts';
import type { Random } from './random.ts';
import type { Simulation } from './simulation.ts';

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
  place: Simulation;
  random: Random;
  customers: readonly Customer[];
  gateways: SimulatedGateways;
  bank: SimulatedBank;
  imageId: number;
  /** Adds a line to the journal. */
  tell(line: string): void;
}

export type Act = (business: Business, customer: Customer) => Promise<unknown>;

/** Acts with their relative frequency. */
export type Acts = readonly (readonly [times: number, name: string, act: Act])[];

/** Calls an operation. Refusals (4xx) are expected. Throws if the reply is a 5xx. */
export async function callOperation(
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
