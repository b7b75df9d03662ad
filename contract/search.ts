import { z } from 'zod'
import { capsuleType, card, thumbnail } from './capsule.ts'
import { after, flag, month, next } from './fields.ts'
import { KEYWORD_MAX_CHARS, SEARCH_PAGE_MAX } from './limits.ts'
import { visible } from './visible.ts'

export const KEYWORD_EMPTY = '请输入想查找关键词'
export const KEYWORD_LONG = `关键词不能超过${KEYWORD_MAX_CHARS}个字`
export const SEARCH_EMPTY = '暂时没有搜索结果'
export const CLEAR_HISTORY = '您确定清空历史记录吗？'

/**
 * A keyword as it is searched for: NFKC, no spaces at the ends, no invisible signs, since others may be shown it (readings 7).
 */
export const soughtOf = (typed: string): string => visible(typed.normalize('NFKC'))

/** A keyword as it is compared and kept: in lower case as well. */
export const keywordOf = (typed: string): string => soughtOf(typed).toLowerCase()

/** Why this keyword cannot be searched for, or undefined. */
export function whyNotKeyword(typed: string): string | undefined {
  const keyword = keywordOf(typed)
  if (keyword === '') return KEYWORD_EMPTY
  return [...keyword].length > KEYWORD_MAX_CHARS ? KEYWORD_LONG : undefined
}

const page = z.int().min(1).max(SEARCH_PAGE_MAX).default(1)
/** 15 a page, the newest first; the length is judged after NFKC, by `whyNotKeyword`. */
export const searchInput = z.object({ keyword: z.string(KEYWORD_EMPTY).max(1000), page })

/** Cut to 25 characters around the first hit, escaped, the hit in `<em>`. */
const highlightHTML = z.string()
export const capsulesFoundOutput = z.object({
  capsules: z.array(
    card
      .pick({ id: true, type: true, colorIndex: true, long_tag: true })
      .extend({ nickname: z.string(), highlightHTML }),
  ),
})
export const ownersFoundOutput = z.object({
  users: z.array(z.object({ id: z.string(), nickname: z.string(), avatar: z.string(), highlightHTML })),
})
export type FoundCapsule = z.infer<typeof capsulesFoundOutput>['capsules'][number]
export type FoundOwner = z.infer<typeof ownersFoundOutput>['users'][number]

/** Words that many people search for, and the caller's latest searches. */
export const searchListOutput = z.object({
  hot: z.array(z.object({ keyword: z.string() })),
  record: z.array(z.object({ id: z.string(), keyword: z.string() })),
})

export const OWN_SEARCH_NOTHING = '请输入关键词，或选一个条件'
export const OWN_SEARCH_NONE = '没有找到这样的时光'

/** Where in a diary or a capsule a keyword may stand, and what that is called. */
export const FOUND_IN = {
  title: '标题',
  text: '正文',
  remark: '备注',
  words: '寄语',
  file: '文件名',
  place: '地点',
  reply: '回信',
} as const
export type FoundIn = keyof typeof FOUND_IN

/** One's own diaries and opened capsules, and those that one has received and opened, by a keyword, the month they were written in, their kind, with pictures only. */
export const ownSearchInput = z.object({
  keyword: z.string().max(1000).default(''),
  month: month.optional(),
  type: capsuleType.optional(),
  pictures: flag.default(0),
  after,
})

/** `date`: the day it was written. `from`: who has sent it; '' of one's own. `where` and `highlightHTML`: the first place that has the keyword; '' without one. */
const ownFound = card
  .pick({ id: true, type: true, content_type: true, status: true, sealed_at: true, colorIndex: true })
  .extend({
    date: z.string(),
    from: z.string(),
    title: z.string(),
    excerpt: z.string(),
    thumbnail,
    where: z.union([z.enum(Object.keys(FOUND_IN) as [FoundIn, ...FoundIn[]]), z.literal('')]),
    highlightHTML,
  })
export type OwnFound = z.infer<typeof ownFound>
/** The newest first, 15 at most; fewer do not mean the end: only `next` tells. */
export const ownSearchOutput = z.object({ capsules: z.object({ data: z.array(ownFound), next }) })
