// The floor for downloads of archives: one file as it lies, at the same pace and to as many at once, by nothing but node:http.
import { open, stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { refuseUnlessOurs } from '../test/ours.mjs'

const { PLAIN_FILE: path, PLAIN_MBIT: megabits } = process.env
refuseUnlessOurs({ dataDir: path })
const { size } = await stat(path)
const AT_ONCE = 4
const PIECE_BYTES = 64 * 1024
let running = 0
let freeAt = 0

const server = createServer(async ({ url }, res) => {
  if (url === '/health') return res.end('{}')
  if (running >= AT_ONCE) return res.writeHead(503).end()
  running += 1
  res.writeHead(200, { 'content-length': size })
  await send(res)
  running -= 1
})
process.on('SIGTERM', () => process.exit(0))
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`))

async function send(res) {
  const file = await open(path)
  const buffer = Buffer.allocUnsafe(PIECE_BYTES)
  for (let at = 0; at < size && !res.destroyed; at += PIECE_BYTES) {
    const { bytesRead } = await file.read(buffer, 0, PIECE_BYTES, at)
    freeAt = Math.max(freeAt, performance.now()) + (bytesRead / (megabits * 125_000)) * 1000
    await delay(freeAt - performance.now())
    await new Promise((resolve) => {
      res.once('close', resolve)
      res.write(buffer.subarray(0, bytesRead), () => {
        res.off('close', resolve)
        resolve()
      })
    })
  }
  res.end()
  await file.close()
}
