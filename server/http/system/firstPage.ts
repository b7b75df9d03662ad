import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Config } from '#server/platform/config.ts'
import { fromMemory } from './inMemory.ts'

/** A relative address of ours in a tag that other sites read: they could not resolve it. */
const IN_A_TAG = /(<meta property="og:(?:image|url)" content=")(\/[^"]*)"/g

/**
 * The page of HTML that everything begins with, from memory. Where the site knows its own address (`PUBLIC_URL`), what
 * others show of a link to it names its picture in full.
 */
export function firstPageRoute(app: FastifyInstance, { webDir, publicUrl = '' }: Config): void {
  const html = readFileSync(join(webDir, 'index.html'), 'utf8').replace(IN_A_TAG, `$1${publicUrl}$2"`)
  const send = fromMemory('text/html; charset=utf-8', () => html)
  for (const path of ['/', '/index.html']) app.get(path, send)
}
