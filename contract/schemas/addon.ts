import { z } from 'zod';
import { CancelRequest } from './cancel-request.ts';
import { AutoPay, about, Id, line, MoneyNumber, MoneyText, Reason, Time } from './primitives.ts';
import { ServiceStatus } from './service.ts';

export const Addon = z
  .strictObject({
    id: Id.describe('Id of the addon.'),
    name: z.string().meta(about('Its key.', 'backups')),
    status: ServiceStatus.describe('Its billing status.'),
    quantity: z.int().meta(about('How many: seats, accounts or pieces.', 1)),
    amount: MoneyText.describe('Price of a month for all of them, without VAT.'),
    amount_with_vat: MoneyText.describe('The same with VAT at the rate of the account.'),
    upgrade_price_per_user: MoneyText.nullable().describe(
      'What another seat costs a month, without VAT; null unless it counts seats. Until the expiry it costs the `scale_price` of the available addons.',
    ),
    upgrade_price_per_user_with_vat: MoneyText.nullable().describe('The same with VAT at the rate of the account.'),
    downgrade_price_per_user: MoneyText.nullable().describe(
      'What a seat less saves a month, without VAT; null unless it counts seats.',
    ),
    downgrade_price_per_user_with_vat: MoneyText.nullable().describe('The same with VAT at the rate of the account.'),
    created_at: Time.describe('When it was ordered.'),
    ended_at: Time.nullable().describe('When it ended; null until then.'),
    cancel_request: CancelRequest.nullable().describe('The request to end it; null when there is none.'),
    extra: z
      .strictObject({ next_backup_at: Time.nullable().describe('When the next weekly backup is due; null when none is.') })
      .nullable()
      .describe('What only addons of this kind have; null when there is nothing.'),
  })
  .meta({ id: 'Addon', description: 'An extra of a server, in addition to its plan.' });
export type Addon = z.infer<typeof Addon>;

/** An addon that a server can get, or scale when it has it. */
export const AvailableAddon = z
  .strictObject({
    key: z.string().meta(about('Key by which an order names it.', 'backups')),
    price: MoneyNumber.describe('Price of a month, without VAT.'),
    price_with_vat: MoneyNumber.describe('The same with VAT at the rate of the account.'),
    price_until_expiry: MoneyNumber.describe('Price until the expiry of the server, without VAT.'),
    price_until_expiry_with_vat: MoneyNumber.describe('The same with VAT at the rate of the account.'),
    scale_price: MoneyNumber.optional().describe(
      'What another seat costs until the expiry, without VAT. Only with an addon that the server has and that counts seats.',
    ),
    scale_price_with_vat: MoneyNumber.optional().describe('The same with VAT at the rate of the account.'),
  })
  .meta({ id: 'AvailableAddon', description: 'An addon that a server can get, or scale when it has it.' });
export type AvailableAddon = z.infer<typeof AvailableAddon>;

/** A number of which 0 is none, as if it were not given. */
const noneOr = (most: number) =>
  z
    .int()
    .min(0)
    .max(most)
    .transform((count) => (count === 0 ? undefined : count));
const seats = noneOr(10_000);
const cpanel = line(1, 64);

/** The addons that a new server or a purchase can name. */
export const addonChoices = {
  backups: z.boolean().optional().meta(about('Weekly backups; the last 3 are kept.', true)),
  cpanel: cpanel.optional().meta(about('Key of a cPanel licence of the catalogue.', 'cpanel-admin-5')),
  bandwidth: noneOr(1000).optional().meta(about('TB of traffic more a month; 0 is none.', 1)),
  microsoft_rds_sal: seats.optional().meta(about('Users of Remote Desktop Services; 0 is none.', 2)),
  microsoft_office_sal: seats.optional().meta(about('Users of Microsoft Office; 0 is none.', 2)),
};

export const PurchaseAddons = z
  .strictObject({ ...addonChoices, auto_pay: AutoPay })
  .refine(
    ({ auto_pay: _how, ...addons }) => Object.values(addons).some((value) => value !== undefined && value !== false),
    'Must name at least one addon.',
  )
  .meta({ id: 'PurchaseAddons', description: 'The addons to order, at least one.' });

/** The new size of addons that the server has. */
const scalable = {
  cpanel: cpanel
    .optional()
    .meta(about('Key of the cPanel licence that replaces the present one. Stays as it is when left out.', 'cpanel-admin-5')),
  microsoft_rds_sal: seats
    .optional()
    .meta(about('New number of users of Remote Desktop Services. Stays as it is when left out.', 4)),
  microsoft_office_sal: seats.optional().meta(about('New number of users of Microsoft Office. Stays as it is when left out.', 4)),
};
const THOSE_THAT_SCALE = `Only these addons scale: ${Object.keys(scalable).join(', ')}.`;

export const ScaleAddons = z
  .strictObject(scalable, {
    error: ({ code }) => (code === 'unrecognized_keys' ? THOSE_THAT_SCALE : undefined),
  })
  .refine((body) => Object.values(body).some((value) => value !== undefined), 'Must name at least one addon.')
  .meta({ id: 'ScaleServerAddons', description: 'The new sizes, at least one.' });

export const AddonScaleCost = z
  .strictObject({
    amount: MoneyText.describe('Price until the expiry without VAT; negative: a refund to the balance.'),
    amount_with_vat: MoneyText.describe('The same with VAT at the rate of the account.'),
  })
  .meta({ id: 'AddonScaleCost', description: 'What other sizes of addons would cost.' });
export type AddonScaleCost = z.infer<typeof AddonScaleCost>;

export const CancelAddon = z
  .strictObject({
    reason: Reason.meta(about('Why, for the operator of the service.', 'No longer needed.')),
    now: z.boolean().describe('true: at once; false: when the paid time is over.'),
  })
  .meta({ id: 'CancelAddon', description: 'When to cancel it, and why.' });

/** What scaling a server costs; negative: a refund to the balance. */
export const ScaleCost = z
  .strictObject({
    amount: MoneyNumber.describe('Price until the expiry without VAT; negative: a refund to the balance.'),
    amount_with_vat: MoneyNumber.describe('The same with VAT at the rate of the account.'),
    estimated_downtime: z
      .enum(['short', 'extended'])
      .meta(about('`short`: about the time of a restart; `extended`: the disk is rewritten, which may take minutes.', 'short')),
  })
  .meta({ id: 'ScaleCost', description: 'What scaling a server would cost.' });
export type ScaleCost = z.infer<typeof ScaleCost>;
