import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { calls } from '#contract/calls.ts'
import { PURE } from '../scripts/pure.ts'
import {
  bareAddresses,
  bareStates,
  comparedChannels,
  crossings,
  importedForEffect,
  misnamed,
  type Source,
  strangersInTheEntries,
  strangersInTheWallet,
  strayCapsules,
  strayClocks,
  strayDates,
  strayLocks,
  strayNows,
  strayStorages,
  strayTexts,
  takenForPure,
  unwalkedJourneys,
  withoutWayBack,
} from './borders.ts'

const root = join(import.meta.dirname, '..')
const sourcesIn = (folder: string): Source[] =>
  readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ path: relative(root, path).replaceAll('\\', '/'), text: readFileSync(path, 'utf8') }))
const sources = ['contract', 'server', 'standins', 'web', 'bench'].flatMap(sourcesIn)

describe('the borders of the code', () => {
  it('are crossed nowhere', () => {
    expect(sources.length).toBeGreaterThan(80)
    expect(crossings(sources)).toEqual([])
    expect(strangersInTheWallet(sources)).toEqual([])
  })

  it.each([
    ['contract/time.ts', "import { readFile } from 'node:fs'"],
    ['contract/time.ts', "import type { Db } from '#server/platform/db/db.ts'"],
    ['web/look/home/Home.tsx', "import { spend } from '#server/people/wallet/spend.ts'"],
    ['web/look/home/Home.tsx', "import { join } from 'node:path'"],
    ['web/ui/Page.tsx', "import { Home } from '#web/look/home/Home.tsx'"],
    ['web/ui/Page.tsx', "import { getToken } from '#web/client/session.ts'"],
    ['web/client/session.ts', "import { call } from './api.ts'"],
    ['web/client/api.ts', "import { uploadFile } from './upload/upload.ts'"],
    ['web/client/api.ts', "import { useOwnDraft } from '#web/draft/current/draft.ts'"],
    ['web/shop/gift/GiftPicker.tsx', "import { buy } from '#web/shop/recharge/usePay.ts'"],
    ['web/draft/current/draft.ts', "import { useSeal } from '#web/make/seal/useSeal.ts'"],
    ['web/draft/current/draft.ts', "import { useDraftEditor } from '../editor/useEditor.ts'"],
    ['web/people/profile/Setting.tsx', "import { useDetail } from '#web/capsule/detail/MeCapsule.tsx'"],
    ['web/capsule/media/Preview.tsx', "const Detail = lazy(() => import('#web/capsule/unseal/CapsuleDetail.tsx'))"],
    ['web/make/seal/Rising.tsx', "import { Home } from '#web/look/home/Home.tsx'"],
    ['web/look/home/Home.tsx', "import { Desk } from '#web/desk/Desk.tsx'"],
    ['web/look/home/Home.tsx', "import { router } from '#web/app/router.tsx'"],
    ['web/app/shell/Root.tsx', "import { routes } from '../routes.tsx'"],
    ['web/new/Shop.tsx', "import { call } from '#web/client/api.ts'"],
    ['web/client/new.ts', "import { call } from '#web/client/api.ts'"],
    ['server/people/wallet/spend.ts', "import { sealCapsule } from '#server/capsules/seal/sealCapsule.ts'"],
    ['server/people/wallet/spend.ts', "import { sealCapsule } from '../seal/sealCapsule.ts'"],
    ['server/people/wallet/spend.ts', "export { sealCapsule } from '#server/capsules/seal/sealCapsule.ts'"],
    ['server/people/wallet/spend.ts', "const later = await import('#server/capsules/seal/sealCapsule.ts')"],
    ['server/capsules/unseal/unseal.ts', "import { sealHandlers } from '#server/capsules/seal/handlers.ts'"],
    ['server/capsules/seal/sealCapsule.ts', "import { makeApp } from '#server/http/app.ts'"],
    ['server/capsules/seal/sealCapsule.ts', "import { Home } from '#web/look/home/Home.tsx'"],
    ['server/people/account/login.ts', "import { startStandins } from '#standins/platforms.ts'"],
    ['standins/platforms.ts', "import { Fail } from '#server/core/fail.ts'"],
    ['web/look/home/Home.tsx', "import { consent } from '../standins/consent.ts'"],
    ['server/platform/db/open.ts', "import type { Services } from '#server/platform/context.ts'"],
    ['server/platform/config.ts', "import { queue } from './message/queue.ts'"],
    ['server/core/fail.ts', "import { loadSharp } from './concurrency/semaphore.ts'"],
    ['server/people/wallet/post.ts', "import { jobs } from '#server/start/jobs.ts'"],
    ['server/http/parse.ts', "import { makeApp } from './app.ts'"],
    ['server/platform/new.ts', "import { Fail } from '#server/core/fail.ts'"],
    ['server/start/jobs.ts', "import { fresh } from '#server/platform/new.ts'"],
    ['server/shop/buy.ts', "import { spend } from '#server/people/wallet/spend.ts'"],
  ])('a planted crossing is caught: %s %s', (path, text) => {
    expect(crossings([{ path, text }])).toHaveLength(1)
  })

  it('states and forms are called by their names', () => {
    expect(bareStates(sources)).toEqual([])
  })

  it.each([
    ['server/capsules/capsule/lists.ts', 'select id from capsules where status = 2'],
    ['server/capsules/unseal/openStatement.ts', 'and c.status in (1, 3, 4)'],
    ['web/capsule/detail/due.ts', 'if (capsule.status === 4) return true'],
    ['server/start/demo/seed.ts', 'seal({ contentType: 0 })'],
    ['web/make/graphic/Maker.tsx', "const form = { 'content_type': 1 }"],
  ])('a planted number is caught: %s %s', (path, text) => {
    expect(bareStates([{ path, text }])).toHaveLength(1)
    expect(bareStates([{ path: 'contract/capsule.ts', text }])).toHaveLength(0)
  })

  it('no way of paying is told by its name', () => {
    expect(comparedChannels(sources)).toEqual([])
  })

  it.each([
    ['server/money/pay/reconcile.ts', "await (channel === 'apple' ? compareNotifications(day) : compareBill(day))"],
    ['web/shop/recharge/cashier.ts', "if (channel !== 'wechat') open()"],
  ])('a planted name of one is caught: %s %s', (path, text) => {
    expect(comparedChannels([{ path, text }])).toHaveLength(1)
    expect(comparedChannels([{ path: 'server/people/account/oauth.ts', text }])).toHaveLength(0)
  })

  it('nothing that pages do is called like what makes schemas, or the build would leave it out', () => {
    expect(takenForPure(sources, PURE)).toEqual([])
  })

  it.each([
    ['web/people/account/signOut.ts', "  call('logout', {}).catch(() => undefined)"],
    ['web/draft/current/autosave.ts', 'ended.delete(key)'],
    ['web/capsule/detail/Card.tsx', 'useEffect(() => card.current?.focus())'],
  ])('a planted call of such a name is caught: %s %s', (path, text) => {
    expect(takenForPure([{ path, text }], [...PURE, 'call', 'ended'])).toHaveLength(1)
    expect(takenForPure([{ path: path.replace('web', 'contract'), text }], ['call', 'ended', 'card'])).toHaveLength(0)
  })

  it('pages are called by their names', () => {
    expect(bareAddresses(sources)).toEqual([])
  })

  it.each([
    ['web/look/home/EmptyField.tsx', "goTo('/subPages/time/timeCapsule')"],
    ['web/capsule/media/Video.tsx', 'const url = `/#/pages/unseal`'],
    ['server/money/task/handlers.ts', '{ path: "/pages/home/home" }'],
    ['server/capsules/notice/resolve.ts', "origin + '/#/subPages/me/notices'"],
  ])('a planted address is caught: %s %s', (path, text) => {
    expect(bareAddresses([{ path, text }])).toHaveLength(1)
    expect(bareAddresses([{ path: 'web/app/routes.tsx', text }])).toHaveLength(0)
  })

  it('no file of the pages is imported for its effect alone', () => {
    expect(importedForEffect(sources)).toEqual([])
    const planted = "import '#web/client/offline/watch.ts'"
    expect(importedForEffect([{ path: 'web/app/main.tsx', text: planted }])).toHaveLength(1)
  })

  it('entries are written in one place, locks are taken in one', () => {
    expect(strangersInTheEntries(sources)).toEqual([])
    expect(strayLocks(sources)).toEqual([])
  })

  it.each([
    ['server/people/wallet/grant.ts', 'await sql`insert into entries (kind) values (1)`'],
    ['bench/seed.ts', "db.insertInto('entries').values(rows)"],
  ])('a planted entry is caught: %s %s', (path, text) => {
    expect(strangersInTheEntries([{ path, text }])).toHaveLength(1)
    expect(strangersInTheEntries([{ path: 'server/people/wallet/post.ts', text }])).toHaveLength(0)
  })

  it.each([
    ['server/capsules/capsule/own.ts', "db.selectFrom('capsules').forNoKeyUpdate()"],
    ['server/money/gift/giveGift.ts', 'sql`select id from accounts order by id for update`'],
    ['server/money/gift/giveGift.ts', 'sql`select id from users for no key update of u`'],
    ['server/money/gift/giveGift.ts', 'await db.transaction().execute(work)'],
    ['server/money/gift/giveGift.ts', 'await db\n  .transaction()\n  .execute(work)'],
    [
      'server/money/gift/giveGift.ts',
      'with a as (select id from x FOR UPDATE), b as (select id from y for update skip locked)',
    ],
  ])('a planted lock is caught: %s %s', (path, text) => {
    expect(strayLocks([{ path, text }])).toHaveLength(1)
    expect(strayLocks([{ path: 'server/platform/db/locks.ts', text }])).toHaveLength(0)
  })

  it('what is taken only when it is free keeps nobody waiting', () => {
    const text = 'sql`select id from messages order by id limit 9 for no key update of c, k skip locked`'
    expect(strayLocks([{ path: 'server/capsules/notice/claim.ts', text }])).toHaveLength(0)
  })

  it('every text of every channel stands in one table, and messages know no capsule', () => {
    expect(strayTexts(sources)).toEqual([])
    expect(strayCapsules(sources)).toEqual([])
  })

  it.each([
    ['server/money/pay/refund.ts', "send({ sms: '您的退款已到账' })"],
    ['server/money/pay/refund.ts', 'const sms = `【时光胶囊】您的退款已到账`'],
    ['server/desk/review/mail.ts', "const letter = { subject: '审核结果', html }"],
    ['server/desk/review/mail.ts', 'const texts = { sentence: () => `您的申请已通过` }'],
    ['server/platform/message/transports.ts', "const name = '时光胶囊'"],
  ])('a planted text is caught: %s %s', (path, text) => {
    expect(strayTexts([{ path, text }]).length).toBeGreaterThan(0)
    expect(strayTexts([{ path: 'server/platform/message/texts.ts', text }])).toHaveLength(0)
  })

  it('every date is said by contract/time.ts', () => {
    expect(strayDates(sources)).toEqual([])
  })

  it.each([
    "const text = day.replaceAll('-', '/')",
    `const text = \`\${year}年\${month}\``,
    'new Date().toLocaleDateString()',
    'new Date().getFullYear()',
  ])('a planted date is caught: %s', (text) => {
    expect(strayDates([{ path: 'web/app/shell/Pitch.tsx', text }])).toHaveLength(1)
    expect(strayDates([{ path: 'contract/time.ts', text }])).toEqual([])
  })

  it('pages have one clock', () => {
    expect(strayClocks(sources)).toEqual([])
  })

  it.each(['const today = chinaDay(Date.now())', 'const now = new Date()', 'useState(Date.now)'])(
    'a planted second clock is caught: %s',
    (text) => {
      expect(strayClocks([{ path: 'web/make/seal/SealOne.tsx', text }])).toHaveLength(1)
      expect(strayClocks([{ path: 'web/ui/clock.ts', text }])).toEqual([])
    },
  )

  it('rules of the server take the time as an argument', () => {
    expect(strayNows(sources)).toEqual([])
  })

  it.each(['checked_at: new Date()', 'const late = Date.now() > until', 'makeWritings(Date.now)', 'at: new Date }'])(
    'a planted clock in a rule is caught: %s',
    (text) => {
      expect(strayNows([{ path: 'server/platform/media/check.ts', text }])).toHaveLength(1)
      expect(strayNows([{ path: 'server/start/services.ts', text }])).toEqual([])
    },
  )

  it('browsers are asked to keep something in one place', () => {
    expect(strayStorages(sources)).toEqual([])
  })

  it.each([
    "localStorage.setItem('theme', 'dark')",
    "const tab = window['sessionStorage']",
    "const opening = indexedDB.open('own')",
    "import { set } from 'idb-keyval'",
  ])('a planted second storage is caught: %s', (text) => {
    expect(strayStorages([{ path: 'web/client/theme.ts', text }])).toHaveLength(1)
    expect(strayStorages([{ path: 'web/client/storage/storage.ts', text }])).toEqual([])
  })

  it('every sheet and dialog is closed by the way back', () => {
    expect(withoutWayBack(sources)).toEqual([])
  })

  it.each([
    ['<Dialog.Root open>', 1],
    ['useBackCloses(open, close)\n<AlertDialog.Root open>', 0],
    ['useBackCloses(open, close)\n<AlertDialog.Root open>\n<Dialog.Root open>', 1],
    ['<Lightbox open />', 1],
    ['<div role="dialog">', 1],
  ])('a planted dialog that the way back does not close is caught: %j', (text, count) => {
    expect(withoutWayBack([{ path: 'web/shop/gift/Another.tsx', text }])).toHaveLength(count)
    expect(withoutWayBack([{ path: 'web/draft/editor/LeaveDialog.tsx', text }])).toEqual([])
  })

  it('a planted capsule among the messages is caught', () => {
    const text = 'const { capsule_id } = claimed'
    expect(strayCapsules([{ path: 'server/platform/message/claim.ts', text }])).toHaveLength(1)
    expect(strayCapsules([{ path: 'server/capsules/notice/plan.ts', text }])).toHaveLength(0)
  })

  it('every journey is walked', () => {
    const config = readFileSync(join(root, 'playwright.config.ts'), 'utf8')
    const journeys = sourcesIn('e2e').filter(({ path }) => path.endsWith('.spec.ts'))
    expect(journeys.length).toBeGreaterThan(30)
    expect(unwalkedJourneys(journeys, config)).toEqual([])
  })

  it.each([
    ['hostile', "test.skip(({ isMobile }) => isMobile, 'the same for every screen')"],
    ['hostile', 'if (isMobile) test.info().skip()'],
    ['wide', "test('it scrolls', ONCE, async ({ page }) => {"],
    ['both', ''],
  ])('a planted journey that nobody walks is caught: %s %s', (name, text) => {
    const config = "const ON_A_PHONE = ['hostile', 'both']\nconst ON_A_DESK = [\n  'both', 'wide']"
    expect(unwalkedJourneys([{ path: `e2e/${name}.spec.ts`, text }], config)).toHaveLength(1)
    expect(unwalkedJourneys([{ path: 'e2e/paths.spec.ts', text: "test('a', ONCE, async () => {" }], config)).toEqual([])
  })

  it('a file with one call in it is called like the call', () => {
    expect(misnamed(sources, Object.keys(calls))).toEqual([])
    const text = 'export async function userInfoUpdate(context: UserContext) {}'
    expect(misnamed([{ path: 'server/people/account/updateUser.ts', text }], Object.keys(calls))).toHaveLength(1)
    expect(misnamed([{ path: 'server/people/account/userInfoUpdate.ts', text }], Object.keys(calls))).toHaveLength(0)
  })

  it('a planted writer of balances outside the wallet is caught', () => {
    const text = 'await sql`update accounts set balance = 1`'
    expect(strangersInTheWallet([{ path: 'server/money/gift/giveGift.ts', text }])).toHaveLength(1)
    expect(
      strangersInTheWallet([{ path: 'server/money/gift/giveGift.ts', text: "db.insertInto('entries')" }]),
    ).toHaveLength(1)
    expect(strangersInTheWallet([{ path: 'server/people/wallet/spend.ts', text }])).toHaveLength(0)
  })
})
