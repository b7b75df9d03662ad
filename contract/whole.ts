import { z } from 'zod'
import { FILES_MAX } from './limits.ts'

// Which of one's own files others get unchanged: from every other, data on where it was made is removed (docs/decisions/copies.md).

/** 1: unchanged. 2: unchanged, and the file may tell where it was taken. */
export const goesWhole = z.union([z.literal(1), z.literal(2)])
export type GoesWhole = z.infer<typeof goesWhole>

export const filesInput = z.object({ keys: z.array(z.string().max(2000)).max(FILES_MAX) })
export const filesOutput = z.object({ files: z.array(z.object({ key: z.string(), whole: goesWhole })) })
