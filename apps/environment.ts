/**
 * The environment variables of Innkeeper's processes. The supervisor sets them; so can an operator who starts build/api.mjs and
 * build/worker.mjs under another supervisor.
 */
import path from 'node:path';
import { type Endpoint, formatEndpoint } from '@innkeeper/model/outgoing-http/endpoints';
import { type EngineKind, type Home, homeAt } from './installation/home.ts';
import { parseMirrors } from './installation/mirrors.ts';
import { THIS_NODE } from './installation/node.ts';
import { readSignUpUrl } from './installation/sign-up.ts';
import { FatalStart } from './processes/messages.ts';
import { chooseTransport, type Listening } from './transport/transport.ts';

export interface ProcessSettings {
  home: Home;
  databaseUrl: string;
  /** Of the API: for the staff's requests; null: none are served. */
  operatorDatabaseUrl: string | null;
  engine: EngineKind;
  listening: Listening;
  /** What may be downloaded from besides the internet. */
  mirrors: readonly Endpoint[];
  /** Whom the API becomes, and who may ask the worker about guests; null: whoever starts them. */
  apiUser: string | null;
  /** The host's web page, to which links of mails lead; `null` while none is named. */
  signUpUrl: string | null;
  /** Name of the node that the worker serves. */
  node: string;
}

export const DEFAULT_PORT = 7080;
export const DEFAULT_LISTEN = '127.0.0.1';

export function toEnvironment(settings: ProcessSettings): NodeJS.ProcessEnv {
  const { home, databaseUrl, operatorDatabaseUrl, engine, listening, mirrors, apiUser, node, signUpUrl } = settings;
  return {
    INNKEEPER_HOME: home.path,
    DATABASE_URL: databaseUrl,
    ...(operatorDatabaseUrl && { INNKEEPER_OPERATOR_DATABASE_URL: operatorDatabaseUrl }),
    INNKEEPER_ENGINE: engine,
    INNKEEPER_NODE: node,
    INNKEEPER_LISTEN: listening.address,
    INNKEEPER_PORT: String(listening.port),
    ...(listening.tlsCert && { INNKEEPER_TLS_CERT: path.resolve(listening.tlsCert) }),
    ...(listening.tlsKey && { INNKEEPER_TLS_KEY: path.resolve(listening.tlsKey) }),
    ...(listening.trustProxy && { INNKEEPER_TRUST_PROXY: listening.trustProxy }),
    ...(listening.publicUrl && { INNKEEPER_PUBLIC_URL: listening.publicUrl }),
    ...(listening.consoleOrigins?.length && { INNKEEPER_CONSOLE_ORIGINS: listening.consoleOrigins.join(' ') }),
    ...(mirrors.length > 0 && { INNKEEPER_MIRRORS: mirrors.map(formatEndpoint).join(' ') }),
    ...(signUpUrl && { INNKEEPER_SIGN_UP_URL: signUpUrl }),
    ...(apiUser && { INNKEEPER_API_USER: apiUser }),
  };
}

/**
 * Fails with `FatalStart` and the variable's name. The supervisor alone may be without a database of its own: `databaseUrl`
 * is then empty.
 */
export function fromEnvironment(env: NodeJS.ProcessEnv, options: { databaseOptional?: boolean } = {}): ProcessSettings {
  const need = (name: string): string => {
    const value = env[name];
    if (!value) throw new FatalStart(`The environment variable ${name} is missing.`);
    return value;
  };
  const engine = env.INNKEEPER_ENGINE ?? 'qemu';
  if (engine !== 'qemu' && engine !== 'simulated')
    throw new FatalStart(`INNKEEPER_ENGINE is qemu or simulated, not "${engine}".`);
  const listening = {
    address: env.INNKEEPER_LISTEN ?? DEFAULT_LISTEN,
    port: Number(env.INNKEEPER_PORT ?? DEFAULT_PORT),
    tlsCert: env.INNKEEPER_TLS_CERT ?? null,
    tlsKey: env.INNKEEPER_TLS_KEY ?? null,
    trustProxy: env.INNKEEPER_TRUST_PROXY ?? null,
    publicUrl: env.INNKEEPER_PUBLIC_URL ?? null,
    consoleOrigins: env.INNKEEPER_CONSOLE_ORIGINS?.split(' ') ?? [],
  };
  chooseTransport(listening);
  const mirrors = parseMirrors(env.INNKEEPER_MIRRORS?.split(' ').filter(Boolean) ?? []);
  const databaseUrl = options.databaseOptional ? (env.DATABASE_URL ?? '') : need('DATABASE_URL');
  const apiUser = env.INNKEEPER_API_USER || null;
  return {
    home: homeAt(need('INNKEEPER_HOME')),
    databaseUrl,
    operatorDatabaseUrl: env.INNKEEPER_OPERATOR_DATABASE_URL || null,
    engine,
    listening,
    mirrors,
    apiUser,
    signUpUrl: readSignUpUrl(env),
    node: env.INNKEEPER_NODE || THIS_NODE,
  };
}

/** Of its own environment a process needs these; all else that the operator has there, secrets too, is not for it. */
const COMMON = ['PATH', 'LANG', 'LC_ALL', 'TZ', 'NODE_ENV', 'NODE_OPTIONS', 'NODE_EXTRA_CA_CERTS', 'LOG_LEVEL'];
/** Where a database of the operator's own is and how it is trusted. A password has its place in the URL. */
const DATABASE = ['PGSSLMODE', 'PGSSLROOTCERT', 'PGSSLCERT', 'PGSSLKEY'];
const PROXIES = ['http_proxy', 'https_proxy', 'no_proxy'].flatMap((name) => [name, name.toUpperCase()]);
const ALLOWED = {
  api: [
    ...COMMON,
    ...DATABASE,
    'INNKEEPER_PASSKEY_DOMAIN',
    'INNKEEPER_STRIPE_WEBHOOK_SECRET',
    'INNKEEPER_SECRET_KEY',
    'INNKEEPER_WEBHOOK_RECEIVERS',
    'INNKEEPER_IDENTITY_PROVIDERS',
  ],
  worker: [
    ...[...COMMON, ...DATABASE, ...PROXIES, 'HOME', 'TMPDIR', 'XDG_RUNTIME_DIR'],
    ...['INNKEEPER_S3_ACCESS_KEY_ID', 'INNKEEPER_S3_SECRET_ACCESS_KEY', 'INNKEEPER_SMTP_PASSWORD', 'INNKEEPER_VAT_NUMBERS'],
    ...['INNKEEPER_STRIPE_SECRET_KEY', 'INNKEEPER_DNS_API_KEY', 'INNKEEPER_SECRET_KEY', 'INNKEEPER_WEBHOOK_RECEIVERS'],
  ],
};

/** The environment of a process: its settings, and of `ours` what it may have. */
export function environmentOf(name: keyof typeof ALLOWED, settings: ProcessSettings, ours: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const allowed = ALLOWED[name].filter((variable) => ours[variable] !== undefined);
  return { ...Object.fromEntries(allowed.map((variable) => [variable, ours[variable]])), ...toEnvironment(settings) };
}
