import { torture } from './torture.ts';
import { sampleWorld } from './worlds/sample.ts';

torture(sampleWorld);
