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
  'standins/**',
  'test/**',
  'server/db/embedded/**',
  'server/keys/**',
  'server/media/disk/cipher.test.ts',
  'server/media/inspect/inspect.test.ts',
  'server/moderation/**',
  'server/outside/**',
]

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        ...shared,
        test: {
          name: 'server',
          include: ['contract/**/*.test.ts', 'server/**/*.test.ts', 'standins/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: process.env.DATABASE_URL ? SAME_ON_ANY_ENGINE : [],
          globalSetup: ['test/build.ts'],
          // Under our own condition these two show sources that Node alone cannot read; the third is between them.
          server: { deps: { inline: ['alipay-sdk', 'urllib', 'ylru'] } },
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
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
