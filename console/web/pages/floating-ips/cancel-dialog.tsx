import type { FloatingIp } from '@innkeeper/sdk/index';
import { type ReactNode, useState } from 'react';
import { client } from '../../data/client.ts';
import { rereadFloatingIps } from '../../data/network.ts';
import { Losses } from '../../parts/dialog.tsx';
import { Segments, TextField } from '../../parts/field.tsx';
import { formatLongDay } from '../../parts/format.ts';
import type { IconName } from '../../parts/icon-names.ts';
import { Name } from '../../parts/name.tsx';
import { OrderDialog } from '../../parts/order-dialog.tsx';
import { texts } from '../../texts/en/floating-ips.ts';
import { textOf } from './row.tsx';

/** Cancels a floating IP at the end of its paid time, or now with a refund. One that ends now is gone for good, so its address is typed. */
export function CancelDialog({ floatingIp, onClose }: { floatingIp: FloatingIp; onClose: () => void }) {
  const { id, expiry_at: expiry, cancel_request: request, status, ip_address } = floatingIp;
  // The paid time of a suspended one is over.
  const isNowOnly = request !== null || status === 'suspended';
  const [when, setWhen] = useState<'end' | 'now'>(isNowOnly ? 'now' : 'end');
  const [reason, setReason] = useState('');
  const [typed, setTyped] = useState('');
  const isNow = when === 'now';
  const day = expiry === null ? undefined : formatLongDay(expiry);
  return (
    <OrderDialog
      title={`${texts.cancelTitle} ${textOf(floatingIp)}`}
      operation="cancelFloatingIps"
      input={{ ids: [id], now: isNow, ...(reason.trim() === '' ? {} : { reason: reason.trim() }) }}
      quote={(asked, options) => client.cancelFloatingIps({ ...asked, dry_run: true }, options)}
      send={async (asked, options) => {
        await client.cancelFloatingIps(asked, options);
        return true;
      }}
      label={(amount, isRefund) => (!isNow ? texts.cancelAtEnd : isRefund ? texts.cancelNowRefund(amount) : texts.cancelNow)}
      plainLabel={isNow ? texts.cancelNow : texts.cancelAtEnd}
      danger={isNow}
      held={isNow && typed !== ip_address.ip_address ? texts.incomplete : undefined}
      hasReceipt={isNow}
      keep={texts.keep}
      onDone={() => {
        onClose();
        void rereadFloatingIps();
      }}
      onClose={onClose}
    >
      {({ fields, clear }) => (
        <>
          {!isNowOnly && (
            <div>
              <Segments
                label={texts.when}
                value={when}
                options={[
                  { value: 'end', label: day === undefined ? texts.atEndPlain : texts.atEnd(day) },
                  { value: 'now', label: texts.now },
                ]}
                onChange={(value) => {
                  setWhen(value);
                  clear();
                }}
              />
            </div>
          )}
          {isNow ? (
            <Losses rows={lossesOf(floatingIp)} />
          ) : (
            <p className="soft">{day === undefined ? texts.atEndWhatPlain : texts.atEndWhat(day)}</p>
          )}
          <TextField
            label={texts.reason}
            error={fields.reason}
            value={reason}
            autoComplete="off"
            onChange={(event) => {
              setReason(event.target.value);
              clear();
            }}
          />
          {isNow && (
            <TextField
              label={texts.confirm(ip_address.ip_address)}
              value={typed}
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
              onChange={(event) => setTyped(event.target.value.trim())}
            />
          )}
        </>
      )}
    </OrderDialog>
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
