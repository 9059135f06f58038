/** Returns the virus scanner settings and the state that the API last observed. */

import type { Database } from '@innkeeper/db/schema';
import { markScannerAvailable, type ScannerSettings, scannerSettings } from '@innkeeper/db/tables/scanner';
import { audit } from '@innkeeper/domain/audit';
import { invalid } from '@innkeeper/model/failures';
import { formatEndpoint, hasScanner, parsePrivateEndpoint, type ScannerEndpoint } from '@innkeeper/model/support/scanner';
import type { Kysely } from 'kysely';
import type { StaffCx, StaffInput, StaffReply } from './define.staff.ts';

export async function showScanner({ db }: StaffCx): Promise<StaffReply<'showScanner'>> {
  return scannerView(db);
}

/** Sets the virus scanner and resets its state. Throws `validation` with the field. */
export async function setScanner(cx: StaffCx, input: StaffInput<'setScanner'>): Promise<StaffReply<'setScanner'>> {
  const place = endpointOf(input);
  await cx.db.updateTable('scanner_settings').set(place).execute();
  await markScannerAvailable(cx.db, cx.clock.now());
  await audit(cx, 'setScanner', null, { ...place });
  return scannerView(cx.db);
}

function endpointOf({ socket, tcp, off }: StaffInput<'setScanner'>): ScannerEndpoint {
  const named = [socket, tcp, off || undefined].filter((one) => one !== undefined);
  if (named.length !== 1) throw invalid('socket', 'Name exactly one of: a socket, an address with its port, or off.');
  const nowhere = { socket: null, host: null, port: null };
  if (tcp === undefined) return { ...nowhere, socket: socket ?? null };
  const place = parsePrivateEndpoint(tcp);
  if (place) return { ...nowhere, ...place };
  throw invalid('tcp', 'Must be an address of this host or of a private network with its port, such as 127.0.0.1:3310.');
}

/** Returns the scanner to check. The command contacts it after the transaction. */
export function checkScanner({ db }: StaffCx): Promise<ScannerSettings> {
  return scannerSettings(db);
}

async function scannerView(db: Kysely<Database>) {
  const settings = await scannerSettings(db);
  const { socket, away_since: since, away_error } = settings;
  const set = hasScanner(settings);
  return {
    driver: set ? ('clamd' as const) : ('none' as const),
    socket,
    tcp: socket === null ? formatEndpoint(settings) : null,
    away: !set || since === null ? null : { since, error: away_error ?? '' },
  };
}
