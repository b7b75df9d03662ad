import type { Handlers } from '#server/platform/context.ts'
import { agree } from './agree.ts'
import { bind } from './bind.ts'
import { claimGift } from './claimGift.ts'
import { forgetPwd } from './forgetPwd.ts'
import { login } from './login.ts'
import { oauthUrl } from './oauthUrl.ts'
import { endSession, sessions } from './ownSessions.ts'
import { proveAgain } from './proveAgain.ts'
import { register } from './register.ts'
import { signOut } from './sessions.ts'
import { socialLogin } from './socialLogin.ts'
import { telBind } from './telBind.ts'
import { unbind } from './unbind.ts'
import { readUser } from './user.ts'
import { userArgument } from './userArgument.ts'
import { userInfoUpdate } from './userInfoUpdate.ts'

export const accountHandlers = {
  proveAgain,
  userArgument,
  login,
  register,
  forgetPwd,
  agree,
  async logout({ db, caller }) {
    await signOut(db, caller.sessionId)
    return {}
  },
  sessions,
  endSession,
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
