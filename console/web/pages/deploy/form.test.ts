import { describe, expect, it } from 'vitest';
import { countOf, EMPTY, namesOf, readForm, toCall, writeForm } from './form.ts';

describe('call', () => {
  it('asks for nothing without a plan', () => {
    expect(toCall(EMPTY)).toBeUndefined();
  });

  it('has only what was chosen', () => {
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

describe('URL', () => {
  it('keeps the choices, and never the password', () => {
    const form = {
      ...EMPTY,
      plan: 'small',
      sourceId: 4,
      source: 'backup' as const,
      cycle: 12,
      names: 'web-1',
      password: 'secret',
    };
    const written = writeForm(form);
    expect(JSON.stringify(written)).not.toContain('secret');
    expect(readForm(written)).toEqual({ ...form, password: null });
  });

  it('ignores what it does not understand', () => {
    expect(readForm({ source: 'disk', from: '-1', months: '7' })).toEqual(EMPTY);
  });
});
