import { createHash } from 'node:crypto'
import { statfs } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { sql } from 'kysely'
import { MAX_UPLOAD_BYTES } from '#contract/limits.ts'
import { keyOf, type MediaKind, partsOf, sha256Field } from '#contract/media.ts'
import { SNIFFED_BYTES, sniff } from '#contract/sniff.ts'
import { UPLOAD } from '#contract/upload.ts'
import type { Caller } from '#server/platform/caller.ts'
import type { Services } from '#server/platform/context.ts'
import { whyNoRoom } from '#server/platform/media/quota.ts'
import { wrapLoose } from '#server/platform/media/secrets.ts'
import { FILE_TYPE } from '#server/platform/media/shown.ts'
import { type Chunk, chunked, following } from './chunks.ts'
import { newSecret } from './cipher.ts'
import { publish, remove, SPARE_DISK_BYTES, sizeOf, writePart } from './files.ts'
import { type Form, piecesOf, readForm } from './form.ts'
import type { Pace } from './pace.ts'
import { checkPolicy, type Range } from './policy.ts'
import { denied, FormRefused, malformed, unavailable } from './refusal.ts'
import { checkSignature, type Fields } from './signature.ts'
import { readToken } from './token.ts'
import type { UploadLimits } from './uploadLimits.ts'

/** Bytes of a form besides its file, at most. */
const FORM_BYTES = 1024 * 1024

export type Uploading = Pick<Services, 'config' | 'keys' | 'db' | 'now' | 'ending'> & { limits: UploadLimits }
/** `sha256`: of the file as it was sent, where the form says it. */
type Upload = Range & { key: string; holder: Caller; sha256?: string }

/** Takes one form: who sends it, what they may, the bytes, the row. Answers its fields. Throws FormRefused. */
export async function upload(
  uploading: Uploading,
  kind: MediaKind,
  request: IncomingMessage,
  pace: Pace,
): Promise<Fields> {
  const form = await uploading.limits.whileRead(() => readForm(request, pace.signal))
  pace.atFile()
  try {
    const wanted = checkForm(uploading, kind, form.fields)
    const declared = Number(request.headers['content-length'] ?? MAX_UPLOAD_BYTES)
    if (declared > MAX_UPLOAD_BYTES + FORM_BYTES) throw tooLarge()
    const free = uploading.limits.take(wanted.holder.userId, declared)
    await store(uploading, wanted, form).finally(free)
    return form.fields
  } finally {
    form.file.destroy()
  }
}

/** Everything that needs no waiting, before a byte of the file is looked at. */
function checkForm({ keys, now }: Uploading, kind: MediaKind, fields: Fields): Upload {
  const at = now()
  const credentials = readToken(keys, fields.get('x-oss-security-token') ?? '', at)
  checkSignature(fields, credentials, at)
  const range = checkPolicy(fields, at)
  const { holder } = credentials
  const key = checkKey(fields.get('key') ?? '', kind, holder.userId)
  return { ...range, key, holder, sha256: checkHash(fields.get('sha256')) }
}

function checkHash(given: string | undefined): string | undefined {
  if (given !== undefined && !sha256Field.safeParse(given).success) throw malformed('sha256 不正确')
  return given
}

/** A token is good under its own person's prefix alone, even where the policy says nothing of it. */
function checkKey(key: string, kind: MediaKind, userId: number): string {
  if (keyOf(key) !== key) throw new FormRefused('InvalidObjectName', '文件的 key 不正确')
  const parts = partsOf(key)
  if (parts.kind !== kind || parts.owner !== String(userId)) throw denied('不能上传到这个位置')
  return key
}

async function store(uploading: Uploading, wanted: Upload, form: Form): Promise<void> {
  const { config, keys } = uploading
  const { key, holder } = wanted
  await refuseNew(uploading)
  await checkRoom(uploading, wanted)
  await refuseSignedOut(uploading, holder)
  const chunks = chunked(piecesOf(form))
  const first = await chunks.next()
  if (first.done) throw tooSmall()
  const mime = checkKind(key, first.value.plain)
  const secret = newSecret()
  const part = await writePart(config.mediaDir, { key, secret }, within(wanted, following(first.value, chunks)))
  if (!(await publish(config.mediaDir, part, key))) throw taken()
  const row = { key, size: part.size, mime, wrap: wrapLoose(keys, secret, key), holder }
  await insertRow(uploading, row).catch(async (error: unknown) => {
    await remove(config.mediaDir, key)
    throw error
  })
}

/** Before a byte is kept; whether the sign-in still holds when the file is there, the row's own statement asks. */
async function refuseSignedOut({ db }: Uploading, holder: Caller): Promise<void> {
  const { rows } = await sql`select from users u ${withSignIn(holder)}`.execute(db)
  if (rows.length === 0) throw signedOut()
}

/** A person who has left, has signed out or was signed out – by a reset, from elsewhere – keeps nothing here any more. */
const withSignIn = ({ userId, sessionId }: Caller) => sql`join sessions s on s.user_id = u.id
  where u.id = ${userId}::bigint and u.cancelled_at is null
    and s.id = ${sessionId}::bigint and s.ended_at is null and s.expires_at > now()`

/** First whether the object is there: a client that had no answer sends it again, and this object may have filled their room. */
async function checkRoom({ config, db, limits }: Uploading, { key, holder }: Upload): Promise<void> {
  const { userId } = holder
  // Asked before anything is waited for: of several at once the first have room.
  const running = limits.bytesOf(userId)
  if ((await sizeOf(config.mediaDir, key)) !== undefined) throw taken()
  const full = await whyNoRoom(db, config.mediaQuota, userId, running)
  if (full) throw new FormRefused('QuotaExceeded', full)
  const { bavail, bsize } = await statfs(config.mediaDir)
  if (bavail * bsize - limits.bytes() < SPARE_DISK_BYTES) throw unavailable('服务器存储空间不足，请稍后再试')
}

/** A form that was signed before the writing ended is worth nothing after. */
async function refuseNew({ ending }: Uploading): Promise<void> {
  const why = await ending.whyNot('writing')
  if (why) throw denied(why)
}

/** By its first bytes alone, whatever the form says. */
function checkKind(key: string, first: Buffer): string {
  const { kind } = partsOf(key)
  if (kind === 'file') return FILE_TYPE
  const mime = sniff(first.subarray(0, SNIFFED_BYTES))
  if (!mime?.startsWith(`${kind}/`)) {
    throw new FormRefused('InvalidArgument', kind === 'image' ? UPLOAD.unknownImage : UPLOAD.unknownVideo)
  }
  return mime
}

async function* within({ least, most, sha256 }: Upload, chunks: AsyncIterable<Chunk>): AsyncGenerator<Chunk> {
  const hash = sha256 && createHash('sha256')
  let size = 0
  for await (const chunk of chunks) {
    size += chunk.plain.length
    if (size > most) throw tooLarge()
    if (chunk.last && size < least) throw tooSmall()
    if (hash) hash.update(chunk.plain)
    if (hash && chunk.last && hash.digest('hex') !== sha256) throw changed()
    yield chunk
  }
}

type StoredUpload = { key: string; size: number; mime: string; wrap: Buffer; holder: Caller }

/** Nobody keeps anything by a sign-in that was ended within the token's hour, or is being ended now. */
async function insertRow({ db }: Uploading, { key, size, mime, wrap, holder }: StoredUpload): Promise<void> {
  const { rows } = await sql`
    insert into objects (key, owner_id, size, mime, wrap)
    select ${key}, u.id, ${size}::bigint, ${mime}, ${wrap}::bytea from users u ${withSignIn(holder)} for share
    on conflict do nothing returning key`.execute(db)
  if (rows.length === 0) throw signedOut()
}

const signedOut = (): FormRefused => denied('登录已退出，请重新登录后再上传')
const tooLarge = (): FormRefused => new FormRefused('EntityTooLarge', UPLOAD.tooLarge)
const tooSmall = (): FormRefused => new FormRefused('EntityTooSmall', UPLOAD.empty)
const changed = (): FormRefused => new FormRefused('InvalidDigest', UPLOAD.changed)
const taken = (): FormRefused => new FormRefused('FileAlreadyExists', '这个 key 已经用过了，请换一个再上传')
