import type { DiskCopy } from '../../data/copies.ts';
import { useSummariesOf } from '../../data/servers.ts';
import { Button } from '../../parts/button.tsx';
import { Segments } from '../../parts/field.tsx';
import { Select } from '../../parts/select.tsx';
import { TextField } from '../../parts/text-field.tsx';
import type { Filter } from './copy-pages.ts';
import css from './page.module.css';
import { texts } from './texts.ts';

const KINDS = ['all', 'snapshot', 'backup'] as const;

/** Maximum number of servers in the filter. */
const MAX_SERVERS = 1_000;

/** Shows the filters of the list: kind, server and day. */
export function Filters({
  filter: { kind, server, date },
  copies,
  onChange,
}: {
  filter: Filter;
  copies: readonly DiskCopy[];
  onChange: (change: Partial<Filter>) => void;
}) {
  const { servers } = useSummariesOf();
  // Terminated servers appear only through their copies.
  const names = new Map(copies.map(({ server_id, server_hostname }) => [server_id, server_hostname]));
  for (const { id, hostname } of servers.slice(0, MAX_SERVERS)) names.set(id, hostname);
  if (server !== undefined && !names.has(server)) names.set(server, String(server));
  const options = [...names].map(([value, label]) => ({ value, label })).sort((a, b) => a.label.localeCompare(b.label));
  const isFiltered = kind !== undefined || server !== undefined || date !== undefined;
  return (
    <div className={css.filters}>
      <Segments
        label={texts.kind}
        value={kind ?? 'all'}
        options={KINDS.map((value) => ({ value, label: texts.kindsMany[value] }))}
        onChange={(value) => onChange({ kind: value === 'all' ? undefined : value })}
      />
      <Select
        label={<span className="visually-hidden">{texts.server}</span>}
        empty={texts.allServers}
        value={server ?? null}
        options={options}
        onChange={(value) => onChange({ server: value ?? undefined })}
      />
      <TextField
        label={<span className="visually-hidden">{texts.date}</span>}
        rule="unsent"
        title={texts.date}
        type="date"
        value={date ?? ''}
        onChange={(event) => onChange({ date: event.target.value === '' ? undefined : event.target.value })}
      />
      {isFiltered && (
        <Button kind="bare" icon="x" onPress={() => onChange({ kind: undefined, server: undefined, date: undefined })}>
          {texts.clear}
        </Button>
      )}
    </div>
  );
}
