import type { Page } from '@playwright/test'
import { addressOf, PAGES, type PageName } from '../contract/pages.ts'
import { beMaking, DEMO, type Known, known, SCREENS } from './everyPage.ts'
import { enlargeText, expectDialogRoom, expectRoomInLargeText, NARROWEST } from './largeText.ts'
import { ask, expect, ONCE, open, signIn, signInByCalls, test } from './site.ts'
import { unreachable } from './unreachable.ts'

const USUAL = { width: 390, height: 844 }

/** A step on the way to the dialog: a button by its name, or what else is done on the page. */
type Step = string | RegExp | ((page: Page) => Promise<unknown>)
type Row = [dialog: string | RegExp, page: PageName, ...steps: Step[]]
/** A button or dialog of any name. */
const ANY = /./

const firstOf: (list: string) => Step = (name) => (page) =>
  page.getByRole('list', { name }).getByRole('button').first().click()
const popup: Step = (page) => page.locator('[aria-haspopup="dialog"]:not(nav *)').first().click()

const photo: Step = (page) =>
  page.getByRole('dialog').locator('input[type=file]').setInputFiles('docs/pictures/home-390.jpg')

const DIALOGS: Row[] = [
  ['制作时光胶囊', 'home', '时光'],
  [/搜索/, 'home', '搜索'],
  ['胶囊', 'home', '列表', firstOf('公开的胶囊')],
  ['更多', 'userHome', '更多'],
  ['举报用户', 'userHome', '更多', '举报用户'],
  [/拉黑/, 'userHome', '更多', '拉黑'],
  ['选择要赠送的胶囊', 'userHome', '赠送胶囊'],
  ['公开这枚胶囊', 'capsuleDetail', (page) => page.getByRole('switch', { name: '胶囊内容对他人开放' }).click()],
  ['分享胶囊', 'capsuleDetail', /分享这枚胶囊/],
  ['性别', 'setting', /^性别/],
  ['选择头像', 'setting', /^头像/],
  ['裁剪头像', 'setting', /^头像/, photo],
  [/昵称/, 'setting', /^昵称/],
  ['提示', 'setting', '退出登录'],
  ['日记日历', 'diaryList', popup],
  [ANY, 'writeDiary', popup],
  ['解封日期', 'sealOne', /^解封日期/],
  ['农历生日', 'sealOne', '农历生日'],
  ['周年', 'sealOne', '周年'],
  ['收费标准', 'sealOne', '收费标准'],
  ['请选择您的问题', 'sealTwo', popup],
  ['写于哪个月', 'ownSearch', popup],
  [/^添加/, 'notices', /^添加/],
  ['提示', 'textCapsule', '清空'],
  [ANY, 'textCapsule', '完成'],
  [ANY, 'graphicCapsule', /添加/],
  ['提示', 'previewDiary', /^删除/],
  ['提示', 'draftBox', /^删除/],
  [ANY, 'writeDiary', (page) => page.getByRole('textbox').last().fill('风还没有停'), '返回'],
  ['在地图中打开？', 'openLocation', /导航|地图/],
  ['更换链接', 'calendar', '生成订阅链接', /^更换/],
  ['等你来开', 'meCapsule', (page) => page.locator('main li').getByRole('button').first().click()],
  [
    '提示',
    'rechargeCenter',
    (page) => page.getByRole('tab', { name: '兑换' }).click(),
    (page) => page.getByRole('slider').first().fill('10'),
    /^兑换/,
  ],
  ['安全验证', 'cancelAccount', (page) => page.getByRole('checkbox').check(), '获取验证码'],
]

const dialog = (page: Page, name: string | RegExp) =>
  page.getByRole('dialog', { name }).or(page.getByRole('alertdialog', { name })).last()

function take(page: Page, step: Step): Promise<unknown> {
  if (typeof step === 'function') return step(page)
  return page
    .getByRole('button', { name: step, exact: typeof step === 'string' })
    .first()
    .click()
}

async function look(page: Page, site: string, demo: Known, [name, at, ...steps]: Row): Promise<void> {
  await page.setViewportSize(USUAL)
  const query = at === 'capsuleDetail' ? { id: demo.letter } : SCREENS[at](demo)
  await open(page, site, addressOf(at, query ?? {}))
  await expect(page.locator('h1')).toHaveCount(1)
  await page.waitForLoadState('networkidle')
  for (const step of steps) await take(page, step)
  await expect(dialog(page, name)).toBeVisible()
  await expectRoomInLargeText(page, String(name))
}

test(
  'every sheet and dialog has all its words, and all that can be pressed in it, in text of twice the size',
  ONCE,
  async ({ page, site }) => {
    test.setTimeout(600_000)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const person = await signIn(page, site, await signInByCalls(site, DEMO))
    const demo = await known(site, person)
    await ask(site, 'claimGift', {}, person.token).catch(() => undefined)
    await page.evaluate((id) => localStorage.setItem(`guided:${id}`, '1'), demo.user.id)
    await ask(site, 'capsuleIsPublic', { capsule_id: demo.letter, is_public: 0 }, person.token)
    await beMaking(page, demo)
    for (const row of DIALOGS)
      await test.step(`${row[0]} ${row[1]}`, async () => {
        await look(page, site, demo, row)
      })
  },
)

test('what welcomes a newcomer has all its words in text of twice the size', ONCE, async ({ page, site }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await signIn(page, site, await signInByCalls(site, undefined, { gift: false }))
  await open(page, site, PAGES.home)
  const guide = page.getByRole('dialog')
  await expect(guide).toBeVisible()
  await enlargeText(page)
  await page.setViewportSize(NARROWEST)
  await expectDialogRoom(page, '新手引导')
  await guide.getByRole('button', { name: '跳过' }).click()
  await expect(page.getByRole('button', { name: '立即领取' })).toBeVisible()
  await expectDialogRoom(page, '新人礼包')
})

test('what cannot be brought into the window is found, and what can be scrolled to is not', ONCE, async ({ page }) => {
  const shown = async (style: string) => {
    await page.setContent(
      `<meta name="viewport" content="width=device-width"><div role="dialog" style="position:fixed;inset:auto 0 0;${style}"><div style="height:2000px"></div><button>确定</button></div>`,
    )
    return unreachable(page)
  }
  expect(await shown('max-height:90dvh;overflow-y:auto')).toEqual([])
  expect(await shown('inset:0 0 auto')).toEqual([expect.stringMatching(/^确定 /)])
  expect(await shown('max-height:90dvh;overflow-y:auto;right:-200px;padding-left:110vw')).toHaveLength(1)
  await page.setContent('<p>没有</p>')
  expect(await unreachable(page)).toEqual(['no dialog'])
})
