import { mutationsOf } from '../mutation.ts';

const NUMBERS = ['lab/slices/tax/vat-numbers.test.ts'];

export const TAX = [
  ...mutationsOf(
    'model/vat/decide.ts',
    ['model/vat/decide.test.ts'],
    [
      [
        'a valid number at home is charged VAT',
        "if (country === seller.country) return decided('domestic'",
        "if (false as boolean) return decided('domestic'",
      ],
      [
        'who is outside of the EU is charged none',
        "if (!EU_COUNTRIES.has(country)) return decided('outside-eu', country, 0);",
        '',
      ],
      ['a number without an answer makes it wait', "const pending = verdict === 'unknown';", 'const pending = false;'],
      ['above the threshold the customer’s rate is charged', 'seller.oss || seller.thresholdPassed ||', 'seller.oss ||'],
      ['a seller outside of the EU charges the customer’s rate', ' || !EU_COUNTRIES.has(seller.country)', ''],
      ['a person’s number counts for nothing', '!company || vatNumber === null', 'vatNumber === null'],
      ['a number counts in its country', ' || !isNumberOf(vatNumber, country)', ''],
      [
        'a verdict is not relied on for ever',
        "> VERDICT_VALID_MS ? 'unknown' : check.verdict",
        '> VERDICT_VALID_MS ? check.verdict : check.verdict',
      ],
      ['a rate holds from its moment on', 'rate.from <= at', 'rate.from < at'],
      ['the latest rate holds', 'latest.from > rate.from', 'latest.from < rate.from'],
    ],
  ),
  ...mutationsOf(
    'model/vat/countries.ts',
    ['model/vat/decide.test.ts'],
    [['numbers of Greece begin with EL', "country === 'GR' ? 'EL' : country", 'country']],
  ),
  ...mutationsOf('model/vat/checking.ts', NUMBERS, [
    ['a register is asked again after 5 minutes', '[5, 5, 10, 20, 40]', '[5, 10, 20, 40]'],
    ['a valid number is asked for again after 90 days', 'valid: days(90)', 'valid: days(91)'],
  ]),
  ...mutationsOf('domain/tax/vat-numbers.ts', NUMBERS, [
    ['a former verdict is kept', "if (latest.verdict === 'unknown') await", 'if (true as boolean) await'],
  ]),
  ...mutationsOf('domain/tax/settle-pending.ts', NUMBERS, [
    ['VAT of a refused number is kept', "check.verdict === 'valid' ?", '(true as boolean) ?'],
  ]),
  ...mutationsOf('jobs/check-vat-numbers.ts', NUMBERS, [
    ['a number that nobody has is not asked for', 'if (!(await isNumberWanted(db, due)))', 'if (false as boolean)'],
    ['a service that is away is left alone', "if (answer.away === 'all') break;", ''],
    ['a country that is away is left alone', 'away.add(due.vat_number.slice(0, 2));', ''],
  ]),
  ...mutationsOf(
    'engine/vat-numbers/vies/answer.ts',
    ['engine/vat-numbers/vies/driver.test.ts'],
    [
      ['a yes to another number is no answer', '!answer || answer.countryCode + answer.vatNumber !== vatNumber', '!answer'],
      ['an error of the server is no answer', 'if (status !== 200)', 'if (false as boolean)'],
      ['a fault is no verdict', 'if (fault !== undefined)', 'if (false as boolean)'],
    ],
  ),
  ...mutationsOf(
    'engine/vat-numbers/vies/driver.ts',
    ['engine/vat-numbers/vies/driver.test.ts'],
    [
      ['an answer that is too long is not read', 'if (bytes > MAX_BYTES) throw', 'if (false as boolean) throw'],
      ['a redirect is not followed', "redirect: 'error'", "redirect: 'manual'"],
    ],
  ),
  ...mutationsOf(
    'domain/orders/refund-part.ts',
    ['lab/slices/tax/scale-refund.test.ts'],
    [['VAT that went back does not go back again', 'paid < left ? paid : left', 'paid']],
  ),
  ...mutationsOf(
    'model/pricing/refund.ts',
    ['model/pricing/refund.test.ts'],
    [
      ['what pays for other time is not refunded', 'if (pays(line, from, to)) wanted', 'wanted'],
      ['each refunds no more than it paid for the time', 'min(wanted, paidShare(line, term, from, to))', 'wanted'],
      ['VAT that is back does not come back', 'due > 0n ? due : 0n', 'due'],
    ],
  ),
  ...mutationsOf(
    'model/csv.ts',
    ['model/csv.test.ts'],
    [
      ['a cell is no formula', 'FORMULA.test(value.trimStart()) || FORMULA.test(value)', '(false as boolean)'],
      ['a formula after blanks is none either', 'FORMULA.test(value.trimStart()) || ', ''],
      ['quotes are doubled', "text.replaceAll('\"', '\"\"')", 'text'],
    ],
  ),
  ...mutationsOf(
    'db/ledger/journal.ts',
    ['operations/operator/ledger/ledger.test.ts'],
    [
      [
        'a month ends before the next one',
        'where id > ${after} and id <= ${last} and created_at >= ${from} and created_at < ${to}',
        'where id > ${after} and id <= ${last} and created_at >= ${from}',
      ],
      ['a long month is read to its end', 'after = batch.at(-1)?.entry ?? last;', 'after = last;'],
    ],
  ),
  ...mutationsOf(
    'db/ledger/vat.ts',
    ['operations/operator/tax/tax.test.ts'],
    [
      ['a correction moves the base', 'where s.id = s.corrected', 'where false'],
      ['refunds of earlier quarters stand apart', "case when kind = 'refund' and date_trunc", 'case when false and date_trunc'],
    ],
  ),
];
