import type { Server } from '@innkeeper/sdk/index';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { copiesOfServerQuery, type DiskCopy } from '../../data/copies.ts';
import { queryClient } from '../../data/query.ts';
import { useRefusalOf } from '../../data/server-acts.ts';
import { prefetchServer, serverQuery, useSummary } from '../../data/servers.ts';
import { formatAge } from '../../parts/age.ts';
import { Card, Facts } from '../../parts/box.tsx';
import { Button } from '../../parts/button.tsx';
import { formatLongDay, formatMinute } from '../../parts/format.ts';
import { Name } from '../../parts/name.tsx';
import { Time, useNow } from '../../parts/time.tsx';
import type { Params } from '../../router/match.ts';
import { Link, useIdOfPath } from '../../router/router.tsx';
import { texts as copiesTexts } from '../../shared/copies-texts.ts';
import { DeleteCopyDialog } from '../../shared/delete-copy-dialog.tsx';
import { ServerFrame } from '../../shared/server/frame.tsx';
import { SnapshotDialog } from '../../shared/snapshot-dialog.tsx';
import { BackupDialog } from './backup-dialog.tsx';
import { CopyTable, type OpenDialog } from './copy-table.tsx';
import css from './page.module.css';
import { RestoreDialog } from './restore-dialog.tsx';
import { texts } from './texts.ts';

export const path = '/servers/:id/copies';
export const load = ({ id }: Params) => [prefetchServer(id), queryClient.prefetchQuery(copiesOfServerQuery(Number(id)))];

/** Shows the copies of a server, takes new ones, and restores the server from one of them. */
export function Page() {
  const id = useIdOfPath();
  const { data: server } = useSuspenseQuery(serverQuery(id));
  const { data: copies } = useSuspenseQuery(copiesOfServerQuery(id));
  const summary = useSummary(id) ?? server;
  const refusalOf = useRefusalOf();
  const [open, setOpen] = useState<OpenDialog>();
  const close = () => setOpen(undefined);
  const addon = findBackups(server);
  return (
    <ServerFrame>
      <div className={css.page}>
        <Card title={texts.tab} padded>
          <div className={css.first}>
            <Facts
              rows={[
                [texts.last, <LastCopy key="last" copy={copies[0]} />],
                [texts.weekly, <NextBackup key="next" server={server} />],
              ]}
            />
            <div className={css.buttons}>
              <Button
                icon="camera"
                kind="main"
                refusal={refusalOf('createSnapshot', summary)}
                onPress={() => setOpen({ kind: 'snapshot' })}
              >
                {copiesTexts.take}
              </Button>
              <Button
                icon="archive"
                refusal={addon === undefined ? texts.noBackups : refusalOf('createBackup', summary)}
                onPress={() => setOpen({ kind: 'backup' })}
              >
                {texts.takeBackup}
              </Button>
              {addon === undefined && (
                <Link to={`/servers/${id}/billing`} className="link">
                  {texts.buyBackups}
                </Link>
              )}
            </div>
          </div>
        </Card>
        <CopyTable server={server} copies={copies} onOpen={setOpen} />
      </div>
      {open?.kind === 'snapshot' && <SnapshotDialog servers={[summary]} onClose={close} />}
      {open?.kind === 'backup' && <BackupDialog server={server} onClose={close} />}
      {open?.kind === 'delete' && <DeleteCopyDialog copy={open.copy} onClose={close} />}
      {open?.kind === 'restore' && (
        <RestoreDialog
          server={server}
          copy={open.copy}
          newest={copies[0]}
          onSnapshot={() => setOpen({ kind: 'snapshot' })}
          onClose={close}
        />
      )}
    </ServerFrame>
  );
}

/** Returns the addon for weekly backups, or `undefined` if the server has none. */
const findBackups = ({ addons }: Server) => addons.find(({ name, status }) => name === 'backups' && status === 'active');

function LastCopy({ copy }: { copy: DiskCopy | undefined }) {
  const now = useNow(60_000);
  if (copy === undefined) return texts.none;
  return (
    <>
      <b>
        <Time at={copy.created_at} format={(at) => formatAge(at, now)} />
      </b>
      {', '}
      <Name text={copy.name} /> <span className="faint">{copiesTexts.kinds[copy.kind].toLowerCase()}</span>
    </>
  );
}

function NextBackup({ server }: { server: Server }) {
  const addon = findBackups(server);
  if (addon === undefined) return texts.noWeekly;
  const next = addon.extra?.next_backup_at ?? null;
  return next === null ? texts.weeklySoon : <Time at={next} format={dayAndMinute} />;
}

const dayAndMinute = (at: string): string => `${formatLongDay(at)}, ${formatMinute(Date.parse(at))}`;
