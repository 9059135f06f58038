/** Servers as services: the effects on the guest and the node. */
import type { Server, Service } from '@innkeeper/db/schema';
import { lockServer, updateServer } from '@innkeeper/db/tables/servers';
import { Failure } from '@innkeeper/model/failures';
import { serviceLifecycle } from '@innkeeper/model/states/server';
import { sql } from 'kysely';
import type { MutatingCx } from '../context.ts';
import { releaseServer } from '../servers/release.ts';
import { reserveServers, type ServersToReserve } from '../servers/reserve.ts';
import type { PaidLine, ReservedService, ServiceHooks } from '../services/hooks.ts';
import type { StartInput } from '../workflows/kinds.ts';
import { startWorkflow } from '../workflows/start.ts';

export interface ServerChange {
  input: StartInput<'server.scale'>;
  /** Plan name for the audit line. */
  plan: string;
}

export const serverHooks = {
  async offers(db, ids) {
    const rows = await db
      .selectFrom('server_details')
      .innerJoin('plans', 'plans.id', 'server_details.plan_id')
      .select(['server_details.id', 'hostname', 'plans.name', 'minimum_billing_cycle'])
      .where('server_details.id', '=', sql<number>`any(${[...ids]}::int[])`)
      .execute();
    return new Map(
      rows.map(({ id, hostname, name, minimum_billing_cycle: minimumMonths }) => [
        id,
        { label: hostname, sublabel: name, minimumMonths },
      ]),
    );
  },
  reserve: reserveServers,
  release: releaseServer,
  /** Locks the paid server and starts the workflow that builds it. */
  async fulfil(cx, id, line) {
    const server = await serverOf(cx, id);
    await updateServer(cx.db, id, { status: serviceLifecycle.next(server.status, 'pay') });
    await build(cx, server, line);
  },
  begin: build,
  async scale(cx, id, { input, plan }) {
    const server = await serverOf(cx, id);
    await startWorkflow(cx, 'server.scale', server, input, { action: 'scaleServer', details: { plan, order: input.orderId } });
  },
  suspend: async (cx, server) => void (await startWorkflow(cx, 'server.suspend', server, {})),
  resume: async (cx, server) => void (await startWorkflow(cx, 'server.resume', server, {})),
  end: async (cx, server) => void (await startWorkflow(cx, 'server.terminate', server, {})),
} satisfies ServiceHooks<ServersToReserve, ServerChange>;

async function build(cx: MutatingCx, server: ReservedService, line: PaidLine): Promise<void> {
  await startWorkflow(cx, 'server.deploy', server, line);
}

async function serverOf(cx: MutatingCx, id: Service['id']): Promise<Server> {
  const server = await lockServer(cx.db, id);
  if (!server) throw new Failure('internal', { internal: `service ${id} has no server` });
  return server;
}
