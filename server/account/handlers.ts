import type { Handlers } from '#server/context.ts'
import { userArgument } from './agreement.ts'
import { bind, unbind } from './bind.ts'
import { telBind } from './bindTel.ts'
import { claimGift } from './claimGift.ts'
import { forgetPwd } from './forgetPwd.ts'
import { login } from './login.ts'
import { oauthUrl } from './oauth.ts'
import { endOwnSession, listSessions } from './ownSessions.ts'
import { register } from './register.ts'
import { endSession } from './sessions.ts'
import { socialLogin } from './socialLogin.ts'
import { userInfoUpdate } from './updateUser.ts'
import { readUser } from './user.ts'

export const accountHandlers = {
  userArgument,
  login,
  register,
  forgetPwd,
  async logout({ db, caller }) {
    await endSession(db, caller.sessionId)
    return {}
  },
  sessions: listSessions,
  endSession: endOwnSession,
  oauthUrl,
  wechatLogin: socialLogin('wechat'),
  weiboLogin: socialLogin('weibo'),
  wechatBind: bind('wechat'),
  weiboBind: bind('weibo'),
  userInfo: async (context) => ({ user: await readUser(context) }),
  userInfoUpdate,
  telBind,
  unbind,
  claimGift,
} satisfies Partial<Handlers>
