import { createPublicKey, generateKeyPairSync, X509Certificate } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isLoopback } from '#server/core/loopback.ts'
import { certify, pemOf } from '#standins/apple/certificate.ts'
import { makeApple } from '#standins/apple.ts'
import { SMS_TEMPLATES } from '#test/sms.ts'
import { readConfig } from './config.ts'

const OFF = { SMS_PROVIDER: 'off', MAIL_PROVIDER: 'off', WEIBO_NOTICES: 'off' }

const { privateKey: key } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const PRIVATE_PEM = key.export({ type: 'pkcs8', format: 'pem' }).toString()
const PUBLIC_PEM = createPublicKey(key).export({ type: 'spki', format: 'pem' }).toString()
const ELLIPTIC_PEM = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  .privateKey.export({ type: 'pkcs8', format: 'pem' })
  .toString()
const WXPAY = {
  WXPAY_MCHID: '1900000001',
  WXPAY_APP_ID: 'wx1',
  WXPAY_MERCHANT_SERIAL: '3775',
  WXPAY_MERCHANT_KEY: PRIVATE_PEM,
  WXPAY_API_V3_KEY: '0123456789abcdef0123456789abcdef',
  WXPAY_PLATFORM_KEYS: JSON.stringify({ PUB_KEY_ID_1: PUBLIC_PEM }),
}

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
    [{ DATABASE_POOLER: 'yes' }, 'DATABASE_POOLER 只能是'],
    [{ DATABASE_DIRECT_URL: 'mysql://x' }, 'DATABASE_DIRECT_URL 必须'],
    [{ BUCKET_READ_URL: 'https://cdn.example.com' }, 'MEDIA_STORE=disk 时不能设置'],
    [{ DATABASE_READ_URL: 'mysql://x' }, 'DATABASE_READ_URL 必须'],
    [{ DATABASE_READ_URL: 'postgres://x/y' }, '只读备库，不能单独设置'],
    [{ DATABASE_POOLER: '1', DATABASE_URL: 'postgres://x/y' }, 'DATABASE_DIRECT_URL 指定数据库服务器本身'],
    [{ DATABASE_POOLER: '1', DATABASE_DIRECT_URL: 'postgres://x/y' }, 'DATABASE_URL 指定 PgBouncer'],
    [{ MASTER_KEY: 'short' }, 'MASTER_KEY 必须'],
    [{ MASTER_KEY_OLD: 'short' }, 'MASTER_KEY_OLD 是以前的主密钥'],
    [{ SEED_DEMO: 'yes' }, 'SEED_DEMO 只能'],
    [{ TRUST_PROXY: 'all' }, 'TRUST_PROXY 必须是'],
    [{ DRAIN_SECONDS: '-1' }, 'DRAIN_SECONDS 必须是'],
    [{ METRICS_TOKEN: 'short' }, 'METRICS_TOKEN 必须是'],
    [{ SLOW_STATEMENT_MS: 'slow' }, 'SLOW_STATEMENT_MS 必须是'],
    [{ WATCH_INVARIANTS: 'yes' }, 'WATCH_INVARIANTS 只能'],
    [{ MASTER_KEY_FILE: '/nowhere/key' }, 'MASTER_KEY_FILE 指定的文件（/nowhere/key）读不到：ENOENT'],
    [{ SMTP_PASSWORD_FILE: '/' }, 'SMTP_PASSWORD_FILE 指定的文件（/）读不到：EISDIR'],
    [{ MAIL_FROM: 'x', MAIL_FROM_FILE: '/nowhere' }, 'MAIL_FROM 和 MAIL_FROM_FILE 只能设置一个'],
    [{ NODE_ENV: 'staging' }, 'NODE_ENV 只能'],
    [{ SMS_HOURS: 'always' }, 'SMS_HOURS 必须是'],
    [{ TIME_SOURCE_URL: 'ntp' }, 'TIME_SOURCE_URL'],
    [{ TSA_URL: 'ftp://a.example' }, 'TSA_URL'],
    [{ CANARY_EMAIL: 'nobody' }, 'CANARY_EMAIL 必须是邮箱'],
    [{ CANARY_TEL: '12345' }, 'CANARY_TEL 必须是 11 位手机号'],
    [{ CANARY_EMAIL: 'a@example.com', MAIL_PROVIDER: 'off' }, 'CANARY_EMAIL 需要邮件服务'],
    [{ CANARY_TEL: '13900000001', SMS_PROVIDER: 'off' }, 'CANARY_TEL 需要短信服务'],
    [{ CANARY_TEL: '13900000001', SMS_PROVIDER: 'aliyun', SMS_HOURS: '10-20' }, 'SMS_HOURS 要包含'],
    [{ MODERATION: 'sometimes' }, 'MODERATION 只能是'],
    [{ MODERATION_WORDS: '/nowhere/words.txt' }, 'MODERATION_WORDS 必须是可读的文件'],
  ])('says in a sentence what is wrong with %j', (env, sentence) => {
    expect(() => readConfig(env)).toThrow(sentence)
  })

  it('takes each setting from the file that NAME_FILE names, without what stands around it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'settings-'))
    const at = (name: string, text: string) => {
      writeFileSync(join(folder, name), text)
      return join(folder, name)
    }
    const masterKey = Buffer.alloc(32, 1).toString('base64')
    const { MASTER_KEY_FILE, ...more } = {
      MASTER_KEY_FILE: at('key', `  ${masterKey}\r\n`),
      DATABASE_URL_FILE: at('url', 'postgres://who:secret@db/capsule\n'),
      WXPAY_MERCHANT_KEY_FILE: at('pem', PRIVATE_PEM),
    }
    const { WXPAY_MERCHANT_KEY: _, ...wxpay } = WXPAY
    const config = readConfig({ ...wxpay, MASTER_KEY_FILE, ...more, MASTER_KEY: '', NO_SETTING_FILE: '/nowhere' })
    expect(config).toMatchObject({ masterKey, databaseUrl: 'postgres://who:secret@db/capsule' })
    expect(config.wxpay?.merchantKey.equals(key)).toBe(true)
    // Also the settings that a stand-in would have filled in, and a template of Aliyun's, whose names are no setting's.
    const sms = { SMS_PROVIDER: 'aliyun', ALIYUN_ACCESS_KEY_ID: 'x', ALIYUN_SMS_SIGN_NAME: 'x', ...SMS_TEMPLATES }
    const { ALIYUN_SMS_TEMPLATE_CODE: __, ...templates } = sms as Record<string, string>
    const files = {
      ALIYUN_ACCESS_KEY_SECRET_FILE: at('secret', 's3cret'),
      ALIYUN_SMS_TEMPLATE_CODE_FILE: at('code', 'SMS_9'),
    }
    expect(readConfig({ ...templates, ...files }, { ALIYUN_ACCESS_KEY_SECRET: 'of a stand-in' }).sms).toMatchObject({
      accessKeySecret: 's3cret',
      templates: { code: 'SMS_9' },
    })
    expect(() => readConfig({ MASTER_KEY_FILE: at('empty', '\n') })).toThrow('empty）是空的')
    expect(() => readConfig({ MASTER_KEY_FILE: at('long', 'x'.repeat(100_000)) })).toThrow('不是一个设置的内容')
    const wrong = at('wrong', 'a secret that is no key')
    expect(() => readConfig({ MASTER_KEY_FILE: wrong })).toThrow(/^配置有误：MASTER_KEY 必须是 32 字节的 base64/)
    rmSync(folder, { recursive: true })
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
    [{ WECHAT_MP_APP_SECRET: 'x' }, '缺少 WECHAT_MP_APP_ID'],
    [{ MEDIA_STORE: 's3', BUCKET_URL: 'http://b.example' }, 'BUCKET_URL 必须以 https:// 开头'],
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
    [{ MODERATION: 'aliyun' }, '缺少 ALIYUN_ACCESS_KEY_ID'],
    [{ MODERATION: 'aliyun', ALIYUN_GREEN_ACCESS_KEY_ID: 'x' }, '缺少 ALIYUN_GREEN_ACCESS_KEY_SECRET'],
    [{ ALIYUN_GREEN_URL: 'http://green-cip.example.com' }, 'ALIYUN_GREEN_URL 必须以 https'],
    [{ WXPAY_MCHID: '1900000001' }, '缺少 WXPAY_API_V3_KEY'],
    [{ ...WXPAY, WXPAY_API_V3_KEY: 'short' }, 'WXPAY_API_V3_KEY 必须是 32 个字符'],
    [{ ...WXPAY, WXPAY_MERCHANT_KEY: '/nowhere/key.pem' }, 'WXPAY_MERCHANT_KEY 必须是'],
    [{ ...WXPAY, WXPAY_MERCHANT_KEY: ELLIPTIC_PEM }, 'WXPAY_MERCHANT_KEY 必须是 RSA'],
    [{ ...WXPAY, WXPAY_PLATFORM_KEYS: PUBLIC_PEM }, 'WXPAY_PLATFORM_KEYS 必须是 JSON'],
    [{ ...WXPAY, WXPAY_PLATFORM_KEYS: '{}' }, 'WXPAY_PLATFORM_KEYS 必须是 JSON'],
    [{ ...WXPAY, WXPAY_URL: 'http://api.mch.weixin.qq.com' }, 'WXPAY_URL 必须以 https'],
    [{ NODE_ENV: 'production', ...OFF, ...WXPAY }, '微信支付需要 PUBLIC_URL'],
    [
      {
        NODE_ENV: 'production',
        ...OFF,
        ...WXPAY,
        PUBLIC_URL: 'https://a.example',
        WXPAY_MCHID: 'sandbox1900000001',
      },
      '沙箱',
    ],
  ])('refuses a service that is set by halves, over plain http, or a stand-in in production: %j', (env, sentence) => {
    expect(() => readConfig(env)).toThrow(sentence)
  })

  it('needs a template for the canary only where it goes out by SMS', () => {
    const { ALIYUN_SMS_TEMPLATE_CANARY: _, ...templates } = SMS_TEMPLATES
    const key = { ALIYUN_ACCESS_KEY_ID: 'x', ALIYUN_ACCESS_KEY_SECRET: 'x', ALIYUN_SMS_SIGN_NAME: 'x' }
    const env = { SMS_PROVIDER: 'aliyun', ...key, ...templates }
    expect(readConfig(env).canary).toEqual({})
    expect(() => readConfig({ ...env, CANARY_TEL: '13900000001' })).toThrow('缺少 ALIYUN_SMS_TEMPLATE_CANARY')
    expect(readConfig({ CANARY_EMAIL: 'a@example.com' }).canary).toEqual({ email: 'a@example.com' })
  })

  it('looks at what becomes public by the word list, by Aliyun with either key, or not at all', () => {
    const [shared, own] = ['ALIYUN_', 'ALIYUN_GREEN_'].map((name) => ({
      [`${name}ACCESS_KEY_ID`]: `${name}id`,
      [`${name}ACCESS_KEY_SECRET`]: `${name}secret`,
    }))
    const moderation = (env: Record<string, string | undefined>) => readConfig(env).moderation
    expect(moderation({})).toEqual({ by: 'words', ownWords: undefined, aliyun: undefined })
    expect(moderation({ MODERATION: 'off', ...shared })).toMatchObject({ by: 'off', aliyun: undefined })
    expect(moderation({ MODERATION: 'aliyun', ...shared })).toMatchObject({
      by: 'aliyun',
      aliyun: { accessKeyId: 'ALIYUN_id', url: 'https://green-cip.cn-shanghai.aliyuncs.com' },
    })
    expect(moderation({ MODERATION: 'aliyun', ...shared, ...own }).aliyun).toMatchObject({
      accessKeyId: 'ALIYUN_GREEN_id',
      accessKeySecret: 'ALIYUN_GREEN_secret',
    })
    const real = { NODE_ENV: 'production', ...OFF, MODERATION: 'aliyun', ...shared }
    expect(() => readConfig(real)).toThrow('内容审核需要 PUBLIC_URL')
    const PUBLIC_URL = 'https://a.example'
    expect(readConfig({ ...real, PUBLIC_URL }).moderation.by).toBe('aliyun')
    expect(() => readConfig({ ...real, PUBLIC_URL, ALIYUN_ACCESS_KEY_ID: 'sandbox1' })).toThrow('沙箱')
    expect(readConfig({ NODE_ENV: 'production', ...OFF }).moderation.by).toBe('words')
  })

  it('reads keys of WeChat Pay as they stand, on one line, or from the file that is named', async () => {
    const oneLine = PRIVATE_PEM.replaceAll('\n', '\\n')
    const path = join(await mkdtemp(join(tmpdir(), 'wxpay-')), 'public.pem')
    await writeFile(path, PUBLIC_PEM)
    const keys = JSON.stringify({ '5157': PUBLIC_PEM, PUB_KEY_ID_1: path })
    const { wxpay } = readConfig({ ...WXPAY, WXPAY_MERCHANT_KEY: oneLine, WXPAY_PLATFORM_KEYS: keys })
    expect(wxpay?.merchantKey.equals(key)).toBe(true)
    expect([...wxpay!.platformKeys.keys()]).toEqual(['5157', 'PUB_KEY_ID_1'])
    for (const one of wxpay!.platformKeys.values()) expect(one.equals(createPublicKey(key))).toBe(true)
    expect(wxpay?.url).toBe('https://api.mch.weixin.qq.com')
    expect(readConfig({}).wxpay).toBeUndefined()
  })

  it('takes Alipay’s keys as PEM, as bare base64, or from a file, and no other sort', () => {
    const [ours, theirs] = [rsa(), rsa()]
    const folder = mkdtempSync(join(tmpdir(), 'keys-'))
    const bare = (pem: string) => pem.replace(/-----.*-----|\s/g, '')
    const env = { ALIPAY_APP_ID: '2021', ALIPAY_SELLER_ID: '2088', ALIPAY_PUBLIC_KEY: theirs.publicKey }
    const withKey = (key: string, more = {}) => readConfig({ ...env, ALIPAY_PRIVATE_KEY: key, ...more }).alipay
    const right = withKey(ours.privateKey)
    expect(right).toEqual({
      appId: '2021',
      sellerId: '2088',
      privateKey: ours.privateKey,
      publicKey: theirs.publicKey,
      url: 'https://openapi.alipay.com/gateway.do',
    })
    writeFileSync(join(folder, 'key.pem'), ours.privateKey)
    writeFileSync(join(folder, 'key.txt'), `${bare(ours.pkcs1)}\n`)
    const ways = [bare(ours.privateKey), bare(ours.pkcs1), ours.pkcs1, ours.privateKey.replaceAll('\n', '\\n')]
    for (const key of [...ways, join(folder, 'key.pem'), join(folder, 'key.txt')]) expect(withKey(key)).toEqual(right)
    expect(withKey(ours.privateKey, { ALIPAY_PUBLIC_KEY: bare(theirs.publicKey) })).toEqual(right)

    for (const key of ['x', join(folder, 'none'), ours.publicKey, rsa(1024).privateKey, ed25519().privateKey])
      expect(() => withKey(key)).toThrow('ALIPAY_PRIVATE_KEY 必须是 2048 位以上')
    for (const key of ['x', theirs.privateKey, ed25519().publicKey])
      expect(() => withKey(ours.privateKey, { ALIPAY_PUBLIC_KEY: key })).toThrow('ALIPAY_PUBLIC_KEY 必须是')
    expect(() => withKey(ours.privateKey, { ALIPAY_PUBLIC_KEY: ours.publicKey })).toThrow('而不是应用公钥')
    rmSync(folder, { recursive: true })
  })

  it('refuses Alipay by halves, over plain http, in the sandbox, and without an address for its news', () => {
    const env = {
      ALIPAY_APP_ID: '2021',
      ALIPAY_SELLER_ID: '2088',
      ALIPAY_PRIVATE_KEY: rsa().privateKey,
      ALIPAY_PUBLIC_KEY: rsa().publicKey,
    }
    for (const name of Object.keys(env)) expect(() => readConfig({ ...env, [name]: '' }), name).toThrow(`缺少 ${name}`)
    expect(readConfig({}).alipay).toBeUndefined()
    expect(() => readConfig({ ...env, ALIPAY_URL: 'http://a.example' })).toThrow('ALIPAY_URL 必须以 https')
    expect(readConfig({ ...env, ALIPAY_URL: 'http://127.0.0.1:1/gateway.do' }).alipay).toBeDefined()
    const real = { NODE_ENV: 'production', ...OFF, ...env }
    expect(() => readConfig(real)).toThrow('支付宝支付需要 PUBLIC_URL')
    const PUBLIC_URL = 'https://a.example'
    expect(readConfig({ ...real, PUBLIC_URL }).alipay).toBeDefined()
    for (const name of ['ALIPAY_APP_ID', 'ALIPAY_SELLER_ID'])
      expect(() => readConfig({ ...real, PUBLIC_URL, [name]: 'sandbox1' }), name).toThrow('沙箱')
  })

  const apple = {
    APPLE_BUNDLE_ID: 'com.example.capsule',
    APPLE_APP_ID: '6450000001',
    APPLE_ISSUER_ID: '57246542-96fe-1a63-e053-0824d011072a',
    APPLE_KEY_ID: '2X9R4HXF34',
    APPLE_PRIVATE_KEY: ELLIPTIC_PEM,
    APPLE_ROOTS: pemOf(certify({ name: 'Apple Root CA', organization: 'Apple Inc.', isAuthority: true }).der),
  }

  it('reads the App Store’s key and root certificates as PEM, on one line, or from files, DER as well', () => {
    const folder = mkdtempSync(join(tmpdir(), 'apple-'))
    const other = certify({ name: 'other', isAuthority: true })
    const write = (name: string, content: string | Buffer) => {
      writeFileSync(join(folder, name), content)
      return join(folder, name)
    }
    const { raw: root } = new X509Certificate(apple.APPLE_ROOTS)
    const rootsOf = (APPLE_ROOTS: string) => readConfig({ ...apple, APPLE_ROOTS }).apple!.roots.map(({ raw }) => raw)
    expect(rootsOf(apple.APPLE_ROOTS)).toEqual([root])
    expect(rootsOf(apple.APPLE_ROOTS.replaceAll('\n', '\\n'))).toEqual([root])
    expect(rootsOf(`${write('a.cer', root)}, ${write('b.pem', pemOf(other.der))}`)).toEqual([root, other.der])
    expect(rootsOf(write('both.pem', apple.APPLE_ROOTS + pemOf(other.der)))).toEqual([root, other.der])
    for (const key of [ELLIPTIC_PEM, ELLIPTIC_PEM.replaceAll('\n', '\\n'), write('key.p8', ELLIPTIC_PEM)]) {
      const { privateKey } = readConfig({ ...apple, APPLE_PRIVATE_KEY: key }).apple!
      expect(privateKey.export({ type: 'pkcs8', format: 'pem' })).toBe(ELLIPTIC_PEM)
    }
    rmSync(folder, { recursive: true })
  })

  it('asks the App Store where its environment is, and knows no other environments', () => {
    expect(readConfig({}).apple).toBeUndefined()
    expect(readConfig(apple).apple).toMatchObject({
      environment: 'Production',
      appId: 6450000001,
      url: 'https://api.storekit.apple.com',
    })
    expect(readConfig({ ...apple, APPLE_ENVIRONMENT: 'Sandbox' }).apple).toMatchObject({
      environment: 'Sandbox',
      url: 'https://api.storekit-sandbox.apple.com',
    })
    for (const APPLE_ENVIRONMENT of ['Xcode', 'LocalTesting', 'production'])
      expect(() => readConfig({ ...apple, APPLE_ENVIRONMENT })).toThrow('APPLE_ENVIRONMENT 只能是')
    expect(() => readConfig({ ...apple, APPLE_URL: 'http://a.example' })).toThrow('APPLE_URL 必须以 https')
    expect(readConfig({ ...apple, APPLE_URL: 'http://127.0.0.1:1' }).apple?.url).toBe('http://127.0.0.1:1')
  })

  it('refuses the App Store by halves, and keys and certificates of another sort', () => {
    for (const name of Object.keys(apple))
      expect(() => readConfig({ ...apple, [name]: '' }), name).toThrow(`缺少 ${name}`)
    expect(() => readConfig({ ...apple, APPLE_APP_ID: 'com.example' })).toThrow('APPLE_APP_ID 必须是数字')
    const p384 = generateKeyPairSync('ec', { namedCurve: 'P-384' }).privateKey.export({ type: 'pkcs8', format: 'pem' })
    for (const APPLE_PRIVATE_KEY of ['x', '/nowhere/key.p8', PRIVATE_PEM, PUBLIC_PEM, p384.toString()])
      expect(() => readConfig({ ...apple, APPLE_PRIVATE_KEY })).toThrow('APPLE_PRIVATE_KEY 必须是 P-256')
    const issuer = certify({ name: 'root', isAuthority: true })
    const below = pemOf(certify({ name: 'below', issuer, isAuthority: true }).der)
    const leaf = pemOf(certify({ name: 'leaf' }).der)
    for (const APPLE_ROOTS of ['x', '/nowhere/root.cer', ELLIPTIC_PEM, below, leaf, `${apple.APPLE_ROOTS},`])
      expect(() => readConfig({ ...apple, APPLE_ROOTS })).toThrow('APPLE_ROOTS 必须是根证书')
  })

  it('refuses the stand-in for the App Store in production, by its ids and by its root', () => {
    const real = { NODE_ENV: 'production', ...OFF, ...apple }
    expect(readConfig(real).apple).toBeDefined()
    const { APPLE_ROOTS, ...ids } = makeApple(Date.now).env
    expect(() => readConfig({ ...real, APPLE_ROOTS })).toThrow('只能是 Apple 的根证书')
    expect(() => readConfig({ ...real, APPLE_ROOTS: `${apple.APPLE_ROOTS},${APPLE_ROOTS}` })).toThrow('只能是 Apple')
    for (const name of ['APPLE_BUNDLE_ID', 'APPLE_ISSUER_ID', 'APPLE_KEY_ID'] as const)
      expect(() => readConfig({ ...real, [name]: ids[name] }), name).toThrow('沙箱')
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

function rsa(modulusLength = 2048) {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength })
  return {
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    pkcs1: privateKey.export({ type: 'pkcs1', format: 'pem' }).toString(),
    publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  }
}

const ed25519 = () =>
  generateKeyPairSync('ed25519', {
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
