import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import { markScannerAvailable } from '@innkeeper/db/tables/scanner';
import { audit } from '@innkeeper/domain/audit';
import { invalid } from '@innkeeper/model/failures';
import { parsePrivateEndpoint, type ScannerEndpoint } from '@innkeeper/model/scanner';
import type { OperatorCx } from '../context.ts';
import { scannerView } from './view.ts';

/** Sets the virus scanner and resets its state. Throws `validation` with the field. */
export async function setScanner(cx: OperatorCx, input: OperatorInput<'setScanner'>): Promise<OperatorResult<'setScanner'>> {
  const place = endpointOf(input);
  await cx.db.updateTable('scanner_settings').set(place).execute();
  await markScannerAvailable(cx.db, cx.clock.now());
  await audit(cx, 'setScanner', null, { ...place });
  return scannerView(cx.db);
}

function endpointOf({ socket, tcp, off }: OperatorInput<'setScanner'>): ScannerEndpoint {
  const named = [socket, tcp, off || undefined].filter((one) => one !== undefined);
  if (named.length !== 1) throw invalid('socket', 'Name exactly one of: a socket, an address with its port, or off.');
  const nowhere = { socket: null, host: null, port: null };
  if (tcp === undefined) return { ...nowhere, socket: socket ?? null };
  const place = parsePrivateEndpoint(tcp);
  if (place) return { ...nowhere, ...place };
  throw invalid('tcp', 'Must be an address of this host or of a private network with its port, such as 127.0.0.1:3310.');
}
