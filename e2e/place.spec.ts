import type { Page } from '@playwright/test'
import { href } from '../contract/pages.ts'
import { placeItem } from '../contract/place.ts'
import {
  afterGuard,
  ask,
  CORE,
  codeFor,
  expect,
  expectAccessible,
  expectSaid,
  newTel,
  open,
  signIn,
  slide,
  test,
} from './site.ts'

const BUND = { name: '外滩', address: '上海市黄浦区中山东一路', latitude: 31.239692, longitude: 121.499755 }
const text = (page: Page) => page.getByRole('textbox', { name: '正文' })
const save = (page: Page) => page.getByRole('button', { name: '保存', exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** The page's requests to any other site than our own. */
function strangersAsked(page: Page, site: string): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    if (/^(https?|geo):/.test(request.url()) && !request.url().startsWith(site)) asked.push(request.url())
  })
  return asked
}

test('a diary is written with a place, read, changed, and read without one', CORE, async ({ page, site, context }) => {
  await context.grantPermissions(['geolocation'], { origin: site })
  await context.setGeolocation({ latitude: 31.2396921, longitude: 121.4997549 })
  const asked = strangersAsked(page, site)
  await signIn(page, site)
  await open(page, site, '/subPages/diary/diaryList')
  await page.getByRole('button', { name: /写日记/ }).click()
  await text(page).click()
  await page.keyboard.insertText('江上的风')
  await expectAccessible(page, 'diary-writer-without-place')
  await button(page, '添加位置').click()

  // A reload there loses nothing.
  await page.getByRole('button', { name: '用现在的位置' }).click()
  await expect(page.getByText('已填入现在的坐标，给这里起个名字吧')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('地点名称')).toHaveValue('')
  await page.getByRole('button', { name: '用现在的位置' }).click()
  await expect(page.getByLabel('纬度（选填）')).toHaveValue('31.239692')
  await button(page, '确定').click()
  await expect(page.getByText('请填写地点名称')).toBeVisible()
  await expectAccessible(page, 'choose-location')
  await page.getByLabel('地点名称').fill(BUND.name)
  await page.getByLabel('地址（选填）').fill(BUND.address)
  await afterGuard(page)
  await button(page, '确定').click()

  await expect(text(page)).toHaveText('江上的风')
  await expect(button(page, '更改位置：外滩')).toBeVisible()
  await expectAccessible(page, 'diary-writer-with-place')
  await save(page).click()
  await expect(page).toHaveURL(/diaryList/)

  await page.getByRole('button', { name: /江上的风/ }).click()
  const line = page.getByRole('link', { name: /外滩/ })
  await expect(line).toBeVisible()
  await expectAccessible(page, 'diary-with-place')
  await line.click()
  await expect(page.getByRole('heading', { name: '外滩' })).toBeVisible()
  await expectAccessible(page, 'open-location')
  await button(page, '在地图中打开').click()
  await expect(page.getByText(/^将离开时光胶囊，并把这里的坐标和名称告诉/)).toBeVisible()
  await expectAccessible(page, 'the question before a map')
  await button(page, '取消').click()
  await page.goBack()

  await button(page, '编辑').click()
  await button(page, '更改位置：外滩').click()
  await expect(page.getByLabel('地址（选填）')).toHaveValue(BUND.address)
  await page.getByLabel('地点名称').fill('江边')
  await button(page, '确定').click()
  await button(page, '更改位置：江边').waitFor()
  await save(page).click()
  await expect(page.getByRole('link', { name: /江边/ })).toBeVisible()

  await button(page, '编辑').click()
  await button(page, '移除位置').click()
  await page.goBack()
  await expect(page.getByText('内容还没有保存，是否保存？')).toBeVisible()
  await page.getByRole('alertdialog').getByRole('button', { name: '保存', exact: true }).click()
  await expect(button(page, '编辑')).toBeVisible()
  await expect(page.getByText('江上的风').first()).toBeVisible()
  await expect(page.getByRole('link', { name: /江边/ })).toHaveCount(0)
  expect(asked).toEqual([])
})

test('a device that refuses to say where it is leaves the fields to the person', async ({ page, site }) => {
  await open(page, site, '/choose-location')
  await page.getByRole('button', { name: '用现在的位置' }).click()
  await expect(page.getByText(/^没有得到定位的许可/)).toBeVisible()
  await expectAccessible(page, 'choose-location-refused')
  await page.getByLabel('地点名称').fill('外婆家')
  await button(page, '确定').click()
  await expect(page.getByRole('heading', { name: '外婆家' })).toBeVisible()
  await open(page, site, '/open-location?latitude=91&longitude=0')
  await expect(page.getByText('没有可以显示的位置')).toBeVisible()
  await expectAccessible(page, 'open-location-none')
})

test('a text is written by nobody, and sealed by who then registers', async ({ page, site }) => {
  await open(page, site, '/')
  await page.getByRole('link', { name: '写下第一封' }).click()
  await text(page).click()
  await page.keyboard.insertText('写给十年后的自己')
  await expect(page.getByText('已保存在本机')).toBeVisible()
  await expectAccessible(page, 'plain-editor')
  await page.reload()
  await expect(text(page)).toHaveText('写给十年后的自己')
  await button(page, '完成封存').click()
  await expect(page.getByText('信已存好，注册后接着封存')).toBeVisible()
  await expectAccessible(page, 'registering with a letter')
  const tel = newTel()
  await page.getByLabel('手机号').fill(tel)
  await page.getByLabel('密码', { exact: true }).fill('a long enough secret')
  await page.getByRole('checkbox', { name: /我已阅读并同意/ }).check()
  await button(page, '获取验证码').click()
  await slide(page, site)
  await expectSaid(page, '验证码已发送')
  await page.getByLabel('验证码').fill(await codeFor(site, tel))
  await button(page, '注册').click()

  await expect(page.getByRole('dialog', { name: '新人礼包' })).toBeVisible()
  await expectAccessible(page, 'the gift before sealing')
  await button(page, '立即领取').click()
  await expect(page.getByLabel('第1步，共4步')).toBeVisible()
  await page.goBack()
  await expect(text(page)).toHaveText('写给十年后的自己')
  await button(page, '完成封存').click()
  await page.getByRole('button', { name: '30天' }).click()
  await button(page, '下一步').click()
  await page.getByRole('button', { name: /^第一个问题/ }).click()
  await page.getByRole('button', { name: '您的学号是？' }).click()
  await page.getByLabel('答案').fill('7')
  await button(page, '下一步').click()
  await page.getByLabel('手机号').fill('13900000000')
  await button(page, '下一步').click()
  await page.getByLabel('寄语').fill('你好')
  await button(page, '投入胶囊宇宙').click()
  await expectSaid(page, '封存成功')
  // Nothing is left to be sealed a second time.
  await open(page, site, '/pages/editor')
  await expect(text(page)).toHaveText('')
  await expect(page.getByText('发现上次没有保存的内容', { exact: false })).toHaveCount(0)
})

test('what was looked at and read is there after a reload, and while the server is silent', async ({ page, site }) => {
  const { token } = await signIn(page, site)
  const content = [{ type: 0 as const, content: '<p>江上的风</p>', comment: '' }, placeItem(BUND)]
  const { capsule_id } = await ask(site, 'createDiaryCapsule', { content }, token)
  await open(page, site, href('previewDiary', { id: capsule_id }).slice(1))
  await expect(page.getByText('江上的风')).toBeVisible()
  await page.route('**/api/**', (route) => route.abort())
  await page.reload()
  await expect(page.getByText('连接服务器失败，这是上次看到的内容')).toBeVisible()
  await expect(page.getByText('江上的风')).toBeVisible()
  await expectAccessible(page, 'diary-last-seen')
  await page.unroute('**/api/**')

  await open(page, site, '/subPages/time/graphicCapsule')
  const photos = await Promise.all(['海边', '山上'].map(async (name) => photo(page, name)))
  await page.getByLabel('文件', { exact: true }).setInputFiles(photos)
  await expect(button(page, '完成封存')).toBeVisible({ timeout: 30_000 })
  await button(page, '预览「山上.jpg」').click()
  await expect(page.getByText('2/2', { exact: true })).toBeVisible()
  // An address that names no picture opens the page as it was left.
  await open(page, site, '/subPages/time/preview')
  await expect(page.getByText('2/2', { exact: true })).toBeVisible()
  await page.reload()
  await expect(page.getByText('2/2', { exact: true })).toBeVisible()
  await page.evaluate(() => localStorage.removeItem('token'))
  await open(page, site, '/subPages/time/preview')
  await expect(page.getByText('暂无胶囊~')).toBeVisible()
})

/** A picture, made by the browser itself. */
async function photo(page: Page, name: string) {
  const data = await page.evaluate((hue) => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 320, height: 240 })
    const pen = canvas.getContext('2d')!
    pen.fillStyle = `hsl(${hue} 60% 60%)`
    pen.fillRect(0, 0, 320, 240)
    return canvas.toDataURL('image/jpeg')
  }, name.charCodeAt(0) % 360)
  return { name: `${name}.jpg`, mimeType: 'image/jpeg', buffer: Buffer.from(data.split(',')[1]!, 'base64') }
}
