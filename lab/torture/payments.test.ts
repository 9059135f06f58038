import { PAYMENT_SCENARIOS } from './scenarios/payments.ts';
import { torture } from './torture.ts';

for (const scenario of PAYMENT_SCENARIOS) torture(scenario);
