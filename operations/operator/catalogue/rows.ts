/** Maps sections and fields of catalogue.yaml to tables and columns. */

import type { Database } from '@innkeeper/db/schema';
import type { SectionName, SingleName } from '@innkeeper/model/catalogue/sections';

export interface ListTable {
  table: keyof Database & string;
  /** Column that identifies the entry. */
  key: string;
  /** Table that links the entry to plans, with the column of the entry. */
  plans?: { table: 'plan_addons' | 'promo_code_plans'; column: 'addon_product_id' | 'promo_code_id' };
  /** Column that marks a row as off sale. */
  off: 'disabled_at' | 'enabled';
}

/** Tables by section. VAT rates are missing here, because they are identified by country and day and written separately. */
export const TABLES: { readonly [Name in Exclude<SectionName, 'vat_rates'>]: ListTable } = {
  plans: { table: 'plans', key: 'key', off: 'disabled_at' },
  addons: {
    table: 'addon_products',
    key: 'key',
    off: 'disabled_at',
    plans: { table: 'plan_addons', column: 'addon_product_id' },
  },
  promo_codes: {
    table: 'promo_codes',
    key: 'code',
    off: 'disabled_at',
    plans: { table: 'promo_code_plans', column: 'promo_code_id' },
  },
  floating_ip_plans: { table: 'floating_ip_plans', key: 'key', off: 'disabled_at' },
  support_plans: { table: 'support_plans', key: 'key', off: 'disabled_at' },
  support_departments: { table: 'support_departments', key: 'key', off: 'disabled_at' },
  payment_methods: { table: 'payment_methods', key: 'key', off: 'enabled' },
};

/** Tables with a single row. */
export const SINGLE_TABLES: Readonly<Record<SingleName, keyof Database & string>> = {
  seller: 'seller',
  affiliate: 'affiliate_terms',
  support_hours: 'support_hours',
};

export type ListName = keyof typeof TABLES;
export const LIST_NAMES = Object.keys(TABLES) as ListName[];

/** Columns whose name differs from the field. */
const COLUMNS: Readonly<Record<string, string>> = {
  memory: 'memory_mb',
  disk: 'disk_gb',
  traffic: 'bandwidth_tb',
  network_speed: 'network_speed_mbps',
  iops: 'disk_iops',
  disk_speed: 'disk_mb_per_second',
  minimum_months: 'minimum_billing_cycle',
};

/** Returns the column of a field. */
export const columnOf = (field: string): string => COLUMNS[field] ?? field;
