/** Which rows the entries of catalogue.yaml are: tables and columns by the names of its fields. */

import type { Database } from '@innkeeper/db/schema';
import type { SectionName, SingleName } from '@innkeeper/model/catalogue/sections';

export interface ListTable {
  table: keyof Database & string;
  /** Of the entry that the file names by `key`. */
  key: string;
  /** Tables that name the plans of an entry, with the column of the entry. */
  plans?: { table: 'plan_addons' | 'promo_code_plans'; column: 'addon_product_id' | 'promo_code_id' };
  /** How a row says that it is not on sale. */
  off: 'disabled_at' | 'enabled';
}

/** VAT rates are told apart by country and day, and written by themselves. */
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

/** Of those that are one row. */
export const SINGLE_TABLES: Readonly<Record<SingleName, keyof Database & string>> = {
  seller: 'seller',
  affiliate: 'affiliate_terms',
  support_hours: 'support_hours',
};

export type ListName = keyof typeof TABLES;
export const LIST_NAMES = Object.keys(TABLES) as ListName[];

/** Others have the name of their field. */
const COLUMNS: Readonly<Record<string, string>> = {
  memory: 'memory_mb',
  disk: 'disk_gb',
  traffic: 'bandwidth_tb',
  network_speed: 'network_speed_mbps',
  iops: 'disk_iops',
  disk_speed: 'disk_mb_per_second',
  minimum_months: 'minimum_billing_cycle',
};

export const columnOf = (field: string): string => COLUMNS[field] ?? field;
