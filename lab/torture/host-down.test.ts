import { tortureByHostDown } from './host-down.ts';
import { SERVER_SCENARIOS } from './host-down-scenarios.ts';

for (const scenario of SERVER_SCENARIOS) tortureByHostDown(scenario);
