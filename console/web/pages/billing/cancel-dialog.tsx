import type { Server } from '@innkeeper/sdk/index';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { client } from '../../data/client.ts';
import { copiesOfServerQuery } from '../../data/copies.ts';
import { serverStatusQuery } from '../../data/servers.ts';
import { Losses } from '../../parts/dialog.tsx';
import { Segments, TextField } from '../../parts/field.tsx';
import { formatLongDay } from '../../parts/format.ts';
import type { IconName } from '../../parts/icon-names.ts';
import { Name } from '../../parts/name.tsx';
import { OrderDialog } from '../../parts/order-dialog.tsx';
import { texts } from '../../texts/en/billing.ts';

type Cancellation = Parameters<typeof client.cancelServer>[0];

/** Cancels a server at the end of its paid time, or now. A cancellation for now says in numbers what is lost, and wants the first label of the name. */
export function CancelDialog({ server, onDone, onClose }: { server: Server; onDone: () => void; onClose: () => void }) {
  const isEndSet = server.cancel_request !== null;
  const [when, setWhen] = useState<'end' | 'now'>(isEndSet ? 'now' : 'end');
  const [reason, setReason] = useState('');
  const [typed, setTyped] = useState('');
  const label = server.hostname.split('.')[0] ?? server.hostname;
  const isNow = when === 'now';
  const day = server.expiry_at === null ? undefined : formatLongDay(server.expiry_at);
  const input = { id: server.id, now: isNow, ...(reason.trim() === '' ? {} : { reason: reason.trim() }) };
  return (
    <OrderDialog
      title={
        <>
          {texts.cancelTitle} <Name text={server.hostname} />
        </>
      }
      operation="cancelServer"
      input={input as Cancellation}
      quote={(asked, options) => client.cancelServer({ ...asked, dry_run: true }, options)}
      send={async (asked, options) => {
        await client.cancelServer(asked, options);
        return true;
      }}
      label={() => (isNow ? texts.cancelNow : texts.cancelAtEnd)}
      plainLabel={isNow ? texts.cancelNow : texts.cancelAtEnd}
      danger={isNow}
      held={isNow && typed !== label ? texts.incomplete : undefined}
      hasReceipt={false}
      keep={texts.keep}
      onDone={onDone}
      onClose={onClose}
    >
      {({ fields, clear }) => (
        <>
          {!isEndSet && (
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
            <LossesOfServer server={server} day={day} />
          ) : (
            <p className="soft">
              {texts.atEndWhat} {day === undefined ? texts.undoUntilEnd : texts.undoUntil(day)}
            </p>
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
              label={texts.confirm(label)}
              value={typed}
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => setTyped(event.target.value.trim())}
            />
          )}
        </>
      )}
    </OrderDialog>
  );
}

function LossesOfServer({ server, day }: { server: Server; day: string | undefined }) {
  const { data: status } = useQuery({ ...serverStatusQuery(server.id), enabled: server.status === 'active' });
  const { data: copies } = useQuery(copiesOfServerQuery(server.id));
  // `null`: there is none.
  const copy = copies && (copies[0]?.created_at ?? null);
  const disk =
    status === undefined ? texts.lossDiskOf(server.actual_disk) : texts.lossDisk(status.disk.used.toFixed(1), server.actual_disk);
  const rows: (readonly [IconName, ReactNode])[] = [
    ['power-off', texts.lossStops],
    ['hard-drive', disk],
    ['network', texts.lossAddresses(server.ip_addresses.length)],
    ['coins', day === undefined ? texts.lossMoneyPlain : texts.lossMoney(day)],
  ];
  if (copy !== undefined) rows.push(['camera', copy === null ? texts.noCopy : texts.lastCopy(formatLongDay(copy))]);
  return <Losses rows={rows} />;
}
