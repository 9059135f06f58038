/** The home as the doctor checks it. */
import path from 'node:path';
import { loadConfiguration } from '@innkeeper/apps/configuration/load';
import { createEngineOfHome } from '@innkeeper/apps/installation/engine';
import type { EngineKind, Home } from '@innkeeper/apps/installation/home';
import { THIS_NODE } from '@innkeeper/apps/installation/node';
import { paymentSettingsOf } from '@innkeeper/apps/installation/payments';
import type { ReadOnlyEngine, Target } from '@innkeeper/doctor/target';
import { openAttachmentDirectory } from '@innkeeper/engine/attachments/directory';
import { openDns } from '@innkeeper/engine/dns/open';
import { openInvoiceJournal } from '@innkeeper/engine/journal/invoices';
import type { Engine } from '@innkeeper/engine/open';
import { Payments } from '@innkeeper/engine/payments/open';
import type { ConfigurationOf } from '@innkeeper/model/configuration/keys';

type ReadOnlyTarget = Omit<Target, 'db' | 'engine'> & { engine: Engine & ReadOnlyEngine };

/** Constructs the engine of a further node, which has no files and systems of the business. */
export async function openNodeTarget(
  home: Home,
  { engine: kind, node }: { engine: EngineKind; node: string },
  values: ConfigurationOf<'cli'>,
): Promise<ReadOnlyTarget> {
  const engine = await createEngineOfHome(home, kind, values);
  return { engine, node, machinesDirectory: home.machines, fetchesImages: values['node.listen'] !== null };
}

/** Constructs the engine without opening it, so that only the worker drives it. */
export async function openReadOnlyTarget(home: Home, kind: EngineKind, values: ConfigurationOf<'cli'>): Promise<ReadOnlyTarget> {
  const engine = await createEngineOfHome(home, kind, values);
  const apiKey = values['dns.key'];
  // Loads the secrets of the worker too, which other commands do not need.
  const payments = paymentSettingsOf((await loadConfiguration(home, process.env)).values);
  return {
    engine: {
      ...engine,
      copies: engine.copies,
      ...(apiKey !== null && { dns: openDns({ apiKey, directory: home.dns }) }),
      attachments: openAttachmentDirectory(home.attachments),
      receivedMail: openAttachmentDirectory(home.receivedMail),
      accountExports: openAttachmentDirectory(home.accountExports),
      invoiceJournal: openInvoiceJournal(home.journal),
      gateways: new Payments({ directory: path.join(home.engine, 'payments'), ...payments }),
    },
    node: THIS_NODE,
    machinesDirectory: home.machines,
  };
}
