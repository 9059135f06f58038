import { describe } from 'vitest';
import { seed } from '../draw.ts';
import { tortureByKill } from './kill.ts';
import { SCENARIOS } from './scenarios/all.ts';

const seedOfRun = seed();

// The name of a failed test contains its seed.
describe(seedOfRun === undefined ? 'all deaths' : `seed ${seedOfRun}`, () => tortureByKill(SCENARIOS, seedOfRun));
