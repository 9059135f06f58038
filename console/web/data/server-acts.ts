/** Operations that need only a server, and the reasons why they are unavailable. */
import { decidePower, type PowerVerb } from '@innkeeper/model/states/server-power';
import type { Addon, OperationName, Server, ServerSummary } from '@innkeeper/sdk/index';
import { formatTime } from '../parts/format.ts';
import { type Me as Caller, can, type ServerFacts, type Verdict } from '../rules/can.ts';
import type { CallOptions } from './act.ts';
import { client } from './client.ts';
import { useConnection } from './events.ts';
import { findOperationOfServer, UNFINISHED_KEY, useUnfinished } from './operations.ts';
import { queryClient } from './query.ts';
import { texts } from './refusal-texts.ts';
import { useMe } from './session.ts';

export const POWER_ACTS = ['startServer', 'restartServer', 'stopServer', 'powerOffServer'] as const;
export type PowerAct = (typeof POWER_ACTS)[number];

const VERBS: Partial<Record<OperationName, PowerVerb>> = {
  startServer: 'start',
  restartServer: 'restart',
  stopServer: 'stop',
  powerOffServer: 'power-off',
} satisfies Record<PowerAct, PowerVerb>;

/** Sends a power operation of a server. */
export function sendPowerAct(act: PowerAct, id: number, options: CallOptions): Promise<unknown> {
  return act === 'restartServer' ? client.restartServer({ server: id }, options) : client[act]({ id }, options);
}

/** Returns the input of an operation that only names a server. */
export function inputOfServer(operation: OperationName, id: number): Record<string, unknown> {
  return operation === 'restartServer' ? { server: id } : { id };
}

/** Operations on the pages of a server. */
type ServerAct =
  | PowerAct
  | 'openConsole'
  | 'updateServerHostname'
  | 'updateServerSshKeys'
  | 'updateIpAddress'
  | 'changeServerPrimaryIp'
  | 'changeServerPassword'
  | 'modifyServerIsos'
  | 'enableServerRescue'
  | 'disableServerRescue'
  | 'reinstallServer'
  | 'createSnapshot'
  | 'createBackup'
  | 'restoreServer'
  | BillingAct;

/** Operations on the money of a server. */
type BillingAct =
  | 'renewServers'
  | 'scaleServer'
  | 'purchaseServerAddons'
  | 'scaleServerAddons'
  | 'cancelServer'
  | 'undoCancelServer';

type AddonAct = 'cancelServerAddon' | 'undoCancelServerAddon';

type ServerOfAct = Pick<Server | ServerSummary, 'id' | 'status' | 'status_reason' | 'power' | 'state' | 'lock_reason'>;

/** Returns a function that returns the reason why an operation of a server is unavailable, or `undefined` if it is available. */
export function useRefusalOf(): (act: ServerAct, server: ServerOfAct) => string | undefined {
  const { state } = useConnection();
  const me = useMe();
  // The lock's end comes from its operation, which may be read after the server.
  useUnfinished();
  return (act, server) => (state === 'lost' ? texts.noConnection : refusalOf(act, server, me));
}

/**
 * Returns the reason why the API would currently refuse an operation of a server. If the operation would change nothing, such as the start
 * of a running server, returns this.
 */
export function refusalOf(act: ServerAct, server: ServerOfAct, me: Caller): string | undefined {
  return sentenceOf(can(act, readFacts(server), me)) ?? reasonOfNoEffect(act, server);
}

function reasonOfNoEffect(act: ServerAct, { power, lock_reason }: ServerOfAct): string | undefined {
  const verb = VERBS[act];
  // An act that is available despite a lock ends the wait of another one, such as a start, whatever the power state is.
  if (verb === undefined || lock_reason !== null || decidePower(power, verb) !== 'nothing') return undefined;
  return verb === 'start' ? texts.runsAlready : texts.isOffAlready;
}

/** Returns a function that returns the reason why an operation of a server's addon is unavailable. */
export function useAddonRefusalOf(): (act: AddonAct, server: ServerOfAct, addon: Pick<Addon, 'status'>) => string | undefined {
  const { state } = useConnection();
  const me = useMe();
  useUnfinished();
  return (act, server, { status }) =>
    state === 'lost' ? texts.noConnection : sentenceOf(can(act, { status, server: readFacts(server) }, me));
}

function sentenceOf(verdict: Verdict): string | undefined {
  if ('yes' in verdict) return undefined;
  if (verdict.no === 'role') return texts.mayNot(verdict.roles.join(', '));
  const until = verdict.no === 'lock' && verdict.until !== undefined ? ` ${texts.possibleAt(formatTime(verdict.until))}` : '';
  return `${verdict.sentence}${until}`;
}

function readFacts({ id, status, status_reason, power, state, lock_reason }: ServerOfAct): ServerFacts {
  const unfinished = queryClient.getQueryData<number[]>([...UNFINISHED_KEY]) ?? [];
  const operation = findOperationOfServer(unfinished, id);
  return {
    status,
    status_reason,
    power,
    state,
    lock_reason,
    steps: operation?.steps.filter(({ undo }) => !undo).map(({ name }) => name),
    estimated_end: operation?.estimated_end,
  };
}
