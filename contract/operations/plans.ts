import { z } from 'zod';
import { operation } from '../define.ts';
import { listOf, pageOf } from '../envelope.ts';
import { freeText, pageQuery } from '../query.ts';
import { Plan, PlanAddon } from '../schemas/plan.ts';
import { PromoCode } from '../schemas/promo-code.ts';
import { byId } from './paths.ts';

export const plans = {
  listPlans: operation({
    method: 'GET',
    path: '/plans',
    group: 'Plans',
    title: 'List plans',
    summary: 'Lists the server plans, with prices for this account.',
    origin: 'known',
    ability: 'read',
    catalogue: true,
    query: z.strictObject({ ...pageQuery(), 'filter[type]': freeText.optional().describe('Only plans of this family.') }),
    bodyKind: 'none',
    reply: { status: 200, schema: pageOf(Plan), paginated: true },
    failures: [],
  }),
  listPlanAddons: operation({
    method: 'GET',
    path: '/plans/{id}/addons',
    group: 'Plans',
    title: 'Plan addon',
    summary: 'Lists the addons that a server of this plan can have.',
    origin: 'known',
    ability: 'read',
    catalogue: true,
    ...byId('plan'),
    bodyKind: 'none',
    reply: { status: 200, schema: listOf(PlanAddon) },
    failures: [],
  }),
  listPlanPromoCodes: operation({
    method: 'GET',
    path: '/plans/{id}/promo-codes',
    group: 'Plans',
    title: 'Plan promo-codes',
    summary: 'Lists the public promo codes for this plan, as a plain array.',
    origin: 'known',
    ability: 'read',
    catalogue: true,
    ...byId('plan'),
    bodyKind: 'none',
    reply: { status: 200, schema: z.array(PromoCode) },
    failures: [],
  }),
};
