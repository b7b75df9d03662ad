import type { IncomingMessage, ServerResponse } from 'node:http'
import helmet from 'helmet'

/** What helmet would set on every answer, worked out once: nothing in it depends on the request. */
export function securityHeaders(production: boolean): Record<string, string> {
  const headers: Record<string, string> = {}
  const response = {
    setHeader: (name: string, value: string) => {
      headers[name.toLowerCase()] = value
    },
    removeHeader: () => {},
  }
  helmet(options(production))({} as IncomingMessage, response as unknown as ServerResponse, () => {})
  return headers
}

const options = (production: boolean) => ({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'data:', 'blob:'],
      mediaSrc: ["'self'", 'blob:'],
      connectSrc: ["'self'"],
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
