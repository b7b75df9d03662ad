import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import helmet from 'helmet'

type Allowed = { production: boolean; mediaOrigins: readonly string[]; scripts: readonly string[] }

/** The headers that helmet would set on every answer, worked out once: none depends on the request. */
export function securityHeaders(allowed: Allowed): Record<string, string> {
  const headers: Record<string, string> = {}
  const response = {
    setHeader: (name: string, value: string) => {
      headers[name.toLowerCase()] = value
    },
    removeHeader: () => {},
  }
  helmet(options(allowed))({} as IncomingMessage, response as unknown as ServerResponse, () => {})
  return headers
}

/** The headers that matter for JSON, which is only ever fetched: it is not sniffed, not embedded, runs and loads nothing. */
export const headersOfCalls = (all: Record<string, string>): Record<string, string> => ({
  ...Object.fromEntries(OF_JSON.flatMap((name) => (all[name] === undefined ? [] : [[name, all[name]]]))),
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
})
const OF_JSON = ['x-content-type-options', 'cross-origin-resource-policy', 'strict-transport-security']

/** The hashes of the scripts that stand in a page of HTML itself, as the content policy names them; none without the page. */
export function inlineScripts(file: string): string[] {
  if (!existsSync(file)) return []
  const found = readFileSync(file, 'utf8').matchAll(/<script>(.*?)<\/script>/gs)
  return [...found].map(([, script]) => `'sha256-${createHash('sha256').update(script!).digest('base64')}'`)
}

const options = ({ production, mediaOrigins, scripts }: Allowed) => ({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'", ...scripts],
      styleSrc: ["'self'", "'unsafe-inline'"],
      // Pages make pictures of their own (data, blob); a bucket's objects come from the bucket.
      imgSrc: ["'self'", 'data:', 'blob:', ...mediaOrigins],
      mediaSrc: ["'self'", 'blob:', ...mediaOrigins],
      connectSrc: ["'self'", ...mediaOrigins],
      fontSrc: ["'self'"],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'self'"],
    },
  },
  xFrameOptions: { action: 'sameorigin' as const },
  // WeChat's H5 payment needs a Referer.
  referrerPolicy: { policy: 'strict-origin-when-cross-origin' as const },
  strictTransportSecurity: production ? { maxAge: 31_536_000 } : (false as const),
  crossOriginEmbedderPolicy: false,
})
