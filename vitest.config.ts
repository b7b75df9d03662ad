import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import type { ProjectConfig } from 'vitest/node'
import { SAME_ON_ANY_ENGINE } from './scripts/longTests.mjs'

const conditions = ['source']
/** More than there are processors, since many tests wait: for a process, a timer, a disk. */
const WORKERS = 4
/** openapi-typescript needs the compiler as a library, which TypeScript 7 is not any more; this package has an older one. */
const COMPILER = fileURLToPath(import.meta.resolve('@ts-morph/common/dist/typescript.js'))
const shared = {
  resolve: {
    conditions,
    alias: { '#web': fileURLToPath(new URL('./web', import.meta.url)), typescript: COMPILER },
  },
  ssr: { resolve: { conditions } },
}

const BORDERS = ['test/borders.test.ts', 'test/documents.test.ts', 'test/plainWords.test.ts']
const ROOMS = ['contract', 'server', 'standins', 'test']
const ofRooms = (pattern: string): string[] => ROOMS.map((room) => `${room}/**/${pattern}`)
/** Test files that load modules of their own, mocked or anew: neither they nor another file may meet what the other has loaded. */
const loadingAnew = (rooms: string[]): string[] =>
  rooms.flatMap((room) =>
    readdirSync(room, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.test\.tsx?$/.test(name))
      .map((name) => `${room}/${name.replaceAll('\\', '/')}`)
      .filter((name) => /vi\.(mock|resetModules)\(/.test(readFileSync(name, 'utf8'))),
  )
const ALONE = loadingAnew(ROOMS)
const PAGES_ALONE = loadingAnew(['web'])
/** Tests wait for states: the one second that Vitest gives is less than a loaded machine takes. */
const waiting = { poll: { timeout: 20_000 } }
const server = {
  expect: waiting,
  globalSetup: ['test/build.ts'],
  setupFiles: ['test/cost.ts'],
  // Under our own condition these two show sources that Node alone cannot read; the third is between them. The last one is
  // given another compiler.
  server: { deps: { inline: ['alipay-sdk', 'urllib', 'ylru', 'openapi-typescript'] } },
  testTimeout: 30_000,
  hookTimeout: 60_000,
}
const pages: ProjectConfig = {
  expect: waiting,
  environment: 'jsdom',
  setupFiles: ['test/cost.ts', 'test/pages.ts'],
  // As the devices of most people are.
  env: { TZ: 'Asia/Shanghai' },
  testTimeout: 60_000,
  // Code still being loaded is waited for after a test; a worker's first page takes its time on a loaded machine.
  hookTimeout: 60_000,
  // The stand-in for IndexedDB works by setImmediate: one that never fires would hold its transactions for ever.
  fakeTimers: {
    toFake: [
      'setTimeout',
      'clearTimeout',
      'setInterval',
      'clearInterval',
      'Date',
      'performance',
      'requestAnimationFrame',
      'cancelAnimationFrame',
      'requestIdleCallback',
      'cancelIdleCallback',
    ],
  },
}
const elsewhere = process.env.DATABASE_URL ? SAME_ON_ANY_ENGINE.map((place) => place.replace(/\/$/, '/**')) : []

export default defineConfig({
  test: {
    maxWorkers: WORKERS,
    tags: [{ name: 'drill', description: 'test/thorough.ts says which' }],
    reporters: [['default', { summary: false }], './test/progress.ts'],
    projects: [
      {
        ...shared,
        test: {
          ...server,
          name: 'server',
          include: ofRooms('*.test.ts'),
          exclude: [...elsewhere, ...ALONE, ...BORDERS],
          // A worker loads the application once, and not for each of its files: a third of the whole run was that.
          isolate: false,
        },
      },
      // Reads sources alone, so that the fast checks can ask it before anything is built.
      { ...shared, test: { name: 'borders', include: BORDERS, testTimeout: server.testTimeout } },
      { ...shared, test: { ...server, name: 'server alone', include: ALONE, exclude: elsewhere } },
      {
        ...shared,
        test: { ...pages, name: 'web', include: ['web/**/*.test.{ts,tsx}'], exclude: PAGES_ALONE, isolate: false },
      },
      { ...shared, test: { ...pages, name: 'web alone', include: PAGES_ALONE } },
    ],
  },
})
