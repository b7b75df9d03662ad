import { join, resolve } from 'node:path'
import { z } from 'zod'
import { isLoopback } from '#server/core/loopback.ts'
import { fromFiles } from '#server/core/settingFiles.ts'
import { TEMPLATES } from '#server/platform/message/texts.ts'
import { isTemplateSetting } from '#server/platform/outside/settings/aliyunSms.ts'
import type { KeySetting } from '#server/platform/outside/settings/laterKey.ts'
import {
  OUTSIDE_SENTENCE,
  outsideEnvironment,
  readOutside,
  whyNotOutside,
  whyNotOutsideInProduction,
} from '#server/platform/outside/settings.ts'

const port = z.coerce.number().int().min(0).max(65535)
const flag = z.enum(['0', '1'])

const environment = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  PORT: port.default(3000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATABASE_POOLER: flag.default('0'),
  DATABASE_DIRECT_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATABASE_READ_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DRAIN_SECONDS: z.coerce.number().int().min(0).max(300).default(0),
  METRICS_TOKEN: z
    .string()
    .min(16)
    .max(200)
    .regex(/^[\x21-\x7e]*$/)
    .optional(),
  SLOW_STATEMENT_MS: z.coerce.number().int().min(0).max(60_000).default(1_000),
  WATCH_INVARIANTS: flag.default('0'),
  DATABASE_POOL: z.coerce.number().int().min(1).max(200).default(20),
  SEED_DEMO: flag.default('1'),
  MASTER_KEY: z
    .string()
    .regex(/^[A-Za-z0-9+/]{43}=$/)
    .optional(),
  MASTER_KEY_OLD: z
    .string()
    .regex(/^[A-Za-z0-9+/]{43}=(?:,[A-Za-z0-9+/]{43}=)*$/)
    .optional(),
  TRUST_PROXY: z.coerce.number().int().min(0).max(10).default(0),
  LOG_LEVEL: z.enum(['silent', 'error', 'warn', 'info', 'debug']).default('info'),
  WEB_DIR: z.string().optional(),
  MEDIA_DIR: z.string().optional(),
  MEDIA_MIRROR: z.string().optional(),
  ARCHIVE_MBIT: z.coerce.number().int().min(1).max(100_000).default(200),
  MEDIA_QUOTA_MB: z.coerce.number().int().min(1).max(10_000_000).default(5120),
  FFMPEG_PATH: z.string().default('ffmpeg'),
  BACKUP_TO: z.string().optional(),
  BACKUP_HOUR: z.coerce.number().int().min(0).max(23).default(3),
  TIME_SOURCE_URL: z.url({ protocol: /^https?$/ }).optional(),
  TSA_URL: z.url({ protocol: /^https?$/ }).optional(),
  ICP_NUMBER: z.string().max(60).optional(),
  POLICE_NUMBER: z.string().max(60).regex(/\d/).optional(),
  COPYRIGHT_HOLDER: z.string().max(60).optional(),
  CONTACT: z.string().max(120).optional(),
  IOS_APP_URL: z.url({ protocol: /^https$/ }).optional(),
  ...outsideEnvironment,
})
type Environment = z.infer<typeof environment>

const SENTENCE: Record<string, string> = {
  NODE_ENV: 'NODE_ENV 只能是 development、test 或 production',
  PORT: 'PORT 必须是 0 到 65535 之间的整数',
  PUBLIC_URL: 'PUBLIC_URL 必须是完整的网址',
  DATABASE_URL: 'DATABASE_URL 必须以 postgres:// 开头',
  DATABASE_POOLER: 'DATABASE_POOLER 只能是 0 或 1',
  DATABASE_DIRECT_URL: 'DATABASE_DIRECT_URL 必须以 postgres:// 开头',
  DATABASE_READ_URL: 'DATABASE_READ_URL 必须以 postgres:// 开头',
  DATABASE_POOL: 'DATABASE_POOL 必须是 1 到 200 之间的整数',
  DRAIN_SECONDS: 'DRAIN_SECONDS 必须是 0 到 300 之间的整数（收到停止信号后继续服务多少秒）',
  METRICS_TOKEN: 'METRICS_TOKEN 必须是 16 到 200 个字符，不含空格和中文',
  SLOW_STATEMENT_MS: 'SLOW_STATEMENT_MS 必须是 0 到 60000 之间的整数（毫秒，0 表示不记录）',
  WATCH_INVARIANTS: 'WATCH_INVARIANTS 只能是 0 或 1',
  SEED_DEMO: 'SEED_DEMO 只能是 0 或 1',
  MASTER_KEY: 'MASTER_KEY 必须是 32 字节的 base64（44 个字符）',
  MASTER_KEY_OLD: 'MASTER_KEY_OLD 是以前的主密钥：每把 32 字节的 base64（44 个字符），用逗号分开',
  TRUST_PROXY: 'TRUST_PROXY 必须是 0 到 10 之间的整数（前面有几层反向代理）',
  ARCHIVE_MBIT: 'ARCHIVE_MBIT 必须是 1 到 100000 之间的整数（下载归档的总速度，每秒兆比特）',
  MEDIA_QUOTA_MB: 'MEDIA_QUOTA_MB 必须是正整数（每人可以存多少 MB）',
  BACKUP_HOUR: 'BACKUP_HOUR 必须是 0 到 23 之间的整数（北京时间）',
  ICP_NUMBER: 'ICP_NUMBER 最多 60 个字符',
  POLICE_NUMBER: 'POLICE_NUMBER 应是带数字的公安备案号，最多 60 个字符',
  COPYRIGHT_HOLDER: 'COPYRIGHT_HOLDER 最多 60 个字符',
  CONTACT: 'CONTACT 最多 120 个字符',
  IOS_APP_URL: 'IOS_APP_URL 必须是 https 网址',
  LOG_LEVEL: 'LOG_LEVEL 只能是 silent、error、warn、info 或 debug',
  ...OUTSIDE_SENTENCE,
}

/** Settings as the environment has them; a key that the stand-ins make when it is needed is a function. */
export type Settings = Record<string, KeySetting | undefined>

export type Config = ReturnType<typeof readConfig>

const textsIn = (set: Settings): Record<string, string> =>
  Object.fromEntries(Object.entries(set).filter(([, value]) => typeof value === 'string')) as Record<string, string>

/** The settings, each NAME_FILE read: for a user that may not read those files later. Throws a sentence per unreadable file. */
export function withFilesRead(env: Settings): Settings {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const isSetting = (name: string) => Object.hasOwn(environment.shape, name) || isTemplateSetting(name)
  const { values, faults } = fromFiles(textsIn(set), isSetting)
  if (faults.length > 0) throw wrong(faults)
  return { ...set, ...values }
}

/**
 * Reads and checks the environment – each setting as it stands, or as NAME_FILE, the path of its text –; `stoodIn` fills what
 * it leaves open. Throws one clear sentence for what is wrong.
 */
export function readConfig(env: Settings, stoodIn: Settings = {}) {
  const set = withFilesRead(env)
  const given = { ...stoodIn, ...set }
  const parsed = environment.safeParse(given)
  if (!parsed.success) {
    const names = [...new Set(parsed.error.issues.map((issue) => String(issue.path[0])))]
    throw wrong(names.map((name) => SENTENCE[name] ?? `${name} 不正确`))
  }
  const values = parsed.data
  // Sites without a canary by SMS need register nothing for it.
  const names = TEMPLATES.filter((name) => name !== 'canary' || values.CANARY_TEL)
  const templates = { names, given: textsIn(set) }
  const production = values.NODE_ENV === 'production'
  const faults = [
    ...(production ? [...whyNotInProduction(values), ...whyNotOutsideInProduction(values)] : []),
    ...whyNotPooler(values),
    ...whyNotReplica(values),
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
    /** Between us and the server stands a pooler that gives a connection for a transaction at a time. */
    pooler: values.DATABASE_POOLER === '1',
    /** The same database past any pooler, for what takes long: upgrades, backups, restores. */
    directUrl: values.DATABASE_URL && (values.DATABASE_DIRECT_URL ?? values.DATABASE_URL),
    /** A standby of that database, for public lists and search. */
    readUrl: values.DATABASE_READ_URL,
    poolSize: values.DATABASE_POOL,
    /** For how long all is still served after the signal to stop, so that a balancer learns of it first. */
    drainSeconds: values.DRAIN_SECONDS,
    /** A client that sends this token may read /metrics from another machine. */
    metricsToken: values.METRICS_TOKEN,
    /** A statement that took longer is named in the log; none where it is 0. */
    slowStatementMs: values.SLOW_STATEMENT_MS,
    /** Whether /metrics reads all of the invariants, once an hour. */
    watchesInvariants: values.WATCH_INVARIANTS === '1',
    seedDemo: values.SEED_DEMO === '1' && !production,
    masterKey: values.MASTER_KEY,
    /** Master keys that only read: those of before a rotation, or the next one. */
    oldMasterKeys: values.MASTER_KEY_OLD?.split(',') ?? [],
    /** How many proxies of ours stand in front: only what they wrote of the caller's address is believed. */
    proxies: values.TRUST_PROXY,
    logLevel: values.LOG_LEVEL,
    webDir: resolve(values.WEB_DIR ?? 'dist/web'),
    mediaDir: resolve(values.MEDIA_DIR ?? join(values.DATA_DIR, 'media')),
    /** A second place for every object, from which damaged ones are mended. */
    mediaMirror: values.MEDIA_MIRROR === undefined ? undefined : resolve(values.MEDIA_MIRROR),
    /** Bytes one person may keep. */
    archiveMbit: values.ARCHIVE_MBIT,
    mediaQuota: values.MEDIA_QUOTA_MB * 1024 * 1024,
    /** Cuts posters from videos on our own disk; `off`, or not there: the page's own poster must do. */
    ffmpeg: values.FFMPEG_PATH,
    /** A server whose Date header may release what a clock that jumped holds. */
    timeSource: values.TIME_SOURCE_URL,
    /** A time-stamp authority (RFC 3161) that stamps the day's checkpoint of receipts. */
    tsaUrl: values.TSA_URL,
    /** Where backups are made, every day after this hour of China; by nobody while no place is named. */
    backup: { to: values.BACKUP_TO === undefined ? undefined : resolve(values.BACKUP_TO), hour: values.BACKUP_HOUR },
    /** The site's own facts, as its pages show them (`systemInfo`). */
    site: {
      icp: values.ICP_NUMBER,
      police: values.POLICE_NUMBER,
      holder: values.COPYRIGHT_HOLDER,
      contact: values.CONTACT,
      iosApp: values.IOS_APP_URL,
    },
    ...readOutside(values, templates),
  }
}

const wrong = (faults: string[]): Error => new Error(`配置有误：${faults.join('；')}。`)

function whyNotReplica(values: Environment): string[] {
  if (!values.DATABASE_READ_URL || values.DATABASE_URL) return []
  return ['DATABASE_READ_URL 是 DATABASE_URL 那台服务器的只读备库，不能单独设置']
}

function whyNotPooler(values: Environment): string[] {
  if (values.DATABASE_POOLER === '0' || (values.DATABASE_URL && values.DATABASE_DIRECT_URL)) return []
  return [
    'DATABASE_POOLER=1 时，DATABASE_URL 指定 PgBouncer，DATABASE_DIRECT_URL 指定数据库服务器本身（升级、备份和恢复不经过连接池）',
  ]
}

function whyNotInProduction(values: Environment): string[] {
  if (values.DATABASE_URL && !values.MASTER_KEY) return ['使用 PostgreSQL 服务器时，各进程必须共用同一个 MASTER_KEY']
  return []
}
