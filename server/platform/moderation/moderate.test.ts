import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { readConfig } from '#server/platform/config.ts'
import type { Services } from '#server/platform/context.ts'
import { found, type GreenQuestion, startAliyunGreen } from '#standins/aliyunGreen.ts'
import { moderate } from './moderate.ts'
import { openWords } from './openWords.ts'

const key = { accessKeyId: 'LTAI-test', accessKeySecret: 'a secret of the test' }
let answer: (question: GreenQuestion) => object | 'hang' | 'break'
const standin = await startAliyunGreen({ ...key, answer: (question) => answer(question) })
afterAll(standin.close)
const log = { warn: vi.fn(), error: vi.fn() }
beforeEach(() => {
  standin.requests.length = 0
  log.warn.mockReset()
  answer = () => found('none')
})

const aliyun = {
  MODERATION: 'aliyun',
  ALIYUN_ACCESS_KEY_ID: key.accessKeyId,
  ALIYUN_ACCESS_KEY_SECRET: key.accessKeySecret,
  ALIYUN_GREEN_URL: standin.url,
}

function judge(env: Record<string, string>, texts: string[], pictures: string[] = []) {
  const config = readConfig({ NODE_ENV: 'test', ...env })
  const words = openWords({ path: undefined, log })
  const services = { config, words, log } as unknown as Services
  return moderate(services, { texts: texts.map((text) => ({ scene: 'content', text })), pictures })
}

describe('by the word list', () => {
  it('what nothing is found in passes, with its pictures', async () => {
    expect(await judge({}, ['今天下雨', ''], ['https://a.example/a.jpg'])).toEqual({ verdict: 'passed', labels: [] })
    expect(await judge({}, [])).toEqual({ verdict: 'passed', labels: [] })
    expect(standin.requests).toEqual([])
  })

  it('the worst of all texts counts, and every kind is named once', async () => {
    expect(await judge({}, ['赌场', '今天', '赌债'])).toEqual({ verdict: 'doubtful', labels: ['gambling'] })
    expect(await judge({}, ['赌场', '出售假币'])).toEqual({
      verdict: 'refused',
      labels: ['gambling', 'fraud'],
    })
  })
})

describe('by Aliyun', () => {
  it('is not asked of what the word list refuses', async () => {
    expect(await judge(aliyun, ['出售假币'])).toMatchObject({ verdict: 'refused' })
    expect(standin.requests).toEqual([])
  })

  it.each([
    ['none', 'passed'],
    ['low', 'doubtful'],
    ['medium', 'doubtful'],
    ['high', 'refused'],
  ])('a risk of %s is %s', async (risk, verdict) => {
    answer = () => (risk === 'none' ? found(risk) : found(risk, 'ad'))
    expect(await judge(aliyun, ['早'])).toEqual({ verdict, labels: risk === 'none' ? [] : ['ad'] })
    expect(await judge(aliyun, [], ['https://a.example/a.jpg'])).toMatchObject({ verdict })
  })

  it('every text and picture is looked at, and the worst counts', async () => {
    answer = ({ content }) => (content.endsWith('6.jpg') ? found('medium', 'sexual') : found('none'))
    const pictures = [1, 2, 3, 4, 5, 6].map((number) => `https://a.example/${number}.jpg`)
    expect(await judge(aliyun, ['标题', '赌场'], pictures)).toEqual({
      verdict: 'doubtful',
      labels: ['gambling', 'sexual'],
    })
    expect(standin.requests.map(({ content }) => content).sort()).toEqual([...pictures, '标题', '赌场'].sort())
  })

  it('a nickname is looked at as one', async () => {
    const config = readConfig({ NODE_ENV: 'test', ...aliyun })
    const services = { config, words: openWords({ path: undefined, log }), log } as unknown as Services
    const texts = (['nickname', 'title', 'content', 'words', 'remark'] as const).map((scene) => ({
      scene,
      text: scene,
    }))
    await moderate(services, { texts, pictures: [] })
    expect(Object.fromEntries(standin.requests.map(({ content, service }) => [content, service]))).toEqual({
      nickname: 'nickname_detection_pro',
      title: 'comment_detection_pro',
      content: 'comment_detection_pro',
      words: 'comment_detection_pro',
      remark: 'comment_detection_pro',
    })
  })

  it('without an answer it is doubtful, which is said in the log without a word of the text', async () => {
    answer = () => 'break'
    expect(await judge(aliyun, ['我的秘密'])).toEqual({ verdict: 'doubtful', labels: ['unanswered'] })
    expect(log.warn.mock.calls).toEqual([[{ code: 'UND_ERR_SOCKET' }, expect.any(String)]])
    answer = ({ content }) => (content === '早' ? found('none') : { Code: 500 })
    expect(await judge(aliyun, ['早'], ['https://a.example/a.jpg'])).toMatchObject({ verdict: 'doubtful' })
  })

  it('is not asked again and again while it is away', async () => {
    answer = () => 'break'
    await judge(aliyun, ['早'], Array(20).fill('https://a.example/a.jpg'))
    expect(standin.requests).toHaveLength(4)
  })
})

describe('switched off', () => {
  it('everything passes and nobody is asked', async () => {
    const texts = ['出售假币']
    expect(await judge({ ...aliyun, MODERATION: 'off' }, texts)).toEqual({ verdict: 'passed', labels: [] })
    expect(standin.requests).toEqual([])
  })
})
