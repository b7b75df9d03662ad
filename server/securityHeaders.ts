import type { IncomingMessage, ServerResponse } from 'node:http'
import helmet from 'helmet'

/** What helmet would set on every answer, worked out once: nothing in it depends on the request. */
export function securityHeaders(production: boolean, mediaOrigins: readonly string[]): Record<string, string> {
  const headers: Record<string, string> = {}
  const response = {
    setHeader: (name: string, value: string) => {
      headers[name.toLowerCase()] = value
    },
    removeHeader: () => {},
  }
  helmet(options(production, mediaOrigins))({} as IncomingMessage, response as unknown as ServerResponse, () => {})
  return headers
}

const options = (production: boolean, mediaOrigins: readonly string[]) => ({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'"],
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
