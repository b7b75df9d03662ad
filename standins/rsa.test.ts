import { generateKeyPairSync } from 'node:crypto'
import { afterAll, expect, test, vi } from 'vitest'
import { readConfig } from '#server/platform/config.ts'
import { startStandins } from './platforms.ts'

vi.mock('node:crypto', { spy: true })

const rsaPairs = () => vi.mocked(generateKeyPairSync).mock.calls.filter(([type]) => String(type) === 'rsa').length

const standins = await startStandins()
afterAll(standins.close)

test('a start makes no RSA key: each pair is made when a payment or a notification first needs it', async () => {
  const config = readConfig({}, standins.env)
  expect([config.wxpay?.appId, config.alipay?.appId]).toEqual([standins.env.WXPAY_APP_ID, standins.env.ALIPAY_APP_ID])
  expect(rsaPairs()).toBe(0)
  expect(config.alipay!.privateKey).toBe(standins.env.ALIPAY_PRIVATE_KEY())
  expect(rsaPairs()).toBe(1)
  expect(config.wxpay!.merchantKey).toBe(config.wxpay!.merchantKey)
  expect(rsaPairs()).toBe(2)
  expect(config.wxpay!.platformKeys.size).toBe(2)
  expect(rsaPairs()).toBe(4)
})
