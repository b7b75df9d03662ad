import type { Handlers } from '#server/context.ts'
import { claimGift } from './claimGift.ts'
import { sendCode } from './codes.ts'
import { forgetPwd } from './forgetPwd.ts'
import { login } from './login.ts'
import { register } from './register.ts'
import { endSession } from './sessions.ts'
import { readUser } from './user.ts'

export const accountHandlers = {
  async captcha(context, { tel }) {
    await sendCode(context, tel, 'signedOut')
    return {}
  },
  login,
  register,
  forgetPwd,
  async logout({ db, caller }) {
    await endSession(db, caller.sessionId)
    return {}
  },
  userInfo: async ({ db, caller }) => ({ user: await readUser(db, caller.userId) }),
  claimGift,
} satisfies Partial<Handlers>
