import { z } from 'zod';
import { CancelRequest } from './cancel-request.ts';
import { AutoPay, about, Id, line, MoneyNumber, MoneyText, Reason, Time } from './primitives.ts';
import { ServiceStatus } from './service.ts';

export const Addon = z
  .strictObject({
    id: Id.describe('Id of the addon.'),
    name: z.string().meta(about('Key of the addon.', 'backups')),
    status: ServiceStatus.describe('Billing status.'),
    quantity: z.int().meta(about('Quantity: number of seats, accounts or pieces.', 1)),
    amount: MoneyText.describe('Monthly price of the whole quantity, without VAT.'),
    amount_with_vat: MoneyText.describe('Monthly price of the whole quantity, with VAT at the rate of the account.'),
    upgrade_price_per_user: MoneyText.nullable().describe(
      'Monthly price of one more seat, without VAT. Null if the addon has no seats. The price until the expiry is `scale_price` of the available addons.',
    ),
    upgrade_price_per_user_with_vat: MoneyText.nullable().describe(
      'Monthly price of one more seat, with VAT at the rate of the account.',
    ),
    downgrade_price_per_user: MoneyText.nullable().describe(
      'Monthly saving of one seat less, without VAT. Null if the addon has no seats.',
    ),
    downgrade_price_per_user_with_vat: MoneyText.nullable().describe(
      'Monthly saving of one seat less, with VAT at the rate of the account.',
    ),
    created_at: Time.describe('Time of the order.'),
    ended_at: Time.nullable().describe('Time when the addon ended, or null if it has not ended.'),
    cancel_request: CancelRequest.nullable().describe('Cancellation of the addon, or null if there is none.'),
    extra: z
      .strictObject({ next_backup_at: Time.nullable().describe('Time of the next weekly backup, or null if none is due.') })
      .nullable()
      .describe('Additional data of this kind of addon, or null if there is none.'),
  })
  .meta({ id: 'Addon', description: 'An extra of a server, in addition to its plan.' });
export type Addon = z.infer<typeof Addon>;

/** An addon that can be added to a server, or scaled if the server has it. */
export const AvailableAddon = z
  .strictObject({
    key: z.string().meta(about('Key that orders use for the addon.', 'backups')),
    price: MoneyNumber.describe('Monthly price, without VAT.'),
    price_with_vat: MoneyNumber.describe('Monthly price, with VAT at the rate of the account.'),
    price_until_expiry: MoneyNumber.describe('Price until the expiry of the server, without VAT.'),
    price_until_expiry_with_vat: MoneyNumber.describe(
      'Price until the expiry of the server, with VAT at the rate of the account.',
    ),
    scale_price: MoneyNumber.optional().describe(
      'Price of one more seat until the expiry, without VAT. Only for an addon with seats that the server already has.',
    ),
    scale_price_with_vat: MoneyNumber.optional().describe(
      'Price of one more seat until the expiry, with VAT at the rate of the account.',
    ),
  })
  .meta({ id: 'AvailableAddon', description: 'An addon that a server can get, or scale if it already has the addon.' });
export type AvailableAddon = z.infer<typeof AvailableAddon>;

/** Returns the schema of a number for which 0 counts as omitted. */
const zeroOr = (max: number) =>
  z
    .int()
    .min(0)
    .max(max)
    .transform((count) => (count === 0 ? undefined : count));
const seats = zeroOr(10_000);
const cpanel = line(1, 64);

/** Addons that a new server or a purchase can name. */
export const addonChoices = {
  backups: z.boolean().optional().meta(about('True to add weekly backups. The latest 3 are kept.', true)),
  cpanel: cpanel.optional().meta(about('Key of a cPanel licence in the catalogue.', 'cpanel-admin-5')),
  bandwidth: zeroOr(1000).optional().meta(about('Additional traffic in TB per month. 0 means none.', 1)),
  microsoft_rds_sal: seats.optional().meta(about('Number of users of Remote Desktop Services. 0 means none.', 2)),
  microsoft_office_sal: seats.optional().meta(about('Number of users of Microsoft Office. 0 means none.', 2)),
};

export const PurchaseAddons = z
  .strictObject({ ...addonChoices, auto_pay: AutoPay })
  .refine(
    ({ auto_pay: _how, ...addons }) => Object.values(addons).some((value) => value !== undefined && value !== false),
    'Must name at least one addon.',
  )
  .meta({ id: 'PurchaseAddons', description: 'The addons to order, at least one.' });

/** New quantities of addons that the server has. */
const scalable = {
  cpanel: cpanel
    .optional()
    .meta(about('Key of the cPanel licence that replaces the current one. Default: unchanged.', 'cpanel-admin-5')),
  microsoft_rds_sal: seats.optional().meta(about('New number of users of Remote Desktop Services. Default: unchanged.', 4)),
  microsoft_office_sal: seats.optional().meta(about('New number of users of Microsoft Office. Default: unchanged.', 4)),
};
const SCALABLE_ADDONS_MESSAGE = `Must be one of the addons that can be scaled: ${Object.keys(scalable).join(', ')}.`;

export const ScaleAddons = z
  .strictObject(scalable, {
    error: ({ code }) => (code === 'unrecognized_keys' ? SCALABLE_ADDONS_MESSAGE : undefined),
  })
  .refine((body) => Object.values(body).some((value) => value !== undefined), 'Must name at least one addon.')
  .meta({ id: 'ScaleServerAddons', description: 'New quantities of addons, at least one.' });

export const AddonScaleCost = z
  .strictObject({
    amount: MoneyText.describe('Price until the expiry, without VAT. A negative amount is a refund to the balance.'),
    amount_with_vat: MoneyText.describe('Price until the expiry, with VAT at the rate of the account.'),
  })
  .meta({ id: 'AddonScaleCost', description: 'Price of other addon quantities.' });
export type AddonScaleCost = z.infer<typeof AddonScaleCost>;

export const CancelAddon = z
  .strictObject({
    reason: Reason.meta(about('Reason, for the operator of the service.', 'No longer needed.')),
    now: z.boolean().describe('True to cancel immediately, false to cancel at the end of the paid time.'),
  })
  .meta({ id: 'CancelAddon', description: 'Time and reason of the cancellation.' });

/** Price of scaling a server. A negative amount is a refund to the balance. */
export const ScaleCost = z
  .strictObject({
    amount: MoneyNumber.describe('Price until the expiry, without VAT. A negative amount is a refund to the balance.'),
    amount_with_vat: MoneyNumber.describe('Price until the expiry, with VAT at the rate of the account.'),
    estimated_downtime: z
      .enum(['short', 'extended'])
      .meta(
        about('Downtime: `short` is about the time of a restart. `extended` rewrites the disk, which can take minutes.', 'short'),
      ),
  })
  .meta({ id: 'ScaleCost', description: 'Price and downtime of scaling a server.' });
export type ScaleCost = z.infer<typeof ScaleCost>;
