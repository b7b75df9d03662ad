import { describe, expect, it } from 'vitest'
import { isLoopback, readConfig } from './config.ts'

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
  ])('says in a sentence what is wrong with %j', (env, sentence) => {
    expect(() => readConfig(env)).toThrow(sentence)
  })

  it('refuses production without an SMS provider unless it is switched off by name', () => {
    expect(() => readConfig({ NODE_ENV: 'production' })).toThrow('SMS_PROVIDER=off')
    expect(readConfig({ NODE_ENV: 'production', SMS_PROVIDER: 'off' }).seedDemo).toBe(false)
  })

  it('refuses a server database in production without a shared master key', () => {
    const env = { NODE_ENV: 'production', SMS_PROVIDER: 'off', DATABASE_URL: 'postgres://x/y' }
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
