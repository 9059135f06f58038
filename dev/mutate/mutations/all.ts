import type { Mutation } from '../mutation.ts';
import { ACCESS } from './access.ts';
import { ACCOUNT_CLOSING } from './account-closing.ts';
import { BACKUP } from './backup.ts';
import { BILLING } from './billing.ts';
import { CAPACITY } from './capacity.ts';
import { EMAIL_CHANGES } from './email-change.ts';
import { IMAGES } from './images.ts';
import { MAIL_IN } from './mail-in.ts';
import { MONEY } from './money.ts';
import { NETWORK } from './network.ts';
import { OUTGOING } from './outgoing.ts';
import { OUTGOING_HTTP } from './outgoing-http.ts';
import { PEOPLE } from './people.ts';
import { SCHEMAS } from './schemas.ts';
import { SESSIONS } from './sessions.ts';
import { SINGLE_SIGN_ON } from './single-sign-on.ts';
import { SPACE } from './space.ts';
import { STAFF } from './staff.ts';
import { STATES } from './states.ts';
import { TAX } from './tax.ts';
import { UPGRADES } from './upgrades.ts';
import { VIRUS_SCAN } from './virus-scan.ts';
import { WEBHOOKS_OF_CUSTOMERS } from './webhooks.ts';

/** All mutations of guards and rules, by subject. */
export const MUTATIONS: readonly Mutation[] = [
  ...MONEY,
  ...BILLING,
  ...CAPACITY,
  ...ACCESS,
  ...PEOPLE,
  ...EMAIL_CHANGES,
  ...ACCOUNT_CLOSING,
  ...NETWORK,
  ...SINGLE_SIGN_ON,
  ...OUTGOING,
  ...OUTGOING_HTTP,
  ...STAFF,
  ...STATES,
  ...TAX,
  ...SESSIONS,
  ...MAIL_IN,
  ...VIRUS_SCAN,
  ...WEBHOOKS_OF_CUSTOMERS,
  ...BACKUP,
  ...SCHEMAS,
  ...SPACE,
  ...IMAGES,
  ...UPGRADES,
];
