import { tortureByHostDown } from './host-down.ts';
import { SERVER_WORLDS } from './host-down-worlds.ts';

for (const world of SERVER_WORLDS) tortureByHostDown(world);
