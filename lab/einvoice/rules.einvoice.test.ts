import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it, test } from 'vitest';
import { areRulesThere, type Checker, openChecker, RULES } from './rules.ts';

describe.runIf(areRulesThere())('our validator for the rules of EN 16931', () => {
  let check: { ubl: Checker; cii: Checker };
  beforeAll(async () => {
    const [ubl, cii] = await Promise.all([openChecker('ubl'), openChecker('cii')]);
    check = { ubl, cii };
  });

  const list = (folder: string): string[] => (areRulesThere() ? readdirSync(path.join(RULES, folder)) : []);
  const read = (...parts: string[]): string => readFileSync(path.join(RULES, ...parts), 'utf8');

  it.each(list('examples'))('accepts the official example %s', (file) => {
    expect(check[file.startsWith('cii') ? 'cii' : 'ubl'](read('examples', file))).toEqual([]);
  });

  it.each(list('unit'))('passes the official cases of %s', (file) => {
    for (const { xml, errors, successes } of casesIn(read('unit', file))) {
      const broken = new Set(check.ubl(xml).map(({ rule }) => rule));
      expect(errors.filter((rule) => !broken.has(rule))).toEqual([]);
      expect(successes.filter((rule) => broken.has(rule))).toEqual([]);
    }
  });

  test('refuses an invoice without its number, in both syntaxes', () => {
    const broken = (syntax: 'ubl' | 'cii', xml: string): string[] => check[syntax](xml).map(({ rule }) => rule);
    expect(broken('ubl', read('examples/ubl_examples_ubl-tc434-example1.xml').replace(/<cbc:ID>[^<]*<\/cbc:ID>/, ''))).toContain(
      'BR-02',
    );
    const cii = read('examples/cii_examples_CII_example1.xml');
    expect(broken('cii', cii.replace(/(<rsm:ExchangedDocument>\s*)<ram:ID>[^<]*<\/ram:ID>/, '$1'))).toContain('BR-02');
  });
});

interface Case {
  xml: string;
  errors: string[];
  successes: string[];
}

function casesIn(testSet: string): Case[] {
  return [...testSet.matchAll(/<test>([\s\S]*?)<\/test>/g)].map(([, inside = '']) => {
    const [expected = '', xml = ''] = inside.split('</assert>');
    const named = (tag: string): string[] =>
      [...expected.matchAll(new RegExp(`<${tag}>\\s*([^<\\s]+)\\s*</${tag}>`, 'g'))].map(([, rule = '']) => rule);
    return { xml: xml.trim(), errors: named('error'), successes: named('success') };
  });
}
