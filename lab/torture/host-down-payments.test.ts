import { tortureByHostDown } from './host-down.ts';
import { PAYMENT_SCENARIOS } from './scenarios/payments.ts';

for (const scenario of PAYMENT_SCENARIOS) tortureByHostDown(scenario);
