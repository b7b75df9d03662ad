import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Envelope } from '#contract/codes.ts'
import { Fail } from '#server/core/fail.ts'
import { isCommand, runCommand } from '#server/http/commands.ts'
import { CONTROL_PATH, proofOf } from '#server/http/control.ts'
import { type Config, readConfig, type Settings, withFilesRead } from '#server/platform/config.ts'
import type { Db } from '#server/platform/db/db.ts'
import { DataDirLocked } from '#server/platform/db/embedded/errors.ts'
import { openMaintenanceConnection } from '#server/platform/db/maintenanceConnection.ts'
import { actAsOwner, foldersOf, ownFolders } from '#server/platform/folders/owner.ts'
import { whatIsWrong } from '#server/platform/folders/whatIsWrong.ts'
import { readNamed, runKeys } from '#server/platform/keys/commands.ts'
import { openKeys } from '#server/platform/keys/place.ts'
import { makeLog, openServices } from '#server/start/services.ts'
import { areArchives, verifyArchive } from '#server/upkeep/archive/verifyArchive.ts'
import { noteIfKnown, type Outcome } from '#server/upkeep/backup/history.ts'
import { runMigrate } from '#server/upkeep/backup/migrateServer.ts'
import { runMove } from '#server/upkeep/backup/move.ts'
import { runBackup, runRestore, runVerify } from '#server/upkeep/backup/run.ts'
import { withEmbedded } from '#server/upkeep/backup/scratch.ts'
import { keysForSheets } from '#server/upkeep/receipts/keysForSheets.ts'
import { runOffline } from '#server/upkeep/sunset/offline.ts'
import { type CommandLine, withKeysFile } from '#server/upkeep/sunset/onServer.ts'

const ANSWER_WITHIN_MS = 30_000
/** Everything is copied, read or locked anew; below the 300 seconds after which `fetch` itself gives up. */
const LONG_ANSWER_WITHIN_MS = 290_000
const LISTENS_WITHIN_MS = 8_000
const ASK_AGAIN_MS = 250
const TAKES_LONG = new Set(['backup copy', 'scrub all', 'keys rotate', 'sunset refund', 'sunset archives'])
/** Of one word for a running process (control.ts). */
const WORD_CHARS = 200

/** `node dist/server/cli.js operator add NAME`: in the database itself, or by asking the process that owns it. */
async function main(config: Config, words: string[]): Promise<void> {
  const [what = '', ...args] = words
  const own = Object.hasOwn(OWN, what) ? OWN[what] : undefined
  // Opened as the settings' own files are: while the process still runs as the user who typed the command.
  const sheets = what === 'keys' ? await readNamed(args) : []
  const asked = await withKeysFile(words)
  actAsOwner(copyIn(args) ?? foldersOf(config))
  console.log(await (own ? own(config, args, sheets) : runInServices(config, asked)))
}

/** The day's backup opens what the server has copied for it, and nothing else of the folder. */
function copyIn(args: string[]): string[] | undefined {
  const copy = args.includes('--copy') ? args[args.indexOf('--copy') + 1] : undefined
  return copy === undefined ? undefined : [copy]
}

/** Commands that work beside a running process, or on a database that no process may be running on. */
const OWN: Record<string, (config: Config, args: string[], sheets: string[]) => Promise<string>> = {
  keys: async (config, args, named) => {
    if (args[0] === 'rotate') return runInServices(config, { words: ['keys', ...args] })
    const said = await runKeys(config, args, { named, typed })
    return args[0] === 'split' ? said + (await keysForSheets(addressOf(config))) : said
  },
  backup: backUpAndNote,
  verify: (config, args) => runVerify(neededBy(config), args, asking(config)),
  restore: (config, args) => runRestore(neededBy(config), args),
  migrate: (config, args) => runMigrate({ ...neededBy(config), log: makeLog('warn') }, args),
  move: (config, args) => runMove(neededBy(config), args, (to) => readConfig(at(to))),
}

const neededBy = (config: Config) => ({ config, log: makeLog('error'), now: () => new Date() })

/** The same settings with another database, to which no pooler of the old one leads. */
const at = (to: string): Settings => ({
  ...given,
  DATABASE_URL: to === 'embedded' ? '' : to,
  DATABASE_POOLER: '',
  DATABASE_DIRECT_URL: '',
})

const runInServices = (config: Config, asked: CommandLine): Promise<string> =>
  runHere(config, asked).catch((error) => askTheOwner(error, config, asked))

/** The daily job passes a copy, and notes the outcome itself. */
function backUpAndNote(config: Config, args: string[]): Promise<string> {
  const note = async (outcome: Outcome) => {
    if (args.includes('--copy')) return
    await noteAside(config, outcome).catch((error: Error) => console.error(`没有记下这次备份：${error.message}`))
  }
  return runBackup(neededBy(config), args, { askForCopy: asking(config), note })
}

/** Asks the process that owns the folder for a copy of it. */
const asking = (config: Config) => async (folder: string, locked: DataDirLocked) => {
  await askTheOwner(locked, config, { words: ['backup', 'copy', folder] })
}

/** A backup may come before an upgrade: nothing is upgraded for a note. */
async function noteAside(config: Config, { isGood, what }: Outcome): Promise<unknown> {
  const outcome = { isGood, what: [...what].slice(0, WORD_CHARS).join('') }
  const note = (db: Db) => noteIfKnown(db, outcome)
  if (config.directUrl) {
    const { db, close } = openMaintenanceConnection(config.directUrl)
    return note(db).finally(close)
  }
  const words = ['backup', 'note', isGood ? 'good' : 'bad', outcome.what]
  const work = withEmbedded(join(config.dataDir, 'pg'), makeLog('error'), note)
  return work.catch((error) => askTheOwner(error, config, { words }))
}

/** All that is typed, or piped in, up to its end (Ctrl+D). */
async function typed(): Promise<string> {
  if (process.stdin.isTTY) console.error('请依次输入各张恢复单上的编码，最后按 Ctrl+D：')
  let text = ''
  for await (const chunk of process.stdin.setEncoding('utf8')) text += chunk
  return text
}

async function runHere(config: Config, { words, file }: CommandLine): Promise<string> {
  const services = await openServices(config, makeLog('error'))
  return runCommand(services, words, file).finally(services.close)
}

/** The embedded engine's folder has one owner; it listens on this machine. */
async function askTheOwner(error: unknown, config: Config, command: CommandLine): Promise<string> {
  if (!(error instanceof DataDirLocked)) throw error
  const keys = await openKeys(config)
  const takesLong = TAKES_LONG.has(command.words.slice(0, 2).join(' '))
  const ask = () => {
    const asked = { ...command, at: Date.now(), nonce: randomUUID() }
    return fetch(`${addressOf(config)}${CONTROL_PATH}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${proofOf(keys, asked)}` },
      body: JSON.stringify(asked),
      signal: AbortSignal.timeout(takesLong ? LONG_ANSWER_WITHIN_MS : ANSWER_WITHIN_MS),
    })
  }
  const response = await onceItListens(ask).catch((reason: Error) => {
    if (takesLong && reason.name === 'TimeoutError') throw new Error(STILL_AT_IT)
    throw new Error(`${error.message}\n请让 PORT 与运行中的服务器一致：现在是 ${config.port}，那里没有回应。`)
  })
  const { code, message, data } = (await response.json()) as Envelope<{ said: string }>
  if (data?.said) return data.said
  throw new Error(response.status === 404 ? refusedAt(config) : (message ?? `服务器回答了 ${code}`))
}

/** A server that was just started holds the folder before it listens. */
async function onceItListens(ask: () => Promise<Response>): Promise<Response> {
  const deadline = performance.now() + LISTENS_WITHIN_MS
  while (true) {
    const answer = await ask().catch((reason: Error) => reason)
    if (answer instanceof Response) return answer
    const isRefused = (answer.cause as NodeJS.ErrnoException | undefined)?.code === 'ECONNREFUSED'
    if (!isRefused || performance.now() > deadline) throw answer
    await setTimeout(ASK_AGAIN_MS)
  }
}

const STILL_AT_IT = '服务器还在做这件事。请过一会儿再运行一次同样的命令，看它是否已经完成。'

/** The server listens on this machine by the name HOST gives, or everywhere. */
function addressOf({ host, loopback, port }: Config): string {
  const name = loopback ? host : '127.0.0.1'
  return `http://${name.includes(':') ? `[${name.replace(/^\[|\]$/g, '')}]` : name}:${port}`
}

const refusedAt = ({ port, dataDir }: Config): string =>
  `${port} 端口上的服务器没有接受这个命令：它用的不是 ${dataDir} 里的主密钥，或者版本较旧。`

/** The settings, their files read while the process still runs as the user who typed the command. */
let given: Settings = {}
let folders: string[] = []

async function begin(): Promise<void> {
  const [what, ...args] = process.argv.slice(2)
  // Anybody's, anywhere: it asks neither the settings nor whose folder it is.
  if (what === 'verify' && areArchives(args)) return console.log(await verifyArchive(args))
  if (what === 'sunset' && !isCommand(process.argv.slice(2)))
    return console.log(await runOffline(args, { typed, now: () => new Date(), say: console.error }))
  given = withFilesRead(process.env)
  const config = readConfig(given)
  folders = ownFolders(config)
  await main(config, process.argv.slice(2))
}

begin().catch((error: Error) => {
  console.error(whatIsWrong(error, folders))
  if (!(error instanceof Fail) && process.env.LOG_LEVEL === 'debug') console.error(error)
  process.exitCode = 1
})
