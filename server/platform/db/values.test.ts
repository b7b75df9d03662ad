import { CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { smallPool } from '#test/databases.ts'
import { type AnyTables, openScratch, scratchFolder } from '#test/engine.ts'
import { encodeParam, SESSION_ZONE, typeParser } from './types.ts'
import { openSharedConnection, type SharedConnection } from './wire/sharedConnection.ts'

type Case = [expression: string, expected: unknown]

const SESSION = { connectionString: process.env.DATABASE_URL, options: `-c TimeZone=${SESSION_ZONE}` }

const READ: Case[] = [
  ['null::text', null],
  ["'时光胶囊 💊'::text", '时光胶囊 💊'],
  ["''::text", ''],
  ["'ab'::char(4)", 'ab  '],
  ["'abc'::varchar(5)", 'abc'],
  ['7::int2', 7],
  ["'-2147483648'::int4", -2147483648],
  ['9007199254740991::int8', Number.MAX_SAFE_INTEGER],
  ['count(*)', 1],
  ['1.5::float4', 1.5],
  ["'NaN'::float8", Number.NaN],
  ["'-Infinity'::float8", Number.NEGATIVE_INFINITY],
  ['1e300::float8', 1e300],
  ['12345678901234567890.10::numeric', '12345678901234567890.10'],
  ['true', true],
  ['false', false],
  [`'{"a":[1,null,"字"]}'::json`, { a: [1, null, '字'] }],
  [`'{"a":{"b":2}}'::jsonb`, { a: { b: 2 } }],
  ["'null'::jsonb", null],
  ["'\\x00ff10'::bytea", Buffer.from([0, 255, 16])],
  ["'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'::uuid", 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'],
  ["'2030-01-02 03:04:05.678901Z'::timestamptz", '2030-01-02 11:04:05.678901+08'],
  ["'2120-12-31 15:59:59Z'::timestamptz", '2120-12-31 23:59:59+08'],
  ["'infinity'::timestamptz", 'infinity'],
  ["'2030-01-02 03:04:05'::timestamp", '2030-01-02 03:04:05'],
  ["'2030-01-02'::date", '2030-01-02'],
  ["'03:04:05'::time", '03:04:05'],
  ["interval '1 day 2 hours'", '1 day 02:00:00'],
  ["array['a,b', 'c\"d', 'e\\f', null, 'NULL', '', '{x}']", ['a,b', 'c"d', 'e\\f', null, 'NULL', '', '{x}']],
  ["'{}'::text[]", []],
  [
    "'{{1,2},{3,4}}'::int4[]",
    [
      [1, 2],
      [3, 4],
    ],
  ],
  ["'[0:1]={5,6}'::int8[]", [5, 6]],
  ['array[true,false]', [true, false]],
  ["array['1.10'::numeric]", ['1.10']],
  ["array['\\x01'::bytea]", [Buffer.from([1])]],
  [`array['{"a":1}'::jsonb]`, [{ a: 1 }]],
  ["array['2030-01-02 03:04:05Z'::timestamptz]", ['2030-01-02 11:04:05+08']],
]

const WRITTEN: [type: string, value: unknown, read: unknown][] = [
  ['text', '字"\\\'\n', '字"\\\'\n'],
  ['text', '', ''],
  ['text', 12, '12'],
  ['int8', 12n, 12],
  ['int4', -3, -3],
  ['float8', 0.1, 0.1],
  ['bool', true, true],
  ['bool', false, false],
  ['text', null, null],
  ['text', undefined, null],
  ['bytea', Buffer.from('pool'), Buffer.from('pool')],
  ['bytea', new Uint8Array([1, 0, 255]), Buffer.from([1, 0, 255])],
  ['timestamptz', new Date('2030-01-02T03:04:05.678Z'), '2030-01-02 11:04:05.678+08'],
  ['jsonb', { a: ['x', 1] }, { a: ['x', 1] }],
  ['text[]', ['a,b', 'c"d', 'e\\f', null, 'NULL', ''], ['a,b', 'c"d', 'e\\f', null, 'NULL', '']],
  [
    'int4[]',
    [
      [1, 2],
      [3, 4],
    ],
    [
      [1, 2],
      [3, 4],
    ],
  ],
  ['text[]', [], []],
  ['bytea[]', [Buffer.from([1, 2])], [Buffer.from([1, 2])]],
  ['numeric', '1.10', '1.10'],
]

type Ask = (text: string, values: unknown[]) => Promise<readonly object[]>

function answersByTheTable(ask: Ask) {
  // A statement that is known already may be answered in binary.
  test.each(READ)('reads %s, the first time and later', async (expression, expected) => {
    for (let time = 0; time < 2; time++)
      expect(await ask(`select ${expression} as value`, [])).toEqual([{ value: expected }])
  })

  test.each(WRITTEN)('takes a parameter of type %s', async (type, value, expected) => {
    expect(await ask(`select $1::${type} as value`, [value])).toEqual([{ value: expected }])
  })
}

function worksAsKyselyWants(open: () => Kysely<AnyTables>) {
  test('tells an error by the names that pg uses', async () => {
    await sql`create temporary table named (id int constraint named_id unique)`.execute(open())
    await sql`insert into named values (${1})`.execute(open())
    const refused = await sql`insert into named values (${1})`.execute(open()).catch((error) => error)
    expect(refused).toMatchObject({
      code: '23505',
      severity: 'ERROR',
      constraint: 'named_id',
      table: 'named',
      detail: 'Key (id)=(1) already exists.',
      message: 'duplicate key value violates unique constraint "named_id"',
    })
    expect(refused).toBeInstanceOf(Error)
  })

  test('counts the rows that a statement changed', async () => {
    await sql`create temporary table counted (id int)`.execute(open())
    const inserted = await sql`insert into counted select generate_series(1, ${3}::int)`.execute(open())
    expect(inserted.numAffectedRows).toBe(3n)
    expect((await sql`update counted set id = 9`.execute(open())).numAffectedRows).toBe(3n)
    expect((await sql`select * from counted`.execute(open())).numAffectedRows).toBeUndefined()
  })

  test('runs several statements at once when there are no parameters', async () => {
    await sql.raw('create temporary table several (id int); insert into several values (1), (2)').execute(open())
    expect((await sql`select id from several`.execute(open())).rows).toEqual([{ id: 1 }, { id: 2 }])
  })
}

const asking =
  (open: () => Kysely<AnyTables>): Ask =>
  async (text, values) =>
    (await open().executeQuery<object>(CompiledQuery.raw(text, values))).rows

describe.skipIf(process.env.DATABASE_URL)('the embedded engine', () => {
  let db: Kysely<AnyTables>
  const undo: (() => Promise<void>)[] = []

  beforeAll(async () => {
    const { folder, remove } = await scratchFolder()
    const opened = await openScratch(folder)
    db = opened.db
    undo.push(opened.close, remove)
  })

  afterAll(async () => {
    for (const step of undo) await step()
  })

  answersByTheTable(asking(() => db))
  worksAsKyselyWants(() => db)

  test('gives bytes as a Buffer', async () => {
    const { rows } = await sql<{ value: Buffer }>`select ${Buffer.from('x')}::bytea as value`.execute(db)
    expect(Buffer.isBuffer(rows[0]!.value)).toBe(true)
  })

  test('carries a parameter and an answer of 8 MB', async () => {
    const long = '长'.repeat(2_800_000)
    const { rows } = await sql<{ value: string }>`select ${long}::text as value`.execute(db)
    expect(rows[0]!.value === long).toBe(true)
  })
})

describe.runIf(process.env.DATABASE_URL)('pg, by the same table', () => {
  const pool = smallPool({ ...SESSION, types: { getTypeParser: typeParser as never } })
  const db = new Kysely<AnyTables>({ dialect: new PostgresDialect({ pool }) })
  afterAll(() => db.destroy())

  answersByTheTable(asking(() => db))
  worksAsKyselyWants(() => db)
})

describe.runIf(process.env.DATABASE_URL)('a shared connection, by the same table', () => {
  let shared: SharedConnection
  beforeAll(async () => {
    shared = await openSharedConnection(SESSION, { silenceMostMs: 10_000 })
  })
  afterAll(() => shared.retire())

  answersByTheTable((text, values) => shared.ask(text, values.map(encodeParam)))
})
