import { existsSync, rmSync } from 'node:fs'
import { afterAll, describe, expect, it } from 'vitest'
import { makeFolder } from '#test/ours.mjs'
import { type Args, parsed } from '../../bench/args.ts'
import { isWanted } from '../../bench/calls.ts'
import { usedBetween } from '../../bench/cpu.ts'
import { dropPlaces } from '../../bench/place.ts'
import { stopAll } from '../../bench/servers.ts'
import { measureSize } from '../../bench/size.ts'

const server = process.env.DATABASE_URL || undefined

describe('the options of the bench', () => {
  it.each([
    [['--sizes', '10'], '--sizes: whole numbers from 1000'],
    [['--connections', '32,x'], '--connections: whole numbers from 1'],
    [['--runs', '0'], '--runs: whole numbers from 1'],
    [['--build', '/nowhere'], '--build: nothing is built in /nowhere'],
  ])('are refused by name: %s', (given, why) => {
    expect(() => parsed(given)).toThrow(why)
  })

  it('take the variants of a call along with its name, and nothing that only begins alike', () => {
    const names = ['diary', 'diary first', 'draft', 'diaryList'].map((name) => ({ name }))
    expect(names.filter((one) => isWanted(['diary'], one))).toEqual([{ name: 'diary' }, { name: 'diary first' }])
    expect(names.filter((one) => isWanted([], one))).toEqual(names)
  })
})

describe('processor seconds between two readings', () => {
  const reading = (threads: [number, number][], backends: [number, number][]) => ({
    threads: new Map(threads),
    backends: new Map(backends),
  })
  it('are those of all threads and backends, new ones as well', () => {
    const before = reading([[1, 1_000]], [[7, 0]])
    const after = reading(
      [
        [1, 3_000],
        [2, 4_000],
      ],
      [[7, 9_000]],
    )
    expect(usedBetween(before, after)).toEqual({ ours: 6, database: 9 })
  })

  it('are not known when a backend or a thread ended in between', () => {
    const whole = reading([[1, 0]], [[7, 0]])
    expect(usedBetween(whole, reading([[1, 0]], [[8, 0]]))).toBeUndefined()
    expect(usedBetween(whole, reading([], [[7, 0]]))).toBeUndefined()
  })
})

describe.runIf(existsSync('/proc/self/schedstat'))('a small world', () => {
  const folder = makeFolder('bench')
  afterAll(async () => {
    await stopAll()
    await dropPlaces()
    rmSync(folder, { recursive: true, force: true })
  })

  it('is measured in turns by every side, and breaks nothing', { timeout: 600_000 }, async () => {
    const small: Partial<Args> = {
      only: ['detail', 'diary', 'gift', 'paid'],
      crowds: [2],
      runs: 1,
      calls: 2,
      warmUp: 2,
    }
    const args = { ...parsed([]), ...small }
    const { cells, held, broken } = await measureSize(100, { folder, server }, args)
    expect(cells.map(({ name, sides }) => [name, ...Object.keys(sides)])).toEqual([
      ['detail', 'product', 'bare', 'floor'],
      ['detail opened', 'product', 'floor'],
      ...['diary', 'diary first', 'diary pictures', 'diary draft', 'gift', 'paid'].map((name) => [
        name,
        'product',
        'bare',
      ]),
    ])
    for (const { sides } of cells)
      for (const { ours, database } of Object.values(sides))
        expect([ours > 0, database > 0]).toEqual([true, server !== undefined])
    expect(held.map(({ name }) => name)).toEqual(['product', 'bare'])
    expect(broken).toEqual({ product: [] })
  })
})
