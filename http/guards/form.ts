/** A multipart form: its text fields by name; files are counted and measured against what the operation takes. */
import type { Operation } from '@innkeeper/contract/define';
import { invalid } from '@innkeeper/model/failures';

/** Text fields as an object; a name that is repeated arrives as an array. */
export async function readForm(operation: Operation, type: string, bytes: Buffer): Promise<Record<string, unknown>> {
  if (!/^multipart\/form-data\s*;/i.test(type)) throw invalid('body', 'The body must be multipart/form-data.');
  const form = await parse(type, bytes);
  const fields = new Map<string, string[]>();
  let files = 0;
  for (const [name, value] of form.entries()) {
    if (typeof value === 'string') {
      fields.set(name, [...(fields.get(name) ?? []), value]);
      continue;
    }
    files += 1;
    refuseFile(operation, name, value.size, files);
  }
  return Object.fromEntries([...fields].map(([name, values]) => [name, values.length === 1 ? values[0] : values]));
}

/** The platform's own parser: it throws on anything that is not a whole and well-formed form. */
async function parse(type: string, bytes: Buffer): Promise<FormData> {
  try {
    return await new Response(new Uint8Array(bytes), { headers: { 'content-type': type } }).formData();
  } catch {
    throw invalid('body', 'The body is not valid multipart/form-data.');
  }
}

function refuseFile({ files }: Operation, name: string, size: number, count: number): void {
  if (!files || name !== files.field) throw invalid(name, 'There is no such file field.');
  if (count > files.most) throw invalid(name, `There may be ${files.most} files at most.`);
  if (size > files.mostBytes) throw invalid(name, `A file may have ${files.mostBytes} bytes at most.`);
}
