import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']
const MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'

/**
 * A browser without asking the reader to install one: CHROMIUM_PATH, else the system's, else the one inside a
 * package, with Chinese fonts from another. Never skips: without any of them it fails with a sentence.
 */
export async function findChromium(): Promise<string> {
  const given = process.env.CHROMIUM_PATH
  if (given) return answers(given) ? given : fail(`CHROMIUM_PATH=${given} 不是可用的浏览器`)
  if (process.env.CHROMIUM_PACKAGED !== '1') {
    const system = [...NAMES, MAC].find(answers)
    if (system) return NAMES.includes(system) ? which(system) : system
  }
  return packaged().catch((error: Error) =>
    fail(`找不到可用的 Chromium（${error.message}），请安装 Chromium，或用 CHROMIUM_PATH 指定一个`),
  )
}

function fail(sentence: string): never {
  throw new Error(sentence)
}

function answers(command: string): boolean {
  try {
    const version = execFileSync(command, ['--version'], { timeout: 20_000, stdio: ['ignore', 'pipe', 'ignore'] })
    return /Chrom/.test(String(version))
  } catch {
    return false
  }
}

const which = (name: string): string => String(execFileSync('which', [name])).trim()

async function packaged(): Promise<string> {
  // Makes the package bring its own system libraries; read when it first unpacks.
  process.env.AWS_EXECUTION_ENV ??= 'AWS_Lambda_nodejs22.x'
  provideFonts()
  const { default: chromium } = await import('@sparticuz/chromium')
  const path = await chromium.executablePath()
  if (isWorker() || answers(path)) return path
  while (isBeingUnpacked(path)) {
    await delay(LOOK_EVERY_MS)
    if (answers(path)) return path
  }
  // An unpacking that was killed leaves half a browser, which the package takes for a whole one.
  rmSync(path, { force: true })
  if (answers(await chromium.executablePath())) return path
  throw new Error(`${path} 不能启动，系统可能缺少它需要的库`)
}

const LOOK_EVERY_MS = 200
const STILL_MS = 5_000
/** By another process: two that begin at once share the folder. */
const isBeingUnpacked = (path: string): boolean => existsSync(path) && Date.now() - statSync(path).mtimeMs < STILL_MS

/** A worker need not try the browser: the runner did so before its workers started. */
const isWorker = (): boolean => process.env.TEST_WORKER_INDEX !== undefined

/** A Chinese face for a machine that has none. */
function provideFonts(): void {
  const fonts = join(dirname(createRequire(import.meta.url).resolve('@embedpdf/fonts-sc')), '..', 'fonts')
  if (!existsSync(fonts)) fail(`${fonts} 不存在`)
  const folder = join(tmpdir(), 'capsule-fonts')
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'fonts.conf')
  writeFileSync(
    file,
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><dir>${fonts}</dir><cachedir>${folder}/cache</cachedir></fontconfig>`,
  )
  process.env.FONTCONFIG_FILE = file
}
