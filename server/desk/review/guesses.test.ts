import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { CODE } from '#contract/codes.ts'
import { withApp } from '#test/app.ts'
import { type Browser, newBrowser } from '#test/browser.ts'
import { get } from '#test/client.ts'
import { newOperator } from '#test/operator.ts'
import { alertFailedLogins } from './alertFailedLogins.ts'

const app = withApp({ TRUST_PROXY: '1' })
const MOST = 5
const STEP_MS = 30_000

let networks = 0
const browser = () => newBrowser(app.url, `203.0.113.${++networks}`)
/** The process's clock goes on step by step: each code is good once. */
let moment = Date.now()
function nextStep(): number {
  moment += STEP_MS
  app.services.now = () => new Date(moment)
  return moment
}
type Known = { name: string; password: string; codeAt: (moment: number) => string }
const signIn = ({ name, password, codeAt }: Known, at: Browser) =>
  at.ask('reviewLogin', { name, password, totp: codeAt(nextStep()) })
async function guessOn(at: Browser, { name, password }: Known) {
  // With the right password: it is the six digits that are guessed.
  for (let i = 0; i < MOST; i++)
    expect((await at.ask('reviewLogin', { name, password, totp: '000000' })).code).toBe(CODE.refused)
}

it('strangers who guess under an operator’s name do not keep out a device the operator has signed in on', async () => {
  const operator = await newOperator(app.services)
  const own = browser()
  expect((await signIn(operator, own)).code).toBe(CODE.ok)
  await guessOn(browser(), operator)
  expect((await signIn(operator, browser())).code).toBe(CODE.tooManyTries)
  expect((await signIn(operator, own)).code).toBe(CODE.ok)
})

it('such a device has the same limit, and another one is not touched by it', async () => {
  const operator = await newOperator(app.services)
  const [own, other] = [browser(), browser()]
  await signIn(operator, own)
  await guessOn(own, operator)
  expect((await signIn(operator, own)).code).toBe(CODE.tooManyTries)
  expect((await signIn(operator, other)).code).toBe(CODE.ok)
})

it('what a device is known by ends with the password, but where that was changed', async () => {
  const operator = await newOperator(app.services)
  const [own, other] = [browser(), browser()]
  await signIn(operator, other)
  const { data } = await signIn(operator, own)
  const next = 'a much longer secret'
  const change = { password: operator.password, totp: operator.codeAt(nextStep()), next }
  expect((await own.ask('deskPassword', change, { token: data!.token })).code).toBe(CODE.ok)
  const now = { ...operator, password: next }
  await guessOn(browser(), now)
  expect((await signIn(now, other)).code).toBe(CODE.tooManyTries)
  expect((await signIn(now, own)).code).toBe(CODE.ok)
})

it('strangers use up nothing of what an operator who is signed in proves themselves by', async () => {
  const operator = await newOperator(app.services)
  const own = browser()
  const { data } = await signIn(operator, own)
  await guessOn(browser(), operator)
  const proof = { password: operator.password, totp: operator.codeAt(nextStep()) }
  expect((await own.ask('deskTotpNew', proof, { token: data!.token })).code).toBe(CODE.ok)
})

it('the history of the desk says under whose name strangers guessed, once a day', async () => {
  const operator = await newOperator(app.services)
  const own = browser()
  const { data } = await signIn(operator, own)
  const told = async () => (await get(app.url, 'deskHistory', { operator: operator.name }, data!)).acts
  await alertFailedLogins(app.services)
  expect(await told()).toEqual([])
  await guessOn(browser(), operator)
  await Promise.all([1, 2].map(() => alertFailedLogins(app.services)))
  expect(await told()).toMatchObject([{ kind: 'operator', target: operator.name, act: 'guessed' }])
  await sql`update operators set guesses_told_at = guesses_told_at - interval '25 hours'`.execute(app.services.db)
  await alertFailedLogins(app.services)
  expect(await told()).toHaveLength(2)
})
