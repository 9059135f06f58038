import { tortureByHostDown } from './host-down.ts';
import { FLOATING_IP_HOST_DOWN } from './host-down-scenarios.ts';

for (const scenario of FLOATING_IP_HOST_DOWN) tortureByHostDown(scenario);
