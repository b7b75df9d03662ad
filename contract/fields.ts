import { z } from 'zod'
import { MAX_PAGE, MAX_PAGE_SIZE, PAGE_SIZE } from './limits.ts'

// The parts that the schemas of every room are made of.

/** Nothing is asked, or answered. */
export const none = z.object({})

/** Ids are strings on the wire, opaque to clients. */
export const id = z.string().regex(/^[1-9]\d{0,15}$/, '编号不正确')

/** Flags on the wire are the integers 0 and 1 (readings 1). */
export const flag = z.union([z.literal(0), z.literal(1)])

/** `YYYY-MM-DD HH:mm:ss` in China time; '' where there is none. */
export const time = z.string()

/** `YYYY-MM`. */
export const month = z.string().regex(/^(19|20|21)\d\d-(0[1-9]|1[0-2])$/, '月份应写作 2026-11')

export const page = z.int().min(1).max(MAX_PAGE).default(1)
export const pageSize = (size: number) => z.int().min(1).max(MAX_PAGE_SIZE).default(size)
export const pageInput = z.object({ page, pageSize: pageSize(PAGE_SIZE) })
export const paged = <T extends z.ZodType>(row: T) =>
  z.object({ data: z.array(row), current_page: z.int(), per_page: z.int() })

/**
 * `next` of the page before: where that one ended. With it a page costs the same wherever it stands; without it the number
 * alone says how many rows are passed over. The page after it is asked for with the next number too.
 */
export const ended = (as: RegExp) => z.string().regex(as, '页码不正确').optional()
/** By a moment and an id: the microseconds and the id of the last row. */
export const after = ended(/^\d{1,17}_\d{1,16}$/)
export const walkInput = pageInput.extend({ after })
/** '' on the last page. */
export const next = z.string()
export const walked = <T extends z.ZodType>(row: T) => paged(row).extend({ next })
