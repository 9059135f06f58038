// biome-ignore-all lint/a11y/useSemanticElements: rows of a window are placed by a transform, which rows of a table do not allow
// biome-ignore-all lint/a11y/useFocusableInteractive: the controls inside of the cells have the focus
import { lazy, Suspense, useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { useKeys } from '../../data/keys.ts';
import { useSummariesOf } from '../../data/servers.ts';
import { useMe } from '../../data/session.ts';
import { setTitle } from '../../parts/brand.ts';
import { Button } from '../../parts/button.tsx';
import { Choice, Segments } from '../../parts/field.tsx';
import { Icon } from '../../parts/icon.tsx';
import { useNow } from '../../parts/time.tsx';
import { writeSearch } from '../../router/match.ts';
import { Link, useRouter, useSearch } from '../../router/router.tsx';
import { CallDetails } from '../../shared/call.tsx';
import { ServerMenu } from '../../shared/server-menu.tsx';
import css from './page.module.css';
import { ServerRow } from './row.tsx';
import { countViews, formatSort, parseSort, SORT_KEYS, type SortKey, selectServers, VIEWS, type View } from './select.ts';
import { texts } from './texts.ts';
import { useRowWindow } from './use-row-window.ts';

export const path = '/servers';

// Its dialogs are not needed before a server is chosen.
const Bulk = lazy(async () => ({ default: (await import('./bulk.tsx')).Bulk }));

/** Order that the empty page shows as a command. */
const EXAMPLE = { name: 'first', plan: 'nano', image_id: 1 };

export function Page() {
  const { view: viewText, q = '', sort: sortText } = useSearch();
  const { navigate } = useRouter();
  const view: View = VIEWS.find((known) => known === viewText) ?? 'all';
  const sort = parseSort(sortText);
  const me = useMe();
  const { servers, isTruncated } = useSummariesOf();
  const now = useNow(60_000);
  const filter = useDeferredValue(q);
  const { key, isDescending } = sort;
  const counts = useMemo(() => countViews(servers, now), [servers, now]);
  const previous = useRef<readonly number[]>([]);
  const order = useMemo(
    () => selectServers(servers, { view, filter, sort: { key, isDescending }, now, previous: previous.current }),
    [servers, view, filter, key, isDescending, now],
  );
  useEffect(() => {
    previous.current = order;
  }, [order]);
  useEffect(() => setTitle(texts.title), []);

  const setSearch = (change: { view?: View | undefined; q?: string | undefined; sort?: string | undefined }) =>
    navigate(`/servers${writeSearch({ view: viewText, q, sort: sortText, ...change })}`, { replace: true });
  const filterRef = useRef<HTMLInputElement>(null);
  const list = useList(order);
  const [hasResults, setHasResults] = useState(false);
  useKeys({ '/': () => filterRef.current?.focus(), ...list.keys });

  if (servers.length === 0) return <Empty />;
  return (
    <>
      <div className={css.head}>
        <h1>
          {texts.title} <span className="faint">{servers.length}</span>
        </h1>
        <span className="gap" />
        <DeployLink />
      </div>
      <div className={css.tools}>
        <Segments
          label={texts.viewsLabel}
          value={view}
          options={VIEWS.map((value) => ({
            value,
            label: (
              <>
                {texts.views[value]}
                {(value === 'attention' || value === 'expiring') && counts[value] > 0 && (
                  <span className={value === 'expiring' ? `${css.hot} ${css.warm}` : css.hot}>{counts[value]}</span>
                )}
              </>
            ),
          }))}
          onChange={(value) => setSearch({ view: value === 'all' ? undefined : value })}
        />
        <div className={css.filter}>
          <Icon name="search" />
          <input
            ref={filterRef}
            type="search"
            aria-label={texts.filterLabel}
            placeholder={texts.filter}
            value={q}
            onChange={(event) => setSearch({ q: event.target.value === '' ? undefined : event.target.value })}
          />
        </div>
      </div>
      <div className={css.box}>
        <div
          className={css.grid}
          role="grid"
          aria-label={texts.title}
          aria-rowcount={order.length + 1}
          ref={list.window.ref}
          tabIndex={-1}
        >
          <div className={css.headRow} role="row" aria-rowindex={1}>
            <span role="columnheader" className={css.check}>
              <Choice
                type="checkbox"
                aria-label={texts.chooseAll}
                checked={order.length > 0 && order.every((id) => list.chosen.has(id))}
                onChange={(event) => list.chooseAll(event.target.checked)}
              />
            </span>
            {SORT_KEYS.map((column) => (
              <SortHead
                key={column}
                column={column}
                sort={sort}
                onSort={(next) => setSearch({ sort: next === 'name' ? undefined : next })}
              />
            ))}
            <span role="columnheader">
              <span className="visually-hidden">{texts.columns.acts}</span>
            </span>
          </div>
          <div className={css.rows} role="rowgroup" style={{ blockSize: order.length * list.window.rowHeight }}>
            {order.slice(list.window.from, list.window.to).map((id, offset) => (
              <ServerRow
                key={id}
                id={id}
                index={list.window.from + offset}
                top={(list.window.from + offset) * list.window.rowHeight}
                isChosen={list.chosen.has(id)}
                isCurrent={list.current === id}
                isMenuOpen={list.menu?.id === id}
                onChoose={list.choose}
                onMenu={list.openMenu}
              />
            ))}
          </div>
        </div>
        <div className={css.foot}>
          <span role="status">{order.length === 0 ? texts.noMatch : texts.shown(order.length, servers.length)}</span>
          <span>{texts.amounts(me.installation.currency)}</span>
          {isTruncated && <span>{texts.cut(servers.length)}</span>}
          {order.length === 0 && (
            <Button kind="bare" onPress={() => setSearch({ q: undefined, view: undefined })}>
              {texts.clear}
            </Button>
          )}
        </div>
      </div>
      <Suspense fallback={null}>
        {(list.chosen.size > 0 || hasResults) && <Bulk ids={list.chosen} onResults={setHasResults} onClear={list.clear} />}
      </Suspense>
      {list.menu && <ServerMenu key={list.menu.id} id={list.menu.id} anchor={list.menu.anchor} onClose={list.closeMenu} />}
    </>
  );
}

function DeployLink() {
  return (
    <Link to="/deploy" className={css.deployLink}>
      <Icon name="plus" />
      {texts.deploy}
    </Link>
  );
}

function Empty() {
  return (
    <>
      <div className={css.head}>
        <h1>{texts.title}</h1>
      </div>
      <div className={`${css.box} ${css.empty}`}>
        <p>{texts.empty}</p>
        <DeployLink />
        <CallDetails call={{ operation: 'deployServer', input: EXAMPLE }} />
      </div>
    </>
  );
}

function SortHead({
  column,
  sort: { key, isDescending },
  onSort,
}: {
  column: SortKey;
  sort: { key: SortKey; isDescending: boolean };
  onSort: (sort: string) => void;
}) {
  const isSorted = key === column;
  return (
    <span
      role="columnheader"
      aria-sort={isSorted ? (isDescending ? 'descending' : 'ascending') : 'none'}
      className={`${css.cell} ${column === 'price' ? css.end : ''}`}
    >
      <button type="button" onClick={() => onSort(formatSort({ key: column, isDescending: isSorted && !isDescending }))}>
        {texts.columns[column]}
        {isSorted && <span aria-hidden="true">{isDescending ? '↓' : '↑'}</span>}
      </button>
    </span>
  );
}

interface OpenMenu {
  id: number;
  anchor: HTMLElement | undefined;
}

/** Returns the state of the list: visible rows, chosen rows, the current row, the open menu. */
function useList(order: readonly number[]) {
  const window = useRowWindow(order.length);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [current, setCurrent] = useState<number>();
  const [menu, setMenu] = useState<OpenMenu>();
  const choose = useCallback((id: number, isChosen: boolean) => {
    setChosen((last) => {
      const next = new Set(last);
      if (isChosen) next.add(id);
      else next.delete(id);
      return next;
    });
  }, []);
  const openMenu = useCallback((id: number, anchor: HTMLElement) => setMenu({ id, anchor }), []);
  const move = (by: number) => {
    const at = current === undefined ? -1 : order.indexOf(current);
    const next = Math.max(0, Math.min(order.length - 1, at + by));
    setCurrent(order[next]);
    window.ref.current?.scrollTo({ top: Math.max(0, next - 4) * window.rowHeight });
  };
  const rowOf = (id: number | undefined) => window.ref.current?.querySelector<HTMLElement>(`[data-id="${id}"]`);
  const openCurrent = () => rowOf(current)?.querySelector<HTMLAnchorElement>('a')?.click();
  const keys = {
    j: () => move(1),
    k: () => move(-1),
    x: () => current !== undefined && choose(current, !chosen.has(current)),
    '.': () => rowOf(current)?.querySelector<HTMLButtonElement>('[aria-haspopup="menu"]')?.click(),
    Enter: openCurrent,
  };
  return {
    window,
    chosen,
    current,
    menu,
    keys,
    choose,
    openMenu,
    closeMenu: () => setMenu((last) => last && { ...last, anchor: undefined }),
    clear: () => setChosen(new Set()),
    chooseAll: (isChosen: boolean) => setChosen(isChosen ? new Set(order) : new Set()),
  };
}
