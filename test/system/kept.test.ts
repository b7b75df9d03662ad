import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { FORM } from '#contract/capsule.ts'
import { ITEM } from '#contract/content.ts'
import { jobs } from '#server/start/jobs.ts'
import { withApp } from '#test/app.ts'
import { foretold, get, newPerson, PASSWORD, seal, textCapsule, upload } from '#test/client.ts'
import { comeDue } from '#test/due.ts'
import { png } from '#test/media.ts'

const app = withApp()
const YEARS = 50
const LONG_AGO_DAYS = YEARS * 365
const TURNS = 3
/** Columns that a capsule is bound to stay as it was sealed; its day is moved by `comeDue`. */
const NOT_MOVED = ['open_time']

/** As if nobody had come, and nothing happened, for so many years: moves every stored moment that far back. */
async function letYearsPass() {
  const { db } = app.services
  const { rows } = await sql<{ table_name: string; column_name: string }>`
    select c.table_name, c.column_name from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = current_schema() and t.table_type = 'BASE TABLE' and c.data_type like 'timestamp%'
      and c.column_name <> all(${NOT_MOVED}::text[]) and c.table_name <> 'clock'`.execute(db)
  expect(rows.length).toBeGreaterThan(40)
  await db.transaction().execute(async (db) => {
    await sql`set local session_replication_role = replica`.execute(db)
    for (const { table_name, column_name } of rows) {
      const [table, column] = [sql.table(table_name), sql.ref(column_name)]
      await sql`update ${table} set ${column} = ${column} - make_interval(years => ${YEARS})`.execute(db)
    }
  })
}

it(`nothing sealed, opened or written is deleted for age or inactivity: ${YEARS} years without a visit, every job run`, async () => {
  const owner = await newPerson(app.url)
  const { token } = owner
  const bytes = await png()
  const picture = await upload(app.url, token, 'image', bytes, 'png')
  const image = { type: ITEM.image, content: picture, comment: '' }
  const sealed = await seal(app.url, token, { ...textCapsule(''), content: [image], content_type: FORM.graphic })
  const opened = await seal(app.url, token, textCapsule('<p>打开过</p>'))
  const content = [{ type: ITEM.text, content: '<p>一篇日记</p>', comment: '' }]
  const diary = (await get(app.url, 'createDiaryCapsule', { content }, { token })).capsule_id
  const prediction = (await get(app.url, 'createForecastCapsule', foretold('会下雪'), { token })).capsule_id
  const draft = (await get(app.url, 'createTimeDraft', { content }, { token })).capsule_id
  await comeDue(app.services, opened, { daysAgo: LONG_AGO_DAYS + YEARS })
  await get(app.url, 'unseal', { capsule_id: opened }, { token })
  for (const id of [sealed, prediction]) await comeDue(app.services, id, { daysAgo: LONG_AGO_DAYS })
  await letYearsPass()

  for (let turn = 0; turn < TURNS; turn++)
    for (const job of jobs) await job.run(app.services, new AbortController().signal)

  const back = await get(app.url, 'login', { tel: owner.tel, password: PASSWORD })
  for (const capsule_id of [sealed, prediction]) await get(app.url, 'unseal', { capsule_id }, back)
  const shown = async (capsule_id: string) =>
    (await get(app.url, 'capsuleDetail', { capsule_id }, back)).capsule.capsule_content!.content[0]!.content
  expect(await Promise.all([opened, diary, prediction, draft].map(shown))).toEqual([
    '<p>打开过</p>',
    '<p>一篇日记</p>',
    '会下雪',
    '<p>一篇日记</p>',
  ])
  const there = await fetch(new URL(await shown(sealed), app.url))
  expect(Buffer.from(await there.arrayBuffer()).equals(bytes)).toBe(true)
  const { user } = await get(app.url, 'userInfo', {}, back)
  expect(user).toMatchObject({ time_count: 4, forecast_count: 5 })
})
