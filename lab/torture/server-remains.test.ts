import { remainsScenario } from './scenarios/server-remains.ts';
import { torture } from './torture.ts';

torture(remainsScenario);
