import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Browser, Page } from '@playwright/test'
import { readSecrets } from '#test/operator.ts'
import { expect, expectAccessible, otherDevice } from './site.ts'

let operators = 0

type Place = { site: string; dataDir: string }

/** A new operator, made by the command line beside the running server, at the desk in a browser of their own. */
export async function openDesk(browser: Browser, { site, dataDir }: Place): Promise<Page> {
  const name = `审核员${process.pid}-${++operators}`
  const env = { PATH: process.env.PATH, DATA_DIR: dataDir, PORT: new URL(site).port }
  const words = ['dist/server/cli.js', 'operator', 'add', name]
  const { stdout } = await promisify(execFile)(process.execPath, words, { env })
  const { password, codeAt } = readSecrets(stdout)
  const desk = await otherDevice(browser)
  await desk.goto(`${site}/review`)
  await expectAccessible(desk, "the desk's sign-in")
  await desk.getByLabel('名字').fill(name)
  await desk.getByLabel('密码').fill(password)
  await desk.getByLabel('动态码').fill(codeAt(Date.now()))
  await desk.getByLabel('动态码').press('Enter')
  await expect(desk.getByRole('heading', { name: '审核台' })).toBeVisible()
  return desk
}
