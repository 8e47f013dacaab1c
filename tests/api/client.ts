// Asks a server by the types that openapi-typescript generates from its description: client.js URL. JavaScript's numbers
// are exact up to 2^53, so ranks are passed as text, and answers with larger ones are parsed by lossless-json.
import assert from 'node:assert/strict';
import { parse } from 'lossless-json';
import createClient from 'openapi-fetch';
import type { components, paths } from './schema.js';

const LAST = '234907967154122528';
const QUEENS = [27, 25, 23, 26, 24, 19, 17, 15, 13, 11, 9, 5, 3, 1, 4, 2, 22, 18, 21, 12, 20, 16, 14, 7, 10, 8, 6];

const client = createClient<paths>({ baseUrl: process.argv[2]!.replace(/\/$/, '') });
const last = { path: { n: 27, rank: LAST } };

const solution = await client.GET('/{n}/{rank}.json', { params: { ...last, query: { only: 'queens' } } });
assert.deepEqual(solution.data?.queens, QUEENS);

const text = await client.GET('/{n}/{rank}.json', { params: last, parseAs: 'text' });
const facts = parse(text.data!) as Exact<components['schemas']['Solution']>;
assert.equal(String(facts.rank), LAST);
assert.equal(String(facts.previous?.rank), '234907967154122527');

// What JavaScript's number of a rank asks for is another solution.
const near = (rank: string | number) =>
  client.GET('/{n}/{rank}.txt', { params: { path: { n: 27, rank } }, parseAs: 'text' });
const [exact, rounded] = [await near('234907967154122501'), await near(Number('234907967154122501'))];
assert.notEqual(exact.data, rounded.data);

const small = await client.GET('/{n}/orbit/{id}.json', { params: { path: { n: 8, id: 5 } } });
assert.equal(small.data?.orbit_id, 5);
const refused = await client.GET('/{n}/{rank}.json', { params: { path: { n: 27, rank: '234907967154122529' } } });
assert.equal(refused.error?.status, 404);

/** A type whose numbers are those of lossless-json. */
type Exact<T> = T extends number ? { toString(): string } : T extends object ? { [K in keyof T]: Exact<T[K]> } : T;
