/** Tests reading of a file and an environment, and the messages about errors. */
import { describe, expect, it } from 'vitest';
import { defaultSettings } from '../settings/settings.ts';
import {
  collectFromCredentials,
  collectFromEnvironment,
  collectFromFile,
  joinCollected,
  sentenceOfUnknownKey,
  variableOf,
} from './collect.ts';
import { type Configuration, keyOf, PATHS, type Path } from './keys.ts';
import { pathsOf, resolveAll, type Stated } from './resolve.ts';
import { networkLimitsOf, nodeReserveOf, settingsOf } from './settings.ts';
import { formatConfiguration } from './write.ts';

const said = (values: Partial<Record<Path, unknown>>) =>
  new Map(
    Object.entries(values).map(([path, written]) => [path as Path, { written, origin: 'innkeeper.toml' } satisfies Stated]),
  );
const problemsOf = (values: Partial<Record<Path, unknown>>) => {
  const resolved = resolveAll(said(values));
  return resolved.ok ? [] : resolved.problems;
};
const fileProblems = (content: Record<string, unknown>) => collectFromFile(content, 'innkeeper.toml').problems;

describe('the keys', () => {
  it('have a one-sentence description and a unique variable each', () => {
    for (const path of PATHS) expect(keyOf(path).reason, path).toMatch(/^[A-Z].*\.$/);
    const variables = PATHS.flatMap((path) => [...keyOf(path).aliases, variableOf(path)]);
    expect(new Set(variables).size).toBe(variables.length);
  });

  it('have defaults that work', () => {
    const resolved = resolveAll(new Map());
    if (!resolved.ok) throw new Error(resolved.problems.join('\n'));
    expect(
      settingsOf(resolved.values, {
        pageUrl: null,
        hasPublicPage: false,
        apiUrl: 'http://127.0.0.1:7080',
        paymentGateways: [],
        hasCjkFonts: false,
      }),
    ).toEqual(defaultSettings);
    expect(defaultSettings).toMatchObject({ currency: 'EUR', orderDueMs: 259_200_000, unpaid: { paid: { amount: 2_000_00n } } });
  });

  it.each([
    ['shop@läden.example', 'shop@xn--lden-loa.example'],
    ['Läden <shop@Läden.example>', 'Läden <shop@xn--lden-loa.example>'],
    ['Shop <Shop@Example.com>', 'Shop <Shop@Example.com>'],
  ])('write the domain of a sender in ASCII form: %s', (from, expected) => {
    const resolved = resolveAll(said({ 'mail.from': from }));
    expect(resolved.ok && resolved.values['mail.from']).toBe(expected);
  });

  it.each([networkLimitsOf, nodeReserveOf])('that a worker reads once need a restart: %o', (readOnce) => {
    const resolved = resolveAll(new Map());
    if (!resolved.ok) throw new Error(resolved.problems.join('\n'));
    const read = new Set<Path>();
    readOnce(
      new Proxy<Configuration>(resolved.values, {
        get(values, path: Path) {
          read.add(path);
          return values[path];
        },
      }),
    );
    expect([...read].filter((path) => keyOf(path).apply === 'live')).toEqual([]);
  });

  it('give secrets only to the processes that need them', () => {
    const api = pathsOf('api').filter((path) => keyOf(path).secret);
    const worker = pathsOf('worker').filter((path) => keyOf(path).secret);
    expect(api).toEqual(
      ['payments.stripe.webhook_secret', 'secret.key'].sort((a, b) => PATHS.indexOf(a as Path) - PATHS.indexOf(b as Path)),
    );
    expect(worker).not.toContain('payments.stripe.webhook_secret');
    for (const path of ['database.url', 'database.operator_url'] as const)
      for (const all of [api, worker]) expect(all).not.toContain(path);
  });
});

describe('the file', () => {
  it.each([
    [{ orders: { due: '3d' } }, 'orders in innkeeper.toml is not a key.'],
    [{ money: { order_duee: '3d' } }, 'money.order_duee in innkeeper.toml is not a key. Did you mean money.order_due?'],
    [{ mony: { order_due: '3d' } }, 'mony in innkeeper.toml is not a key. Did you mean money?'],
    [{ money: { unpaid: { never_payd: {} } } }, 'Did you mean money.unpaid.never_paid?'],
    [{ money: 'EUR' }, 'money in innkeeper.toml is not a key.'],
    [{ mail: { smtp: { password: 'secret word' } } }, 'mail.smtp.password is a secret and must not be in innkeeper.toml.'],
    [{ mail: { smtp: { password_file: 'relative' } } }, 'mail.smtp.password_file in innkeeper.toml must be an absolute path.'],
    [{ mail: { smtp: { pasword_file: '/x' } } }, 'Did you mean mail.smtp.password_file?'],
  ])('refuses the text %j', (content, sentence) => {
    const problems = fileProblems(content);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(sentence);
    expect(problems[0]).not.toContain('secret word');
  });

  it('reports all wrong values at once, and no secret', () => {
    expect(problemsOf({ 'money.order_due': '3 weeks', 'api.port': 0, 'mail.smtp.password': 'two\nlines' })).toEqual([
      'api.port (innkeeper.toml) must be a whole number from 1 to 65535, not 0.',
      'money.order_due (innkeeper.toml) must be a duration from 10m to 60d, such as 3d, 12h, 30m, 90s or 250ms, not "3 weeks".',
      'mail.smtp.password (innkeeper.toml) must be a password of one line.',
    ]);
  });

  it.each([
    [{ 'money.currency': 'JPY' }, 'two decimals'],
    [{ 'money.currency': 'euro' }, 'two decimals'],
    [{ 'money.currency': 'XXQ' }, 'two decimals'],
    [{ 'api.public_url': 'http://api.example.com' }, 'api.public_url'],
    [{ 'api.public_url': 'https://api.example.com/v1' }, 'api.public_url'],
    [{ 'api.address': 'localhost' }, 'api.address'],
    [{ 'api.tls_cert': '/c.pem' }, 'must be given together'],
    [{ 'api.trust_proxy': ['10.0.0.1'] }, 'needs api.public_url'],
    [{ 'api.trust_proxy': ['10.0.0.0/33'] }, 'api.trust_proxy'],
    [{ 'metrics.listen': '0.0.0.0:7081' }, 'metrics.listen'],
    [{ 'metrics.listen': '[::]:7081' }, 'metrics.listen'],
    [{ 'metrics.listen': '7081' }, 'metrics.listen'],
    [{ 'metrics.listen': 'localhost:7081' }, 'metrics.listen'],
    [{ 'metrics.listen': '127.0.0.1:65535' }, 'a port from 1 to 65534'],
    [{ 'metrics.listen': '127.0.0.1:7080' }, 'never served to customers'],
    [{ 'metrics.listen': '127.0.0.1:7079' }, 'never served to customers'],
    [{ 'api.trial': true }, 'needs engine.kind simulated. Here it is qemu'],
    [{ 'api.trial': true, 'engine.kind': 'simulated', 'api.public_url': 'https://api.example.com' }, 'a browser on this machine'],
    [
      {
        'api.trial': true,
        'engine.kind': 'simulated',
        'payments.stripe.secret_key': 'rk_live_1',
        'payments.stripe.webhook_secret': 'w',
      },
      'real money',
    ],
    [{ 'mail.smtp.host': 'smtp.example.com', 'mail.smtp.tls': 'none' }, 'only for a server on this host'],
    [{ 'mail.smtp.user': 'shop' }, 'must be given together'],
    [{ 'mail.from': 'a@b, c@d' }, 'mail.from'],
    [{ 'payments.stripe.secret_key': 'sk_live_1', 'payments.stripe.webhook_secret': 'w', 'payments.trial': true }, 'real money'],
    [{ 'payments.stripe.secret_key': 'sk_1' }, 'must be given together'],
    [{ 'copies.shared': true }, 'needs copies.directory'],
    [{ 'copies.target': 's3' }, 'copies.s3.endpoint, copies.s3.bucket'],
    [{ 'sessions.idle': '31d' }, 'must not be longer'],
    [{ 'money.remind_days': [3, 7] }, 'longest time first'],
    [{ 'isos.downloads': 1 }, 'isos.downloads_per_account'],
    [{ 'guests.time_zone': 'Mars/Olympus' }, 'guests.time_zone'],
    [{ 'passkeys.domain': '192.0.2.7' }, 'passkeys.domain'],
    [{ 'panel.url': 'file:///etc/passwd' }, 'panel.url'],
    [{ 'allow.mirrors': ['mirror.example:80'] }, 'allow.mirrors'],
  ] as [Partial<Record<Path, unknown>>, string][])('refuses the value %j', (values, words) => {
    const problems = problemsOf(values);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(words);
  });

  it('lists every key in a new home, commented out with its default or with the given value', () => {
    const text = formatConfiguration({ 'api.port': 7081 });
    expect(text).toContain('\nport = 7081\n');
    expect(text).toContain('\n#order_due = "3d"\n');
    expect(text).toContain('\n#password_file = "/etc/innkeeper/mail.smtp.password" # example\n');
    expect(text).toContain('\n#host = "smtp.example.com" # example\n');
  });
});

describe('the environment', () => {
  it('overrides the file, and credentials override both', () => {
    const file = collectFromFile({ money: { order_due: '3d' }, mail: { from: 'a@example.com' } }, 'innkeeper.toml');
    const environment = collectFromEnvironment({ INNKEEPER_MONEY_ORDER_DUE: '2d', INNKEEPER_DNS_KEY: 'of-environment' });
    const credentials = collectFromCredentials({ 'dns.key': 'of-credential\n', 'other.service': 'x' });
    const { entries } = joinCollected(file, environment, credentials);
    expect(entries.get('money.order_due')).toEqual({ written: '2d', origin: 'INNKEEPER_MONEY_ORDER_DUE' });
    expect(entries.get('mail.from')).toEqual({ written: 'a@example.com', origin: 'innkeeper.toml' });
    expect(entries.get('dns.key')).toEqual({ written: 'of-credential', origin: 'credential dns.key' });
  });

  it('warns of earlier names, and of unknown names', () => {
    const { entries, warnings } = collectFromEnvironment({
      INNKEEPER_SIGN_UP_URL: 'https://shop.example.com',
      INNKEEPER_MONY_ORDER_DUE: '2d',
      INNKEEPER_HOME: '/x',
      DATABASE_URL: 'postgres:///x',
      PATH: '/bin',
      INNKEEPER_API_PORT: '',
    });
    expect(entries.get('panel.url')).toMatchObject({ written: 'https://shop.example.com' });
    expect(entries.get('database.url')).toMatchObject({ written: 'postgres:///x' });
    expect(entries.has('api.port')).toBe(false);
    expect(warnings).toEqual([
      'INNKEEPER_SIGN_UP_URL was renamed to INNKEEPER_PANEL_URL. The old name still works.',
      'The environment variable INNKEEPER_MONY_ORDER_DUE is unknown and has no effect. Did you mean INNKEEPER_MONEY_ORDER_DUE?',
    ]);
  });

  it('accepts a key by an earlier name unless the current name is present', () => {
    const renamed = collectFromFile({ payments: { return_url: 'https://old.example' } }, 'innkeeper.toml');
    expect(renamed.entries.get('panel.url')).toMatchObject({ written: 'https://old.example' });
    expect(renamed.warnings).toEqual([
      'payments.return_url in innkeeper.toml was renamed to panel.url. The old name still works.',
    ]);
    const both = collectFromFile(
      { payments: { return_url: 'https://old.example' }, panel: { url: 'https://new.example' } },
      'innkeeper.toml',
    );
    expect(both.entries.get('panel.url')).toMatchObject({ written: 'https://new.example' });
    expect(both.warnings).toEqual([
      'payments.return_url in innkeeper.toml was renamed to panel.url. It has no effect, because panel.url is there too.',
    ]);
  });

  it('reports the current name if a command is given an earlier one', () => {
    expect(sentenceOfUnknownKey('payments.return_url', 'this command')).toBe('payments.return_url was renamed to panel.url.');
  });

  it('prefers sign_up.url over payments.return_url, two earlier names of one key', () => {
    const both = { INNKEEPER_SIGN_UP_URL: 'https://a.example/start', INNKEEPER_PAYMENTS_RETURN_URL: 'https://a.example/paid' };
    expect(collectFromEnvironment(both).entries.get('panel.url')).toMatchObject({ written: 'https://a.example/start' });
  });

  it('prefers its current name over an earlier one', () => {
    const { entries } = collectFromEnvironment({ INNKEEPER_PORT: '1', INNKEEPER_API_PORT: '2' });
    expect(entries.get('api.port')).toEqual({ written: 2, origin: 'INNKEEPER_API_PORT' });
  });
});
