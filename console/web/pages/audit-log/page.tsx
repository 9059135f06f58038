import type { AuditEntry } from '@innkeeper/sdk/index';
import { useMemo, useState } from 'react';
import { useAct } from '../../data/act.ts';
import { client } from '../../data/client.ts';
import { saveFile } from '../../data/download.ts';
import { usePages } from '../../data/pages.ts';
import { queryClient } from '../../data/query.ts';
import { Button } from '../../parts/button.tsx';
import { Name } from '../../parts/name.tsx';
import { Time } from '../../parts/time.tsx';
import { type Params, writeSearch } from '../../router/match.ts';
import { useRouter, useSearch } from '../../router/router.tsx';
import { CallDetails } from '../../shared/call.tsx';
import { Cell, Listing, ListingHead } from '../../shared/listing.tsx';
import { showRefusal } from '../../shared/toast.tsx';
import { entriesQuery, membersQuery } from './data.ts';
import { dayAndTime, EntryDialog } from './entry-dialog.tsx';
import { type Filter, isFiltered, queryOf, readFilter, titleOfAction, writeFilter } from './filter.ts';
import { Filters } from './filters.tsx';
import css from './page.module.css';
import { texts } from './texts.ts';
import { describeActor, nameOfPerson, Thing } from './words.tsx';

export const path = '/audit-log';
export const load = (_params: Params, search: URLSearchParams) => [
  queryClient.prefetchInfiniteQuery(entriesQuery(readFilter(Object.fromEntries(search)))),
  queryClient.prefetchQuery(membersQuery),
];

const COLUMNS = [
  { kind: 'main', title: texts.columns.person },
  { kind: 'side', title: texts.columns.act },
  { kind: 'wide', title: texts.columns.thing },
  { kind: 'sub', title: texts.columns.time },
] as const;

/** Lists the actions in the account and their authors. The filter is in the URL, so that a view can be shared. */
export function Page() {
  const search = useSearch();
  const filter = useMemo(() => readFilter(search), [search]);
  const { navigate } = useRouter();
  const list = usePages(entriesQuery(filter), { awaited: true });
  const [open, setOpen] = useState<AuditEntry>();
  const change = (changed: Partial<Filter>) =>
    navigate(`/audit-log${writeSearch(writeFilter({ ...filter, ...changed }))}`, { replace: true });
  const isEmpty = list.total === 0;
  return (
    <>
      <ListingHead title={texts.title}>
        <Export filter={filter} />
      </ListingHead>
      <Filters filter={filter} seen={list.items.map(({ action }) => action)} onChange={change} />
      <Listing
        label={texts.title}
        columns={COLUMNS}
        foot={
          <>
            <span role="status">
              {isEmpty ? (isFiltered(filter) ? texts.noMatch : texts.nothing) : texts.shown(list.items.length, list.total ?? 0)}
            </span>
            {isEmpty && (filter.period === '1' || filter.period === '7' || filter.period === '30') && (
              <Button onPress={() => change({ period: '90' })}>{texts.show90}</Button>
            )}
            {list.hasMore && (
              <Button kind="bare" busy={list.isReadingMore} onPress={list.readMore}>
                {texts.more}
              </Button>
            )}
            <span className="gap" />
            <CallDetails call={{ operation: 'listAuditLog', input: queryOf(filter, Date.now()) }} />
          </>
        }
      >
        {list.items.map((entry) => (
          <tr key={entry.id}>
            <Cell kind="main">
              <Name text={nameOfPerson(entry)} />
              {describeActor(entry) !== undefined && <small className={css.by}>{describeActor(entry)}</small>}
            </Cell>
            <Cell kind="side">
              <button type="button" className={`link ${css.act}`} onClick={() => setOpen(entry)}>
                {titleOfAction(entry.action)}
              </button>
            </Cell>
            <Cell kind="wide">
              <Thing resource={entry.resource} />
            </Cell>
            <Cell kind="sub">
              <Time at={entry.at} format={dayAndTime} />
            </Cell>
          </tr>
        ))}
      </Listing>
      {open && (
        <EntryDialog
          entry={open}
          onNarrow={({ kind, id }) => {
            setOpen(undefined);
            change({ kind, id });
          }}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  );
}

/** Shows the button that downloads the filtered entries as CSV. */
function Export({ filter }: { filter: Filter }) {
  const { run, isRunning } = useAct((input: ReturnType<typeof queryOf>) => client.exportAuditLog(input), showRefusal);
  const save = async () => {
    const file = await run(queryOf(filter, Date.now()));
    if (file !== undefined) saveFile(file, 'audit-log.csv');
  };
  return (
    <Button icon="download" busy={isRunning} onPress={() => void save()}>
      {texts.export}
    </Button>
  );
}
