/** Program of an API or worker process of `console-processes.ts`. It is forked, and killed with SIGKILL. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readBuiltConsole } from '@innkeeper/apps/console';
import { openRemoteGuests } from '@innkeeper/apps/guest-access/client';
import { serveGuests } from '@innkeeper/apps/guest-access/server';
import { guestsOf } from '@innkeeper/apps/guests';
import { openDatabase } from '@innkeeper/db/connect';
import { asRole, WORKER_ROLE } from '@innkeeper/db/roles';
import { openAttachmentDirectory } from '@innkeeper/engine/attachments/directory';
import type { SimulatedDelays } from '@innkeeper/engine/compute/simulated/machine';
import { openInvoiceJournal } from '@innkeeper/engine/journal/invoices';
import { SILENT_LOG } from '@innkeeper/engine/log';
import { openMail } from '@innkeeper/engine/mail/open';
import { openEngine } from '@innkeeper/engine/open';
import { openVatNumbers } from '@innkeeper/engine/vat-numbers/open';
import { startJobs } from '@innkeeper/jobs/start';
import { systemClock } from '@innkeeper/model/time/clock';
import { DEFINITIONS } from '@innkeeper/workflows/definitions';
import { startWorker } from '@innkeeper/workflows/runner/worker';
import { openLab } from '../app.ts';
import { serve } from '../business/processes/serve.ts';
import { givenDns } from '../given-dns.ts';
import { givenWebhooks } from '../given-webhooks.ts';
import { labSettings } from '../settings.ts';
import { bundledViewer } from '../viewer.ts';

export interface ProcessGiven {
  /** URL of the database for the superuser. */
  url: string;
  home: string;
  origin: string;
  port: number;
  /** Directory of the built console. */
  console: string;
  nodes: readonly { id: number; name: string }[];
  delays: Partial<SimulatedDelays>;
  /** Directory of empty files, each named by a machine whose guest ignores requests to shut down or reboot. */
  unresponsive: string;
  /** Time in milliseconds that a guest has to shut down, by default that of a production installation. */
  shutdownGraceMs?: number | undefined;
}

const common = { clock: systemClock, settings: labSettings, log: SILENT_LOG };
const socketsIn = (home: string) => join(home, 'sockets');

async function serveApi({ url, home, port, console }: ProcessGiven): Promise<void> {
  const attachments = openAttachmentDirectory(join(home, 'attachments'));
  const accountExports = openAttachmentDirectory(join(home, 'exports'));
  const lab = await openLab({
    database: { ...openDatabase({ url }), url },
    console: await readBuiltConsole(pathToFileURL(`${console}/`)),
    viewer: bundledViewer,
    guests: openRemoteGuests(socketsIn(home)).guestsOn,
    attachments,
    accountExports,
  });
  await lab.app.listen({ host: '127.0.0.1', port });
  startJobs('api', { ...common, db: lab.api.db, attachments, exports: { files: accountExports, attachments } });
}

async function work(given: ProcessGiven): Promise<void> {
  const { url: superuserUrl, home, origin, nodes, delays, unresponsive, shutdownGraceMs = labSettings.shutdownGraceMs } = given;
  const [node] = nodes;
  if (!node) throw new Error('a worker needs a node');
  const settings = { ...labSettings, shutdownGraceMs };
  const databaseUrl = asRole(superuserUrl, WORKER_ROLE);
  const { db } = openDatabase({ url: databaseUrl });
  const engine = await openEngine({
    ...{ kind: 'simulated', home: join(home, 'engine'), projectRoot: home, root: false, log: SILENT_LOG },
    simulated: { delays, unresponsive: (machineId) => existsSync(join(unresponsive, machineId)) },
    payments: { trial: true, consoleUrl: origin, stripe: null },
  });
  await engine.network.open([]);
  await engine.compute.open();
  await startJobs('node', { ...common, db, engine, everyMs: { watch: 100 } }).firstRuns;
  const engines = new Map([[node.id, engine]]);
  await startWorker({ ...common, settings, databaseUrl, db, engine, nodes: engines, definitions: Object.values(DEFINITIONS) });
  startJobs('worker', {
    ...common,
    db,
    mail: openMail({ smtp: null, from: 'Shop <noreply@shop.example>', directory: join(home, 'mail'), log: SILENT_LOG }),
    vatNumbers: openVatNumbers('offline'),
    dns: givenDns(join(home, 'dns')),
    webhooks: givenWebhooks(),
    payments: engine.payments,
    invoiceJournal: openInvoiceJournal(join(home, 'journal')),
  });
  const place = { directory: socketsIn(home), gid: null };
  await serveGuests({ guests: guestsOf(engine), node: node.name, socketDirectory: place, log: SILENT_LOG });
}

const ROLES = { api: serveApi, worker: work };
export type ProcessRole = keyof typeof ROLES;

serve(async (given: ProcessGiven) => {
  await ROLES[process.argv[2] as ProcessRole](given);
  return async () => undefined;
});
