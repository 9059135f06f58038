// Prints the findings of external linters and a validator about an OpenAPI document, as a JSON list of sentences.
//     node dev/openapi-tools/lint.mjs contract/openapi.gen.json
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
      // The general refusals of the description apply to every operation.
      'operation-4xx-response': 'off',
      // The served document has the address of its installation.
      'no-server-example.com': 'off',
      // `/servers/renew` and `/servers/{id}` are not ambiguous: the literal wins in every known router.
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
      // The contact is the operator of an installation, not the author of the document.
      'info-contact': 'off',
      // OpenAPI 3.1 names licences by identifier.
      'license-url': 'off',
      // Tags keep the order of the source document.
      'openapi-tags-alphabetical': 'off',
      // contract/openapi/readable.test.ts checks examples against the real schemas. Here this takes 10 times as long as all other rules.
      'oas3-valid-media-example': 'off',
      'oas3-valid-schema-example': 'off',
    },
  });
  const found = await linter.run(text);
  return found.map(({ code, path, message }) => `spectral ${code}: ${path.join('.')}: ${message}`);
}
