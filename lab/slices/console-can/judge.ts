/**
 * Compares the verdict of the console about an operation with the API's reply. Each request runs through every guard of the API. Its
 * transaction is rolled back before the use case, so thousands of requests need no new rows.
 */
import { can, type Me, type ResourceOf, type Verdict } from '@innkeeper/console/web/rules/can';
import { OPERATION_NAMES, type OperationName } from '@innkeeper/contract/operations';
import { Failure } from '@innkeeper/model/failures';
import { STAFF_END, STAFF_SUSPENSION } from '@innkeeper/model/states/requirements';
import type { Answer } from '../../app.ts';
import { type AccountWithResources, openSetup, requestFor, type Setup } from '../../cross-cutting/setup.ts';

/** Opens the API with handlers that stop each operation where its use case would begin. */
export function openSetupThatStops(): Promise<Setup> {
  const stop = async (): Promise<never> => {
    throw new Failure('validation', { errors: { stopped: ['The use case would begin here.'] } });
  };
  const useCases = Object.fromEntries(OPERATION_NAMES.map((name) => [name, stop]));
  const passwords = { hash: async () => '$6$given', startAll: async () => {}, close: async () => {} };
  return openSetup({ useCases, passwords });
}

/** Member of an account, with a token or a browser session. */
export interface Caller {
  account: AccountWithResources;
  /** Headers with the token or the cookie. */
  headers: Record<string, string>;
  me: Me;
  /** Ids of resources of the user, by default those of the account's owner. */
  own?: { passkey: number; session: number };
}

/** Operation, and the resource as the console sees it. */
export interface Question {
  operation: OperationName;
  caller: Caller;
  /** Path parameters that replace those of the account's own resources. */
  params?: Record<string, number | string>;
  resource: unknown;
}

const CONCURRENCY = 4;

/** Returns a sentence for each question that the console and the API answer differently. */
export async function compare(setup: Setup, questions: readonly Question[]): Promise<string[]> {
  const differences: string[] = [];
  // All lanes share one iterator, so each question is asked once.
  const waiting = questions.values();
  const lane = async () => {
    for (const question of waiting) {
      const { operation, resource, caller } = question;
      const console = describeVerdict(can(operation, resource as ResourceOf<OperationName>, caller.me));
      const api = describeAnswer(await ask(setup, question));
      if (!isSame(console, api))
        differences.push(
          `${operation} of ${JSON.stringify(resource)} by ${JSON.stringify(caller.me)}: ${console}, but API ${api}`,
        );
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, lane));
  return differences;
}

function ask(setup: Setup, { operation, caller, params = {} }: Question): Promise<Answer> {
  const { headers = {}, ...request } = requestFor(operation, caller.account, { params });
  const { authorization: _owner, ...content } = headers;
  return setup.send({ ...request, headers: { ...content, ...caller.headers } });
}

/** Returns the kind of a refusal and its sentence, or `yes`. */
const describeVerdict = (verdict: Verdict): string => ('yes' in verdict ? 'yes' : `${verdict.no}: ${verdict.sentence}`);

/** Kinds of refusals by error code of the API. */
const KINDS: Readonly<Record<string, string>> = {
  account_suspended: 'account',
  insufficient_role: 'role',
  out_of_scope: 'provider',
  locked: 'lock',
  wrong_state: 'state',
};

function describeAnswer({ status, body }: Answer): string {
  if (status === 422 && body.errors?.stopped) return 'yes';
  return `${KINDS[body?.code] ?? `${status} ${JSON.stringify(body)}`}: ${body?.message}`;
}

/** Compares two verdicts. The API puts the staff's reason for a suspension into a longer sentence. */
function isSame(console: string, api: string): boolean {
  if (console.startsWith(`state: ${STAFF_END}`)) return api.startsWith('state: Our staff ends this service on ');
  const reason = console.startsWith(`state: ${STAFF_SUSPENSION}`) && console.slice(`state: ${STAFF_SUSPENSION}`.length);
  return reason ? api.startsWith('state: Our staff') && api.endsWith(reason) : console === api;
}
