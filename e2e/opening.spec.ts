import type { Page } from '@playwright/test'
import type { Input } from '../contract/calls.ts'
import {
  ask,
  CORE,
  CORE_ONCE,
  chinaTimeIn,
  expect,
  expectSaid,
  ONCE,
  open,
  otherDevice,
  signIn,
  test,
  unsealWhenDue,
  untilSoon,
} from './site.ts'
import { capsule, look, nobodyIsSignedIn, openButton, openNow, QUESTION, ritual, WRITTEN } from './unsealing.ts'

/** Comes to a sealed capsule in time to see its countdown end: where the page comes too late for that, to a later one. */
async function seeItBecomeDue(page: Page, site: string, token: string): Promise<void> {
  for (let seconds = 5; seconds < 60; seconds *= 2) {
    const sealed = capsule(chinaTimeIn(seconds), { key_answer: { [QUESTION]: '兔' } })
    const { capsule_id } = await ask(site, 'createTimeCapsule', sealed, token)
    await open(page, site, `/pages/unseal?id=${capsule_id}`)
    const timer = page.getByRole('timer')
    await expect(timer.or(openButton(page))).toBeVisible()
    const isInTime = await timer.isVisible()
    await expect(page.getByText(WRITTEN)).toHaveCount(0)
    if (!isInTime) continue
    await expect(openButton(page)).toBeVisible({ timeout: (seconds + 10) * 1_000 })
    return
  }
  throw new Error('the page never comes in time')
}

for (const [reducedMotion, tag] of [
  ['no-preference', CORE_ONCE],
  ['reduce', {}],
] as const) {
  test(`an owner opens what they sealed, the words first (motion: ${reducedMotion})`, tag, async ({ page, site }) => {
    await page.emulateMedia({ reducedMotion })
    const { token } = await signIn(page, site)
    await seeItBecomeDue(page, site, token)
    await look(page, 'unseal-due')
    await page.getByLabel(QUESTION).fill('兔')
    await openNow(page)

    const words = page.getByRole('blockquote', { name: '寄语' })
    await expect(words).toContainText('对现在的你说')
    await expect(page.getByText(WRITTEN)).toHaveCount(0)
    await look(page, 'words')
    await expect(page.getByText('解封成功'), 'nothing is said over the moment').toHaveCount(0)
    await page.getByRole('button', { name: '看看当时的胶囊' }).click()
    await expectSaid(page, '解封成功')
    await expect(page.getByText(WRITTEN)).toBeVisible()
    await expect(words).toContainText('愿你一切都好')
    await look(page, 'unsealed')

    // The ritual is shown once: on reload the capsule is open, and the way back does not lead to the ritual again.
    await page.reload()
    await expect(page.getByText(WRITTEN)).toBeVisible()
    await expect(ritual(page)).toHaveCount(0)
    await page.getByRole('button', { name: '返回' }).click()
    await expect(page.getByText(WRITTEN)).toHaveCount(0)
  })
}

test('a reload in the middle of the moment loses nothing', ONCE, async ({ page, site }) => {
  const { token } = await signIn(page, site)
  const { capsule_id } = await untilSoon((at) => ask(site, 'createTimeCapsule', capsule(at), token))
  await open(page, site, `/pages/unseal?id=${capsule_id}`)
  await openNow(page)
  await page.reload()
  await expect(page.getByText(WRITTEN)).toBeVisible()
  await expect(page.getByText('愿你一切都好')).toBeVisible()
})

/** Somebody's capsule, opened by the calls. */
async function opened(page: Page, site: string, more: Partial<Input<'createTimeCapsule'>> = {}) {
  const person = await signIn(page, site)
  const { token } = person
  const { capsule_id } = await untilSoon((at) => ask(site, 'createTimeCapsule', capsule(at, more), token))
  await unsealWhenDue(site, token, capsule_id)
  return { ...person, capsule_id }
}

test(
  'after opening: a reply to oneself, the public switch, a link for others, and its end',
  CORE,
  async ({ page, site, browser }) => {
    const { capsule_id } = await opened(page, site)
    await open(page, site, `/subPages/me/capsuleDetail?id=${capsule_id}&isOther=0`)
    await page.getByRole('button', { name: '给当时的自己回一句' }).click()
    const reply = page.getByRole('textbox', { name: '给当时的自己回一句' })
    await reply.fill('风还在吹，我也还好。')
    await look(page, 'replying')
    await page.getByRole('button', { name: '保存', exact: true }).click()
    await expectSaid(page, '保存成功')
    await page.reload()
    await expect(page.getByText('风还在吹，我也还好。')).toBeVisible()
    await expect(page.getByText(/^回于 \d{4}/)).toBeVisible()

    await page.getByRole('switch', { name: '胶囊内容对他人开放' }).click()
    await page.getByRole('button', { name: '公开' }).click()
    await expect(page.getByRole('switch')).toBeChecked()
    await look(page, 'replied')
    await page.getByRole('button', { name: /分享这枚胶囊/ }).click()
    await page.getByRole('button', { name: '生成分享链接' }).click()
    const link = await page.getByRole('textbox', { name: '分享链接' }).inputValue()
    expect(link).toContain(`${site}/s/`)
    await look(page, 'share')

    const visitor = await otherDevice(browser, page)
    await visitor.goto(link)
    await visitor.getByRole('button', { name: '拆开' }).click()
    await expect(visitor.getByText(WRITTEN)).toBeVisible()
    await expect(visitor.getByRole('main', { name: '胶囊正在打开' })).toHaveCount(0)
    for (const text of ['愿你一切都好', '风还在吹', '再封一段时间', '给当时的自己回一句'])
      await expect(visitor.getByText(text)).toHaveCount(0)
    await expect(visitor.getByRole('switch')).toHaveCount(0)
    const isWide = page.viewportSize()!.width > 767
    await expect(visitor.getByRole('link', { name: '前往首页' })).toBeVisible({ visible: isWide })
    await expect(visitor.getByRole('complementary', { name: '下载时光胶囊' })).toBeVisible({ visible: isWide })
    await look(visitor, 'shared-capsule')
    await visitor.goto(`${link}?hide=1`)
    await expect(visitor.getByText(WRITTEN)).toBeVisible()
    await expect(visitor.getByRole('link', { name: '前往首页' })).toHaveCount(0)
    await expect(visitor.getByRole('complementary')).toHaveCount(0)
    await look(visitor, 'shared-capsule-hide')

    await page.getByRole('button', { name: '停止分享' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: '停止分享' }).click()
    await expectSaid(page, '已停止分享')
    await visitor.reload()
    await expect(visitor.getByText('暂无胶囊~')).toBeVisible()
    await open(visitor, site, `/pages/unseal?id=${capsule_id}`)
    await expect(visitor.getByText('暂无胶囊~')).toBeVisible()
    await look(visitor, 'no-capsule')
    expect(await nobodyIsSignedIn(visitor)).toBe(true)
    await visitor.context().close()
  },
)

test('再封一段时间 begins a new capsule with what was in the old one', CORE, async ({ page, site }) => {
  const { capsule_id, token } = await opened(page, site)
  await open(page, site, `/pages/unseal?id=${capsule_id}`)
  await page.getByRole('button', { name: /再封一段时间/ }).click()
  await page.waitForURL(/textCapsule\?type=0&id=/)
  await expect(page.getByRole('textbox')).toContainText(WRITTEN)
  const { capsules } = await ask(site, 'myDrafts', {}, token)
  expect(capsules.data).toMatchObject([{ type: 0, content_type: 0, long_tag: '今晚的风' }])
  await page.goBack()
  await expect(page.getByText('愿你一切都好')).toBeVisible()
})
