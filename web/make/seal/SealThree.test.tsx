import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { RECEIVER_MISSING } from '#contract/receiver.ts'
import { formatChina } from '#contract/time.ts'
import { endPages, openPage, person, startPages } from '#test/page.tsx'
import { clearDraft, emptyDraft, keepDraft, textContent, useDraftStore } from '#web/draft/current/draft.ts'
import { history } from '#web/ui/location.ts'

const PROMISE = '微博提醒为尽力送达：可能以公开@或人工私信方式发送'
const ALONE = '微博提醒无法保证送达，建议同时填写手机号或邮箱'

const made = {
  ...emptyDraft('7'),
  content: textContent('<p>雨</p>'),
  unsealDate: formatChina(Date.now() + 86_400_000),
  key_answer: [{ question: '您的生肖是？', answer: '兔' }],
}

beforeEach(() => {
  startPages(person())
  keepDraft(made)
})
afterEach(() => {
  endPages()
  clearDraft()
})

const open = () => openPage('/subPages/seal/sealThree', { type: '0' })
const consent = () => screen.queryByRole<HTMLInputElement>('checkbox', { name: '允许官方微博公开@提醒' })
const kept = () => useDraftStore.getState().draft?.contact

it('contacts hear of it once after sealing, and it says so', async () => {
  await open()
  await screen.findByText(/封存后我们会请对方确认一次/)
  expect(screen.queryByText(PROMISE)).toBeNull()
  expect(consent()).toBeNull()
})

it('at least one method; phone pattern; e-mail pattern', async () => {
  const user = await open()
  await user.type(await screen.findByLabelText('微博'), '{Enter}')
  await screen.findByText('请至少填写一种联系方式')
  expect(document.activeElement).toBe(screen.getByLabelText('手机号'))
  await user.type(screen.getByLabelText('手机号'), '139{Enter}')
  await screen.findByText('请填写正确格式手机')
  await user.clear(screen.getByLabelText('手机号'))
  await user.type(screen.getByLabelText('邮箱'), 'friend@{Enter}')
  const reason = await screen.findByText('请填写正确格式邮箱')
  expect(screen.getByLabelText('邮箱').getAttribute('aria-describedby')).toBe(reason.id)
  expect(screen.queryByText('请填写正确格式手机')).toBeNull()
  expect(history.location.pathname).toBe('/subPages/seal/sealThree')
  await user.type(screen.getByLabelText('邮箱'), 'example.com{Enter}')
  await waitFor(() => expect(history.location.pathname).toBe('/subPages/seal/sealFour'))
})

it('a number from an address book is taken whole, by paste and by what the browser fills in', async () => {
  const user = await open()
  const field = await screen.findByLabelText<HTMLInputElement>('手机号')
  expect(field.autocomplete).toBe('tel')
  await user.click(field)
  await user.paste('+86 139-1234-5678')
  expect(field.value).toBe('13912345678')
  expect(kept()?.tel).toBe('13912345678')
})

it('an address that is too long is refused, and not cut to another one', async () => {
  const user = await open()
  await user.click(await screen.findByLabelText('邮箱'))
  await user.paste(`a@b.${'c'.repeat(300)}`)
  await user.keyboard('{Enter}')
  await screen.findByText('请填写正确格式邮箱')
})

it('an address is kept as letters are sent to it, whatever keyboard wrote it', async () => {
  const user = await open()
  await user.click(await screen.findByLabelText('邮箱'))
  await user.paste('小满\u200b＠ＱＱ．ｃｏｍ')
  await user.tab()
  expect(screen.getByLabelText<HTMLInputElement>('邮箱').value).toBe('小满@qq.com')
  expect(kept()?.email).toBe('小满@qq.com')
})

it('a domain that is nearly a common one is asked about, and mended by a tap', async () => {
  const user = await open()
  const field = await screen.findByLabelText<HTMLInputElement>('邮箱')
  await user.type(field, 'friend@qq.con')
  await user.click(screen.getByRole('button', { name: '是不是 qq.com？' }))
  expect(field.value).toBe('friend@qq.com')
  expect(screen.queryByRole('button', { name: /^是不是/ })).toBeNull()
})

it('nobody is asked about a domain that is still being typed', async () => {
  const user = await open()
  await user.type(await screen.findByLabelText('邮箱'), 'friend@gmail.co')
  expect(screen.queryByRole('button', { name: /^是不是/ })).toBeNull()
  await user.tab()
  await user.click(screen.getByRole('button', { name: '是不是 gmail.com？' }))
  expect(kept()?.email).toBe('friend@gmail.com')
})

it('a Weibo name brings the honest promise and a consent that nobody has ticked; both are kept', async () => {
  const user = await open()
  await user.type(await screen.findByLabelText('微博'), '小满')
  await screen.findByText(PROMISE)
  expect(consent()?.checked).toBe(false)
  await user.click(consent()!)
  expect(kept()).toEqual({ weibo: '小满', mention: 1 })
  expect(JSON.parse(sessionStorage.getItem('createCapsuleInfo')!).state.draft.contact.mention).toBe(1)
})

it('a consent goes with the name it was given for', async () => {
  const user = await open()
  await user.type(await screen.findByLabelText('微博'), '小满')
  await user.click(consent()!)
  await user.clear(screen.getByLabelText('微博'))
  expect(consent()).toBeNull()
  await user.type(screen.getByLabelText('微博'), '阿满')
  expect(consent()?.checked).toBe(false)
})

it('Weibo as the only way brings a warning, that goes with another way', async () => {
  const user = await open()
  await user.type(await screen.findByLabelText('微博'), '小满')
  await screen.findByText(ALONE)
  await user.type(screen.getByLabelText('邮箱'), 'a')
  expect(screen.queryByText(ALONE)).toBeNull()
})

it('the own number is one tap away, and another brings back what stood there', async () => {
  const user = await open()
  const myself = await screen.findByRole('button', { name: /^通知我自己/ })
  await user.click(myself)
  expect([kept()?.tel, myself.getAttribute('aria-pressed')]).toEqual(['13800000000', 'true'])
  await user.clear(screen.getByLabelText('手机号'))
  await user.type(screen.getByLabelText('手机号'), '13912345678')
  expect(myself.getAttribute('aria-pressed')).toBe('false')
  await user.click(myself)
  await user.click(myself)
  expect(kept()?.tel).toBe('13912345678')
})

it('who has bound no number is told so, and may fill one in', async () => {
  endPages()
  startPages(person({ tel: '' }))
  keepDraft(made)
  await open()
  await screen.findByText(/^你还没有绑定手机号/)
  expect(screen.queryByRole('button', { name: /^通知我自己/ })).toBeNull()
})

const somebody = () => screen.findByRole('button', { name: 'TA' })
const receiver = () => screen.findByLabelText('怎么称呼 TA')
const keptTo = () => useDraftStore.getState().draft?.to

it('it is for oneself until TA is chosen, who has a name and no title yet; both outlast a reload', async () => {
  const user = await open()
  expect((await screen.findByRole('button', { name: '自己' })).getAttribute('aria-pressed')).toBe('true')
  expect(screen.queryByLabelText('怎么称呼 TA')).toBeNull()
  await user.click(await somebody())
  await screen.findByText(/链接和二维码，由你亲手交给 TA/)
  expect(screen.getByRole('switch', { name: '让 TA 现在就看到标题' }).getAttribute('aria-checked')).toBe('false')
  await user.type(await receiver(), '妈妈')
  await user.click(screen.getByRole('switch', { name: '让 TA 现在就看到标题' }))
  expect(JSON.parse(sessionStorage.getItem('createCapsuleInfo')!).state.draft.to).toEqual({
    name: '妈妈',
    show_title: 1,
  })
})

it('TA needs a name, which is asked for at its field, and no contact', async () => {
  const user = await open()
  await user.click(await somebody())
  await screen.findByRole('heading', { name: '也告诉（可不填）' })
  await user.type(await receiver(), '{Enter}')
  const reason = await screen.findByText(RECEIVER_MISSING)
  expect((await receiver()).getAttribute('aria-describedby')).toBe(reason.id)
  expect(document.activeElement).toBe(await receiver())
  expect(screen.queryByText('请至少填写一种联系方式')).toBeNull()
  await user.type(await receiver(), '妈妈{Enter}')
  await waitFor(() => expect(history.location.pathname).toBe('/subPages/seal/sealFour'))
  await screen.findByText(/妈妈\s*说点什么吧/)
})

it('a contact that is filled in for TA’s capsule has to be right all the same', async () => {
  const user = await open()
  await user.click(await somebody())
  await user.type(await receiver(), '妈妈')
  await user.type(screen.getByLabelText('手机号'), '139{Enter}')
  await screen.findByText('请填写正确格式手机')
  expect(history.location.pathname).toBe('/subPages/seal/sealThree')
})

it('a name that is too long is refused and not cut', async () => {
  const user = await open()
  await user.click(await somebody())
  await user.type(await receiver(), `${'妈'.repeat(21)}{Enter}`)
  await screen.findByText('称呼最多20个字')
})

it('who thinks better of it writes to themselves, and finds the name again', async () => {
  const user = await open()
  await user.click(await somebody())
  await user.type(await receiver(), '妈妈')
  await user.click(screen.getByRole('button', { name: '自己' }))
  expect(keptTo()).toBeUndefined()
  await user.click(await somebody())
  expect(keptTo()).toEqual({ name: '妈妈', show_title: 0 })
})

it('TA may be reached at an address, which has to be right and is sent with the choice of now', async () => {
  const user = await open()
  await user.click(await somebody())
  await user.type(await receiver(), '妈妈')
  await user.click(screen.getByRole('button', { name: '手机' }))
  await screen.findByText(/现在不告诉 TA/)
  await user.type(screen.getByLabelText('TA 的手机号'), '139{Enter}')
  await screen.findByText('请填写正确格式手机')
  expect(document.activeElement).toBe(screen.getByLabelText('TA 的手机号'))
  await user.type(screen.getByLabelText('TA 的手机号'), '12345678')
  await user.click(screen.getByRole('switch', { name: '现在就告诉 TA' }))
  await screen.findByText(/现在就告诉 TA 有一枚胶囊在等着/)
  await user.type(screen.getByLabelText('TA 的手机号'), '{Enter}')
  await waitFor(() => expect(history.location.pathname).toBe('/subPages/seal/sealFour'))
  expect(keptTo()).toEqual({ name: '妈妈', show_title: 0, tel: '13912345678', tell_now: 1 })
})

it('of two ways the last one chosen counts, and by hand none', async () => {
  const user = await open()
  await user.click(await somebody())
  await user.click(screen.getByRole('button', { name: '手机' }))
  await user.type(screen.getByLabelText('TA 的手机号'), '13912345678')
  await user.click(screen.getByRole('button', { name: '邮箱' }))
  expect(keptTo()).toMatchObject({ email: '' })
  expect(keptTo()).not.toHaveProperty('tel')
  await user.click(screen.getByRole('button', { name: '亲手交给 TA' }))
  expect(keptTo()).toEqual({ name: '', show_title: 0 })
})
