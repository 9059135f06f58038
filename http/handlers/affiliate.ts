import { activateAffiliate } from '@innkeeper/operations/affiliate/activate';
import { getAffiliate } from '@innkeeper/operations/affiliate/get';
import { listAffiliateConversions } from '@innkeeper/operations/affiliate/list-conversions';
import { listAffiliatePayouts } from '@innkeeper/operations/affiliate/list-payouts';
import { updateReferralCode } from '@innkeeper/operations/affiliate/update-code';
import { presentAffiliate, presentConversion, presentPayout } from '@innkeeper/present/affiliate';
import { page } from '@innkeeper/present/page';
import type { Handlers } from './define.ts';

export const affiliate = {
  getAffiliate: async (cx) => presentAffiliate(await getAffiliate(cx)),
  listAffiliateConversions: async (cx, { query }, url) =>
    page(url, query, await listAffiliateConversions(cx, { page: query.page, perPage: query.per_page }), presentConversion),
  listAffiliatePayouts: async (cx, { query }, url) =>
    page(url, query, await listAffiliatePayouts(cx, { page: query.page, perPage: query.per_page }), presentPayout),
  activateAffiliate: async (cx) => presentAffiliate(await activateAffiliate(cx)),
  updateReferralCode: async (cx, { body }) => presentAffiliate(await updateReferralCode(cx, { code: body.referral_code })),
} satisfies Handlers;
