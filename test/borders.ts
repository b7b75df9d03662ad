/** Left may not know right (docs/architecture.md). */
const ROOMS = [
  'db',
  'keys',
  'clock',
  'outside',
  'wallet',
  'media',
  'notice',
  'captcha',
  'account',
  'capsule',
  'social',
  'search',
  'gift',
  'diary',
  'forecast',
  'seal',
  'unseal',
  'review',
  'pay',
  'exchange',
  'calendar',
  'task',
  'system',
  'closing',
  'demo',
]
/** Files beside the rooms that every room may use. */
const SHARED = new Set([
  'config.ts',
  'context.ts',
  'development.ts',
  'fail.ts',
  'loopback.ts',
  'once.ts',
  'tries.ts',
  'turns.ts',
])
const IMPORT = /\bfrom\s+['"]([^'"]+)['"]|\bimport\s+['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/g

export type Source = { path: string; text: string }

/** Every border that these files cross, each as one sentence; empty when all is well. */
export function crossings(sources: Source[]): string[] {
  return sources.flatMap((source) =>
    importsOf(source).flatMap((target) => {
      const why = whyNot(source.path, target)
      return why ? [`${source.path} imports ${target}: ${why}`] : []
    }),
  )
}

/** Tables of balances are written by the wallet alone. */
export function strangersInTheWallet(sources: Source[]): string[] {
  const write =
    /(?:update|insert into|delete from)\s+(accounts|entries|transactions)\b|(?:insertInto|updateTable|deleteFrom)\(\s*'(accounts|entries|transactions)/
  return sources
    .filter(({ path, text }) => path.startsWith('server/') && !path.startsWith('server/wallet/') && write.test(text))
    .map(({ path }) => path)
}

function importsOf({ path, text }: Source): string[] {
  return [...text.matchAll(IMPORT)].map((match) => resolve(path, (match[1] ?? match[2] ?? match[3])!))
}

/** Our own files as paths from the root; packages as they are. */
function resolve(from: string, target: string): string {
  if (target.startsWith('#')) return target.slice(1)
  if (!target.startsWith('.')) return target
  const parts = from.split('/').slice(0, -1)
  for (const part of target.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '.') parts.push(part)
  }
  return parts.join('/')
}

function whyNot(from: string, target: string): string | undefined {
  const [root] = from.split('/')
  if (root === 'contract' && !target.startsWith('contract/') && target !== 'zod') return 'the contract is pure'
  if (root === 'standins' && !/^(standins\/|node:)/.test(target)) return 'a stand-in knows nothing of us'
  if (root === 'web' && /^(server|standins|test|bench)\//.test(target)) return 'pages know the server by its contract'
  if (root === 'web' && target.startsWith('node:')) return 'pages run in a browser'
  if (root === 'server') return whyNotOnServer(from, target)
  if (root === 'web' && from.startsWith('web/ui/')) return whyNotInKit(target)
  return undefined
}

function whyNotOnServer(from: string, target: string): string | undefined {
  if (target.startsWith('standins/') && from !== 'server/main.ts') return 'stand-ins are started by main.ts alone'
  if (target.startsWith('web/')) return 'the server does not know the pages'
  if (!target.startsWith('server/')) return undefined
  const [, room, ...file] = from.split('/')
  const [, other, ...rest] = target.split('/')
  if (file.length === 0) return undefined
  if (rest.length === 0) return SHARED.has(other!) ? undefined : 'a room does not know what stands above it'
  if (!ROOMS.includes(room!)) return `${room} is no room of the map`
  if (ROOMS.indexOf(other!) > ROOMS.indexOf(room!)) return `${room} may not know ${other}`
  if (other !== room && rest.at(-1) === 'handlers.ts') return "rooms use each other's functions, never their handlers"
  return undefined
}

function whyNotInKit(target: string): string | undefined {
  const allowed = /^web\/(ui\/|api\.ts|session\.ts|theme\.ts)/
  return target.startsWith('web/') && !allowed.test(target) ? 'the kit knows no domain' : undefined
}
