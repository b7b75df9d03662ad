import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { type CallName, calls } from '#contract/calls.ts'
import { SIGN_IN_OVER } from '#contract/codes.ts'
import { formatChina } from '#contract/time.ts'
import { withApp } from '../../test/app.ts'
import { ask, foretold, get, inSeconds, later, newPerson, PASSWORD, seal, textCapsule } from '../../test/client.ts'
import { dumpOf } from '../../test/dump.ts'

const app = withApp()
const PLANTED = 'chrysanthemum-4711'
const ANSWER = 'whitecrane-0815'
const CONTACT = 'planted@nowhere.example'
const WORDS = [PLANTED, ANSWER, CONTACT]

const answers = { key_answer: { '您的生肖是？': ANSWER } }
const planted = () => ({
  content: [{ type: 0 as const, content: PLANTED, comment: PLANTED }],
  description: PLANTED,
  send_word: PLANTED,
  open_time: inSeconds(6),
})

/** What each call is sent when it is searched: whatever could bring the capsule up. What may end a sign-in is last. */
const inputs = (capsule_id: string): Record<CallName, unknown> => ({
  systemInfo: {},
  userArgument: { type: 0 },
  createSlideCode: { pk_id: 'planted-word' },
  verifySlideCode: { pk_id: 'planted-word', tel: '13000000000', x_value: 0 },
  captcha: { tel: '13000000000' },
  sessions: {},
  endSession: { session_id: '999999999' },
  oauthUrl: { provider: 'wechat', purpose: 'login' },
  wechatLogin: { code: 'x', state: 'x' },
  weiboLogin: { access_token: 'x', wb_uid: '1' },
  wechatBind: { code: 'x', state: 'x' },
  weiboBind: { code: 'x', state: 'x' },
  userInfoUpdate: { sex: '1' },
  telBind: { tel: '13000000000', password: '0'.repeat(32), captcha: '0000' },
  unbind: { type: 0 },
  taskList: {},
  login: { tel: '13000000000', password: '0'.repeat(32) },
  register: { tel: '13000000000', password: '0'.repeat(32), captcha: '0000' },
  forgetPwd: { tel: '13000000000', password: '0'.repeat(32), captcha: '0000' },
  userInfo: {},
  claimGift: {},
  capsuleOpenList: {},
  capsuleDetail: { capsule_id },
  myOpenCapsules: {},
  myClosedCapsules: {},
  capsuleIsPublic: { capsule_id, is_public: 1 },
  capsuleShare: { capsule_id },
  capsuleUnshare: { capsule_id },
  ossToken: {},
  createTimeCapsule: { ...textCapsule('<p>other</p>'), draft_id: capsule_id },
  createTimeDraft: { content: textCapsule('<p>other</p>').content, draft_id: capsule_id },
  createDiaryCapsule: { content: textCapsule('<p>other</p>').content, draft_id: capsule_id },
  createDiaryDraft: { content: textCapsule('<p>other</p>').content, draft_id: capsule_id },
  createForecastCapsule: { ...foretold('other'), draft_id: capsule_id },
  createForecastDraft: { ...foretold('other'), draft_id: capsule_id },
  diaryList: { date: formatChina(Date.now()).slice(0, 7) },
  diaryCalendar: { month: formatChina(Date.now()).slice(0, 7).replace('-', '') },
  diaryEdit: { capsule_id, content: textCapsule('<p>other</p>').content },
  diaryThisDay: {},
  capsuleRecords: {},
  capsuleUpdate: { capsule_id, long_tag: 'x' },
  myDrafts: {},
  deleteDraft: { capsule_id },
  capsuleQlist: { capsule_id },
  unseal: { capsule_id, key_answer: { '您的生肖是？': 'wrong' } },
  unlockRequest: { capsule_id, reason: '我想要提前看到它，拜托拜托' },
  cancelAccount: { captcha: '0000' },
  logout: {},
})

describe('sealed is sealed', () => {
  it.each([
    ['time capsule', 'createTimeCapsule', { contact: { email: CONTACT }, ...answers }],
    ['diary', 'createDiaryCapsule', answers],
    ['prediction', 'createForecastCapsule', {}],
  ] as const)(
    'finds a planted word of a sealed %s – content, words, answers – nowhere before opening: every call, as owner, stranger, nobody',
    async (_what, create, more) => {
      const [owner, stranger] = [await newPerson(app.url), await newPerson(app.url)]
      const { capsule_id } = await get(app.url, create, { ...planted(), ...more }, { token: owner.token })
      const asked = inputs(capsule_id)
      expect(Object.keys(asked).sort()).toEqual(Object.keys(calls).sort())
      for (const token of [owner.token, stranger.token, undefined]) {
        for (const [name, input] of Object.entries(asked) as [CallName, unknown][]) {
          const { text, code } = await ask(app.url, name, input, { token })
          // A call that turned the person away has shown nothing of what it answers them.
          if (token) expect(SIGN_IN_OVER, `${name}: ${text}`).not.toContain(code)
          for (const word of WORDS) expect(text, name).not.toContain(word)
        }
      }
      expect(await searchTables()).toEqual([])
      expect(await searchFiles()).toEqual([])
      await later(6_000)
      // The control: once it is open the word is there, so the search above could have found it.
      const { token } = await get(app.url, 'login', { tel: owner.tel, password: PASSWORD })
      await get(app.url, 'unseal', { capsule_id, ...answers }, { token })
      const { text } = await ask(app.url, 'capsuleDetail', { capsule_id }, { token })
      expect(text).toContain(PLANTED)
    },
  )

  it('the search of tables and files can find: a planted title is there', async () => {
    const { token } = await newPerson(app.url)
    await seal(app.url, token, textCapsule('<p>x</p>', { long_tag: 'findme-title' }))
    expect(await searchTables('findme-title')).not.toEqual([])
    await sql`checkpoint`.execute(app.services.db)
    if (!app.databaseUrl) expect(await searchFiles('findme-title')).not.toEqual([])
  })
})

/** Every row of every table as text – and as the bytes of a bytea. */
async function searchTables(...words: string[]): Promise<string[]> {
  const wanted = words.length ? words : WORDS
  const forms = wanted.flatMap((word) => [word, Buffer.from(word).toString('hex')])
  const dump = await dumpOf(app.services.db)
  return dump.flatMap(({ table, row }) => forms.filter((form) => row.includes(form)).map((form) => `${table}: ${form}`))
}

/** Every file of the data folder, the write-ahead log included (the embedded engine's; a server keeps its own). */
async function searchFiles(...words: string[]): Promise<string[]> {
  await sql`checkpoint`.execute(app.services.db)
  const wanted = words.length ? words : WORDS
  const found: string[] = []
  for (const entry of await readdir(app.dataDir, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue
    const bytes = await readFile(join(entry.parentPath, entry.name))
    for (const word of wanted) if (bytes.includes(word)) found.push(`${entry.name}: ${word}`)
  }
  return found
}
