import type { Firewall } from '@innkeeper/sdk/index';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAct } from '../../data/act.ts';
import { client } from '../../data/client.ts';
import { FIREWALLS_KEY, firewallQuery, firewallsQuery } from '../../data/firewalls.ts';
import { queryClient } from '../../data/query.ts';
import { useRefusalOfAct } from '../../data/refusal-of-act.ts';
import { Card, Note } from '../../parts/box.tsx';
import { Button } from '../../parts/button.tsx';
import { Name } from '../../parts/name.tsx';
import { Row, Rows } from '../../parts/rows.tsx';
import { State, type Tone } from '../../parts/state.tsx';
import { Link } from '../../router/router.tsx';
import { RefusalNote } from '../../shared/refusal-note.tsx';
import { ApplyDialog } from './apply-dialog.tsx';
import css from './page.module.css';
import { texts } from './texts.ts';

type ServerOfFirewall = Firewall['servers'][number];

const TONES: Record<ServerOfFirewall['status'], Tone> = { applied: 'ok', applying: 'busy', removing: 'busy' };

/** Shows the servers of a firewall, and whether each one has applied it. */
export function ServersCard({ firewall }: { firewall: Firewall }) {
  const { id, servers } = firewall;
  const refusalOf = useRefusalOfAct();
  const { data: firewalls } = useSuspenseQuery(firewallsQuery);
  const [isOpen, setOpen] = useState(false);
  const [removed, setRemoved] = useState<ServerOfFirewall>();
  const { run, isRunning, refusal } = useAct(
    ({ act, server }: { act: 'applyFirewall' | 'removeFirewall'; server: ServerOfFirewall }, options) =>
      client[act]({ id, server_ids: [server.id] }, options),
  );
  const send = async (act: 'applyFirewall' | 'removeFirewall', server: ServerOfFirewall) => {
    const changed = await run({ act, server });
    if (changed === undefined) return;
    setRemoved(act === 'removeFirewall' ? server : undefined);
    queryClient.setQueryData(firewallQuery(id).queryKey, changed);
    await queryClient.invalidateQueries({ queryKey: [FIREWALLS_KEY] });
  };
  const hasOther = (serverId: number) =>
    firewalls.some((other) => other.id !== id && other.servers.some((server) => server.id === serverId));
  return (
    <Card
      title={texts.serversTitle}
      side={
        <Button icon="plus" refusal={refusalOf('applyFirewall')} onPress={() => setOpen(true)}>
          {texts.apply}
        </Button>
      }
    >
      {removed && (
        <div className={css.inset}>
          <Note tone="ok" alert>
            <span className={css.warning}>
              <span>
                {texts.removedFrom} <Name text={removed.hostname} />. {!hasOther(removed.id) && texts.receivesAll}
              </span>
              <Button busy={isRunning} onPress={() => void send('applyFirewall', removed)}>
                {texts.undo}
              </Button>
            </span>
          </Note>
        </div>
      )}
      {refusal && (
        <div className={css.inset}>
          <RefusalNote refusal={refusal} fields="all" />
        </div>
      )}
      {servers.length === 0 ? (
        <p className={css.none}>{texts.noServers}</p>
      ) : (
        <Rows label={texts.serversTitle}>
          {servers.map((server) => (
            <Row
              key={server.id}
              name={
                <Link to={`/servers/${server.id}`}>
                  <Name text={server.hostname} />
                </Link>
              }
              state={<State tone={TONES[server.status]}>{texts.obeys[server.status]}</State>}
              acts={
                server.status !== 'removing' && (
                  <Button
                    kind="bare"
                    icon="x"
                    label={texts.removeFromServer(server.hostname)}
                    refusal={refusalOf('removeFirewall')}
                    busy={isRunning}
                    onPress={() => void send('removeFirewall', server)}
                  />
                )
              }
            />
          ))}
        </Rows>
      )}
      {isOpen && <ApplyDialog firewall={firewall} onClose={() => setOpen(false)} />}
    </Card>
  );
}
