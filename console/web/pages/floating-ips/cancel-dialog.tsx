import type { FloatingIp } from '@innkeeper/sdk/index';
import type { ReactNode } from 'react';
import { client } from '../../data/client.ts';
import { refetchFloatingIps } from '../../data/network.ts';
import type { IconName } from '../../parts/icon-names.ts';
import { Losses } from '../../parts/losses.tsx';
import { Name } from '../../parts/name.tsx';
import { fields } from '../../rules/fields/cancelFloatingIps.gen.ts';
import { CancelDialog } from '../../shared/cancel-dialog.tsx';
import { textOf } from './row.tsx';
import { texts } from './texts.ts';

/**
 * Shows the dialog that cancels a floating IP at the end of its paid time, or now with a refund. An address that ends now is lost
 * permanently, so the person must type the address.
 */
export function CancelFloatingIpDialog({ floatingIp, onClose }: { floatingIp: FloatingIp; onClose: () => void }) {
  const { id, expiry_at: expiry, cancel_request: request, status, ip_address } = floatingIp;
  return (
    <CancelDialog
      title={`${texts.cancelTitle} ${textOf(floatingIp)}`}
      operation="cancelFloatingIps"
      rule={fields.reason}
      expiry={expiry}
      // A suspended floating IP has no paid time left.
      isNowOnly={request !== null || status === 'suspended'}
      inputOf={(cancellation) => ({ ids: [id], ...cancellation })}
      quote={(payload, options) => client.cancelFloatingIps({ ...payload, dry_run: true }, options)}
      send={(payload, options) => client.cancelFloatingIps(payload, options)}
      atEnd={(day) => (day === undefined ? texts.atEndWhatPlain : texts.atEndWhat(day))}
      losses={() => <Losses rows={lossesOf(floatingIp)} />}
      confirm={{ text: ip_address.ip_address, missing: texts.incomplete }}
      onDone={() => {
        onClose();
        void refetchFloatingIps();
      }}
      onClose={onClose}
    />
  );
}

function lossesOf(floatingIp: FloatingIp): (readonly [IconName, ReactNode])[] {
  const { ip_address: address, server_id, server_hostname } = floatingIp;
  const text = textOf(floatingIp);
  const rows: (readonly [IconName, ReactNode])[] = [
    ['network', address.version === 6 ? texts.lossNetwork(text) : texts.lossAddress(text)],
  ];
  if (server_id !== null) {
    rows.push([
      'server',
      <span key="server">
        {texts.lossServer} <Name text={server_hostname ?? String(server_id)} />.
      </span>,
    ]);
  }
  if (address.ptr.length > 0) rows.push(['pencil', texts.lossNames(address.ptr.length)]);
  return rows;
}
