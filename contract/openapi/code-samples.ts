/** Code samples of an operation for readers to copy. */
import { flagOf } from '../command-line.ts';
import type { Operation } from '../define.ts';
import type { OperationName } from '../operations.ts';
import { type Example, fillPath } from './examples.ts';
import type { Json } from './schemas.ts';

export function codeSamples(name: OperationName, entry: Operation, example: Example): Json[] {
  return [
    { lang: 'Shell', label: 'curl', source: curl(entry, example) },
    { lang: 'Shell', label: 'CLI', source: commandLine(name, entry, example) },
    { lang: 'TypeScript', label: 'SDK', source: sdk(name, entry, example) },
  ];
}

function curl(entry: Operation, { params, query = {}, body }: Example): string {
  const pairs = Object.entries(query).flatMap(([key, value]) => [value].flat().map((one) => [key, String(one)]));
  // Brackets stay readable instead of being encoded, which needs `--globoff` in curl.
  const search = pairs.map(([key, value]) => `${key}=${encodeURIComponent(value ?? '')}`).join('&');
  const url = `"$INNKEEPER_URL${fillPath(entry.path, params)}${search && `?${search}`}"`;
  const parts = [
    `curl${search.includes('[') ? ' --globoff' : ''}${entry.method === 'GET' ? '' : ` -X ${entry.method}`} ${url}`,
    '-H "Authorization: Bearer $INNKEEPER_TOKEN"',
    `-H "Accept: ${entry.reply.events ? entry.reply.contentType : 'application/json'}"`,
  ];
  if (entry.method !== 'GET') parts.push('-H "Idempotency-Key: $(uuidgen)"');
  if (entry.bodyKind === 'json' && body !== undefined)
    parts.push('-H "Content-Type: application/json"', `-d ${shellQuote(JSON.stringify(body))}`);
  if (entry.bodyKind === 'multipart') {
    for (const [field, value] of Object.entries((body ?? {}) as Json)) parts.push(`-F ${shellQuote(`${field}=${value}`)}`);
    if (entry.files) parts.push(`-F ${shellQuote(`${entry.files.field}=@boot.log`)}`);
  }
  if (entry.reply.contentType && !entry.reply.events && !entry.reply.contentType.startsWith('text/'))
    parts.push('--remote-header-name --remote-name');
  if (entry.reply.events) parts.push('--no-buffer');
  return parts.join(' \\\n  ');
}

const shellQuote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** Returns `./innkeeper api restartServer --server 1`, on several lines if it is long. */
function commandLine(name: OperationName, { files }: Operation, { params = {}, query = {}, body = {} }: Example): string {
  const words = Object.entries({ ...params, ...query, ...(body as Json) }).map(([field, value]) => {
    if (typeof value === 'boolean') return `--${value ? '' : 'no-'}${flagOf(field)}`;
    return `--${flagOf(field)} ${formatOption(value)}`;
  });
  if (files) words.push(`--${flagOf(files.field)} boot.log`);
  const line = ['./innkeeper api', name, ...words];
  return line.join(' ').length <= MAX_LINE_LENGTH ? line.join(' ') : [`./innkeeper api ${name}`, ...words].join(' \\\n  ');
}

const MAX_LINE_LENGTH = 100;

/** Formats a list with commas and an object as JSON. Quotes text that a shell would interpret. */
function formatOption(value: unknown): string {
  const isPlainList = Array.isArray(value) && value.every((item) => typeof item !== 'object');
  const text = isPlainList ? value.join(',') : typeof value === 'string' ? value : JSON.stringify(value);
  return /^[\w.@/:,+-]+$/.test(text) ? text : shellQuote(text);
}

function sdk(name: OperationName, { reply }: Operation, { params = {}, query = {}, body = {} }: Example): string {
  const input = { ...params, ...query, ...(body as Json) };
  const call = `client.${name}(${Object.keys(input).length === 0 ? '' : formatLiteral(input)})`;
  if (reply.events) return `for await (const event of ${call}) console.log(event);`;
  if (reply.paginated) return `for await (const item of ${call}) console.log(item);`;
  return reply.schema || reply.contentType ? `const reply = await ${call};` : `await ${call};`;
}

/** Formats a value as TypeScript source. */
function formatLiteral(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(formatLiteral).join(', ')}]`;
  if (typeof value === 'string') return /['\n\\]/.test(value) ? JSON.stringify(value) : `'${value}'`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).map(
    ([key, item]) => `${/^[a-z_]\w*$/i.test(key) ? key : `'${key}'`}: ${formatLiteral(item)}`,
  );
  return `{ ${fields.join(', ')} }`;
}
