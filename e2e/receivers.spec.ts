import type { Page } from '@playwright/test'
import { formatChina } from '../contract/time.ts'
import { ask, CORE, expect, open, otherDevice, sealSooner, signIn, test, toContacts } from './site.ts'
import { capsule, look, openNow } from './unsealing.ts'

const LETTER = '妈妈，谢谢你那年冬天送我上学'
const ANSWER = '那年的雪我也记得，你的手套总是湿的'
const inAnHour = () => formatChina(Date.now() + 3_600_000)
const WORDS = '看到这里的时候，记得给我打个电话'

/** From the chooser to the words: a letter to 妈妈, with nobody else to tell. */
async function write(page: Page, site: string) {
  await toContacts(page, site, { text: LETTER, title: '那年冬天' })
  await page.getByRole('button', { name: 'TA', exact: true }).click()
  await page.getByRole('button', { name: '下一步' }).click()
  await expect(page.getByText('请写下怎么称呼 TA')).toBeVisible()
  await page.getByLabel('怎么称呼 TA').fill('妈妈')
  await look(page, 'whom it is for')
  await page.reload()
  await expect(page.getByLabel('怎么称呼 TA')).toHaveValue('妈妈')
  await page.getByRole('button', { name: '下一步' }).click()
  await page.getByLabel('寄语').fill(WORDS)
}

/** The address that the sender is given, as a person copies it from the page. */
const addressOn = async (page: Page): Promise<string> => {
  const shown = page.getByText(/\/w\/[\w-]{43}$/).first()
  await expect(shown).toBeVisible()
  return (await shown.textContent())!.trim()
}

test(
  'a letter to somebody is sealed, handed over, taken, and opened by each of the two for themselves',
  CORE,
  async ({ page, site, browser }) => {
    test.setTimeout(240_000)
    const sender = await signIn(page, site)
    await write(page, site)
    await sealSooner(page, 'createTimeCapsule')
    await page.getByRole('button', { name: '投入胶囊宇宙' }).click()
    await expect(page.getByRole('heading', { name: '封存好了，把它交给妈妈吧' })).toBeVisible()
    await look(page, 'what is handed over')
    const address = await addressOn(page)

    const other = await otherDevice(browser, page)
    const person = await signIn(other, site)
    await other.goto(address)
    await expect(other.getByRole('heading', { name: '给妈妈' })).toBeVisible()
    await expect(other.getByText('那年冬天')).toHaveCount(0)
    await look(other, 'where it waits')
    await other.getByRole('button', { name: '收进我的胶囊' }).dblclick()
    await expect(other.getByRole('heading', { name: /^已收下/ })).toBeVisible()
    await open(other, site, '/subPages/me/meCapsule?tab=received')
    const row = other.getByRole('button', { name: /给妈妈|来自/ }).first()
    await expect(row).toBeVisible()
    await look(other, 'received')

    // Its day: she answers the sender's question, and reads it; the sender's stays sealed until they open it.
    const { capsules } = await ask(site, 'received', {}, person.token)
    const id = capsules.data[0]!.id
    const due = async () => (await ask(site, 'received', {}, person.token)).capsules.data[0]!.open_time
    await expect
      .poll(async () => new Date(`${(await due()).replace(' ', 'T')}+08:00`) < new Date(), { timeout: 60_000 })
      .toBe(true)
    await open(other, site, `/subPages/me/capsuleDetail?id=${id}&isOther=0`)
    await other.getByLabel('您的学号是？').fill('2046')
    await openNow(other)
    await expect(other.getByText(LETTER)).toBeVisible({ timeout: 60_000 })
    await expect(other.getByText(WORDS)).toBeVisible()
    await look(other, 'opened by its receiver')
    const own = await ask(site, 'capsuleDetail', { capsule_id: id }, sender.token)
    expect(own.capsule.status).toBe(1)
    expect(JSON.stringify(own)).not.toContain(LETTER)

    // She answers it, once, and sends a capsule back.
    await other.getByRole('button', { name: '回信', exact: true }).click()
    await other.getByRole('textbox', { name: '回信' }).fill(ANSWER)
    await other.getByRole('button', { name: '寄出' }).click()
    await other.getByRole('alertdialog').getByRole('button', { name: '寄出' }).click()
    await expect(other.getByRole('blockquote', { name: '你的回信' })).toContainText(ANSWER)
    await expect(other.getByRole('button', { name: '回信', exact: true })).toHaveCount(0)
    await look(other, 'answered')
    await other.getByRole('button', { name: '回寄一枚' }).click()
    await other.getByRole('button', { name: /文字胶囊/ }).click()
    await expect(other).toHaveURL(new RegExp(`back=${id}`))
    await other.context().close()
    const to = { name: '女儿', show_title: 0 as const, back_to: id }
    const back = { ...capsule(inAnHour()), to }
    const { capsule_id } = await ask(site, 'createTimeCapsule', back, person.token)

    // Her daughter reads it before she opens her own, and has what came back.
    await open(page, site, '/subPages/me/inbox')
    const told = page.getByRole('article').filter({ hasText: '你寄出的一枚时光胶囊有了回信。' })
    await told.getByRole('button', { name: '查看' }).click()
    await expect(page.getByRole('blockquote', { name: 'TA 的回信' })).toContainText(ANSWER)
    await expect(page.getByText('给你的一枚胶囊')).toBeVisible()
    await expect(page.getByText(back.long_tag)).toHaveCount(0)
    await look(page, 'read by its sender')
    await open(page, site, '/subPages/me/meCapsule?tab=received')
    await page
      .getByRole('button', { name: /女儿|来自/ })
      .first()
      .click()
    await expect(page).toHaveURL(new RegExp(`id=${capsule_id}`))
    await expect(page.getByRole('heading', { name: '给女儿' })).toBeVisible()
    await look(page, 'received back')

    await open(page, site, `/subPages/me/handOver?id=${id}`)
    await expect(page.getByText('TA 已经打开了，不能再撤回')).toBeVisible()
    await expect(page.getByRole('button', { name: '撤回并换一个链接' })).toHaveCount(0)
  },
)
