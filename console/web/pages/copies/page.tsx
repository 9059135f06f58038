import { useDeferredValue, useMemo, useState } from 'react';
import { type DiskCopy, keyOfCopy } from '../../data/copies.ts';
import { queryClient } from '../../data/query.ts';
import { useSummariesOf } from '../../data/servers.ts';
import { Button } from '../../parts/button.tsx';
import { type Params, writeSearch } from '../../router/match.ts';
import { useRouter, useSearch } from '../../router/router.tsx';
import { texts as copiesTexts } from '../../shared/copies-texts.ts';
import { DeleteCopyDialog } from '../../shared/delete-copy-dialog.tsx';
import { EmptyListing, Listing, ListingHead } from '../../shared/listing.tsx';
import { SnapshotDialog } from '../../shared/snapshot-dialog.tsx';
import { CopyMenu } from './copy-menu.tsx';
import { copiesQuery, type Filter, readFilter, useCopies } from './copy-pages.ts';
import { Filters } from './filters.tsx';
import { CopyRow } from './row.tsx';
import { texts } from './texts.ts';

export const path = '/copies';
export const load = (_params: Params, search: URLSearchParams) => [
  queryClient.prefetchInfiniteQuery(copiesQuery('snapshot', readFilter(Object.fromEntries(search)))),
  queryClient.prefetchInfiniteQuery(copiesQuery('backup', readFilter(Object.fromEntries(search)))),
];

const COLUMNS = [
  { kind: 'main', title: copiesTexts.columns.name },
  { kind: 'sub', title: copiesTexts.columns.server },
  { kind: 'wide', title: copiesTexts.columns.kind },
  { kind: 'wide', title: copiesTexts.columns.size },
  { kind: 'side', title: copiesTexts.columns.age },
  { kind: 'acts', title: copiesTexts.columns.acts },
] as const;

const isFiltered = (filter: Filter): boolean => Object.values(filter).some((value) => value !== undefined);

/** Lists the copies of all servers, and deletes them. While another filter loads, the old rows stay, and the controls keep the focus. */
export function Page() {
  const search = useSearch();
  const filter = useMemo(() => readFilter(search), [search]);
  const { navigate } = useRouter();
  const { copies, total, hasMore, isLoadingMore, loadMore } = useCopies(useDeferredValue(filter));
  const servers = useSummariesOf().servers.filter(({ status }) => status === 'active');
  const [menu, setMenu] = useState<{ copy: DiskCopy; anchor: HTMLElement }>();
  const [open, setOpen] = useState<{ kind: 'take' } | { kind: 'delete'; copy: DiskCopy }>();
  const setFilter = (next: Partial<Filter>) => {
    const { kind, server, date } = { ...filter, ...next };
    navigate(`/copies${writeSearch({ kind, server: server?.toString(), date })}`, { replace: true });
  };
  const take = (
    <Button
      icon="camera"
      kind="main"
      refusal={servers.length === 0 ? texts.noServer : undefined}
      onPress={() => setOpen({ kind: 'take' })}
    >
      {copiesTexts.take}
    </Button>
  );
  const isEmpty = copies.length === 0 && !isFiltered(filter);
  return (
    <>
      <ListingHead title={texts.title} count={isEmpty ? undefined : total}>
        {!isEmpty && take}
      </ListingHead>
      {isEmpty ? (
        <EmptyListing
          sentence={copiesTexts.empty}
          call={{ operation: 'createSnapshot', input: { id: servers[0]?.id ?? 1, name: 'before-upgrade' } }}
        >
          {take}
        </EmptyListing>
      ) : (
        <>
          <Filters filter={filter} copies={copies} onChange={setFilter} />
          <Listing
            label={texts.title}
            columns={COLUMNS}
            foot={
              <>
                <span role="status">{copies.length === 0 ? texts.noMatch : texts.shown(copies.length, total)}</span>
                {hasMore && (
                  <Button kind="bare" busy={isLoadingMore} onPress={loadMore}>
                    {texts.more}
                  </Button>
                )}
                {copies.length === 0 && (
                  <Button kind="bare" onPress={() => navigate('/copies', { replace: true })}>
                    {texts.clear}
                  </Button>
                )}
              </>
            }
          >
            {copies.map((copy) => (
              <CopyRow
                key={keyOfCopy(copy)}
                copy={copy}
                isMenuOpen={menu !== undefined && keyOfCopy(menu.copy) === keyOfCopy(copy)}
                onMenu={(anchor) => setMenu({ copy, anchor })}
              />
            ))}
          </Listing>
        </>
      )}
      {menu && (
        <CopyMenu {...menu} onDelete={() => setOpen({ kind: 'delete', copy: menu.copy })} onClose={() => setMenu(undefined)} />
      )}
      {open?.kind === 'take' && <SnapshotDialog servers={servers} onClose={() => setOpen(undefined)} />}
      {open?.kind === 'delete' && <DeleteCopyDialog copy={open.copy} onClose={() => setOpen(undefined)} />}
    </>
  );
}
