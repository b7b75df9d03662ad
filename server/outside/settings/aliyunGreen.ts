import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { half, missing, plain, unreadable, whyNotPlatform } from './group.ts'

export const environment = {
  MODERATION: z.enum(['words', 'aliyun', 'off']).default('words'),
  MODERATION_WORDS: z.string().optional(),
  ALIYUN_GREEN_ACCESS_KEY_ID: z.string().optional(),
  ALIYUN_GREEN_ACCESS_KEY_SECRET: z.string().optional(),
  ALIYUN_GREEN_URL: z.url({ protocol: /^https?$/ }).default('https://green-cip.cn-shanghai.aliyuncs.com'),
}
type Values = z.infer<z.ZodObject<typeof environment>> & {
  ALIYUN_ACCESS_KEY_ID?: string
  ALIYUN_ACCESS_KEY_SECRET?: string
  PUBLIC_URL?: string
}

export const sentences = { MODERATION: 'MODERATION 只能是 words、aliyun 或 off' }

export type AliyunGreen = { accessKeyId: string; accessKeySecret: string; url: string }
/** Who looks at what becomes public. `ownWords` is the path of an operator's list; a hot word keeps to it with `off` too. */
export type Moderation = {
  by: 'words' | 'aliyun' | 'off'
  ownWords: string | undefined
  aliyun: AliyunGreen | undefined
}

export const read = (values: Values): Moderation => ({
  by: values.MODERATION,
  ownWords: values.MODERATION_WORDS,
  aliyun: values.MODERATION === 'aliyun' ? { ...keyOf(values), url: values.ALIYUN_GREEN_URL } : undefined,
})

const OWN_KEY = ['ALIYUN_GREEN_ACCESS_KEY_ID', 'ALIYUN_GREEN_ACCESS_KEY_SECRET'] as const
const SHARED_KEY = ['ALIYUN_ACCESS_KEY_ID', 'ALIYUN_ACCESS_KEY_SECRET'] as const

/** The key of messages will do, unless there is one that may look at things alone. */
function keyOf(values: Values): { accessKeyId: string; accessKeySecret: string } {
  const [id, secret] = values.ALIYUN_GREEN_ACCESS_KEY_ID ? OWN_KEY : SHARED_KEY
  return { accessKeyId: values[id]!, accessKeySecret: values[secret]! }
}

export function whyNot(values: Values): string[] {
  const hasOwn = OWN_KEY.some((name) => values[name])
  return [
    ...half(values, OWN_KEY),
    ...(values.MODERATION === 'aliyun' && !hasOwn ? missing(values, SHARED_KEY) : []),
    ...plain(values, ['ALIYUN_GREEN_URL']),
    ...unreadable(values.MODERATION_WORDS, readFileSync, 'MODERATION_WORDS 必须是可读的文件'),
  ]
}

/** Aliyun fetches pictures from our address. */
export const whyNotInProduction = (values: Values): string[] =>
  values.MODERATION === 'aliyun' ? whyNotPlatform([keyOf(values).accessKeyId], values.PUBLIC_URL, '内容审核') : []
