import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'
import { isLoopback } from './loopback.ts'

const OFF = { SMS_PROVIDER: 'off', MAIL_PROVIDER: 'off', WEIBO_NOTICES: 'off' }

describe('the configuration', () => {
  it('counts an empty variable as unset', () => {
    expect(readConfig({ PORT: '', HOST: '', DATA_DIR: '', DATABASE_URL: '' })).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
    })
  })

  it.each([
    [{ PORT: 'abc' }, 'PORT 必须是'],
    [{ PORT: '70000' }, 'PORT 必须是'],
    [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL 必须'],
    [{ MASTER_KEY: 'short' }, 'MASTER_KEY 必须'],
    [{ SEED_DEMO: 'yes' }, 'SEED_DEMO 只能'],
    [{ TRUST_PROXY: 'all' }, 'TRUST_PROXY 必须是'],
    [{ NODE_ENV: 'staging' }, 'NODE_ENV 只能'],
    [{ SMS_HOURS: 'always' }, 'SMS_HOURS 必须是'],
    [{ TIME_SOURCE_URL: 'ntp' }, 'TIME_SOURCE_URL'],
  ])('says in a sentence what is wrong with %j', (env, sentence) => {
    expect(() => readConfig(env)).toThrow(sentence)
  })

  it('refuses production with a channel without a provider unless it is switched off by name', () => {
    expect(() => readConfig({ NODE_ENV: 'production', ...OFF, SMS_PROVIDER: '' })).toThrow('SMS_PROVIDER=off')
    expect(() => readConfig({ NODE_ENV: 'production', ...OFF, MAIL_PROVIDER: 'outbox' })).toThrow('MAIL_PROVIDER=off')
    expect(() => readConfig({ NODE_ENV: 'production', ...OFF, WEIBO_NOTICES: '' })).toThrow('WEIBO_NOTICES=off')
    expect(readConfig({ NODE_ENV: 'production', ...OFF }).seedDemo).toBe(false)
  })

  it.each([
    [{ SMS_PROVIDER: 'aliyun', ALIYUN_ACCESS_KEY_ID: 'x' }, '缺少 ALIYUN_ACCESS_KEY_SECRET'],
    [{ MAIL_PROVIDER: 'smtp' }, '缺少 SMTP_HOST'],
    [{ SMS_PROVIDER: 'aliyun', ALIYUN_SMS_TEMPLATE_CODE: 'SMS_1' }, '缺少 ALIYUN_SMS_TEMPLATE_OPEN'],
    [{ WEIBO_NOTICES: 'official', PUBLIC_URL: 'https://a.example' }, '缺少 WEIBO_OFFICIAL_TOKEN'],
    [{ SMS_HOURS: '22-8' }, 'SMS_HOURS'],
    [{ NODE_ENV: 'production', ...OFF, WEIBO_NOTICES: 'hand' }, 'PUBLIC_URL'],
    [{ WECHAT_APP_ID: 'wx1' }, '缺少 WECHAT_APP_SECRET'],
    [{ WEIBO_API_URL: 'http://api.weibo.com' }, 'WEIBO_API_URL 必须以 https'],
    [
      {
        NODE_ENV: 'production',
        ...OFF,
        PUBLIC_URL: 'https://a.example',
        WEIBO_APP_KEY: 'sandbox1',
        WEIBO_APP_SECRET: 'x',
      },
      '沙箱',
    ],
    [{ NODE_ENV: 'production', ...OFF, WEIBO_APP_KEY: '1', WEIBO_APP_SECRET: 'x' }, 'PUBLIC_URL'],
  ])('refuses a service that is set by halves, over plain http, or a stand-in in production: %j', (env, sentence) => {
    expect(() => readConfig(env)).toThrow(sentence)
  })

  it('refuses a server database in production without a shared master key', () => {
    const env = { NODE_ENV: 'production', ...OFF, DATABASE_URL: 'postgres://x/y' }
    expect(() => readConfig(env)).toThrow('MASTER_KEY')
  })

  it('knows this machine by its names', () => {
    for (const host of ['127.0.0.1', '127.8.9.1', '::1', '[::1]', 'localhost', '::ffff:127.0.0.1']) {
      expect(isLoopback(host), host).toBe(true)
    }
    for (const host of ['0.0.0.0', '::', '10.0.0.1', '127.0.0.1.example.com', 'localhost.example.com']) {
      expect(isLoopback(host), host).toBe(false)
    }
  })
})
