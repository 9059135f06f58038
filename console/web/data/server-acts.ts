/** The acts of a server that need nothing but the server. */
import type { OperationName } from '@innkeeper/sdk/index';
import { can } from '../rules/can.ts';
import type { ServerSummary } from '@innkeeper/sdk/index';
import { type CallOptions } from './act.ts';
import { client } from './client.ts';
import { isConnected } from './events.ts';
import { findOperationOfServer, UNFINISHED_KEY } from './operations.ts';
import { queryClient } from './query.ts';
import type { Me } from './session.ts';
import { texts } from '../texts/en/shell.ts';

export const POWER_ACTS = ['startServer', 'restartServer', 'stopServer', 'powerOffServer'] as const;
export type PowerAct = (typeof POWER_ACTS)[number];

/** Sends an act of a server's power. */
export function sendPowerAct(act: PowerAct, id: number, options: CallOptions): Promise<unknown> {
  return act === 'restartServer' ? client.restartServer({ server: id }, options) : client[act]({ id }, options);
}

/** Returns the input of an operation that names a server and nothing else. */
export function inputOfServer(operation: OperationName, id: number): Record<string, unknown> {
  return operation === 'restartServer' ? { server: id } : { id };
}

export type SummaryOfActs = Pick<ServerSummary, 'id' | 'status' | 'status_reason' | 'power' | 'state' | 'lock_reason'>;

/** Returns why an act of a server is impossible now, or `undefined` if the API would take it. */
export function refusalOf(operation: OperationName, server: SummaryOfActs, me: Me): string | undefined {
  if (!isConnected()) return texts.noConnection;
  const held = findOperationOfServer(queryClient.getQueryData<number[]>([...UNFINISHED_KEY]) ?? [], server.id);
  const answer = can(operation, { kind: 'server', ...server, operation: held }, me);
  return answer.yes ? undefined : answer.sentence;
}
