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

/**
 * Returns a call in three forms. A `null` field is written, an `undefined` field is left out. The token is a variable, so the text contains
 * no secret. `baseUrl`: `https://host/v1`.
 */
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
      // Use `--form-string`, because `-F` reads a text that begins with @ as a file.
      if (Array.isArray(value)) lines.push(...value.map((file) => `-F ${quote(`${files}=@${file}`)}`));
      else lines.push(`--form-string ${quote(`${key}=${value}`)}`);
    }
  }
  return lines.join(' \\\n  ');
}

/** Writes the input as an object. Node opens the files of a form, after `import { openAsBlob } from 'node:fs'`. */
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

/** Writes a value in the syntax of the command: objects and lists of objects as JSON, other lists with commas. */
function writeValue(value: unknown): string {
  const isObject = (one: unknown) => typeof one === 'object' && one !== null;
  if (Array.isArray(value)) return value.some(isObject) ? JSON.stringify(value) : value.join(',');
  return isObject(value) ? JSON.stringify(value) : String(value);
}

/** Quotes a word for a shell if necessary. */
function quote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
