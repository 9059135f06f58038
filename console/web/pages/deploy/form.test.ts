import { describe, expect, it } from 'vitest';
import {
  countOf,
  cycleFor,
  EMPTY,
  type Form,
  findBrokenLimits,
  namesOf,
  readForm,
  toCall,
  withoutField,
  writeForm,
} from './form.ts';

describe('call', () => {
  it('is undefined without a plan', () => {
    expect(toCall(EMPTY)).toBeUndefined();
  });

  it('contains only chosen fields', () => {
    expect(toCall({ ...EMPTY, plan: 'nano' })).toEqual({ plan: 'nano', billing_cycle: 1 });
    expect(
      toCall({ ...EMPTY, plan: 'nano', source: 'snapshot', sourceId: 3, names: 'a, b', keys: [1], extra_ipv6: 2, promo: ' X ' }),
    ).toEqual({
      plan: 'nano',
      billing_cycle: 1,
      snapshot_id: 3,
      name: ['a', 'b'],
      ssh_keys: [1],
      extra_ipv6: 2,
      promo_code: 'X',
    });
  });

  it('sends one name as a text, and counts names', () => {
    expect(toCall({ ...EMPTY, plan: 'nano', names: ' first ' })).toMatchObject({ name: 'first' });
    expect(namesOf({ ...EMPTY, names: '\tone,two  three ' })).toEqual(['one', 'two', 'three']);
    expect(countOf(EMPTY)).toBe(1);
  });
});

describe('limits', () => {
  const limitsOf = (form: Partial<Form>) => findBrokenLimits(toCall({ ...EMPTY, plan: 'nano', ...form }));

  it('are kept by a form that is not complete yet', () => {
    expect(limitsOf({})).toEqual({ isBroken: false, sentences: {} });
    expect(limitsOf({ names: 'web-1 web-2', script: '#!/bin/sh' }).isBroken).toBe(false);
  });

  it('are broken by a text, whose field says so itself', () => {
    for (const form of [{ names: 'web_1' }, { names: 'web-1, web_2' }, { promo: 'x'.repeat(65) }, { script: '#!\u0000' }]) {
      expect(limitsOf(form)).toEqual({ isBroken: true, sentences: {} });
    }
  });

  it('have a sentence for a value that no text field shows', () => {
    expect(limitsOf({ extra_ipv6: 33, names: 'web_1' })).toEqual({
      isBroken: true,
      sentences: { extra_ipv6: 'Must be at most 32.' },
    });
  });
});

it('leaves out the sentences of one field, and of each value of its list', () => {
  const sentences = { name: 'a', 'name.1': 'b', names: 'c', plan: 'd' };
  expect(withoutField(sentences, 'name')).toEqual({ names: 'c', plan: 'd' });
  expect(withoutField(sentences, undefined)).toEqual(sentences);
});

describe('URL', () => {
  it('keeps every choice, and neither the password nor the script', () => {
    const form = {
      plan: 'small',
      sourceId: 4,
      source: 'backup' as const,
      cycle: 12 as const,
      keys: [3, 8],
      extra_ipv4: 1,
      extra_ipv4_ddos: 2,
      extra_ipv6: 3,
      backups: true,
      names: 'web-1',
      promo: 'SPRING20',
      password: 'secret',
      script: 'export TOKEN=secret',
    };
    for (const field of Object.keys(EMPTY) as (keyof Form)[]) expect(form[field], field).not.toEqual(EMPTY[field]);
    const written = writeForm(form);
    expect(JSON.stringify(written)).not.toContain('secret');
    expect(readForm(written)).toEqual({ ...form, password: null, script: '' });
  });

  it('ignores invalid parameters', () => {
    expect(readForm({ source: 'disk', from: '-1', months: '7', keys: 'x,0', ipv4: '1e9.5', backups: 'no' })).toEqual(EMPTY);
  });
});

it('chooses the shortest sufficient cycle if a promo code needs a longer one', () => {
  expect(cycleFor({ cycle: 1 }, 3)).toBe(3);
  expect(cycleFor({ cycle: 1 }, 5)).toBe(6);
  expect(cycleFor({ cycle: 12 }, 3)).toBe(12);
  expect(cycleFor({ cycle: 1 }, 1)).toBe(1);
});
