import { afterAll, describe, expect, it } from 'vitest'
import { startWeiboShare } from '#standins/weiboShare.ts'
import { shareAtWeibo } from './weiboShare.ts'

const TOKEN = '2.00official'
const weibo = await startWeiboShare(TOKEN, 'capsule.test')
afterAll(weibo.close)
const official = { apiUrl: weibo.url, token: TOKEN, address: '203.0.113.7' }
const TEXT = '@老友 您有一枚时光胶囊已到解封时间，打开 https://capsule.test/u/abc 查看。'

describe('a mention by the official account', () => {
  it('stands at Weibo as it was written', async () => {
    expect(await shareAtWeibo(official, TEXT)).toEqual({ outcome: 'sent', code: 'OK', id: weibo.shares[0]!.id })
    expect(weibo.shares.map(({ status }) => status)).toEqual([TEXT])
  })

  it('is left to a person when Weibo refuses it', async () => {
    const refused = { outcome: 'failed', code: 'refused', bounced: true }
    expect(await shareAtWeibo(official, '没有地址')).toEqual(refused)
    expect(await shareAtWeibo(official, `#话题# ${TEXT}`)).toEqual(refused)
    expect(await shareAtWeibo(official, TEXT.padEnd(200, '长'))).toEqual(refused)
    expect(await shareAtWeibo({ ...official, token: 'dead' }, TEXT)).toEqual(refused)
  })

  it('may stand there when Weibo does not answer', async () => {
    expect(await shareAtWeibo({ ...official, apiUrl: 'http://127.0.0.1:9' }, TEXT, 500)).toEqual({
      outcome: 'unknown',
      code: 'away',
    })
  })
})
