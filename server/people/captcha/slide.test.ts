import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { CODE } from '#contract/codes.ts'
import { startApp, stopApp, withApp } from '#test/app.ts'
import { ask, codeFor, forgetSends, get, newPerson, newTel, PASSWORD, slide } from '#test/client.ts'
import { placeOf } from './puzzle.ts'

const app = withApp({ TRUST_PROXY: '1' })
const MASTER = '/api/slideCode/createMasterMap'
const PIECE = '/api/slideCode/createAuxiliaryChart'
const PATHS = [MASTER, PIECE]

const whereIs = (pk_id: string) => fetch(`${app.url}/dev/captcha?pk_id=${pk_id}`)

/** A new puzzle, with what only a program in development may know. */
async function newPuzzle(pk_id: string = randomUUID()) {
  const puzzle = await get(app.url, 'createSlideCode', { pk_id })
  return { pk_id, tel: newTel(), x: await gapOf(pk_id), puzzle }
}
const gapOf = async (pk_id: string) => ((await (await whereIs(pk_id)).json()) as { x: number }).x
type Puzzle = Awaited<ReturnType<typeof newPuzzle>>

const put = ({ pk_id, tel }: Puzzle, x_value: number) => ask(app.url, 'verifySlideCode', { pk_id, tel, x_value })
/** Beside the gap, and not where the piece began. */
const besides = ({ x, puzzle }: Puzzle) => (x > 250 ? puzzle.piece_width + 1 : x + 60)
/** The picture, read to its end. */
async function picture(path: string, pk_id: string) {
  const answer = await fetch(`${app.url}${path}?pk_id=${pk_id}&time=${Date.now()}`)
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) }
}
const bytesOf = async (path: string, pk_id: string) => (await picture(path, pk_id)).bytes
const age = (pk_id: string, minutes: number) =>
  sql`update slides set created_at = created_at - make_interval(mins => ${minutes}),
    passed_at = passed_at - make_interval(mins => ${minutes}) where pk_id = ${pk_id}`.execute(app.services.db)

describe('the slider', () => {
  it('sends a code to the number once the piece lies in the gap, a few pixels off or not', async () => {
    for (const off of [-7, 0, 7]) {
      const puzzle = await newPuzzle()
      expect(await put(puzzle, puzzle.x + off)).toMatchObject({ code: CODE.ok, data: {} })
      expect(await codeFor(app.url, puzzle.tel)).toMatch(/^\d{4}$/)
    }
  })

  it('answers 验证失败 beside the gap, and sends nothing', async () => {
    for (const off of [-8, 8]) {
      const puzzle = await newPuzzle()
      expect(await put(puzzle, puzzle.x + off)).toMatchObject({ code: CODE.refused, message: '验证失败' })
      await expect(codeFor(app.url, puzzle.tel)).rejects.toThrow()
    }
  })

  it('answers 请控制拼图块对齐缺口 when the piece was not moved, and keeps the puzzle', async () => {
    const puzzle = await newPuzzle()
    for (const x_value of [0, 1, puzzle.puzzle.piece_width - 1]) {
      expect(await put(puzzle, x_value)).toMatchObject({ code: CODE.refused, message: '请控制拼图块对齐缺口' })
    }
    expect(await put(puzzle, puzzle.x)).toMatchObject({ code: CODE.ok })
  })

  it('takes five wrong tries: the fifth is answered 验证失败次数过多, and so is everything after it', async () => {
    const puzzle = await newPuzzle()
    const wrong = []
    for (let i = 0; i < 5; i++) wrong.push((await put(puzzle, besides(puzzle))).message)
    expect(wrong).toEqual([...Array(4).fill('验证失败'), '验证失败次数过多'])
    expect(await put(puzzle, puzzle.x)).toMatchObject({ code: CODE.refused, message: '验证失败次数过多' })
  })

  it('moves the gap after 验证失败, away from where it was and where the piece was left; the pictures show it there', async () => {
    const puzzle = await newPuzzle()
    const { pk_id } = puzzle
    let { x } = puzzle
    for (let tries = 1; tries < 5; tries++) {
      const [left, drawn] = [besides({ ...puzzle, x }), await bytesOf(MASTER, pk_id)]
      expect((await put(puzzle, tries % 2 ? left : x + 8)).message).toBe('验证失败')
      const moved = await gapOf(pk_id)
      expect(Math.abs(moved - x)).toBeGreaterThan(7)
      if (tries % 2) expect(Math.abs(moved - left)).toBeGreaterThan(7)
      expect((await bytesOf(MASTER, pk_id)).equals(drawn)).toBe(false)
      x = moved
    }
    expect(await put(puzzle, x)).toMatchObject({ code: CODE.ok })
  })

  it('is passed by at most one blind try in twenty', () => {
    const seeds = Array.from({ length: 10_000 }, (_, at) => Buffer.from(`seed ${at}`))
    const places = new Set(seeds.map((seed) => placeOf(seed).x))
    const [fitting, awayFromTwo] = [15, places.size - 30]
    expect(fitting / awayFromTwo).toBeLessThanOrEqual(1 / 20)
  })

  it('counts a piece that was not moved as a try', async () => {
    const puzzle = await newPuzzle()
    for (let i = 0; i < 4; i++) await put(puzzle, 0)
    expect((await put(puzzle, 0)).message).toBe('验证失败次数过多')
    expect(await put(puzzle, puzzle.x)).toMatchObject({ code: CODE.refused })
  })

  it('looks at no more than five tries, however many come at once', async () => {
    const puzzle = await newPuzzle()
    const answers = await Promise.all([...Array(20)].map(() => put(puzzle, besides(puzzle))))
    expect(answers.filter(({ message }) => message === '验证失败')).toHaveLength(4)
    expect(await put(puzzle, puzzle.x)).toMatchObject({ code: CODE.refused })
  })

  it('gives one success, also when twenty right answers come at once', async () => {
    const puzzle = await newPuzzle()
    const answers = await Promise.all([...Array(20)].map(() => put(puzzle, puzzle.x)))
    expect(answers.filter(({ code }) => code === CODE.ok)).toHaveLength(1)
    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([CODE.ok, CODE.refused]))
    expect(await put(puzzle, puzzle.x)).toMatchObject({ code: CODE.refused, message: '验证失败' })
  })

  it('is over after 3 minutes, and answers like a puzzle that never was', async () => {
    const puzzle = await newPuzzle()
    await age(puzzle.pk_id, 3)
    const late = await put(puzzle, puzzle.x)
    expect(late).toMatchObject({ code: CODE.refused, message: '验证失败' })
    expect((await put({ ...puzzle, pk_id: randomUUID() }, puzzle.x)).text).toBe(late.text)
    for (const path of PATHS) expect((await picture(path, puzzle.pk_id)).status).toBe(404)
    expect((await whereIs(puzzle.pk_id)).status).toBe(404)
  })
})

describe('a label', () => {
  it('can be used for one puzzle after the other, each in another place', async () => {
    const pk_id = randomUUID()
    const places = new Set<number>()
    for (let i = 0; i < 8; i++) places.add((await newPuzzle(pk_id)).x)
    expect(places.size).toBeGreaterThan(2)
    const puzzle = await newPuzzle(pk_id)
    expect(await put(puzzle, puzzle.x)).toMatchObject({ code: CODE.ok })
    const next = await newPuzzle(pk_id)
    expect(await put(next, next.x)).toMatchObject({ code: CODE.ok })
  })

  it('keeps its wrong tries over a reload, and gets no puzzle after the fifth until 3 minutes are over', async () => {
    const pk_id = randomUUID()
    for (let i = 0; i < 5; i++) {
      const puzzle = await newPuzzle(pk_id)
      await put(puzzle, besides(puzzle))
    }
    const again = () => ask(app.url, 'createSlideCode', { pk_id })
    expect(await again()).toMatchObject({ code: CODE.refused, message: '验证失败次数过多' })
    await age(pk_id, 2)
    expect(await again()).toMatchObject({ code: CODE.refused })
    await age(pk_id, 1)
    const puzzle = await newPuzzle(pk_id)
    await put(puzzle, besides(puzzle))
    expect(await put(puzzle, await gapOf(pk_id))).toMatchObject({ code: CODE.ok })
  })

  it('is 8 to 64 letters, digits, _ or -', async () => {
    for (const pk_id of ['', 'short', 'x'.repeat(65), "' or 1=1 --", undefined]) {
      expect(await ask(app.url, 'createSlideCode', { pk_id })).toMatchObject({ code: CODE.badRequest })
      expect((await picture(MASTER, String(pk_id))).status).toBe(404)
    }
  })
})

describe('the pictures', () => {
  it('have the sizes that were told, and differ from puzzle to puzzle', async () => {
    const [one, other] = [await newPuzzle(), await newPuzzle()]
    const { width, height, piece_width, piece_height, y } = one.puzzle
    const master = await sharp(await bytesOf(MASTER, one.pk_id)).metadata()
    const piece = await sharp(await bytesOf(PIECE, one.pk_id)).metadata()
    expect([master.format, master.width, master.height]).toEqual(['png', width, height])
    expect([piece.format, piece.width, piece.height, piece.hasAlpha]).toEqual(['png', piece_width, piece_height, true])
    expect(y + piece_height).toBeLessThanOrEqual(height)
    for (const path of PATHS) {
      expect((await bytesOf(path, one.pk_id)).equals(await bytesOf(path, other.pk_id))).toBe(false)
    }
  })

  it('of one puzzle are the same however often they are drawn, by GET or POST', async () => {
    const { pk_id } = await newPuzzle()
    for (const path of PATHS) {
      const drawn = await bytesOf(path, pk_id)
      const body = JSON.stringify({ pk_id, time: 1 })
      const posted = await fetch(app.url + path, { method: 'POST', body })
      expect(Buffer.from(await posted.arrayBuffer()).equals(drawn)).toBe(true)
      expect((await bytesOf(path, pk_id)).equals(drawn)).toBe(true)
    }
  })

  it('show the piece darkened at the gap, and an untouched slider is far from it', async () => {
    const elsewhere: number[] = []
    for (let i = 0; i < 5; i++) {
      const { pk_id, x, puzzle } = await newPuzzle()
      const [piece, master] = [await middleOf(PIECE, pk_id, { x: 0, y: 0 }), await masterAt(pk_id)]
      const darkened = piece.map((value, index) => value * 0.4 + [7, 10, 28][index % 3]! * 0.6)
      expect(difference(darkened, await master(x, puzzle.y))).toBeLessThan(2)
      elsewhere.push(difference(darkened, await master(x - puzzle.piece_width, puzzle.y)))
      expect(x).toBeGreaterThan(puzzle.piece_width + 7)
    }
    expect(Math.max(...elsewhere)).toBeGreaterThan(5)
  })

  it('draw the edge of the gap where the piece has its edge', async () => {
    const brightness = Array<number>(13).fill(0)
    for (let i = 0; i < 5; i++) {
      const { pk_id, x, puzzle } = await newPuzzle()
      // Around the left side of the body, between its corner and its knob.
      const strip = { left: x + 8, top: puzzle.y + 20, width: 13, height: 10 }
      const raw = await sharp(await bytesOf(MASTER, pk_id))
        .extract(strip)
        .greyscale()
        .raw()
        .toBuffer()
      for (const [index, value] of raw.entries()) brightness[index % 13]! += value
    }
    expect([5, 6]).toContain(brightness.indexOf(Math.max(...brightness)))
  })

  it('are never kept by a browser', async () => {
    const { pk_id } = await newPuzzle()
    for (const path of PATHS) {
      const { headers } = await picture(path, pk_id)
      expect([headers.get('content-type'), headers.get('cache-control')]).toEqual(['image/png', 'no-store'])
    }
  })

  it('of an unknown or a solved puzzle are 404 with an envelope', async () => {
    const solved = await newPuzzle()
    await put(solved, solved.x)
    for (const path of PATHS) {
      for (const pk_id of [randomUUID(), solved.pk_id]) {
        const answer = await picture(path, pk_id)
        expect([answer.status, answer.headers.get('cache-control')]).toEqual([404, 'no-store'])
        expect(JSON.parse(String(answer.bytes))).toMatchObject({ code: CODE.missing })
      }
    }
  })

  /** The raw colours of a square in the middle of the piece's box, where no edge and no knob reaches. */
  async function middleOf(path: string, pk_id: string, { x, y }: { x: number; y: number }) {
    const square = { left: x + 39, top: y + 39, width: 12, height: 12 }
    return [
      ...(await sharp(await bytesOf(path, pk_id))
        .extract(square)
        .removeAlpha()
        .raw()
        .toBuffer()),
    ]
  }
  const masterAt = async (pk_id: string) => (x: number, y: number) => middleOf(MASTER, pk_id, { x, y })
  const difference = (one: number[], other: number[]) =>
    one.reduce((sum, value, index) => sum + Math.abs(value - other[index]!), 0) / one.length
})

describe('where the gap lies', () => {
  it('is told by no answer, no header and no chunk of a picture', async () => {
    const { pk_id, puzzle } = await newPuzzle()
    expect(Object.keys(puzzle).sort()).toEqual(['height', 'piece_height', 'piece_width', 'width', 'y'])
    const other = await newPuzzle()
    for (const path of PATHS) {
      expect(await headersOf(path, pk_id)).toEqual(await headersOf(path, other.pk_id))
      expect(new Set(chunksOf(await bytesOf(path, pk_id)))).toEqual(new Set(['IHDR', 'pHYs', 'IDAT', 'IEND']))
    }
  })

  it('is not in the database: its rows hold a random number and nothing that was made of it', async () => {
    const { pk_id } = await newPuzzle()
    const row = await app.services.db.selectFrom('slides').selectAll().where('pk_id', '=', pk_id).executeTakeFirst()
    const { nonce, created_at, ...rest } = row!
    expect(rest).toEqual({ pk_id, wrong: 0, passed_at: null, passed_tel: null })
    expect(nonce).toHaveLength(16)
    expect(app.services.keys.hmac('slide', 'x')).not.toEqual(app.services.keys.hmac('code', 'x'))
  })

  it('is told at /dev/captcha to this machine only', async () => {
    const { pk_id } = await newPuzzle()
    expect((await whereIs(pk_id)).status).toBe(200)
    const forwarded = { headers: { 'x-forwarded-for': '127.0.0.1' } }
    expect((await fetch(`${app.url}/dev/captcha?pk_id=${pk_id}`, forwarded)).status).toBe(404)
    expect((await whereIs(randomUUID())).status).toBe(404)
    expect((await whereIs(`${pk_id}&pk_id=${pk_id}`)).status).toBe(404)
  })

  /** Without what every answer has anew, and the size of the picture. */
  async function headersOf(path: string, pk_id: string) {
    const headers = Object.fromEntries((await picture(path, pk_id)).headers)
    return { ...headers, date: '', 'content-length': '', 'x-request-id': '' }
  }

  function chunksOf(png: Buffer): string[] {
    const names: string[] = []
    for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at))
      names.push(png.toString('latin1', at + 4, at + 8))
    return names
  }
})

describe('a passed slider', () => {
  it('lets codes be sent again to that number alone, for 10 minutes', async () => {
    const tel = newTel()
    const needed = { code: CODE.refused, message: '请先完成安全验证' }
    expect(await ask(app.url, 'captcha', { tel })).toMatchObject(needed)
    const puzzle = { ...(await newPuzzle()), tel }
    await put(puzzle, puzzle.x)
    await forgetSends(app.services.db, tel)
    expect(await ask(app.url, 'captcha', { tel })).toMatchObject({ code: CODE.ok })
    expect(await ask(app.url, 'captcha', { tel: newTel() })).toMatchObject(needed)
    await forgetSends(app.services.db, tel)
    await age(puzzle.pk_id, 9)
    expect(await ask(app.url, 'captcha', { tel })).toMatchObject({ code: CODE.ok })
    await forgetSends(app.services.db, tel)
    await age(puzzle.pk_id, 1)
    expect(await ask(app.url, 'captcha', { tel })).toMatchObject(needed)
  })

  it('keeps its pass when the label is used for another puzzle', async () => {
    const puzzle = await newPuzzle()
    await put(puzzle, puzzle.x)
    await newPuzzle(puzzle.pk_id)
    await forgetSends(app.services.db, puzzle.tel)
    expect(await ask(app.url, 'captcha', { tel: puzzle.tel })).toMatchObject({ code: CODE.ok })
  })

  it('is not undone when the code itself may not be sent yet', async () => {
    const { tel } = await newPuzzle()
    expect((await slide(app.url, tel)).code).toBe(CODE.ok)
    expect(await slide(app.url, tel)).toMatchObject({ code: CODE.tooManyTries, status: 200 })
    await forgetSends(app.services.db, tel)
    expect(await ask(app.url, 'captcha', { tel })).toMatchObject({ code: CODE.ok })
  })
})

describe('a code', () => {
  const register = (tel: string, captcha: string) => ask(app.url, 'register', { tel, password: PASSWORD, captcha })

  it('asked for while signed in registers nobody', async () => {
    const { token } = await newPerson(app.url, { gift: false })
    const tel = newTel()
    expect((await slide(app.url, tel, { token })).code).toBe(CODE.ok)
    expect(await register(tel, await codeFor(app.url, tel))).toMatchObject({ message: '验证码错误或已过期' })
    await forgetSends(app.services.db, tel)
    await get(app.url, 'captcha', { tel }, { token })
    expect(await register(tel, await codeFor(app.url, tel))).toMatchObject({ message: '验证码错误或已过期' })
    await forgetSends(app.services.db, tel)
    await get(app.url, 'captcha', { tel })
    expect(await register(tel, await codeFor(app.url, tel))).toMatchObject({ code: CODE.ok })
  })

  it('asked for while signed out binds no number', async () => {
    const { token } = await newPerson(app.url, { gift: false })
    const tel = newTel()
    await slide(app.url, tel)
    const bind = async () =>
      ask(app.url, 'telBind', { tel, password: PASSWORD, captcha: await codeFor(app.url, tel) }, { token })
    expect(await bind()).toMatchObject({ message: '验证码错误或已过期' })
    await forgetSends(app.services.db, tel)
    await get(app.url, 'captcha', { tel }, { token })
    expect(await bind()).toMatchObject({ code: CODE.ok })
  })

  it('is not sent to anyone who brings a sign-in that is over', async () => {
    const puzzle = await newPuzzle()
    const { pk_id, tel, x: x_value } = puzzle
    const answer = await ask(app.url, 'verifySlideCode', { pk_id, tel, x_value }, { token: 'made-up' })
    expect(answer).toMatchObject({ code: CODE.tokenInvalid })
    expect(await put(puzzle, x_value)).toMatchObject({ code: CODE.ok })
  })
})

describe('one address', () => {
  const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })
  const floods = (statuses: number[]) => statuses.filter((status) => status === 429).length
  const many = (count: number, one: () => Promise<{ status: number }>) =>
    Promise.all([...Array(count)].map(async () => (await one()).status))

  it('gets 60 puzzles in 10 minutes', async () => {
    const one = () => ask(app.url, 'createSlideCode', { pk_id: randomUUID() }, from('203.0.113.1'))
    expect(floods(await many(65, one))).toBe(5)
  })

  it('may try 120 times an hour', async () => {
    const guess = { pk_id: randomUUID(), tel: newTel(), x_value: 200 }
    expect(floods(await many(125, () => ask(app.url, 'verifySlideCode', guess, from('203.0.113.2'))))).toBe(5)
  })

  it('gets 240 pictures in 10 minutes', async () => {
    const one = () => fetch(`${app.url}${MASTER}?pk_id=${randomUUID()}`, from('203.0.113.3'))
    expect(floods(await many(245, one))).toBe(5)
  })
})

it.runIf(process.env.DATABASE_URL)('a puzzle is drawn and judged alike by every process', async () => {
  const second = await startApp(app)
  const puzzle = await newPuzzle()
  const drawn = await fetch(`${second.url}${MASTER}?pk_id=${puzzle.pk_id}`)
  expect(Buffer.from(await drawn.arrayBuffer()).equals(await bytesOf(MASTER, puzzle.pk_id))).toBe(true)
  for (let i = 0; i < 4; i++) await put(puzzle, besides(puzzle))
  const { pk_id, tel } = puzzle
  const x_value = await gapOf(pk_id)
  expect(await ask(second.url, 'verifySlideCode', { pk_id, tel, x_value })).toMatchObject({ code: CODE.ok })
  expect(await put(puzzle, x_value)).toMatchObject({ code: CODE.refused })
  await stopApp(second)
})

describe('without an SMS service', () => {
  const silent = withApp({ SMS_PROVIDER: 'off' })

  it('nobody is told that a code was sent', async () => {
    const answer = await slide(silent.url, newTel())
    expect(answer).toMatchObject({ code: CODE.refused, message: '验证码发送失败，请稍后再试', data: { why: 'unsent' } })
  })
})
