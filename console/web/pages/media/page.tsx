import type { Server, ServerStatus } from '@innkeeper/sdk/index';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAct } from '../../data/act.ts';
import { client } from '../../data/client.ts';
import { isosQuery } from '../../data/isos.ts';
import { findOperationOf, useUnfinished } from '../../data/operations.ts';
import { queryClient } from '../../data/query.ts';
import { useRefusalOf } from '../../data/server-acts.ts';
import { prefetchServer, serverQuery, serverStatusQuery, useSummary } from '../../data/servers.ts';
import { Card, Note } from '../../parts/box.tsx';
import { Button } from '../../parts/button.tsx';
import { Segments } from '../../parts/field.tsx';
import { Select } from '../../parts/select.tsx';
import type { Params } from '../../router/match.ts';
import { Link, useIdOfPath } from '../../router/router.tsx';
import { CallDetails } from '../../shared/call.tsx';
import { RefusalNote } from '../../shared/refusal-note.tsx';
import { ServerFrame } from '../../shared/server/frame.tsx';
import { SnapshotDialog } from '../../shared/snapshot-dialog.tsx';
import css from './page.module.css';
import { ReinstallDialog } from './reinstall-dialog.tsx';
import { EnableRescueDialog, LeaveRescueDialog } from './rescue-dialogs.tsx';
import { texts } from './texts.ts';

export const path = '/servers/:id/media';
export const load = ({ id }: Params) => [prefetchServer(id, { withStatus: true }), queryClient.prefetchQuery(isosQuery)];

/** Shows the page that inserts ISOs, starts the rescue system, and reinstalls a server. */
export function Page() {
  const id = useIdOfPath();
  const { data: server } = useSuspenseQuery(serverQuery(id));
  const { data: status } = useQuery({ ...serverStatusQuery(id), enabled: server.status === 'active' });
  return (
    <ServerFrame>
      <div className={css.page}>
        {status && <Drives key={JSON.stringify(status.drives)} server={server} drives={status.drives} />}
        <Rescue server={server} />
        <Reinstall server={server} disk={status?.disk} />
      </div>
    </ServerFrame>
  );
}

function Drives({ server, drives }: { server: Server; drives: ServerStatus['drives'] }) {
  const { data: isos = [] } = useQuery(isosQuery);
  const [primary, setPrimary] = useState(drives.primary_iso_id);
  const [secondary, setSecondary] = useState(drives.secondary_iso_id);
  const [bootFrom, setBootFrom] = useState(drives.boot_from);
  const { run, isRunning, refusal } = useAct((input: Parameters<typeof client.modifyServerIsos>[0], options) =>
    client.modifyServerIsos(input, options),
  );
  const summary = useSummary(server.id) ?? server;
  const input = { id: server.id, primary_iso_id: primary, secondary_iso_id: secondary, boot_from: bootFrom };
  const apply = async () => {
    if ((await run(input)) === undefined) return;
    await queryClient.invalidateQueries({ queryKey: serverStatusQuery(server.id).queryKey });
    await queryClient.invalidateQueries({ queryKey: isosQuery.queryKey });
  };
  const choose = (label: string, value: number | null, onChange: (id: number | null) => void) => (
    <Drive label={label} value={value} isos={isos} onChange={onChange} />
  );
  return (
    <Card title={texts.drives} padded>
      <div className={css.form}>
        {choose(texts.primary, primary, (id) => {
          setPrimary(id);
          setBootFrom(id === null ? 'disk' : 'iso');
        })}
        {choose(texts.secondary, secondary, setSecondary)}
        <div>
          <Segments
            label={texts.boot}
            value={bootFrom}
            options={[
              { value: 'disk', label: texts.bootFrom.disk },
              { value: 'iso', label: texts.bootFrom.iso },
            ]}
            onChange={setBootFrom}
          />
        </div>
        <RefusalNote refusal={refusal} fields="all" />
        <div className={css.buttons}>
          <Button icon="disc" refusal={useRefusalOf()('modifyServerIsos', summary)} busy={isRunning} onPress={() => void apply()}>
            {texts.apply}
          </Button>
          <Link to="/isos" className={`link ${css.add}`}>
            {texts.addIso}
          </Link>
        </div>
        <CallDetails call={{ operation: 'modifyServerIsos', input }} />
      </div>
    </Card>
  );
}

function Drive({
  label,
  value,
  isos,
  onChange,
}: {
  label: string;
  value: number | null;
  isos: readonly { id: number; name: string; status: string }[];
  onChange: (id: number | null) => void;
}) {
  const unfinished = useUnfinished();
  const describe = ({ id, name, status }: (typeof isos)[number]) => {
    if (status !== 'downloading') return name;
    const share = findOperationOf(unfinished, 'iso', id)?.percent ?? null;
    return `${name}, ${share === null ? texts.downloading : texts.downloadingShare(share)}`;
  };
  return (
    <Select
      label={label}
      empty={texts.none}
      value={value}
      options={isos.map((iso) => ({
        value: iso.id,
        label: describe(iso),
        disabled: iso.status !== 'ready',
      }))}
      onChange={onChange}
    />
  );
}

function Rescue({ server }: { server: Server }) {
  const refusalOf = useRefusalOf();
  const summary = useSummary(server.id) ?? server;
  const [isOpen, setOpen] = useState(false);
  const isOn = summary.state.includes('rescue');
  const operation = isOn ? 'disableServerRescue' : 'enableServerRescue';
  return (
    <Card title={texts.rescue} padded>
      <div className={css.form}>
        {isOn ? <Note tone="busy">{texts.rescueOn}</Note> : <p className="soft">{texts.rescueOff}</p>}
        <div className={css.buttons}>
          <Button refusal={refusalOf(operation, summary)} onPress={() => setOpen(true)}>
            {isOn ? texts.leave : texts.start}
          </Button>
        </div>
      </div>
      {isOpen && !isOn && <EnableRescueDialog server={server} onClose={() => setOpen(false)} />}
      {isOpen && isOn && <LeaveRescueDialog server={server} onClose={() => setOpen(false)} />}
    </Card>
  );
}

function Reinstall({ server, disk }: { server: Server; disk: ServerStatus['disk'] | undefined }) {
  const refusalOf = useRefusalOf();
  const summary = useSummary(server.id) ?? server;
  const [open, setOpen] = useState<'reinstall' | 'snapshot'>();
  const close = () => setOpen(undefined);
  return (
    <Card title={texts.reinstall} padded>
      <div className={css.form}>
        <p className="soft">{texts.reinstallWhat}</p>
        <div className={css.buttons}>
          <Button refusal={refusalOf('reinstallServer', summary)} onPress={() => setOpen('reinstall')}>
            {texts.reinstall}
          </Button>
        </div>
      </div>
      {open === 'reinstall' && (
        <ReinstallDialog server={server} disk={disk} onSnapshot={() => setOpen('snapshot')} onClose={close} />
      )}
      {open === 'snapshot' && <SnapshotDialog servers={[summary]} onClose={close} />}
    </Card>
  );
}
