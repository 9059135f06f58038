import { z } from 'zod';
import { CancelRequest } from './cancel-request.ts';
import { Id, line, MoneyNumber, MoneyText, Reason, Time } from './primitives.ts';
import { ServiceStatus } from './service.ts';

export const Addon = z
  .strictObject({
    id: Id,
    name: z.string(),
    status: ServiceStatus,
    quantity: z.int(),
    amount: MoneyText,
    amount_with_vat: MoneyText,
    upgrade_price_per_user: MoneyText,
    upgrade_price_per_user_with_vat: MoneyText,
    downgrade_price_per_user: MoneyText,
    downgrade_price_per_user_with_vat: MoneyText,
    created_at: Time,
    ended_at: Time.nullable(),
    cancel_request: CancelRequest.nullable(),
    extra: z.strictObject({ next_backup_at: Time.nullable() }),
  })
  .meta({ id: 'Addon' });
export type Addon = z.infer<typeof Addon>;

/** An addon that a server can get, or scale when it has it. */
export const AvailableAddon = z
  .strictObject({
    key: z.string(),
    price: MoneyText,
    price_with_vat: MoneyText,
    price_until_expiry: MoneyText,
    price_until_expiry_with_vat: MoneyText,
    scale_price: MoneyText.optional(),
    scale_price_with_vat: MoneyText.optional(),
  })
  .meta({ id: 'AvailableAddon' });
export type AvailableAddon = z.infer<typeof AvailableAddon>;

/** Seats or accounts of a licence. */
const seats = z.int().min(1).max(10_000);

/** The addons that a new server or a purchase can name. */
export const addonChoices = {
  backups: z.boolean().optional().describe('Weekly backups; the last 3 are kept.'),
  cpanel: seats.optional().describe('Accounts of the cPanel licence.'),
  bandwidth: line(1, 64).optional().describe('Key of a bandwidth addon.'),
  microsoft_rds_sal: seats.optional().describe('Users.'),
  microsoft_office_sal: seats.optional().describe('Users.'),
};

export const PurchaseAddons = z
  .strictObject(addonChoices)
  .refine((body) => Object.values(body).some((value) => value !== undefined && value !== false), 'Must name at least one addon.');

/** The new number of seats of addons that the server has. */
export const ScaleAddons = z
  .strictObject({ cpanel: seats.optional(), microsoft_rds_sal: seats.optional(), microsoft_office_sal: seats.optional() })
  .refine((body) => Object.values(body).some((value) => value !== undefined), 'Must name at least one addon.');

export const AddonScaleCost = z.strictObject({ amount: MoneyText, amount_with_vat: MoneyText }).meta({ id: 'AddonScaleCost' });
export type AddonScaleCost = z.infer<typeof AddonScaleCost>;

export const CancelAddon = z.strictObject({ reason: Reason, now: z.boolean() });

/** What scaling a server costs; negative: a refund to the balance. */
export const ScaleCost = z
  .strictObject({ amount: MoneyNumber, amount_with_vat: MoneyNumber, estimated_downtime: z.enum(['short', 'extended']) })
  .meta({ id: 'ScaleCost' });
export type ScaleCost = z.infer<typeof ScaleCost>;
