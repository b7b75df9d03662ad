import { randomUUID } from 'node:crypto'
import type { Envelope } from '#contract/codes.ts'
import { runCommand } from './commands.ts'
import { type Config, readConfig } from './config.ts'
import { CONTROL_PATH, proofOf } from './control.ts'
import { DataDirLocked } from './db/embedded/errors.ts'
import { Fail } from './fail.ts'
import { openKeys } from './keys/keys.ts'
import { makeLog, openServices } from './services.ts'

const ANSWER_WITHIN_MS = 30_000

/** `node dist/server/cli.js operator add NAME`: in the database itself, or where a process owns it by asking that one. */
async function main(words: string[]): Promise<void> {
  const config = readConfig(process.env)
  console.log(await runHere(config, words).catch((error) => askTheOwner(error, config, words)))
}

async function runHere(config: Config, words: string[]): Promise<string> {
  const services = await openServices(config, makeLog('error'))
  return runCommand(services, words).finally(services.close)
}

/** The embedded engine's folder has one owner; it listens on this machine. */
async function askTheOwner(error: unknown, config: Config, words: string[]): Promise<string> {
  if (!(error instanceof DataDirLocked)) throw error
  const keys = await openKeys(config.dataDir, config.masterKey)
  const asked = { words, at: Date.now(), nonce: randomUUID() }
  const response = await fetch(`${addressOf(config)}${CONTROL_PATH}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${proofOf(keys, asked)}` },
    body: JSON.stringify(asked),
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
  }).catch(() => {
    throw new Error(`${error.message}\n请让 PORT 与运行中的服务器一致：现在是 ${config.port}，那里没有回应。`)
  })
  const { code, message, data } = (await response.json()) as Envelope<{ said: string }>
  if (data?.said) return data.said
  throw new Error(response.status === 404 ? refusedAt(config) : (message ?? `服务器回答了 ${code}`))
}

/** It listens on this machine by the name HOST gives, or everywhere. */
function addressOf({ host, loopback, port }: Config): string {
  const name = loopback ? host : '127.0.0.1'
  return `http://${name.includes(':') ? `[${name.replace(/^\[|\]$/g, '')}]` : name}:${port}`
}

const refusedAt = ({ port, dataDir }: Config): string =>
  `${port} 端口上的服务器没有接受这个命令：它用的不是 ${dataDir} 里的主密钥，或者版本较旧。`

main(process.argv.slice(2)).catch((error: Error) => {
  console.error(error.message)
  if (!(error instanceof Fail) && process.env.LOG_LEVEL === 'debug') console.error(error)
  process.exitCode = 1
})
