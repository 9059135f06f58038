import { describe, expect, it } from 'vitest';
import { compareReleased } from './compare.ts';
import { currentSurface, linesOf } from './surface.ts';

const document = (properties: object) => ({
  paths: {
    '/servers/{id}': {
      get: {
        operationId: 'getServer',
        parameters: [{ name: 'id', in: 'path' }],
        responses: {
          200: { content: { 'application/json': { schema: { type: 'object', properties } } } },
          404: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } },
        },
      },
    },
  },
  components: { schemas: { Plan: { anyOf: [{ properties: { key: {} } }, { type: 'null' }] } } },
});
const lines = linesOf(
  document({ id: {}, plans: { items: { $ref: '#/components/schemas/Plan' } }, at: { properties: { city: {} } } }),
);

describe('the surface of the API', () => {
  it('has operations, their inputs, and the fields of their successful replies', () => {
    expect(lines).toEqual([
      'type Plan has key',
      'operation getServer is GET /servers/{id}',
      'getServer takes path id',
      'getServer answers 200',
      'getServer answers 200 id',
      'getServer answers 200 plans',
      'getServer answers 200 plans[] Plan',
      'getServer answers 200 at',
      'getServer answers 200 at.city',
    ]);
  });

  it('may grow but not shrink', () => {
    const released = { promised: lines };
    expect(compareReleased(released, released)).toEqual([]);
    expect(compareReleased({ promised: [...lines, 'failure new 422'] }, released)).toEqual([]);
    const without = released.promised.filter((line) => !line.endsWith('city'));
    expect(compareReleased({ promised: without }, released)).toEqual([expect.stringContaining('at.city')]);
  });

  it('lists operations, failure codes and fields of the real contract', () => {
    const { promised } = currentSurface();
    expect(promised).toEqual(
      expect.arrayContaining([
        'operation restartServer is POST /servers/{server}/restart',
        'failure locked 423',
        'type Server has potential_expiry_at',
        'deployServer takes body DeployServer',
        'type DeployServer has billing_cycle',
        'listServers takes query page',
      ]),
    );
  });
});
