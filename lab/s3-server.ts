/** A real S3 server in this process, for tests: s3rver, which stores objects as files. */
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';

export interface S3Server {
  /** `http://127.0.0.1:4711` */
  endpoint: string;
  port: number;
  bucket: string;
  credentials: { accessKeyId: string; secretAccessKey: string };
  /** Keys of all objects. */
  keys(): Promise<string[]>;
  /** Damages an object: changes one of its stored bytes. */
  corrupt(key: string): Promise<void>;
  close(): Promise<void>;
}

/** The file in which s3rver stores an object. */
const OBJECT = '._S3rver_object';

export async function openS3Server(): Promise<S3Server> {
  const directory = await mkdtemp(join(tmpdir(), 'innkeeper-s3-'));
  const bucket = 'copies';
  const options = { port: 0, address: '127.0.0.1', silent: true, directory, configureBuckets: [{ name: bucket, configs: [] }] };
  const server = new S3rver(options);
  const { port } = await server.run();
  return {
    endpoint: `http://127.0.0.1:${port}`,
    port,
    bucket,
    credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
    async keys() {
      const names = await readdir(join(directory, bucket), { recursive: true });
      return names.filter((name) => name.endsWith(OBJECT)).map((name) => name.slice(0, -OBJECT.length));
    },
    async corrupt(key) {
      const path = join(directory, bucket, `${key}${OBJECT}`);
      const content = await readFile(path);
      content[content.length >> 1] = (content[content.length >> 1] ?? 0) ^ 1;
      await writeFile(path, content);
    },
    async close() {
      await server.close();
      await rm(directory, { recursive: true });
    },
  };
}
