import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { ACCESS_KEY } from './aliyunSms.ts'
import { text, unreadable, url, whyNotPlatform } from './group.ts'

const OWN_KEY = { ALIYUN_GREEN_ACCESS_KEY_ID: text, ALIYUN_GREEN_ACCESS_KEY_SECRET: text }

export const environment = {
  MODERATION: z.enum(['words', 'aliyun', 'off']).default('words'),
  MODERATION_WORDS: text,
  ...OWN_KEY,
  ALIYUN_GREEN_URL: url.default('https://green-cip.cn-shanghai.aliyuncs.com'),
}
type GreenEnvironment = z.infer<z.ZodObject<typeof environment & typeof ACCESS_KEY>> & { PUBLIC_URL?: string }

export const together = [{ all: OWN_KEY }, { all: ACCESS_KEY, when: needsSharedKey }]

export const sentences = { MODERATION: 'MODERATION 只能是 words、aliyun 或 off' }

export type AliyunGreen = { accessKeyId: string; accessKeySecret: string; url: string }
/** The check before publishing. `ownWords` is the path of an operator's list; a hot word keeps to it with `off` too. */
export type Moderation = {
  by: 'words' | 'aliyun' | 'off'
  ownWords: string | undefined
  aliyun: AliyunGreen | undefined
}

export const read = (values: GreenEnvironment): Moderation => ({
  by: values.MODERATION,
  ownWords: values.MODERATION_WORDS,
  aliyun: values.MODERATION === 'aliyun' ? { ...keyOf(values), url: values.ALIYUN_GREEN_URL } : undefined,
})

/** The key of messages will do, unless there is one that may look at things alone. */
function keyOf(values: GreenEnvironment): { accessKeyId: string; accessKeySecret: string } {
  const { ALIYUN_GREEN_ACCESS_KEY_ID: id, ALIYUN_GREEN_ACCESS_KEY_SECRET: secret } = values
  if (id) return { accessKeyId: id, accessKeySecret: secret! }
  return { accessKeyId: values.ALIYUN_ACCESS_KEY_ID!, accessKeySecret: values.ALIYUN_ACCESS_KEY_SECRET! }
}

export function whyNot(values: GreenEnvironment): string[] {
  return [...unreadable(values.MODERATION_WORDS, readFileSync, 'MODERATION_WORDS 必须是可读的文件')]
}

function needsSharedKey(values: GreenEnvironment): boolean {
  const hasOwn = values.ALIYUN_GREEN_ACCESS_KEY_ID || values.ALIYUN_GREEN_ACCESS_KEY_SECRET
  return values.MODERATION === 'aliyun' && !hasOwn
}

/** Aliyun fetches pictures from our address. */
export const whyNotInProduction = (values: GreenEnvironment): string[] =>
  values.MODERATION === 'aliyun' ? whyNotPlatform([keyOf(values).accessKeyId], values.PUBLIC_URL, '内容审核') : []
