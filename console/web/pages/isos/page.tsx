import type { Iso } from '@innkeeper/sdk/index';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isosQuery } from '../../data/isos.ts';
import { queryClient } from '../../data/query.ts';
import { useRefusalOfAct } from '../../data/refusal-of-act.ts';
import { Button } from '../../parts/button.tsx';
import { EmptyListing, Listing, ListingHead } from '../../shared/listing.tsx';
import { AddIsoDialog } from './add-dialog.tsx';
import { DeleteIsoDialog } from './delete-dialog.tsx';
import { IsoMenu } from './iso-menu.tsx';
import css from './page.module.css';
import { IsoRow } from './row.tsx';
import { texts } from './texts.ts';

export const path = '/isos';
export const load = () => queryClient.prefetchQuery(isosQuery);

const EXAMPLE = { name: 'debian-13-netinst', url: 'https://mirror.example.com/debian-13-netinst.iso' };

const COLUMNS = [
  { kind: 'main', title: texts.columns.name },
  { kind: 'sub', title: texts.columns.state },
  { kind: 'side', title: texts.columns.size },
  { kind: 'wide', title: texts.columns.servers },
  { kind: 'acts', title: texts.columns.acts },
] as const;

const HOST_COLUMNS = COLUMNS.filter(({ kind }) => kind !== 'acts');

export type OpenDialog = { kind: 'add' } | { kind: 'delete'; iso: Iso };

/** Lists the ISO files of the account and of the host, and adds and deletes own ones. */
export function Page() {
  const { data: isos } = useSuspenseQuery(isosQuery);
  const refusalOf = useRefusalOfAct();
  const [menu, setMenu] = useState<{ id: number; anchor: HTMLElement }>();
  const [open, setOpen] = useState<OpenDialog>();
  const close = () => setOpen(undefined);
  const menuIso = isos.find(({ id }) => id === menu?.id);
  // Files of the host have no URL.
  const own = isos.filter(({ url }) => url !== null);
  const hostIsos = isos.filter(({ url }) => url === null);
  const add = (
    <Button icon="plus" kind="main" refusal={refusalOf('addIso')} onPress={() => setOpen({ kind: 'add' })}>
      {texts.add}
    </Button>
  );
  return (
    <>
      <ListingHead title={texts.title}>{own.length > 0 && add}</ListingHead>
      <div className={css.page}>
        {own.length === 0 ? (
          <EmptyListing
            sentence={hostIsos.length === 0 ? texts.emptyAll : texts.empty}
            call={{ operation: 'addIso', input: EXAMPLE }}
          >
            {add}
          </EmptyListing>
        ) : (
          <section>
            <h2>{texts.own}</h2>
            <Listing label={texts.own} columns={COLUMNS}>
              {own.map((iso) => (
                <IsoRow
                  key={iso.id}
                  iso={iso}
                  isMenuOpen={menu?.id === iso.id}
                  onMenu={(anchor) => setMenu({ id: iso.id, anchor })}
                />
              ))}
            </Listing>
          </section>
        )}
        {hostIsos.length > 0 && (
          <section>
            <h2>{texts.host}</h2>
            <Listing label={texts.host} columns={HOST_COLUMNS}>
              {hostIsos.map((iso) => (
                <IsoRow key={iso.id} iso={iso} />
              ))}
            </Listing>
          </section>
        )}
      </div>
      {menu && menuIso && (
        <IsoMenu
          iso={menuIso}
          anchor={menu.anchor}
          onDelete={() => setOpen({ kind: 'delete', iso: menuIso })}
          onClose={() => setMenu(undefined)}
        />
      )}
      {open?.kind === 'add' && <AddIsoDialog onClose={close} />}
      {open?.kind === 'delete' && <DeleteIsoDialog iso={open.iso} onClose={close} />}
    </>
  );
}
