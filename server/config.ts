import { join, resolve } from 'node:path'
import { z } from 'zod'
import { TEMPLATES } from '#server/message/texts.ts'
import { isLoopback } from './loopback.ts'
import {
  OUTSIDE_SENTENCE,
  outsideEnvironment,
  readOutside,
  whyNotOutside,
  whyNotOutsideInProduction,
} from './outside/settings.ts'

const port = z.coerce.number().int().min(0).max(65535)
const flag = z.enum(['0', '1'])

const environment = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  PORT: port.default(3000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATABASE_POOL: z.coerce.number().int().min(1).max(200).default(20),
  SEED_DEMO: flag.default('1'),
  MASTER_KEY: z
    .string()
    .regex(/^[A-Za-z0-9+/]{43}=$/)
    .optional(),
  TRUST_PROXY: z.coerce.number().int().min(0).max(10).default(0),
  LOG_LEVEL: z.enum(['silent', 'error', 'warn', 'info', 'debug']).default('info'),
  WEB_DIR: z.string().optional(),
  MEDIA_DIR: z.string().optional(),
  MEDIA_QUOTA_MB: z.coerce.number().int().min(1).max(10_000_000).default(5120),
  FFMPEG_PATH: z.string().default('ffmpeg'),
  TIME_SOURCE_URL: z.url({ protocol: /^https?$/ }).optional(),
  ICP_NUMBER: z.string().max(60).optional(),
  POLICE_NUMBER: z.string().max(60).regex(/\d/).optional(),
  COPYRIGHT_HOLDER: z.string().max(60).optional(),
  IOS_APP_URL: z.url({ protocol: /^https$/ }).optional(),
  ...outsideEnvironment,
})
type Values = z.infer<typeof environment>

const SENTENCE: Record<string, string> = {
  NODE_ENV: 'NODE_ENV 只能是 development、test 或 production',
  PORT: 'PORT 必须是 0 到 65535 之间的整数',
  PUBLIC_URL: 'PUBLIC_URL 必须是完整的网址',
  DATABASE_URL: 'DATABASE_URL 必须以 postgres:// 开头',
  DATABASE_POOL: 'DATABASE_POOL 必须是 1 到 200 之间的整数',
  SEED_DEMO: 'SEED_DEMO 只能是 0 或 1',
  MASTER_KEY: 'MASTER_KEY 必须是 32 字节的 base64（44 个字符）',
  TRUST_PROXY: 'TRUST_PROXY 必须是 0 到 10 之间的整数（前面有几层反向代理）',
  MEDIA_QUOTA_MB: 'MEDIA_QUOTA_MB 必须是正整数（每人可以存多少 MB）',
  ICP_NUMBER: 'ICP_NUMBER 最多 60 个字符',
  POLICE_NUMBER: 'POLICE_NUMBER 应是带数字的公安备案号，最多 60 个字符',
  COPYRIGHT_HOLDER: 'COPYRIGHT_HOLDER 最多 60 个字符',
  IOS_APP_URL: 'IOS_APP_URL 必须是 https 网址',
  LOG_LEVEL: 'LOG_LEVEL 只能是 silent、error、warn、info 或 debug',
  ...OUTSIDE_SENTENCE,
}

export type Config = ReturnType<typeof readConfig>

/** Reads and checks the environment; `stoodIn` fills what it leaves open. Throws one clear sentence for what is wrong. */
export function readConfig(env: NodeJS.ProcessEnv, stoodIn: Record<string, string> = {}) {
  const given = { ...stoodIn, ...Object.fromEntries(Object.entries(env).filter(([, value]) => value !== '')) }
  const parsed = environment.safeParse(given)
  if (!parsed.success) {
    const names = [...new Set(parsed.error.issues.map((issue) => String(issue.path[0])))]
    throw wrong(names.map((name) => SENTENCE[name] ?? `${name} 不正确`))
  }
  const values = parsed.data
  const templates = { names: TEMPLATES, given }
  const production = values.NODE_ENV === 'production'
  const faults = [
    ...(production ? [...whyNotInProduction(values), ...whyNotOutsideInProduction(values)] : []),
    ...whyNotOutside(values, templates),
  ]
  if (faults.length > 0) throw wrong(faults)
  return {
    production,
    development: values.NODE_ENV === 'development',
    port: values.PORT,
    host: values.HOST,
    loopback: isLoopback(values.HOST),
    publicUrl: values.PUBLIC_URL?.replace(/\/+$/, ''),
    dataDir: resolve(values.DATA_DIR),
    databaseUrl: values.DATABASE_URL,
    poolSize: values.DATABASE_POOL,
    seedDemo: values.SEED_DEMO === '1' && !production,
    masterKey: values.MASTER_KEY,
    /** How many proxies of ours stand in front: only what they wrote of the caller's address is believed. */
    proxies: values.TRUST_PROXY,
    logLevel: values.LOG_LEVEL,
    webDir: resolve(values.WEB_DIR ?? 'dist/web'),
    mediaDir: resolve(values.MEDIA_DIR ?? join(values.DATA_DIR, 'media')),
    /** Bytes one person may keep. */
    mediaQuota: values.MEDIA_QUOTA_MB * 1024 * 1024,
    /** Cuts posters from videos on our own disk; `off`, or not there: the page's own poster must do. */
    ffmpeg: values.FFMPEG_PATH,
    /** A server whose Date header may release what a clock that jumped holds. */
    timeSource: values.TIME_SOURCE_URL,
    /** What the pages say of the site (`systemInfo`). */
    site: {
      icp: values.ICP_NUMBER,
      police: values.POLICE_NUMBER,
      holder: values.COPYRIGHT_HOLDER,
      iosApp: values.IOS_APP_URL,
    },
    ...readOutside(values, templates),
  }
}

const wrong = (faults: string[]): Error => new Error(`配置有误：${faults.join('；')}。`)

function whyNotInProduction(values: Values): string[] {
  if (values.DATABASE_URL && !values.MASTER_KEY) return ['使用 PostgreSQL 服务器时，各进程必须共用同一个 MASTER_KEY']
  return []
}
