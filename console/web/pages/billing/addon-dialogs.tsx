import type { Addon, AvailableAddon, Server } from '@innkeeper/sdk/index';
import { useId, useState } from 'react';
import { client } from '../../data/client.ts';
import { TextField } from '../../parts/text-field.tsx';
import type { FieldRule, FieldRules } from '../../rules/field.ts';
import { fields as cancelFields } from '../../rules/fields/cancelServerAddon.gen.ts';
import { fields as buyFields } from '../../rules/fields/purchaseServerAddons.gen.ts';
import { fields as scaleFields } from '../../rules/fields/scaleServerAddons.gen.ts';
import { CancelDialog } from '../../shared/cancel-dialog.tsx';
import { OrderDialog } from '../../shared/order-dialog.tsx';
import { fieldOf, isCounted, offersFor, requestOf } from './addon-fields.ts';
import css from './page.module.css';
import { namesOfAddon, texts } from './texts.ts';

interface DialogProps {
  server: Server;
  onDone: () => void;
  onClose: () => void;
}

type Purchase = Parameters<typeof client.purchaseServerAddons>[0];
type Change = Parameters<typeof client.scaleServerAddons>[0];

/** Shows the dialog that buys an addon for the rest of the server's paid time. */
export function BuyDialog({ server, offer, onDone, onClose }: DialogProps & { offer: AvailableAddon }) {
  const [count, setCount] = useState('1');
  const { title, short } = namesOfAddon(offer.key);
  const quantity = readCount(count);
  const input = quantity === undefined ? undefined : ({ id: server.id, ...requestOf(offer.key, quantity) } as Purchase);
  return (
    <OrderDialog
      title={title}
      operation="purchaseServerAddons"
      input={input}
      quote={(payload, options) => client.purchaseServerAddons({ ...payload, dry_run: true }, options)}
      send={(payload, options) => client.purchaseServerAddons(payload, options)}
      label={(amount) => texts.buyFor(short, amount)}
      plainLabel={texts.buy(short)}
      onDone={onDone}
      onClose={onClose}
    >
      {({ fields, clear }) => (
        <>
          <p className="soft">{texts.until}</p>
          {isCounted(offer.key) && (
            <Count
              rule={ruleOf(buyFields, offer.key)}
              sent={quantity}
              value={count}
              error={fields[fieldOf(offer.key)]}
              onChange={(value) => {
                setCount(value);
                clear();
              }}
            />
          )}
        </>
      )}
    </OrderDialog>
  );
}

/**
 * Shows the dialog that changes the number of seats, or the licence. The price difference is immediately charged to the balance, or
 * refunded to it.
 */
export function ChangeDialog({
  server,
  addon,
  available,
  onDone,
  onClose,
}: DialogProps & { addon: Addon; available: readonly AvailableAddon[] }) {
  const id = useId();
  const offers = offersFor(addon, available);
  const [count, setCount] = useState(String(addon.quantity));
  const [licence, setLicence] = useState(offers[0]?.key ?? addon.name);
  const isSeats = isCounted(addon.name);
  const quantity = readCount(count);
  const isSame = isSeats && quantity === addon.quantity;
  const input =
    quantity === undefined || isSame
      ? undefined
      : ({ id: server.id, ...requestOf(isSeats ? addon.name : licence, quantity) } as Change);
  return (
    <OrderDialog
      title={namesOfAddon(addon.name).title}
      operation="scaleServerAddons"
      input={input}
      quote={(payload, options) => client.scaleServerAddons({ ...payload, dry_run: true }, options)}
      send={(payload, options) => client.scaleServerAddons(payload, options)}
      label={texts.changeFor}
      plainLabel={texts.change}
      paysAtOnce
      onDone={onDone}
      onClose={onClose}
    >
      {({ fields, clear }) =>
        isSeats ? (
          <Count
            rule={ruleOf(scaleFields, addon.name)}
            sent={quantity}
            value={count}
            error={fields[fieldOf(addon.name)]}
            onChange={(value) => {
              setCount(value);
              clear();
            }}
          />
        ) : (
          <label className={css.select} htmlFor={id}>
            {texts.licence}
            <select
              id={id}
              value={licence}
              onChange={(event) => {
                setLicence(event.target.value);
                clear();
              }}
            >
              {offers.map(({ key }) => (
                <option key={key} value={key}>
                  {key}
                </option>
              ))}
            </select>
          </label>
        )
      }
    </OrderDialog>
  );
}

const NOTES: Partial<Record<ReturnType<typeof fieldOf>, string>> = {
  backups: texts.lossBackups,
  extra_ipv4: texts.lossAddress,
  extra_ipv4_ddos: texts.lossAddress,
  extra_ipv6: texts.lossAddress,
};

/** Shows the dialog that cancels an addon at the end of its paid time, or now with a refund. */
export function CancelAddonDialog({ server, addon, onDone, onClose }: DialogProps & { addon: Addon }) {
  const note = NOTES[fieldOf(addon.name)];
  return (
    <CancelDialog
      title={texts.cancelOf(namesOfAddon(addon.name).title)}
      operation="cancelServerAddon"
      rule={cancelFields.reason}
      expiry={server.expiry_at}
      inputOf={({ now, reason = texts.noReason }) => ({ id: server.id, addon_id: addon.id, reason, now })}
      quote={(payload, options) => client.cancelServerAddon({ ...payload, dry_run: true }, options)}
      send={(payload, options) => client.cancelServerAddon(payload, options)}
      atEnd={() => `${texts.addonAtEndWhat} ${note ?? ''}`}
      losses={() => (
        <p className="soft">
          {texts.addonNowWhat} {note}
        </p>
      )}
      onDone={onDone}
      onClose={onClose}
    />
  );
}

/** Parses a positive integer. Returns `undefined` for any other text. */
function readCount(text: string): number | undefined {
  const count = Number(text);
  return Number.isSafeInteger(count) && count > 0 ? count : undefined;
}

/** Returns the limits of an addon that is bought in a quantity. */
const ruleOf = (fields: FieldRules, key: string): FieldRule => fields[fieldOf(key)] ?? {};

function Count({
  rule,
  sent,
  value,
  error,
  onChange,
}: {
  rule: FieldRule;
  sent: number | undefined;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}) {
  return (
    <TextField
      label={texts.number}
      error={error}
      rule={rule}
      sent={sent}
      type="number"
      min={1}
      value={value}
      autoComplete="off"
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
