import { expect, it } from 'vitest';
import { describeNeeds, refusalOf } from './image-needs.ts';

const nano = { memory: '1', disk: '10' };
const micro = { memory: '2', disk: '25' };

it('refuses plans with too little memory or too small a disk for the image', () => {
  expect(refusalOf(nano, { minimum_ram: 2, minimum_disk: 20 })).toBe('The image needs 2 GB of memory');
  expect(refusalOf(nano, { minimum_ram: 1, minimum_disk: 20 })).toBe('The image needs a disk of 20 GB');
  expect(refusalOf(micro, { minimum_ram: 2, minimum_disk: 25 })).toBeUndefined();
  expect(refusalOf(nano, { minimum_ram: 1, minimum_disk: null })).toBeUndefined();
  expect(refusalOf(nano, undefined)).toBeUndefined();
});

it('says what an image needs only if a plan has less', () => {
  const needs = (minimum_disk: number | null, minimum_ram = 1) => describeNeeds({ minimum_ram, minimum_disk }, [nano, micro]);
  expect([needs(null), needs(10), needs(11), needs(11, 2)]).toEqual([
    [],
    [],
    ['needs a disk of 11 GB'],
    ['needs 2 GB of memory', 'needs a disk of 11 GB'],
  ]);
});
