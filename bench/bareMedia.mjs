// The ceilings for media: a bare socket to a synced file for uploads, @fastify/static for downloads.
import { createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import fastifyStatic from '@fastify/static'
import fastify from 'fastify'
import { refuseUnlessOurs } from '../test/ours.mjs'

const folder = process.env.BARE_FOLDER
refuseUnlessOurs({ dataDir: folder })
let uploads = 0

const app = fastify({
  serverFactory: (handler) => createServer((req, res) => (req.method === 'POST' ? keep(req, res) : handler(req, res))),
})
await app.register(fastifyStatic, { root: folder, cacheControl: false })
app.get('/health', async () => ({ status: 'ok' }))
process.on('SIGTERM', () => app.close().then(() => process.exit(0)))
console.log(await app.listen({ port: 0, host: '127.0.0.1' }))

async function keep(req, res) {
  uploads += 1
  const path = join(folder, `upload-${uploads % 8}`)
  await pipeline(req, createWriteStream(path, { highWaterMark: 1024 * 1024 }))
  const file = await open(path)
  await file.sync()
  await file.close()
  res.end()
}
