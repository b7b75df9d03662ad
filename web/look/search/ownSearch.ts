import { useInfiniteQuery } from '@tanstack/react-query'
import type { Input, Output } from '#contract/calls.ts'
import { type CapsuleType, TYPE } from '#contract/capsule.ts'
import type { PageQuery } from '#contract/pages.ts'
import { keywordOf, type OwnFound } from '#contract/search.ts'
import { call, readingFor } from '#web/client/api.ts'
import type { CallError } from '#web/client/transport.ts'

/** The search, as the address gives it. */
export type Wanted = { keyword: string; month: string | undefined; type: CapsuleType | undefined; pictures: boolean }

const MONTH = /^(19|20|21)\d\d-(0[1-9]|1[0-2])$/
const TYPES = new Map(Object.values(TYPE).map((type) => [String(type), type]))

/** Whatever an address says that is no month and no kind asks for none. */
export const wantedIn = ({ keyword = '', month, type, pictures }: Partial<Record<string, string>>): Wanted => ({
  keyword,
  month: month && MONTH.test(month) ? month : undefined,
  type: TYPES.get(type ?? ''),
  pictures: pictures === '1',
})

export const queryOf = ({ keyword, month, type, pictures }: Wanted): PageQuery => ({
  keyword: keyword || undefined,
  month,
  type: type === undefined ? undefined : String(type),
  pictures: pictures ? '1' : undefined,
})

/** Whether the search is still empty. */
export const isNothing = ({ keyword, month, type, pictures }: Wanted): boolean =>
  !keywordOf(keyword) && month === undefined && type === undefined && !pictures

type Found = Output<'ownSearch'>['capsules']

/** One's own with the keyword in it, read on as it is scrolled. */
export function useOwnSearch(wanted: Wanted) {
  const { pictures, ...rest } = wanted
  const input = { ...rest, pictures: pictures ? (1 as const) : (0 as const) }
  return useInfiniteQuery<Found, CallError, OwnFound[], readonly unknown[], string | undefined>({
    enabled: !isNothing(wanted),
    queryKey: ['ownSearch', input, 'pages'],
    queryFn: ({ pageParam, ...asking }) => nextFound({ ...input, after: pageParam }, readingFor(asking)),
    initialPageParam: undefined,
    getNextPageParam: ({ next }) => next || undefined,
    select: ({ pages }) => [...new Map(pages.flatMap(({ data }) => data).map((row) => [row.id, row])).values()],
  })
}

/** A call looks at so much and no more: goes on where it stopped until something is found, or the end is reached. */
async function nextFound(input: Input<'ownSearch'>, options: ReturnType<typeof readingFor>): Promise<Found> {
  const { capsules } = await call('ownSearch', input, options)
  if (capsules.data.length > 0 || capsules.next === '') return capsules
  return nextFound({ ...input, after: capsules.next }, options)
}
