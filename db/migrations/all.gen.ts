/** Made by `npm run gen`: every migration by name, in order. A list and not a folder scan, because the bundle has no folder. */
import type { Migration } from 'kysely/migration';
import * as start20261121T1500 from './20261121T1500-start.ts';
import * as recovering20261127T0100 from './20261127T0100-recovering.ts';
import * as alertNotices20261127T0110 from './20261127T0110-alert-notices.ts';
import * as fences20261127T0130 from './20261127T0130-fences.ts';
import * as comments20261127T0800 from './20261127T0800-comments.ts';
import * as bankReferences20261128T1000 from './20261128T1000-bank-references.ts';
import * as outcomesOfMail20261128T1101 from './20261128T1101-outcomes-of-mail.ts';
import * as complaintFacts20261128T1102 from './20261128T1102-complaint-facts.ts';
import * as cardConsent20261128T1200 from './20261128T1200-card-consent.ts';
import * as madeByTokens20261128T1300 from './20261128T1300-made-by-tokens.ts';
import * as asciiDomains20261128T1400 from './20261128T1400-ascii-domains.ts';
import * as taxOfPostalCodes20261128T1441 from './20261128T1441-tax-of-postal-codes.ts';
import * as timeZoneOfTheSeller20261128T1442 from './20261128T1442-time-zone-of-the-seller.ts';
import * as trustedAddresses20261128T1450 from './20261128T1450-trusted-addresses.ts';
import * as enablingSessions20261128T1451 from './20261128T1451-enabling-sessions.ts';
import * as schemaDigests20261128T1710 from './20261128T1710-schema-digests.ts';
import * as imageFiles20261128T1730 from './20261128T1730-image-files.ts';
import * as listsWithoutCounts20261128T2125 from './20261128T2125-lists-without-counts.ts';
import * as auditLogWithoutCounts20261128T2140 from './20261128T2140-audit-log-without-counts.ts';
import * as searchesWithoutCachedNames20261128T2155 from './20261128T2155-searches-without-cached-names.ts';
import * as serversWithoutCachedRows20261129T0300 from './20261129T0300-servers-without-cached-rows.ts';
import * as paymentsBeingClosed20261129T0730 from './20261129T0730-payments-being-closed.ts';
import * as refundsByHand20261129T0800 from './20261129T0800-refunds-by-hand.ts';
import * as approvalsByRole20261129T0810 from './20261129T0810-approvals-by-role.ts';
import * as refundsOfOrders20261129T0820 from './20261129T0820-refunds-of-orders.ts';
import * as mailsDue20261129T1030 from './20261129T1030-mails-due.ts';
import * as serviceEnds20261129T1045 from './20261129T1045-service-ends.ts';
import * as secretKeyDigest20261129T1400 from './20261129T1400-secret-key-digest.ts';
import * as nodeLinks20261129T1900 from './20261129T1900-node-links.ts';
import * as userDataKinds20261129T1910 from './20261129T1910-user-data-kinds.ts';
import * as imageReports20261129T1920 from './20261129T1920-image-reports.ts';
import * as queuedProforms20261129T2130 from './20261129T2130-queued-proforms.ts';
import * as voidApprovals20261129T2140 from './20261129T2140-void-approvals.ts';
import * as liveDrains20261130T0110 from './20261130T0110-live-drains.ts';
import * as returnedCredits20261130T0500 from './20261130T0500-returned-credits.ts';
import * as needlessCredits20261130T0915 from './20261130T0915-needless-credits.ts';
import * as approvalExpiries20261130T1210 from './20261130T1210-approval-expiries.ts';

export const MIGRATIONS: Record<string, Migration> = {
  '20261121T1500-start': start20261121T1500,
  '20261127T0100-recovering': recovering20261127T0100,
  '20261127T0110-alert-notices': alertNotices20261127T0110,
  '20261127T0130-fences': fences20261127T0130,
  '20261127T0800-comments': comments20261127T0800,
  '20261128T1000-bank-references': bankReferences20261128T1000,
  '20261128T1101-outcomes-of-mail': outcomesOfMail20261128T1101,
  '20261128T1102-complaint-facts': complaintFacts20261128T1102,
  '20261128T1200-card-consent': cardConsent20261128T1200,
  '20261128T1300-made-by-tokens': madeByTokens20261128T1300,
  '20261128T1400-ascii-domains': asciiDomains20261128T1400,
  '20261128T1441-tax-of-postal-codes': taxOfPostalCodes20261128T1441,
  '20261128T1442-time-zone-of-the-seller': timeZoneOfTheSeller20261128T1442,
  '20261128T1450-trusted-addresses': trustedAddresses20261128T1450,
  '20261128T1451-enabling-sessions': enablingSessions20261128T1451,
  '20261128T1710-schema-digests': schemaDigests20261128T1710,
  '20261128T1730-image-files': imageFiles20261128T1730,
  '20261128T2125-lists-without-counts': listsWithoutCounts20261128T2125,
  '20261128T2140-audit-log-without-counts': auditLogWithoutCounts20261128T2140,
  '20261128T2155-searches-without-cached-names': searchesWithoutCachedNames20261128T2155,
  '20261129T0300-servers-without-cached-rows': serversWithoutCachedRows20261129T0300,
  '20261129T0730-payments-being-closed': paymentsBeingClosed20261129T0730,
  '20261129T0800-refunds-by-hand': refundsByHand20261129T0800,
  '20261129T0810-approvals-by-role': approvalsByRole20261129T0810,
  '20261129T0820-refunds-of-orders': refundsOfOrders20261129T0820,
  '20261129T1030-mails-due': mailsDue20261129T1030,
  '20261129T1045-service-ends': serviceEnds20261129T1045,
  '20261129T1400-secret-key-digest': secretKeyDigest20261129T1400,
  '20261129T1900-node-links': nodeLinks20261129T1900,
  '20261129T1910-user-data-kinds': userDataKinds20261129T1910,
  '20261129T1920-image-reports': imageReports20261129T1920,
  '20261129T2130-queued-proforms': queuedProforms20261129T2130,
  '20261129T2140-void-approvals': voidApprovals20261129T2140,
  '20261130T0110-live-drains': liveDrains20261130T0110,
  '20261130T0500-returned-credits': returnedCredits20261130T0500,
  '20261130T0915-needless-credits': needlessCredits20261130T0915,
  '20261130T1210-approval-expiries': approvalExpiries20261130T1210,
};
