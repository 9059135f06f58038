import { mutationsOf } from '../mutation.ts';

const NUMBERS = ['lab/slices/tax/vat-numbers.test.ts'];

export const TAX = [
  ...mutationsOf(
    'model/vat/decide.ts',
    ['model/vat/decide.test.ts'],
    [
      [
        "a customer in the seller's country pays VAT despite a valid VAT number",
        "if (country === home) return decided('domestic'",
        "if (false as boolean) return decided('domestic'",
      ],
      ['a customer outside the EU pays no VAT', "if (!EU_COUNTRIES.has(country)) return decided('outside-eu', country, 0);", ''],
      [
        'an unverified VAT number leaves the tax decision pending',
        "const pending = verdict === 'unknown';",
        'const pending = false;',
      ],
      [
        "a seller above the threshold charges the rate of the customer's country",
        'seller.oss || seller.thresholdPassed ||',
        'seller.oss ||',
      ],
      ["a seller outside the EU charges the rate of the customer's country", ' || !EU_COUNTRIES.has(home)', ''],
      ['the VAT number of a private person is ignored', '!company || vatNumber === null', 'vatNumber === null'],
      ['a VAT number counts only in its own country', ' || !isNumberOf(vatNumber, country)', ''],
      [
        'a verdict on a VAT number expires',
        "> VERDICT_VALID_MS ? 'unknown' : check.verdict",
        '> VERDICT_VALID_MS ? check.verdict : check.verdict',
      ],
      ['a VAT rate applies from its first day', '.slice(0, 10) <= day', '.slice(0, 10) < day'],
      ['the first day of a VAT rate is a day of the seller', 'zonedTimes(seller.timeZone)', "zonedTimes('UTC')"],
      ['the latest VAT rate applies', 'latest.from > rate.from', 'latest.from < rate.from'],
    ],
  ),
  ...mutationsOf(
    'model/vat/countries.ts',
    ['model/vat/decide.test.ts'],
    [['Greek VAT numbers begin with EL', "area === 'GR' ? 'EL' : area", 'area']],
  ),
  ...mutationsOf(
    'model/vat/territories.ts',
    ['model/vat/territories.test.ts'],
    [
      ['Monaco is in the VAT area of France', 'VAT_AREAS[country] ?? country', 'country'],
      ['blanks in a postal code do not hide a territory', ".replaceAll(/\\s/g, '')", ''],
      ['only a complete postal code names a territory', '/^\\d{5}$/.test(digits)', '/^\\d+$/.test(digits)'],
    ],
  ),
  ...mutationsOf('model/vat/checking.ts', NUMBERS, [
    ['the first two retries of a VAT number check follow after 5 minutes each', '[5, 5, 10, 20, 40]', '[5, 10, 20, 40]'],
    ['a valid VAT number is checked again after 90 days', 'valid: days(90)', 'valid: days(91)'],
  ]),
  ...mutationsOf('domain/tax/vat-numbers.ts', NUMBERS, [
    [
      'a new verdict does not overwrite the previous verdict',
      "if (latest.verdict === 'unknown') await",
      'if (true as boolean) await',
    ],
  ]),
  ...mutationsOf('domain/tax/settle-pending.ts', NUMBERS, [
    ['the VAT of an invalid VAT number is not refunded', "check.verdict === 'valid' ?", '(true as boolean) ?'],
  ]),
  ...mutationsOf('jobs/check-vat-numbers.ts', NUMBERS, [
    ['a VAT number that no account uses is not checked', 'if (!(await isNumberNeeded(db, due)))', 'if (false as boolean)'],
    ['a VAT service that is unavailable is not queried further', "if (answer.away === 'all') break;", ''],
    ['a country that is unavailable is not queried further', 'unavailableCountries.add(due.vat_number.slice(0, 2));', ''],
  ]),
  ...mutationsOf(
    'engine/vat-numbers/vies/answer.ts',
    ['engine/vat-numbers/vies/driver.test.ts'],
    [
      [
        'an answer about another VAT number is not a verdict',
        '!answer || answer.countryCode + answer.vatNumber !== vatNumber',
        '!answer',
      ],
      ['an error status of the VAT service is not a verdict', 'if (status !== 200)', 'if (false as boolean)'],
      ['a fault of the VAT service is not a verdict', 'if (fault !== undefined)', 'if (false as boolean)'],
    ],
  ),
  ...mutationsOf(
    'engine/vat-numbers/vies/ask.ts',
    ['engine/vat-numbers/vies/driver.test.ts'],
    [
      ['the size of an answer of the VAT service is limited', 'if (bytes > MAX_BYTES) throw', 'if (false as boolean) throw'],
      ['a redirect of the VAT service is not followed', "redirect: 'error'", "redirect: 'manual'"],
    ],
  ),
  ...mutationsOf(
    'engine/vat-numbers/vies/driver.ts',
    ['engine/vat-numbers/vies/driver.test.ts'],
    [['VIES is asked only in the name of a seller whom it can know', ' && hasViesPrefix(requester)', '']],
  ),
  ...mutationsOf(
    'domain/services/refund.ts',
    ['lab/slices/tax/scale-refund.test.ts'],
    [['a refund contains at most the VAT that is left on its line', 'paid < left ? paid : left', 'paid']],
  ),
  ...mutationsOf(
    'model/pricing/refund.ts',
    ['model/pricing/refund.test.ts'],
    [
      ['a line is refunded only for the time that it paid for', 'if (pays(line, from, to)) due', 'due'],
      ['a line refunds at most the amount that it paid for the time', 'min(due, paidShare(line, term, from, to))', 'due'],
      ['the VAT of a partial refund is never negative', 'due > 0n ? due : 0n', 'due'],
    ],
  ),
  ...mutationsOf(
    'model/csv.ts',
    ['model/csv.test.ts'],
    [
      ['a formula in a CSV cell is escaped', 'FORMULA.test(value.trimStart()) || FORMULA.test(value)', '(false as boolean)'],
      ['a formula after spaces in a CSV cell is escaped', 'FORMULA.test(value.trimStart()) || ', ''],
      ['quotes in a CSV cell are doubled', "text.replaceAll('\"', '\"\"')", 'text'],
    ],
  ),
  ...mutationsOf(
    'db/ledger/journal.ts',
    ['operations/operator/ledger/ledger.test.ts'],
    [
      [
        'the journal of a month excludes entries of the next month',
        'where id > ${after} and id <= ${last} and created_at >= ${from} and created_at < ${to}',
        'where id > ${after} and id <= ${last} and created_at >= ${from}',
      ],
      ['the journal of a long month is complete', 'after = batch.at(-1)?.entry ?? last;', 'after = last;'],
    ],
  ),
  ...mutationsOf(
    'db/ledger/vat.ts',
    ['operations/operator/tax/tax.test.ts'],
    [
      ['a VAT correction moves the base amount to reverse charge', 'where s.id = s.corrected', 'where false'],
      [
        'a refund for an earlier quarter is listed separately',
        "case when kind = 'refund' and paid_at",
        'case when false and paid_at',
      ],
    ],
  ),
];
