import { randomUUID } from 'node:crypto'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import { release } from '#server/platform/clock/clockRow.ts'
import { confirmClock, holdClock, showClock } from '#server/platform/clock/commands.ts'
import { makeWritings } from '#server/platform/writings.ts'
import { withApp } from '#test/app.ts'
import { foretold, get, newPerson, seal, textCapsule } from '#test/client.ts'
import { lose } from '#test/lose.ts'
import { newDesk } from '#test/operator.ts'
import { compareLosses, keepWritings } from './compare.ts'

const app = withApp()
const health = async () => (await (await fetch(`${app.url}/health`)).json()) as { lost?: object }
const person = async () => {
  const { token } = await newPerson(app.url)
  const { user } = await get(app.url, 'userInfo', {}, { token })
  return { token, id: String(user.id) }
}
type Person = Awaited<ReturnType<typeof person>>
const content = textCapsule('<p>words that nobody but their writer reads</p>').content
const keepDraft = async ({ token }: Person) =>
  (await get(app.url, 'createTimeDraft', { content }, { token, key: randomUUID() })).capsule_id
const write = async ({ token }: Person) =>
  (await get(app.url, 'createDiaryCapsule', { content }, { token, key: randomUUID() })).capsule_id

const told = async ({ token }: Person) =>
  (await get(app.url, 'inbox', {}, { token })).messages.data.filter(({ kind }) => kind === 'lost')
/** As another process with nothing in its memory, that began just now. */
const another = () => ({ ...app.services, writings: makeWritings(Date.now) })
/** Held, since every process finds it by its next look. */
const noticed = () => app.services.clock.look()
/** So much later is it by the clock that every process counts with. */
let passed = 0
const steady = { now: () => performance.now() + passed }
const looks = (services: typeof app.services = app.services) => compareLosses(services, steady)
/** At once, and when everybody has had the time to put what they remember. */
const compared = async (services: typeof app.services = app.services) => {
  await looks(services)
  passed += 90_000
  await looks(services)
}
const listed = async () => {
  const { token } = await newDesk(app.url, app.services, ['keeper'])
  const { lost } = await get(app.url, 'deskLost', { pageSize: 50 }, { token })
  return lost.map(({ user_id, kind, row_id }) => `${user_id} ${kind} ${row_id}`).sort()
}
const folder = async () => {
  const [{ name } = { name: '' }] = await app.services.db.selectFrom('clock').select('name').execute()
  return join(app.dataDir, 'media', 'witness', `${name}.writings`)
}

afterEach(async () => {
  const { db } = app.services
  await release(db)
  // An earlier loss keeps the writings it took, and operators are not told of it again.
  await sql`update losses set from_at = from_at - interval '31 days', held_at = held_at - interval '31 days'`.execute(
    db,
  )
})

describe('what a loss took', () => {
  it('is named exactly: whose, what and which, and nothing that is still there or was given up', async () => {
    const [one, two] = [await person(), await person()]
    const older = await keepDraft(one)
    const lost: string[] = []
    await lose(app.services, async () => {
      lost.push(`${one.id} capsule ${await seal(app.url, one.token, textCapsule('<p>x</p>'))}`)
      lost.push(`${one.id} diary ${await write(one)}`)
      const prediction = await get(app.url, 'createForecastCapsule', foretold('x'), {
        token: two.token,
        key: randomUUID(),
      })
      lost.push(`${two.id} forecast ${prediction.capsule_id}`)
      // An older draft that was written over has lost what was added.
      const again = { content, draft_id: older }
      await get(app.url, 'createTimeDraft', again, { token: one.token, key: randomUUID() })
      lost.push(`${one.id} draft ${older}`)
      const deleted = await keepDraft(two)
      await get(app.url, 'deleteDraft', { capsule_id: deleted }, { token: two.token })
      const sealed = { ...textCapsule('<p>x</p>'), draft_id: await keepDraft(two) }
      lost.push(`${two.id} capsule ${await seal(app.url, two.token, sealed)}`)
      const given = randomUUID()
      await get(app.url, 'giveGift', { user_id: one.id, gift: { time: 1 } } as never, { token: two.token, key: given })
      lost.push(`${two.id} gift ${given}`)
    })
    await noticed()
    await write(two)
    await compared()
    expect(await listed()).toEqual(lost.sort())
    const span = { from: expect.stringMatching(/^\d{4}-/), until: expect.stringMatching(/^\d{4}-/) }
    expect(await health()).toEqual({ status: 'ok', held: 'restored', lost: { ...span, writings: 6 } })
    expect(await showClock(app.services)).toMatch(/之间写下的内容少了：已知2人的6项/)
  })

  it('is told kindly to anyone who lost something, once, whatever processes find it, and to nobody else', async () => {
    const [one, two] = [await person(), await person()]
    await lose(app.services, async () => {
      await seal(app.url, one.token, textCapsule('<p>x</p>'))
      await write(one)
    })
    await noticed()
    await Promise.all([compared(), compared({ ...another(), writings: { ...app.services.writings } })])
    expect(await told(one)).toMatchObject([
      {
        text: expect.stringMatching(
          /^非常抱歉.*保存的(时光胶囊1项、日记1项|日记1项、时光胶囊1项)没有留下来。为此用掉的胶囊已经退回。.*草稿箱/,
        ),
        to: '/subPages/me/draftBox',
      },
    ])
    expect(await told(two)).toEqual([])
    await confirmClock(app.services)
    expect(await health()).toEqual({ status: 'ok' })
    expect(await showClock(app.services)).toContain('1人的2项')
  })

  it('is named after the next loss as well, newest first: an hour later a second failover hides no first one', async () => {
    const [one, two] = [await person(), await person()]
    const lost: string[] = []
    await lose(app.services, async () => void lost.push(`${one.id} diary ${await write(one)}`))
    await noticed()
    await compared()
    await confirmClock(app.services)
    await lose(app.services, async () => {
      lost.push(`${two.id} diary ${await write(two)}`, `${two.id} diary ${await write(two)}`)
    })
    await noticed()
    await compared()
    await confirmClock(app.services)
    // A third that took nothing hides none of them.
    await lose(app.services, async () => {})
    await noticed()
    await compared()
    const text = await showClock(app.services)
    expect(text.match(/没有发现少了什么|已知1人的\d项/g)).toEqual(['没有发现少了什么', '已知1人的2项', '已知1人的1项'])
    const { token, name } = await newDesk(app.url, app.services, ['keeper'])
    expect(await get(app.url, 'deskClock', {}, { token })).toMatchObject({ lost: 2 })
    const first = await get(app.url, 'deskLost', { pageSize: 2 }, { token })
    const next = await get(app.url, 'deskLost', { page: 2, pageSize: 2 }, { token })
    expect([first, next].map(({ lost }) => lost.map(({ user_id }) => user_id))).toEqual([[two.id, two.id], [one.id]])
    expect(await listed()).toEqual(lost.sort())
    const { looks } = await get(app.url, 'deskLooks', { operator: name }, { token })
    expect(new Set(looks.map(({ target }) => target)).size).toBe(2)
  })

  it('is shown to a keeper alone, without a word of it, and the look is written down', async () => {
    const one = await person()
    await lose(app.services, () => write(one))
    await noticed()
    await compared()
    const reviewer = await newDesk(app.url, app.services, ['review'])
    await expect(get(app.url, 'deskLost', {}, { token: reviewer.token })).rejects.toThrow()
    const { token, name } = await newDesk(app.url, app.services, ['keeper'])
    expect(await get(app.url, 'deskClock', {}, { token })).toMatchObject({
      lost: 1,
      text: expect.stringContaining('1项'),
    })
    const { looks: before } = await get(app.url, 'deskLooks', { operator: name }, { token })
    expect(before).toEqual([])
    await get(app.url, 'deskLost', {}, { token })
    const { looks } = await get(app.url, 'deskLooks', { operator: name }, { token })
    expect(looks).toMatchObject([{ kind: 'loss', operator: name }])
  })
})

it('who lost a draft is led to what their device may still have of it', async () => {
  const one = await person()
  let draft = ''
  await lose(app.services, async () => {
    draft = await keepDraft(one)
  })
  await noticed()
  await compared()
  expect(await told(one)).toMatchObject([{ to: `/subPages/me/draftBox?lost=${draft}` }])
})

describe('a draft that its writer gave up is missing to nobody', () => {
  it('though it was after the loss, and another process looks later', async () => {
    const one = await person()
    const draft = await keepDraft(one)
    await keepWritings(app.services)
    await lose(app.services, async () => {})
    await noticed()
    await compared()
    await release(app.services.db)
    await get(app.url, 'deleteDraft', { capsule_id: draft }, { token: one.token })
    const restarted = another()
    restarted.writings.note('createTimeDraft', 1, { input: {}, data: { capsule_id: '1' }, once: undefined })
    await compared(restarted)
    expect(await told(one)).toEqual([])
  })

  it('though nobody could look until then', async () => {
    const one = await person()
    const draft = await keepDraft(one)
    await keepWritings(app.services)
    await lose(app.services, async () => {})
    await noticed()
    await get(app.url, 'deleteDraft', { capsule_id: draft }, { token: one.token })
    await compared()
    expect(await told(one)).toEqual([])
  })
})

describe('nothing is said of a loss', () => {
  it('but its span, until every process has had the time to put what it remembers: one may know that a draft was given up', async () => {
    const one = await person()
    const first = another()
    const draft = await keepDraft(one)
    first.writings.note('createTimeDraft', Number(one.id), {
      input: {},
      data: { capsule_id: draft },
      once: undefined,
    })
    await get(app.url, 'deleteDraft', { capsule_id: draft }, { token: one.token })
    await lose(app.services, async () => {})
    await noticed()
    await looks(first)
    await looks(first)
    expect(await health()).toMatchObject({ lost: { from: expect.any(String), writings: null } })
    await looks()
    passed += 90_000
    await looks(first)
    expect(await told(one)).toEqual([])
    expect(await health()).toMatchObject({ lost: { writings: 0 } })
  })

  it('from one memory alone while the store is away, but after five minutes, and then not of drafts', async () => {
    const one = await person()
    const store = { away: true }
    const asked = async () => {
      if (store.away) throw new Error('away')
    }
    const { beside } = app.services.media
    const services = {
      ...app.services,
      writings: { ...app.services.writings },
      media: {
        ...app.services.media,
        beside: {
          read: (name: string) => asked().then(() => beside.read(name)),
          keep: (name: string, text: string) => asked().then(() => beside.keep(name, text)),
          remove: (name: string) => asked().then(() => beside.remove(name)),
        },
      },
    }
    const lost: string[] = []
    await lose(app.services, async () => {
      lost.push(`${one.id} diary ${await write(one)}`, `${one.id} draft ${await keepDraft(one)}`)
    })
    await noticed()
    await compared(services)
    expect(await health()).toMatchObject({ lost: { writings: null } })
    passed += 5 * 60_000
    await looks(services)
    expect(await listed()).toContain(lost[0])
    expect(await listed()).not.toContain(lost[1])
    store.away = false
    await compared(services)
    expect(await listed()).toEqual(expect.arrayContaining(lost))
    expect(await told(one)).toHaveLength(2)
  })
})

describe('when every process that knew is gone', () => {
  it('what they have put beside the witness names it', async () => {
    const one = await person()
    let lost = ''
    await lose(app.services, async () => {
      lost = await write(one)
      await keepWritings(app.services)
    })
    await noticed()
    await compared(another())
    expect(await listed()).toEqual([`${one.id} diary ${lost}`])
    expect(await told(one)).toHaveLength(1)
  })

  it('and nothing can be read there, the span alone is named: whose it was is not known', async () => {
    const one = await person()
    await lose(app.services, () => write(one))
    await rm(await folder(), { recursive: true, force: true })
    await noticed()
    await compared(another())
    expect(await health()).toMatchObject({ lost: { from: expect.any(String), writings: null } })
    expect(await showClock(app.services)).toContain('涉及谁、少了什么：不知道')
    expect(await listed()).toEqual([])
    expect(await told(one)).toEqual([])
  })

  it('and what lies there was locked with another master key, the same', async () => {
    const one = await person()
    await lose(app.services, async () => {
      await write(one)
      await keepWritings(app.services)
    })
    await noticed()
    const { keys } = app.services
    const stranger = { ...keys, name: 'x', box: Buffer.alloc(32), others: [] }
    await compared({ ...another(), keys: stranger })
    expect(await health()).toMatchObject({ lost: { writings: null } })
  })
})

describe('what lies beside the witness', () => {
  it('is an object a minute, locked, under a megabyte however much there was', async () => {
    const now = { at: Date.now() }
    const writings = makeWritings(() => now.at)
    const services = { ...app.services, writings, now: () => new Date(now.at) }
    for (let id = 0; id < 30_000; id++)
      writings.note('createTimeCapsule', 471108154711, { input: {}, data: { capsule_id: `8${id}` }, once: undefined })
    await rm(await folder(), { recursive: true, force: true })
    await keepWritings(services)
    expect(await objects()).toHaveLength(1)
    await keepWritings(services)
    await keepWritings(services)
    expect(await objects()).toHaveLength(3)
    for (const name of await objects()) {
      const text = await readFile(join(await folder(), name), 'utf8')
      expect(text.length).toBeLessThan(1_000_000)
      expect(text).not.toMatch(/471108154711|capsule/)
    }
  })

  /** One more process, whose clock is so much ahead. */
  const ahead = (hours: number) => {
    const now = { at: Date.now() + hours * 3_600_000 }
    return { now, services: { ...app.services, writings: makeWritings(() => now.at), now: () => new Date(now.at) } }
  }
  const objects = async () => (await readdir(await folder())).filter((name) => name !== 'index').sort()
  const indexed = async () =>
    Object.keys(JSON.parse(await readFile(join(await folder(), 'index'), 'utf8')) as object).sort()
  const processOf = (object: string) => object.slice(0, 36)

  it('is gone after a day, no matter who put it, and whether or not the index names it', async () => {
    await noticed()
    await keepWritings(ahead(-25).services)
    const stranger = `${randomUUID()}-${Math.floor(Date.now() / 60_000) - 1_500}`
    await writeFile(join(await folder(), stranger), 'x')
    const before = await objects()
    await keepWritings(another())
    const gone = before.filter((name) => Number(name.slice(37)) < Date.now() / 60_000 - 1_440)
    expect(gone).toContain(stranger)
    expect((await objects()).filter((name) => gone.includes(name))).toEqual([])
    expect((await indexed()).filter((process) => gone.map(processOf).includes(process))).toEqual([])
  })

  it('stays, whatever the clock of another machine says, and while sending is held', async () => {
    await noticed()
    await keepWritings(another())
    const before = await objects()
    await keepWritings(ahead(25).services)
    expect(await objects()).toEqual(expect.arrayContaining(before))
    await keepWritings(ahead(-25).services)
    const old = await objects()
    await holdClock(app.services)
    await keepWritings(another())
    expect(await objects()).toEqual(expect.arrayContaining(old))
  })

  it('is found at its minute again when a clock that was ahead is set right', async () => {
    const { now, services } = ahead(24)
    await keepWritings(services)
    const before = await objects()
    now.at = Date.now()
    await keepWritings(services)
    const fresh = (await objects()).filter((name) => !before.includes(name))
    expect(fresh).toEqual([expect.stringMatching(new RegExp(`-${Math.floor(now.at / 60_000)}$`))])
    expect(await indexed()).toContain(processOf(fresh[0]!))
  })

  it('is named by the index again a minute after another process wrote that without it', async () => {
    const { now, services } = ahead(0)
    await keepWritings(services)
    const before = await indexed()
    await writeFile(join(await folder(), 'index'), '{}')
    now.at += 60_000
    await keepWritings(services)
    expect(before).toEqual(expect.arrayContaining(await indexed()))
    expect(await indexed()).toHaveLength(1)
  })
})

describe('what a process remembers', () => {
  const sealed = (writings: ReturnType<typeof makeWritings>, ...ids: number[]) => {
    for (const id of ids)
      writings.note('createTimeCapsule', 1, { input: {}, data: { capsule_id: String(id) }, once: undefined })
  }
  const range = (from: number, until: number) => Array.from({ length: until - from }, (_, at) => from + at)

  it('is put whole, though a flood drops its older half in the middle of a put', async () => {
    const writings = makeWritings(Date.now)
    const put = new Set<number>()
    sealed(writings, ...range(0, 60_000))
    await writings.passOn(async (fresh) => {
      sealed(writings, ...range(60_000, 110_000))
      for (const { id } of fresh) put.add(Number(id))
      return fresh.length
    })
    await writings.passOn(async (fresh) => {
      for (const { id } of fresh) put.add(Number(id))
      return fresh.length
    })
    expect(range(0, 110_000).filter((id) => !put.has(id))).toEqual([])
  })

  it('is put once, though two ask at once', async () => {
    const writings = makeWritings(Date.now)
    const put: string[] = []
    sealed(writings, 1, 2)
    const all = async (fresh: readonly { id: string }[]) => {
      put.push(...fresh.map(({ id }) => id))
      return fresh.length
    }
    await Promise.all([writings.passOn(all), writings.passOn(all)])
    expect(put).toEqual(['1', '2'])
  })

  it('is not forgotten after its time while the store has not taken it', async () => {
    const now = { at: Date.now() }
    const writings = makeWritings(() => now.at)
    sealed(writings, 1)
    await writings.passOn(() => Promise.reject(new Error('away'))).catch(() => undefined)
    now.at += 20 * 60_000
    await writings.passOn(async (fresh) => fresh.length)
    expect(writings.all()).toHaveLength(1)
    await writings.passOn(async () => 0)
    expect(writings.all()).toEqual([])
  })
})
