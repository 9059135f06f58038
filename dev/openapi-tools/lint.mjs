// What linters and a validator of other makes say of an OpenAPI document, as a JSON list of sentences.
//   node dev/openapi-tools/lint.mjs contract/openapi.gen.json
import { readFile } from 'node:fs/promises';
import SwaggerParser from '@apidevtools/swagger-parser';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectralCore from '@stoplight/spectral-core';
import rulesets from '@stoplight/spectral-rulesets';

const text = await readFile(process.argv[2], 'utf8');
const problems = [...(await redocly()), ...(await swaggerParser()), ...(await spectral())];
console.log(JSON.stringify(problems));

async function redocly() {
  const config = await createConfig({
    extends: ['recommended-strict'],
    rules: {
      // Every operation may answer what the description says of all.
      'operation-4xx-response': 'off',
      // The document that is served has the address of its installation.
      'no-server-example.com': 'off',
      // `/servers/renew` beside `/servers/{id}`: the literal wins, in every router that we know.
      'no-ambiguous-paths': 'off',
    },
  });
  const found = await lintFromString({ source: text, absoluteRef: 'openapi.json', config });
  return found.map(({ ruleId, message, location }) => `redocly ${ruleId}: ${location[0]?.pointer}: ${message}`);
}

async function swaggerParser() {
  try {
    await SwaggerParser.validate(JSON.parse(text));
    return [];
  } catch (error) {
    return [`swagger-parser: ${error.message}`];
  }
}

async function spectral() {
  const linter = new spectralCore.Spectral();
  linter.setRuleset({
    extends: [[rulesets.oas, 'all']],
    rules: {
      // Who runs it is not who wrote it.
      'info-contact': 'off',
      // 3.1 names licenses by identifier.
      'license-url': 'off',
      // In the order in which the source document has them.
      'openapi-tags-alphabetical': 'off',
      // Held against the real schemas by contract/openapi/readable.test.ts; here they take 10 times as long as all the rest.
      'oas3-valid-media-example': 'off',
      'oas3-valid-schema-example': 'off',
    },
  });
  const found = await linter.run(text);
  return found.map(({ code, path, message }) => `spectral ${code}: ${path.join('.')}: ${message}`);
}
