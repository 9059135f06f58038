import { FAILURE_CODES } from '@innkeeper/model/failures';
import { describe, expect, it } from 'vitest';
import type { StatusTable } from './openapi/responses.ts';
import { openApiDocument } from './openapi.ts';

interface Schema {
  type?: string | string[];
  'x-money'?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
}

const status = Object.fromEntries(Object.keys(FAILURE_CODES).map((code) => [code, 400])) as StatusTable;
const { components } = openApiDocument({ serverUrl: '/v1', status, description: '' }) as {
  components: { schemas: Record<string, Schema> };
};

/** Names of prices and amounts. Other numbers are counts, rates and units. */
const IS_MONEY =
  /amount|price|^balance$|balance_limit|expenses|shortfall|discount|earnings|turnover|monthly_cap|^(minimum|maximum)$/;
/** Amounts whose names do not match `IS_MONEY`, because the same names are not amounts in other schemas. */
const IS_TOO = ['Quote.balance.now', 'Quote.balance.after', 'Quote.cap.limit', 'Quote.cap.spent', 'Quote.cap.left'];
const IS_NOT = ['UnconfirmedDeposit.tx_amount', 'Balance.unconfirmed_bitcoin_deposits.tx_amount', 'OrderLine.amount_sublabel'];
const AS_TEXT = ['Server', 'ServerSummary', 'ServerEvent', 'Plan', 'Addon', 'FloatingIpPlan', 'AddonScaleCost'];

function fields(schema: Schema, at: string): { at: string; field: Schema }[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const [first] = (field.anyOf ?? [field]).filter(({ type }) => type !== 'null');
    const one = first?.items ?? first ?? field;
    const inner = one.properties ? fields(one, `${at}.${name}`) : [];
    return [{ at: `${at}.${name}`, field: one }, ...inner];
  });
}

describe('money', () => {
  const all = Object.entries(components.schemas).flatMap(([name, schema]) => fields(schema, name));

  it('marks every money field with x-money, and no other field', () => {
    const named = all.filter(({ at }) => IS_MONEY.test(at.split('.').at(-1) ?? '') && !IS_NOT.includes(at));
    const plain = named.filter(
      ({ field }) => field.properties === undefined && field['x-money'] === undefined && !('$ref' in field),
    );
    expect(plain.map(({ at }) => at)).toEqual([]);
    const others = all.filter(
      ({ at, field }) => field['x-money'] !== undefined && !IS_MONEY.test(at.split('.').at(-1) ?? '') && !IS_TOO.includes(at),
    );
    expect(others.map(({ at }) => at)).toEqual([]);
  });

  it('is a string in the schemas of AS_TEXT (Server, Plan, Addon and others), and a number elsewhere', () => {
    for (const { at, field } of all.filter((one) => one.field['x-money'] !== undefined)) {
      const form = AS_TEXT.includes(at.split('.')[0] ?? '') ? 'string' : 'number';
      expect(field['x-money'], at).toBe(form);
      expect(
        [field.type].flat().filter((type) => type !== 'null'),
        at,
      ).toEqual([form]);
    }
  });
});
