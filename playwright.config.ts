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

/**
 * Whose subject is not where things stand: the same at every width, walked at one, so that the whole ends in time. Single
 * journeys of other files say it themselves (ONCE).
 */
const ON_A_PHONE = [
  'apiViewer',
  'calendar',
  'contacts',
  'deadEnds',
  'decency',
  'hostile',
  'install',
  'keepsNothing',
  'lostAnswers',
  'media',
  'offline',
  'offlineReading',
  'olderDevice',
  'paths',
  'place',
  'theDay',
  'typing',
]
const ON_A_DESK = ['desktop', 'review', 'wide']
const files = (names: string[]) => names.map((name) => `${name}.spec.ts`)

const phone = { ...shared, viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true }

export default defineConfig({
  testDir: 'e2e',
  // Each with a browser and a server of its own. A journey waits half of its time, for what moves and what is guarded.
  workers: 4,
  timeout: 180_000,
  // A busy machine is slow, not wrong: nothing here is asserted about time.
  expect: { timeout: 20_000 },
  reporter: [['list'], ['./e2e/costs.ts']],
  forbidOnly: Boolean(process.env.CI),
  outputDir: 'test-results',
  preserveOutput: 'failures-only',
  projects: [
    // One journey for each thing the product can do: `npm test`. The others: `npm run test:all`.
    { name: 'core', grep: /@core/, use: phone },
    { name: 'phone', testIgnore: files(ON_A_DESK), grepInvert: /@core/, use: phone },
    // Between the two nothing is done otherwise, but much stands elsewhere: that is seen where there is much.
    {
      name: 'tablet',
      testMatch: 'everyScreen.spec.ts',
      grep: /with much in it/,
      use: { ...shared, viewport: { width: 820, height: 1180 }, hasTouch: true, isMobile: true },
    },
    // With reduced motion, which takes a quarter less: motion is seen on the telephone.
    {
      name: 'desktop',
      testIgnore: files(ON_A_PHONE),
      grepInvert: /@once/,
      use: { ...shared, viewport: { width: 1440, height: 900 }, contextOptions: { reducedMotion: 'reduce' } },
    },
  ],
})
