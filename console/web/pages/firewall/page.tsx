import type { Firewall } from '@innkeeper/sdk/index';
import { ApiError } from '@innkeeper/sdk/index';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAct } from '../../data/act.ts';
import { client } from '../../data/client.ts';
import { FIREWALLS_KEY, firewallQuery, firewallsQuery } from '../../data/firewalls.ts';
import { queryClient } from '../../data/query.ts';
import { useRefusalOfAct } from '../../data/refusal-of-act.ts';
import { Card, Note } from '../../parts/box.tsx';
import { Button } from '../../parts/button.tsx';
import { Choice } from '../../parts/field.tsx';
import { Tag } from '../../parts/state.tsx';
import type { Params } from '../../router/match.ts';
import { useIdOfPath, useRouter } from '../../router/router.tsx';
import { CallDetails } from '../../shared/call.tsx';
import { FirewallDialog } from '../../shared/firewall-dialogs.tsx';
import { type FirewallAct, FirewallMenu } from '../../shared/firewall-menu.tsx';
import { texts as firewallsTexts } from '../../shared/firewalls-texts.ts';
import { ListingHead } from '../../shared/listing.tsx';
import { RefusalNote } from '../../shared/refusal-note.tsx';
import css from './page.module.css';
import { RulesCard } from './rules-card.tsx';
import { ServersCard } from './servers-card.tsx';
import { texts } from './texts.ts';

export const path = '/firewalls/:id';
export const load = ({ id }: Params) => [
  queryClient.prefetchQuery(firewallsQuery),
  queryClient.prefetchQuery(firewallQuery(Number(id))),
];

/** Shows one firewall: its rules in words, and its servers. */
export function Page() {
  const id = useIdOfPath();
  const { navigate } = useRouter();
  const { data: firewall, error } = useSuspenseQuery(firewallQuery(id));
  const [anchor, setAnchor] = useState<HTMLElement>();
  const [act, setAct] = useState<FirewallAct>();
  const isGone = error instanceof ApiError && error.status === 404;
  return (
    <>
      <ListingHead title={firewall.name}>
        <span role="status">
          {firewall.servers.length > 0 && (
            <Tag tone={firewall.status === 'active' ? 'ok' : 'busy'}>{firewallsTexts.states[firewall.status]}</Tag>
          )}
        </span>
        <Button icon="ellipsis" label={firewallsTexts.acts(firewall.name)} expanded={anchor !== undefined} onPress={setAnchor} />
      </ListingHead>
      {isGone && (
        <div className={css.gone}>
          <Note tone="bad" alert>
            {texts.deleted}
          </Note>
        </div>
      )}
      <div className={css.page}>
        <RulesCard firewall={firewall} />
        <div className={css.side}>
          <ServersCard firewall={firewall} />
          <NewServers firewall={firewall} />
        </div>
      </div>
      {anchor && <FirewallMenu firewall={firewall} anchor={anchor} onAct={setAct} onClose={() => setAnchor(undefined)} />}
      {act && (
        <FirewallDialog
          act={act}
          firewall={firewall}
          onDeleted={() => navigate('/firewalls')}
          onClose={() => setAct(undefined)}
        />
      )}
    </>
  );
}

/** Shows the card that sets whether new servers get the firewall. */
function NewServers({ firewall }: { firewall: Firewall }) {
  const refusalOf = useRefusalOfAct();
  const { run, isRunning, refusal } = useAct((payload: { id: number; default: boolean }, options) =>
    client.updateFirewall(payload, options),
  );
  const unavailable = refusalOf('updateFirewall');
  const input = { id: firewall.id, default: !firewall.default };
  const set = async () => {
    const changed = await run(input);
    if (changed === undefined) return;
    queryClient.setQueryData(firewallQuery(firewall.id).queryKey, changed);
    await queryClient.invalidateQueries({ queryKey: [FIREWALLS_KEY] });
  };
  return (
    <Card title={texts.newServers} padded>
      <div className={css.form}>
        <label className={css.choice} title={unavailable}>
          <Choice
            type="checkbox"
            checked={firewall.default}
            aria-disabled={unavailable !== undefined || isRunning || undefined}
            aria-description={unavailable}
            onChange={() => {
              if (unavailable === undefined) void set();
            }}
          />
          {firewallsTexts.forNewServers}
        </label>
        <RefusalNote refusal={refusal} fields="all" />
        <CallDetails call={{ operation: 'updateFirewall', input }} />
      </div>
    </Card>
  );
}
