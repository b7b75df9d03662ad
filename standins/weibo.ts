import { randomBytes } from 'node:crypto'
import { asking, decided, redirectTarget, refused, withParams } from './authorize.ts'
import { makeGrants } from './grants.ts'
import type { Answer, Doors, StandinRequest } from './http.ts'
import { sexOf, uidOf } from './persons.ts'

const CODE_SECONDS = 300
const TOKEN_SECONDS = 7200
const OUR_KEY = 'sandboxweibo'
const OTHER_KEY = 'sandboxother'
const GENDER = { male: 'm', female: 'f', '': 'n' } as const

const ERRORS = {
  notThisPerson: [403, 10008, 'param error, see doc for more info.'],
  redirectMismatch: [400, 21322, 'redirect_uri_mismatch'],
  invalidRequest: [400, 21323, 'invalid_request'],
  invalidClient: [400, 21324, 'invalid_client'],
  invalidGrant: [400, 21325, 'invalid_grant'],
  tokenExpired: [403, 21327, 'expired_token'],
  wrongGrant: [400, 21328, 'unsupported_grant_type'],
  denied: [400, 21330, 'access_denied'],
  invalidToken: [400, 21332, 'invalid_access_token'],
} as const

type Code = { name: string; redirectUri: string }
type Token = { name: string; appkey: string; createdAt: number; until: number }
export type WeiboTokenWish = { name: string; app?: 'ours' | 'other'; expired?: boolean }

export function makeWeibo(now: () => number) {
  const secret = randomBytes(16).toString('hex')
  const codes = makeGrants<Code>(now)
  const tokens = new Map<string, Token>()

  const giveToken = (name: string, { appkey = OUR_KEY, seconds = TOKEN_SECONDS } = {}): string => {
    const token = `2.00${randomBytes(18).toString('base64url')}`
    const until = now() + seconds * 1000
    tokens.set(token, { name, appkey, createdAt: until - TOKEN_SECONDS * 1000, until })
    return token
  }
  const mintToken = ({ name, app, expired }: WeiboTokenWish) => ({
    access_token: giveToken(name, {
      appkey: app === 'other' ? OTHER_KEY : OUR_KEY,
      seconds: expired ? -1 : TOKEN_SECONDS,
    }),
    uid: uidOf(name),
  })

  const page = ({ query }: StandinRequest, then: (target: URL) => Answer): Answer => {
    const target = redirectTarget(query.get('redirect_uri'))
    if (query.get('client_id') !== OUR_KEY) return refused('微博', 'error:invalid_client')
    if (!target) return refused('微博', 'error:redirect_uri_mismatch')
    if ((query.get('response_type') ?? 'code') !== 'code') return refused('微博', 'error:unsupported_response_type')
    return then(target)
  }
  const agree = ({ path, query, form }: StandinRequest, target: URL): Answer => {
    const state = query.get('state')
    const [, error_code, error] = ERRORS.denied
    const no = {
      error_uri: path,
      error,
      error_description: 'user denied your request.',
      error_code: String(error_code),
    }
    return decided('微博', form, {
      agreed: (name) =>
        withParams(target, {
          state,
          code: codes.give({ name, redirectUri: query.get('redirect_uri')! }, CODE_SECONDS),
        }),
      denied: () => withParams(target, { ...no, state }),
    })
  }

  const accessToken = (asked: StandinRequest): Answer => {
    const { form } = asked
    if (form.get('client_id') !== OUR_KEY || form.get('client_secret') !== secret) return error(asked, 'invalidClient')
    if (form.get('grant_type') !== 'authorization_code') return error(asked, 'wrongGrant')
    if (!form.get('code') || !form.get('redirect_uri')) return error(asked, 'invalidRequest')
    const taken = codes.take(form.get('code')!)
    if (taken.state !== 'good') return error(asked, 'invalidGrant')
    const { name, redirectUri } = taken.value
    if (redirectUri !== form.get('redirect_uri')) return error(asked, 'redirectMismatch')
    return {
      json: {
        access_token: giveToken(name),
        expires_in: TOKEN_SECONDS,
        remind_in: String(TOKEN_SECONDS),
        uid: uidOf(name),
      },
    }
  }

  // As documented, the numbers of uid and key come as numbers. The time left of an old token is not above zero.
  const tokenInfo = (asked: StandinRequest): Answer => {
    const token = tokens.get(asked.form.get('access_token') ?? '')
    if (!token) return error(asked, 'invalidToken')
    const seconds = (ms: number) => Math.floor(ms / 1000)
    return {
      json: {
        uid: Number(uidOf(token.name)),
        appkey: token.appkey,
        scope: null,
        create_at: seconds(token.createdAt),
        expire_in: seconds(token.until - now()),
      },
    }
  }

  const usersShow = (asked: StandinRequest): Answer => {
    const token = tokens.get(asked.query.get('access_token') ?? '')
    if (!token) return error(asked, 'invalidToken')
    if (token.until <= now()) return error(asked, 'tokenExpired')
    if (asked.query.get('uid') !== uidOf(token.name)) return error(asked, 'notThisPerson')
    const { name } = token
    return {
      json: {
        id: Number(uidOf(name)),
        idstr: uidOf(name),
        screen_name: name,
        name,
        gender: GENDER[sexOf(name)],
        avatar_large: '',
      },
    }
  }

  const doors: Doors = {
    'GET /oauth2/authorize': (asked) => page(asked, () => asking('微博')),
    'POST /oauth2/authorize': (asked) => page(asked, (target) => agree(asked, target)),
    'POST /oauth2/access_token': accessToken,
    'POST /oauth2/get_token_info': tokenInfo,
    'GET /2/users/show.json': usersShow,
  }
  return { doors, env: { WEIBO_APP_KEY: OUR_KEY, WEIBO_APP_SECRET: secret }, mintToken }
}

function error({ path }: StandinRequest, name: keyof typeof ERRORS): Answer {
  const [status, error_code, error] = ERRORS[name]
  return { status, json: { error, error_code, request: path, error_uri: path, error_description: error } }
}
