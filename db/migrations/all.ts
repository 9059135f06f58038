/** Every migration by name, in order. A list and not a folder scan, because the bundle has no folder. */
import type { Migration } from 'kysely';
import * as accounts from './0001-accounts.ts';
import * as catalogue from './0002-catalogue.ts';
import * as servers from './0003-servers.ts';
import * as orders from './0004-orders.ts';
import * as ledger from './0005-ledger.ts';
import * as workflows from './0006-workflows.ts';
import * as journal from './0007-journal.ts';
import * as owned from './0008-owned.ts';
import * as usage from './0009-usage.ts';
import * as copies from './0010-copies.ts';
import * as events from './0013-events.ts';
import * as access from './0014-access.ts';
import * as isos from './0015-isos.ts';
import * as keyServers from './0020-key-servers.ts';
import * as diskLimits from './0021-disk-limits.ts';
import * as metrics from './0022-metrics.ts';
import * as interrupted from './0023-interrupted.ts';
import * as nodeSettings from './0024-node-settings.ts';
import * as comments from './0025-comments.ts';
import * as alertKeys from './0030-alert-keys.ts';
import * as cancel from './0031-cancel.ts';
import * as diskRooms from './0032-disk-rooms.ts';
import * as forgetInputs from './0033-forget-inputs.ts';
import * as stepNames from './0040-step-names.ts';
import * as timeInHand from './0041-time-in-hand.ts';
import * as dueFailures from './0042-due-failures.ts';
import * as diskReplaced from './0043-disk-replaced.ts';
import * as serviceBeats from './0044-service-beats.ts';
import * as billingAnchor from './0050-billing-anchor.ts';
import * as dedicatedCpus from './0051-dedicated-cpus.ts';
import * as copyUse from './0060-copy-use.ts';
import * as superseded from './0080-superseded.ts';
import * as crashes from './0081-crashes.ts';
import * as toldBetter from './0082-told-better.ts';
import * as stalled from './0084-stalled.ts';
import * as consoleRenewal from './0090-console-renewal.ts';

export const MIGRATIONS: Record<string, Migration> = {
  '0001-accounts': accounts,
  '0002-catalogue': catalogue,
  '0003-servers': servers,
  '0004-orders': orders,
  '0005-ledger': ledger,
  '0006-workflows': workflows,
  '0007-journal': journal,
  '0008-owned': owned,
  '0009-usage': usage,
  '0010-copies': copies,
  '0013-events': events,
  '0014-access': access,
  '0015-isos': isos,
  '0020-key-servers': keyServers,
  '0021-disk-limits': diskLimits,
  '0022-metrics': metrics,
  '0023-interrupted': interrupted,
  '0024-node-settings': nodeSettings,
  '0025-comments': comments,
  '0030-alert-keys': alertKeys,
  '0031-cancel': cancel,
  '0032-disk-rooms': diskRooms,
  '0033-forget-inputs': forgetInputs,
  '0040-step-names': stepNames,
  '0041-time-in-hand': timeInHand,
  '0042-due-failures': dueFailures,
  '0043-disk-replaced': diskReplaced,
  '0044-service-beats': serviceBeats,
  '0050-billing-anchor': billingAnchor,
  '0051-dedicated-cpus': dedicatedCpus,
  '0060-copy-use': copyUse,
  '0080-superseded': superseded,
  '0081-crashes': crashes,
  '0082-told-better': toldBetter,
  '0084-stalled': stalled,
  '0090-console-renewal': consoleRenewal,
};
