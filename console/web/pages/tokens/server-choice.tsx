import { useState } from 'react';
import { useSummariesOf } from '../../data/servers.ts';
import { CheckList, ChoiceGroup } from '../../parts/choice-group.tsx';
import { Segments } from '../../parts/field.tsx';
import { Name } from '../../parts/name.tsx';
import { TextField } from '../../parts/text-field.tsx';
import type { FieldRule } from '../../rules/field.ts';
import { texts } from './texts.ts';

/** Maximum number of shown rows. Others are found by name. */
const MAX_SHOWN = 8;

/** Shows the choice between all servers and some of them. `value` is `undefined` for all. */
export function ServerChoice({
  rule,
  value,
  error,
  onChange,
}: {
  rule: FieldRule;
  value: readonly number[] | undefined;
  error: string | undefined;
  onChange: (value: readonly number[] | undefined) => void;
}) {
  return (
    <ChoiceGroup
      legend={texts.servers}
      hint={value === undefined ? undefined : texts.serversHint}
      error={error}
      rule={rule}
      sent={value}
    >
      <Segments
        label={texts.servers}
        value={value === undefined ? 'all' : 'chosen'}
        options={[
          { value: 'all', label: texts.allServers },
          { value: 'chosen', label: texts.chosenServers },
        ]}
        onChange={(kind) => onChange(kind === 'all' ? undefined : [])}
      />
      {value !== undefined && <Servers chosen={value} onChange={onChange} />}
    </ChoiceGroup>
  );
}

function Servers({ chosen, onChange }: { chosen: readonly number[]; onChange: (chosen: readonly number[]) => void }) {
  const { servers } = useSummariesOf();
  const [query, setQuery] = useState('');
  // Servers that were chosen at opening come first, so that no row moves under the pointer.
  const [first] = useState(chosen);
  const known = new Set(servers.map(({ id }) => id));
  const ended = first.filter((id) => !known.has(id)).map((id) => ({ id, hostname: texts.unknownServer(id) }));
  const rows = [...ended, ...servers.filter(({ id }) => first.includes(id)), ...servers.filter(({ id }) => !first.includes(id))];
  const words = query.trim().toLowerCase();
  const found = rows.filter(({ hostname }) => hostname.toLowerCase().includes(words));
  const isLong = rows.length > MAX_SHOWN;
  if (rows.length === 0) return <p className="faint">{texts.noServers}</p>;
  return (
    <>
      {isLong && (
        <TextField
          label={texts.filterServers}
          rule="unsent"
          type="search"
          value={query}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setQuery(event.target.value)}
          // Enter would submit the surrounding form.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      )}
      <CheckList
        items={found.slice(0, MAX_SHOWN).map(({ id, hostname }) => ({ value: id, label: <Name text={hostname} /> }))}
        chosen={chosen}
        onChange={onChange}
      />
      {found.length > MAX_SHOWN && <p className="faint">{texts.moreServers(found.length - MAX_SHOWN)}</p>}
    </>
  );
}
