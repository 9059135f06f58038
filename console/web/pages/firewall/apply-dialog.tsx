import type { Firewall } from '@innkeeper/sdk/index';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FIREWALLS_KEY, firewallQuery, firewallsQuery } from '../../data/firewalls.ts';
import { useClientAddress } from '../../data/own-address.ts';
import { queryClient } from '../../data/query.ts';
import { useSummariesOf } from '../../data/servers.ts';
import { Note } from '../../parts/box.tsx';
import { Choice } from '../../parts/field.tsx';
import { Name } from '../../parts/name.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { fields } from '../../rules/fields/applyFirewall.gen.ts';
import { findClosedSsh } from '../../rules/firewall-rules.ts';
import { FormDialog } from '../../shared/form-dialog.tsx';
import { texts as partTexts } from '../../shared/texts.ts';
import css from './page.module.css';
import { texts } from './texts.ts';

/** Maximum number of servers in one request of the API. */
const MAX_CHOSEN = fields.server_ids.maxItems;

/** Maximum number of shown servers. A longer list has a filter. */
const MAX_SHOWN = 50;
const FILTERED_FROM = 9;
const MAX_NAMES = 3;

/** Shows the dialog that applies a firewall to servers. */
export function ApplyDialog({ firewall, onClose }: { firewall: Firewall; onClose: () => void }) {
  const { id, rules } = firewall;
  const address = useClientAddress();
  const { data: firewalls } = useSuspenseQuery(firewallsQuery);
  const { servers } = useSummariesOf();
  const [filter, setFilter] = useState('');
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const having = new Set(firewall.servers.filter(({ status }) => status !== 'removing').map((server) => server.id));
  const others = servers.filter((server) => server.status !== 'terminated' && !having.has(server.id));
  const matching = others.filter(({ hostname }) => hostname.toLowerCase().includes(filter.trim().toLowerCase()));
  const picked = servers.filter((server) => chosen.includes(server.id));
  const closed = picked.length === 0 ? undefined : findClosedSsh({ id, rules, servers: picked }, firewalls, address);
  const unavailable =
    chosen.length === 0 ? texts.chooseServer : chosen.length > MAX_CHOSEN ? texts.tooMany(MAX_CHOSEN) : undefined;
  return (
    <FormDialog
      title={
        <>
          {texts.applyTitle}: <Name text={firewall.name} />
        </>
      }
      operation="applyFirewall"
      input={{ id, server_ids: [...chosen] }}
      button={texts.applyNow(chosen.length)}
      refusal={unavailable}
      noteFields="all"
      onDone={(changed) => queryClient.setQueryData(firewallQuery(id).queryKey, changed)}
      onClosed={() => queryClient.invalidateQueries({ queryKey: [FIREWALLS_KEY] })}
      onClose={onClose}
    >
      {others.length === 0 && <p>{texts.noOtherServer}</p>}
      {others.length >= FILTERED_FROM && (
        <TextField rule="unsent" label={texts.filter} value={filter} onChange={(event) => setFilter(event.target.value)} />
      )}
      <ul className={css.choices} aria-label={texts.serversTitle}>
        {matching.slice(0, MAX_SHOWN).map((server) => (
          <li key={server.id}>
            <label>
              <Choice
                type="checkbox"
                checked={chosen.includes(server.id)}
                onChange={(event) =>
                  setChosen(event.target.checked ? [...chosen, server.id] : chosen.filter((other) => other !== server.id))
                }
              />
              <Name text={server.hostname} />
              <span className="faint">{server.main_ip}</span>
            </label>
          </li>
        ))}
      </ul>
      {matching.length > MAX_SHOWN && <p>{texts.shownFirst(MAX_SHOWN)}</p>}
      {closed && address !== null && (
        <Note tone="bad" icon="shield-alert" alert>
          {texts.closesSsh(address, partTexts.names(closed.slice(0, MAX_NAMES), closed.length))}
        </Note>
      )}
    </FormDialog>
  );
}
