/** Writes a call as curl, SDK and command, for people who want to repeat an act in a program. Pure. */
import type { OperationName } from '@innkeeper/sdk/index';
import { OPERATIONS } from '@innkeeper/sdk/operations.gen';
import type { WireOperation } from '@innkeeper/sdk/request';

export interface WrittenCall {
  curl: string;
  sdk: string;
  command: string;
}

type Input = Record<string, unknown>;

/** Returns a call in three forms. A field that is `null` has a meaning; one that is `undefined` is left out. The token is a variable: nobody's secret stands in it. `baseUrl`: `https://host/v1`. */
export function writeCall(baseUrl: string, name: OperationName, input: Input): WrittenCall {
  const operation = OPERATIONS[name] as WireOperation;
  const fields = Object.entries(input).filter(([, value]) => value !== undefined);
  const given = Object.fromEntries(fields);
  return {
    curl: writeCurl(baseUrl, operation, given),
    sdk: `await client.${name}(${fields.length === 0 ? '' : writeObject(given, operation)});`,
    command: ['./innkeeper api', name, ...fields.map(([key, value]) => writeOption(key, value))].join(' '),
  };
}

function writeCurl(baseUrl: string, { method, path, query = [], body, files }: WireOperation, given: Input): string {
  const rest = { ...given };
  const filled = path.replace(/\{(\w+)\}/g, (_braces, key: string) => {
    const value = rest[key];
    delete rest[key];
    return encodeURIComponent(String(value));
  });
  const search = new URLSearchParams();
  for (const key of query) {
    if (rest[key] === undefined) continue;
    search.set(key, String(rest[key]));
    delete rest[key];
  }
  const url = `${baseUrl}${filled}${search.size > 0 ? `?${search}` : ''}`;
  const lines = [`curl -X ${method} ${quote(url)}`, '-H "Authorization: Bearer $INNKEEPER_TOKEN"'];
  if (body === 'json' && Object.keys(rest).length > 0) {
    lines.push("-H 'Content-Type: application/json'", `-d ${quote(JSON.stringify(rest))}`);
  }
  if (body === 'multipart') {
    for (const [key, value] of Object.entries(rest)) {
      // `--form-string`: a text that begins with @ is no file.
      if (Array.isArray(value)) lines.push(...value.map((file) => `-F ${quote(`${files}=@${file}`)}`));
      else lines.push(`--form-string ${quote(`${key}=${value}`)}`);
    }
  }
  return lines.join(' \\\n  ');
}

/** Files of a form are opened by Node, as `import { openAsBlob } from 'node:fs'` does it. */
function writeObject(given: Input, { body }: WireOperation): string {
  const write = (value: unknown) =>
    body === 'multipart' && Array.isArray(value)
      ? `[${value.map((file) => `await openAsBlob(${JSON.stringify(file)})`).join(', ')}]`
      : JSON.stringify(value);
  const parts = Object.entries(given).map(([key, value]) => `${/^\w+$/.test(key) ? key : `'${key}'`}: ${write(value)}`);
  return `{ ${parts.join(', ')} }`;
}

function writeOption(key: string, value: unknown): string {
  const flag = `--${key
    .replace('[]', '')
    .replace(/[[\]_]+/g, '-')
    .replace(/-$/, '')}`;
  if (value === true) return flag;
  if (value === false) return flag.replace('--', '--no-');
  return `${flag} ${quote(writeValue(value))}`;
}

/** Writes a value as the command reads it: objects and lists of objects as JSON, other lists with commas. */
function writeValue(value: unknown): string {
  const isObject = (one: unknown) => typeof one === 'object' && one !== null;
  if (Array.isArray(value)) return value.some(isObject) ? JSON.stringify(value) : value.join(',');
  return isObject(value) ? JSON.stringify(value) : String(value);
}

/** Quotes a word for a shell where it needs it. */
function quote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
