/** Multipart forms as programs send them. */

export interface FormPart {
  name: string;
  /** Name of the file. */
  file?: string;
  type?: string;
  content: string | Buffer;
}

/** Returns the body and its header. Another boundary gives another body of the same form. */
export function formOf(
  parts: readonly FormPart[],
  boundary = 'b0undary',
): { payload: Buffer; headers: { 'content-type': string } } {
  const chunks = parts.flatMap(({ name, file, type, content }) => [
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"`,
    file === undefined ? '' : `; filename="${file}"\r\nContent-Type: ${type ?? 'text/plain'}`,
    '\r\n\r\n',
    content,
    '\r\n',
  ]);
  const payload = Buffer.concat([...chunks, `--${boundary}--\r\n`].map((chunk) => Buffer.from(chunk)));
  return { payload, headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } };
}

/** Returns the text fields by name, then the files. */
export function partsOf(fields: Record<string, string | number>, files: readonly Omit<FormPart, 'name'>[] = []): FormPart[] {
  return [
    ...Object.entries(fields).map(([name, value]) => ({ name, content: String(value) })),
    ...files.map((file) => ({ name: 'attachments[]', ...file })),
  ];
}
