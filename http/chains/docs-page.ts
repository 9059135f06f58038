/**
 * API documentation for people: Swagger UI, served from its package. The page loads nothing from other hosts, and its
 * Content-Security-Policy forbids it.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { PAGE_HEADERS } from '../reply/html-headers.ts';
import { chooseCoding } from '../request/accept-encoding.ts';

export interface DocsPageOptions {
  /** Path of the OpenAPI document for a browser of this page. */
  specPath?: string;
}

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Innkeeper API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/swagger-ui.css">
</head>
<body>
<noscript>This page needs JavaScript. The document that it shows is the OpenAPI file of this API.</noscript>
<div id="docs"></div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`;

/** Returns the script that starts Swagger UI. It has no validator, because that would send the URL of the document to a public site. */
function startScript(specPath: string): string {
  const options = { url: specPath, dom_id: '#docs', deepLinking: true, docExpansion: 'none', filter: true, validatorUrl: null };
  return `${SAMPLES}SwaggerUIBundle({ ...${JSON.stringify(options)}, plugins: [showSamples] });\n`;
}

/** Plugin that shows `x-codeSamples` above the replies of each operation. Swagger UI ignores them. */
const SAMPLES = `function showSamples({ React: { createElement: element } }) {
  const shown = (sample) => [
    element('h5', { key: 'label ' + sample.get('label') }, sample.get('label')),
    element('pre', { key: sample.get('label'), className: 'example microlight' }, sample.get('source')),
  ];
  const section = (samples) =>
    element('div', { className: 'opblock-section code-samples' }, [
      element('div', { key: 'header', className: 'opblock-section-header' }, element('h4', null, 'How to call it')),
      element('div', { key: 'samples', className: 'opblock-description-wrapper' }, samples.toArray().flatMap(shown)),
    ]);
  const withSamples = (Original) => (props) => {
    const samples = props.specSelectors.specJson().getIn(['paths', props.path, props.method, 'x-codeSamples']);
    return element('div', null, samples && section(samples), element(Original, props));
  };
  return { wrapComponents: { responses: withSamples } };
}
`;

const STYLE = 'text/css; charset=utf-8';
const SCRIPT = 'text/javascript; charset=utf-8';

/** Serves `/docs`. */
export const docsPage: FastifyPluginAsync<DocsPageOptions> = async (app, { specPath = '/v1/openapi.json' }) => {
  const require = createRequire(import.meta.url);
  const serve = (path: string, type: string, content: string) =>
    app.get(path, (_request, reply) => reply.headers(PAGE_HEADERS).type(type).send(content));
  const serveFile = async (path: string, type: string, file: string) => {
    const open = await openFile(file);
    app.get(path, (request, reply) => open(request, reply.type(type)));
  };

  serve('/docs', 'text/html; charset=utf-8', PAGE);
  serve('/docs/start.js', SCRIPT, startScript(specPath));
  await serveFile('/docs/swagger-ui.css', STYLE, require.resolve('@fastify/swagger-ui/static/swagger-ui.css'));
  await serveFile('/docs/swagger-ui-bundle.js', SCRIPT, require.resolve('@fastify/swagger-ui/static/swagger-ui-bundle.js'));
};

/**
 * Returns a function that serves a file of the package. The file is read at startup and compressed (1.7 MB to 0.5 MB) on the first request.
 */
async function openFile(file: string) {
  const plain = await readFile(file);
  let zipping: Promise<Buffer> | undefined;

  return async (request: FastifyRequest, reply: FastifyReply) => {
    zipping ??= promisify(gzip)(plain);
    const zipped = await zipping;
    reply.headers({ ...PAGE_HEADERS, 'cache-control': 'public, max-age=3600', vary: 'accept-encoding' });
    if (!chooseCoding(request.headers['accept-encoding'], { gzip: zipped })) return reply.send(plain);
    return reply.header('content-encoding', 'gzip').send(zipped);
  };
}
