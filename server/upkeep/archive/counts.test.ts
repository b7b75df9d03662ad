import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ArchiveItem } from '#contract/archiveFiles.ts'
import { STATUS } from '#contract/capsule.ts'
import { RESULT } from '#contract/judge.ts'
import type { ObjectStore } from '#server/platform/media/store.ts'
import { startStandins } from '#standins/platforms.ts'
import { withApp } from '#test/app.ts'
import { archiveOf, bytesOfParts, type Files, filesIn, filesOf, jsonOf, yearsOf } from '#test/archives.ts'
import { get, upload } from '#test/client.ts'
import { comeDue, deletedBefore } from '#test/due.ts'
import { everything, order } from '#test/everything.ts'
import { png } from '#test/media.ts'

const platforms = await startStandins()
afterAll(() => platforms.close())
const app = withApp(platforms.env)

/** Somebody with everything, who has paid one order and not another, and has an upload that nothing names. */
async function someone() {
  const person = await everything(app.url)
  await order(app.url, person, platforms)
  await upload(app.url, person.token, 'image', await png({ seed: 9 }), 'png')
  const { user } = await get(app.url, 'userInfo', {}, person)
  return { ...person, id: Number(user.id) }
}

let person: Awaited<ReturnType<typeof someone>>
let files: Files
beforeAll(async () => {
  person = await someone()
  files = await filesOf(app, person)
})

const itemsOf = (files: Files): ArchiveItem[] => [
  ...yearsOf(files).flatMap(({ items }) => items),
  ...jsonOf(files, 'drafts').items,
]

/** How many of each there are. */
function tallied(names: readonly string[]): Record<string, number> {
  const tally: Record<string, number> = {}
  for (const name of names) tally[name] = (tally[name] ?? 0) + 1
  return tally
}

/** A person's capsules by kind and state, told by the days in the rows alone. */
async function countCapsules(userId: number): Promise<Record<string, number>> {
  const { rows } = await sql<{ name: string; count: number }>`
    select (array['capsule', 'diary', 'forecast'])[type + 1] || ' ' || case
        when deleted_at is not null then 'deleted'
        when sealed_at is not null and open_at is null then 'sealed'
        when sealed_at is not null then 'opened'
        when status = ${STATUS.draft} then 'draft' else 'written' end as name, count(*)::int as count
    from capsules where owner_id = ${userId} group by 1`.execute(app.services.db)
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]))
}

type Counted = Record<
  | 'replies'
  | 'judgements'
  | 'hidden'
  | 'shown'
  | 'loves'
  | 'likes'
  | 'follows'
  | 'movements'
  | 'orders'
  | 'files'
  | 'bytes',
  number
>

async function countRest(userId: number): Promise<Counted> {
  const own = sql`(select id from capsules where owner_id = ${userId})`
  const open = sql`(select id from capsules where owner_id = ${userId} and open_at is not null)`
  const uploads = sql`from objects where owner_id = ${userId} and loose_since is null and avatar_of is null
    and (sealed_in is null or sealed_in in ${open})`
  const { rows } = await sql<Counted>`select
    (select count(*)::int from capsule_replies where capsule_id in ${own}) as replies,
    (select count(*)::int from forecast_judgements where capsule_id in ${own}) as judgements,
    (select count(*)::int from capsules where owner_id = ${userId} and hidden) as hidden,
    (select count(*)::int from capsules where owner_id = ${userId} and is_public = 1) as shown,
    (select sum(love_count)::int from capsules where owner_id = ${userId}) as loves,
    (select count(*)::int from loves where user_id = ${userId}) as likes,
    (select count(*)::int from follows where follower_id = ${userId}) as follows,
    (select count(*)::int from entries join accounts a on a.id = account_id where owner_id = ${userId}) as movements,
    (select count(*)::int from orders where user_id = ${userId}) as orders,
    (select count(*)::int ${uploads}) as files, (select sum(size)::int ${uploads}) as bytes`.execute(app.services.db)
  return rows[0]!
}

/** The outcomes of a person's predictions: each mean by the database. */
async function scoreOf(userId: number) {
  const { rows } = await sql<
    Record<'judged' | 'hits' | 'misses' | 'partials' | 'unknowns' | 'brier' | 'hit_rate', number>
  >`
    with j as (select result, confidence / 100.0 as p, case result when ${RESULT.hit} then 1 when ${RESULT.partial} then 0.5 else 0 end as o
      from forecast_judgements where user_id = ${userId} and counts)
    select count(*)::int as judged, count(*) filter (where result = ${RESULT.hit})::int as hits,
      count(*) filter (where result = ${RESULT.miss})::int as misses, count(*) filter (where result = ${RESULT.partial})::int as partials,
      count(*) filter (where result = ${RESULT.unknown})::int as unknowns,
      avg((p - o) * (p - o)) filter (where result <> ${RESULT.unknown})::float8 as brier,
      avg(o) filter (where result <> ${RESULT.unknown})::float8 as hit_rate from j`.execute(app.services.db)
  return rows[0]!
}

const linesOf = (files: Files, name: string): number => String(files.get(name)).trimEnd().split('\r\n').length

it('its counts are the database’s, of everything that a person has', async () => {
  const { counts, record, missing, years } = jsonOf(files, 'archive')
  const [capsules, rest] = [await countCapsules(person.id), await countRest(person.id)]
  const [items, sealed] = [itemsOf(files), jsonOf(files, 'sealed').items]

  const listed = [...items, ...sealed.map(({ kind }) => ({ kind, state: 'sealed' }))].map(
    ({ kind, state }) => `${kind} ${state}`,
  )
  expect(tallied(listed)).toEqual(capsules)
  // Every kind is there in every state that it can have.
  expect(Object.keys(capsules)).toHaveLength(11)
  const all = (kind: string) =>
    ['written', 'opened', 'deleted'].reduce((sum, state) => sum + (capsules[`${kind} ${state}`] ?? 0), 0)
  const sum = (state: string) =>
    ['capsule', 'diary', 'forecast'].reduce((sum, kind) => sum + (capsules[`${kind} ${state}`] ?? 0), 0)
  expect(counts).toEqual({
    diaries: all('diary'),
    capsules: all('capsule'),
    forecasts: all('forecast'),
    drafts: sum('draft'),
    sealed: sum('sealed'),
    files: rest.files,
    bytes: rest.bytes,
  })
  expect(years.reduce((sum, { items }) => sum + items, 0) + counts.drafts).toBe(items.length)
  expect(missing).toEqual([])

  const [social, money] = [jsonOf(files, 'social'), jsonOf(files, 'money')]
  const originals = [...files].filter(([name]) => name.startsWith('data/originals/'))
  expect({
    replies: items.filter(({ reply }) => reply).length,
    judgements: items.filter(({ judgement }) => judgement).length,
    hidden: items.filter(({ hidden }) => hidden).length,
    shown: items.filter((item) => item.public).length,
    loves: items.reduce((sum, { loves }) => sum + loves, 0),
    likes: social.likes.length,
    follows: social.follows.length,
    movements: money.movements.length,
    orders: money.orders.length,
    files: originals.length,
    bytes: originals.reduce((sum, [, { length }]) => sum + length, 0),
  }).toEqual(rest)
  for (const [name, count] of Object.entries(rest)) expect(count, name).toBeGreaterThan(0)
  const { brier, hit_rate, ...score } = await scoreOf(person.id)
  expect(record).toMatchObject({ ...score, brier: expect.closeTo(brier, 9), hit_rate: expect.closeTo(hit_rate, 9) })
  expect(linesOf(files, 'data/ledger.csv')).toBe(1 + rest.movements)
  expect(linesOf(files, 'data/orders.csv')).toBe(1 + rest.orders)
})

it('has each remark, place, word and confidence that was written, once', async () => {
  const items = itemsOf(files)
  const parts = items.flatMap(({ parts }) => parts)
  const texts = (list: string[]) => list.filter(Boolean).sort()
  expect(texts(items.map(({ words }) => words))).toEqual(['给以后的我'])
  expect(texts(items.map(({ remark }) => remark))).toEqual(['和阿宁一起'])
  expect(parts.flatMap((part) => ('remark' in part && part.kind !== 'plain' && part.remark) || []).sort()).toEqual(
    ['海边', '信里的话'].sort(),
  )
  expect(tallied(parts.map(({ kind }) => kind))).toEqual({
    text: 5,
    plain: 12,
    picture: 2,
    video: 1,
    file: 1,
    place: 1,
  })
  expect(items.flatMap(({ questions }) => questions)).toEqual(['您的生肖是？'])
  expect(tallied(items.map(({ confidence }) => String(confidence)))).toMatchObject({ 80: 11, 55: 1 })
})

it('says the same in its JSON, its scripts and its pages', async () => {
  const names = [...files.keys()].flatMap((name) => /^data\/js\/(\w+)\.js$/.exec(name)?.[1] ?? [])
  expect(names.length).toBeGreaterThan(5)
  for (const name of names) {
    const said: unknown[] = []
    new Function('capsuleArchive', String(files.get(`data/js/${name}.js`)))((of: string, value: unknown) =>
      said.push(of, value),
    )
    expect(said).toEqual([name, JSON.parse(String(files.get(`data/json/${name}.json`)))])
  }
  for (const { year, items } of yearsOf(files)) {
    const articles = String(files.get(`全部文字-${year}.html`)).match(/<article id="\d+"/g)
    expect(articles).toEqual(items.map(({ id }) => `<article id="${id}"`))
  }
})

it('has a deleted diary until it is gone', async () => {
  const person = await everything(app.url)
  const states = async () => itemsOf(await filesOf(app, person)).find(({ id }) => id === person.ids.deleted)?.state
  await deletedBefore(app.services, person.ids.deleted, '6 days 23 hours')
  expect(await states()).toBe('deleted')
  await deletedBefore(app.services, person.ids.deleted, '7 days 1 minute')
  expect(await states()).toBeUndefined()
})

it('names a capsule that was opened while it was made, and keeps it in the list in which it was counted', async () => {
  const person = await everything(app.url)
  const capsule_id = person.ids.sealed
  await comeDue(app.services, capsule_id)
  let opening: Promise<unknown> | undefined
  const read: ObjectStore['read'] = async (...asked) => {
    opening ??= get(app.url, 'unseal', { capsule_id }, person)
    await opening
    return app.services.media.read(...asked)
  }
  const services = { ...app.services, media: { ...app.services.media, read } }
  const archive = await archiveOf({ url: app.url, services }, person)
  const files = await filesIn(await bytesOfParts(app.url, archive))
  const named = [{ name: '五年以后', why: '导出期间已解封，内容不在这份归档里' }]
  expect([archive.missing, jsonOf(files, 'archive').missing]).toEqual([named, named])
  const { items } = jsonOf(files, 'sealed')
  expect(items).toHaveLength(jsonOf(files, 'archive').counts.sealed)
  expect(items.map(({ id }) => id)).toContain(capsule_id)
  expect(itemsOf(files).map(({ id }) => id)).not.toContain(capsule_id)
})
