import type { Page } from '@playwright/test'
import { addressOf, PAGES, type PageName, type PageQuery } from '../contract/pages.ts'
import { expect, open, signIn, test } from './site.ts'

/** Where somebody is led who may not stay: 登录 on a telephone, and the same page by itself at a desk. */
const LOGIN = PAGES.login
const ID = '9007199254740993'

type Line = {
  page: PageName
  query?: PageQuery
  /** Other addresses of the same page (specification 2). */
  aliases?: string[]
  /** Where a stranger comes to, and somebody who is signed in; the page itself unless it says otherwise. */
  stranger?: string
  signedIn?: string
}

/** Without anything being made there is nothing to seal: one chooses what to make. */
const NOTHING_MADE = PAGES.timeCapsule
const own = (page: PageName, line: Omit<Line, 'page'> = {}): Line => ({ page, stranger: LOGIN, ...line })
const free = (page: PageName, line: Omit<Line, 'page'> = {}): Line => ({ page, ...line })

/** All addresses of section 2 of the specification, as they stand there. */
const PATHS: readonly Line[] = [
  free('spread', { aliases: ['/'] }),
  free('editor'),
  free('login', { signedIn: PAGES.home }),
  free('success'),
  free('unseal', { query: { id: ID } }),
  free('notFound', { aliases: ['/pages/404', '/no/such/page'] }),
  own('home', { aliases: ['/home'] }),
  own('me', { aliases: ['/me'] }),
  own('setting'),
  own('meCapsule'),
  own('draftBox'),
  own('mylove'),
  own('capsuleDetail', { query: { id: ID, isOther: '0' } }),
  own('userHome', { query: { user_id: '1', userName: '小满' } }),
  own('deblocking', { query: { id: ID, name: '夏天' } }),
  own('capsuleRecord'),
  free('userProtocol'),
  own('taskCenter'),
  own('rechargeCenter'),
  free('unsealLink', {
    query: { unseal_token: 'x'.repeat(43) },
    aliases: [`/subPages/me/unsealLink?unseal_token=${'x'.repeat(43)}`],
  }),
  own('diaryList'),
  own('writeDiary'),
  own('previewDiary', { query: { id: ID } }),
  own('timeCapsule'),
  own('graphicCapsule'),
  own('textCapsule', { query: { type: '0' } }),
  free('preview'),
  free('video', { query: { id: ID } }),
  free('playVideo', { query: { url: '/m/0.x/video.mp4', comment: '海边' } }),
  own('forecastCapsule'),
  own('sealOne', { query: { type: '0' }, signedIn: NOTHING_MADE }),
  own('sealTwo', { query: { type: '0' }, signedIn: NOTHING_MADE }),
  own('sealThree', { query: { type: '0' }, signedIn: NOTHING_MADE }),
  own('sealFour', { query: { type: '0' }, signedIn: NOTHING_MADE }),
  free('chooseLocation'),
  free('openLocation', { query: { latitude: '31.2', longitude: '121.4', name: '外滩' } }),
]

const route = (page: Page) => decodeURIComponent(new URL(page.url()).hash.slice(1).split('?')[0]!)

async function walk(page: Page, site: string, expected: (line: Line) => string | undefined): Promise<void> {
  for (const line of PATHS) {
    for (const address of [addressOf(line.page, line.query), ...(line.aliases ?? [])]) {
      await open(page, site, address)
      await expect(page.getByRole('main').first(), address).toBeVisible()
      const aim = expected(line) ?? (address.includes('no/such') ? PAGES.notFound : address.split('?')[0]!)
      await expect.poll(() => route(page), { message: address }).toBe(aim)
      const lost = page.getByText('抱歉，您访问的页面走丢了').first()
      await expect(lost, address).toBeVisible({ visible: line.page === 'notFound' })
    }
  }
}

test('every path and alias of the specification leads a stranger where it should', async ({ page, site }) => {
  await walk(page, site, ({ stranger }) => stranger)
})

test('every path and alias of the specification leads somebody who is signed in where it should', async ({
  page,
  site,
}) => {
  await signIn(page, site)
  await walk(page, site, ({ signedIn }) => signedIn)
})

test('the table holds all 37 paths: the shell is walked beside it', () => {
  expect(new Set([...PATHS.map(({ page }) => page), 'site']).size).toBe(37)
})
