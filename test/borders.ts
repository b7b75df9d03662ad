/** Left may not know right (docs/architecture.md). */
const SERVER_ROOMS = [
  'folders',
  'db',
  'keys',
  'clock',
  'outside',
  'wallet',
  'media',
  'message',
  'moderation',
  'inbox',
  'loss',
  'cases',
  'proof',
  'notice',
  'captcha',
  'account',
  'capsule',
  'showing',
  'forecast',
  'social',
  'search',
  'gift',
  'diary',
  'year',
  'seal',
  'unseal',
  'report',
  'review',
  'feedback',
  'pay',
  'exchange',
  'calendar',
  'task',
  'backup',
  'system',
  'closing',
  'rotation',
  'demo',
]
/** Files beside the rooms that every room may use. */
const SERVER_SHARED = new Set([
  'asker.ts',
  'config.ts',
  'context.ts',
  'crowds.ts',
  'development.ts',
  'escapeMarkup.ts',
  'flagOf.ts',
  'grouped.ts',
  'fail.ts',
  'figures.ts',
  'loopback.ts',
  'once.ts',
  'sharp.ts',
  'sweep.ts',
  'tries.ts',
  'turns.ts',
])
/** The same for pages and their parts. */
const WEB_ROOMS = [
  'ui',
  'oauth',
  'captcha',
  'proof',
  'agreement',
  'calendar',
  'wallet',
  'notice',
  'draft',
  'place',
  'shell',
  'account',
  'report',
  'gift',
  'social',
  'inbox',
  'media',
  'profile',
  'feedback',
  'capsule',
  'seal',
  'writing',
  'graphic',
  'forecast',
  'diary',
  'unseal',
  'poster',
  'search',
  'year',
  'home',
  'recharge',
  'task',
  'review',
]
/** Files beside the rooms that every room may use. The kit may know fewer. */
const WEB_SHARED = new Set([
  'api.ts',
  'applet.ts',
  'kept.ts',
  'keptPerson.ts',
  'knowTime.ts',
  'linkJwt.ts',
  'lost.ts',
  'native.ts',
  'proving.ts',
  'queryClient.ts',
  'session.ts',
  'siteFacts.ts',
  'siteRoute.ts',
  'source.ts',
  'stale.ts',
  'storage.ts',
  'system.ts',
  'theme.ts',
  'tokens.css',
  'transport.ts',
  'useDetail.ts',
  'wire.ts',
])
/** Files beside the rooms that know all of them. */
const WEB_TOP = new Set(['main.tsx', 'firstPaint.tsx', 'router.tsx', 'routes.tsx'])
/** The rooms of a root, lowest first, and what stands beside them. */
export const FLOORS = {
  server: { rooms: SERVER_ROOMS, shared: SERVER_SHARED },
  web: { rooms: WEB_ROOMS, shared: WEB_SHARED },
}
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

/** Movements are entered in one place, so that a new column or rule stands there alone. */
export const strangersInTheEntries = (sources: Source[]): string[] =>
  sources
    .filter(({ path }) => path !== 'server/wallet/post.ts')
    .flatMap(({ path, text }) => [...text.matchAll(/insert into entries\b|insertInto\(\s*'entries'/g)].map(() => path))

/** Statements of their own that hold nothing while they wait: a new row, written only while its person stays with us. */
const LOCKS_ALONE = new Set([
  'server/account/agree.ts',
  'server/account/sessions.ts',
  'server/media/disk/upload.ts',
  'server/media/meet.ts',
])

/** Locks and transactions begun outside of their place: the order stands in one file, and what meets there begins anew. */
export function strayLocks(sources: Source[]): string[] {
  const lock =
    /\bfor\s+(?:no\s+key\s+update|update|key\s+share|share)\b(?!(?:\s+of\s+\w+(?:,\s*\w+)*)?\s+skip\s+locked)|\.for(?:NoKeyUpdate|Update|Share|KeyShare)\(|\.transaction\(\)\s*\.|\.startTransaction\(/gi
  return sources
    .filter(({ path }) => path.startsWith('server/') && !path.startsWith('server/db/') && !LOCKS_ALONE.has(path))
    .flatMap(({ path, text }) =>
      [...text.replace(/^\s*(?:\*|\/\/|\/\*\*).*$/gm, '').matchAll(lock)].map(([found]) => `${path}: ${found}`),
    )
}

/** Words of messages outside of their table: one that is signed, or Chinese where messages are sent. */
export function strayTexts(sources: Source[]): string[] {
  const signed = /【[^】]*】/g
  const told =
    /\b(?:subject|sentence|html|sms|letter)\b['"]?\s*:\s*(?:\([^)]*\)\s*=>\s*)?['"`][^'"`\n]*[\u4e00-\u9fff]/g
  const spoken = /[\u4e00-\u9fff]/g
  return sources
    .filter(({ path }) => /^server\/(?!demo\/)/.test(path) && path !== 'server/message/texts.ts')
    .map(({ path, text }) => ({ path, text: text.replace(/^\s*(?:\*|\/\/|\/\*\*).*$/gm, '') }))
    .flatMap(({ path, text }) => {
      const found = path.startsWith('server/message/') ? [spoken] : [signed, told]
      return found.flatMap((stray) => [...text.matchAll(stray)].map(([word]) => `${path}: ${word}`))
    })
}

/** Rooms below that name what stands above them: messages know no capsule. */
export const strayCapsules = (sources: Source[]): string[] =>
  sources
    .filter(({ path, text }) => path.startsWith('server/message/') && /capsule/i.test(text.replace(/ALIYUN\w+/g, '')))
    .map(({ path }) => path)

/** Hooks on sending, which answers of calls pass by (server/dispatch.ts). */
export const straySendHooks = (sources: Source[]): string[] =>
  sources
    .filter(({ path, text }) => path.startsWith('server/') && /\b(?:onSend|preSerialization)\b/.test(text))
    .map(({ path }) => path)

/** Dates said elsewhere than in contract/time.ts, where there is one way for each. */
export function strayDates(sources: Source[]): string[] {
  const said = /replaceAll\('-', '\/'\)|toLocale(?:Date|Time)String|\}年\$\{|\}月\$\{|getFullYear|DateTimeFormat/g
  return sources
    .filter(({ path }) => /^(?:web|contract|server)\//.test(path) && path !== 'contract/time.ts')
    .flatMap(({ path, text }) => [...text.matchAll(said)].map(([word]) => `${path}: ${word}`))
}

/** The device's clock read elsewhere than in web/ui/clock.ts: what pages show and promise goes by the server's. */
export function strayClocks(sources: Source[]): string[] {
  return sources
    .filter(({ path }) => path.startsWith('web/') && path !== 'web/ui/clock.ts' && !/\.fixture\.tsx?$/.test(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/\bDate\.now\b|\bnew Date\(\)/g)].map(([word]) => `${path}: ${word}`),
    )
}

/** What asks a browser to keep something, and may: everywhere else it may refuse, which is answered in these two alone. */
const KEEPERS = new Set(['web/storage.ts', 'web/draft/database.ts'])

/** The browser's storages asked elsewhere. */
export function strayStorages(sources: Source[]): string[] {
  const asked = /\b(?:localStorage|sessionStorage|indexedDB)\b|['"]idb-keyval['"]/g
  return sources
    .filter(({ path }) => path.startsWith('web/') && !KEEPERS.has(path))
    .map(({ path, text }) => ({ path, text: text.replace(/^\s*(?:\*|\/\/|\/\*\*).*$/gm, '') }))
    .flatMap(({ path, text }) => [...text.matchAll(asked)].map(([word]) => `${path}: ${word}`))
}

/** What asks whether the page may be left stands between two pages; the slider and the agreements are not to be put away in passing. */
const WITHOUT_WAY_BACK = new Set([
  'web/draft/LeaveDialog.tsx',
  'web/captcha/SlideDialog.tsx',
  'web/shell/AgreeAgain.tsx',
])

/** Sheets and dialogs that the way back would not close, since they have no entry of the history (web/ui/useBackCloses.ts). */
export function withoutWayBack(sources: Source[]): string[] {
  const counts = (text: string, wanted: RegExp) => [...text.matchAll(wanted)].length
  return sources
    .filter(({ path }) => path.startsWith('web/') && !WITHOUT_WAY_BACK.has(path))
    .filter(
      ({ text }) =>
        counts(text, /<(?:Alert)?Dialog\.Root\b|<Lightbox\b|<dialog\b|<\w+[^<>]*\brole="(?:alert)?dialog"/g) >
        counts(text, /\buseBackCloses\(/g),
    )
    .map(({ path }) => path)
}

/** A file with one call in it is called like the call, so that a search by name finds it. */
export function misnamed(sources: Source[], calls: readonly string[]): string[] {
  return sources
    .filter(({ path }) => path.startsWith('server/') && !path.endsWith('/handlers.ts'))
    .flatMap(({ path, text }) => {
      const exported = [...text.matchAll(/^export (?:async )?(?:function|const) (\w+)/gm)].map(([, name]) => name!)
      const own = exported.filter((name) => calls.includes(name))
      return own.length !== 1 || path.endsWith(`/${own[0]}.ts`) ? [] : [`${path} has ${own[0]}`]
    })
}

/** The address of a page written out; pages have names (`contract/pages.ts`), other addresses stand in the routes. */
export function bareAddresses(sources: Source[]): string[] {
  return sources
    .filter(({ path }) => /^(web|server|standins)\//.test(path) && path !== 'web/routes.tsx')
    .flatMap(({ path, text }) => [...text.matchAll(/['"`]\/?#?\/(?:pages|subPages)\//g)].map(() => path))
}

/** A capsule's status or form written as a number; the contract has names for them, migrations are history. */
export function bareStates(sources: Source[]): string[] {
  const bare = /\b(?:status|content_type|contentType)\b['"]?\s*(?:=|<>|!=|===|!==|in|:)\s*\(?\s*\d(?!\d)/g
  return sources
    .filter(({ path }) => !path.startsWith('contract/') && !path.includes('.fixture.'))
    .flatMap(({ path, text }) => [...text.matchAll(bare)].map(([found]) => `${path}: ${found}`))
}

/** Calls in pages that the build would leave out, since it takes everything of that name for the making of a schema. */
export function takenForPure(sources: Source[], pure: readonly string[]): string[] {
  const called = new RegExp(`(?<![.\\w$'"\`-])(?:${pure.join('|')})(?:\\??\\.\\w+)*\\(`, 'g')
  return sources
    .filter(({ path }) => path.startsWith('web/'))
    .map(({ path, text }) => ({ path, text: text.replace(/^\s*(?:\*|\/\/|\/\*\*).*$/gm, '') }))
    .flatMap(({ path, text }) => [...text.matchAll(called)].map(([found]) => `${path}: ${found}`))
}

/** Journeys that nobody would walk: left out by their own word, or by what playwright.config.ts and they say together. */
export function unwalkedJourneys(journeys: Source[], config: string): string[] {
  const [phone, desk] = ['ON_A_PHONE', 'ON_A_DESK'].map((name) => namesIn(config, name))
  const isOf = (names: readonly string[], path: string) => names.includes(/(\w+)\.spec\.ts$/.exec(path)?.[1] ?? '')
  return journeys.flatMap(({ path, text }) => {
    const words = [...text.matchAll(/\.(?:skip|fixme|only)\b/g)].map(([word]) => `${path}: ${word}`)
    const isNowhere = isOf(desk!, path) && (isOf(phone!, path) || /\bONCE\b/.test(text))
    return isNowhere ? [...words, `${path}: at no width`] : words
  })
}

const namesIn = (config: string, list: string): string[] =>
  [...(new RegExp(`const ${list} = \\[([^\\]]*)\\]`).exec(config)?.[1] ?? '').matchAll(/'(\w+)'/g)].map(
    ([, name]) => name!,
  )

/** What a file imports: our own files as paths from the root, packages as they are. */
export function importsOf({ path, text }: Source): string[] {
  return [...text.matchAll(IMPORT)].map((match) => resolve(path, (match[1] ?? match[2] ?? match[3])!))
}

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
  if (root === 'web') return whyNotOnPages(from, target)
  return undefined
}

function whyNotOnServer(from: string, target: string): string | undefined {
  if (target.startsWith('standins/') && from !== 'server/main.ts') return 'stand-ins are started by main.ts alone'
  if (target.startsWith('web/')) return 'the server does not know the pages'
  const other = target.split('/')
  if (roomOf(from) && roomOf(from) !== roomOf(target) && other.at(-1) === 'handlers.ts' && other.length > 2)
    return "rooms use each other's functions, never their handlers"
  return whyNotUp(from, target)
}

function whyNotOnPages(from: string, target: string): string | undefined {
  if (from.startsWith('web/ui/')) return whyNotInKit(target)
  const file = target.split('/')[1] ?? ''
  if (WEB_SHARED.has(from.split('/')[1]!) && (WEB_TOP.has(file) || (roomOf(target) ?? 'ui') !== 'ui'))
    return 'what stands beside the rooms knows none of them'
  return whyNotUp(from, target)
}

/** The room a file is in; undefined beside the rooms, and outside of them. */
export function roomOf(path: string): string | undefined {
  const [root, room, ...file] = path.split('/')
  return root! in FLOORS && file.length > 0 ? room : undefined
}

function whyNotUp(from: string, target: string): string | undefined {
  const root = from.split('/')[0] as keyof typeof FLOORS
  const { rooms, shared } = FLOORS[root]
  const room = roomOf(from)
  if (!room || !target.startsWith(`${root}/`)) return undefined
  if (!rooms.includes(room)) return `${room} is no room of the map`
  const other = roomOf(target)
  if (!other) return shared.has(target.split('/')[1]!) ? undefined : 'a room does not know what stands above it'
  return rooms.indexOf(other) > rooms.indexOf(room) ? `${room} may not know ${other}` : undefined
}

function whyNotInKit(target: string): string | undefined {
  const allowed = /^web\/(ui\/|api\.ts|session\.ts|theme\.ts)/
  return target.startsWith('web/') && !allowed.test(target) ? 'the kit knows no domain' : undefined
}
