/** Creates a test ISO. It contains a text as a file, and a boot sector that prints the text on the serial console. */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from '../../host/run.ts';

/** Creates the ISO below `directory` and returns its path. */
export async function makeIso(directory: string, name: string, text: string): Promise<string> {
  const [files, path] = [join(directory, `${name}.files`), join(directory, `${name}.iso`)];
  await mkdir(files, { recursive: true });
  await writeFile(join(files, 'text'), text);
  await writeFile(join(files, 'boot'), bootSector(text));
  const boot = ['-b', 'boot', '-no-emul-boot', '-boot-load-size', '4', '-c', 'catalogue'];
  await run('genisoimage', ['-quiet', '-rational-rock', ...boot, '-output', path, files]);
  await rm(files, { recursive: true });
  return path;
}

/** Returns a boot sector of position-independent 16-bit code. */
function bootSector(text: string): Buffer {
  const code = [
    ...[0xe8, 0x00, 0x00, 0x5e], // call the next instruction; pop si: our address
    ...[0x0e, 0x1f, 0xfc], // push cs; pop ds; cld
    ...[0x83, 0xc6, 0x1f], // add si, 31: the text's address
    ...[0xac, 0x84, 0xc0, 0x74, 0x10], // next: lodsb; test al, al; jz halt
    ...[0x50, 0xba, 0xfd, 0x03], // push ax; mov dx, 0x3fd
    ...[0xec, 0xa8, 0x20, 0x74, 0xfb], // wait: in al, dx; test al, 0x20; jz wait
    ...[0x58, 0xba, 0xf8, 0x03, 0xee, 0xeb, 0xeb], // pop ax; mov dx, 0x3f8; out dx, al; jmp next
    ...[0xf4, 0xeb, 0xfd], // halt: hlt; jmp halt
  ];
  const sector = Buffer.alloc(2048);
  Buffer.concat([Buffer.from(code), Buffer.from(`${text}\n\0`, 'latin1')]).copy(sector);
  return sector;
}
