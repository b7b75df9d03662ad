import type { FastifyInstance, FastifyReply } from 'fastify'
import { SHA256_BYTES as HASH_BYTES } from '#contract/bytes.ts'
import type { Services } from '#server/platform/context.ts'
import { newestCheckpoint } from './checkpoints.ts'
import { keysOfLog } from './currentLog.ts'
import { readKept } from './keptTiles.ts'
import { logKeys } from './logKeys.ts'
import { stampOf } from './stampLog.ts'
import { hashesOn, readTilePath, TILE_WIDTH } from './tiles.ts'

const STAMP = /^(\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01]))(\.tsr)?$/
const NUMBER = /^[1-9]\d{0,8}$/
/** Full tiles never change; everything else does at each checkpoint. */
const FOR_EVER = 'public, max-age=31536000, immutable'
const SECONDS = 'public, max-age=10'

type LogRequest = { Params: { log?: string; '*'?: string } }

/**
 * The log as others read it (c2sp.org/tlog-tiles): GET /log/checkpoint, /log/tile/{L}/{N}[.p/{W}] and /log/key of the first log,
 * /log/{number}/… of one that was begun later; /log/keys has every key that ever signed, /log/stamps/{day}[.tsr] what an authority
 * of others says of a day. Nothing is shown that no checkpoint has.
 */
export function logRoutes(app: FastifyInstance, { db }: Services): void {
  for (const under of ['/log', '/log/:log']) {
    app.get<LogRequest>(`${under}/checkpoint`, async ({ params }, reply) => {
      const newest = await newestCheckpoint(db, numberOf(params))
      return newest ? text(reply, newest.note) : nothing(reply)
    })
    app.get<LogRequest>(`${under}/tile/*`, async ({ params }, reply) =>
      serveTile(numberOf(params), params['*'] ?? '', reply),
    )
    app.get<LogRequest>(`${under}/key`, async ({ params }, reply) => {
      const [key] = await keysOfLog(db, numberOf(params))
      return key ? text(reply, `${key}\n`) : nothing(reply)
    })
  }
  app.get<LogRequest>('/log/stamps/*', async ({ params }, reply) => {
    const [, day, asked] = STAMP.exec(params['*'] ?? '') ?? []
    const stamp = day && (await stampOf(db, { day }))
    if (!stamp) return nothing(reply)
    return asked ? bytes(reply, stamp.response, 'application/timestamp-reply') : text(reply, stamp.note)
  })
  app.get('/log/keys', async (_request, reply) => {
    const keys = await logKeys(db)
    return text(reply, keys.map((key) => `${key}\n`).join(''))
  })

  async function serveTile(log: number, path: string, reply: FastifyReply): Promise<FastifyReply> {
    const tile = readTilePath(path)
    const newest = tile && (await newestCheckpoint(db, log))
    if (!newest || tile.index * TILE_WIDTH + tile.width > hashesOn(tile.level, newest.size)) return nothing(reply)
    const hashes = await readKept(db, log)(tile)
    const shown = hashes.subarray(0, tile.width * HASH_BYTES)
    return bytes(reply, shown, 'application/octet-stream', tile.width === TILE_WIDTH ? FOR_EVER : SECONDS)
  }
}

/** 0, of which there is no log, where it is written in another way. */
const numberOf = ({ log = '1' }: LogRequest['Params']): number => (NUMBER.test(log) ? Number(log) : 0)

const bytes = (reply: FastifyReply, said: Uint8Array, type: string, cache = SECONDS): FastifyReply =>
  reply.headers({ 'cache-control': cache, 'access-control-allow-origin': '*' }).type(type).send(said)

const text = (reply: FastifyReply, said: string): FastifyReply =>
  reply
    .headers({ 'cache-control': SECONDS, 'access-control-allow-origin': '*' })
    .type('text/plain; charset=utf-8')
    .send(said)

const nothing = (reply: FastifyReply): FastifyReply =>
  reply.code(404).header('cache-control', 'no-store').type('text/plain; charset=utf-8').send('nothing is here\n')
