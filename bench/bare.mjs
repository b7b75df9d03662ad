// The ceiling: a bare Fastify with named statements on the same engine, no sign-in, the naive query of each call.
// Plain JavaScript, so that it starts as the built server does.
import { createHash } from 'node:crypto'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import fastify from 'fastify'
import { refuseUnlessOurs } from '../test/ours.mjs'

const CARD = `c.id, c.type, c.content_type, c.long_tag, c.status, c.is_public, c.is_lock, c.open_time, c.open_at,
  c.sealed_at, c.created_at, c.updated_at, c.love_count`

/** Written into the statements: with a parameter the planner would plan anew at every call. */
const PAGE = 15
/** The type number of timestamptz. */
const MOMENT = 1184

const named = (name, text) => ({ name, text })
const SESSION = named(
  'session',
  'select user_id from sessions where token_hash = $1 and ended_at is null and expires_at > now()',
)
const USER = named(
  'user',
  `select u.id, u.nickname, u.avatar, u.sex, u.tel, u.gift_claimed_at,
    sum(a.balance) filter (where a.kind = 'time') as time_count, sum(a.balance) filter (where a.kind = 'diary') as diary_count,
    sum(a.balance) filter (where a.kind = 'forecast') as forecast_count
  from users u left join accounts a on a.owner_id = u.id where u.id = $1 group by u.id`,
)
const DETAIL = named(
  'detail',
  `select ${CARD}, u.id as user_id, u.nickname, u.avatar, u.sex, p.content
  from capsules c join users u on u.id = c.owner_id join plain_contents p on p.capsule_id = c.id where c.id = $1`,
)
const MINE = named(
  'mine',
  `select ${CARD} from capsules c where c.owner_id = $1 and c.status in (1, 3, 4) order by c.sealed_at desc limit ${PAGE}`,
)
const PUBLIC = named(
  'public',
  `select ${CARD}, u.id as user_id, u.nickname, u.avatar, u.sex from capsules c join users u on u.id = c.owner_id
  where c.status = 2 and c.is_public = 1 order by c.open_at desc limit ${PAGE}`,
)
const HOME = named(
  'home',
  `select ${CARD}, u.id as user_id, u.nickname, u.avatar, u.sex from capsules c join users u on u.id = c.owner_id
  where c.status = 2 and c.is_public = 1 order by c.open_at desc limit $1 offset $2`,
)
const SEARCH = named(
  'search',
  `select c.id, c.long_tag, u.nickname from capsules c join users u on u.id = c.owner_id
  where c.status = 2 and c.is_public = 1 and c.long_tag like $1 order by c.open_at desc limit 15 offset $2`,
)
const THEIRS = named(
  'theirs',
  `select ${CARD}, u.id as user_id, u.nickname, u.avatar, u.sex from capsules c join users u on u.id = c.owner_id
  where c.owner_id = $1 and c.status = 2 and c.is_public = 1 order by c.open_at desc limit 15`,
)
const LOVED = named(
  'loved',
  `select ${CARD}, u.id as user_id, u.nickname, u.avatar, u.sex
  from loves l join capsules c on c.id = l.capsule_id join users u on u.id = c.owner_id
  where l.user_id = 1 and c.status = 2 and c.is_public = 1 order by l.created_at desc limit 15 offset $1`,
)
const DIARIES = named(
  'diaries',
  `select ${CARD}, p.content from capsules c join plain_contents p on p.capsule_id = c.id
  where c.owner_id = $1 and c.type = 1 and c.status <> 0 and c.created_at >= $2 and c.created_at < $3
  order by c.created_at desc limit ${PAGE}`,
)
const CALENDAR = named(
  'calendar',
  `select created_at::date as day, count(*) from capsules
  where owner_id = $1 and type = 1 and status <> 0 and created_at >= $2 and created_at < $3 group by day`,
)
const PAY = named('pay', `update accounts set balance = balance - 1 where owner_id = $1 and kind = 'time'`)
const INSERT = named(
  'insert',
  `insert into capsules (id, owner_id, type, status, long_tag, open_time, sealed_at, notice_at)
  values (nextval('capsule_ids'), $1, 0, 1, $2, $3::timestamptz, now(), $3::timestamptz) returning id`,
)
const CONTENT = named('content', 'insert into plain_contents (capsule_id, content) values ($1, $2)')
// The rows that our server writes for a sealing, one statement each.
const SPEND = named(
  'spend',
  `update accounts set balance = balance - 1, seq = seq + 1 where owner_id = $1 and kind = 'time' and balance > 0
  returning id, balance, seq`,
)
const BOOK = named(
  'book',
  `insert into transactions (user_id, scope, key, reason) values ($1, 'seal', $2, '封存时光胶囊') returning id`,
)
const ENTER = named(
  'enter',
  `insert into entries (transaction_id, kind, account_id, system, amount, seq, balance)
  values ($1, 'time', $2, null, -1, $3, $4), ($1, 'time', null, 'consumed', 1, null, null)`,
)
const SEALED = named(
  'sealed',
  'insert into capsule_contents (capsule_id, envelope, sealed, head) values ($1, $2::jsonb, $3, $4)',
)
/** Marked as already asked: our server asks contacts after the sealing, which the ceiling does not measure. */
const CONTACT = named(
  'contact',
  `insert into capsule_contacts (capsule_id, channel, address, asked_at) values ($1, 'tel', $2, now())`,
)
const ONCE = named(
  'once',
  `insert into idempotency (user_id, key, call, request_hash, answer) values ($1, $2, 'createTimeCapsule', $3, $4::jsonb)`,
)
const ENVELOPE = JSON.stringify({ v: 2, alg: 'A256GCM', wraps: [{ kid: 'none', key: 'A'.repeat(80) }] })
const HEAD = Buffer.alloc(120)
const LIKE = named('like', 'insert into loves (user_id, capsule_id) values ($1, $2) on conflict do nothing')
const UNLIKE = named('unlike', 'delete from loves where user_id = $1 and capsule_id = $2')
const GAIN = named('gain', 'update accounts set balance = balance + $3 where owner_id = $1 and kind = $2')
const PAID = named(
  'paid',
  `update orders set state = 1, transaction_id = order_no, paid_at = now() where order_no = $1 and transaction_id is null
  returning user_id, count`,
)
const OPEN = named(
  'open',
  `update capsules set status = 2, open_at = now(), updated_at = now(), notice_at = null
  where id = $1 and status in (1, 3, 4) and open_time <= now()`,
)

refuseUnlessOurs({ dataDir: process.env.BARE_FOLDER, databaseUrl: process.env.DATABASE_URL })
const database = process.env.DATABASE_URL ? await openServer(process.env.DATABASE_URL) : await openInFolder()
const app = fastify()
const { ask, together } = database

app.post('/nothing', async ({ body }) => body)
app.post('/session', async (request) => {
  const token = request.headers.authorization.slice('Bearer '.length)
  const rows = await ask(SESSION, [createHash('sha256').update(token).digest()])
  return rows[0]
})
app.post('/user', async ({ body }) => (await ask(USER, [body.id]))[0])
app.post('/detail', async ({ body }) => (await ask(DETAIL, [body.id]))[0])
app.post('/mine', async ({ body }) => ({ data: await ask(MINE, [body.user_id]) }))
app.post('/public', async () => ({ data: await ask(PUBLIC, []) }))
app.post('/home', async ({ body }) => ({ data: await ask(HOME, [body.size, body.skip]) }))
app.post('/search', async ({ body }) => ({ data: await ask(SEARCH, [body.like, body.skip]) }))
app.post('/theirs', async ({ body }) => ({ data: await ask(THEIRS, [body.user_id]) }))
app.post('/loved', async ({ body }) => ({ data: await ask(LOVED, [body.skip]) }))
app.post('/diaries', async ({ body }) => ({ data: await ask(DIARIES, [body.user_id, body.from, body.to]) }))
app.post('/calendar', async ({ body }) => ({ data: await ask(CALENDAR, [body.user_id, body.from, body.to]) }))
app.post('/seal', async ({ body }) =>
  together(async (ask) => {
    await ask(PAY, [body.user_id])
    const [{ id }] = await ask(INSERT, [body.user_id, body.title, body.open_time])
    await ask(CONTENT, [id, body.content])
    return { id }
  }),
)
app.post('/seal-by-rows', async ({ body }) =>
  together(async (ask) => {
    const [{ id: account, balance, seq }] = await ask(SPEND, [body.user_id])
    const [{ id }] = await ask(INSERT, [body.user_id, body.title, body.open_time])
    const [{ id: booked }] = await ask(BOOK, [body.user_id, String(id)])
    await ask(ENTER, [booked, account, seq, balance])
    await ask(SEALED, [id, ENVELOPE, Buffer.from(body.content), HEAD])
    await ask(CONTACT, [id, body.tel])
    const hash = createHash('sha256').update(body.content).digest()
    await ask(ONCE, [body.user_id, body.key, hash, JSON.stringify({ capsule_id: String(id) })])
    return { id }
  }),
)
app.post('/like', async ({ body }) => {
  await ask(LIKE, [body.user_id, body.id])
  return {}
})
app.post('/unlike', async ({ body }) => {
  await ask(UNLIKE, [body.user_id, body.id])
  return {}
})
app.post('/exchange', async ({ body }) =>
  together(async (ask) => {
    await ask(PAY, [body.user_id])
    await ask(GAIN, [body.user_id, 'diary', 2])
    return {}
  }),
)
app.post('/paid', async ({ body }) =>
  together(async (ask) => {
    const [{ user_id, count }] = await ask(PAID, [body.order_no])
    await ask(GAIN, [user_id, 'time', count])
    return {}
  }),
)
app.post('/unseal', async ({ body }) => {
  await ask(OPEN, [body.id])
  return { id: body.id }
})

app.get('/health', async () => {
  await ask(named(undefined, 'select 1 as one'), [])
  return { status: 'ok' }
})
const delays = monitorEventLoopDelay({ resolution: 10 })
delays.enable()
app.get('/figures', async () => {
  const { user, system } = process.cpuUsage()
  const loopMs = delays.percentile(99) / 1e6
  delays.reset()
  return { cpuMicros: user + system, rssBytes: process.memoryUsage.rss(), loopMs }
})

process.on('SIGTERM', async () => {
  await app.close()
  await database.close()
  process.exit(0)
})
console.log(await app.listen({ port: 0, host: '127.0.0.1' }))

async function openServer(connectionString) {
  const { default: pg } = await import('pg')
  // Times stay texts, as in our server: a Date for each cell costs the ceiling more than its query.
  const getTypeParser = (oid, format) => (oid === MOMENT ? String : pg.types.getTypeParser(oid, format))
  const pool = new pg.Pool({ connectionString, max: 20, types: { getTypeParser } })
  const asking = (client) => async (statement, values) => (await client.query({ ...statement, values })).rows
  const together = async (work) => {
    const client = await pool.connect()
    try {
      await client.query('begin')
      const answer = await work(asking(client))
      await client.query('commit')
      return answer
    } catch (error) {
      await client.query('rollback')
      throw error
    } finally {
      client.release()
    }
  }
  return { ask: asking(pool), together, close: () => pool.end() }
}

/** Through our own driver: without it there is no durable embedded engine to compare with. */
async function openInFolder() {
  const { openEmbedded } = await import('#server/platform/db/embedded/open.ts')
  const { CompiledQuery, Kysely } = await import('kysely')
  const embedded = await openEmbedded({ dataDir: process.env.BARE_FOLDER, log: console })
  const db = new Kysely({ dialect: embedded.dialect })
  const asking = (db) => async (statement, values) =>
    (await db.executeQuery(CompiledQuery.raw(statement.text, values))).rows
  const together = (work) => db.transaction().execute((db) => work(asking(db)))
  return { ask: asking(db), together, close: () => embedded.close() }
}
