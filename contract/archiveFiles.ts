import { z } from 'zod'
import type { CapsuleType } from './capsule.ts'
import { ORDER_STATE_NAME } from './pay.ts'
import { hash, statement } from './receipt.ts'
import { KINDS } from './wallet.ts'

// The files of an archive (docs/decisions/archive.md), as they are written: the server makes them, the reader shows them, an import
// reads them. Version 1 for ever: a reader ignores fields and files it does not know, and a changed meaning is the next version.

export const ARCHIVE_VERSION = 1
/** The line in the file VERSION. */
export const ARCHIVE_FORMAT = `capsule-archive/${ARCHIVE_VERSION}`

const version = z.literal(ARCHIVE_VERSION)
/** `YYYY-MM-DD HH:mm:ss` in China time; '' where there is none. */
const time = z.string()
/** Relative to the folder in which all parts were unpacked; '' where there is none. */
const path = z.string()
const bytes = z.int().min(0)
const side = z.int().min(0)

const text = z.object({ kind: z.literal('text'), html: z.string(), remark: z.string() })
/** Of a prediction: what is foretold, and why. */
const plain = z.object({ kind: z.literal('plain'), text: z.string(), remark: z.string() })
const medium = z.object({
  kind: z.enum(['picture', 'video', 'file']),
  path,
  /** Of at most 320 pixels. */
  thumbnail: path,
  name: z.string(),
  bytes,
  remark: z.string(),
  /** 0 where it is not known. */
  width: side,
  height: side,
  poster: path,
  /** Why it is not there; '' where it is. */
  missing: z.string(),
})
const place = z.object({
  kind: z.literal('place'),
  name: z.string(),
  address: z.string(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
})
const part = z.discriminatedUnion('kind', [text, plain, medium, place])
export type ArchivePart = z.infer<typeof part>
export type ArchiveMedium = z.infer<typeof medium>

/** 封存凭证 of what was opened, with the salts of all its parts. `sums`: the SHA-256 of its originals by their paths, as the manifest has them. */
const receipt = z.object({
  proof: z.string(),
  statement,
  salts: z.record(z.string(), hash),
  sums: z.record(z.string(), hash),
})
export type ArchiveReceipt = z.infer<typeof receipt>

const kind = z.enum(['capsule', 'diary', 'forecast'])
export const TYPE_OF: Record<z.infer<typeof kind>, CapsuleType> = { capsule: 0, diary: 1, forecast: 2 }
const form = z.enum(['text', 'graphic'])
const item = z.object({
  id: z.string(),
  kind,
  form,
  /** Sealed only inside a `.cap`. */
  state: z.enum(['written', 'opened', 'draft', 'deleted', 'sealed']),
  title: z.string(),
  /** When it was written; of what was sealed, when it was sealed. */
  date: time,
  created_at: time,
  sealed_at: time,
  open_time: time,
  opened_at: time,
  deleted_at: time,
  hidden: z.boolean(),
  public: z.boolean(),
  /** Empty where `missing` says why. */
  parts: z.array(part),
  missing: z.string(),
  words: z.string(),
  remark: z.string(),
  confidence: z.int().nullable(),
  questions: z.array(z.string()),
  loves: z.int(),
  reply: z.object({ text: z.string(), at: time }).nullable(),
  judgement: z
    .object({
      /** 1 it came true, 2 it did not, 3 in part, 4 nobody can say. */
      result: z.literal([1, 2, 3, 4]),
      confidence: z.int().nullable(),
      counts: z.boolean(),
      text: z.string(),
      at: time,
    })
    .nullable(),
  /** Nothing where it was sealed without a commitment, or no checkpoint had it yet. */
  receipt: receipt.optional(),
})
export type ArchiveItem = z.infer<typeof item>

/** Something a person should know of their archive: a file that is damaged, something that changed while it was made. */
const fault = z.object({ name: z.string(), why: z.string() })
export type ArchiveFault = z.infer<typeof fault>

const rate = z.number().nullable()
const record = z.object({
  sealed: z.int(),
  opened: z.int(),
  judged: z.int(),
  early: z.int(),
  hits: z.int(),
  misses: z.int(),
  partials: z.int(),
  unknowns: z.int(),
  hit_rate: rate,
  /** The mean squared error of the confidences; null below ten. */
  brier: rate,
})

const archive = z.object({
  version,
  id: z.string(),
  asked_at: time,
  /** The address of the product; '' where it has none. */
  site: z.string(),
  person: z.object({ id: z.string(), nickname: z.string(), sex: z.enum(['', '0', '1']), created_at: time }),
  years: z.array(z.object({ year: z.int(), items: z.int() })),
  counts: z.object({
    diaries: z.int(),
    capsules: z.int(),
    forecasts: z.int(),
    drafts: z.int(),
    sealed: z.int(),
    files: z.int(),
    bytes,
  }),
  record,
  missing: z.array(fault),
  /** The keys that have signed the site's log up to that day, the newest first (note verifier keys). */
  log_keys: z.array(z.string()).optional(),
})
export type ArchiveSummary = z.infer<typeof archive>

/** Oldest first. */
const year = z.object({ version, year: z.int(), items: z.array(item) })
export type ArchiveYear = z.infer<typeof year>
const drafts = z.object({ version, items: z.array(item) })
export type ArchiveDrafts = z.infer<typeof drafts>

/** A capsule that is sealed still: never its content. */
const sealedItem = z.object({
  id: z.string(),
  kind,
  form,
  title: z.string(),
  sealed_at: time,
  open_time: time,
  sizes: z.array(z.object({ kind: z.enum(['picture', 'video', 'file']), bytes })),
  receipt: z.object({ commitment: hash, proof: z.string() }).optional(),
  /** Its content in a `.cap`, with the month whose number opens it; nothing where the site had no keys of months. */
  cap: z.object({ path, month: z.string() }).optional(),
})
const sealed = z.object({ version, items: z.array(sealedItem) })
export type ArchiveSealed = z.infer<typeof sealed>

/** The first line of the content of a `.cap`, as JSON; then come its files, one after another. */
const capContent = z.object({ version, item, files: z.array(z.object({ path, bytes })) })
export type CapContent = z.infer<typeof capContent>

/** Of others what lists show now; '' where they show nothing. */
const social = z.object({
  version,
  likes: z.array(z.object({ id: z.string(), title: z.string(), author: z.string(), at: time })),
  follows: z.array(z.object({ id: z.string(), nickname: z.string(), at: time })),
})
export type ArchiveSocial = z.infer<typeof social>

const money = z.object({
  version,
  balances: z.object({ time: z.int(), diary: z.int(), forecast: z.int() }),
  movements: z.array(
    z.object({ at: time, kind: z.enum(KINDS), amount: z.int(), balance: z.int(), reason: z.string() }),
  ),
  orders: z.array(
    z.object({
      order_no: z.string(),
      at: time,
      channel: z.string(),
      count: z.int(),
      fen: z.int(),
      state: z.enum(ORDER_STATE_NAME),
      paid_at: time,
      refunded_at: time,
    }),
  ),
})
export type ArchiveMoney = z.infer<typeof money>

/** Which file lies in which part; all that no other part names lies in the first. */
const parts = z.object({
  version,
  id: z.string(),
  parts: z.array(z.object({ name: z.string(), files: z.array(path) })),
})
export type ArchiveParts = z.infer<typeof parts>

/** The schema of each file in data/json by its name, that of a year under `year`. */
export const ARCHIVE_SCHEMAS = { archive, year, drafts, sealed, social, money }
