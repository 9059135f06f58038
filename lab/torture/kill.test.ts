import { tortureByKill } from './kill.ts';
import { WORLDS } from './worlds/all.ts';

tortureByKill(WORLDS);
