import { Secret, TOTP } from 'otpauth'
import { ROLES, type Role } from '#contract/desk.ts'
import { addOperator } from '#server/desk/review/operators.ts'
import type { Services } from '#server/platform/context.ts'
import { get } from './client.ts'

let operators = 0

export type OperatorSecrets = { password: string; codeAt: (moment: Date | number) => string }

/** Reads the secrets that the command line printed when it added an operator. */
export function readSecrets(said: string): OperatorSecrets {
  const password = /^密码：(\S+)$/m.exec(said)![1]!
  const totp = new TOTP({ secret: Secret.fromBase32(/^动态码密钥：(\S+)$/m.exec(said)![1]!) })
  return { password, codeAt: (moment) => totp.generate({ timestamp: Number(moment) }) }
}

export async function newOperator(services: Services, roles: readonly Role[] = ROLES, name = `审核员${++operators}`) {
  return { name, ...readSecrets(await addOperator(services, name, roles)) }
}

/** An operator at the desk. */
export async function newDesk(url: string, services: Services, roles: readonly Role[] = ROLES) {
  const { name, password, codeAt } = await newOperator(services, roles)
  const { token } = await get(url, 'reviewLogin', { name, password, totp: codeAt(services.now()) })
  return { name, token, password, codeAt }
}
