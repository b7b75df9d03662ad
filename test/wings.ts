/**
 * The wings of the server, lowest first, and in each its rooms and its files beside them, lowest first: no import leads up
 * (docs/architecture.md). Where a part of a room has to stand lower than the rest of it, it is named by itself.
 */
export const WINGS: Record<string, readonly string[]> = {
  core: [
    'flagOf.ts',
    'grouped.ts',
    'escapeMarkup.ts',
    'csv.ts',
    'loopback.ts',
    'sha256.ts',
    'sharp.ts',
    'settingFiles.ts',
    'fail.ts',
    'quietLog.ts',
    'metrics.ts',
    'concurrency',
  ],
  platform: [
    'outside',
    'message/texts.ts',
    'config.ts',
    'development.ts',
    'folders',
    'db',
    'keys',
    'clock',
    'caller.ts',
    'writings.ts',
    'ending.ts',
    'moderation',
    'media/grant.ts',
    'media/clean/found.ts',
    'media/store.ts',
    'context.ts',
    'requestContext.ts',
    'sweep.ts',
    'rateLimit.ts',
    'idempotency.ts',
    'media',
    'message',
  ],
  people: ['wallet', 'inbox', 'account/proof', 'captcha', 'account'],
  capsules: [
    'notice',
    'capsule',
    'publishing',
    'forecast',
    'social',
    'search',
    'diary',
    'imports',
    'year',
    'seal',
    'unseal',
    'calendar',
  ],
  desk: ['review', 'report', 'feedback'],
  money: ['gift', 'pay', 'exchange', 'task'],
  upkeep: ['receipts', 'sunset', 'loss', 'backup', 'rotation', 'archive', 'closing'],
  http: [
    'parse.ts',
    'cookies.ts',
    'requestId.ts',
    'securityHeaders.ts',
    'admission.ts',
    'connections.ts',
    'system',
    'openapi',
    'commands.ts',
    'handlers.ts',
    'dispatch.ts',
    'control.ts',
    'app.ts',
  ],
  start: ['stopSignals.ts', 'drain.ts', 'services.ts', 'demo', 'jobs.ts'],
}
/** The only files of the server outside of the wings, which may import everything. */
const ENTRIES = ['main.ts', 'cli.ts']

/** The wings of the pages, in the same order; one without parts is a single room. */
export const WEB_WINGS: Record<string, readonly string[]> = {
  ui: [],
  client: [
    'storage',
    'ending.ts',
    'whyEnded.ts',
    'session.ts',
    'cachedUser.ts',
    'retryPolicy.ts',
    'applet.ts',
    'native.ts',
    'source.ts',
    'begin.ts',
    'begun.ts',
    'transport.ts',
    'proving.ts',
    'sha256.ts',
    'proofTools.ts',
    'siteRoute.ts',
    'stale.ts',
    'wire.ts',
    'api.ts',
    'knowTime.ts',
    'linkJwt.ts',
    'lost.ts',
    'noSchemas.ts',
    'pageCode.ts',
    'queryClient.ts',
    'sessionCache.ts',
    'system.ts',
    'siteFacts.ts',
    'theme.ts',
    'useDetail.ts',
    'useKnown.ts',
    'useLeavePrompt.ts',
    'whenQuiet.ts',
    'upload',
  ],
  reader: [],
  opener: [],
  shop: ['wallet', 'gift', 'task', 'recharge'],
  draft: ['current', 'offline', 'editor'],
  people: ['about', 'captcha', 'oauth', 'proof', 'account', 'report', 'social', 'inbox', 'feedback', 'profile', 'moveIn'],
  capsule: [
    'calendar',
    'place',
    'media',
    'receipt/useReceipt.ts',
    'ticket/TicketLink.module.css',
    'ticket/TicketLink.tsx',
    'notice',
    'receipt',
    'detail',
    'unseal',
    'poster',
    'ticket',
  ],
  make: ['place', 'seal', 'writing', 'graphic', 'forecast'],
  look: ['cards', 'diary', 'search', 'year', 'home', 'me'],
  desk: [],
  app: ['first', 'shell', 'routes.tsx', 'router.tsx', 'firstPaint.tsx', 'main.tsx', 'worker.ts'],
}

const FLOORS = [...floorsOf('server', WINGS), ...ENTRIES.map((file) => `server/${file}`), ...floorsOf('web', WEB_WINGS)]

function floorsOf(root: string, wings: Record<string, readonly string[]>): string[] {
  return Object.entries(wings).flatMap(([wing, parts]) =>
    (parts.length > 0 ? parts : ['']).map((part) => `${root}/${wing}/${part}`.replace(/\/$/, '')),
  )
}

/** How high a file stands among those of its root; -1 where the map does not have it. */
export function heightOf(path: string): number {
  const found = FLOORS.filter((part) => path === part || path.startsWith(`${part}/`))
  return FLOORS.indexOf(found.sort((a, b) => b.length - a.length)[0] ?? '')
}
