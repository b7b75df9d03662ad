// The ceilings, in one process with two ports, on the same engine. Bare: Fastify with named statements, without sign-in, parsing or
// decryption; a write writes every row that ours writes, one statement each. Floor: the same queries without a framework, over
// shared connections. Plain JavaScript, so that it starts as the built server does.
import { createDecipheriv, createHash, createPublicKey, verify } from 'node:crypto'
import { createServer } from 'node:http'
import { dirname } from 'node:path'
import fastify from 'fastify'
import { refuseUnlessOurs } from '../test/ours.mjs'

const CARD = `c.id, c.type, c.content_type, c.long_tag, c.status, c.is_public, c.is_lock, c.open_time, c.open_at,
  c.sealed_at, c.created_at, c.updated_at, c.love_count`
const AUTHORED = `${CARD}, u.id as user_id, u.nickname, u.avatar, u.sex from capsules c join users u on u.id = c.owner_id`

/** Written into the statements: with a parameter the planner would plan anew at every call. */
const PAGE = 15
/** The type number of timestamptz. */
const MOMENT = 1184

let statements = 0
const named = (text) => ({ name: `b${statements++}`, text })

const SESSION = named('select user_id from sessions where token_hash = $1 and ended_at is null and expires_at > now()')
const USER = named(
  `select u.id, u.nickname, u.avatar, u.sex, u.tel, u.gift_claimed_at,
    sum(a.balance) filter (where a.kind = 'time') as time_count, sum(a.balance) filter (where a.kind = 'diary') as diary_count,
    sum(a.balance) filter (where a.kind = 'forecast') as forecast_count
  from users u left join accounts a on a.owner_id = u.id where u.id = $1 group by u.id`,
)
const DETAIL = named(
  `select ${CARD}, u.id as user_id, u.nickname, u.avatar, u.sex, p.content
  from capsules c join users u on u.id = c.owner_id join plain_contents p on p.capsule_id = c.id where c.id = $1`,
)
const LOCKED = named(
  `select ${CARD}, c.owner_id, u.nickname, u.avatar, u.sex, k.envelope, k.sealed
  from capsules c join users u on u.id = c.owner_id join capsule_contents k on k.capsule_id = c.id where c.id = $1`,
)
const MINE = named(
  `select ${CARD} from capsules c where c.owner_id = $1 and c.status in (1, 3, 4) order by c.sealed_at desc limit ${PAGE}`,
)
const PUBLIC = named(`select ${AUTHORED} where c.status = 2 and c.is_public = 1 order by c.open_at desc limit ${PAGE}`)
const HOME = named(
  `select ${AUTHORED} where c.status = 2 and c.is_public = 1 order by c.open_at desc limit $1 offset $2`,
)
const SEARCH = named(
  `select c.id, c.long_tag, u.nickname from capsules c join users u on u.id = c.owner_id
  where c.status = 2 and c.is_public = 1 and c.long_tag like $1 order by c.open_at desc limit 15 offset $2`,
)
const THEIRS = named(
  `select ${AUTHORED} where c.owner_id = $1 and c.status = 2 and c.is_public = 1 order by c.open_at desc limit 15`,
)
const LOVED = named(
  `select ${AUTHORED} join loves l on c.id = l.capsule_id
  where l.user_id = 1 and c.status = 2 and c.is_public = 1 order by l.created_at desc limit 15 offset $1`,
)
const DIARIES = named(
  `select ${CARD}, p.content from capsules c join plain_contents p on p.capsule_id = c.id
  where c.owner_id = $1 and c.type = 1 and c.status <> 0 and c.created_at >= $2 and c.created_at < $3
  order by c.created_at desc limit ${PAGE}`,
)
const CALENDAR = named(
  `select created_at::date as day, count(*) from capsules
  where owner_id = $1 and type = 1 and status <> 0 and created_at >= $2 and created_at < $3 group by day`,
)

// Writes: each statement writes the rows of one table that our server writes.
const MOVE = named(
  `update accounts set balance = balance + $3, seq = seq + 1 where owner_id = $1 and kind = $2 and balance + $3 >= 0
  returning id, balance, seq`,
)
const BOOK = named('insert into transactions (user_id, scope, key, reason) values ($1, $2, $3, $4) returning id')
const ENTER = named(
  `insert into entries (transaction_id, kind, account_id, system, amount, seq, balance)
  values ($1, $2, $3, null, $4, $5, $6), ($1, $2, null, $7, -$4::bigint, null, null)`,
)
const EXCHANGED = named(
  `insert into entries (transaction_id, kind, account_id, system, amount, seq, balance)
  values ($1, 'time', $2, null, -1, $3, $4), ($1, 'time', null, 'consumed', 1, null, null),
    ($1, 'diary', $5, null, 2, $6, $7), ($1, 'diary', null, 'issued', -2, null, null)`,
)
const GIVEN = named(
  `insert into entries (transaction_id, kind, account_id, amount, seq, balance, reason)
  values ($1, 'time', $2, -1, $3, $4, null), ($1, 'time', $5, 1, $6, $7, '来自对方的赠送')`,
)
const ONCE = named(
  'insert into idempotency (user_id, key, call, request_hash, answer) values ($1, $2, $3, $4, $5::jsonb)',
)
const SEAL = named(
  `insert into capsules (id, owner_id, type, status, long_tag, open_time, sealed_at, notice_at)
  values (nextval('capsule_ids'), $1, 0, 1, $2, $3::timestamptz, now(), $3::timestamptz) returning id`,
)
const WRITE = named(
  `insert into capsules (id, owner_id, type, status, content_type, open_at)
  values (nextval('capsule_ids'), $1, 1, 2, 0, now()) returning id`,
)
const CONTENT = named(
  'insert into capsule_contents (capsule_id, envelope, sealed, head) values ($1, $2::jsonb, $3, $4)',
)
/** Marked as already asked: our server asks contacts after the sealing, which the ceiling does not measure. */
const CONTACT = named(
  `insert into capsule_contacts (capsule_id, channel, address, asked_at) values ($1, 'tel', $2, now())`,
)
const DROP = named('delete from capsules where id = $1 and owner_id = $2 and status = 0 returning id')
const HOLD = named('update objects set loose_since = null, doomed_at = null where key = any($1::text[]) returning key')
const NAME = named('insert into capsule_media (capsule_id, key) select $1, unnest($2::text[])')
const SAVE = named(
  `update capsules set long_tag = $3, updated_at = now(), revision = revision + 1
  where id = $1 and owner_id = $2 and status = 0 returning revision`,
)
const REPLACE = named(
  `insert into capsule_contents (capsule_id, envelope, sealed, head) values ($1, $2::jsonb, $3, $4)
  on conflict (capsule_id) do update set envelope = excluded.envelope, sealed = excluded.sealed, head = excluded.head`,
)
const TELL = named(
  `insert into inbox (user_id, kind, text, page) values ($1, 'gift', $2, '/subPages/me/capsuleRecord')`,
)
const PAID = named(
  `update orders set state = 1, transaction_id = $2, paid_at = $3, next_ask_at = null
  where order_no = $1 and transaction_id is null returning user_id, count`,
)
const LIKE = named('insert into loves (user_id, capsule_id) values ($1, $2) on conflict do nothing')
const UNLIKE = named('delete from loves where user_id = $1 and capsule_id = $2')
const OPEN = named(
  `update capsules set status = 2, open_at = now(), updated_at = now(), notice_at = null, opened_by = 'owner'
  where id = $1 and status in (1, 3, 4) and open_time <= now() returning id`,
)
const ENVELOPE = JSON.stringify({ v: 2, alg: 'A256GCM', wraps: [{ kid: 'none', key: 'A'.repeat(80) }] })
const HEAD = Buffer.alloc(120)

/** Path → what one statement answers. */
const READS = {
  '/nothing': async (_, body) => body,
  '/session': async (ask, { token }) => only(await ask(SESSION, [hashOf(token)])),
  '/user': async (ask, { id }) => only(await ask(USER, [id])),
  '/detail': async (ask, { id }) => only(await ask(DETAIL, [id])),
  '/opened': async (ask, { id }) => {
    const { envelope, sealed, ...row } = only(await ask(LOCKED, [id]))
    return { ...row, content: (await locks())({ ...row, envelope, sealed }) }
  },
  '/mine': async (ask, { user_id }) => ({ data: await ask(MINE, [user_id]) }),
  '/public': async (ask) => ({ data: await ask(PUBLIC, []) }),
  '/home': async (ask, { size, skip }) => ({ data: await ask(HOME, [size, skip]) }),
  '/search': async (ask, { like, skip }) => ({ data: await ask(SEARCH, [like, skip]) }),
  '/theirs': async (ask, { user_id }) => ({ data: await ask(THEIRS, [user_id]) }),
  '/loved': async (ask, { skip }) => ({ data: await ask(LOVED, [skip]) }),
  '/diaries': async (ask, { user_id, from, to }) => ({ data: await ask(DIARIES, [user_id, from, to]) }),
  '/calendar': async (ask, { user_id, from, to }) => ({ data: await ask(CALENDAR, [user_id, from, to]) }),
}

/** Writes of one statement, which need no transaction around it. */
const SINGLE = {
  '/like': async (ask, { user_id, id }) => (await ask(LIKE, [user_id, id])) && {},
  '/unlike': async (ask, { user_id, id }) => (await ask(UNLIKE, [user_id, id])) && {},
  '/unseal': async (ask, { id }) => only(await ask(OPEN, [id])),
}

const WRITES = {
  async '/seal'(ask, { user_id, title, open_time, content, tel, key }) {
    const moved = await move(ask, user_id, 'time', -1)
    const { id } = only(await ask(SEAL, [user_id, title, open_time]))
    await enter(ask, moved, {
      user_id,
      kind: 'time',
      amount: -1,
      scope: 'seal',
      key: String(id),
      reason: '封存时光胶囊',
    })
    await ask(CONTENT, [id, ENVELOPE, Buffer.from(content), HEAD])
    await ask(CONTACT, [id, tel])
    return once(ask, { user_id, key, call: 'createTimeCapsule', content }, { capsule_id: String(id) })
  },
  async '/diary'(ask, { user_id, content, key, draft, pictures, first }) {
    if (draft) only(await ask(DROP, [draft, user_id]))
    const moved = await move(ask, user_id, 'diary', -1)
    const { id } = only(await ask(WRITE, [user_id]))
    await enter(ask, moved, { user_id, kind: 'diary', amount: -1, scope: 'diary', key: String(id), reason: '写日记' })
    await ask(CONTENT, [id, ENVELOPE, Buffer.from(content), HEAD])
    if (pictures) await ask(HOLD, [pictures])
    if (pictures) await ask(NAME, [id, pictures])
    if (first) {
      const given = await move(ask, user_id, 'diary', 1)
      await enter(ask, given, { user_id, kind: 'diary', amount: 1, scope: 'daily', key, reason: '每日首篇日记' })
    }
    return once(ask, { user_id, key, call: 'createDiaryCapsule', content }, { capsule_id: String(id) })
  },
  async '/draft'(ask, { user_id, id, title, content, key }) {
    const { revision } = only(await ask(SAVE, [id, user_id, title]))
    await ask(REPLACE, [id, ENVELOPE, Buffer.from(content), HEAD])
    return once(ask, { user_id, key, call: 'createTimeDraft', content }, { capsule_id: String(id), revision })
  },
  async '/exchange'(ask, { user_id, key }) {
    const spent = await move(ask, user_id, 'time', -1)
    const gained = await move(ask, user_id, 'diary', 2)
    const { id } = only(await ask(BOOK, [user_id, 'exchange', key, '时光胶囊兑换日记胶囊']))
    await ask(EXCHANGED, [id, spent.id, spent.seq, spent.balance, gained.id, gained.seq, gained.balance])
    return once(ask, { user_id, key, call: 'changeCapsule', content: '{}' }, {})
  },
  async '/gift'(ask, { user_id, to, key }) {
    const spent = await move(ask, user_id, 'time', -1)
    const gained = await move(ask, to, 'time', 1)
    const { id } = only(await ask(BOOK, [user_id, 'gift', key, '赠送给对方']))
    await ask(GIVEN, [id, spent.id, spent.seq, spent.balance, gained.id, gained.seq, gained.balance])
    await ask(TELL, [to, '时光旅人送给您1个时光胶囊'])
    return once(ask, { user_id, key, call: 'giveGift', content: '{}' }, {})
  },
}

async function paid(ask, { out_trade_no, transaction_id, success_time }) {
  const { user_id, count } = only(await ask(PAID, [out_trade_no, transaction_id, success_time]))
  const moved = await move(ask, user_id, 'time', count)
  const reason = `充值（订单${out_trade_no}）`
  await enter(ask, moved, { user_id, kind: 'time', amount: count, scope: 'order', key: out_trade_no, reason })
}

const move = async (ask, user_id, kind, amount) => only(await ask(MOVE, [user_id, kind, amount]))
async function enter(ask, { id: account, balance, seq }, { user_id, kind, amount, scope, key, reason }) {
  const { id } = only(await ask(BOOK, [user_id, scope, key, reason]))
  await ask(ENTER, [id, kind, account, amount, seq, balance, amount < 0 ? 'consumed' : 'issued'])
}
async function once(ask, { user_id, key, call, content }, answer) {
  await ask(ONCE, [user_id, key, call, hashOf(content), JSON.stringify(answer)])
  return answer
}
const hashOf = (text) => createHash('sha256').update(text).digest()
/** The only row; a call that finds nothing fails. */
function only(rows) {
  if (rows.length !== 1) throw new Error(`${rows.length} rows in place of one`)
  return rows[0]
}

const { BARE_FOLDER, DATABASE_URL, WXPAY_PLATFORM_KEYS, WXPAY_API_V3_KEY } = process.env
refuseUnlessOurs({ dataDir: BARE_FOLDER, databaseUrl: DATABASE_URL })
const { ask, shared, together, close } = DATABASE_URL ? await openServer(DATABASE_URL) : await openInFolder()
let opening
const locks = () => (opening ??= openLocks())
const app = fastify()
for (const [path, answer] of Object.entries({ ...READS, ...SINGLE })) app.post(path, ({ body }) => answer(ask, body))
for (const [path, write] of Object.entries(WRITES)) app.post(path, ({ body }) => together((ask) => write(ask, body)))
if (WXPAY_PLATFORM_KEYS) app.register(paidRoute)
app.get('/health', async () => only(await ask({ text: 'select 1 as one' }, [])))

const floor = createServer((request, response) => {
  const chunks = []
  request.on('data', (chunk) => chunks.push(chunk))
  request.on('end', async () => {
    try {
      const answer = await READS[request.url](shared, JSON.parse(Buffer.concat(chunks)))
      const body = Buffer.from(JSON.stringify(answer))
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length }).end(body)
    } catch (error) {
      response.writeHead(500, { 'content-length': 0 }).end()
      console.error(error)
    }
  })
})

process.on('SIGTERM', async () => {
  floor.close()
  floor.closeAllConnections()
  await app.close()
  await close()
  process.exit(0)
})
await new Promise((resolve) => floor.listen(0, '127.0.0.1', resolve))
console.log(`${await app.listen({ port: 0, host: '127.0.0.1' })} http://127.0.0.1:${floor.address().port}`)

/** A payment that WeChat tells of: its signature is checked and its content opened, as ours does. */
async function paidRoute(app) {
  const keys = Object.entries(JSON.parse(WXPAY_PLATFORM_KEYS)).map(([serial, pem]) => [serial, createPublicKey(pem)])
  const keyOf = new Map(keys)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body))
  app.post('/paid', async ({ headers, body }, reply) => {
    const [at, nonce] = [headers['wechatpay-timestamp'], headers['wechatpay-nonce']]
    const message = Buffer.concat([Buffer.from(`${at}\n${nonce}\n`), body, Buffer.from('\n')])
    const signature = Buffer.from(headers['wechatpay-signature'], 'base64')
    if (!verify('RSA-SHA256', message, keyOf.get(headers['wechatpay-serial']), signature)) throw new Error('signature')
    const payment = opened(JSON.parse(body).resource)
    await together((ask) => paid(ask, payment))
    return reply.code(204).send()
  })
}

function opened({ ciphertext, nonce, associated_data }) {
  const bytes = Buffer.from(ciphertext, 'base64')
  const cipher = createDecipheriv('aes-256-gcm', WXPAY_API_V3_KEY, nonce).setAAD(Buffer.from(associated_data))
  cipher.setAuthTag(bytes.subarray(-16))
  return JSON.parse(Buffer.concat([cipher.update(bytes.subarray(0, -16)), cipher.final()]))
}

/** Opens contents as our server does. */
async function openLocks() {
  const [{ openKeys }, { readContent }] = await Promise.all([
    import('#server/platform/keys/place.ts'),
    import('#server/capsules/capsule/stored.ts'),
  ])
  const keys = await openKeys({ dataDir: dirname(BARE_FOLDER) })
  return (row) => readContent(keys, row)
}

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
  const pipelined = await openShared(connectionString)
  const shared = ({ text }, values) => pipelined.ask(text, values)
  return { ask: asking(pool), shared, together, close: () => pool.end().finally(pipelined.close) }
}

async function openShared(connectionString) {
  const { makeSharedReadPool, openToPrimary, sharedConnectionsOf } = await import(
    '#server/platform/db/wire/sharedReadPool.ts'
  )
  const { SESSION } = await import('#server/platform/db/sessions.ts')
  const open = () =>
    openToPrimary({ connectionString, ...SESSION }, { silenceMostMs: 60_000, onBusy: () => {}, onAnswer: () => {} })
  return makeSharedReadPool({ open, most: sharedConnectionsOf(20), lifeMs: 3_600_000 })
}

/** Through our own driver: without it there is no durable embedded engine to compare with. The floor asks it without Kysely. */
async function openInFolder() {
  const { openEmbedded } = await import('#server/platform/db/embedded/open.ts')
  const { CompiledQuery, Kysely } = await import('kysely')
  const embedded = await openEmbedded({ dataDir: BARE_FOLDER, log: console })
  const db = new Kysely({ dialect: embedded.dialect })
  const driver = embedded.dialect.createDriver()
  const asking = (db) => async (statement, values) =>
    (await db.executeQuery(CompiledQuery.raw(statement.text, values))).rows
  const shared = async ({ text }, values) => {
    const connection = await driver.acquireConnection()
    const { rows } = await connection.executeQuery({ sql: text, parameters: values })
    await driver.releaseConnection(connection)
    return rows
  }
  const together = (work) => db.transaction().execute((db) => work(asking(db)))
  return { ask: asking(db), shared, together, close: () => embedded.close() }
}
