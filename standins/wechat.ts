import { randomBytes } from 'node:crypto'
import { asking, decided, redirectTarget, refused, withParams } from './authorize.ts'
import { makeGrants, type Taken } from './grants.ts'
import type { Answer, Doors, StandinRequest } from './http.ts'
import { openidOf, sexOf } from './persons.ts'

const CODE_SECONDS = 300
const TOKEN_SECONDS = 7200
const REFRESH_SECONDS = 30 * 24 * 3600
const SEX = { male: 1, female: 2, '': 0 } as const
const STATE = /^[a-zA-Z0-9]{0,128}$/
/** Inside WeChat the address is matched as a whole: in another order it cannot be opened. */
const ORDER = ['appid', 'redirect_uri', 'response_type', 'scope', 'state']

const ERRORS = {
  invalidToken: [40001, 'invalid credential, access_token is invalid or not latest'],
  wrongGrant: [40002, 'invalid grant_type'],
  wrongOpenid: [40003, 'invalid openid'],
  wrongAppid: [40013, 'invalid appid'],
  unknown: [40029, 'invalid code'],
  wrongSecret: [40125, 'invalid appsecret'],
  used: [40163, 'code been used'],
  noAppid: [41002, 'appid missing'],
  noSecret: [41004, 'appsecret missing'],
  noCode: [41008, 'missing code'],
  tokenExpired: [42001, 'access_token expired'],
  expired: [42003, 'code expired'],
} as const

type App = { id: string; secret: string; scope: 'snsapi_login' | 'snsapi_userinfo' }
type Granted = { app: App; name: string }

/** Signing in on a page through the open platform (QR code), and inside WeChat through a public account. */
export function makeWechat(now: () => number) {
  const open: App = { id: 'sandboxwechatopen', secret: randomBytes(16).toString('hex'), scope: 'snsapi_login' }
  const mp: App = { id: 'sandboxwechatmp', secret: randomBytes(16).toString('hex'), scope: 'snsapi_userinfo' }
  const codes = makeGrants<Granted>(now)
  const tokens = makeGrants<Granted>(now)

  const agree = (app: App, { query, form }: StandinRequest): Answer => {
    const state = query.get('state')
    const target = redirectTarget(query.get('redirect_uri'))!
    return decided('微信', form, {
      agreed: (name) => withParams(target, { code: codes.give({ app, name }, CODE_SECONDS), state }),
      // WeChat sends the browser back without a code and says no word about it.
      denied: () => withParams(target, { state }),
    })
  }
  const page = (app: App, asked: StandinRequest, then: () => Answer): Answer => {
    const why = whyNotAuthorize(app, asked.query)
    return why ? refused('微信', why) : then()
  }

  const accessToken = ({ query }: StandinRequest): Answer => {
    const app = [open, mp].find(({ id }) => id === query.get('appid'))
    const why = app ? whyNotToken(app, query) : query.get('appid') ? 'wrongAppid' : 'noAppid'
    if (why) return error(why)
    const taken = codes.take(query.get('code')!)
    if (taken.state !== 'good') return error(taken.state)
    if (taken.value.app !== app) return error('unknown')
    return {
      json: {
        access_token: tokens.give(taken.value, TOKEN_SECONDS),
        expires_in: TOKEN_SECONDS,
        refresh_token: tokens.give(taken.value, REFRESH_SECONDS),
        ...idsOf(taken.value),
        scope: app.scope,
      },
    }
  }

  const checked = ({ query }: StandinRequest, then: (granted: Granted) => object): Answer => {
    const token: Taken<Granted> = tokens.look(query.get('access_token') ?? '')
    if (token.state !== 'good') return error(token.state === 'expired' ? 'tokenExpired' : 'invalidToken')
    if (idsOf(token.value).openid !== query.get('openid')) return error('wrongOpenid')
    return { json: then(token.value) }
  }

  const doors: Doors = {
    'GET /connect/qrconnect': (asked) => page(open, asked, () => asking('微信')),
    'POST /connect/qrconnect': (asked) => page(open, asked, () => agree(open, asked)),
    'GET /connect/oauth2/authorize': (asked) => page(mp, asked, () => asking('微信')),
    'POST /connect/oauth2/authorize': (asked) => page(mp, asked, () => agree(mp, asked)),
    'GET /sns/oauth2/access_token': accessToken,
    'GET /sns/auth': (asked) => checked(asked, () => ({ errcode: 0, errmsg: 'ok' })),
    'GET /sns/userinfo': (asked) => checked(asked, profileOf),
  }
  const env = {
    WECHAT_APP_ID: open.id,
    WECHAT_APP_SECRET: open.secret,
    WECHAT_MP_APP_ID: mp.id,
    WECHAT_MP_APP_SECRET: mp.secret,
  }
  return { doors, env }
}

function whyNotAuthorize(app: App, query: URLSearchParams): string | undefined {
  if (query.get('appid') !== app.id) return 'appid 参数错误'
  if (!redirectTarget(query.get('redirect_uri'))) return 'redirect_uri 参数错误'
  if (query.get('response_type') !== 'code') return 'response_type 参数错误'
  if (query.get('scope') !== app.scope) return 'scope 参数错误或没有 scope 权限'
  if (app.scope === 'snsapi_login') return undefined
  const known = [...query.keys()].filter((name) => ORDER.includes(name))
  if (known.join() !== ORDER.slice(0, known.length).join()) return '参数顺序错误'
  if (!STATE.test(query.get('state') ?? '')) return 'state 只能是字母和数字，最多 128 字节'
  return undefined
}

function whyNotToken(app: App, query: URLSearchParams): keyof typeof ERRORS | undefined {
  if (!query.get('secret')) return 'noSecret'
  if (query.get('secret') !== app.secret) return 'wrongSecret'
  if (query.get('grant_type') !== 'authorization_code') return 'wrongGrant'
  if (!query.get('code')) return 'noCode'
  return undefined
}

/** The openid differs from app to app; the unionid is the person's at all of them. */
const idsOf = ({ app, name }: Granted) => ({ openid: openidOf(app.id, name), unionid: openidOf('unionid', name) })

const profileOf = (granted: Granted) => ({
  ...idsOf(granted),
  nickname: granted.name,
  sex: SEX[sexOf(granted.name)],
  language: 'zh_CN',
  city: '',
  province: '',
  country: '',
  headimgurl: '',
  privilege: [],
})

/** WeChat's refusals are HTTP 200. */
function error(name: keyof typeof ERRORS): Answer {
  const [errcode, errmsg] = ERRORS[name]
  return { json: { errcode, errmsg } }
}
