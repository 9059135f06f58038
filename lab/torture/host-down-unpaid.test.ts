import { tortureByHostDown } from './host-down.ts';
import { TERM_SCENARIOS } from './scenarios/unpaid-server.ts';

for (const scenario of TERM_SCENARIOS) tortureByHostDown(scenario, { goOn: true });
