import type { Server } from '@innkeeper/sdk/index';
import { useState } from 'react';
import { type CopyKind, type DiskCopy, keyOfCopy } from '../../data/copies.ts';
import { findOperationOfServer, useOperation, useUnfinished } from '../../data/operations.ts';
import { useRefusalOfAct } from '../../data/refusal-of-act.ts';
import { useRefusalOf } from '../../data/server-acts.ts';
import { useSummary } from '../../data/servers.ts';
import { formatAge } from '../../parts/age.ts';
import { Button } from '../../parts/button.tsx';
import { Menu } from '../../parts/menu.tsx';
import { Name } from '../../parts/name.tsx';
import { State, ThinBar } from '../../parts/state.tsx';
import { Time, useNow } from '../../parts/time.tsx';
import { describeTimeLeft } from '../../parts/time-left.ts';
import { useRouter } from '../../router/router.tsx';
import { texts as copiesTexts } from '../../shared/copies-texts.ts';
import { Cell, EmptyListing, Listing } from '../../shared/listing.tsx';
import css from './page.module.css';
import { texts } from './texts.ts';

export type OpenDialog = { kind: 'snapshot' | 'backup' } | { kind: 'restore' | 'delete'; copy: DiskCopy };

const COLUMNS = [
  { kind: 'main', title: copiesTexts.columns.name },
  { kind: 'sub', title: copiesTexts.columns.kind },
  { kind: 'side', title: copiesTexts.columns.age },
  { kind: 'acts', title: copiesTexts.columns.acts },
] as const;

/** Lists the copies of a server, and the one in progress. */
export function CopyTable({
  server,
  copies,
  onOpen,
}: {
  server: Server;
  copies: readonly DiskCopy[];
  onOpen: (opened: OpenDialog) => void;
}) {
  const now = useNow(60_000);
  const underWay = useUnderWay(server.id);
  const summary = useSummary(server.id) ?? server;
  const lockRefusal = useRefusalOf()('restoreServer', summary);
  const refusalOfAct = useRefusalOfAct();
  const { navigate } = useRouter();
  const [menu, setMenu] = useState<{ copy: DiskCopy; anchor: HTMLElement }>();
  const countOf = (copyKind: CopyKind) => copies.filter(({ kind }) => kind === copyKind).length;
  const refusalOf = ({ size }: DiskCopy) =>
    size > Number(server.actual_disk) ? texts.tooLarge(size, server.actual_disk) : lockRefusal;
  if (copies.length === 0 && underWay === undefined) {
    return (
      <EmptyListing
        sentence={copiesTexts.empty}
        call={{ operation: 'createSnapshot', input: { id: server.id, name: 'before-upgrade' } }}
      />
    );
  }
  return (
    <>
      <Listing label={texts.list} columns={COLUMNS} foot={texts.counts(countOf('snapshot'), countOf('backup'))}>
        {underWay && (
          <tr key="under-way">
            <Cell kind="main">
              <span className={css.underWay}>
                <State tone="busy">{texts.underWay[underWay.kind]}</State>
                <ThinBar percent={underWay.percent} label={texts.underWay[underWay.kind]} />
              </span>
            </Cell>
            <Cell kind="sub">{copiesTexts.kinds[underWay.kind]}</Cell>
            <Cell kind="side">
              <TimeLeft id={underWay.id} />
            </Cell>
            <Cell kind="acts"> </Cell>
          </tr>
        )}
        {copies.map((copy) => (
          <tr key={keyOfCopy(copy)}>
            <Cell kind="main">
              <Name text={copy.name} />
            </Cell>
            <Cell kind="sub">
              {copiesTexts.kinds[copy.kind]}, {copiesTexts.gb(copy.size)}
            </Cell>
            <Cell kind="side">
              <Time at={copy.created_at} format={(at) => formatAge(at, now)} />
            </Cell>
            <Cell kind="acts">
              <Button refusal={refusalOf(copy)} onPress={() => onOpen({ kind: 'restore', copy })}>
                {texts.restore}
              </Button>
              <Button
                icon="ellipsis"
                kind="bare"
                label={copiesTexts.acts(copy.name)}
                expanded={menu !== undefined && keyOfCopy(menu.copy) === keyOfCopy(copy)}
                onPress={(anchor) => setMenu({ copy, anchor })}
              />
            </Cell>
          </tr>
        ))}
      </Listing>
      {menu && (
        <Menu
          label={menu.copy.name}
          anchor={menu.anchor}
          onClose={() => setMenu(undefined)}
          groups={[
            [
              {
                label: copiesTexts.deploy,
                icon: 'plus',
                onPress: () => navigate(`/deploy?source=${menu.copy.kind}&from=${menu.copy.id}`),
              },
            ],
            [
              {
                label: copiesTexts.delete,
                icon: 'trash-2',
                danger: true,
                refusal: refusalOfAct(menu.copy.kind === 'snapshot' ? 'deleteSnapshot' : 'deleteBackup'),
                onPress: () => onOpen({ kind: 'delete', copy: menu.copy }),
              },
            ],
          ]}
        />
      )}
    </>
  );
}

/** Returns the operation that is currently taking a copy of this server, or `undefined`. */
function useUnderWay(serverId: number): { id: number; kind: CopyKind; percent: number | null } | undefined {
  const unfinished = findOperationOfServer(useUnfinished(), serverId);
  const operation = useOperation(unfinished?.id);
  if (operation === undefined || (operation.kind !== 'snapshot' && operation.kind !== 'backup')) return undefined;
  return { id: operation.id, kind: operation.kind, percent: operation.percent };
}

function TimeLeft({ id }: { id: number }) {
  const operation = useOperation(id);
  const now = useNow(1_000);
  return operation === undefined ? null : describeTimeLeft(operation, now);
}
