import type { Server } from '@innkeeper/sdk/index';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { client } from '../../data/client.ts';
import { copiesOfServerQuery } from '../../data/copies.ts';
import { serverStatusQuery } from '../../data/servers.ts';
import { formatLongDay } from '../../parts/format.ts';
import type { IconName } from '../../parts/icon-names.ts';
import { Losses } from '../../parts/losses.tsx';
import { Name } from '../../parts/name.tsx';
import { fields } from '../../rules/fields/cancelServer.gen.ts';
import { CancelDialog } from '../../shared/cancel-dialog.tsx';
import { texts } from './texts.ts';

/**
 * Shows the dialog that cancels a server at the end of its paid time, or now. An immediate cancellation shows the losses in numbers, and
 * requires the first label of the hostname.
 */
export function CancelServerDialog({ server, onDone, onClose }: { server: Server; onDone: () => void; onClose: () => void }) {
  return (
    <CancelDialog
      title={
        <>
          {texts.cancelTitle} <Name text={server.hostname} />
        </>
      }
      operation="cancelServer"
      rule={fields.reason}
      expiry={server.expiry_at}
      isNowOnly={server.cancel_request !== null}
      inputOf={(cancellation) => ({ id: server.id, ...cancellation })}
      quote={(payload, options) => client.cancelServer({ ...payload, dry_run: true }, options)}
      send={(payload, options) => client.cancelServer(payload, options)}
      refunds={false}
      atEnd={(day) => (
        <>
          {texts.atEndWhat} {day === undefined ? texts.undoUntilEnd : texts.undoUntil(day)}
        </>
      )}
      losses={(day) => <LossesOfServer server={server} day={day} />}
      confirm={{ text: server.hostname.split('.')[0] ?? server.hostname, missing: texts.incomplete }}
      onDone={onDone}
      onClose={onClose}
    />
  );
}

function LossesOfServer({ server, day }: { server: Server; day: string | undefined }) {
  const { data: status } = useQuery({ ...serverStatusQuery(server.id), enabled: server.status === 'active' });
  const { data: copies } = useQuery(copiesOfServerQuery(server.id));
  // `null` if the server has no copy.
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
