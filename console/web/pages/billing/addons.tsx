import type { Addon, AvailableAddon, Server } from '@innkeeper/sdk/index';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAct } from '../../data/act.ts';
import { availableAddonsQuery, refetchBilling } from '../../data/billing.ts';
import { client } from '../../data/client.ts';
import { useAddonRefusalOf, useRefusalOf } from '../../data/server-acts.ts';
import { useSummary } from '../../data/servers.ts';
import { useMe } from '../../data/session.ts';
import { Card } from '../../parts/box.tsx';
import { Button } from '../../parts/button.tsx';
import { formatDay, formatMoney } from '../../parts/format.ts';
import { Tag } from '../../parts/state.tsx';
import { RefusalNote } from '../../shared/refusal-note.tsx';
import { BuyDialog, CancelAddonDialog, ChangeDialog } from './addon-dialogs.tsx';
import { fieldOf, offersFor } from './addon-fields.ts';
import css from './page.module.css';
import { namesOfAddon, texts } from './texts.ts';

type OpenDialog = { act: 'buy'; offer: AvailableAddon } | { act: 'change' | 'cancel'; addon: Addon };

/** Shows the addons of a server, and the available ones. */
export function Addons({ server }: { server: Server }) {
  const { currency } = useMe().installation;
  const { data: available = [] } = useQuery(availableAddonsQuery(server.id));
  const refusalOf = useRefusalOf();
  const summary = useSummary(server.id) ?? server;
  const [open, setOpen] = useState<OpenDialog>();
  const currentAddons = server.addons.filter(({ status }) => status !== 'terminated');
  const offers = available.filter((offer) => !currentAddons.some((addon) => fieldOf(addon.name) === fieldOf(offer.key)));
  const close = () => setOpen(undefined);
  const done = () => {
    close();
    void refetchBilling(server.id);
  };
  const props = { server, available, onDone: done, onClose: close };
  const mayBuy = refusalOf('purchaseServerAddons', summary);
  return (
    <Card title={texts.addons}>
      <ul className={css.rows}>
        {currentAddons.length === 0 && <li className="faint">{texts.noAddons}</li>}
        {currentAddons.map((addon) => (
          <Row key={addon.id} server={server} addon={addon} available={available} onOpen={setOpen} />
        ))}
      </ul>
      {offers.length > 0 && (
        <>
          <h3 className={css.below}>{texts.available}</h3>
          <ul className={css.rows}>
            {offers.map((offer) => {
              const { title } = namesOfAddon(offer.key);
              return (
                <li key={offer.key}>
                  <div>
                    <b>{title}</b>
                    <small>{texts.aMonth(formatMoney(offer.price, currency))}</small>
                  </div>
                  <Button icon="plus" label={texts.addOf(title)} refusal={mayBuy} onPress={() => setOpen({ act: 'buy', offer })}>
                    {texts.add}
                  </Button>
                </li>
              );
            })}
          </ul>
        </>
      )}
      {open?.act === 'buy' && <BuyDialog offer={open.offer} {...props} />}
      {open?.act === 'change' && <ChangeDialog addon={open.addon} {...props} />}
      {open?.act === 'cancel' && <CancelAddonDialog addon={open.addon} {...props} />}
    </Card>
  );
}

function Row({
  server,
  addon,
  available,
  onOpen,
}: {
  server: Server;
  addon: Addon;
  available: readonly AvailableAddon[];
  onOpen: (open: OpenDialog) => void;
}) {
  const { currency } = useMe().installation;
  const summary = useSummary(server.id) ?? server;
  const refusalOf = useRefusalOf();
  const addonRefusalOf = useAddonRefusalOf();
  const undo = useAct(async (input: { id: number; addon_id: number }, options) => {
    await client.undoCancelServerAddon(input, options);
    return true;
  });
  const { title } = namesOfAddon(addon.name);
  const isCancelled = addon.cancel_request !== null;
  const undoCancellation = async () => {
    if (await undo.run({ id: server.id, addon_id: addon.id })) await refetchBilling(server.id);
  };
  return (
    <li>
      <div>
        <b>{addon.quantity > 1 ? `${texts.quantity(addon.quantity)} ${title}` : title}</b>
        <small>{describe(addon, server, formatMoney(addon.amount, currency))}</small>
        <RefusalNote refusal={undo.refusal} />
      </div>
      {addon.status === 'awaiting_payment' && <Tag>{texts.awaiting}</Tag>}
      {isCancelled ? (
        <Button
          label={texts.undoOf(title)}
          busy={undo.isRunning}
          refusal={addonRefusalOf('undoCancelServerAddon', summary, addon)}
          onPress={() => void undoCancellation()}
        >
          {texts.undo}
        </Button>
      ) : (
        <>
          {offersFor(addon, available).length > 0 && (
            <Button
              kind="bare"
              label={texts.changeOf(title)}
              refusal={refusalOf('scaleServerAddons', summary)}
              onPress={() => onOpen({ act: 'change', addon })}
            >
              {texts.change}
            </Button>
          )}
          <Button
            kind="bare"
            label={texts.cancelOf(title)}
            refusal={addonRefusalOf('cancelServerAddon', summary, addon)}
            onPress={() => onOpen({ act: 'cancel', addon })}
          >
            {texts.cancel}
          </Button>
        </>
      )}
    </li>
  );
}

function describe(addon: Addon, { expiry_at }: Server, price: string): string {
  const next = addon.extra?.next_backup_at ?? null;
  const parts = [texts.aMonth(price)];
  if (addon.cancel_request !== null) {
    parts.push(expiry_at === null ? texts.endsWithPeriod : texts.endsOn(formatDay(expiry_at)));
  } else if (next !== null) parts.push(texts.nextBackup(formatDay(next)));
  return parts.join(', ');
}
