/** A real S3 server of this process, for tests: s3rver, which keeps its buckets as files. */
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
  /** Keys of what is there. */
  keys(): Promise<string[]>;
  /** Changes a stored byte behind everybody's back. */
  corrupt(key: string): Promise<void>;
  close(): Promise<void>;
}

/** How it names the file of an object. */
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
