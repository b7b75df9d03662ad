import type { FastifyRequest } from 'fastify'
import { isLoopback } from '#server/core/loopback.ts'
import type { Config } from '#server/platform/config.ts'

const FORWARDED = /^(forwarded|via|x-forwarded-.+|x-real-ip|x-client-ip|x-cluster-client-ip|true-client-ip|cf-.+)$/

/** Development doors are open only here, to this machine, asked directly (readings 5). */
export function isDevelopmentCaller(config: Config, request: FastifyRequest): boolean {
  return !config.production && config.loopback && isLoopbackCaller(request)
}

/** The socket comes from this machine, the Host header names it, and nobody passed the request on. */
export function isLoopbackCaller(request: FastifyRequest): boolean {
  if (Object.keys(request.headers).some((name) => FORWARDED.test(name))) return false
  const host = (request.headers.host ?? '').replace(/:\d+$/, '')
  return isLoopback(request.socket.remoteAddress ?? '') && isLoopback(host)
}
