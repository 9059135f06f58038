import { z } from 'zod';
import { operation } from '../define.ts';
import { pageOf } from '../envelope.ts';
import { pageQuery } from '../query.ts';
import { Affiliate, AffiliateConversion, AffiliatePayout, UpdateReferralCode } from '../schemas/affiliate.ts';

export const affiliate = {
  getAffiliate: operation({
    method: 'GET',
    path: '/affiliate',
    group: 'Affiliate',
    title: 'Get affiliate information',
    summary: 'Returns the referral code and its earnings. Answers `not_found` until the affiliate program is activated.',
    origin: 'known',
    ability: 'read',
    bodyKind: 'none',
    reply: { status: 200, schema: Affiliate },
    failures: ['not_found'],
  }),
  listAffiliateConversions: operation({
    method: 'GET',
    path: '/affiliate/conversions',
    group: 'Affiliate',
    title: 'List conversions',
    summary: 'Lists paid orders of customers who signed up with the referral code.',
    origin: 'ours',
    ability: 'read',
    query: z.strictObject(pageQuery()),
    bodyKind: 'none',
    reply: { status: 200, schema: pageOf(AffiliateConversion), paginated: true },
    failures: ['not_found'],
  }),
  listAffiliatePayouts: operation({
    method: 'GET',
    path: '/affiliate/payouts',
    group: 'Affiliate',
    title: 'List payouts',
    summary: 'Lists payouts of commission.',
    origin: 'ours',
    ability: 'read',
    query: z.strictObject(pageQuery()),
    bodyKind: 'none',
    reply: { status: 200, schema: pageOf(AffiliatePayout), paginated: true },
    failures: ['not_found'],
  }),
  activateAffiliate: operation({
    method: 'POST',
    path: '/affiliate',
    group: 'Affiliate',
    title: 'Activate affiliate program',
    summary:
      'Activates the affiliate program and creates a referral code for the account. Refused if the program is already active.',
    origin: 'ours',
    ability: 'write',
    needs: ['pay'],
    bodyKind: 'none',
    reply: { status: 201, schema: Affiliate },
    failures: ['wrong_state'],
  }),
  updateReferralCode: operation({
    method: 'PUT',
    path: '/affiliate',
    group: 'Affiliate',
    title: 'Update referral code',
    summary: 'Sets another referral code. Links with the previous code remain valid.',
    origin: 'known',
    ability: 'write',
    needs: ['pay'],
    bodyKind: 'json',
    body: UpdateReferralCode,
    reply: { status: 200, schema: Affiliate },
    failures: ['not_found'],
  }),
};
