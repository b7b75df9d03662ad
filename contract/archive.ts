import { z } from 'zod'
import { id, time } from './fields.ts'
import { PROOF_WAYS } from './prove.ts'

// 我的归档: a person's own copy of everything (decisions 11).

export const ARCHIVE_TITLE = '导出我的全部记忆'
export const ARCHIVE_IN_MAKING = '已经在导出了，请等它完成'
export const ARCHIVE_CANCELLED = '已取消'

export const ARCHIVE_STATE = { waiting: 0, making: 1, ready: 2, failed: 3, ended: 4 } as const
export type ArchiveState = (typeof ARCHIVE_STATE)[keyof typeof ARCHIVE_STATE]

const archive = z.object({
  id: z.string(),
  state: z.literal([0, 1, 2, 3, 4]),
  /** Rows that are done, of all; and bytes that were made or read so far. */
  done: z.int(),
  total: z.int(),
  bytes: z.int(),
  missing: z.array(z.object({ name: z.string(), why: z.string() })),
  /** `url` is good for six hours, and '' for a sign-in that is not proved. */
  parts: z.array(z.object({ name: z.string(), bytes: z.int(), url: z.string() })),
  created_at: time,
  expires_at: time,
})
export type Archive = z.infer<typeof archive>

export const exportCreateOutput = z.object({ id: z.string() })
/** `prove`: how the caller can prove themselves, where addresses are withheld. */
/** The archive that is kept after the end of the product; `url`, with its code, is '' for a sign-in that is not proved. */
const kept = z.object({ url: z.string(), code: z.string(), bytes: z.int() })
export const exportListOutput = z.object({
  list: z.array(archive),
  kept: kept.optional(),
  prove: z.array(z.enum(PROOF_WAYS)).optional(),
})
export const exportCancelInput = z.object({ id })
