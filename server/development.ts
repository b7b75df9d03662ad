import type { FastifyRequest } from 'fastify'
import { type Config, isLoopback } from '#server/config.ts'

const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via']

/** Development doors are open only here, to this machine, asked directly (decisions 5). */
export function isDevelopmentCaller(config: Config, request: FastifyRequest): boolean {
  if (config.production || !config.loopback) return false
  if (FORWARDED.some((name) => request.headers[name] !== undefined)) return false
  return isLoopbackCaller(request)
}

/** The socket comes from this machine and the Host header names it. */
export function isLoopbackCaller(request: FastifyRequest): boolean {
  const host = (request.headers.host ?? '').replace(/:\d+$/, '')
  return isLoopback(request.socket.remoteAddress ?? '') && isLoopback(host)
}
