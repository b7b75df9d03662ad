import { defineConfig } from '@playwright/test'
import { findChromium } from './e2e/browser.ts'

const shared = {
  screenshot: 'only-on-failure' as const,
  // It hides what it handles from the tests' own routes; install.spec.ts lets it in.
  serviceWorkers: 'block' as const,
  locale: 'zh-CN',
  timezoneId: 'Asia/Shanghai',
  launchOptions: {
    executablePath: await findChromium(),
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  },
}

export default defineConfig({
  testDir: 'e2e',
  // Each with a browser and a server of its own; more than two wait for one another on two cores.
  workers: 2,
  timeout: 120_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  forbidOnly: Boolean(process.env.CI),
  outputDir: 'test-results',
  projects: [
    {
      name: 'phone',
      testIgnore: ['desktop.spec.ts', 'wide.spec.ts'],
      use: { ...shared, viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true },
    },
    // Between the two nothing is done otherwise, but much stands elsewhere.
    {
      name: 'tablet',
      testMatch: 'everyScreen.spec.ts',
      use: { ...shared, viewport: { width: 820, height: 1180 }, hasTouch: true, isMobile: true },
    },
    { name: 'desktop', use: { ...shared, viewport: { width: 1440, height: 900 } } },
  ],
})
