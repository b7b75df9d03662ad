import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const conditions = ['source']
const shared = {
  resolve: { conditions, alias: { '#web': fileURLToPath(new URL('./web', import.meta.url)) } },
  ssr: { resolve: { conditions } },
}

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        ...shared,
        test: {
          name: 'server',
          include: ['contract/**/*.test.ts', 'server/**/*.test.ts', 'standins/**/*.test.ts', 'test/**/*.test.ts'],
          globalSetup: ['test/build.ts'],
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
