import { randomBytes } from 'node:crypto'
import { billOf } from './alipay/bill.ts'
import {
  type Call,
  callOf,
  type GatewayAnswer,
  isPage,
  signedAgain,
  spoken,
  unsigned,
  whyNotCall,
} from './alipay/gateway.ts'
import { type Falsified, makeNotices } from './alipay/notices.ts'
import { contentOf, signed } from './alipay/sign.ts'
import { inChina } from './alipay/time.ts'
import { type Biz, makeTrades, type Refund, refundedFen, type Trade, yuanOf } from './alipay/trades.ts'
import { redirectTarget, withParams } from './authorize.ts'
import { makeGrants } from './grants.ts'
import type { Answer, Doors, StandinRequest } from './http.ts'
import { type News, newsOf, spread } from './news.ts'
import { cashierPage, donePage } from './page.ts'
import { alipayUserIdOf, openidOf } from './persons.ts'
import { pairWhenNeeded, privatePem, publicPem } from './rsa.ts'

const NAME = '支付宝'
const CODE_SECONDS = 300
const PRODUCT: Record<string, string> = {
  'alipay.trade.page.pay': 'FAST_INSTANT_TRADE_PAY',
  'alipay.trade.wap.pay': 'QUICK_WAP_WAY',
}
const DONE: Record<Trade['status'], string> = {
  WAIT_BUYER_PAY: '还没有支付。',
  TRADE_SUCCESS: '订单已支付。',
  TRADE_CLOSED: '交易已经关闭。',
}

type Person = { name: string; byOpenId: boolean }

/** The gateway with its cashier: trades, refunds, bills and the persons of a mini-program. */
export function makeAlipay(now: () => number) {
  const appId = 'sandbox2021000000000000'
  const sellerId = 'sandbox2088000000000000'
  const merchant = pairWhenNeeded()
  const platform = pairWhenNeeded()
  const platformKey = () => platform().privateKey
  const trades = makeTrades(now)
  const codes = makeGrants<Person>(now)
  const noticeOf = makeNotices({ appId, sellerId, privateKey: platformKey, now })

  const send = ({ notifyUrl }: Trade, body: string): Promise<Response> => {
    if (!notifyUrl) return Promise.reject(new Error('nowhere to send news to'))
    const headers = { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' }
    return fetch(notifyUrl, { method: 'POST', headers, body })
  }
  const spreadNews = (trade: Trade, news: News, refund?: Refund) =>
    spread(news, (isTrue) => send(trade, noticeOf(trade, refund, { isTrue })))
  const pay = (trade: Trade, news: News): void => {
    if (trade.status !== 'WAIT_BUYER_PAY') return
    trades.pay(trade)
    spreadNews(trade, news)
  }
  const refundBy = (biz: Biz, news: News = 'prompt'): ReturnType<typeof trades.refund> => {
    const done = trades.refund(biz)
    if ('moved' in done && done.moved) spreadNews(done.trade, news, done.moved)
    return done
  }

  const business: Record<string, (call: Call, host: string) => GatewayAnswer> = {
    'alipay.trade.query': ({ biz }) => {
      const trade = trades.find(biz.out_trade_no)
      return trade ? standing(trade) : { sub_code: 'ACQ.TRADE_NOT_EXIST' }
    },
    'alipay.trade.close': ({ biz }) => {
      const closed = trades.close(biz)
      return 'sub_code' in closed ? closed : idsOf(closed)
    },
    'alipay.trade.refund': ({ biz }) => {
      const done = refundBy(biz)
      if ('sub_code' in done) return done
      const { trade, moved } = done
      return { ...idsOf(trade), fund_change: moved ? 'Y' : 'N', refund_fee: yuanOf(refundedFen(trade)) }
    },
    'alipay.trade.fastpay.refund.query': ({ biz }) => {
      const trade = trades.find(biz.out_trade_no)
      if (!trade) return { sub_code: 'ACQ.TRADE_NOT_EXIST' }
      const refund = trade.refunds.find(({ refundNo }) => refundNo === biz.out_request_no)
      // A refund that never was gets an empty answer.
      if (!refund) return {}
      return { ...idsOf(trade), refund_status: 'REFUND_SUCCESS', refund_amount: yuanOf(refund.fen) }
    },
    'alipay.trade.create': ({ biz, fields }) => {
      if (!isBuyer(biz, appId)) return { sub_code: 'ACQ.INVALID_PARAMETER' }
      const made = trades.open(biz, fields.notify_url)
      return 'sub_code' in made ? made : idsOf(made)
    },
    'alipay.system.oauth.token': ({ fields }) => {
      const taken = codes.take(fields.code ?? '')
      if (fields.grant_type !== 'authorization_code') return { sub_code: 'isv.grant-type-invalid' }
      if (taken.state !== 'good') return { sub_code: 'isv.code-invalid' }
      const { name, byOpenId } = taken.value
      const id = byOpenId ? { open_id: openidOf('alipay', name) } : { user_id: alipayUserIdOf(name) }
      return { access_token: randomBytes(20).toString('hex'), expires_in: '1296000', ...id }
    },
    'alipay.data.dataservice.bill.downloadurl.query': ({ biz }, host) => {
      if (biz.bill_type !== 'trade') return { sub_code: 'isv.invalid-parameter' }
      if (!billOf(trades.all(), biz.bill_date ?? '')) return { sub_code: 'isp.bill_not_exist' }
      return { bill_download_url: `http://${host}/alipay/bill/${biz.bill_date}.zip` }
    },
  }

  const gateway = (asked: StandinRequest): Answer => {
    const call = callOf(asked)
    const why = whyNotCall(call, { appId, merchantKey: () => merchant().publicKey, now })
    if (isPage(call.method)) return why ? sorry(why) : cashier(call, asked)
    if (why === 'isv.invalid-app-id') return unsigned(why)
    const answer = business[call.method]
    if (!answer) return unsigned('isv.invalid-method')
    const said = why ? { sub_code: why } : answer(call, String(asked.headers.host))
    return spoken(call.method, said, platformKey())
  }

  const cashier = (call: Call, { form }: StandinRequest): Answer => {
    const { biz, fields, method } = call
    if (biz.product_code !== PRODUCT[method]) return sorry('ACQ.INVALID_PARAMETER')
    const trade = trades.open(biz, fields.notify_url)
    if ('sub_code' in trade) return sorry(trade.sub_code)
    if (trade.status !== 'WAIT_BUYER_PAY') return { html: donePage(NAME, DONE[trade.status]) }
    const decision = form.get('decision')
    if (!decision) return { html: cashierPage({ platform: NAME, title: trade.title, fen: trade.fen }) }
    if (decision !== 'pay') return leave(redirectTarget(biz.quit_url ?? null), '已取消支付。')
    pay(trade, newsOf(form))
    const target = redirectTarget(fields.return_url ?? null)
    return leave(target && withParams(target, returnOf(call, trade)), DONE.TRADE_SUCCESS)
  }

  /** The parameters the platform adds to the address it leads back to. */
  const returnOf = ({ method }: Call, trade: Trade): Record<string, string> => {
    const said = {
      charset: 'utf-8',
      out_trade_no: trade.orderNo,
      method: `${method}.return`,
      total_amount: yuanOf(trade.fen),
      trade_no: trade.tradeNo,
      auth_app_id: appId,
      version: '1.0',
      app_id: appId,
      seller_id: sellerId,
      timestamp: inChina(now()),
    }
    return { ...said, sign_type: 'RSA2', sign: signed(contentOf(said, []), platformKey()) }
  }

  const doors: Doors = {
    'GET /gateway.do': gateway,
    'POST /gateway.do': gateway,
    'GET /alipay/bill/*': ({ path }) => {
      const bill = billOf(trades.all(), path.slice(-14, -4))
      if (!bill) return { status: 404, json: {} }
      return { text: bill, headers: { 'content-type': 'application/zip' } }
    },
  }
  const env = {
    ALIPAY_APP_ID: appId,
    ALIPAY_SELLER_ID: sellerId,
    ALIPAY_PRIVATE_KEY: () => privatePem(merchant()),
    ALIPAY_PUBLIC_KEY: () => publicPem(platform()),
  }
  const existing = (orderNo: string): Trade => {
    const trade = trades.find(orderNo)
    if (!trade) throw new Error(`nobody has opened ${orderNo}`)
    return trade
  }
  const last = (trade: Trade, refundNo: string | undefined): Refund | undefined =>
    refundNo === undefined ? undefined : trade.refunds.find((one) => one.refundNo === refundNo)
  /** For tests: what else happens at the platform. */
  const hand = {
    /** The payer pays; the news of it travels as wished. */
    pay: (orderNo: string, news: News = 'prompt') => pay(existing(orderNo), news),
    /** Pays by Alipay's own number, the only one that a mini-program knows. */
    payTrade: (tradeNo: string, news: News = 'prompt') => {
      const trade = trades.all().find((one) => one.tradeNo === tradeNo)
      if (trade) pay(trade, news)
    },
    /** The merchant refunds in the platform's console; the news of it travels as wished. */
    refund: (orderNo: string, { fen, refundNo }: { fen: number; refundNo: string }, news: News = 'prompt') =>
      refundBy({ out_trade_no: orderNo, refund_amount: yuanOf(fen), out_request_no: refundNo }, news),
    /** The body of a notification about how the trade stands, or about a refund; true unless falsified. */
    notice: (orderNo: string, { refundNo, ...falsified }: Falsified & { refundNo?: string } = {}): string => {
      const trade = existing(orderNo)
      return noticeOf(trade, last(trade, refundNo), falsified)
    },
    /** Posts a body to where the trade's news go. */
    deliver: (orderNo: string, body: string) => send(existing(orderNo), body),
    /** An answer of the gateway that somebody rewrote, signed as if it were the platform's. */
    signAgain: (text: string): string => signedAgain(text, platformKey()),
    /** A code as a mini-program gets it: for a person with a number, or with an id of this application alone. */
    codeFor: (name: string, { byOpenId = false } = {}) => codes.give({ name, byOpenId }, CODE_SECONDS),
  }
  return { doors, env, hand }
}

const sorry = (why: string): Answer => ({ status: 400, html: donePage(NAME, `无法支付：${why}`) })

const leave = (target: URL | undefined, text: string): Answer =>
  target ? { location: target } : { html: donePage(NAME, text) }

const idsOf = ({ orderNo, tradeNo }: Trade) => ({ out_trade_no: orderNo, trade_no: tradeNo })

const standing = (trade: Trade): Record<string, string> => ({
  ...idsOf(trade),
  trade_status: trade.status,
  total_amount: yuanOf(trade.fen),
  ...(trade.paidAt === undefined ? {} : { send_pay_date: inChina(trade.paidAt) }),
})

const isBuyer = ({ buyer_id, buyer_open_id, op_app_id, product_code }: Biz, appId: string): boolean =>
  buyer_id
    ? /^2088\d{12}$/.test(buyer_id)
    : Boolean(buyer_open_id) && op_app_id === appId && product_code === 'JSAPI_PAY'
