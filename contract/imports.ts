import { z } from 'zod'
import { capsuleForm, capsuleType, FORM, TYPE } from './capsule.ts'
import { forecastInputs } from './capsuleFields.ts'
import { contentInput } from './content.ts'
import { time } from './fields.ts'
import { IMPORT_SOURCES, type ImportSource } from './importSource.ts'
import { IMPORT_ENTRIES_MAX, IMPORT_LOOKED_MAX, IMPORT_UNDO_DAYS, IMPORTED_MAX } from './limits.ts'
import { description, longTag, sendWord } from './seal.ts'
import { parseChina } from './time.ts'
import { isVisible } from './visible.ts'

// 搬进来: diaries from elsewhere, and one's own archive back (docs/decisions/imports.md).

export const IMPORT_FULL = `最多搬进${IMPORTED_MAX}篇日记`
/** While what it wrote is being taken back, nothing is added. */
export const IMPORT_UNDOING = '这次导入正在撤销，请稍后再试'
export const IMPORT_TOO_LARGE = '一次导入的内容太多了，请分开导入'
export const IMPORT_DATE_WRONG = '日期应在1900年到现在之间'
export const IMPORT_UNDO_OVER = `导入超过${IMPORT_UNDO_DAYS}天，不能再撤销`

/** The kinds of an archive's items; from elsewhere come diaries alone. Capsules and predictions become diaries. */
export const IMPORT_KINDS = ['diary', 'draft', 'capsule', 'forecast'] as const
export type ImportKind = (typeof IMPORT_KINDS)[number]

export const whyNotKind = (source: ImportSource, kind: ImportKind): string | undefined =>
  kind === 'diary' || source === 'archive' ? undefined : '只有归档里才有这种内容'

const ID_MAX_CHARS = 64
const printable = z.string().min(1, '编号不正确').max(ID_MAX_CHARS, '编号不正确').refine(isVisible, '编号不正确')
const source = z.enum(IMPORT_SOURCES, '不支持这个来源')

const DAY_CHARS = 10
/** Why an entry cannot have been written then, by the wall clock of the place it was written in: 23:30 in Bangkok stays 23:30. */
export function whyNotWritten(createdAt: string, now: Date): string | undefined {
  const moment = parseChina(createdAt)
  return moment && createdAt.length > DAY_CHARS && moment <= now ? undefined : IMPORT_DATE_WRONG
}

/** `send_word` and `confidence` are a draft's; a diary has neither. */
const entry = z
  .object({
    source_id: printable,
    kind: z.enum(IMPORT_KINDS).default('diary'),
    /** Of a draft: which kind of capsule it was to become. */
    type: capsuleType.default(TYPE.diary),
    created_at: time,
    long_tag: longTag.optional(),
    description: description.optional(),
    send_word: sendWord.optional(),
    content: contentInput,
    content_type: capsuleForm.default(FORM.text),
  })
  .extend(forecastInputs)

/** `batch_id` names the whole import, which is undone as one; an entry is told by its source and the id it has there. */
export const importInput = z.object({
  batch_id: printable,
  source,
  entries: z.array(entry).min(1, '没有要导入的内容').max(IMPORT_ENTRIES_MAX, `一次最多导入${IMPORT_ENTRIES_MAX}篇`),
})
/** How many were written now, and how many were known before. */
export const importOutput = z.object({ written: z.int(), known: z.int() })

const day = z.string().refine((text) => text.length === DAY_CHARS && parseChina(text), '日期不正确')
/** Looks before anything is sent: which are known already, and which of their days have diaries. */
export const importPreviewInput = z.object({
  source,
  entries: z.array(z.object({ source_id: printable, day })).max(IMPORT_LOOKED_MAX),
})
/** `room`: bytes that the person may still upload; `left`: entries that may still be moved in. */
export const importPreviewOutput = z.object({
  known: z.array(z.string()),
  days: z.array(z.string()),
  room: z.int(),
  left: z.int(),
})

/** Newest first, of the last days in which they can be undone; `undone` ones are on their way out or gone. */
export const importsOutput = z.object({
  list: z.array(
    z.object({
      batch_id: z.string(),
      source,
      written: z.int(),
      created_at: time,
      undo_until: time,
      undone: z.boolean(),
    }),
  ),
})

export const undoImportInput = z.object({ batch_id: printable })
/** `kept`: edited since, so they stay; `left`: still to go, of a large one. */
export const undoImportOutput = z.object({ removed: z.int(), kept: z.int(), left: z.int() })
