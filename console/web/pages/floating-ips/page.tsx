import type { FloatingIp } from '@innkeeper/sdk/index';
import { Suspense, useState } from 'react';
import { floatingIpsQuery } from '../../data/network.ts';
import { usePages } from '../../data/pages.ts';
import { queryClient } from '../../data/query.ts';
import { useRefusalOfAct } from '../../data/refusal-of-act.ts';
import { Button } from '../../parts/button.tsx';
import { CallDialog } from '../../shared/call.tsx';
import { EmptyListing, Listing, ListingHead } from '../../shared/listing.tsx';
import { LoadMore } from '../../shared/load-more.tsx';
import { AttachDialog } from './attach-dialog.tsx';
import { BuyDialog } from './buy-dialog.tsx';
import { CancelFloatingIpDialog } from './cancel-dialog.tsx';
import type { DialogAct } from './floating-ip-menu.tsx';
import { callsOf, FloatingIpMenu } from './floating-ip-menu.tsx';
import { NamesDialog } from './names-dialog.tsx';
import { RenewDialog } from './renew-dialog.tsx';
import { FloatingIpRow } from './row.tsx';
import { texts } from './texts.ts';

export const path = '/floating-ips';
export const load = () => queryClient.prefetchInfiniteQuery(floatingIpsQuery);

const COLUMNS = [
  { kind: 'main', title: texts.columns.address },
  { kind: 'sub', title: texts.columns.server },
  { kind: 'wide', title: texts.columns.plan },
  { kind: 'side', title: texts.columns.paid },
  { kind: 'acts', title: texts.columns.acts },
] as const;

/** Lists the floating IPs of the account: buys, moves, names, renews and cancels them. */
export function Page() {
  const list = usePages(floatingIpsQuery, { awaited: true });
  const mayBuy = useRefusalOfAct()('purchaseFloatingIps');
  const [menu, setMenu] = useState<{ id: number; anchor: HTMLElement }>();
  const [open, setOpen] = useState<{ act: DialogAct; id: number }>();
  const [isBuying, setBuying] = useState(false);
  const find = (id: number | undefined) => list.items.find((floatingIp) => floatingIp.id === id);
  const menuFloatingIp = find(menu?.id);
  const dialogFloatingIp = find(open?.id);
  const buy = (
    <Button icon="plus" kind="main" refusal={mayBuy} onPress={() => setBuying(true)}>
      {texts.buy}
    </Button>
  );
  const isEmpty = list.total === 0;
  return (
    <>
      <ListingHead title={texts.title} count={isEmpty ? undefined : list.total}>
        {!isEmpty && buy}
      </ListingHead>
      {isEmpty ? (
        <EmptyListing sentence={texts.empty} call={{ operation: 'purchaseFloatingIps', input: { ipv4: 1 } }}>
          {buy}
        </EmptyListing>
      ) : (
        <Listing
          label={texts.title}
          columns={COLUMNS}
          foot={list.hasMore ? <LoadMore list={list}>{texts.more}</LoadMore> : undefined}
        >
          {list.items.map((floatingIp) => (
            <FloatingIpRow
              key={floatingIp.id}
              floatingIp={floatingIp}
              isMenuOpen={menu?.id === floatingIp.id}
              onAttach={() => setOpen({ act: 'attach', id: floatingIp.id })}
              onMenu={(anchor) => setMenu({ id: floatingIp.id, anchor })}
            />
          ))}
        </Listing>
      )}
      {menu && menuFloatingIp && (
        <FloatingIpMenu
          floatingIp={menuFloatingIp}
          anchor={menu.anchor}
          onOpen={(act) => setOpen({ act, id: menuFloatingIp.id })}
          onClose={() => setMenu(undefined)}
        />
      )}
      <Suspense fallback={null}>{isBuying && <BuyDialog onClose={() => setBuying(false)} />}</Suspense>
      {open && dialogFloatingIp && <DialogOf act={open.act} floatingIp={dialogFloatingIp} onClose={() => setOpen(undefined)} />}
    </>
  );
}

function DialogOf({ act, ...props }: { act: DialogAct; floatingIp: FloatingIp; onClose: () => void }) {
  switch (act) {
    case 'attach':
      return <AttachDialog {...props} />;
    case 'names':
      return <NamesDialog {...props} />;
    case 'renew':
      return <RenewDialog {...props} />;
    case 'cancel':
      return <CancelFloatingIpDialog {...props} />;
    case 'calls':
      return <CallDialog calls={callsOf(props.floatingIp)} onClose={props.onClose} />;
  }
}
