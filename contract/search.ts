import { z } from 'zod'
import { card } from './capsule.ts'
import { KEYWORD_MAX_CHARS, SEARCH_PAGE_MAX } from './limits.ts'

export const KEYWORD_EMPTY = '请输入想查找关键词'
export const KEYWORD_LONG = `关键词不能超过${KEYWORD_MAX_CHARS}个字`
export const SEARCH_EMPTY = '暂时没有搜索结果'
export const CLEAR_HISTORY = '您确定清空历史记录吗？'

/** As a keyword is compared and kept: NFKC, lower case, no spaces at the ends (readings 7). */
export const keywordOf = (typed: string): string => typed.normalize('NFKC').toLowerCase().trim()

/** Why nothing can be looked for by this, or undefined. */
export function whyNotKeyword(typed: string): string | undefined {
  const keyword = keywordOf(typed)
  if (keyword === '') return KEYWORD_EMPTY
  return [...keyword].length > KEYWORD_MAX_CHARS ? KEYWORD_LONG : undefined
}

const page = z.int().min(1).max(SEARCH_PAGE_MAX).default(1)
/** 15 a page, the newest first; the length is judged after NFKC, by `whyNotKeyword`. */
export const searchInput = z.object({ keyword: z.string().max(1000), page })

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

/** What many look for, and what the caller looked for last. */
export const searchListOutput = z.object({
  hot: z.array(z.object({ keyword: z.string() })),
  record: z.array(z.object({ id: z.string(), keyword: z.string() })),
})
