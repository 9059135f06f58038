/** Finds the nonexistent references of a rejected request, so that a client can correct all fields in one go. */
import { Failure } from '@innkeeper/model/failures';
import type { BodyReference, CatalogueReference, NamedReference, RowReference } from '@innkeeper/model/requests/references';
import { checkAddons } from './addons/check.ts';
import type { Cx } from './context.ts';
import { requireMethod } from './payments/methods.ts';
import {
  requireCountry,
  requireDepartment,
  requirePlan,
  requirePlanOnSale,
  requireSupportPlanOnSale,
} from './resources/catalogue.ts';
import { listInvalidRows } from './resources/references.ts';

/** The checks of the use cases, without their locks. Each throws `validation` for the same field with the same sentence as the use case. */
const CHECKS: { readonly [K in CatalogueReference]: (cx: Cx, value: never, field: string) => Promise<unknown> } = {
  plan: (cx, key: string) => requirePlan(cx, key),
  plan_on_sale: (cx, key: string) => requirePlanOnSale(cx, key),
  addon: (cx, key: string, field) => checkAddons(cx, [{ field, key, quantity: 1 }], undefined),
  support_plan_on_sale: (cx, key: string) => requireSupportPlanOnSale(cx, key),
  department: (cx, id: number) => requireDepartment(cx, id),
  country: (cx, id: number) => requireCountry(cx, id),
  payment_method: async (cx, key: string) => key === 'balance' || requireMethod(cx, key),
};

/**
 * Lists the `validation` failures of the references in a body: one query per kind of row and per key. Locks nothing. Rows of another
 * account are not reported.
 */
export async function listInvalidReferences(cx: Cx, named: readonly NamedReference[]): Promise<Failure[]> {
  const failures: Failure[] = [];
  const rows = named.filter((one): one is NamedReference & { kind: RowReference; value: number } => !(one.kind in CHECKS));
  for (const kind of new Set(rows.map((one) => one.kind))) {
    const some = rows.filter((one) => one.kind === kind);
    failures.push(...(await listInvalidRows(cx, kind, some)));
  }
  for (const { kind, value, field } of named) if (kind in CHECKS) failures.push(...(await failureOf(cx, kind, value, field)));
  return failures;
}

async function failureOf(cx: Cx, kind: BodyReference, value: number | string, field: string): Promise<Failure[]> {
  try {
    await CHECKS[kind as CatalogueReference](cx, value as never, field);
    return [];
  } catch (error) {
    if (error instanceof Failure && error.code === 'validation') return [error];
    throw error;
  }
}
