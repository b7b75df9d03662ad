import { CHANNEL_KEYS } from '#contract/pay.ts'
import { heightOf } from './wings.ts'

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
    .filter(
      ({ path, text }) => path.startsWith('server/') && !path.startsWith('server/people/wallet/') && write.test(text),
    )
    .map(({ path }) => path)
}

/** Movements of balances are inserted in one place, so that a new column or rule stands there alone. */
export const strangersInTheEntries = (sources: Source[]): string[] =>
  sources
    .filter(({ path }) => path !== 'server/people/wallet/post.ts')
    .flatMap(({ path, text }) => [...text.matchAll(/insert into entries\b|insertInto\(\s*'entries'/g)].map(() => path))

/** Files that may lock in a single statement, without holding other locks: a new row, written only if its person still exists. */
const LOCKS_ALONE = new Set([
  'server/people/account/agree.ts',
  'server/people/account/sessions.ts',
  'server/platform/media/disk/upload.ts',
  'server/platform/media/registerUpload.ts',
])

/** Locks and transactions begun outside of their place: one file sets their order, and transactions that collide start again. */
export function strayLocks(sources: Source[]): string[] {
  const lock =
    /\bfor\s+(?:no\s+key\s+update|update|key\s+share|share)\b(?!(?:\s+of\s+\w+(?:,\s*\w+)*)?\s+skip\s+locked)|\.for(?:NoKeyUpdate|Update|Share|KeyShare)\(|\.transaction\(\)\s*\.|\.startTransaction\(/gi
  return sources
    .filter(
      ({ path }) => path.startsWith('server/') && !path.startsWith('server/platform/db/') && !LOCKS_ALONE.has(path),
    )
    .flatMap(({ path, text }) =>
      [...text.replace(/^\s*(?:\*|\/\/|\/\*\*).*$/gm, '').matchAll(lock)].map(([found]) => `${path}: ${found}`),
    )
}

/** Words of messages outside of their table: a signed message, or Chinese where messages are sent. */
export function strayTexts(sources: Source[]): string[] {
  const signed = /【[^】]*】/g
  const told =
    /\b(?:subject|sentence|html|sms|letter)\b['"]?\s*:\s*(?:\([^)]*\)\s*=>\s*)?['"`][^'"`\n]*[\u4e00-\u9fff]/g
  const spoken = /[\u4e00-\u9fff]/g
  return sources
    .filter(({ path }) => /^server\/(?!start\/demo\/)/.test(path) && path !== 'server/platform/message/texts.ts')
    .map(({ path, text }) => ({ path, text: text.replace(/^\s*(?:\*|\/\/|\/\*\*).*$/gm, '') }))
    .flatMap(({ path, text }) => {
      const found = path.startsWith('server/platform/message/') ? [spoken] : [signed, told]
      return found.flatMap((stray) => [...text.matchAll(stray)].map(([word]) => `${path}: ${word}`))
    })
}

/** Files of messages that name capsules: that room is below, and must not know them. */
export const strayCapsules = (sources: Source[]): string[] =>
  sources
    .filter(
      ({ path, text }) =>
        path.startsWith('server/platform/message/') && /capsule/i.test(text.replace(/ALIYUN\w+/g, '')),
    )
    .map(({ path }) => path)

/** Dates formatted elsewhere than in contract/time.ts, where there is one way for each. */
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

/**
 * The only files of the server that ask the process' clock: two where the time comes in, a source that is compared with others, ages
 * of files, and questions to platforms, which are signed with the moment they leave.
 */
const CLOCK_READERS = new Set([
  'server/start/services.ts',
  'server/cli.ts',
  'server/platform/clock/secondSource.ts',
  'server/platform/db/embedded/copyFolder.ts',
  'server/platform/db/embedded/leftOver.ts',
  'server/platform/outside/askAliyun.ts',
  'server/platform/outside/bucket/requests.ts',
  'server/platform/outside/bucket/sts.ts',
])

/** The process' clock read in other files of the server: rules take the time as an argument, or from `now` of the services. */
export function strayNows(sources: Source[]): string[] {
  return sources
    .filter(({ path }) => path.startsWith('server/') && !CLOCK_READERS.has(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/\bDate\.now\b|\bnew Date(?:\(\)|\b(?!\())/g)].map(([word]) => `${path}: ${word}`),
    )
}

/** The only files that may use the browser's storages: a browser may refuse, and only these two handle that. */
const KEEPERS = new Set(['web/client/storage/storage.ts', 'web/client/storage/database.ts'])

/** The browser's storages used in other files. */
export function strayStorages(sources: Source[]): string[] {
  const asked = /\b(?:localStorage|sessionStorage|indexedDB)\b|['"]idb-keyval['"]/g
  return sources
    .filter(({ path }) => path.startsWith('web/') && !KEEPERS.has(path))
    .map(({ path, text }) => ({ path, text: text.replace(/^\s*(?:\*|\/\/|\/\*\*).*$/gm, '') }))
    .flatMap(({ path, text }) => [...text.matchAll(asked)].map(([word]) => `${path}: ${word}`))
}

/** Dialogs that the way back need not close: the question on leaving a page, and two that must not be dismissed in passing. */
const WITHOUT_WAY_BACK = new Set([
  'web/draft/editor/LeaveDialog.tsx',
  'web/people/captcha/SlideDialog.tsx',
  'web/app/shell/AgreeAgain.tsx',
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
    .filter(({ path }) => /^(web|server|standins)\//.test(path) && path !== 'web/app/routes.tsx')
    .flatMap(({ path, text }) => [...text.matchAll(/['"`]\/?#?\/(?:pages|subPages)\//g)].map(() => path))
}

/** An own file imported for its effect alone, which the bundler leaves out (`sideEffects` in package.json): it has a function to call. */
export function importedForEffect(sources: Source[]): string[] {
  return sources.flatMap(({ path, text }) =>
    path.startsWith('web/')
      ? [...text.matchAll(/^import '(?:#|\.)[^']+\.tsx?'/gm)].map(([found]) => `${path}: ${found}`)
      : [],
  )
}

/** A capsule's status or form written as a number; the contract has names for them, migrations are history. */
export function bareStates(sources: Source[]): string[] {
  const bare = /\b(?:status|content_type|contentType)\b['"]?\s*(?:=|<>|!=|===|!==|in|:)\s*\(?\s*\d(?!\d)/g
  return sources
    .filter(({ path }) => !path.startsWith('contract/') && !path.includes('.fixture.'))
    .flatMap(({ path, text }) => [...text.matchAll(bare)].map(([found]) => `${path}: ${found}`))
}

/** A way of paying told by its name where money is paid; the contract says of each how it sells, and that is asked. */
export function comparedChannels(sources: Source[]): string[] {
  const compared = new RegExp(`[!=]==\\s*'(?:${CHANNEL_KEYS.join('|')})'`, 'g')
  return sources
    .filter(({ path }) => /^(?:contract|server\/money|web\/shop\/recharge)\//.test(path))
    .flatMap(({ path, text }) => [...text.matchAll(compared)].map(([found]) => `${path}: ${found}`))
}

/** Calls in pages that the build would leave out, since it takes everything of that name for the making of a schema. */
export function takenForPure(sources: Source[], pure: readonly string[]): string[] {
  const called = new RegExp(`(?<![.\\w$'"\`-])(?:${pure.join('|')})(?:\\??\\.\\w+)*\\(`, 'g')
  return sources
    .filter(({ path }) => path.startsWith('web/'))
    .map(({ path, text }) => ({ path, text: text.replace(/^\s*(?:\*|\/\/|\/\*\*).*$/gm, '') }))
    .flatMap(({ path, text }) => [...text.matchAll(called)].map(([found]) => `${path}: ${found}`))
}

/** Journeys that would never run: skipped in their own file, or left out at every width by playwright.config.ts. */
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

/** A file's imports: our own files as paths from the root, packages as they are. */
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
  if (root === 'web') return whyNotUp(from, target)
  return undefined
}

function whyNotOnServer(from: string, target: string): string | undefined {
  if (target.startsWith('standins/') && from !== 'server/main.ts') return 'stand-ins are started by main.ts alone'
  if (target.startsWith('web/')) return 'the server does not know the pages'
  const room = roomOf(target)
  if (roomOf(from) && room && roomOf(from) !== room && target.endsWith('/handlers.ts'))
    return "rooms use each other's functions, never their handlers"
  return whyNotUp(from, target)
}

/** The room a file is in, with its wing; undefined beside the rooms, and outside of them. */
export function roomOf(path: string): string | undefined {
  const [root, wing, ...file] = path.split('/')
  if (root !== 'server' && root !== 'web') return undefined
  return file.length > 1 ? `${wing}/${file[0]}` : undefined
}

function whyNotUp(from: string, target: string): string | undefined {
  const [root] = from.split('/')
  if (!target.startsWith(`${root}/`)) return undefined
  const [here, there] = [from, target].map(heightOf)
  if (here === -1) return `${from} is not on the map of wings (test/wings.ts)`
  return there === -1 || there! > here! ? 'a file does not know what stands above it' : undefined
}
