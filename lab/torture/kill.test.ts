import { tortureByKill } from './kill.ts';
import { SCENARIOS } from './scenarios/all.ts';

tortureByKill(SCENARIOS);
