import type { ServerResponse } from 'node:http'
import { listen, type Served } from './http.ts'

/** By path: text is answered as it stands, an object as JSON; a function does what it likes, or nothing at all. */
export type Script = Record<string, string | object | ((response: ServerResponse) => unknown)>

/** A platform that answers what a test tells it to: what no platform documents. */
export const startScripted = (script: Script): Promise<Served> =>
  listen((request, response) => {
    request.resume()
    const line = script[new URL(request.url ?? '/', 'http://standin').pathname]
    if (typeof line === 'function') return void line(response)
    if (line === undefined) return void response.writeHead(404).end()
    response.end(typeof line === 'string' ? line : JSON.stringify(line))
  })
