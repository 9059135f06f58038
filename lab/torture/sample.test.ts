import { sampleScenario } from './scenarios/sample.ts';
import { torture } from './torture.ts';

torture(sampleScenario);
