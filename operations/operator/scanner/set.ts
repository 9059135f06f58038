import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import { noteScannerBack } from '@innkeeper/db/tables/scanner';
import { audit } from '@innkeeper/domain/audit';
import { invalid } from '@innkeeper/model/failures';
import { nearbyPlace, type ScannerPlace } from '@innkeeper/model/scanner';
import type { OperatorCx } from '../context.ts';
import { scannerView } from './view.ts';

/** What was known of the one before is over. Throws `validation` with the field. */
export async function setScanner(cx: OperatorCx, input: OperatorInput<'setScanner'>): Promise<OperatorResult<'setScanner'>> {
  const place = placeOf(input);
  await cx.db.updateTable('scanner_settings').set(place).execute();
  await noteScannerBack(cx.db, cx.clock.now());
  await audit(cx, 'setScanner', null, { ...place });
  return scannerView(cx.db);
}

function placeOf({ socket, tcp, off }: OperatorInput<'setScanner'>): ScannerPlace {
  const named = [socket, tcp, off || undefined].filter((one) => one !== undefined);
  if (named.length !== 1) throw invalid('socket', 'Name exactly one of: a socket, an address with its port, or off.');
  const nowhere = { socket: null, host: null, port: null };
  if (tcp === undefined) return { ...nowhere, socket: socket ?? null };
  const place = nearbyPlace(tcp);
  if (place) return { ...nowhere, ...place };
  throw invalid('tcp', 'Must be an address of this host or of a private network with its port, such as 127.0.0.1:3310.');
}
