import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const conditions = ['source']
const shared = {
  resolve: { conditions, alias: { '#web': fileURLToPath(new URL('./web', import.meta.url)) } },
  ssr: { resolve: { conditions } },
}

/** What asks no database, or the embedded one whatever DATABASE_URL names, is not run a second time on a server. */
const SAME_ON_ANY_ENGINE = [
  'contract/**',
  'server/capsule/cleanHtml.test.ts',
  'server/config.test.ts',
  'server/connections.test.ts',
  'server/media/disk/**',
  'server/quietLog.test.ts',
  'server/requestId.test.ts',
  'server/settingFiles.test.ts',
  'server/system/rules.test.ts',
  'standins/**',
  'test/**',
  'server/db/embedded/**',
  'server/keys/**',
  'server/media/inspect/inspect.test.ts',
  'server/moderation/**',
  'server/outside/**',
]

const BORDERS = 'test/borders.test.ts'
const ROOMS = ['contract', 'server', 'standins', 'test']
const ofRooms = (pattern: string): string[] => ROOMS.map((room) => `${room}/**/${pattern}`)
/** Puts something else in the place of a module: it must not meet one that another file has loaded. */
const ALONE = ROOMS.flatMap((room) =>
  readdirSync(room, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => `${room}/${name.replaceAll('\\', '/')}`)
    .filter((name) => readFileSync(name, 'utf8').includes('vi.mock(')),
)
const server = {
  globalSetup: ['test/build.ts'],
  // Under our own condition these two show sources that Node alone cannot read; the third is between them.
  server: { deps: { inline: ['alipay-sdk', 'urllib', 'ylru'] } },
  testTimeout: 30_000,
  hookTimeout: 60_000,
}
const elsewhere = process.env.DATABASE_URL ? SAME_ON_ANY_ENGINE : []

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        ...shared,
        test: {
          ...server,
          name: 'server',
          include: ofRooms('*.test.ts'),
          exclude: [...elsewhere, ...ALONE, BORDERS],
          // A worker loads the application once, and not for each of its files: a third of the whole run was that.
          isolate: false,
        },
      },
      // Reads sources alone, so that the fast checks can ask it before anything is built.
      { ...shared, test: { name: 'borders', include: [BORDERS] } },
      { ...shared, test: { ...server, name: 'server alone', include: ALONE, exclude: elsewhere } },
      {
        ...shared,
        test: {
          name: 'web',
          include: ['web/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          setupFiles: ['test/pages.ts'],
          testTimeout: 30_000,
        },
      },
    ],
  },
})
